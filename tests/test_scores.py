from __future__ import annotations

from pathlib import Path

import pytest

from course import notebook as notebooks
from course.classroom import Classroom
from tests import support

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def room(graded_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Classroom:
    """Grade two submissions of a lesson: one untouched, one with the authors' solutions."""
    slug = graded_path.parent.name
    room = support.classroom(support.ROOT, slug, tmp_path_factory.mktemp(slug) / "room")
    room.submit_directly("untouched", room.released())
    room.submit_directly("solved", room.authored())
    for student in ("untouched", "solved"):
        room.grade(student)
    return room


def possible(room: Classroom) -> dict[str, float]:
    points = {
        cell.name: cell.points
        for authored in room.authored().values()
        for exercise in notebooks.exercises(authored)
        for cell in exercise.grade_cells
    }
    assert points
    return points


def test_the_untouched_release_scores_exactly_nothing(room: Classroom) -> None:
    assert room.scores("untouched") == dict.fromkeys(possible(room), 0.0)


def test_the_solved_source_scores_every_point(room: Classroom) -> None:
    assert room.scores("solved") == possible(room)


def test_a_person_is_asked_for_written_answers_and_only_where_there_is_one(room: Classroom) -> None:
    written = {
        name
        for authored in room.authored().values()
        for name in notebooks.written_answers(authored)
    }
    assert room.waiting("solved") == written
    assert room.waiting("untouched") == set()


def test_the_untouched_release_runs_to_its_end_and_is_told_unwritten(room: Classroom) -> None:
    for graded in room.graded("untouched").values():
        for cell in graded.cells:
            raised = [
                output["ename"]
                for output in cell.get("outputs", [])
                if output["output_type"] == "error"
            ]
            marks = cell.metadata.get("nbgrader", {})
            if marks.get("grade") and not marks.get("solution"):
                assert raised == ["NotAttempted"]
            elif "raises-exception" not in cell.metadata.get("tags", []):
                assert raised == [], cell.source
