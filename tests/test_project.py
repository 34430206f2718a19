"""Where a course directory is, and how its nbgrader configuration is read."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from course import project
from course.errors import CourseError
from tests import support


def test_found_from_below_and_not_from_outside(tiny: Path, tmp_path: Path) -> None:
    below = tiny / "work" / "tiny"
    below.mkdir(parents=True)
    assert project.require(below).root == tiny.resolve()
    assert project.find(tiny) == project.find(below)
    assert project.find(tmp_path) is None
    with pytest.raises(CourseError, match=r"no course directory at or above.*--directory"):
        project.require(tmp_path)


def test_a_configuration_alone_makes_no_course_directory(tmp_path: Path) -> None:
    (tmp_path / project.CONFIG_NAME).write_text("", encoding="utf-8")
    assert project.find(tmp_path) is None


def test_the_configuration_names_places_in_its_own_directory(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(project.EXCHANGE_VARIABLE, raising=False)
    config = project.load_config(tiny)
    here = tiny.resolve()
    assert config.CourseDirectory.course_id == "autograd"
    assert Path(config.CourseDirectory.root) == here
    assert Path(config.Exchange.root) == here / "exchange"
    assert Path(config.Exchange.assignment_dir) == here / "work"
    assert Path(config.Exchange.cache).is_relative_to(here)
    assert config.ExchangeCollect.check_owner is False


def test_a_shared_exchange_is_taken_from_the_environment(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(project.EXCHANGE_VARIABLE, str(tmp_path / "shared"))
    config = project.load_config(tiny)
    assert Path(config.Exchange.root) == tmp_path / "shared"
    assert config.ExchangeCollect.check_owner is True, "there a student is who owns the files"


@pytest.mark.parametrize("text", ["c = = 1", "import no_such_module", "raise SystemExit(0)"])
def test_a_broken_configuration_stops_everything(tiny: Path, text: str) -> None:
    (tiny / project.CONFIG_NAME).write_text(text, encoding="utf-8")
    with pytest.raises(CourseError, match=r"nbgrader_config\.py cannot be read"):
        project.load_config(tiny)


def test_reading_the_configuration_imports_next_to_nothing() -> None:
    script = (
        "import sys, sysconfig, pathlib\n"
        "from traitlets.config import configurable, loader\n"
        "sysconfig.get_path('scripts'); configurable.LoggingConfigurable().log\n"
        "before = set(sys.modules)\n"
        f"loader.PyFileConfigLoader('nbgrader_config.py', {str(support.ROOT)!r}).load_config()"
        "\nsys.exit(', '.join(sorted(set(sys.modules) - before)) or None)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("how", ["helper", "configuration"])
def test_this_interpreters_scripts_come_first_and_only_once(
    tiny: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setenv("PATH", f"{os.sep}usr{os.sep}bin")
    for _ in range(3):
        if how == "helper":
            project.scripts_first(os.environ)
        else:
            project.load_config(tiny)
    scripts = sysconfig.get_path("scripts")
    assert os.environ["PATH"].split(os.pathsep) == [scripts, f"{os.sep}usr{os.sep}bin"]


def test_scripts_come_first_where_there_is_no_path() -> None:
    environment: dict[str, str] = {}
    project.scripts_first(environment)
    assert environment == {"PATH": sysconfig.get_path("scripts")}


def test_the_state_directory_ignores_itself(tmp_path: Path) -> None:
    state = project.state_directory(tmp_path)
    assert state.is_dir()
    assert (state / ".gitignore").read_text(encoding="utf-8") == "*\n"
    assert project.state_directory(tmp_path) == state


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(CourseError, match="cannot write in"):
        project.state_directory(tmp_path / "file")
