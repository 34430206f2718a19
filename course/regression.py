"""Keep a learner's failure, its repair and its test as a file that runs with pytest.

`keep` takes the four functions of the mini-project as the learner defined them and writes the cell
that defines them out as ``test_regression.py`` beside the notebook. Two things are added that
pytest needs: a fixture that hands the repaired function to the test, and a second test that shows
that the first one notices the failure.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

from course import _progress_file, writing
from course.isolation import cell_of
from course.tracebacks import STUB

__all__ = ["keep"]

NAME = "test_regression.py"
HEAD = (
    '"""A failure of autograd, its repair, and the test that keeps it repaired.\n\nWritten out by'
)
"""How a file begins that was written here; another one is left alone."""

_FILE = '''{head} the course's completion notebook. Run it with: python -m pytest {name}
"""

import pytest

{cell}


@pytest.fixture(name="{fixture}")
def _the_repaired_function():
    return {repaired}


def test_the_test_notices_the_failure():
    with pytest.raises(Exception):
        {test}({buggy})
'''


def keep(
    buggy: Callable[..., object],
    repaired: Callable[..., object],
    expected_grad: Callable[..., object],
    test_regression: Callable[..., object],
) -> None:
    """Write the file, or say in one sentence why not.

    Nothing is written while a notebook is graded or checked, nor in the directories of the
    course itself, nor over a file that was not written here.
    """
    print(_kept(buggy, repaired, expected_grad, test_regression))


def _kept(*functions: Callable[..., object]) -> str:
    unwritten = [function.__name__ for function in functions if _is_stub(function)]
    if unwritten:
        return f"{NAME}: nothing to keep yet, {_listed(unwritten)} still to be written."
    if _progress_file.keeps_nothing(Path.cwd()):
        return f"{NAME} is written beside your own copy of this notebook, not here and not now."
    try:
        text = _text(*functions)
    except ValueError as error:
        return f"{NAME} was not written: {error}"
    path = Path.cwd() / NAME
    try:
        old = path.read_text(encoding="utf-8") if path.exists() else None
        if old is not None and not old.startswith(HEAD):
            return f"{NAME} was not written: there is one already that does not come from here."
        if old != text:
            writing.replace(path, text.encode("utf-8"), mode=0o644)
    except (OSError, UnicodeDecodeError) as error:
        return f"{NAME} was not written: {error}."
    done = "is up to date" if old == text else "is written"
    return f"{NAME} {done}, beside this notebook. It is yours: python -m pytest {NAME}"


def _is_stub(function: Callable[..., object]) -> bool:
    """Whether a function still holds the line that nbgrader leaves in place of a solution."""
    try:
        lines = inspect.getsource(function).splitlines()
    except (OSError, TypeError):
        return False
    return any(line.strip().startswith(STUB) for line in lines)


def _listed(names: list[str]) -> str:
    *first, last = (f"`{name}`" for name in names)
    return f"{', '.join(first)} and {last} are" if first else f"{last} is"


def _text(*functions: Callable[..., object]) -> str:
    """Return the text of the file; raise ValueError, in one sentence, if there can be none."""
    cells = []
    for function in functions:
        cell = cell_of(function)
        if cell is None:
            raise ValueError(f"define `{function.__name__}` with `def`, in its cell, and run that.")
        cells.append(cell.strip("\n"))
    buggy, repaired, _, test = functions
    parameters = list(inspect.signature(test).parameters)
    if not parameters:
        raise ValueError(f"`{test.__name__}` takes no function to test.")
    return _FILE.format(
        head=HEAD,
        name=NAME,
        cell="\n\n\n".join(dict.fromkeys(cells)),
        fixture=parameters[0],
        repaired=repaired.__name__,
        buggy=buggy.__name__,
        test=test.__name__,
    )
