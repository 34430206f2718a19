from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from course import notebook as notebooks
from tests import leaks, support


@pytest.fixture(scope="module")
def secrets() -> set[str]:
    """Return the secret lines of all authored notebooks; fail if there are none."""
    found = leaks.secrets(*map(notebooks.read, support.SOURCES))
    assert len(found) >= 10
    return found


def test_no_secret_in_the_release(secrets: set[str], source_path: Path) -> None:
    released = support.ROOT / "release" / source_path.parent.name
    texts = leaks.texts_below(released)
    assert source_path.name in texts
    assert leaks.leaked(secrets, texts) == []


def test_a_solution_left_in_a_release_is_seen(graded_path: Path, tmp_path: Path) -> None:
    """Plant the authors' solution of one exercise in a copy of the release."""
    authored = notebooks.read(graded_path)
    copy = notebooks.read(support.ROOT / "release" / graded_path.parent.name / graded_path.name)
    secret = leaks.secrets(authored)
    for name, solution in notebooks.solutions(authored).items():
        if name == "closed-book":
            continue  # a word given, not a solution
        cell = support.cell(copy, name)
        stub, cell.source = cell.source, solution
        support.save(copy, tmp_path / "copy.ipynb")
        assert leaks.leaked(secret, leaks.texts_below(tmp_path)), name
        cell.source = stub


def test_a_hidden_test_left_in_a_release_is_seen(graded_path: Path, tmp_path: Path) -> None:
    authored = notebooks.read(graded_path)
    copy = notebooks.read(support.ROOT / "release" / graded_path.parent.name / graded_path.name)
    secret = leaks.secrets(authored)
    for exercise in notebooks.exercises(authored):
        for graded in exercise.grade_cells:
            hidden = notebooks.hidden_lines(authored.cells[graded.index].source)
            if graded.name == "check-closed-book":
                assert hidden == []
                continue
            cell = support.cell(copy, graded.name)
            without, cell.source = cell.source, "\n".join([cell.source, *hidden])
            support.save(copy, tmp_path / "copy.ipynb")
            assert leaks.leaked(secret, leaks.texts_below(tmp_path)), graded.name
            cell.source = without


def test_a_mark_left_in_a_notebook_is_seen() -> None:
    assert leaks.leaked([], {"x.ipynb": '"### BEGIN HIDDEN TESTS\\n",'}) == [
        "x.ipynb: BEGIN HIDDEN TESTS"
    ]


def test_lines_that_tell_nothing_are_no_secrets() -> None:
    found = leaks.secrets(support.tiny_notebook())
    assert "doubled_numbers = t.clone().mul_(2)" in found
    assert "checks.equal(double(torch.zeros(0, 7)), torch.zeros(0, 7))" in found
    assert "given = torch.tensor([1.0, 2.0])" not in found  # stands in the visible part
    assert "return doubled_numbers" not in found


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Build the sdist and the wheel without network."""
    place = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(place)],
        cwd=support.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted(place.iterdir())


@pytest.mark.slow
def test_no_secret_in_wheel_or_sdist(secrets: set[str], archives: list[Path]) -> None:
    assert [path.suffix for path in archives] == [".whl", ".gz"]
    for archive in archives:
        texts = leaks.texts_in(archive)
        assert any(name.endswith("course/checks.py") for name in texts)
        assert leaks.leaked(secrets, texts) == []
        assert [name for name in texts if name.endswith(".ipynb") or "tests/" in name] == []


@pytest.mark.slow
def test_what_the_package_needs_at_run_time_is_in_the_wheel(archives: list[Path]) -> None:
    names = leaks.texts_in(archives[0]).keys()
    data = [
        path.relative_to(support.ROOT).as_posix()
        for path in (support.ROOT / "course").rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    ]
    assert data
    assert [name for name in data if name not in names] == []
