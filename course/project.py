"""Where a course directory is, what lies in it, and what its nbgrader configuration says."""

from __future__ import annotations

import os
import sysconfig
from collections.abc import MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from course.errors import CourseError

if TYPE_CHECKING:
    from traitlets.config import Config

CONFIG_NAME = "nbgrader_config.py"
EXCHANGE_VARIABLE = "COURSE_EXCHANGE"
"""Environment variable that names a shared exchange; the configuration file reads it."""
IGNORED_NAMES = frozenset({".ipynb_checkpoints", "__pycache__"})
"""Directories that editors and Python leave behind; they belong to no assignment."""


@dataclass(frozen=True)
class Project:
    """Name the places of one course directory. Nothing is made by asking for them."""

    root: Path

    @property
    def config_file(self) -> Path:
        """Return the file that configures nbgrader."""
        return self.root / CONFIG_NAME

    @property
    def source(self) -> Path:
        """Return the directory of authored notebooks, one directory per assignment."""
        return self.root / "source"

    @property
    def release(self) -> Path:
        """Return the directory of what students get, made from `source`."""
        return self.root / "release"

    @property
    def work(self) -> Path:
        """Return the directory in which fetched notebooks land."""
        return self.root / "work"

    @property
    def local_exchange(self) -> Path:
        """Return the exchange used when no shared one is named."""
        return self.root / "exchange"

    @property
    def gradebook(self) -> Path:
        """Return the database of assignments, students and grades."""
        return self.root / "gradebook.db"


def find(start: Path | None = None) -> Project | None:
    """Find the course directory at or above `start` (the current directory if None)."""
    here = (start or Path.cwd()).resolve()
    for directory in (here, *here.parents):
        if (directory / CONFIG_NAME).is_file() and (directory / "source").is_dir():
            return Project(directory)
    return None


def require(start: Path | None = None) -> Project:
    """Return the course directory at or above `start`; raise `CourseError` if there is none."""
    project = find(start)
    if project is None:
        raise CourseError(
            f"no course directory at or above {(start or Path.cwd()).resolve()}: "
            f"run this where {CONFIG_NAME} and source/ are, or name the place with --directory"
        )
    return project


def state_directory(place: Path) -> Path:
    """Make the hidden directory that keeps what is remembered about `place` between runs.

    It ignores itself in git. Deleting it loses nothing but settings of JupyterLab and copies of
    what was handed in.
    """
    directory = place / ".course"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        ignore = directory / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
    except OSError as error:
        raise CourseError(f"cannot write in {place}: {error.strerror or error}") from error
    return directory


def scripts_first(environment: MutableMapping[str, str]) -> None:
    """Put this interpreter's scripts first on PATH, so that a bare `alembic` is its own.

    nbgrader 0.9.6 calls `alembic` by name when it makes a gradebook (nbgrader/api.py,
    `get_alembic_version`), and an environment need not be activated to be used.
    """
    scripts = sysconfig.get_path("scripts")
    path = environment.get("PATH", "")
    if path.split(os.pathsep)[0] != scripts:
        environment["PATH"] = os.pathsep.join(part for part in (scripts, path) if part)


def load_config(directory: Path) -> Config:
    """Read the nbgrader configuration of `directory` as a traitlets `Config`.

    nbgrader itself logs an error in that file and carries on with its defaults; here it raises
    `CourseError`, so that nothing runs with half of what the file meant.
    """
    from traitlets.config.loader import PyFileConfigLoader

    path = directory / CONFIG_NAME
    if not path.is_file():
        raise CourseError(f"{path} is missing: it configures nbgrader for this course")
    try:
        return PyFileConfigLoader(CONFIG_NAME, path=str(directory)).load_config()
    except (Exception, SystemExit) as error:
        raise CourseError(f"{path} cannot be read: {type(error).__name__}: {error}") from error
