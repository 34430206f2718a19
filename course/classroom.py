"""A course directory and its students, led along nbgrader's road through nbgrader's own classes.

Whoever calls this gives a directory that may be filled: `course demo` and the tests use a
temporary one. Every step raises `CourseError` with the end of nbgrader's log when it fails.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from course import notebook as notebooks
from course import project
from course.errors import CourseError

if TYPE_CHECKING:
    from jupyter_client.manager import AsyncKernelManager
    from nbformat import NotebookNode
    from traitlets.config import Config


_REASON = re.compile(r"^\s*([\w.]+(?:Error|Exception|Timeout|Interrupt): .+)$", re.MULTILINE)
"""The last line of a traceback."""


class Classroom:
    """Lead one assignment from its source to the students' feedback pages.

    `original` is the course directory whose configuration and `slug` are copied into `directory`,
    which becomes a course of its own: root, exchange, gradebook and the students' homes are in
    there, and nothing outside is written.
    """

    def __init__(self, original: Path, slug: str, directory: Path) -> None:
        if sys.platform == "win32":
            raise CourseError("nbgrader's exchange does not work on Windows: use WSL for this")
        authored = original / "source" / slug
        if not authored.is_dir():
            raise CourseError(
                f"{authored} is missing: this needs a clone of the course with its source/"
            )
        self.slug = slug
        self.root = directory / "course"
        self.homes = directory / "homes"
        self._exchange = directory / "exchange"
        self.root.mkdir(parents=True)
        self._exchange.mkdir()
        self._exchange.chmod(0o777)
        shutil.copy(original / project.CONFIG_NAME, self.root)
        shutil.copytree(
            authored,
            self.root / "source" / slug,
            ignore=shutil.ignore_patterns(*project.IGNORED_NAMES),
        )
        project.scripts_first(os.environ)
        self._api = self._make_api(self._config())

    def _config(self, student: str | None = None) -> Config:
        """Return the course's configuration, its places moved in here; or a student's own."""
        config = project.load_config(self.root)
        config.CourseDirectory.root = str(self.root)
        config.Exchange.root = str(self._exchange)
        config.ExchangeCollect.check_owner = False  # one person plays every student
        config.Execute.extra_arguments = ["--log-level=ERROR"]  # or each kernel warns about TCP
        config.Execute.startup_timeout = 300  # a kernel that is late is no reason to fail
        config.Execute.kernel_manager_class = _kernels_with_log(self.root / "kernels.log")
        if student is not None:
            home = self.homes / student
            home.mkdir(parents=True, exist_ok=True)
            config.CourseDirectory.root = config.Exchange.assignment_dir = str(home)
            config.CourseDirectory.student_id = student
            config.Exchange.cache = str(self.homes / ".handed-in" / student)
        return config

    def _make_api(self, config: Config) -> Any:
        import logging

        from nbgrader.apps.api import NbGraderAPI

        api = NbGraderAPI(config=config)
        api.log_level = logging.INFO  # what nbgrader logs is kept for the message of a failure
        api.log.propagate = False
        return api

    def authored(self) -> dict[str, NotebookNode]:
        """Read the notebooks of the assignment's source, by name without suffix."""
        return _read_all(self.root / "source" / self.slug)

    def released(self) -> dict[str, NotebookNode]:
        """Read the notebooks that `generate` made."""
        return _read_all(self.root / "release" / self.slug)

    def graded(self, student: str) -> dict[str, NotebookNode]:
        """Read a student's notebooks as they were after grading, with all outputs."""
        return _read_all(self.root / "autograded" / student / self.slug)

    def generate(self) -> None:
        """Make the students' version from the source."""
        _step(f"generate {self.slug}", self._api.generate_assignment, self.slug)

    def hand_out(self) -> None:
        """Put the students' version into the exchange."""
        _step(f"release {self.slug}", self._api.release_assignment, self.slug)

    def fetch(self, student: str) -> Path:
        """Let a student fetch the assignment; return the directory it landed in."""
        self._as_student(student, "FetchAssignment", "fetch")
        return self.homes / student / self.slug

    def hand_in(self, student: str) -> None:
        """Let a student submit what lies in their directory."""
        self._as_student(student, "Submit", "submit")

    def submit_directly(self, student: str, contents: Mapping[str, NotebookNode]) -> None:
        """Put notebooks where `collect` would have put them, by name without suffix."""
        import nbformat

        directory = self.root / "submitted" / student / self.slug
        directory.mkdir(parents=True)
        for name, notebook in contents.items():
            with (directory / f"{name}.ipynb").open("w", encoding="utf-8") as file:
                nbformat.write(notebook, file)  # type: ignore[no-untyped-call]

    def collect(self) -> None:
        """Bring in what was submitted."""
        _step(f"collect {self.slug}", self._api.collect, self.slug)

    def grade(self, student: str) -> None:
        """Autograde a student's submission, once more if the first time fails.

        On a busy machine another process may take the port that was picked for the kernel.
        """
        for last in (False, True):
            try:
                _step(f"autograde {student}", self._api.autograde, self.slug, student)
            except CourseError:
                if last:
                    raise
            else:
                return

    def make_feedback(self) -> None:
        """Make everybody's feedback pages."""
        _step("generate feedback", self._api.generate_feedback, self.slug)

    def hand_out_feedback(self) -> None:
        """Put the feedback pages into the exchange."""
        _step("release feedback", self._api.release_feedback, self.slug)

    def fetch_feedback(self, student: str) -> list[Path]:
        """Let a student fetch their feedback; return its pages."""
        self._as_student(student, "FetchFeedback", "fetch feedback")
        return sorted((self.homes / student / self.slug / "feedback").glob("*/*.html"))

    def scores(self, student: str) -> dict[str, float]:
        """Return a student's points by grade id, as autograding left them in the gradebook.

        Written answers are not among them. Raises `CourseError` if a cell was not graded at all.
        """
        scores: dict[str, float] = {}
        with self._api.gradebook as gradebook:
            for handed_in in gradebook.find_submission(self.slug, student).notebooks:
                for grade in handed_in.grades:
                    if grade.cell_type == "markdown":
                        continue
                    if grade.auto_score is None:
                        raise CourseError(f"{student}: {grade.name} has no score")
                    scores[grade.name] = float(grade.auto_score)
        return scores

    def waiting(self, student: str) -> set[str]:
        """Return the grade ids of a student's cells that wait for a person to grade them."""
        with self._api.gradebook as gradebook:
            return {
                grade.name
                for handed_in in gradebook.find_submission(self.slug, student).notebooks
                for grade in handed_in.grades
                if grade.needs_manual_grade
            }

    def _as_student(self, student: str, kind: str, step: str) -> None:
        """Run one step of the exchange with a student's configuration."""
        from nbgrader.auth import Authenticator
        from nbgrader.coursedir import CourseDirectory
        from nbgrader.exchange import ExchangeFactory
        from nbgrader.utils import capture_log

        config = self._config(student)
        coursedir = CourseDirectory(config=config)
        coursedir.assignment_id = self.slug
        exchange = getattr(ExchangeFactory(config=config), kind)(
            coursedir=coursedir, authenticator=Authenticator(config=config), config=config
        )
        _step(f"{student}: {step}", capture_log, exchange)


def _kernels_with_log(log: Path) -> type[AsyncKernelManager]:
    """Make a kernel manager whose kernels write their own stderr to a file.

    A cell's stderr is an output like any other. What the process itself says as it ends (libzmq,
    on a busy machine) belongs to no cell, and would else stand on the terminal of whoever grades.
    """
    from jupyter_client.manager import AsyncKernelManager

    class Manager(AsyncKernelManager):
        """Starts kernels that keep quiet."""

        async def start_kernel(  # type: ignore[override]  # the base class is typed as if blocking
            self, **options: Any
        ) -> None:
            """Start the kernel."""
            with log.open("ab") as errors:
                await super().start_kernel(stderr=errors, **options)

    return Manager


def _read_all(directory: Path) -> dict[str, NotebookNode]:
    """Read all notebooks of a directory, by name without suffix."""
    return {path.stem: notebooks.read(path) for path in sorted(directory.glob("*.ipynb"))}


def _step(step: str, call: Callable[..., Mapping[str, Any]], *arguments: object) -> None:
    """Take one of nbgrader's steps; raise unless it says that it succeeded."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # SQLAlchemy warns at every grading; the scores are right
        result = call(*arguments)
    if result["success"]:
        return
    error = str(result.get("error", "")).strip()
    if error.splitlines()[-1:] == ["KeyboardInterrupt"]:
        raise KeyboardInterrupt  # nbgrader catches it together with everything else
    reasons = _REASON.findall(str(result.get("log", ""))) or _REASON.findall(error)
    raise CourseError(f"{step} failed: {reasons[-1] if reasons else error}")
