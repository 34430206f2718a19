"""Put released assignments into the exchange from which students fetch them."""

from __future__ import annotations

import copy
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from course.errors import CourseError
from course.project import Project
from course.release import compare, quiet, slugs

if TYPE_CHECKING:
    from traitlets.config import Config

AVAILABLE = sys.platform != "win32"
"""nbgrader 0.9.6 has no exchange on Windows (nbgrader/exchange/default/exchange.py, `start`)."""


def publish(project: Project, config: Config) -> list[str]:
    """Make the exchange hand out exactly what is in `release/`; return what was put in or out.

    An assignment that is there already, byte for byte, is left alone, so that doing this at every
    start costs next to nothing. What students handed in stays.
    """
    course = Path(config.Exchange.root) / str(config.CourseDirectory.course_id)
    outbound = course / "outbound"
    wanted = slugs(project)
    said = []
    for slug in wanted:
        if compare(project.release / slug, outbound / slug, slug):
            _release(project, config, slug)
            said.append(slug)
    present = sorted(path.name for path in outbound.iterdir()) if outbound.is_dir() else []
    for slug in present:
        if slug not in wanted:
            shutil.rmtree(outbound / slug, ignore_errors=True)
            said.append(f"{slug} (taken out)")
    return said


def _release(project: Project, config: Config, slug: str) -> None:
    from nbgrader.auth import Authenticator
    from nbgrader.coursedir import CourseDirectory
    from nbgrader.exchange import ExchangeFactory

    ours = copy.deepcopy(config)
    ours.CourseDirectory.root = str(project.root)
    ours.CourseDirectory.assignment_id = slug
    ours.ExchangeReleaseAssignment.force = True
    job = ExchangeFactory(config=ours).ReleaseAssignment(
        coursedir=CourseDirectory(config=ours),
        authenticator=Authenticator(config=ours),
        config=ours,
    )
    with quiet(job.log) as errors:
        try:
            job.start()
        except Exception as error:
            reason = errors[0] if errors else f"{type(error).__name__}: {error}"
            raise CourseError(f"cannot put {slug} into the exchange: {reason}") from error
