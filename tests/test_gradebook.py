"""Making a gradebook, and mending one that is old or half made."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from course import gradebook, project
from course.errors import CourseError
from course.project import Project


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a gradebook, once."""
    course = Project(tmp_path_factory.mktemp("fresh"))
    gradebook.prepare(course, "autograd")
    return course.gradebook


@pytest.fixture
def course(fresh: Path, tmp_path: Path) -> Project:
    """Return a course directory with a fresh gradebook and nothing else."""
    shutil.copy(fresh, tmp_path / fresh.name)
    return Project(tmp_path)


def run(path: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)


def add_student(path: Path) -> None:
    from nbgrader.api import Gradebook

    with Gradebook(gradebook.url(path), "autograd") as book:
        book.add_student("ada")


def students(path: Path) -> list[str]:
    from nbgrader.api import Gradebook

    with Gradebook(gradebook.url(path), "autograd") as book:
        return [student.id for student in book.students]


def test_a_new_one_carries_its_version_and_leaves_nothing_beside_it(course: Project) -> None:
    assert gradebook.prepare(course, "autograd") == gradebook.version(course.gradebook)
    assert [path.name for path in course.root.iterdir()] == ["gradebook.db"]
    assert course.gradebook.stat().st_mode & 0o600 == 0o600


def test_a_half_made_one_is_made_anew_while_it_is_empty(course: Project) -> None:
    run(course.gradebook, "drop table alembic_version", "drop table grade")
    assert gradebook.version(course.gradebook) is None
    gradebook.prepare(course, "autograd")
    assert gradebook.version(course.gradebook)
    run(course.gradebook, "select * from grade")


def test_a_half_made_one_that_was_used_is_completed(course: Project) -> None:
    add_student(course.gradebook)
    run(course.gradebook, "drop table alembic_version")
    assert gradebook.prepare(course, "autograd") == gradebook.version(course.gradebook)
    assert students(course.gradebook) == ["ada"]


def test_an_old_one_is_upgraded_and_a_copy_kept(course: Project) -> None:
    add_student(course.gradebook)
    head = gradebook.version(course.gradebook)
    run(
        course.gradebook,
        "alter table student drop column lms_user_id",
        "update alembic_version set version_num = '167914646830'",
    )
    assert gradebook.prepare(course, "autograd") == head == gradebook.version(course.gradebook)
    assert students(course.gradebook) == ["ada"]
    copy = course.root / ".course" / "gradebook-167914646830.db"
    assert gradebook.version(copy) == "167914646830"


def test_what_is_no_database_is_named_and_kept(course: Project) -> None:
    course.gradebook.write_text("my grades, by hand\n" * 100, encoding="utf-8")
    with pytest.raises(CourseError, match=r"is not a gradebook .*move it away"):
        gradebook.prepare(course, "autograd")
    assert course.gradebook.read_text(encoding="utf-8").startswith("my grades")


def test_without_alembic_nothing_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gradebook, "scripts_first", lambda environment: None)
    monkeypatch.setitem(os.environ, "PATH", str(tmp_path))
    with pytest.raises(CourseError, match="see `course doctor`"):
        gradebook.prepare(Project(tmp_path), "autograd")
    assert list(tmp_path.iterdir()) == []


def test_a_failing_upgrade_is_told(course: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    run(course.gradebook, "update alembic_version set version_num = 'unheard'")

    def fail(url: str) -> None:
        raise subprocess.CalledProcessError(1, "alembic")

    monkeypatch.setattr("nbgrader.dbutil.upgrade", fail)
    with pytest.raises(CourseError, match="cannot upgrade"):
        gradebook.prepare(course, "autograd")
    assert (project.state_directory(course.root) / "gradebook-unheard.db").exists()
