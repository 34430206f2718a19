"""The structure of a course notebook: its exercises, their checks and their points."""

from __future__ import annotations

import ast
import hashlib
import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from course.errors import CourseError

if TYPE_CHECKING:
    from nbformat import NotebookNode

COURSE_KEY = "autograd_course"


@dataclass(frozen=True)
class GradeCell:
    """Describe one locked cell of checks: where it stands, what it is worth, what it holds."""

    name: str
    index: int
    points: float
    visible: int
    """How many visible checks the cell holds."""
    hidden: int
    """How many hidden checks it says it has; a released copy keeps the number, not the checks."""
    hidden_here: int
    """How many hidden checks this copy holds: none in a released one."""
    changed: bool
    """Whether its text differs from what was released (never true of a source notebook)."""
    function: str | None
    """What it checks: the name given to `checks.exercise`, None if it calls no such thing."""


@dataclass(frozen=True)
class Exercise:
    """Describe a solution cell together with the grade cells up to the next solution cell."""

    name: str
    index: int
    grade_cells: tuple[GradeCell, ...]

    @property
    def points(self) -> float:
        """Return the points of all grade cells together."""
        return sum(cell.points for cell in self.grade_cells)

    @property
    def visible(self) -> int:
        """Return how many visible checks there are."""
        return sum(cell.visible for cell in self.grade_cells)

    @property
    def hidden(self) -> int:
        """Return how many hidden checks run at grading."""
        return sum(cell.hidden for cell in self.grade_cells)

    @property
    def hidden_here(self) -> int:
        """Return how many hidden checks this copy of the notebook holds."""
        return sum(cell.hidden_here for cell in self.grade_cells)


def read(path: Path) -> NotebookNode:
    """Read a notebook of this course, brought to version 4 of the notebook format.

    Raises `CourseError` when there is no such file, or it is not UTF-8, not JSON, not a
    notebook, or a notebook that does not belong to the course.
    """
    if path.is_dir():
        raise CourseError(f"{path} is a directory: name a notebook in it.")
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise CourseError(f"there is no file {path}.") from None
    except UnicodeDecodeError as error:
        raise CourseError(
            f"{path} is not UTF-8 text (byte {error.start}): save the notebook again "
            "from JupyterLab, or fetch a fresh copy."
        ) from None
    except OSError as error:
        raise CourseError(f"cannot read {path}: {error.strerror}.") from None
    if text.startswith("\ufeff"):
        raise CourseError(
            f"{path} begins with a byte order mark, which no notebook may: "
            "save it as UTF-8 without one."
        )
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f" ({error})" if isinstance(error, json.JSONDecodeError) else ""
        raise CourseError(
            f"{path} is not a notebook: its JSON is broken{where}. "
            "Was it cut short, or does it hold marks of a merge?"
        ) from None
    notebook = _parse(path, text, raw)
    if slug(notebook) is None:
        raise CourseError(
            f"{path} is a notebook, but not one of this course "
            f'(its metadata has no "{COURSE_KEY}" with a slug).'
        )
    return notebook


def _parse(path: Path, text: str, raw: object) -> NotebookNode:
    """Turn the text of a file that is JSON into a valid notebook of format 4."""
    if not isinstance(raw, dict) or not ("cells" in raw or "worksheets" in raw):
        raise CourseError(f"{path} is JSON, but not a notebook: it has no cells.")
    import nbformat

    problem: dict[str, Exception] = {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # missing cell ids are repaired on reading
            notebook: NotebookNode = nbformat.reads(  # type: ignore[no-untyped-call]
                text, as_version=4, capture_validation_error=problem
            )
    except Exception as error:  # whatever a malformed file provokes while it is upgraded
        problem["error"] = error
    if problem:
        (reason, *_) = str(next(iter(problem.values()))).splitlines() or ["no reason given"]
        raise CourseError(f"{path} is not a valid notebook: {reason.strip()}")
    return notebook


def slug(notebook: NotebookNode) -> str | None:
    """Return the name of the lesson that a notebook belongs to, None if it is not ours."""
    entry = notebook.metadata.get(COURSE_KEY)
    name = entry.get("slug") if isinstance(entry, dict) else None
    return name if isinstance(name, str) and name else None


def exercises(notebook: NotebookNode) -> list[Exercise]:
    """List the exercises in their order.

    An exercise is a solution cell that is not itself graded, with all locked grade cells that
    follow it up to the next solution cell. Of cells with the same grade id the last one counts,
    as it does at grading.
    """
    found: list[tuple[str, int, list[GradeCell]]] = []
    within = False
    for index, cell, meta in _graded_cells(notebook):
        grade, solution = bool(meta.get("grade")), bool(meta.get("solution"))
        if solution:
            within = not grade
            if within:
                found.append((meta["grade_id"], index, []))
        elif grade and within:
            found[-1][2].append(_grade_cell(index, cell, meta))
    return [Exercise(name, index, tuple(cells)) for name, index, cells in found]


def grade_ids(notebook: NotebookNode) -> dict[int, str]:
    """Map the index of every cell that nbgrader looks after to its grade id."""
    return {index: meta["grade_id"] for index, _, meta in _graded_cells(notebook)}


def duplicates(notebook: NotebookNode) -> list[str]:
    """List the grade ids that stand on more than one cell."""
    names = [meta["grade_id"] for _, _, meta in _nbgrader_cells(notebook)]
    return sorted({name for name in names if names.count(name) > 1})


def solution_lines(cell_source: str) -> list[str]:
    """List the lines between nbgrader's solution marks, the marks left out."""
    return _between(cell_source, "BEGIN SOLUTION", "END SOLUTION")


def solutions(authored: NotebookNode) -> dict[str, str]:
    """Return the authors' solution of every exercise, as a learner would have written it."""
    return {
        exercise.name: without_marks(authored.cells[exercise.index].source)
        for exercise in exercises(authored)
    }


def without_marks(cell_source: str) -> str:
    """Return a solution cell's text as a learner would have written it, nbgrader's marks gone."""
    return "\n".join(
        line
        for line in cell_source.split("\n")
        if "BEGIN SOLUTION" not in line and "END SOLUTION" not in line
    )


def hidden_lines(cell_source: str) -> list[str]:
    """List the lines between nbgrader's marks of hidden tests, the marks left out."""
    return _between(cell_source, "BEGIN HIDDEN TESTS", "END HIDDEN TESTS")


def mark_scheme_lines(cell_source: str) -> list[str]:
    """List the lines between nbgrader's marks of a mark scheme, the marks left out."""
    return _between(cell_source, "BEGIN MARK SCHEME", "END MARK SCHEME")


def written_answers(notebook: NotebookNode) -> dict[str, int]:
    """Map the grade ids of the answers that a person grades to the indices of their cells."""
    return {
        meta["grade_id"]: index
        for index, _, meta in _graded_cells(notebook)
        if meta.get("grade") and meta.get("solution")
    }


def _between(source: str, begin: str, end: str) -> list[str]:
    """List the lines of all regions from a line with one mark to a line with the other."""
    lines: list[str] = []
    inside = False
    for line in source.split("\n"):
        if begin in line:
            inside = True
        elif end in line:
            inside = False
        elif inside:
            lines.append(line)
    return lines


def _nbgrader_cells(notebook: NotebookNode) -> Iterator[tuple[int, Any, dict[str, Any]]]:
    """Go through the cells that carry a grade id, with index and nbgrader's metadata."""
    for index, cell in enumerate(notebook.cells):
        meta = cell.metadata.get("nbgrader")
        if isinstance(meta, dict) and isinstance(meta.get("grade_id"), str):
            yield index, cell, meta


def _graded_cells(notebook: NotebookNode) -> list[tuple[int, Any, dict[str, Any]]]:
    """List the cells that carry a grade id, of several with the same one only the last."""
    last = {entry[2]["grade_id"]: entry for entry in _nbgrader_cells(notebook)}
    return sorted(last.values(), key=lambda entry: entry[0])


def _grade_cell(index: int, cell: Any, meta: dict[str, Any]) -> GradeCell:
    """Read one grade cell."""
    calls = list(_checks_calls(cell.source))
    return GradeCell(
        name=meta["grade_id"],
        index=index,
        points=_points(meta),
        visible=sum(call.func.attr == "case" for call in calls),
        hidden=sum(_hidden_argument(call) for call in calls if call.func.attr == "exercise"),
        hidden_here=sum(call.func.attr == "hidden_case" for call in calls),
        changed="checksum" in meta and meta["checksum"] != _checksum(cell, meta),
        function=next(filter(None, map(_name_argument, calls)), None),
    )


def _points(meta: dict[str, Any]) -> float:
    """Return the points a grade cell carries, 0 if its metadata was damaged."""
    try:
        return float(meta.get("points", 0))
    except (TypeError, ValueError):
        return 0.0


class _Call(ast.Call):
    """A call whose function is an attribute of the name `checks` (for the type checker)."""

    func: ast.Attribute


def _checks_calls(source: str) -> Iterator[_Call]:
    """Go through the calls of a function of `checks` in a cell's text, in no set order."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "checks"
        ):
            yield node  # type: ignore[misc]


def _name_argument(call: _Call) -> str | None:
    """Return the name given to a call of `checks.exercise`, None if it is another call."""
    if call.func.attr == "exercise" and call.args and isinstance(call.args[0], ast.Constant):
        value = call.args[0].value
        return value if isinstance(value, str) else None
    return None


def _hidden_argument(call: ast.Call) -> int:
    """Return the number given as `hidden=` in a call, 0 if there is none."""
    for keyword in call.keywords:
        if keyword.arg == "hidden" and isinstance(keyword.value, ast.Constant):
            value = keyword.value.value
            return value if isinstance(value, int) else 0
    return 0


def _checksum(cell: Any, meta: dict[str, Any]) -> str:
    """Compute a grade cell's checksum as nbgrader does when it releases a notebook."""
    parts = (
        cell.source,
        cell.cell_type,
        str(bool(meta.get("grade"))),
        str(bool(meta.get("solution"))),
        "True",  # a grade cell that is no solution counts as locked
        meta["grade_id"],
        str(_points(meta)),
    )
    return hashlib.md5("".join(parts).encode("utf-8"), usedforsecurity=False).hexdigest()
