"""The index of the lessons: in step with `release/`, and what it says of a notebook."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import nbformat
import pytest

from course import cli, lessons, release
from course import notebook as notebooks
from course.errors import CourseError
from course.project import Project, require
from tests import support


def course_with_package(tiny: Path) -> Project:
    """Make of the tiny course one that holds the package, with a release in step."""
    (tiny / "course").mkdir()
    (tiny / "course" / "__init__.py").touch()
    assert cli.main(["release", "--directory", str(tiny)]) == 0
    return require(tiny)


def test_it_is_what_release_makes_it() -> None:
    assert lessons.differences(Project(support.ROOT)) == []


def test_it_lists_every_released_notebook_in_order() -> None:
    released = sorted(path.parent.name for path in support.ROOT.glob("release/*/*.ipynb"))
    assert [lesson.slug for lesson in lessons.load()] == released
    for lesson in lessons.load():
        assert (support.ROOT / "release" / lesson.slug / lesson.notebook).is_file()
        assert lesson.title
        assert "\n" not in lesson.title


def test_its_checks_are_those_of_the_sources(source_path: Path) -> None:
    notebook = notebooks.read(source_path)
    (lesson,) = (each for each in lessons.load() if each.slug == source_path.parent.name)
    wanted = {
        cell.name: cell.points
        for exercise in notebooks.exercises(notebook)
        for cell in exercise.grade_cells
    }
    assert {check.grade_id: check.points for check in lesson.checks} == wanted


def test_stretch_is_what_a_heading_calls_so() -> None:
    stretch = {
        (lesson.slug, check.grade_id)
        for lesson in lessons.load()
        for check in lesson.checks
        if check.stretch
    }
    assert ("2-saved-tensors", "check-gradients-are-honest") in stretch
    assert ("2-saved-tensors", "check-grad-modes") not in stretch
    assert {slug for slug, _ in stretch} >= {"3-no-grad-and-detach", "4-zero-grad-loops"}


def test_blanks_around_a_cell_do_not_change_its_digest() -> None:
    assert lessons.digest("x = 1\n\n") == lessons.digest("\nx = 1")
    assert lessons.digest("x = 1") != lessons.digest("x = 2")


def test_release_makes_it_and_check_compares_it(
    tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course = course_with_package(tiny)
    assert capsys.readouterr().out.endswith("course/lessons.json: made\n")
    path = course.root / "course" / "lessons.json"
    text = path.read_text(encoding="utf-8")
    assert "doubled_numbers" not in text  # a word of the solution
    (tiny_lesson,) = json.loads(text)["lessons"]
    assert (tiny_lesson["slug"], tiny_lesson["notebook"]) == ("tiny", "tiny.ipynb")
    assert [check["exercise"] for check in tiny_lesson["checks"]][:2] == ["double", "double"]
    assert cli.main(["release", "--directory", str(tiny)]) == 0
    assert "lessons.json" not in capsys.readouterr().out
    assert cli.main(["release", "--check", "--directory", str(tiny)]) == 0

    path.write_text(text.replace('"points": 1', '"points": 9'), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    assert cli.main(["release", "--check", "--directory", str(tiny)]) == 1
    assert "course/lessons.json: differs from what release/ makes it\n" in capsys.readouterr().out
    path.unlink()
    assert release.differences(course) == ["course/lessons.json: missing"]


def test_a_course_without_the_package_has_none(tiny: Path) -> None:
    assert cli.main(["release", "--directory", str(tiny)]) == 0
    assert lessons.differences(require(tiny)) == []
    assert not (tiny / "course").exists()


def test_a_release_that_cannot_be_read_is_a_difference_not_a_crash(tiny: Path) -> None:
    course = course_with_package(tiny)
    broken = course.release / "tiny" / "tiny.ipynb"
    broken.write_text("{", encoding="utf-8")
    (line,) = lessons.differences(course)
    assert line.startswith("course/lessons.json: cannot be compared: ")


def test_two_checks_with_the_same_text_are_refused(tmp_path: Path) -> None:
    source = next(support.ROOT.glob("release/1-*"))
    for slug in ("1-one", "2-two"):
        shutil.copytree(source, tmp_path / slug)
    with pytest.raises(CourseError, match="have the same text"):
        lessons.build(tmp_path)


def test_editors_leftovers_are_no_lesson(tmp_path: Path) -> None:
    shutil.copytree(next(support.ROOT.glob("release/1-*")), tmp_path / ".ipynb_checkpoints")
    assert json.loads(lessons.build(tmp_path)) == {"lessons": []}


def test_the_title_is_a_heading_and_no_comment_of_a_program(tmp_path: Path) -> None:
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_markdown_cell("```\n# no title\n```\n\n## A title\n# Other")]
    )
    notebook.metadata["autograd_course"] = {"slug": "1-one"}
    support.save(notebook, tmp_path / "1-one" / "one.ipynb")
    assert json.loads(lessons.build(tmp_path))["lessons"][0]["title"] == "A title"
