"""The package answers no exercise: students can read it, and import it."""

import ast
import importlib
import pkgutil

import pytest

import course
from course import notebook as notebooks
from tests import support


def functions_asked_for(notebook):
    """Names of the functions that the learner writes: those that the solution cells define."""
    return {
        node.name
        for exercise in notebooks.exercises(notebook)
        for node in ast.parse(notebook.cells[exercise.index].source).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }


def names_offered(package):
    """Every name that a module of the package, or a class in one, holds."""
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if info.name.endswith("__main__"):
            continue
        module = importlib.import_module(info.name)
        for name, value in vars(module).items():
            yield name, info.name
            if isinstance(value, type) and value.__module__.startswith(package.__name__):
                yield from ((inner, f"{info.name}.{name}") for inner in vars(value))


@pytest.mark.parametrize("path", support.GRADED, ids=lambda path: path.stem)
def test_the_package_offers_nothing_by_the_name_of_an_exercise(path):
    asked = functions_asked_for(notebooks.read(path))
    assert asked
    offered = dict(names_offered(course))
    assert not {name: offered[name] for name in asked & offered.keys()}


def test_an_answer_in_the_package_would_be_seen(monkeypatch):
    from course import pictures

    monkeypatch.setattr(pictures, "shares_memory", lambda a, b: True, raising=False)
    assert "shares_memory" in dict(names_offered(course))


def test_there_are_notebooks():
    assert support.GRADED
