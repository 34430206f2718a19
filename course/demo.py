"""The whole road, unattended, with a small made-up class.

``course demo`` copies one assignment and nbgrader's configuration into a temporary course. There
the class of `demo_class.yaml` fetches it, hands in, is graded and reads its feedback, all through
nbgrader's own classes. The scores must be those that the class file foretells.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from course import notebook as notebooks
from course import project
from course.errors import CourseError
from course.notebook import Exercise

if TYPE_CHECKING:
    from course.classroom import Classroom

P = ParamSpec("P")
T = TypeVar("T")

CLASS_FILE = Path(__file__).with_name("demo_class.yaml")


@dataclass(frozen=True)
class Student:
    """Describe what one student hands in."""

    name: str
    story: str
    solves: frozenset[str] | None = None
    """Names of the exercises they solve; None means all."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """Their wrong answers: text of the solution cell by name of the exercise."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """Points they must get, by exercise, where that is neither all nor, if left alone, none."""

    def expected(self, exercise: Exercise) -> float:
        """Return the points that this student must get for an exercise."""
        solved = self.solves is None or exercise.name in self.solves
        return self.scores.get(exercise.name, exercise.points if solved else 0.0)


@dataclass(frozen=True)
class Roster:
    """Hold the class: which assignment, and who does what."""

    slug: str
    students: tuple[Student, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``course demo``."""
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="DIR",
        help="go it in this new or empty directory (default: a temporary one)",
    )


def run(args: argparse.Namespace) -> int:
    """Go the road and print what came of it; return 0 if all is as it must be, else 1."""
    if args.keep and args.keep.exists() and not _is_empty_directory(args.keep):
        raise CourseError(f"{args.keep} is not an empty directory: name a new one")
    origin = project.require().root
    roster = read_roster(CLASS_FILE)
    directory = args.keep or Path(tempfile.mkdtemp(prefix="course-demo-"))
    faults = play(origin, roster, directory.resolve())
    print(f"All of it lies in {directory}; delete it when you have looked.")
    for fault in faults:
        print(f"WRONG: {fault}")
    print("The demo failed." if faults else "All figures are what they must be.")
    return 1 if faults else 0


def _is_empty_directory(path: Path) -> bool:
    return path.is_dir() and not any(path.iterdir())


def read_roster(path: Path) -> Roster:
    """Read a class file; raise `CourseError` if it does not hold what it should."""
    import yaml

    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        students = tuple(_student(name, entry) for name, entry in content["students"].items())
        return Roster(str(content["slug"]), students)
    except (OSError, yaml.YAMLError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise CourseError(f"{path} does not describe a class: {error!r}") from None


def _student(name: str, entry: Mapping[str, Any]) -> Student:
    """Read one student's entry."""
    solves, wrong, scores = entry["solves"], entry.get("wrong", {}), entry.get("scores", {})
    if set(wrong) - set(scores):
        raise ValueError(f"{name} answers wrong, but no score is foretold")
    return Student(
        name=name,
        story=str(entry["story"]),
        solves=None if solves == "all" else frozenset(map(str, solves)),
        wrong={str(exercise): str(code) for exercise, code in wrong.items()},
        scores={str(exercise): float(points) for exercise, points in scores.items()},
    )


def play(origin: Path, roster: Roster, directory: Path) -> list[str]:
    """Lead the class along the road in `directory`, print the table and return all faults.

    `origin` is the course directory to copy from. The feedback pages are named by their full path,
    below `directory`. Raises `CourseError` when a step fails or the class does not fit the course.
    """
    from course.classroom import Classroom

    room = _step("copy the course", Classroom, origin, roster.slug, directory)
    exercises = _exercises(room, roster)
    names = [student.name for student in roster.students]
    _step("generate the students' version", room.generate)
    _step("release it", room.hand_out)
    for student in roster.students:
        _step(f"{student.name} fetches, works, submits", _take_part, room, student)
    _step("collect", room.collect)
    for name in names:
        _step(f"grade {name}", room.grade, name)
    _step("make feedback", room.make_feedback)
    _step("release feedback", room.hand_out_feedback)
    pages = {name: _step(f"{name} fetches feedback", room.fetch_feedback, name) for name in names}
    scores = {name: room.scores(name) for name in names}
    print()
    faults = _print_table(roster.students, exercises, scores)
    print()
    for student in roster.students:
        print(f"{student.name}: {student.story}")
        for page in pages[student.name]:
            print(f"    feedback: {page}")
        if len(pages[student.name]) != len(room.authored()):
            faults.append(
                f"{student.name} got {len(pages[student.name])} feedback pages, "
                f"should get {len(room.authored())}"
            )
    return faults


def _step(what: str, action: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Take one step, say how long it took and return what it returned."""
    print(f"{what:40}", end="", flush=True)
    begin = time.perf_counter()
    try:
        result = action(*args, **kwargs)
    except BaseException:
        print("failed")
        raise
    print(f"{time.perf_counter() - begin:5.1f} s")
    return result


def _exercises(room: Classroom, roster: Roster) -> list[Exercise]:
    """List the exercises of the assignment; raise if the class file names one that is not there."""
    exercises = [
        exercise
        for authored in room.authored().values()
        for exercise in notebooks.exercises(authored)
    ]
    there = {exercise.name for exercise in exercises}
    for student in roster.students:
        unknown = sorted({*(student.solves or ()), *student.wrong, *student.scores} - there)
        if unknown:
            raise CourseError(
                f"the class file lets {student.name} answer {', '.join(unknown)}, "
                f"which is no exercise of {roster.slug}"
            )
    return exercises


def _take_part(room: Classroom, student: Student) -> None:
    """Let one student fetch the assignment, write their answers and hand in."""
    from course.outputs import write

    directory = room.fetch(student.name)
    for name, authored in room.authored().items():
        path = directory / f"{name}.ipynb"
        fetched = notebooks.read(path)
        solutions = notebooks.solutions(authored)
        for exercise in notebooks.exercises(fetched):
            cell = fetched.cells[exercise.index]
            if exercise.name in student.wrong:
                cell.source = student.wrong[exercise.name]
            elif student.solves is None or exercise.name in student.solves:
                cell.source = solutions[exercise.name]
        write(fetched, path)
    room.hand_in(student.name)


def _print_table(
    students: Sequence[Student],
    exercises: Sequence[Exercise],
    scores: Mapping[str, Mapping[str, float]],
) -> list[str]:
    """Print points by exercise and student with the totals; return where they are not right."""
    faults: list[str] = []
    rows: list[tuple[str, float, list[float]]] = []
    for exercise in exercises:
        row = []
        for student in students:
            got = sum(scores[student.name][cell.name] for cell in exercise.grade_cells)
            should = student.expected(exercise)
            if got != should:
                faults.append(
                    f"{student.name} got {got:g} points for {exercise.name}, should get {should:g}"
                )
            row.append(got)
        rows.append((exercise.name, exercise.points, row))
    total = [sum(row[2][column] for row in rows) for column in range(len(students))]
    rows.append(("total", sum(row[1] for row in rows), total))
    first = max(len(row[0]) for row in rows)
    widths = [max(len(student.name), 5) for student in students]
    heads = "  ".join(f"{s.name:>{w}}" for s, w in zip(students, widths, strict=True))
    print(f"{'exercise':{first}}  {'of':>4}  {heads}")
    for name, possible, points in rows:
        figures = "  ".join(f"{p:>{w}g}" for p, w in zip(points, widths, strict=True))
        print(f"{name:{first}}  {possible:>4g}  {figures}")
    return faults
