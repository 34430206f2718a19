"""The file that keeps a learner's progress: where it lies, and how it is read and changed.

The form of the file is described in docs/progress.md. Whoever reads or changes it holds a lock of
the operating system meanwhile, so that notebooks that are open at once lose nothing of each
other's. Such a lock ends with the process that holds it: none is ever left over.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
import time
from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from course import project, writing

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

NAME = "progress.json"
FORMAT = "autograd-course progress"
VERSION = 1

VARIABLE = "COURSE_PROGRESS"
"""Environment variable that names the file, in place of the one in the work directory."""
GRADING = ("NBGRADER_EXECUTION", "COURSE_CHECK")
"""Environment variables that are set where answers are judged."""
NEVER = frozenset({"source", "release", "autograded", "submitted", "feedback", "exchange"})
"""Directories of a course in which nobody makes progress."""

LOCK_SECONDS = 10.0
"""How long to wait for others, who hold the lock for some milliseconds."""
_BUSY = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}
_UNSUPPORTED = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL}


class Unreadable(ValueError):
    """Say why the content of the file is no progress, as the end of a sentence."""


class Newer(ValueError):
    """Say that a later edition of the course wrote the file."""


def place(slugs: Collection[str], directory: Path) -> Path | None:
    """Return where the progress of whoever works in `directory` is kept, be it there or not.

    That is, in this order: the file named by COURSE_PROGRESS; beside the directory that is named
    like a lesson (one of `slugs`) and in which, or below which, `directory` is; the nearest
    directory from `directory` upwards that holds the file or has a `work/` that does; `work/`, if
    `directory` is where `course start` runs or lessons lie in that; `directory`.

    Returns None where nothing is kept: while answers are judged, and in a course's own
    directories.
    """
    here = directory.resolve()
    if keeps_nothing(here):
        return None
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser().resolve()
    upwards = (here, *here.parents)
    for above in upwards:
        if above.name in slugs:
            return above.parent / NAME
    for above in upwards:
        for candidate in (above / NAME, above / "work" / NAME):
            if _is_ours(candidate):
                return candidate.resolve()
    started = (here / ".course").is_dir() or (here / project.CONFIG_NAME).is_file()
    if started or any((here / "work" / slug).is_dir() for slug in slugs):
        return here / "work" / NAME
    return here / NAME


def answers_are_judged() -> bool:
    """Whether this process runs a notebook for grades or for `course check`."""
    return any(os.environ.get(name) for name in GRADING)


def keeps_nothing(directory: Path) -> bool:
    """Whether nothing of a learner's may be written in a directory, or by this process.

    That is so while answers are judged, and in the directories that a course makes or authors.
    """
    if answers_are_judged():
        return True
    here = directory.resolve()
    course = project.find(here)
    if course is None:
        return False
    return bool(NEVER.intersection(here.relative_to(course.root).parts[:1]))


def _is_ours(path: Path) -> bool:
    """Whether a file says that it is one of ours, be it whole or not."""
    try:
        return FORMAT.encode() in path.read_bytes()
    except OSError:
        return False


def read(path: Path) -> tuple[dict[str, Any], str]:
    """Return what the file holds by lesson, and a sentence if it is not all in order, else "".

    A file that is not readable is set aside; one that is not there holds nothing; one that is
    newer is left alone and counts as holding nothing.
    """
    if not path.exists():
        return {}, ""
    try:
        with _locked(path):
            content, sentence = _content(path)
    except Newer as error:
        return {}, str(error)
    except OSError as error:
        return {}, f"{path} cannot be read: {error.strerror or error}."
    return content["lessons"], sentence


def update(path: Path, change: Callable[[dict[str, Any]], bool]) -> str:
    """Let `change` edit what is kept by lesson; write the file if it returns True.

    Returns a sentence if a file that was not readable had to be set aside, else "". A newer file
    is left alone. Raises `OSError` if the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _locked(path):
        try:
            content, sentence = _content(path)
        except Newer:
            return ""
        if change(content["lessons"]):
            writing.replace(path, (json.dumps(content, indent=2) + "\n").encode("utf-8"))
    return sentence


def set_aside(path: Path) -> list[str]:
    """Return the names of the files that were set aside beside `path`."""
    return sorted(
        found.name for found in path.parent.glob(f"{path.stem}-unreadable-*{path.suffix}")
    )


def _content(path: Path) -> tuple[dict[str, Any], str]:
    """Read the file, setting it aside if it is not readable; the lock is held."""
    try:
        return parse(path.read_bytes()), ""
    except FileNotFoundError:
        sentence = ""
    except Unreadable as error:
        now = datetime.now().strftime("%Y-%m-%d-%H%M%S")
        aside = path.with_name(f"{path.stem}-unreadable-{now}{path.suffix}")
        count = 1
        while aside.exists():
            count += 1
            aside = path.with_name(f"{path.stem}-unreadable-{now}-{count}{path.suffix}")
        path.rename(aside)
        sentence = (
            f"Your {path.name} could not be read ({error}), so it was set aside as {aside.name} "
            "and a new one begins."
        )
    return {"format": FORMAT, "version": VERSION, "lessons": {}}, sentence


def parse(data: bytes) -> dict[str, Any]:
    """Return the content of a file of this version, with whatever it holds besides.

    Raises:
        Unreadable: it is damaged, or it is something else.
        Newer: it is of a later version.
    """
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Unreadable("it is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise Unreadable(f"its JSON is broken in line {error.lineno}") from None
    except (ValueError, RecursionError):
        raise Unreadable("its JSON is broken") from None
    if not isinstance(content, dict):
        raise Unreadable("it holds no progress of this course")
    version = content.get("version")
    if type(version) is int and version > VERSION:
        raise Newer(
            f"{NAME} was written by a later edition of this course (version {version}; this "
            f"edition knows {VERSION}), so it is left alone and nothing is recorded: install "
            "that edition here too."
        )
    if content.get("format") != FORMAT or type(version) is not int or version != VERSION:
        raise Unreadable("it holds no progress of this course")
    lessons = content.get("lessons")
    if not isinstance(lessons, dict) or not all(map(_is_lesson, lessons.values())):
        raise Unreadable("what it says of the lessons makes no sense")
    return content


def _is_lesson(entry: object) -> bool:
    """Whether this is what the file may say of one lesson."""
    if not isinstance(entry, dict):
        return False
    passed, tested = entry.get("checks", {}), entry.get("self_test")
    if not isinstance(passed, dict) or not all(isinstance(day, str) for day in passed.values()):
        return False
    if tested is None:
        return "self_test" not in entry
    if not isinstance(tested, dict) or not isinstance(tested.get("date"), str):
        return False
    right, total = tested.get("right"), tested.get("total")
    if type(right) is not int or type(total) is not int:
        return False
    return 0 <= right <= total


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock of the file at `path`.

    The lock is one on a file beside it, which is empty and stays: a file that is deleted while
    one process waits for it and another makes it anew would be two locks. Where the file system
    has no locks, or nothing can be written, the block runs without. Raises `TimeoutError` if
    others do not let go.
    """
    beside = path.with_name(f".{path.name}.lock")
    until = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:
            yield
            return
        taken = False
        try:
            taken = _take(handle)
            if taken and _is_still(handle, beside):
                yield
                return
        finally:
            _let_go(handle, taken)
        if not taken:
            if time.monotonic() > until:
                raise TimeoutError(f"{beside} has been held by another process for too long")
            time.sleep(0.01)


def _take(handle: int) -> bool:
    """Take the lock on an open file, or return False if another holds it."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _BUSY:
            return False
        if error.errno in _UNSUPPORTED:
            return True
        raise
    return True


def _let_go(handle: int, taken: bool) -> None:
    """Close an open file, which ends its lock; Windows wants to be told before."""
    if sys.platform == "win32" and taken:
        with contextlib.suppress(OSError):
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
    os.close(handle)


def _is_still(handle: int, path: Path) -> bool:
    """Whether an open file is the one at `path`: it may have been deleted meanwhile."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
