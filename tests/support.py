"""What several tests share: where things are, and small hands to move them with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from course import notebook as notebooks
from course.classroom import Classroom

ROOT = Path(__file__).resolve().parents[1]
TINY = ROOT / "tests" / "fixtures" / "tiny_course"
"""A course of one short notebook, in which the tests of the road itself may break things."""
SOURCES = sorted(ROOT.glob("source/*/*.ipynb"))
"""Every authored notebook."""
GRADED = [path for path in SOURCES if notebooks.exercises(notebooks.read(path))]
"""Those with exercises: the diagnostic has none."""


def copy_of_tiny(directory: Path) -> Path:
    """Copy the tiny course, with the configuration of the real one, and return its root."""
    root = directory / "tiny_course"
    shutil.copytree(TINY, root)
    shutil.copy(ROOT / "nbgrader_config.py", root)
    return root


def tiny_notebook() -> NotebookNode:
    """Read the authored notebook of the tiny course."""
    return notebooks.read(TINY / "source" / "tiny" / "tiny.ipynb")


def cell(notebook: NotebookNode, grade_id: str) -> NotebookNode:
    """Return the cell with a grade id."""
    places = {name: index for index, name in notebooks.grade_ids(notebook).items()}
    return notebook.cells[places[grade_id]]


def answered(course: Path, slug: str, answers: Mapping[str, str]) -> NotebookNode:
    """Make a learner's notebook: the authored one without what nbgrader takes out.

    Exercises in `answers` get that text, the others nbgrader's stub.
    """
    (path,) = (course / "source" / slug).glob("*.ipynb")
    notebook = notebooks.read(path)
    for exercise in notebooks.exercises(notebook):
        solution = notebook.cells[exercise.index]
        solution.source = answers.get(exercise.name, stubbed(solution.source))
    for index in notebooks.written_answers(notebook).values():
        notebook.cells[index].source = "YOUR ANSWER HERE"
    for each in notebook.cells:
        for region in ("HIDDEN TESTS", "MARK SCHEME"):
            each.source = _without(each.source, f"BEGIN {region}", f"END {region}", [])
    return notebook


def stubbed(source: str) -> str:
    """Put nbgrader's stub in the place of the solution."""
    stub = ["# YOUR CODE HERE", "raise NotImplementedError()"]
    return _without(source, "BEGIN SOLUTION", "END SOLUTION", stub)


def _without(source: str, begin: str, end: str, instead: list[str]) -> str:
    lines: list[str] = []
    inside = False
    for line in source.split("\n"):
        if begin in line:
            inside = True
            indent = line[: len(line) - len(line.lstrip())]
            lines += [indent + text for text in instead]
        elif end in line:
            inside = False
        elif not inside:
            lines.append(line)
    return "\n".join(lines)


def save(notebook: NotebookNode, path: Path) -> Path:
    """Write a notebook and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)
    return path


def classroom(course: Path, slug: str, directory: Path) -> Classroom:
    """Make a temporary course from another one, its students' version generated."""
    room = Classroom(course, slug, directory)
    room.generate()
    return room


def course_command(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run `course` as its own process, the environment not activated."""
    environment = {**os.environ, "PYTHONUTF8": "1"}
    environment.pop("VIRTUAL_ENV", None)
    return subprocess.run(
        [sys.executable, "-m", "course", *words],
        cwd=cwd or ROOT,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
