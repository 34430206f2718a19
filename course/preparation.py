"""Bring gradebook, `release/` and the local exchange up to date, at next to no cost if they are."""

from __future__ import annotations

import hashlib
import json
from importlib.metadata import version as installed
from pathlib import Path
from typing import TYPE_CHECKING, Any

from course import exchange, gradebook, release
from course.errors import CourseError
from course.project import Project, state_directory

if TYPE_CHECKING:
    from traitlets.config import Config


def prepare(project: Project, config: Config, *, publish: bool) -> list[str]:
    """Make what is missing or out of step; return one line per thing that was done.

    `release/` is generated, so it is made anew when `source/`, the configuration or nbgrader
    changed, and also when somebody edited it by hand. With `publish` the exchange then hands out
    exactly what is in `release/`. What was found to be in step is remembered by its digests, so
    that the next call reads a few files and does not import nbgrader.
    """
    said = []
    memory = _Memory(project)
    known = gradebook.version(project.gradebook) if project.gradebook.exists() else None
    if known is None or (known, installed("nbgrader")) != memory.gradebook:
        if not project.gradebook.exists():
            said.append(f"{project.gradebook.name}: made")
        known = gradebook.prepare(project, str(config.CourseDirectory.course_id))
        memory.gradebook = (known, installed("nbgrader"))
    stale = memory.stale()
    if stale:
        done = release.make(project, stale)
        said += [line for line in done if not line.endswith(release.UNCHANGED)]
    if release.orphans(project):
        said += release.make(project)
    memory.save()
    if publish and exchange.AVAILABLE:
        said += [f"exchange: {line}" for line in exchange.publish(project, config)]
    return said


class _Memory:
    """What the last call found in step: the gradebook's version, and whose, and the digests."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._path = state_directory(project.root) / "prepared.json"
        try:
            kept: Any = json.loads(self._path.read_text(encoding="utf-8"))
            alembic, nbgrader = kept["gradebook"]
            self.gradebook = (str(alembic), str(nbgrader))
            self._slugs: dict[str, str] = dict(kept["slugs"])
        except (OSError, ValueError, KeyError, TypeError):
            self.gradebook, self._slugs = ("", ""), {}

    def stale(self) -> list[str]:
        """Return the assignments that are not as remembered, or not in the gradebook."""
        recorded = gradebook.assignments(self._project.gradebook)
        return [
            slug
            for slug in release.slugs(self._project)
            if slug not in recorded or self._slugs.get(slug) != self._state(slug)
        ]

    def save(self) -> None:
        """Remember the present state."""
        now = {
            "gradebook": self.gradebook,
            "slugs": {slug: self._state(slug) for slug in release.slugs(self._project)},
        }
        try:
            self._path.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise CourseError(f"cannot write {self._path}: {error.strerror or error}") from error

    def _state(self, slug: str) -> str:
        """Digest all that a release depends on, and the release itself."""
        project = self._project
        parts = [
            installed("nbgrader"),
            hashlib.sha256(project.config_file.read_bytes()).hexdigest(),
            *(_digest(directory / slug) for directory in (project.source, project.release)),
        ]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _digest(directory: Path) -> str:
    return release.digest(directory) if directory.is_dir() else "absent"
