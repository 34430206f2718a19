"""The answer bank: answers with known worth, put through real grading.

`tests/answers/<slug>/<exercise>.py` holds answers to one exercise in percent cells::

    # %% right: a temporary copy
    # %% wrong: tuple swap of views | visible | view
    # %% lazy: right for the visible example only | hidden

After kind and title comes what must catch the answer (a visible check, or hidden ones alone), then
words of which each must stand in a message of the exercise's checks.

An answer is graded in a submission in which the other exercises hold the authors' solution. To
save time a submission carries answers to several exercises, if none of them uses a name that
another one defines. When anything in such a submission is not as the bank says, each of its
answers is graded again in a submission of its own, and that is what counts.

For authors: ``python -m tests.answer_bank SLUG [EXERCISE]`` prints what became of each answer.
"""

from __future__ import annotations

import argparse
import ast
import multiprocessing
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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
    if not outcome.possible:  # a check worth no point still passes or fails
        full = not outcome.messages
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

    def grade(self, answers: Sequence[Answer], student: str) -> list[Outcome]:
        """Grade answers to different exercises as one submission of a student, through nbgrader.

        `lost` of each outcome names cells of exercises that none of the answers is for.
        """
        given = {answer.exercise: answer.code for answer in answers}
        contents = self._room.released()
        for notebook in contents.values():
            for exercise in notebooks.exercises(notebook):
                text = given.get(exercise.name, self._solutions[exercise.name])
                notebook.cells[exercise.index].source = text
        self._room.submit_directly(student, contents)
        self._room.grade(student)
        scores = self._room.scores(student)
        cells = {name: {cell.name for cell in self.exercises[name].grade_cells} for name in given}
        lost = tuple(
            name
            for name, points in self._possible.items()
            if scores[name] != points and not any(name in own for own in cells.values())
        )
        return [
            Outcome(
                points=sum(scores[name] for name in cells[answer.exercise]),
                possible=self.exercises[answer.exercise].points,
                messages=tuple(self._messages(student, cells[answer.exercise])),
                lost=lost,
            )
            for answer in answers
        ]

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


def _grade(answers: Sequence[Answer], student: str) -> list[Outcome | str]:
    """Grade a batch in this process's course; return each outcome, or why there is none."""
    try:
        together = _submit(answers, student)
        if len(answers) == 1 or not any(map(_is_wrong, answers, together)):
            return together
        return [
            outcome
            for number, answer in enumerate(answers, 1)
            for outcome in _submit([answer], f"{student}-{number}")
        ]
    except CourseError as error:
        return [str(error)] * len(answers)


def _submit(answers: Sequence[Answer], student: str) -> list[Outcome | str]:
    assert _grader is not None
    return [*_grader.grade(answers, student)]


def _is_wrong(answer: Answer, outcome: Outcome | str) -> bool:
    """Whether an outcome calls for grading the answer alone."""
    return isinstance(outcome, str) or bool(judge(answer, outcome))


@dataclass(frozen=True)
class _Names:
    """Hold the global names that an answer defines, and all that it or its checks use."""

    defined: frozenset[str]
    used: frozenset[str]

    def meets(self, other: _Names) -> bool:
        """Whether one of the two may be seen by the other."""
        seen_here = self.defined & (other.used | other.defined)
        return bool(seen_here or other.defined & self.used)


_REACHES_FURTHER = {"exec", "eval", "globals", "setattr", "get_ipython", "__import__"}


def _names(code: str, cells: Sequence[str]) -> _Names | None:
    """Find the names of an answer and of its grade cells; None if they cannot be known."""
    try:
        answer, checks = ast.parse(code), [ast.parse(cell) for cell in cells]
    except SyntaxError:
        return None
    nodes = list(ast.walk(answer))
    used = {
        node.id
        for node in (*nodes, *(node for tree in checks for node in ast.walk(tree)))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    local = {node.arg for node in nodes if isinstance(node, ast.arg)} | {
        node.id
        for node in nodes
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del)
    }
    if used & _REACHES_FURTHER or any(
        isinstance(node, ast.Global) or _changes_a_stranger(node, local) for node in nodes
    ):
        return None
    return _Names(frozenset(_globals(answer.body)), frozenset(used))


def _changes_a_stranger(node: ast.AST, local: set[str]) -> bool:
    """Whether a node sets an attribute of something that the answer did not make or receive."""
    if not (isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del)):
        return False
    root: ast.AST = node
    while isinstance(root, ast.Attribute | ast.Subscript | ast.Call):
        root = root.func if isinstance(root, ast.Call) else root.value
    return not isinstance(root, ast.Name) or root.id not in local


def _globals(body: Sequence[ast.AST]) -> Iterator[str]:
    """Go through the names that statements bind outside of any function or class.

    A plain `import torch` binds what the name stands for everywhere, so it does not count.
    """
    for node in body:
        if isinstance(node, ast.Import) and not any(name.asname for name in node.names):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).split(".")[0]
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node.id
        else:
            yield from _globals(list(ast.iter_child_nodes(node)))


def batches(answers: Sequence[Answer], checks: Mapping[str, Sequence[str]]) -> list[list[Answer]]:
    """Put together answers to exercises that do not see each other; keep the others alone.

    `checks` gives the texts of each exercise's grade cells. Right answers stand only with right
    ones: whatever is lost beside them is a fault.
    """
    made: list[tuple[list[Answer], list[_Names]]] = []
    for answer in answers:
        names = _names(answer.code, checks[answer.exercise])
        for members, theirs in made:
            if (
                names is not None
                and theirs
                and (answer.kind == "right") == (members[0].kind == "right")
                and all(answer.exercise != member.exercise for member in members)
                and not any(names.meets(other) for other in theirs)
            ):
                members.append(answer)
                theirs.append(names)
                break
        else:
            made.append(([answer], [] if names is None else [names]))
    return [members for members, _ in made]


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
    checks = {
        exercise.name: [notebook.cells[cell.index].source for cell in exercise.grade_cells]
        for path in sorted((course / "source" / slug).glob("*.ipynb"))
        for notebook in [notebooks.read(path)]
        for exercise in notebooks.exercises(notebook)
    }
    names = list(checks)
    if only is not None and only not in names:
        return [f"{only} is no exercise of {slug}: it has {', '.join(names)}"]
    answers, faults = load(bank / slug, names)
    if only is not None:
        answers = [answer for answer in answers if answer.exercise == only]
        faults = [fault for fault in faults if fault.startswith((f"{only}:", f"{only}.py"))]
    if not answers:
        return [*faults, f"{slug}: no answer was graded"]
    submissions = batches(answers, checks)
    with (
        tempfile.TemporaryDirectory(prefix="answer-bank-", ignore_cleanup_errors=True) as place,
        ProcessPoolExecutor(
            min(os.cpu_count() or 1, len(submissions)),
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_open_course,
            initargs=(course, slug, Path(place).resolve()),
        ) as pool,
    ):
        students = [f"answers-{number}" for number in range(1, len(submissions) + 1)]
        done = 0
        for batch, outcomes in zip(
            submissions, pool.map(_grade, submissions, students), strict=True
        ):
            for answer, outcome in zip(batch, outcomes, strict=True):
                done += 1
                progress(f"{done} of {len(answers)}: {answer}")
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
