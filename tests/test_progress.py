"""A learner's progress: the file and its lock, what is recorded, what the table says."""

from __future__ import annotations

import json
import linecache
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from course import (
    _progress_file,
    _progress_scores,
    checks,
    cli,
    kernel,
    lessons,
    progress,
    question_bank,
    quiz,
)
from course import notebook as notebooks
from course._progress_report import Report, Row
from course._progress_scores import Graded
from course.lessons import Check, Lesson
from tests import running, support

CELL = 'with checks.exercise("{name}"):\n    with checks.case("it works"):\n        {body}'


def text(name: str) -> str:
    """Return the text of a cell of checks that passes."""
    return CELL.format(name=name, body='checks.true(True, "it does not")')


def check(name: str, stretch: bool = False) -> Check:
    digest = lessons.digest(text(name))
    return Check(f"check-{name.replace('_', '-')}", name, 1.0, stretch, digest)


LESSONS = (
    Lesson("0-diagnostic", "diagnostic.ipynb", "Can you skip this?", ()),
    Lesson("1-views", "views.ipynb", "Step 1: views", (check("one"), check("two"))),
    Lesson(
        "2-saved", "saved.ipynb", "Step 2: saved", (check("three"), check("four", stretch=True))
    ),
    Lesson(
        "6-completion",
        "completion.ipynb",
        "The gate",
        (check("closed_book"), check("before"), check("after")),
    ),
)


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*_progress_file.GRADING, _progress_file.VARIABLE):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the course be the short one above."""
    monkeypatch.setattr(lessons, "load", lambda: LESSONS)


@pytest.fixture
def work(known: None, tmp_path: Path) -> Path:
    """Return a work directory in which the first step lies."""
    (tmp_path / "work" / "1-views").mkdir(parents=True)
    return tmp_path / "work"


def passes(work: Path, *names: str) -> str:
    return progress.record_passes(map(text, names), work / "1-views")


def kept(work: Path) -> dict[str, Any]:
    content = json.loads((work / "progress.json").read_text(encoding="utf-8"))
    assert (content["format"], content["version"]) == ("autograd-course progress", 1)
    found: dict[str, Any] = content["lessons"]
    return found


# Where the file lies


SLUGS = ("1-views", "2-saved")


def ours(directory: Path) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / "progress.json"
    _progress_file.update(path, lambda lessons: True)
    return path


def test_it_lies_beside_the_lesson(tmp_path: Path) -> None:
    for inside in ("1-views", "1-views/data"):
        (tmp_path / inside).mkdir(parents=True, exist_ok=True)
        assert _progress_file.place(SLUGS, tmp_path / inside) == tmp_path / "progress.json"


def test_a_parent_that_holds_one_is_the_next_best(tmp_path: Path) -> None:
    path = ours(tmp_path / "mine")
    elsewhere = tmp_path / "mine" / "1-views-old" / "deep"
    elsewhere.mkdir(parents=True)
    assert _progress_file.place(SLUGS, elsewhere) == path


def test_a_parent_whose_work_holds_one_too(tmp_path: Path) -> None:
    path = ours(tmp_path / "work")
    (tmp_path / "docs").mkdir()
    assert _progress_file.place(SLUGS, tmp_path / "docs") == path


def test_another_programs_file_of_that_name_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "progress.json").write_text('{"percent": 40}', encoding="utf-8")
    (tmp_path / "here").mkdir()
    assert _progress_file.place(SLUGS, tmp_path / "here") == tmp_path / "here" / "progress.json"


def test_a_damaged_one_of_ours_is(tmp_path: Path) -> None:
    path = ours(tmp_path)
    path.write_text(path.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    (tmp_path / "here").mkdir()
    assert _progress_file.place(SLUGS, tmp_path / "here") == path


@pytest.mark.parametrize("sign", [".course", "work/2-saved"])
def test_above_the_work_directory_it_is_in_there(tmp_path: Path, sign: str) -> None:
    (tmp_path / sign).mkdir(parents=True)
    assert _progress_file.place(SLUGS, tmp_path) == tmp_path / "work" / "progress.json"


def test_nothing_else_known_it_is_the_directory_itself(tmp_path: Path) -> None:
    assert _progress_file.place(SLUGS, tmp_path) == tmp_path / "progress.json"


def test_the_environment_may_name_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COURSE_PROGRESS", str(tmp_path / "new" / "mine.json"))
    assert _progress_file.place(SLUGS, tmp_path) == tmp_path / "new" / "mine.json"
    monkeypatch.setattr(lessons, "load", lambda: LESSONS)
    passes(tmp_path, "one")
    assert "check-one" in (tmp_path / "new" / "mine.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["NBGRADER_EXECUTION", "COURSE_CHECK"])
def test_nowhere_while_answers_are_judged(
    work: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COURSE_PROGRESS", str(work / "progress.json"))
    monkeypatch.setenv(name, "1")
    assert passes(work, "one") == ""
    progress.record_score("1-views", 1, 2, work / "1-views")
    assert list(work.iterdir()) == [work / "1-views"]
    assert progress.report(work).place is None


@pytest.mark.parametrize("own", sorted(_progress_file.NEVER))
def test_nowhere_in_a_courses_own_directories(
    tiny: Path, own: str, known: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COURSE_PROGRESS", str(tiny / "progress.json"))
    place = tiny / own / "1-views"
    place.mkdir(parents=True)
    progress.record_passes([text("one")], place)
    progress.record_score("1-views", 1, 2, place)
    assert not (tiny / "progress.json").exists()
    assert progress.report(place).place is None


# The file


def test_a_pass_is_kept_with_its_first_date(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_now", lambda: "2026-01-01T10:00:00+00:00")
    assert passes(work, "one") == ""
    assert kept(work) == {"1-views": {"checks": {"check-one": "2026-01-01T10:00:00+00:00"}}}
    before = (work / "progress.json").read_bytes()
    monkeypatch.setattr(progress, "_now", lambda: "2026-02-02T10:00:00+00:00")
    passes(work, "one")
    assert (work / "progress.json").read_bytes() == before
    passes(work, "three", "one")
    assert kept(work)["1-views"]["checks"]["check-one"].startswith("2026-01-01")
    assert kept(work)["2-saved"]["checks"]["check-three"].startswith("2026-02-02")


def test_dates_say_their_time_zone(work: Path) -> None:
    passes(work, "one")
    date = kept(work)["1-views"]["checks"]["check-one"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d", date)


def test_an_edited_check_records_nothing(work: Path) -> None:
    progress.record_passes([text("one") + "  # edited", "x = 1", ""], work / "1-views")
    assert not (work / "progress.json").exists()
    assert not (work / ".progress.json.lock").exists()


def test_the_best_score_is_kept(work: Path) -> None:
    for right, best in ((3, 3), (2, 3), (5, 5), (0, 5)):
        progress.record_score("0-diagnostic", right, 7, work)
        tested = kept(work)["0-diagnostic"]["self_test"]
        assert (tested["right"], tested["total"]) == (best, 7)


def test_another_edition_of_a_self_test_begins_anew(work: Path) -> None:
    progress.record_score("1-views", 7, 7, work)
    progress.record_score("1-views", 1, 8, work)
    assert kept(work)["1-views"]["self_test"]["total"] == 8


def test_a_self_test_of_no_lesson_records_nothing(work: Path) -> None:
    progress.record_score("nonsense", 7, 7, work)
    assert not (work / "progress.json").exists()


def test_what_it_holds_besides_stays(work: Path) -> None:
    path = work / "progress.json"
    passes(work, "one")
    content = json.loads(path.read_text(encoding="utf-8"))
    content["mine"] = "a note \ud800"
    content["lessons"]["1-views"]["mine"] = [1]
    content["lessons"]["9-gone"] = {"checks": {"check-gone": "then"}}
    path.write_text(json.dumps(content), encoding="utf-8")
    passes(work, "two")
    after = json.loads(path.read_text(encoding="utf-8"))
    assert set(after["lessons"]["1-views"].pop("checks")) == {"check-one", "check-two"}
    content["lessons"]["1-views"].pop("checks")
    assert after == content


def test_deleting_it_begins_anew(work: Path) -> None:
    passes(work, "one")
    for path in (work / "progress.json", work / ".progress.json.lock"):
        path.unlink()
    passes(work, "two")
    assert set(kept(work)["1-views"]["checks"]) == {"check-two"}


LESSON = '{"format": "autograd-course progress", "version": 1, "lessons": {"1-views": %s}}'
DAMAGED = {
    "empty": b"",
    "cut short": b'{"format": "autograd-course progress", "vers',
    "merge marks": b"<<<<<<< HEAD\n{}\n",
    "not UTF-8": b"\xff\xfe{",
    "a list": b"[]",
    "too deep": b"[" * 100_000,
    "no version": b'{"format": "autograd-course progress", "lessons": {}}',
    "a true version": b'{"format": "autograd-course progress", "version": true, "lessons": {}}',
    "another format": b'{"format": "something", "version": 1, "lessons": {}}',
    "no lessons": b'{"format": "autograd-course progress", "version": 1}',
    "lesson": (LESSON % "[]").encode(),
    "checks": (LESSON % '{"checks": ["check-one"]}').encode(),
    "date": (LESSON % '{"checks": {"check-one": true}}').encode(),
    "null": (LESSON % '{"self_test": null}').encode(),
    "score": (LESSON % '{"self_test": {"right": 8, "total": 7, "date": ""}}').encode(),
    "undated": (LESSON % '{"self_test": {"right": 1, "total": 7}}').encode(),
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_set_aside_and_said_in_one_sentence(work: Path, data: bytes) -> None:
    (work / "progress.json").write_bytes(data)
    sentence = passes(work, "one")
    (aside,) = work.glob("progress-unreadable-*.json")
    assert re.fullmatch(r"progress-unreadable-\d{4}-\d\d-\d\d-\d{6}\.json", aside.name)
    assert aside.read_bytes() == data
    assert sentence.startswith("Your progress.json could not be read (")
    assert sentence.endswith(f"set aside as {aside.name} and a new one begins.")
    assert "\n" not in sentence
    assert set(kept(work)["1-views"]["checks"]) == {"check-one"}
    assert passes(work, "two") == ""
    (note,) = progress.report(work).notes
    assert note.startswith("A file that could not be read was set aside before (progress-unre")


def test_looking_sets_a_damaged_file_aside_too(work: Path) -> None:
    (work / "progress.json").write_bytes(b"{")
    (note,) = progress.report(work).notes
    assert "its JSON is broken in line 1" in note
    assert not (work / "progress.json").exists()


def test_several_damaged_files_in_one_second_are_all_kept(work: Path) -> None:
    for number in range(3):
        (work / "progress.json").write_bytes(b"%d" % number)
        passes(work, "one")
        (work / "progress.json").unlink()
    aside = work.glob("progress-unreadable-*.json")
    assert sorted(path.read_bytes() for path in aside) == [b"0", b"1", b"2"]


def test_a_newer_file_is_left_alone_and_said(work: Path) -> None:
    path = work / "progress.json"
    passes(work, "one")
    content = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**content, "version": 2, "lessons": "new"}), encoding="utf-8")
    before = path.read_bytes()
    assert passes(work, "two") == ""
    progress.record_score("1-views", 1, 2, work)
    report = progress.report(work)
    assert path.read_bytes() == before
    (note,) = report.notes
    assert "later edition of this course (version 2; this edition knows 1)" in note
    assert [row.count for row in report.rows] == [0, 0, 0, 0]
    assert note in progress.show(work).report.notes


def test_a_byte_order_mark_of_an_editor_does_no_harm(work: Path) -> None:
    passes(work, "one")
    path = work / "progress.json"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert passes(work, "two") == ""
    assert set(kept(work)["1-views"]["checks"]) == {"check-one", "check-two"}


def test_what_cannot_be_written_disturbs_nobody(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes(work, "one")
    before = (work / "progress.json").read_bytes()

    def full(handle: int) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert passes(work, "two") == ""
    progress.record_score("1-views", 1, 2, work)
    assert (work / "progress.json").read_bytes() == before
    assert {path.name for path in work.iterdir()} == {
        "1-views",
        "progress.json",
        ".progress.json.lock",
    }
    monkeypatch.setenv("COURSE_PROGRESS", str(work / "progress.json" / "below-a-file"))
    assert passes(work, "two") == ""


def test_a_package_without_its_index_disturbs_nobody(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise RuntimeError("no index")

    monkeypatch.setattr(lessons, "load", missing)
    assert passes(work, "one") == ""
    progress.record_score("1-views", 1, 2, work)


# Several processes at once

WRITER = """
import sys, time
from pathlib import Path
from course import _progress_file
path, me = Path(sys.argv[1]), sys.argv[2]
while not path.with_name("go").exists():
    time.sleep(0.001)
for number in range(25):
    def change(lessons):
        checks = lessons.setdefault("1-views", {}).setdefault("checks", {})
        checks[f"{me}-{number}"] = "now"
        return True
    assert _progress_file.update(path, change) == ""
"""


def python(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", *words],
        cwd=support.ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_processes_that_write_at_once_lose_nothing(work: Path) -> None:
    path = work / "progress.json"
    writers = [python(WRITER, str(path), f"writer{number}") for number in range(5)]
    (work / "go").touch()
    looks = 0
    while any(writer.poll() is None for writer in writers):
        if path.exists():
            json.loads(path.read_text(encoding="utf-8"))  # whole at any moment
            looks += 1
    for writer in writers:
        assert (writer.communicate()[1], writer.returncode) == ("", 0)
    wanted = {f"writer{writer}-{number}" for writer in range(5) for number in range(25)}
    assert set(kept(work)["1-views"]["checks"]) == wanted
    assert looks
    assert not list(work.glob(".progress.json.?????*.json")), "no half-written file is left"


HOLDER = """
import sys, time
from pathlib import Path
from course import _progress_file
with _progress_file._locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(work: Path) -> Iterator[subprocess.Popen[str]]:
    """Let another process hold the lock."""
    process = python(HOLDER, str(work / "progress.json"))
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def test_a_lock_ends_with_the_process_that_held_it(
    work: Path, holder: subprocess.Popen[str]
) -> None:
    holder.kill()
    holder.wait()
    assert (work / ".progress.json.lock").exists()
    began = time.monotonic()
    passes(work, "one")
    assert time.monotonic() - began < 2
    assert set(kept(work)["1-views"]["checks"]) == {"check-one"}


def test_a_lock_that_is_held_is_waited_for_but_not_for_ever(
    work: Path, holder: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_progress_file, "LOCK_SECONDS", 0.2)
    assert passes(work, "one") == ""
    assert not (work / "progress.json").exists()
    (work / "progress.json").touch()
    (note,) = progress.report(work).notes
    assert "held by another process for too long" in note


def test_a_lock_file_that_somebody_deletes_is_made_anew(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = work / ".progress.json.lock"
    take = _progress_file._take
    deleted = []

    def take_a_deleted_one(handle: int) -> bool:
        if not deleted:
            deleted.append(beside)
            beside.unlink()
        return take(handle)

    monkeypatch.setattr(_progress_file, "_take", take_a_deleted_one)
    passes(work, "one")
    assert deleted
    assert beside.exists()
    assert set(kept(work)["1-views"]["checks"]) == {"check-one"}


# What reports


def run_cell(source: str, name: str) -> None:
    """Run a cell as IPython does: its text is known by its file name."""
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec"), {"checks": checks})


@pytest.fixture
def learner(work: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be in a learner's kernel, beside the first step."""
    monkeypatch.setattr(checks, "_RAISES", False)
    monkeypatch.setattr(progress, "_START", work / "1-views")
    return work


def test_a_block_that_passes_is_recorded_and_says_no_more(
    learner: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_cell(text("one"), "<cell 1>")
    assert set(kept(learner)["1-views"]["checks"]) == {"check-one"}
    assert capsys.readouterr() == ("one: 1 visible check passed.\n", "")


def test_a_block_that_fails_or_is_unknown_is_not(learner: Path) -> None:
    run_cell(CELL.format(name="one", body='checks.true(False, "it does not")'), "<cell 2>")
    run_cell(text("one").replace("it works", "it works well"), "<cell 3>")
    assert not (learner / "progress.json").exists()


def test_where_checks_raise_nothing_is_recorded(
    learner: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "_RAISES", True)
    run_cell(text("one"), "<cell 4>")
    assert not (learner / "progress.json").exists()


def test_a_damaged_file_costs_a_block_one_sentence(
    learner: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (learner / "progress.json").write_bytes(b"{")
    run_cell(text("one"), "<cell 5>")
    first, second = capsys.readouterr().out.splitlines()
    assert first == "one: 1 visible check passed."
    assert second.startswith("Your progress.json could not be read (its JSON is broken")


def test_a_self_test_reports_its_best_score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "progress.json"
    monkeypatch.setenv("COURSE_PROGRESS", str(path))
    bank = question_bank.load("1-tensor-views").questions
    numeric = [
        (place, question.answer)
        for place, question in enumerate(bank)
        if isinstance(question, question_bank.NumericQuestion)
    ]
    shown = quiz.show("1-tensor-views")
    assert not path.exists()
    _, *cards, foot = shown.widget.children
    for right, (place, answer) in enumerate(numeric, start=1):
        cards[place].children[1].value = repr(answer)
        tested = kept(tmp_path)["1-tensor-views"]["self_test"]
        assert (tested["right"], tested["total"]) == (right, len(bank))
    before = path.read_bytes()
    foot.children[1].click()  # starting again takes nothing away
    assert path.read_bytes() == before


@pytest.mark.slow
def test_course_check_records_what_passed(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = {"double": "def double(t):\n    return t * 2"}
    path = support.save(
        support.answered(tiny, "tiny", answers), tmp_path / "work" / "tiny" / "tiny.ipynb"
    )
    checked = notebooks.exercises(notebooks.read(path))[0].grade_cells
    cells = notebooks.read(path).cells
    index = tuple(
        Check(cell.name, "double", 1.0, False, lessons.digest(cells[cell.index].source))
        for exercise in notebooks.exercises(notebooks.read(path))
        for cell in exercise.grade_cells
    )
    monkeypatch.setattr(lessons, "load", lambda: (Lesson("tiny", path.name, "Tiny", index),))
    assert cli.main(["check", str(path)]) == 1
    assert set(kept(tmp_path / "work")["tiny"]["checks"]) == {cell.name for cell in checked}
    assert len(checked) < len(index)


@pytest.mark.slow
def test_a_released_notebook_in_a_kernel(tmp_path: Path) -> None:
    slug = "1-tensor-views"
    (authored,) = (support.ROOT / "source" / slug).glob("*.ipynb")
    (released,) = (support.ROOT / "release" / slug).glob("*.ipynb")
    notebook = notebooks.read(released)
    answers = notebooks.solutions(notebooks.read(authored))
    exercise = next(e for e in notebooks.exercises(notebook) if e.name == "predict-writes")
    notebook.cells[exercise.index].source = answers[exercise.name]
    graded = [cell.index for cell in exercise.grade_cells]
    first = next(i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code")
    for place, environment, expected in (
        (tmp_path / "work" / slug, {}, {c.name for c in exercise.grade_cells}),
        (tmp_path / "judged" / slug, {"COURSE_CHECK": "1"}, set()),
    ):
        place.mkdir(parents=True)
        off = dict.fromkeys(("NBGRADER_EXECUTION", "COURSE_CHECK", "COURSE_PROGRESS"))
        with kernel.fresh(notebook, place, {**off, **environment}) as session:
            for index in (first, exercise.index, *graded):
                assert session.run(notebook.cells[index], index, 120) is None
        path = place.parent / "progress.json"
        found = kept(place.parent)[slug]["checks"] if path.exists() else {}
        assert set(found) == expected


# What the table says


def row(slug: str, *passed: str, tested: int | None = None, graded: Graded | None = None) -> Row:
    (lesson,) = (lesson for lesson in LESSONS if lesson.slug == slug)
    dates = {name: f"2026-01-01T10:00:0{place}" for place, name in enumerate(passed)}
    best = None if tested is None else {"right": tested, "total": 7, "date": "2026-01-01"}
    return Row(lesson, dates, best, graded)


def report(*rows: Row) -> Report:
    """Make a report of these rows, and of the other notebooks not begun."""
    given = {each.lesson.slug: each for each in rows}
    return Report(tuple(given.get(each.slug, row(each.slug)) for each in LESSONS), None)


GATE = ("check-closed-book", "check-before", "check-after")


@pytest.mark.parametrize(
    ("one", "state"),
    [
        (row("0-diagnostic"), "not started"),
        (row("0-diagnostic", tested=0), "self-test tried"),
        (row("1-views"), "not started"),
        (row("1-views", tested=3), "in progress"),
        (row("1-views", "check-one"), "in progress"),
        (row("1-views", "check-one", "check-of-old"), "in progress"),
        (row("1-views", "check-one", "check-two"), "all checks passed"),
        (row("2-saved", "check-four"), "in progress"),
        (row("2-saved", "check-three"), "all but stretch passed"),
        (row("2-saved", "check-three", "check-four"), "all checks passed"),
        (row("6-completion", *GATE[1:]), "in progress"),
        (row("6-completion", *GATE), "passed"),
        (row("6-completion", *GATE, graded=Graded(18, 20)), "passed and graded"),
        (row("6-completion", *GATE[1:], graded=Graded(18, 20)), "in progress"),
    ],
)
def test_states(one: Row, state: str) -> None:
    assert report(one).cells(one)[-1] == state


BEGUN = row("1-views", "check-one")
DONE = row("1-views", "check-one", "check-two")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "begin 0-diagnostic (Can you skip this?)."),
        ([row("0-diagnostic", tested=2)], "begin 1-views (Step 1: views)."),
        ([BEGUN], "go on with 1-views (Step 1: views). Still open: `two` (check-two)."),
        ([DONE], "begin 2-saved (Step 2: saved)."),
        # whoever skipped a step is not sent back to it
        ([row("2-saved", "check-three")], "begin 6-completion (The gate)."),
        (
            [BEGUN, row("2-saved", "check-four", "check-three")],
            "begin 6-completion (The gate).",
        ),
        (
            [DONE, row("6-completion", "check-gone", "check-gone-too", "check-before")],
            "go on with 6-completion (The gate). "
            "Still open: `closed_book` (check-closed-book) and 1 more.",
        ),
        (
            [row("6-completion", "check-before", "check-after")],
            "attest in 6-completion that the books were closed.",
        ),
        ([row("6-completion", *GATE)], "hand in 6-completion and have it graded."),
    ],
)
def test_what_is_next(rows: list[Row], said: str) -> None:
    assert report(*rows).next == f"Next: {said}"


def test_passed_and_graded_name_the_next_unit() -> None:
    full = report(row("6-completion", *GATE, graded=Graded(18, 20)))
    assert (full.passed, full.graded) == (True, True)
    assert full.next == "Next unit: 2.3, modules and parameters."
    assert full.verdict == "Unit 2.2, autograd state: passed and graded, 18 of 20 points."
    only_passed = report(row("6-completion", *GATE))
    assert (only_passed.passed, only_passed.graded) == (True, False)
    assert "passed. Not graded yet" in only_passed.verdict
    assert "2.3" not in str(only_passed)


@pytest.mark.parametrize("missing", GATE)
def test_neither_checks_nor_attestation_alone_pass_the_unit(missing: str) -> None:
    some = report(row("6-completion", *(name for name in GATE if name != missing)))
    assert not some.passed
    attested = "not attested" if missing == "check-closed-book" else "attested"
    assert f"not passed yet (6-completion: 2 of 3 checks, closed book {attested})" in some.verdict


def test_without_a_gate_nothing_is_passed() -> None:
    without = Report((row("1-views", "check-one", "check-two"),), None)
    assert (without.passed, without.next) == (False, "")
    assert without.verdict.endswith("not passed yet.")


def test_a_notebook_that_is_not_there_is_to_be_fetched(work: Path) -> None:
    passes(work, "one", "two")
    assert "Nbgrader > Assignment List fetches it" in progress.report(work).next
    (work / "2-saved").mkdir()
    assert progress.report(work).next == "Next: begin 2-saved (Step 2: saved)."


# Scores from grading


PAGE = "<html><h4>views (Score: {} / 20.0)</h4><li>Test cell (Score: 1.0 / 2.0)</li></html>"


def feedback(work: Path, day: str, page: str) -> None:
    path = work / "1-views" / "feedback" / f"2026-01-{day} 10:00:00.000000 UTC" / "views.html"
    path.parent.mkdir(parents=True)
    path.write_text(page, encoding="utf-8")


def test_the_latest_feedback_page_tells_the_score(work: Path) -> None:
    assert _progress_scores.known(work, LESSONS) == {}
    feedback(work, "02", PAGE.format("12.5"))
    feedback(work, "03", PAGE.format("17.0"))
    feedback(work, "01", PAGE.format("19.0"))
    assert _progress_scores.known(work, LESSONS) == {"1-views": Graded(17.0, 20.0)}
    assert progress.report(work).cells(progress.report(work).rows[1])[2] == "17 of 20"


def test_a_page_that_tells_none_is_passed_over(work: Path) -> None:
    feedback(work, "01", PAGE.format("12.5"))
    feedback(work, "02", "<html>an empty page</html>")
    assert _progress_scores.known(work, LESSONS) == {"1-views": Graded(12.5, 20.0)}


def test_a_gradebook_that_cannot_be_read_is_no_score(tiny: Path, known: None) -> None:
    (tiny / "gradebook.db").write_bytes(b"not a database")
    (tiny / "work").mkdir()
    feedback(tiny / "work", "01", PAGE.format("12.5"))
    assert _progress_scores.known(tiny / "work", LESSONS) == {"1-views": Graded(12.5, 20.0)}


@pytest.mark.slow
def test_scores_of_a_real_gradebook_and_a_real_page(tiny: Path, tmp_path: Path) -> None:
    from nbgrader.utils import get_username

    me = get_username()
    room = support.classroom(tiny, "tiny", tmp_path / "room")
    answers = {"double": "def double(t):\n    return t * 2"}
    index = json.loads(lessons.build(room.root / "release"))["lessons"]
    known = [Lesson(**{**entry, "checks": ()}) for entry in index]
    work = room.root / "work"
    assert _progress_scores.known(work, known) == {}
    room.submit_directly(me, {"tiny": support.answered(tiny, "tiny", answers)})
    room.grade(me)
    points = sum(room.scores(me).values())
    assert 0 < points < 5
    (score,) = _progress_scores.known(work, known).values()
    assert (score.points, score.possible, score.unfinished) == (points, 5.0, False)

    room.make_feedback()
    (page,) = (room.root / "feedback").rglob("tiny.html")
    alone = tmp_path / "alone"
    (alone / "tiny" / "feedback" / "now").mkdir(parents=True)
    (alone / "tiny" / "feedback" / "now" / "tiny.html").write_bytes(page.read_bytes())
    assert _progress_scores.known(alone, known) == {"tiny": Graded(points, 5.0)}


# The widget, the page, the command


def test_show_offers_widget_page_and_text(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    passes(work, "one")
    shown = progress.show(work)
    bundle = shown._repr_mimebundle_(include=None, exclude=None)
    assert set(bundle) == {"application/vnd.jupyter.widget-view+json", "text/html", "text/plain"}
    assert bundle["text/plain"].startswith(str(progress.report(work)))
    assert "1-views       1 of 2         none            none    in progress" in str(shown.report)
    page = bundle["text/html"]
    assert "<caption" in page
    assert page.count('scope="col"') == 5
    assert page.count('scope="row"') == len(LESSONS)
    assert "<code>two</code>" in page
    assert capsys.readouterr() == ("", "")


def test_refresh_shows_what_passed_meanwhile(work: Path) -> None:
    shown = progress.show(work)
    _, table, foot = shown.widget.children
    button, status = foot.children
    assert "2 of 2" not in table.value
    passes(work, "one", "two")
    button.click()
    assert "2 of 2" in table.value
    assert re.search(r'role="status">Up to date at \d\d:\d\d:\d\d\.<', status.value)
    assert shown.report.rows[1].state == "all checks passed"


def test_what_is_stored_in_a_source_notebook_is_the_same_everywhere(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes(work, "one")
    source = progress.show(support.ROOT / "source" / "1-tensor-views")
    monkeypatch.setenv("COURSE_CHECK", "1")
    judged = progress.show(work)
    assert repr(judged) == repr(source)
    assert judged.report.to_html() == source.report.to_html()
    assert "1 of 2" not in repr(judged)
    assert str(support.ROOT) not in repr(source)


def test_text_from_files_is_escaped(work: Path) -> None:
    odd = Lesson("1-views", "views.ipynb", "a < b & c", (check("one"),))
    page = Report((Row(odd, {}, None, None),), None, ("<b>",)).to_html()
    assert "a &lt; b &amp; c" in page
    assert "&lt;b&gt;" in page


def test_the_command_prints_the_table(
    work: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    passes(work, "one")
    assert cli.main(["progress", "--directory", str(work.parent)]) == 0
    assert capsys.readouterr().out == f"{progress.report(work)}\n"
    monkeypatch.setattr(progress, "_START", work.parent)
    assert cli.main(["progress"]) == 0
    assert "1 of 2" in capsys.readouterr().out
    assert cli.main(["progress", "--directory", str(work / "nowhere")]) == 2
    assert "nowhere is not a directory" in capsys.readouterr().err


def test_the_command_imports_nothing_heavy(tmp_path: Path) -> None:
    script = (
        "import sys; from course import cli; cli.main(['progress'])\n"
        "heavy = {'torch', 'numpy', 'nbgrader', 'nbformat', 'ipywidgets', 'IPython'}\n"
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or None)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=running.environment(tmp_path, PYTHONPATH=str(support.ROOT)),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Nothing yet in " in done.stdout
    assert not list(tmp_path.iterdir()), "looking writes nothing"
