from __future__ import annotations

import hashlib
import html
import re
import sys
from pathlib import Path

import pytest
import yaml
from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from course import classroom, demo
from course import notebook as notebooks
from course.errors import CourseError
from tests import leaks, support

needs_exchange = pytest.mark.skipif(
    sys.platform == "win32", reason="nbgrader's exchange does not work on Windows"
)


PLACES = (
    *("source", "release", "submitted", "autograded", "feedback"),
    *("exchange", "work", ".course", "gradebook.db"),
)
"""What nbgrader writes in a course directory."""


def fingerprint(course: Path) -> dict[str, str]:
    """Return a digest per file that lies in one of the places."""
    files = [course / place for place in PLACES if (course / place).is_file()]
    files += [path for place in PLACES for path in (course / place).rglob("*") if path.is_file()]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def hidden_and_shown(page: Path, authored: NotebookNode) -> tuple[list[str], str]:
    """Return the lines of hidden tests on a feedback page, and the first exercise it shows.

    An exercise is shown if every visible line of its first grade cell stands on the page, which
    proves that lines of code are found there at all.
    """
    text = html.unescape(re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8")))
    lines = {line.strip() for line in text.split("\n")}
    hidden = {
        line.strip() for cell in authored.cells for line in notebooks.hidden_lines(cell.source)
    }
    first = notebooks.exercises(authored)[0]
    source = authored.cells[first.grade_cells[0].index].source
    visible = {line.strip() for line in source.split("### BEGIN HIDDEN TESTS")[0].split("\n")}
    return sorted(hidden & leaks.secrets(authored) & lines), first.name if visible <= lines else ""


@pytest.mark.slow
@needs_exchange
def test_a_class_goes_the_whole_road(
    tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = fingerprint(tiny)
    roster = demo.read_roster(tiny / "demo_class.yaml")
    assert demo.play(tiny, roster, tmp_path / "place") == []
    lines = capsys.readouterr().out.splitlines()
    assert "double              2      2      2      0      1" in lines
    assert "total               5      5      2      0      4" in lines
    pages = [
        tmp_path / "place" / line.split("feedback: ")[1] for line in lines if "feedback: " in line
    ]
    assert len(pages) == 4
    for page in pages:
        assert hidden_and_shown(page, support.tiny_notebook()) == ([], "double")
    assert "given was changed by the call" in pages[-1].read_text(encoding="utf-8")
    assert fingerprint(tiny) == before


@pytest.mark.slow
@needs_exchange
def test_a_wrong_figure_and_a_missing_page_are_told(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roster = demo.Roster(
        "tiny",
        (demo.Student("ada", "solves one thing", frozenset({"double"}), scores={"last-row": 2}),),
    )
    monkeypatch.setattr("course.classroom.Classroom.fetch_feedback", lambda self, name: [])
    assert demo.play(tiny, roster, tmp_path / "place") == [
        "ada got 0 points for last-row, should get 2",
        "ada got 0 feedback pages, should get 1",
    ]


@pytest.mark.slow
def test_what_a_dying_kernel_says_goes_to_a_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "kernels.log"
    # Under pytest a kernel lets go of descriptor 2, so this is the process's own stderr.
    program = "import os\nos.write(2, b'farewell')\nos.abort()"
    client = NotebookClient(
        new_notebook(cells=[new_code_cell(program)]),
        kernel_manager_class=classroom._kernels_with_log(log),
        startup_timeout=300,
    )
    with pytest.raises(DeadKernelError):
        client.execute()
    assert "farewell" in log.read_text()
    assert capfd.readouterr().err == ""


@pytest.mark.slow
@needs_exchange
def test_the_real_class_on_the_real_course(tmp_path: Path) -> None:
    before = fingerprint(support.ROOT)
    done = support.course_command("demo", "--keep", str(tmp_path / "kept"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    assert done.stdout.endswith("All figures are what they must be.\n")
    roster = demo.read_roster(demo.CLASS_FILE)
    pages = list((tmp_path / "kept" / "homes").glob("*/*/feedback/*/*.html"))
    assert len(pages) == len(roster.students)
    (authored,) = (notebooks.read(p) for p in support.SOURCES if p.parent.name == roster.slug)
    for page in pages:
        assert hidden_and_shown(page, authored) == ([], "shares-memory")
    assert fingerprint(support.ROOT) == before


def test_the_real_class_does_what_its_stories_say() -> None:
    roster = demo.read_roster(demo.CLASS_FILE)
    authored = [notebooks.read(path) for path in support.SOURCES if path.parent.name == roster.slug]
    exercises = {e.name: e for notebook in authored for e in notebooks.exercises(notebook)}
    solved, half, untouched, *wrong = roster.students
    everything = sum(exercise.points for exercise in exercises.values())

    def total(student: demo.Student) -> float:
        return sum(student.expected(exercise) for exercise in exercises.values())

    assert total(solved) == everything
    assert everything / 4 < total(half) < everything * 3 / 4
    assert total(untouched) == 0
    assert len(wrong) >= 2
    for student in wrong:
        assert student.wrong.keys() <= exercises.keys()
        assert 0 < total(student) < everything
        for name, code in student.wrong.items():
            compile(code, name, "exec")


def test_a_course_without_source_is_told(tmp_path: Path) -> None:
    roster = demo.Roster("tiny", ())
    with pytest.raises(CourseError, match="needs a clone of the course"):
        demo.play(tmp_path, roster, tmp_path / "place")


def test_outside_a_course_it_says_so(tmp_path: Path) -> None:
    done = support.course_command("demo", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("course: no course directory")


def test_a_directory_with_something_in_it_is_not_filled(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("x", encoding="utf-8")
    done = support.course_command("demo", "--keep", str(tmp_path))
    assert done.returncode == 2
    assert "is not an empty directory" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    "content",
    [
        "slug: [",
        "students: {}",
        "slug: tiny\nstudents: {ada: {story: x}}",
        "slug: tiny\nstudents: [ada]",
        "slug: tiny\nstudents: {ada: {story: x, solves: all, wrong: {double: pass}}}",
        "slug: tiny\nstudents: {ada: {story: x, solves: all, scores: {double: many}}}",
    ],
)
def test_a_class_file_that_makes_no_sense_is_told(tmp_path: Path, content: str) -> None:
    path = tmp_path / "class.yaml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(CourseError, match="does not describe a class"):
        demo.read_roster(path)


@needs_exchange
def test_an_exercise_that_is_not_there_is_told(tiny: Path, tmp_path: Path) -> None:
    content = yaml.safe_load((tiny / "demo_class.yaml").read_text(encoding="utf-8"))
    content["students"]["ben"]["solves"] = ["treble"]
    path = tmp_path / "class.yaml"
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    with pytest.raises(CourseError, match="lets ben answer treble"):
        demo.play(tiny, demo.read_roster(path), tmp_path / "place")
