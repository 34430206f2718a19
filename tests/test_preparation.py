"""What `course start` makes before it opens anything, and what a second start leaves alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from course import exchange, gradebook, preparation
from course.errors import CourseError
from course.project import EXCHANGE_VARIABLE, Project, load_config, require
from tests import support

pytestmark = pytest.mark.skipif(not exchange.AVAILABLE, reason="there is no exchange here")


def prepare(course: Project, *, publish: bool = True) -> list[str]:
    return preparation.prepare(course, load_config(course.root), publish=publish)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """Prepare a course once; return its root and what was said."""
    root = support.copy_of_tiny(tmp_path_factory.mktemp("model"))
    return root, prepare(require(root))


@pytest.fixture(autouse=True)
def no_shared_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(EXCHANGE_VARIABLE, raising=False)


@pytest.fixture
def prepared(model: tuple[Path, list[str]], tmp_path: Path) -> Project:
    """Return a copy of a prepared course."""
    shutil.copytree(model[0], tmp_path / "prepared")
    return require(tmp_path / "prepared")


def notebook(course: Project, *parts: str) -> Path:
    return course.root.joinpath(*parts, "tiny", "tiny.ipynb")


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


OUTBOUND = ("exchange", "autograd", "outbound")


def test_everything_is_made_and_said(model: tuple[Path, list[str]]) -> None:
    root, said = model
    course = require(root)
    assert said == ["gradebook.db: made", "release/tiny: made", "exchange: tiny"]
    assert gradebook.assignments(course.gradebook) == {"tiny"}
    assert notebook(course, *OUTBOUND).read_bytes() == notebook(course, "release").read_bytes()
    assert (root / "exchange" / "autograd" / "inbound").is_dir()


def test_a_second_time_nothing_is_done(prepared: Project) -> None:
    before = {path: path.stat().st_mtime_ns for path in prepared.root.rglob("*.ipynb")}
    # The place is another, so the digests of the configuration and the notebooks must be enough.
    assert prepare(prepared) == []
    assert {path: path.stat().st_mtime_ns for path in prepared.root.rglob("*.ipynb")} == before


def test_a_second_time_costs_no_import_of_nbgrader(prepared: Project) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from course import preparation, project\n"
        f"course = project.require(Path({str(prepared.root)!r}))\n"
        "config = project.load_config(course.root)\n"
        "assert preparation.prepare(course, config, publish=True) == []\n"
        "sys.exit('nbgrader' if 'nbgrader' in sys.modules else None)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_changed_source_reaches_the_exchange(prepared: Project) -> None:
    edit(notebook(prepared, "source"), "twice three numbers", "twice the three numbers")
    assert prepare(prepared) == ["release/tiny: made anew", "exchange: tiny"]
    assert "twice the three numbers" in notebook(prepared, *OUTBOUND).read_text(encoding="utf-8")
    assert prepare(prepared) == []


def test_a_release_edited_by_hand_is_made_anew(prepared: Project) -> None:
    before = notebook(prepared, "release").read_bytes()
    edit(notebook(prepared, "release"), "twice three numbers", "twice the three numbers")
    assert prepare(prepared) == ["release/tiny: made anew"]
    assert notebook(prepared, "release").read_bytes() == before


def test_a_lost_gradebook_is_filled_again(prepared: Project) -> None:
    prepared.gradebook.unlink()
    assert prepare(prepared) == ["gradebook.db: made"]
    assert gradebook.assignments(prepared.gradebook) == {"tiny"}


def test_a_fresh_clone_has_its_release_and_still_needs_a_gradebook(prepared: Project) -> None:
    for name in ("gradebook.db", ".course", "exchange"):
        path = prepared.root / name
        path.unlink() if path.is_file() else shutil.rmtree(path)
    assert prepare(prepared) == ["gradebook.db: made", "exchange: tiny"]


def test_an_assignment_taken_away_is_no_longer_handed_out(prepared: Project) -> None:
    shutil.copytree(prepared.source / "tiny", prepared.source / "other")
    assert prepare(prepared) == ["release/other: made", "exchange: other"]
    shutil.rmtree(prepared.source / "other")
    said = prepare(prepared)
    assert "release/other: removed, source/ has no such assignment" in said
    assert "exchange: other (taken out)" in said
    assert not (prepared.root.joinpath(*OUTBOUND, "other")).exists()


def test_what_students_have_is_kept(prepared: Project) -> None:
    mine = prepared.work / "tiny" / "tiny.ipynb"
    handed_in = prepared.local_exchange / "autograd" / "inbound" / "ada+tiny+now" / "tiny.ipynb"
    for path in (mine, handed_in):
        path.parent.mkdir(parents=True)
        path.write_text("work", encoding="utf-8")
    edit(notebook(prepared, "source"), "twice three numbers", "twice the three numbers")
    prepare(prepared)
    assert [path.read_text(encoding="utf-8") for path in (mine, handed_in)] == ["work", "work"]


def test_without_publishing_the_exchange_is_left_alone(prepared: Project) -> None:
    shutil.rmtree(prepared.local_exchange)
    edit(notebook(prepared, "source"), "twice three numbers", "twice the three numbers")
    assert prepare(prepared, publish=False) == ["release/tiny: made anew"]
    assert not prepared.local_exchange.exists()


def test_a_failing_exchange_is_one_line(prepared: Project) -> None:
    shutil.rmtree(prepared.local_exchange)
    prepared.local_exchange.write_text("in the way", encoding="utf-8")
    with pytest.raises(CourseError, match="cannot put tiny into the exchange"):
        prepare(prepared)


def test_a_damaged_memory_is_no_obstacle(prepared: Project) -> None:
    (prepared.root / ".course" / "prepared.json").write_text("[]", encoding="utf-8")
    assert prepare(prepared) == []
    assert prepare(prepared) == []
