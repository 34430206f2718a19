"""The local judge: run a learner's notebook in a fresh kernel and say which checks pass.

``course check [NOTEBOOK...]`` leaves the file as it is. It runs a copy from top to bottom, as
grading will, and tells for every exercise whether its visible checks passed, failed or found
nothing written yet. Hidden checks are not in a learner's copy; the judge says how many there are.
Checks that passed are recorded in the learner's progress.

With ``--json`` the same is written to stdout as one object::

    {"notebooks": [
        {"path": "work/1-tensor-views/tensor-views.ipynb",
         "slug": "1-tensor-views",          null when the file could not be read
         "error": null,                     or one line: why it could not be run to the end
         "points": {"passed": 12.0, "possible": 20.0},
         "hidden_checks": 11,               how many more run only at grading
         "written_answers": 0,              how many answers a person reads and marks
         "exercises": [
            {"name": "classify", "outcome": "failed",     or "passed", "not attempted", "not run"
             "points": {"passed": 1.0, "possible": 3.0},
             "hidden_checks": 2,
             "message": "..."}],            null when it passed
         "stopped_cells": [                 other cells that ended in an error
            {"cell": 7, "message": "cell 7 (`x = f(3)`) raised NameError: ..."}]}]}
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from course import kernel, progress
from course import notebook as notebooks
from course.errors import CourseError
from course.notebook import Exercise, GradeCell

if TYPE_CHECKING:
    from nbformat import NotebookNode

CELL_SECONDS = 60.0
"""How long a cell may take: as long as at grading."""
TOTAL_FACTOR = 10
"""How many times that a whole notebook may take."""

Outcome = Literal["passed", "failed", "not attempted", "not run"]

_ENVIRONMENT = {"COURSE_CHECK": "1", "NBGRADER_EXECUTION": None}
_NOT_REACHED = "NotReached"
"""Name of the error that stands for a cell which the time of the notebook did not reach."""

_LINE_OF_CELL = re.compile(r"Cell In\s*\[\d+\], line (\d+)")
_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_FILE_OF_CELL = re.compile(r"\(\S*\.py, line (\d+)\)$")


@dataclass(frozen=True)
class Result:
    """Say what became of one exercise."""

    name: str
    outcome: Outcome
    passed: float
    possible: float
    hidden: int
    """How many hidden checks run at grading and did not run here."""
    message: str | None = None


@dataclass
class Report:
    """Say what became of one notebook."""

    path: Path
    slug: str | None = None
    error: str | None = None
    results: list[Result] = field(default_factory=list)
    stopped: list[tuple[int, str]] = field(default_factory=list)
    """Cells other than checks that ended in an error: position from 1, and what to tell."""
    passed_cells: list[str] = field(default_factory=list)
    """The text of each cell of checks that passed."""
    written: int = 0
    """How many answers a person reads and marks."""

    @property
    def passed(self) -> float:
        """Return the points whose visible checks pass."""
        return sum(result.passed for result in self.results)

    @property
    def possible(self) -> float:
        """Return the points there are."""
        return sum(result.possible for result in self.results)

    @property
    def hidden(self) -> int:
        """Return how many checks run only at grading."""
        return sum(result.hidden for result in self.results)

    @property
    def status(self) -> int:
        """Return the exit status: 0 all visible checks pass, 1 some do not, 2 could not run."""
        if self.error is not None:
            return 2
        return int(any(result.outcome != "passed" for result in self.results))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``course check``."""
    parser.add_argument(
        "notebooks",
        nargs="*",
        type=Path,
        metavar="NOTEBOOK",
        help="notebooks to check (default: all of the course under work/, or under this directory)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=CELL_SECONDS,
        metavar="S",
        help=f"seconds that a cell may take (default {CELL_SECONDS:g}); "
        f"a notebook may take {TOTAL_FACTOR} times that",
    )


def _seconds(text: str) -> float:
    """Read a positive number of seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"not a positive number of seconds: {text}")
    return seconds


def run(args: argparse.Namespace) -> int:
    """Check the notebooks named by `args` and print the result.

    Returns 0 if all visible checks of all of them pass, 1 if some do not, 2 if one cannot run.
    """
    paths = list(args.notebooks) or _course_notebooks(Path.cwd())
    reports = []
    for path in paths:
        report = check(path, args.timeout)
        reports.append(report)
        sentence = progress.record_passes(report.passed_cells, path.resolve().parent)
        if sentence:
            print(f"course: {sentence}", file=sys.stderr)
        if report.error is not None:
            print(f"course: {report.error}", file=sys.stderr)
        if not args.json:
            _print_report(report)
    if args.json:
        content = {"notebooks": [_as_json(report) for report in reports]}
        print(json.dumps(content, indent=2, ensure_ascii=False))
    return max(report.status for report in reports)


def _course_notebooks(directory: Path) -> list[Path]:
    """Find the course notebooks under `directory`/work if there is one, else under `directory`.

    Looks two directories deep, as deep as fetched notebooks lie. Files that are not notebooks of
    the course are passed over, and so is one without exercises, the diagnostic. Raises
    `CourseError` when none is left.
    """
    top = directory / "work" if (directory / "work").is_dir() else directory
    found = []
    for pattern in ("*.ipynb", "*/*.ipynb"):
        for path in sorted(top.glob(pattern)):
            try:
                notebook = notebooks.read(path)
            except CourseError:
                continue
            if notebooks.exercises(notebook):
                found.append(path.relative_to(directory))
    if not found:
        raise CourseError(
            f"there is no notebook of this course in {top} with an exercise to check: "
            "name the notebook, or fetch one first."
        )
    return found


def check(path: Path, cell_seconds: float = CELL_SECONDS) -> Report:
    """Run the notebook at `path` in a fresh kernel and judge its exercises.

    Each cell may take `cell_seconds`, all of them `TOTAL_FACTOR` times as long. What keeps the
    notebook from being read or run is told in the report's `error`.
    """
    report = Report(path)
    try:
        notebook = notebooks.read(path)
        report.slug = notebooks.slug(notebook)
        exercises = notebooks.exercises(notebook)
        if not exercises:
            raise CourseError(f"{path} holds no exercise: nothing to check.")
        errors = _run_cells(notebook, path, cell_seconds)
    except CourseError as error:
        report.error = str(error)
        return report
    names = notebooks.grade_ids(notebook)
    report.written = len(notebooks.written_answers(notebook))
    report.results = [_judge(exercise, errors, notebook) for exercise in exercises]
    checks = [cell for exercise in exercises for cell in exercise.grade_cells]
    report.passed_cells = [
        notebook.cells[cell.index].source
        for cell in checks
        if _failure(cell, errors.get(cell.index), notebook) is None
    ]
    graded = {cell.index for cell in checks}
    report.stopped = [
        (index + 1, _stopped(_cell_name(index, notebook, names), error))
        for index, error in errors.items()
        if index not in graded and not _expected(notebook.cells[index], error)
    ]
    return report


def _run_cells(
    notebook: NotebookNode, path: Path, cell_seconds: float
) -> dict[int, kernel.CellError]:
    """Run all code cells; return the errors by index of the cell.

    When the time of the whole notebook is used up, the remaining cells get an error of their own.
    Raises `CourseError` naming the cell that killed the kernel.
    """
    errors: dict[int, kernel.CellError] = {}
    deadline = time.monotonic() + TOTAL_FACTOR * cell_seconds
    code = [index for index, cell in enumerate(notebook.cells) if _runs(cell)]
    with (
        _progress(path, len(code)) as advance,
        kernel.fresh(notebook, path.resolve().parent, _ENVIRONMENT) as session,
    ):
        for index in code:
            limit = min(cell_seconds, deadline - time.monotonic())
            if limit <= 0:
                errors[index] = kernel.CellError(_NOT_REACHED, "", ())
                continue
            try:
                error = session.run(notebook.cells[index], index, limit)
            except kernel.KernelLost as lost:
                cell = _cell_name(index, notebook, notebooks.grade_ids(notebook))
                raise CourseError(
                    f"{path}: {lost} in {cell}, so nothing could be checked."
                ) from None
            if error is not None and error.name == kernel.TIMEOUT:
                error = replace(error, message=f"took longer than {limit:.3g} s, was interrupted")
            if error is not None:
                errors[index] = error
            advance()
    return errors


def _runs(cell: Any) -> bool:
    """Whether there is anything to run in a cell."""
    return cell.cell_type == "code" and bool(cell.source.strip())


def _expected(cell: Any, error: kernel.CellError) -> bool:
    """Whether the error of a cell that is no check is no news.

    The authors announced it by a tag, or it is nbgrader's stub at the top level of a cell, or
    the time was up before the cell.
    """
    return error.name in ("NotImplementedError", _NOT_REACHED) or "raises-exception" in (
        cell.metadata.get("tags", [])
    )


def _judge(exercise: Exercise, errors: dict[int, kernel.CellError], notebook: Any) -> Result:
    """Judge one exercise by the errors of its cells."""
    told: list[tuple[Outcome, str]] = []
    passed = 0.0
    for cell in exercise.grade_cells:
        failure = _failure(cell, errors.get(cell.index), notebook)
        if failure is None:
            passed += cell.points
        else:
            told.append(failure)
    if not exercise.grade_cells:
        told.append(("failed", "Its check cell is missing: fetch the notebook again."))
    outcomes = {outcome for outcome, _ in told}
    own = errors.get(exercise.index)
    broken = own is not None and not _expected(notebook.cells[exercise.index], own)
    outcome: Outcome
    if not told:
        outcome = "passed"
    elif "failed" in outcomes or broken or passed:
        outcome = "failed"
    else:
        outcome = "not run" if "not run" in outcomes else "not attempted"
    return Result(
        name=exercise.name,
        outcome=outcome,
        passed=passed,
        possible=exercise.points,
        hidden=exercise.hidden - exercise.hidden_here,
        message="\n".join(dict.fromkeys(text for _, text in told)) or None,
    )


def _failure(
    cell: GradeCell, error: kernel.CellError | None, notebook: Any
) -> tuple[Outcome, str] | None:
    """Say how a cell of checks failed; None if it passed."""
    if cell.changed or not _runs(notebook.cells[cell.index]):
        return (
            "failed",
            f"The check cell {cell.name} was edited, so its result means nothing "
            "(grading puts the original back): fetch the notebook again.",
        )
    if error is None:
        return None
    if error.name == _NOT_REACHED:
        return "not run", "The time for the whole notebook was used up before this check."
    if error.name == kernel.TIMEOUT:
        return "failed", f"The check {error.message}: is there a loop without an end?"
    if error.name == "NotAttempted":
        return "not attempted", error.message
    if error.name == "CheckFailed":
        return "failed", error.message
    return "failed", f"{error.name}: {error.message}"


def _cell_name(index: int, notebook: Any, names: dict[int, str]) -> str:
    """Name a cell so that a person finds it: its place, and its grade id or first line."""
    if index in names:
        return f"cell {index + 1} ({names[index]})"
    first = notebook.cells[index].source.strip().splitlines()[0]
    return f"cell {index + 1} (`{first if len(first) <= 40 else first[:39] + '…'}`)"


def _stopped(cell: str, error: kernel.CellError) -> str:
    """Say in one line how a cell that is no check ended."""
    if error.name == kernel.TIMEOUT:
        return f"{cell} {error.message}"
    message = _FILE_OF_CELL.sub(r"(line \1)", " ".join(error.message.split()))
    line = _LINE_OF_CELL.search(_ANSI.sub("", "\n".join(error.traceback)))
    at = f", line {line[1]}," if line else ""
    return f"{cell}{at} raised {error.name}: {message}"


@contextmanager
def _progress(path: Path, total: int) -> Iterator[Callable[[], None]]:
    """Count the cells that have run on stderr, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    done = 0
    width = 0

    def show(text: str) -> None:
        nonlocal width
        sys.stderr.write("\r" + text.ljust(width))
        sys.stderr.flush()
        width = len(text)

    def advance() -> None:
        nonlocal done
        done += 1
        show(f"{path.name}: {done} of {total} cells")

    show(f"{path.name}: starting Python")
    try:
        yield advance
    finally:
        show("")
        sys.stderr.write("\r")


def _print_report(report: Report) -> None:
    """Print the rows of one notebook and how many points its visible checks are good for."""
    if report.error is not None:
        return
    print(report.path)
    for _, text in report.stopped:
        print(f"  {text}")
    width = max(len(result.name) for result in report.results)
    for result in report.results:
        points = f"{result.passed:g} of {_count(result.possible, 'point')}"
        later = f", {_count(result.hidden, 'more check')} at grading" if result.hidden else ""
        print(f"  {result.outcome:13}  {result.name:{width}}  {points}{later}")
        if result.message is not None:
            print(textwrap.indent(result.message, " " * 6))
    print(
        f"Visible checks passed for {report.passed:g} of {_count(report.possible, 'point')}."
        + (f" {_count(report.hidden, 'more check')} run only at grading." if report.hidden else "")
        + (f" A person marks {_count(report.written, 'written answer')}." if report.written else "")
    )


def _count(number: float, noun: str) -> str:
    """Put a number and its noun together, in the plural unless there is one of it."""
    return f"{number:g} {noun}{'' if number == 1 else 's'}"


def _as_json(report: Report) -> dict[str, object]:
    """Bring a report into the form that the docstring of this module describes."""
    return {
        "path": str(report.path),
        "slug": report.slug,
        "error": report.error,
        "points": {"passed": report.passed, "possible": report.possible},
        "hidden_checks": report.hidden,
        "written_answers": report.written,
        "exercises": [
            {
                "name": result.name,
                "outcome": result.outcome,
                "points": {"passed": result.passed, "possible": result.possible},
                "hidden_checks": result.hidden,
                "message": result.message,
            }
            for result in report.results
        ],
        "stopped_cells": [{"cell": cell, "message": text} for cell, text in report.stopped],
    }
