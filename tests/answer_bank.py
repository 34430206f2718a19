"""The answer bank: answers with known worth, put through real grading.

`tests/answers/<slug>/<exercise>.py` holds answers to one exercise in percent cells::

    # %% right: a temporary copy
    # %% wrong: tuple swap of views | visible | view
    # %% lazy: right for the visible example only | hidden

After kind and title comes what must catch the answer (a visible check, or hidden ones alone), then
words of which each must stand in a message of the exercise's checks. Every answer is a submission
of its own, in which the other exercises hold the authors' solution.

For authors: ``python -m tests.answer_bank SLUG [EXERCISE]`` prints what became of each answer.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from course import notebook as notebooks
from course.checks import HIDDEN_PREFIX
from course.classroom import Classroom
from course.errors import CourseError
from course.notebook import Exercise
from tests import support

ANSWERS = support.ROOT / "tests" / "answers"
MINIMUM = {"wrong": 4, "right": 2, "lazy": 1}
"""How many answers of each kind every exercise has at least."""

_HEADER = re.compile(r"#\s*%%")
_KINDS = tuple(MINIMUM)
_CATCHERS = ("visible", "hidden")


class BankError(Exception):
    """Say what is wrong with the bank itself: which file, which line."""


@dataclass(frozen=True)
class Answer:
    """Hold one answer: the text of the solution cell, and what must become of it."""

    exercise: str
    kind: str
    title: str
    code: str
    caught_by: str | None = None
    words: tuple[str, ...] = ()
    line: int = 0

    def __str__(self) -> str:
        return f"{self.exercise}: {self.kind}: {self.title}"


@dataclass(frozen=True)
class Outcome:
    """Say what grading made of one answer."""

    points: float
    possible: float
    messages: tuple[str, ...] = ()
    """What the failed checks of the exercise said, one text per grade cell."""
    lost: tuple[str, ...] = ()
    """Grade cells of other exercises that lost points because of this answer."""

    @property
    def failures(self) -> tuple[list[str], list[str]]:
        """Return the first lines of the visible failures and of the hidden ones."""
        visible: list[str] = []
        hidden: list[str] = []
        for message in self.messages:
            lines = message.split("\n")
            told = [line for line in lines[1:] if line and not line[0].isspace()] or lines[:1]
            for line in told:
                (hidden if line.startswith(HIDDEN_PREFIX) else visible).append(line)
        return visible, hidden


def parse(text: str, exercise: str) -> list[Answer]:
    """Read the percent cells of one file; raise `BankError` naming the line that is wrong."""
    answers: list[Answer] = []
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if _HEADER.match(line)]
    if not starts:
        raise BankError(f"{exercise}.py: no answer: each begins with a line `# %% kind: title`")
    for number, line in enumerate(lines[: starts[0]], 1):
        if line.strip() and not line.startswith("#"):
            raise BankError(f"{exercise}.py, line {number}: code before the first answer")
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        code = "\n".join(lines[start + 1 : end]).strip("\n")
        answers.append(_answer(exercise, start + 1, lines[start], code))
    twice = [title for title, n in Counter(a.title for a in answers).items() if n > 1]
    if twice:
        raise BankError(f"{exercise}.py: two answers are called {twice[0]!r}")
    return answers


def _answer(exercise: str, line: int, header: str, code: str) -> Answer:
    """Read one header; raise `BankError` if it does not say what it must."""
    place = f"{exercise}.py, line {line}"
    kind_and_title, *rest = (part.strip() for part in _HEADER.sub("", header, count=1).split("|"))
    kind, colon, title = (part.strip() for part in kind_and_title.partition(":"))
    if not colon or kind not in _KINDS or not title:
        raise BankError(f"{place}: a header is `# %% right|wrong|lazy: title`, not {header!r}")
    if not code.strip():
        raise BankError(f"{place}: {title!r} has no code")
    if kind == "right" and rest:
        raise BankError(f"{place}: a right answer is caught by nothing, take away {rest}")
    if kind == "wrong" and not rest:
        raise BankError(f"{place}: say what must catch {title!r}: `| visible` or `| hidden`")
    if rest and rest[0] not in _CATCHERS:
        raise BankError(f"{place}: {rest[0]!r} should be `visible` or `hidden`")
    if not all(rest):
        raise BankError(f"{place}: there is nothing between two bars")
    caught_by = rest[0] if rest else None
    return Answer(exercise, kind, title, code, caught_by, tuple(rest[1:]), line)


def judge(answer: Answer, outcome: Outcome) -> list[str]:
    """List what is wrong with the outcome of an answer: nothing if it is as the bank says."""
    full = outcome.points >= outcome.possible
    visible, hidden = outcome.failures
    if answer.kind == "right":
        if full and outcome.lost:
            return [f"{answer}: right, but with it the rest lost {', '.join(outcome.lost)}"]
        if full:
            return []
        told = " / ".join(outcome.messages) or "no check failed"
        return [f"{answer}: right, but got {_of(outcome)}: {told}"]
    if full:
        return [f"{answer}: got full marks ({_of(outcome)})"]
    faults = []
    if answer.caught_by == "visible" and not visible:
        faults.append(f"{answer}: no visible check failed, only: {_listed(hidden)}")
    if answer.caught_by == "hidden" and not visible and not hidden:
        faults.append(f"{answer}: no hidden check failed, nor any other")
    if answer.caught_by == "hidden" and visible:
        faults.append(f"{answer}: should fail hidden checks alone, but: {_listed(visible)}")
    said = " ".join(" ".join(outcome.messages).split()).casefold()
    for words in answer.words:
        if " ".join(words.split()).casefold() not in said:
            faults.append(f"{answer}: no message has the words {words!r}: {said or 'nothing said'}")
    return faults


def _of(outcome: Outcome) -> str:
    return f"{outcome.points:g} of {outcome.possible:g} points"


def _listed(lines: Sequence[str]) -> str:
    return " / ".join(lines) or "none"


def load(directory: Path, exercises: Sequence[str]) -> tuple[list[Answer], list[str]]:
    """Read all answers of one lesson; return them and the faults of the bank itself.

    Faults are a missing directory, a file that belongs to no exercise, an exercise without a file
    or with too few answers, and what cannot be parsed.
    """
    answers: list[Answer] = []
    faults: list[str] = []
    if not directory.is_dir():
        return [], [f"there are no answers: {directory.name}/ is missing"]
    files = {path.stem: path for path in sorted(directory.iterdir()) if path.name[0] not in "._"}
    for name, path in files.items():
        if name not in exercises or path.suffix != ".py":
            faults.append(f"{path.name}: belongs to no exercise ({', '.join(exercises)})")
    for name in exercises:
        if name not in files:
            faults.append(f"{name}: has no file of answers")
            continue
        try:
            found = parse(files[name].read_text(encoding="utf-8"), name)
        except (BankError, UnicodeDecodeError) as error:
            faults.append(str(error))
            continue
        answers += found
        counts = Counter(answer.kind for answer in found)
        faults += [
            f"{name}: has {counts[kind]} {kind} answers, needs {least}"
            for kind, least in MINIMUM.items()
            if counts[kind] < least
        ]
    return answers, faults


class Grader:
    """Grade answers to the exercises of one lesson in a temporary course."""

    def __init__(self, room: Classroom) -> None:
        self._room = room
        self._solutions: dict[str, str] = {}
        self.exercises: dict[str, Exercise] = {}
        for notebook in room.authored().values():
            self._solutions |= notebooks.solutions(notebook)
            self.exercises |= {each.name: each for each in notebooks.exercises(notebook)}
        self._possible = {
            cell.name: cell.points
            for exercise in self.exercises.values()
            for cell in exercise.grade_cells
        }

    def grade(self, answer: Answer, student: str) -> Outcome:
        """Grade one answer as the submission of a student, through nbgrader."""
        contents = self._room.released()
        for notebook in contents.values():
            for exercise in notebooks.exercises(notebook):
                same = exercise.name == answer.exercise
                text = answer.code if same else self._solutions[exercise.name]
                notebook.cells[exercise.index].source = text
        self._room.submit_directly(student, contents)
        self._room.grade(student)
        scores = self._room.scores(student)
        exercise = self.exercises[answer.exercise]
        own = {cell.name for cell in exercise.grade_cells}
        return Outcome(
            points=sum(scores[name] for name in own),
            possible=exercise.points,
            messages=tuple(self._messages(student, own)),
            lost=tuple(
                name
                for name, points in self._possible.items()
                if name not in own and scores[name] != points
            ),
        )

    def _messages(self, student: str, cells: set[str]) -> Iterator[str]:
        """Go through what the named grade cells of a graded copy said."""
        for notebook in self._room.graded(student).values():
            for cell in notebook.cells:
                if cell.metadata.get("nbgrader", {}).get("grade_id") not in cells:
                    continue
                for output in cell.outputs:
                    if output["output_type"] == "error":
                        ours = output["ename"] in ("CheckFailed", "NotAttempted")
                        yield ("" if ours else f"{output['ename']}: ") + output["evalue"]


_grader: Grader | None = None
"""The temporary course of this process, when it is one of several that grade."""


def _open_course(course: Path, slug: str, place: Path) -> None:
    """Make this process's own temporary course."""
    global _grader
    _grader = Grader(support.classroom(course, slug, place / str(os.getpid())))


def _grade(answer: Answer, student: str) -> Outcome | str:
    """Grade one answer in this process's course; return the outcome, or why there is none."""
    assert _grader is not None
    try:
        return _grader.grade(answer, student)
    except CourseError as error:
        return str(error)


def run(
    slug: str,
    course: Path,
    bank: Path,
    *,
    only: str | None = None,
    progress: Callable[[str], object] = lambda _: None,
    report: Callable[[Answer, Outcome, Sequence[str]], object] = lambda *_: None,
) -> list[str]:
    """Put the answers of one lesson through grading and return all faults.

    `course` is a course directory, `bank` holds a directory of answers per lesson, `only` picks
    one exercise. A lesson of which nothing was graded is a fault too. One process per processor
    grades, each in a course of its own.
    """
    names = [
        exercise.name
        for path in sorted((course / "source" / slug).glob("*.ipynb"))
        for exercise in notebooks.exercises(notebooks.read(path))
    ]
    if only is not None and only not in names:
        return [f"{only} is no exercise of {slug}: it has {', '.join(names)}"]
    answers, faults = load(bank / slug, names)
    if only is not None:
        answers = [answer for answer in answers if answer.exercise == only]
        faults = [fault for fault in faults if fault.startswith((f"{only}:", f"{only}.py"))]
    if not answers:
        return [*faults, f"{slug}: no answer was graded"]
    with (
        tempfile.TemporaryDirectory(prefix="answer-bank-", ignore_cleanup_errors=True) as place,
        ProcessPoolExecutor(
            min(os.cpu_count() or 1, len(answers)),
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_open_course,
            initargs=(course, slug, Path(place).resolve()),
        ) as pool,
    ):
        students = [f"answer-{number}" for number in range(1, len(answers) + 1)]
        outcomes = pool.map(_grade, answers, students)
        for number, (answer, outcome) in enumerate(zip(answers, outcomes, strict=True), 1):
            progress(f"{number} of {len(answers)}: {answer}")
            if isinstance(outcome, str):
                faults.append(f"{answer}: could not be graded: {outcome}")
                continue
            verdict = judge(answer, outcome)
            report(answer, outcome, verdict)
            faults += verdict
    return faults


def told(faults: Sequence[str]) -> str:
    """Put faults together into one text to read."""
    return f"{len(faults)} faults:\n" + "\n".join(f"  - {fault}" for fault in faults)


def _show(answer: Answer, outcome: Outcome, verdict: Sequence[str]) -> None:
    """Print one answer, its points and what the checks said."""
    mark = "FAULT" if verdict else "ok"
    print(f"{mark:5}  {outcome.points:g}/{outcome.possible:g}  {answer}")
    for message in outcome.messages:
        print("\n".join(f"              {line}" for line in message.split("\n")))


def main(argv: Sequence[str] | None = None) -> int:
    """Print what became of each answer of a lesson; return 1 if there is a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.answer_bank", description=main.__doc__)
    parser.add_argument("slug", metavar="SLUG", nargs="?", help="lesson (default: all)")
    parser.add_argument("exercise", metavar="EXERCISE", nargs="?")
    args = parser.parse_args(argv)
    slugs = [args.slug] if args.slug else sorted({p.parent.name for p in support.GRADED})
    faults: list[str] = [] if slugs else ["there is no notebook with exercises in source/"]
    try:
        for slug in slugs:
            faults += run(slug, support.ROOT, ANSWERS, only=args.exercise, report=_show)
    except CourseError as error:
        print(f"course: {error}", file=sys.stderr)
        return 2
    print(told(faults) if faults else "Every answer got what it deserves.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
