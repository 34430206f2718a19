"""Make `release/` from `source/` with nbgrader, or say whether the two are in step.

With it goes `course/lessons.json`, the index of what was released that a learner's progress uses.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import json
import logging
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from course import gradebook, lessons
from course.errors import CourseError
from course.project import IGNORED_NAMES, Project, load_config, require, state_directory

if TYPE_CHECKING:
    from traitlets.config import Config

MARKERS = ("BEGIN SOLUTION", "BEGIN HIDDEN TESTS", "BEGIN MARK SCHEME")
"""What opens a region that no student may see."""
UNCHANGED = "unchanged"
"""What is said of a release that came out as it was."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `course release`."""
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="assignments (default: all)")
    parser.add_argument(
        "--check",
        action="store_true",
        help="change nothing; say whether release/ is what source/ makes (exit status 0 or 1)",
    )
    parser.add_argument(
        "--directory", type=Path, metavar="DIR", help="course directory (default: here or above)"
    )


def run(args: argparse.Namespace) -> int:
    """Make or check `release/`; return 0, or 1 if a check found a difference."""
    project = require(args.directory)
    if args.check:
        found = differences(project, args.slugs)
        for line in found:
            print(line)
        if found:
            print("release/ is not what source/ makes; `course release` makes it anew")
            return 1
        print(f"release/ is what source/ makes ({', '.join(args.slugs or slugs(project))})")
        return 0
    _chosen(project, args.slugs)
    gradebook.prepare(project, str(load_config(project.root).CourseDirectory.course_id))
    for line in make(project, args.slugs):
        print(line)
    return 0


def slugs(project: Project) -> list[str]:
    """Return the assignments in `source/`: its directories that hold a notebook."""
    return sorted(
        directory.name
        for directory in project.source.iterdir()
        if directory.is_dir() and any(directory.glob("*.ipynb"))
    )


def orphans(project: Project) -> list[str]:
    """Return the directories in `release/` that no assignment in `source/` makes."""
    if not project.release.is_dir():
        return []
    present = {directory.name for directory in project.release.iterdir() if directory.is_dir()}
    return sorted(present - set(slugs(project)) - IGNORED_NAMES)


def make(project: Project, chosen: Sequence[str] = ()) -> list[str]:
    """Make the release of the chosen assignments (all if none) and record them in the gradebook.

    Each release is made aside and moved into place last: a failure raises `CourseError` and
    leaves the old one. With no choice, releases without a source are removed. The index of the
    lessons in the package is brought in step. Returns one line per assignment that says what
    happened, and one if the index changed.
    """
    wanted = _chosen(project, chosen)
    config = load_config(project.root)
    said = []
    with tempfile.TemporaryDirectory(
        prefix="release-", dir=state_directory(project.root), ignore_cleanup_errors=True
    ) as scratch:
        for slug in wanted:
            # First without the gradebook: what cannot be released must not be recorded either.
            _generate(project, config, slug, Path(scratch, "trial"), record=False)
            made = _generate(project, config, slug, Path(scratch, "made"), record=True)
            place = project.release / slug
            state = "made" if not place.exists() else _changed(made, place)
            _swap(made, place, Path(scratch, "old"))
            said.append(f"release/{slug}: {state}")
        for slug in [] if chosen else orphans(project):
            _swap(None, project.release / slug, Path(scratch, "old"))
            said.append(f"release/{slug}: removed, source/ has no such assignment")
    return said + lessons.write(project)


def differences(project: Project, chosen: Sequence[str] = ()) -> list[str]:
    """Return one line per difference between `release/` and what `source/` makes now.

    The index of the lessons in the package is compared with what is in `release/`. Works in a
    temporary directory and without the gradebook; nothing in the project changes.
    """
    wanted = _chosen(project, chosen)
    config = load_config(project.root)
    found = []
    with tempfile.TemporaryDirectory(prefix="course-release-") as scratch:
        for slug in wanted:
            fresh = _generate(project, config, slug, Path(scratch), record=False)
            found += compare(fresh, project.release / slug, f"release/{slug}")
    if not chosen:
        found += [f"release/{slug}: source/ has no such assignment" for slug in orphans(project)]
    return found + lessons.differences(project)


def compare(fresh: Path, present: Path, label: str) -> list[str]:
    """Return one line per file of `present` that is not, byte for byte, as in `fresh`."""
    if not present.is_dir():
        return [f"{label}: missing"]
    new, old = set(files(fresh)), set(files(present))
    found = [f"{label}/{name}: missing" for name in sorted(new - old)]
    found += [f"{label}/{name}: source/ has no such file" for name in sorted(old - new)]
    for name in sorted(new & old):
        before, after = (present / name).read_bytes(), (fresh / name).read_bytes()
        if before != after:
            where = _cells(before, after) if name.endswith(".ipynb") else ""
            found.append(f"{label}/{name}: differs{where}")
    return found


def files(directory: Path) -> list[str]:
    """Return the files below `directory`, relative, with forward slashes, in order."""
    return sorted(
        path.relative_to(directory).as_posix()
        for path in directory.rglob("*")
        if path.is_file() and IGNORED_NAMES.isdisjoint(path.relative_to(directory).parts)
    )


def digest(directory: Path) -> str:
    """Return a SHA-256 over names and contents of all files below `directory`."""
    total = hashlib.sha256()
    for name in files(directory):
        content = hashlib.sha256((directory / name).read_bytes()).hexdigest()
        total.update(f"{name}\0{content}\n".encode())
    return total.hexdigest()


def _chosen(project: Project, chosen: Sequence[str]) -> list[str]:
    known = slugs(project)
    if not known:
        raise CourseError(f"{project.source} holds no assignment: source/SLUG/NOTEBOOK.ipynb")
    unknown = [slug for slug in chosen if slug not in known]
    if unknown:
        raise CourseError(
            f"no assignment {', '.join(unknown)} in source/; there is {', '.join(known)}"
        )
    return list(dict.fromkeys(chosen)) or known


def _changed(made: Path, place: Path) -> str:
    return "made anew" if compare(made, place, "") else UNCHANGED


def _generate(project: Project, config: Config, slug: str, into: Path, *, record: bool) -> Path:
    """Run nbgrader's generate_assignment on one assignment; return the directory it made."""
    from nbgrader.converters import GenerateAssignment
    from nbgrader.coursedir import CourseDirectory

    ours = copy.deepcopy(config)
    ours.CourseDirectory.root = str(project.root)
    ours.CourseDirectory.release_directory = str(into)
    ours.CourseDirectory.assignment_id = slug
    ours.GenerateAssignment.force = True
    if not record:
        ours.GenerateAssignment.no_database = True
        ours.SaveCells.enabled = False
    converter = GenerateAssignment(coursedir=CourseDirectory(config=ours), config=ours)
    with quiet(converter.log) as errors:
        try:
            converter.start()
        except Exception as error:
            raise CourseError(f"source/{slug}: {_reason(errors, error)}") from error
    made = into / slug
    for name in files(made):
        content = (made / name).read_bytes()
        marker = next((mark for mark in MARKERS if mark.encode() in content), None)
        if marker is not None:
            raise CourseError(
                f"source/{slug}/{name} would be handed out with its '{marker}' region: "
                "close the region, or move a file that is not the notebook out of source/"
            )
    return made


@contextmanager
def quiet(log: logging.Logger | logging.LoggerAdapter[logging.Logger]) -> Iterator[list[str]]:
    """Collect what nbgrader logs as errors, and keep it from the terminal."""
    logger = log.logger if isinstance(log, logging.LoggerAdapter) else log
    kept: list[str] = []

    class Keeper(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.levelno >= logging.ERROR:
                kept.append(record.getMessage())

    handlers, propagate = logger.handlers, logger.propagate
    logger.handlers, logger.propagate = [Keeper()], False
    try:
        yield kept
    finally:
        logger.handlers, logger.propagate = handlers, propagate


def _reason(errors: list[str], error: Exception) -> str:
    """Pick the sentence that names the cause: the last line of the traceback that was logged."""
    for message in errors:
        if message.startswith("Traceback"):
            return message.strip().splitlines()[-1].removeprefix("RuntimeError: ")
    return str(error) or type(error).__name__


def _swap(made: Path | None, place: Path, aside: Path) -> None:
    """Move `made` to `place` (None: only clear the place); what was there goes below `aside`."""
    place.parent.mkdir(parents=True, exist_ok=True)
    aside.mkdir(exist_ok=True)
    old = aside / place.name
    try:
        if place.exists():
            place.rename(old)
        if made is not None:
            try:
                made.rename(place)
            except OSError:
                if old.exists():
                    old.rename(place)
                raise
    except OSError as error:
        raise CourseError(f"cannot write {place}: {error.strerror or error}") from error
    shutil.rmtree(old, ignore_errors=True)


def _cells(before: bytes, after: bytes) -> str:
    """Name the first cell in which two notebooks differ."""
    try:
        old, new = (json.loads(text)["cells"] for text in (before, after))
    except (ValueError, KeyError, TypeError):
        return ", and is not a notebook"
    if len(old) != len(new):
        return f": {len(old)} cells, should be {len(new)}"
    for index, (ours, theirs) in enumerate(zip(old, new, strict=True)):
        if ours != theirs:
            marks = theirs.get("metadata", {}).get("nbgrader", {})
            name = marks.get("grade_id") or theirs.get("id")
            return f" in cell {index}" + (f" ({name})" if name else "")
    return " outside its cells"
