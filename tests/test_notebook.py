from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from course import notebook as notebooks
from course.errors import CourseError
from course.notebook import Exercise
from tests import support


def named(exercises: list[Exercise], name: str) -> Exercise:
    (found,) = (exercise for exercise in exercises if exercise.name == name)
    return found


def test_exercises_in_order_with_points_and_checks() -> None:
    found = notebooks.exercises(support.tiny_notebook())
    assert [exercise.name for exercise in found] == ["double", "last-row", "predict-strides"]
    double = found[0]
    assert [cell.name for cell in double.grade_cells] == ["check-double", "check-double-pure"]
    assert (double.points, double.visible, double.hidden, double.hidden_here) == (2, 2, 3, 3)
    assert not any(cell.changed for cell in double.grade_cells)


def test_a_released_copy_keeps_the_number_of_hidden_checks_and_not_the_checks(tiny: Path) -> None:
    released = support.answered(tiny, "tiny", {})
    assert "hidden_case" not in json.dumps(released)
    double = named(notebooks.exercises(released), "double")
    assert (double.visible, double.hidden, double.hidden_here) == (2, 3, 0)


def test_a_graded_solution_cell_is_no_exercise_and_ends_the_one_before() -> None:
    notebook = support.tiny_notebook()
    by_hand = nbformat.from_dict(support.cell(notebook, "check-double"))
    by_hand.metadata.nbgrader.update(grade_id="essay", solution=True, locked=False)
    notebook.cells.insert(notebook.cells.index(support.cell(notebook, "check-double")), by_hand)
    found = notebooks.exercises(notebook)
    assert "essay" not in [exercise.name for exercise in found]
    assert named(found, "double").grade_cells == ()


def test_of_a_copied_cell_the_last_one_counts_as_at_grading() -> None:
    notebook = support.tiny_notebook()
    copied = nbformat.from_dict(support.cell(notebook, "double"))
    position = notebook.cells.index(support.cell(notebook, "double"))
    notebook.cells.insert(position, copied)
    assert notebooks.duplicates(notebook) == ["double"]
    assert named(notebooks.exercises(notebook), "double").index == position + 1


def test_damaged_nbgrader_metadata_is_passed_over() -> None:
    notebook = support.tiny_notebook()
    notebook.cells[0].metadata["nbgrader"] = "nonsense"
    notebook.cells[1].metadata["nbgrader"] = {"solution": True}
    support.cell(notebook, "check-double").metadata.nbgrader["points"] = "many"
    assert named(notebooks.exercises(notebook), "double").points == 1


def test_a_grade_cell_that_is_not_python_counts_no_checks() -> None:
    notebook = support.tiny_notebook()
    support.cell(notebook, "check-last-row").source = "%%bash\nls"
    assert named(notebooks.exercises(notebook), "last-row").visible == 0


def test_an_edited_check_of_a_released_notebook_is_noticed(tmp_path: Path, tiny: Path) -> None:
    room = support.classroom(tiny, "tiny", tmp_path / "room")
    released = room.released()["tiny"]
    assert not any(c.changed for e in notebooks.exercises(released) for c in e.grade_cells)
    support.cell(released, "check-last-row").source = "pass"
    changed = [c.name for e in notebooks.exercises(released) for c in e.grade_cells if c.changed]
    assert changed == ["check-last-row"]


def test_solutions_are_what_a_learner_would_have_written() -> None:
    solutions = notebooks.solutions(support.tiny_notebook())
    assert solutions["last-row"].endswith("    window_on_t = t[-1]\n    return window_on_t")
    assert "###" not in "".join(solutions.values())


def test_regions_are_read_without_their_marks() -> None:
    source = "a\n### BEGIN HIDDEN TESTS\nb\n### END HIDDEN TESTS\nc"
    assert notebooks.hidden_lines(source) == ["b"]
    assert notebooks.solution_lines("# BEGIN SOLUTION\nx\ny\n# END SOLUTION") == ["x", "y"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "there is no file"),
        (b"{", "its JSON is broken (Expecting"),
        (b"\xff\xfe{\x00", "is not UTF-8"),
        (b"\xef\xbb\xbf{}", "byte order mark"),
        (b"[1]", "not a notebook: it has no cells"),
        (b'{"cells": 3, "nbformat": 4, "nbformat_minor": 5}', "not a valid notebook"),
        (b'{"cells": [], "nbformat": "x"}', "not a valid notebook"),
        (b"[" * 100_000, "its JSON is broken"),
        (
            b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
            "not one of this course",
        ),
        (
            b'{"cells": [], "metadata": {"autograd_course": 1}, "nbformat": 4,'
            b' "nbformat_minor": 5}',
            "not one of this course",
        ),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(
    tmp_path: Path, content: bytes | None, says: str
) -> None:
    path = tmp_path / "x.ipynb"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CourseError) as raised:
        notebooks.read(path)
    assert says in str(raised.value)
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_directory_is_no_notebook(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="is a directory"):
        notebooks.read(tmp_path)


def test_cells_without_ids_are_read(tmp_path: Path) -> None:
    notebook = support.tiny_notebook()
    for cell in notebook.cells:
        del cell["id"]
    path = tmp_path / "old.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    assert len(notebooks.exercises(notebooks.read(path))) == 3


def test_reading_the_structure_needs_no_heavy_import() -> None:
    code = (
        "import sys, course.notebook, course.judge, course.demo, course.outputs, course.classroom;"
        "print(sorted({'torch', 'nbgrader', 'nbclient', 'nbformat', 'yaml'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
