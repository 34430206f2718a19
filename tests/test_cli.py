"""The `course` command itself: its subcommands, exit statuses, and what it imports."""

from __future__ import annotations

import argparse
import subprocess
import sys
import types

import pytest

from course import __version__, cli
from course.errors import CourseError
from tests import support


def fake(monkeypatch: pytest.MonkeyPatch, run: object) -> None:
    """Let `course doctor` be `run`, with an option of its own."""
    module = types.ModuleType("fake_command")
    module.add_arguments = lambda parser: parser.add_argument("--loud", action="store_true")
    module.run = run
    monkeypatch.setitem(sys.modules, "fake_command", module)
    monkeypatch.setitem(cli.COMMANDS, "doctor", ("fake_command", "say something"))


def test_a_subcommand_gets_its_arguments_and_gives_its_status(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[argparse.Namespace] = []

    def run(args: argparse.Namespace) -> int:
        seen.append(args)
        return 7

    fake(monkeypatch, run)
    assert cli.main(["doctor", "--loud"]) == 7
    assert seen[0].loud is True


def test_an_error_is_one_line_and_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(args: argparse.Namespace) -> int:
        raise CourseError("the sky\n  fell; lift it")

    fake(monkeypatch, run)
    assert cli.main(["doctor"]) == 2
    assert capsys.readouterr() == ("", "course: the sky fell; lift it\n")


def test_ctrl_c_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(args: argparse.Namespace) -> int:
        raise KeyboardInterrupt

    fake(monkeypatch, run)
    assert cli.main(["doctor"]) == 130
    assert capsys.readouterr().err == "course: interrupted\n"


@pytest.mark.parametrize("words", [[], ["nonsense"], ["start", "--role", "headmaster"]])
def test_wrong_usage_is_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(words)
    assert stop.value.code == 2
    assert "usage: course" in capsys.readouterr().err


def test_help_names_every_subcommand(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(["--help"])
    assert stop.value.code == 0
    shown = capsys.readouterr().out
    for name, (_, summary) in cli.COMMANDS.items():
        assert name in shown
        assert summary.split()[0] in shown


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_subcommand_has_help_of_its_own(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([name, "--help"])
    assert stop.value.code == 0
    assert f"usage: course {name}" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--help"], *([name, "--help"] for name in cli.COMMANDS)])
def test_help_imports_nothing_heavy(words: list[str]) -> None:
    script = (
        "import sys; from course import cli\n"
        f"try: cli.main({words!r})\n"
        "except SystemExit: pass\n"
        "heavy = {'torch', 'numpy', 'nbgrader', 'nbformat', 'jupyterlab', 'jupyter_client',"
        " 'ipywidgets', 'yaml', 'traitlets'}\n"
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or None)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_version_and_module_form() -> None:
    done = support.course_command("--version")
    assert (done.returncode, done.stdout) == (0, f"course {__version__}\n")


def test_importing_the_package_imports_nothing_else() -> None:
    script = (
        "import sys; before = set(sys.modules); import course;"
        "print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "['course']\n"
