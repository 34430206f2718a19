"""Make the gradebook, or bring an old or half-made one up to the installed nbgrader."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
from pathlib import Path

from course.errors import CourseError
from course.project import Project, scripts_first, state_directory


def url(path: Path) -> str:
    """Return the address under which SQLAlchemy opens the gradebook at `path`."""
    return f"sqlite:///{path.resolve()}"


def version(path: Path) -> str | None:
    """Return the alembic version that the gradebook carries, None if it carries none.

    Raises `CourseError` if the file is not a readable SQLite database.
    """
    rows = _query(path, "select version_num from alembic_version")
    return str(rows[0][0]) if rows else None


def assignments(path: Path) -> set[str]:
    """Return the names of the assignments that the gradebook at `path` knows."""
    return {str(row[0]) for row in _query(path, "select name from assignment")}


def holds_submissions(path: Path) -> bool:
    """Return whether the gradebook at `path` knows of anything that was handed in."""
    return bool(_query(path, "select 1 from submitted_assignment limit 1"))


def prepare(project: Project, course_id: str) -> str:
    """Make the gradebook or upgrade it; return the alembic version it has afterwards.

    A new gradebook is made under another name and moved into place, so that a failure leaves
    none. One that an interrupted command left half made (tables, but no version) is made anew
    while nothing is recorded in it, and completed otherwise. Before an upgrade the old file is
    copied into the state directory.
    """
    scripts_first(os.environ)
    path = project.gradebook
    if path.exists() and version(path) is None and not _holds_records(path):
        path.unlink()
    if not path.exists():
        _create(path, course_id)
    head = _head()
    present = version(path)
    if present is None:
        _stamp(path, head)
    elif present != head:
        shutil.copy2(path, state_directory(project.root) / f"gradebook-{present}.db")
        _upgrade(path)
    return head


def _query(path: Path, statement: str) -> list[tuple[object, ...]]:
    """Run one reading statement; an absent table answers with no rows."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True)) as db:
            return db.execute(statement).fetchall()
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            return []
        raise CourseError(f"cannot read {path}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise CourseError(
            f"{path} is not a gradebook ({error}): move it away, and the next start makes a new one"
        ) from error


def _holds_records(path: Path) -> bool:
    tables = ("assignment", "student", "submitted_assignment")
    return any(_query(path, f"select 1 from {table} limit 1") for table in tables)


def _create(path: Path, course_id: str) -> None:
    from nbgrader.api import Gradebook

    try:
        handle, name = tempfile.mkstemp(prefix=".gradebook-", suffix=".db", dir=path.parent)
        os.close(handle)
    except OSError as error:
        raise CourseError(f"cannot write in {path.parent}: {error.strerror or error}") from error
    new = Path(name)
    try:
        Gradebook(url(new), course_id).close()
        new.chmod(0o666 & ~_umask())
        new.replace(path)
    except (OSError, subprocess.CalledProcessError) as error:
        raise CourseError(f"cannot make {path}: {error}; see `course doctor`") from error
    finally:
        new.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _head() -> str:
    """Return the version of the tables that the installed nbgrader works with."""
    from alembic.script import ScriptDirectory
    from nbgrader.dbutil import ALEMBIC_DIR

    return str(ScriptDirectory(ALEMBIC_DIR).get_current_head())


def _upgrade(path: Path) -> None:
    from nbgrader.dbutil import upgrade

    try:
        upgrade(url(path))
    except (OSError, subprocess.CalledProcessError) as error:
        raise CourseError(f"cannot upgrade {path}: {error}") from error


def _stamp(path: Path, head: str) -> None:
    """Write the version that nbgrader would have written, had it not been interrupted."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("create table if not exists alembic_version (version_num VARCHAR(32) NOT NULL)")
        db.execute("insert into alembic_version values (?)", (head,))
