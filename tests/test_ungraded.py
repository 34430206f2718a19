"""A lesson without a graded cell goes the whole road: release, fetch, submit, grade, feedback."""

from __future__ import annotations

from pathlib import Path

import pytest

from course import cli
from course import notebook as notebooks
from course.classroom import Classroom
from tests import support

pytestmark = pytest.mark.slow

SLUG = "0-diagnostic"
STUDENT = "ada"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Classroom:
    """Lead the diagnostic of one student to the end."""
    room = support.classroom(support.ROOT, SLUG, tmp_path_factory.mktemp("ungraded") / "room")
    room.hand_out()
    room.fetch(STUDENT)
    room.hand_in(STUDENT)
    room.collect()
    room.grade(STUDENT)
    room.make_feedback()
    room.hand_out_feedback()
    return room


def test_it_is_fetched_as_it_was_authored(room: Classroom) -> None:
    (authored,) = room.authored().values()
    fetched = notebooks.read(room.homes / STUDENT / SLUG / "diagnostic.ipynb")
    assert [cell.source for cell in fetched.cells] == [cell.source for cell in authored.cells]


def test_it_is_run_and_gives_no_points(room: Classroom) -> None:
    assert room.scores(STUDENT) == {}
    (graded,) = room.graded(STUDENT).values()
    code = [cell for cell in graded.cells if cell.cell_type == "code"]
    assert code
    assert all(cell.execution_count for cell in code)
    errors = [output for cell in code for output in cell.outputs if output.output_type == "error"]
    assert errors == []


def test_its_feedback_can_be_read_and_folds_the_answers(room: Classroom) -> None:
    (page,) = room.fetch_feedback(STUDENT)
    text = page.read_text(encoding="utf-8")
    assert "Map of the unit" in text
    assert "Answer to question 8" in text
    assert "Take step 3" in text


def test_the_judge_passes_it_over(
    room: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    (fetched,) = room.released().values()
    support.save(fetched, tmp_path / "work" / SLUG / "diagnostic.ipynb")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["check"]) == 2
    told = capsys.readouterr().err
    assert "with an exercise to check" in told
    solved = support.tiny_notebook()
    support.save(solved, tmp_path / "work" / "tiny" / "tiny.ipynb")
    cli.main(["check"])
    assert "diagnostic" not in capsys.readouterr().out
