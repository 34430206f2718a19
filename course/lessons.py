"""The lessons of the course and their checks, as a learner's progress sees them: `lessons.json`.

`course release` makes the file from the students' notebooks in `release/`, so that it holds no
solution and nothing of a hidden check::

    {"lessons": [
        {"slug": "1-tensor-views",
         "notebook": "tensor-views.ipynb",
         "title": "Step 1: tensor views",           the first heading
         "checks": [
            {"grade_id": "check-classify",
             "exercise": "classify",                the function that is checked
             "points": 2.0,
             "stretch": false,                      whether its heading says so
             "digest": "..."}]}]}                   SHA-256 of the cell's text, stripped

The order is that of the course. A check is known by its digest: one that a learner edited is
another one.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from course import notebook as notebooks
from course import writing
from course.errors import CourseError
from course.project import IGNORED_NAMES, Project

if TYPE_CHECKING:
    from nbformat import NotebookNode

NAME = "lessons.json"

_HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_STRETCH = ("(stretch)", "◇")
"""What in a heading marks an exercise that the gate does not need."""


@dataclass(frozen=True, slots=True)
class Check:
    """Describe one locked cell of checks as it was handed out."""

    grade_id: str
    exercise: str
    points: float
    stretch: bool
    digest: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """Describe one notebook as it was handed out."""

    slug: str
    notebook: str
    title: str
    checks: tuple[Check, ...]


@functools.cache
def load() -> tuple[Lesson, ...]:
    """Return the lessons of the installed package, in the order of the course.

    Raises:
        CourseError: the package has no such file, or a broken one.
    """
    place = files("course") / NAME
    try:
        entries = json.loads(place.read_text(encoding="utf-8"))["lessons"]
        return tuple(
            Lesson(**{**entry, "checks": tuple(Check(**check) for check in entry["checks"])})
            for entry in entries
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CourseError(
            f"{place} cannot be read ({type(error).__name__}): install the package again, "
            "or run `course release` in a clone of the course."
        ) from error


def digest(text: str) -> str:
    """Return the SHA-256 by which a cell of checks is known; blanks around it do not count."""
    return hashlib.sha256(text.strip().encode("utf-8")).hexdigest()


def build(released: Path) -> str:
    """Return the text of `lessons.json` for the students' notebooks in the directory `released`.

    Raises:
        CourseError: a notebook cannot be read, or two checks of the course have the same text.
    """
    lessons = [
        _lesson(path)
        for path in sorted(released.glob("*/*.ipynb"))
        if path.parent.name not in IGNORED_NAMES
    ]
    seen: dict[str, str] = {}
    for lesson in lessons:
        for check in lesson.checks:
            name = f"{lesson.slug}/{check.grade_id}"
            if check.digest in seen:
                raise CourseError(
                    f"{seen[check.digest]} and {name} have the same text: a learner's progress "
                    "could not tell them apart."
                )
            seen[check.digest] = name
    entries = {"lessons": [asdict(lesson) for lesson in lessons]}
    return json.dumps(entries, indent=1, ensure_ascii=False) + "\n"


def place_in(project: Project) -> Path | None:
    """Return where a course directory keeps its `lessons.json`, None if it holds no package."""
    package = project.root / "course"
    return package / NAME if (package / "__init__.py").is_file() else None


def write(project: Project) -> list[str]:
    """Write `lessons.json` for what is in `release/`; return one line if that changed it."""
    place = place_in(project)
    if place is None:
        return []
    text = build(project.release)
    if place.is_file() and place.read_text(encoding="utf-8") == text:
        return []
    try:
        writing.replace(place, text.encode("utf-8"), mode=0o644)
    except OSError as error:
        raise CourseError(f"cannot write {place}: {error.strerror or error}") from error
    return [f"course/{NAME}: made"]


def differences(project: Project) -> list[str]:
    """Return one line if `lessons.json` is not what `release/` makes it."""
    place = place_in(project)
    if place is None:
        return []
    if not place.is_file():
        return [f"course/{NAME}: missing"]
    try:
        wanted = build(project.release)
    except CourseError as error:
        return [f"course/{NAME}: cannot be compared: {error}"]
    if place.read_text(encoding="utf-8") != wanted:
        return [f"course/{NAME}: differs from what release/ makes it"]
    return []


def _lesson(path: Path) -> Lesson:
    notebook = notebooks.read(path)
    titles = [title for _, title in _headings(notebook)]
    return Lesson(
        slug=path.parent.name,
        notebook=path.name,
        title=titles[0] if titles else path.stem,
        checks=tuple(_checks(notebook)),
    )


def _checks(notebook: NotebookNode) -> Iterator[Check]:
    """Go through the cells of checks: locked, graded, and built with `checks.exercise`."""
    headings = list(_headings(notebook))
    for exercise in notebooks.exercises(notebook):
        for cell in exercise.grade_cells:
            if cell.function is None:
                continue
            above = [title for index, title in headings if index < cell.index]
            yield Check(
                grade_id=cell.name,
                exercise=cell.function,
                points=cell.points,
                stretch=_is_stretch(above),
                digest=digest(notebook.cells[cell.index].source),
            )


def _headings(notebook: NotebookNode) -> Iterator[tuple[int, str]]:
    """Go through the headings, each with the index of its cell."""
    for index, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            for title in _HEADING.findall(_FENCED.sub("", cell.source)):
                yield index, title


def _is_stretch(above: Sequence[str]) -> bool:
    """Whether the last of the headings above a cell marks it as stretch."""
    return bool(above) and any(mark in above[-1] for mark in _STRETCH)
