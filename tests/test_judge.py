from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from nbformat import NotebookNode

from course import judge
from tests import support

DOUBLE = "def double(t):\n    return t * 2"
LAST_ROW = "def last_row(t):\n    return t[-1]"
PREDICT = "def predict_strides():\n    return (1, 3)"
SOLVED = {"double": DOUBLE, "last-row": LAST_ROW, "predict-strides": PREDICT}


def learner(tiny: Path, **answers: str) -> Path:
    """Save a learner's notebook of the tiny course; exercise names with _ for -."""
    named = {name.replace("_", "-"): text for name, text in answers.items()}
    return support.save(support.answered(tiny, "tiny", named), tiny / "work" / "tiny.ipynb")


def by_id(notebook: NotebookNode, cell_id: str) -> NotebookNode:
    (found,) = (cell for cell in notebook.cells if cell.id == cell_id)
    return found


def outcomes(report: judge.Report) -> dict[str, str]:
    assert report.error is None
    return {result.name: result.outcome for result in report.results}


def message(report: judge.Report, name: str) -> str:
    (found,) = (result for result in report.results if result.name == name)
    assert found.message is not None
    return found.message


def test_a_solved_notebook_passes_and_is_left_alone(tiny: Path) -> None:
    path = support.save(support.answered(tiny, "tiny", SOLVED), tiny / "mine.ipynb")
    before = path.read_bytes()
    report = judge.check(path)
    assert set(outcomes(report).values()) == {"passed"}
    assert (report.passed, report.possible, report.hidden, report.status) == (5, 5, 5, 0)
    assert report.stopped == []
    assert path.read_bytes() == before


def test_untouched_wrong_and_broken_are_told_apart(tiny: Path) -> None:
    path = learner(
        tiny,
        double="def double(t):\n    return t.mul_(2)",
        predict_strides="def predict_strides(:\n    return (1, 3)",
    )
    report = judge.check(path)
    assert outcomes(report) == {
        "double": "failed",
        "last-row": "not attempted",
        "predict-strides": "failed",
    }
    assert report.passed == 1  # check-double passes, check-double-pure does not
    assert "given was changed by the call" in message(report, "double")
    ((place, text),) = report.stopped
    assert (
        text
        == f"cell {place} (predict-strides), line 1, raised SyntaxError: "
        + text.split("SyntaxError: ")[1]
    )
    assert "invalid syntax" in text
    assert ".py" not in text
    assert report.status == 1


def test_a_stub_at_the_top_of_a_cell_is_no_news(tiny: Path) -> None:
    report = judge.check(learner(tiny, last_row="# YOUR CODE HERE\nraise NotImplementedError()"))
    assert report.stopped == []
    assert outcomes(report)["double"] == "not attempted"


def test_a_cell_that_raises_for_a_reason_is_no_news_and_another_is(tiny: Path) -> None:
    notebook = support.answered(tiny, "tiny", SOLVED)
    by_id(notebook, "picture").source = "import torch\n\ntorch.ones(2) + torch.ones(3)"
    report = judge.check(support.save(notebook, tiny / "mine.ipynb"))
    ((_, text),) = report.stopped  # the notebook's own raises-exception cell is not told
    assert text.startswith("cell 7 (`import torch`), line 3, raised RuntimeError: The size")
    assert report.status == 0


@pytest.mark.slow
def test_an_endless_loop_costs_its_own_check_alone(tiny: Path) -> None:
    path = learner(tiny, **{**SOLVED, "double": "def double(t):\n    while True: pass"})
    report = judge.check(path, cell_seconds=10)
    assert outcomes(report)["double"] == "failed"
    assert "took longer than 10 s" in message(report, "double")
    assert outcomes(report)["last-row"] == "passed"


@pytest.mark.slow
def test_a_loop_in_a_cell_of_the_learner_is_told(tiny: Path) -> None:
    notebook = support.answered(tiny, "tiny", SOLVED)
    notebook.cells[1].source += "\nwhile True: print('again')"
    report = judge.check(support.save(notebook, tiny / "mine.ipynb"), cell_seconds=10)
    assert report.stopped == [(2, "cell 2 (`import torch`) took longer than 10 s, was interrupted")]
    assert set(outcomes(report).values()) == {"passed"}


@pytest.mark.slow
def test_the_whole_notebook_has_a_limit_too(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "TOTAL_FACTOR", 1)
    notebook = support.answered(tiny, "tiny", SOLVED)
    by_id(notebook, "picture").source = "import time\ntime.sleep(60)"
    report = judge.check(support.save(notebook, tiny / "mine.ipynb"), cell_seconds=12)
    assert outcomes(report) == {
        "double": "passed",
        "last-row": "not run",
        "predict-strides": "not run",
    }
    assert report.status == 1


def test_a_dead_kernel_is_named_with_its_cell(tiny: Path) -> None:
    path = learner(tiny, last_row=LAST_ROW + "\nimport os\nos._exit(1)")
    done = support.course_command("check", str(path))
    assert done.returncode == 2
    assert done.stderr == (
        f"course: {path}: the kernel died in cell 10 (last-row), so nothing could be checked.\n"
    )
    assert done.stdout == ""


@pytest.mark.slow
def test_a_kernel_that_will_not_stop_is_given_up(tiny: Path) -> None:
    deaf = "import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\ntime.sleep(600)"
    report = judge.check(learner(tiny, last_row=deaf), cell_seconds=10)
    assert report.error is not None
    assert "the kernel could not be interrupted in cell 10 (last-row)" in report.error


def test_an_edited_or_emptied_check_does_not_pass(tmp_path: Path, tiny: Path) -> None:
    released = support.classroom(tiny, "tiny", tmp_path / "room").released()["tiny"]
    for name, code in SOLVED.items():
        support.cell(released, name).source = code
    support.cell(released, "check-double").source = "pass"
    emptied = support.cell(released, "check-last-row")
    emptied.cell_type = "raw"
    del emptied["outputs"], emptied["execution_count"]
    report = judge.check(support.save(released, tiny / "mine.ipynb"))
    assert outcomes(report) == {
        "double": "failed",
        "last-row": "failed",
        "predict-strides": "passed",
    }
    assert "check-double was edited" in message(report, "double")


def test_an_exercise_without_its_check_does_not_pass(tiny: Path) -> None:
    notebook = support.answered(tiny, "tiny", SOLVED)
    notebook.cells.remove(support.cell(notebook, "check-last-row"))
    report = judge.check(support.save(notebook, tiny / "mine.ipynb"))
    assert outcomes(report)["last-row"] == "failed"
    assert "check cell is missing" in message(report, "last-row")


def test_the_notebook_runs_where_it_lies_and_its_kernelspec_does_not_matter(tiny: Path) -> None:
    notebook = support.answered(tiny, "tiny", SOLVED)
    notebook.metadata.kernelspec = {"name": "julia-9", "display_name": "Julia", "language": "x"}
    notebook.cells[1].source += "\nassert open('beside.txt').read() == 'here'"
    path = support.save(notebook, tiny / "work" / "mine.ipynb")
    (path.parent / "beside.txt").write_text("here", encoding="utf-8")
    assert judge.check(path).stopped == []


def test_rows_and_closing_line(tiny: Path) -> None:
    learner(tiny, double=DOUBLE, last_row="def last_row(t):\n    return t[-1].clone()")
    done = support.course_command("check", cwd=tiny)  # finds work/ by itself
    assert done.returncode == 1
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == str(Path("work") / "tiny.ipynb")
    assert lines[1] == "  passed         double           2 of 2 points, 3 more checks at grading"
    assert lines[2] == "  failed         last-row         0 of 2 points, 1 more check at grading"
    assert lines[3] == "      last_row is not right yet."
    assert "      a write through the result reaches t:" in lines
    assert "  not attempted  predict-strides  0 of 1 point, 1 more check at grading" in lines
    assert lines[-1] == (
        "Visible checks passed for 2 of 5 points. 5 more checks run only at grading."
    )


def test_json_says_the_same(tiny: Path) -> None:
    path = learner(tiny, double=DOUBLE)
    done = support.course_command("check", "--json", str(path), str(tiny / "none.ipynb"))
    assert done.returncode == 2
    good, bad = json.loads(done.stdout)["notebooks"]
    assert (good["slug"], good["error"], good["points"]) == (
        "tiny",
        None,
        {"passed": 2.0, "possible": 5.0},
    )
    assert good["written_answers"] == 0
    assert good["exercises"][0] == {
        "name": "double",
        "outcome": "passed",
        "points": {"passed": 2.0, "possible": 2.0},
        "hidden_checks": 3,
        "message": None,
    }
    assert good["exercises"][1]["outcome"] == "not attempted"
    assert "there is no file" in bad["error"]
    assert bad["exercises"] == []


def test_one_notebook_that_cannot_be_read_does_not_stop_the_next(
    tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tiny / "broken.ipynb"
    broken.write_text("{", encoding="utf-8")
    path = learner(tiny, **SOLVED)
    parser = argparse.ArgumentParser()
    judge.add_arguments(parser)
    assert judge.run(parser.parse_args([str(broken), str(path)])) == 2
    printed = capsys.readouterr()
    assert "5 of 5 points" in printed.out
    assert len(printed.err.splitlines()) == 1


def test_without_a_notebook_it_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "other.ipynb").write_text("{}", encoding="utf-8")
    done = support.course_command("check", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("course: there is no notebook of this course in")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_a_time_limit_is_a_positive_number(seconds: str) -> None:
    parser = argparse.ArgumentParser()
    judge.add_arguments(parser)
    with pytest.raises(SystemExit):
        parser.parse_args(["--timeout", seconds])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_ctrl_c_leaves_no_kernel_behind(tiny: Path) -> None:
    path = learner(tiny, last_row="import time\nopen('started', 'w').close()\ntime.sleep(300)")
    with subprocess.Popen(
        [sys.executable, "-m", "course", "check", str(path)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        deadline = time.monotonic() + 60
        while not (path.parent / "started").exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        kernels = psutil.Process(process.pid).children(recursive=True)
        assert kernels
        os.kill(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "course: interrupted\n"
    _, alive = psutil.wait_procs(kernels, timeout=10)
    assert alive == []
