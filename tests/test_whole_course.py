"""The whole course taken by a learner, once with right answers and once with typical wrong ones."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

from course import notebook as notebooks
from course import progress
from tests import answer_bank, support

pytestmark = pytest.mark.slow

Answers = Callable[[NotebookNode, str], dict[str, str]]
"""From an authored notebook and its slug to the text of solution cells, by exercise."""


def right(authored: NotebookNode, slug: str) -> dict[str, str]:
    """Answer with the authors' solutions."""
    return {e.name: authored.cells[e.index].source for e in notebooks.exercises(authored)}


def wrong(authored: NotebookNode, slug: str) -> dict[str, str]:
    """Answer with the first answer of each bank that a visible check catches."""
    chosen: dict[str, str] = {}
    for exercise in notebooks.exercises(authored):
        path = answer_bank.ANSWERS / slug / f"{exercise.name}.py"
        answers = answer_bank.parse(path.read_text(encoding="utf-8"), exercise.name)
        chosen[exercise.name] = next(a.code for a in answers if a.caught_by == "visible")
    return chosen


def take(course: list[Path], work: Path, answers: Answers) -> None:
    """Run every released notebook in the learner's work directory, answered."""
    for source in course:
        slug = source.parent.name
        notebook = notebooks.read(support.ROOT / "release" / slug / source.name)
        for exercise in notebooks.exercises(notebook):
            cell = notebook.cells[exercise.index]
            cell.source = answers(notebooks.read(source), slug)[exercise.name]
        path = support.save(notebook, work / slug / source.name)
        client = NotebookClient(
            notebook, startup_timeout=300, resources={"metadata": {"path": str(path.parent)}}
        )
        client.execute()


def grade(source: Path, work: Path) -> None:
    """Grade a notebook of the learner's, and put the feedback page where it is fetched to."""
    slug, name = source.parent.name, source.stem
    room = support.classroom(support.ROOT, slug, work.parent / f"{work.name}-room")
    room.submit_directly("ada", {name: notebooks.read(work / slug / source.name)})
    room.grade("ada")
    room.make_feedback()
    fetched = work / slug / "feedback" / "2026-01-31 12:00:00 UTC"
    fetched.mkdir(parents=True)
    shutil.copy(room.root / "feedback" / "ada" / slug / f"{name}.html", fetched)


@pytest.fixture
def learner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away what says that answers are being judged, or where progress is kept."""
    for name in list(os.environ):
        if name.startswith(("COURSE_", "NBGRADER")):
            monkeypatch.delenv(name)


def test_right_answers_lead_to_passed(tmp_path: Path, learner: None) -> None:
    *lessons, gate = support.SOURCES
    take(lessons, tmp_path, right)
    before = progress.report(tmp_path)
    assert not before.passed
    assert all(not row.open for row in before.rows[:-1])
    assert before.rows[-1].count == 0
    take([gate], tmp_path, right)
    after = progress.report(tmp_path)
    assert after.passed
    assert not after.graded
    assert all(row.count == len(row.lesson.checks) for row in after.rows)
    assert "hand in 6-completion" in str(after)
    grade(gate, tmp_path)
    last = progress.report(tmp_path)
    assert last.graded
    assert "Next unit: 2.3" in str(last)


def test_typical_wrong_answers_do_not_pass(tmp_path: Path, learner: None) -> None:
    take(support.SOURCES, tmp_path, wrong)
    report = progress.report(tmp_path)
    assert not report.passed
    for source in support.SOURCES:
        (row,) = (row for row in report.rows if row.lesson.slug == source.parent.name)
        for exercise in notebooks.exercises(notebooks.read(source)):
            recorded = [cell.name in row.passed for cell in exercise.grade_cells]
            assert not all(recorded), f"{row.lesson.slug}: {exercise.name} counts as passed"
