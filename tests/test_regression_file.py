"""The learner's regression test as a file: it runs with pytest, and is written where it belongs."""

from __future__ import annotations

import linecache
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from course import notebook as notebooks
from course import regression
from tests import support

SOURCE = support.ROOT / "source" / "6-completion" / "completion.ipynb"
NAMES = ("buggy", "repaired", "expected_grad", "test_regression")


def authored_cell() -> str:
    return notebooks.solutions(notebooks.read(SOURCE))["mini-project"]


def pieces(text: str) -> list[Any]:
    """Define the four functions as a cell of a notebook does."""
    name = "<cell of the mini-project>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    names: dict[str, Any] = {}
    exec(compile(text, name, "exec"), names)
    return [names[each] for each in NAMES]


@pytest.fixture(autouse=True)
def _learner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work where a learner does, and not for grades."""
    monkeypatch.chdir(tmp_path)
    for name in ("NBGRADER_EXECUTION", "COURSE_CHECK"):
        monkeypatch.delenv(name, raising=False)


def said(capsys: pytest.CaptureFixture[str], text: str) -> str:
    regression.keep(*pieces(text))
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    return out


def run_pytest(directory: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", regression.NAME],
        cwd=directory,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_file_runs_with_pytest_and_notices_a_broken_repair(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(capsys, authored_cell())
    assert told.startswith("test_regression.py is written, beside this notebook.")
    assert [path.name for path in tmp_path.iterdir()] == [regression.NAME]
    green = run_pytest(tmp_path)
    assert "2 passed" in green.stdout, green.stdout
    assert "warning" not in green.stdout
    path = tmp_path / regression.NAME
    path.write_text(path.read_text(encoding="utf-8").replace(".clone()\n    p[0]", "\n    p[0]"))
    red = run_pytest(tmp_path)
    assert "1 failed, 1 passed" in red.stdout, red.stdout


@pytest.mark.slow
def test_the_fixture_has_the_name_that_the_learner_chose(tmp_path: Path) -> None:
    cell = authored_cell().replace("(fn)", "(function)").replace("fn(x)", "function(x)")
    regression.keep(*pieces(cell))
    assert "2 passed" in run_pytest(tmp_path).stdout


def test_the_unwritten_pieces_are_named_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stubbed = support.stubbed(support.cell(notebooks.read(SOURCE), "mini-project").source)
    assert said(capsys, stubbed) == (
        "test_regression.py: nothing to keep yet, `buggy`, `repaired`, `expected_grad` and "
        "`test_regression` are still to be written.\n"
    )
    one = (
        authored_cell()
        + "\n\ndef buggy(x):\n    # YOUR CODE HERE\n    raise NotImplementedError()\n"
    )
    assert "yet, `buggy` is still to be written." in said(capsys, one)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["NBGRADER_EXECUTION", "COURSE_CHECK"])
def test_nothing_is_written_for_grades(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "1")
    assert "not here and not now" in said(capsys, authored_cell())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["source", "release", "submitted", "autograded", "feedback"])
def test_nothing_is_written_in_the_directories_of_the_course(
    place: str, tiny: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = tiny / place / "6-completion"
    directory.mkdir(parents=True)
    monkeypatch.chdir(directory)
    assert "not here and not now" in said(capsys, authored_cell())
    assert list(directory.iterdir()) == []
    work = tiny / "work" / "6-completion"
    work.mkdir(parents=True)
    monkeypatch.chdir(work)
    assert "is written" in said(capsys, authored_cell())


def test_a_second_run_brings_the_file_up_to_date(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, authored_cell())
    assert "is up to date" in said(capsys, authored_cell())
    assert "is written" in said(capsys, authored_cell() + "\nNOTE = 1\n")
    assert "NOTE = 1" in (tmp_path / regression.NAME).read_text(encoding="utf-8")


def test_a_file_of_the_learners_own_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / regression.NAME
    path.write_text("mine = 1\n", encoding="utf-8")
    assert "was not written: there is one already" in said(capsys, authored_cell())
    assert path.read_text(encoding="utf-8") == "mine = 1\n"


def test_what_cannot_become_a_test_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    no_parameter = authored_cell().replace("def test_regression(fn):", "def test_regression():")
    assert "`test_regression` takes no function to test." in said(capsys, no_parameter)
    assert list(tmp_path.iterdir()) == []
