"""`course doctor`: each fault is planted and must be found, with a way to mend it."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
from collections import namedtuple
from importlib import metadata
from pathlib import Path

import pytest

from course import _examinations as examinations
from course import cli, doctor

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Spare the tests the import of torch, and the machine's own Jupyter settings."""
    monkeypatch.setattr(examinations, "PROBES", {})
    for name in ("JUPYTER_PATH", "JUPYTER_CONFIG_PATH", "COURSE_EXCHANGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "jupyter"))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter-data"))


@pytest.fixture
def course(tiny: Path) -> Path:
    """Return a course directory with pinned versions."""
    (tiny / "constraints.txt").write_text("", encoding="utf-8")
    return tiny


def found(directory: Path) -> dict[str, doctor.Item]:
    return {item.name: item for item in doctor.report(directory)}


def pretend(monkeypatch: pytest.MonkeyPatch, name: str, version: str | None) -> None:
    """Let `name` be installed in this version, or not at all."""
    real = metadata.version

    def ask(distribution: str) -> str:
        if distribution != name:
            return real(distribution)
        if version is None:
            raise metadata.PackageNotFoundError(name)
        return version

    monkeypatch.setattr(metadata, "version", ask)


def test_a_sound_machine_is_ok_and_nothing_is_changed(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(course.rglob("*"))
    assert cli.main(["doctor", "--directory", str(course)]) == 0
    shown = capsys.readouterr().out
    assert "missing" not in shown
    assert shown.endswith("Everything works.\n")
    for name in ("python", "torch", "nbgrader", "kernel python3", "alembic", "disk", "gradebook"):
        assert f" {name} " in shown
    assert sorted(course.rglob("*")) == before


def test_outside_a_course_only_a_students_things_are_looked_at(tmp_path: Path) -> None:
    names = set(found(tmp_path))
    assert {"torch", "kernel python3", "disk"} <= names
    assert names.isdisjoint({"nbval", "work", "exchange", "gradebook"})


def test_an_absent_package_is_named_with_the_command_that_installs_it(
    course: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, "torch", None)
    monkeypatch.chdir(course)
    assert cli.main(["doctor"]) == 1
    shown = capsys.readouterr().out
    assert "missing  torch" in shown
    assert "-m pip install -c constraints.txt 'torch" in shown
    assert "1 missing: mend as said above" in shown


def test_outside_a_course_there_are_no_constraints_to_install_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, "ipywidgets", None)
    item = found(tmp_path)["ipywidgets"]
    assert item.status == doctor.MISSING
    assert " -c " not in item.mend


@pytest.mark.parametrize(
    ("version", "status"),
    [("2.13.1+cpu", "ok"), ("2.13.0+cu130", "ok"), ("2.12.1", "missing"), ("2.14.0", "missing")],
)
def test_torch_must_be_of_the_pinned_minor_version(
    course: Path, monkeypatch: pytest.MonkeyPatch, version: str, status: str
) -> None:
    pretend(monkeypatch, "torch", version)
    item = found(course)["torch"]
    assert item.status == status
    assert version in item.detail
    assert ("<2.14" in item.mend) == (status == "missing")


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("raise ImportError('libtorch.so: no such file')", "libtorch.so: no such file"),
        ("import os; os._exit(7)", "ended with status 7"),
    ],
)
def test_a_package_that_does_not_load_is_not_ok(
    course: Path, monkeypatch: pytest.MonkeyPatch, statement: str, said: str
) -> None:
    monkeypatch.setattr(examinations, "PROBES", {"torch": statement})
    item = found(course)["torch"]
    assert item.status == doctor.MISSING
    assert said in item.detail
    assert "--force-reinstall" in item.mend


def test_the_course_itself_may_be_absent(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", absent)
    monkeypatch.chdir(course)
    item = found(course)["course"]
    assert item.status == doctor.MISSING
    assert item.mend.endswith(f"install -e -c constraints.txt {course.resolve()}")


def test_an_old_python_is_told(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 11, 2, "final", 0))
    item = found(course)["python"]
    assert item.status == doctor.MISSING
    assert "3.11.2" in item.detail
    assert "3.11.5" in item.detail


def kernel(directory: Path, *argv: str) -> None:
    spec = directory / "kernels" / "python3" / "kernel.json"
    spec.parent.mkdir(parents=True)
    spec.write_text(json.dumps({"argv": argv, "display_name": "x", "language": "python"}))


def test_a_kernel_of_another_interpreter_is_told(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = tmp_path / "stranger"
    kernel(stranger, str(tmp_path / "no" / "python"), "-m", "ipykernel_launcher")
    monkeypatch.setenv("JUPYTER_PATH", str(stranger))
    item = found(course)["kernel python3"]
    assert item.status == doctor.MISSING
    assert "not this environment's" in item.detail
    assert str(stranger) in item.mend


def test_a_kernel_called_python_is_this_interpreter(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel(tmp_path / "other", "python", "-m", "ipykernel_launcher")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "other"))
    assert found(course)["kernel python3"].status == doctor.OK


def test_lab_extensions_absent_or_disabled_are_told(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "settings" / "labconfig"
    config.mkdir(parents=True)
    disabled = {"disabledExtensions": {"@jupyter/nbgrader": True}}
    (config / "page_config.json").write_text(json.dumps(disabled), encoding="utf-8")
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(config.parent))
    item = found(course)["lab extension @jupyter/nbgrader"]
    assert (item.status, item.detail) == (doctor.MISSING, "disabled")
    assert "labextension enable @jupyter/nbgrader" in item.mend
    monkeypatch.setattr("jupyter_core.paths.jupyter_path", lambda *parts: [str(tmp_path)])
    items = found(course)
    for name in ("@jupyter/nbgrader", "@jupyter-widgets/jupyterlab-manager"):
        assert items[f"lab extension {name}"].status == doctor.MISSING


def test_alembic_absent_is_told(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, path: None)
    item = found(course)["alembic"]
    assert item.status == doctor.MISSING
    assert item.mend.endswith("alembic")


@pytest.mark.parametrize(("free", "status"), [(2e9, "ok"), (5e8, "warning"), (5e7, "missing")])
def test_little_disk_space_is_told(
    course: Path, monkeypatch: pytest.MonkeyPatch, free: float, status: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda place: Usage(1, 1, int(free)))
    item = found(course)["disk"]
    assert item.status == status
    assert bool(item.mend) == (status != "ok")


def test_what_only_authors_need_is_a_warning(
    course: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, "nbval", None)
    assert cli.main(["doctor", "--directory", str(course)]) == 0
    shown = capsys.readouterr().out
    assert "warning  nbval" in shown
    assert "only authors need it" in shown
    assert "1 warning" in shown


def test_a_place_that_cannot_be_written_is_told(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (course / "work").mkdir()
    (course / "exchange").write_text("", encoding="utf-8")
    access = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: Path(path).name != "work" and access(path, mode)
    )
    items = found(course)
    assert items["work"].status == doctor.MISSING
    assert str(course.resolve() / "work") in items["work"].mend
    assert items["exchange"].status == doctor.MISSING
    assert "is not a directory" in items["exchange"].detail


def test_a_shared_exchange_must_be_there(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COURSE_EXCHANGE", str(tmp_path / "nowhere"))
    assert found(course)["exchange"].status == doctor.MISSING
    (tmp_path / "nowhere").mkdir()
    assert found(course)["exchange"].status == doctor.OK


def test_a_broken_configuration_is_told(course: Path) -> None:
    (course / "nbgrader_config.py").write_text("c = =", encoding="utf-8")
    item = found(course)["configuration"]
    assert item.status == doctor.MISSING
    assert "SyntaxError" in item.detail


def test_gradebooks_half_made_or_foreign_are_told(course: Path) -> None:
    book = course / "gradebook.db"
    sqlite3.connect(book).execute("create table assignment (id)").connection.close()
    item = found(course)["gradebook"]
    assert (item.status, item.mend) == (doctor.WARNING, "course start")
    book.write_text("no database " * 100, encoding="utf-8")
    assert found(course)["gradebook"].status == doctor.MISSING


def test_json_holds_the_same(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--json", "--directory", str(course)]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["ok"] is True
    assert {item["name"]: item["status"] for item in shown["items"]} == {
        name: item.status for name, item in found(course).items()
    }


def test_a_notebook_shows_a_row_for_each_problem_and_needs_no_colour() -> None:
    items = (
        doctor.Item("disk", doctor.OK, "enough"),
        doctor.Item("nbval", doctor.WARNING, "old", "pip install nbval"),
        doctor.Item("torch", doctor.MISSING, "not <there>", "pip install torch"),
    )
    shown = doctor.Report(items)
    page = shown._repr_html_()
    assert "<td>missing</td>" in page
    assert '<th scope="row"' in page
    assert "not &lt;there&gt;" in page
    assert "color" not in page
    assert "pip install torch" in page
    assert page.count('<th scope="row"') == 2
    assert "enough" not in page
    assert "restart the kernel and run this cell again." in page
    assert repr(shown).splitlines() == [
        "missing  torch  not <there>",
        "                mend: pip install torch",
        "warning  nbval  old",
        "                mend: pip install nbval",
        "",
        "1 missing, 1 warning: mend as said above, then restart the kernel and run this cell "
        "again.",
    ]
    assert "ok       disk   enough" in shown.listing
    assert shown.listing.endswith("then run `course doctor` again.")


def test_a_notebook_on_a_sound_machine_shows_one_line_that_is_the_same_everywhere(
    course: Path, tmp_path: Path
) -> None:
    for directory in (course, tmp_path):
        shown = doctor.show(directory)
        assert repr(shown) == "Everything works."
        assert shown._repr_html_() == "<p>Everything works.</p>"


@pytest.mark.slow
def test_the_real_probes_run(monkeypatch: pytest.MonkeyPatch, course: Path) -> None:
    monkeypatch.undo()
    assert examinations.PROBES
    items = found(course)
    assert items["torch"].status == items["numpy"].status == doctor.OK
