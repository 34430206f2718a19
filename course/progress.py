"""What a learner has passed and what is next: `progress.show()` in a cell, `course progress`.

Checks that pass and self-tests report here. What they report is kept in one readable file in the
learner's work directory (docs/progress.md), which may be deleted at any time. Nothing is recorded
while answers are judged, and reporting never disturbs the one who reports.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterable
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

from course import _progress_file, _progress_scores, lessons
from course._progress_report import Report, Row

__all__ = ["Progress", "Report", "record_passes", "record_score", "report", "run", "show"]

_WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
_RUN_AGAIN = "Run this cell again to bring the table up to date."

try:
    _START = Path.cwd()  # a kernel starts beside its notebook, wherever a cell goes later
except OSError:
    _START = Path()


def record_passes(texts: Iterable[str], directory: Path | None = None) -> str:
    """Record the checks among these texts of cells as passed, each with the time of its first pass.

    `directory` is where the learner works (default: where this process started). A text that is
    not that of a check as it was released records nothing. Returns a sentence if a damaged file
    was set aside, else ""; raises nothing.
    """
    found: list[tuple[str, str]] = []

    def change(kept: dict[str, Any]) -> bool:
        changed = False
        for slug, grade_id in found:
            passed = kept.setdefault(slug, {}).setdefault("checks", {})
            if grade_id not in passed:
                passed[grade_id] = _now()
                changed = True
        return changed

    try:
        known = {
            check.digest: (lesson.slug, check.grade_id)
            for lesson in lessons.load()
            for check in lesson.checks
        }
        digests = map(lessons.digest, texts)
        found += [known[digest] for digest in digests if digest in known]
        path = _place(directory) if found else None
        return _progress_file.update(path, change) if path else ""
    except Exception:  # no learner's cell may fail because of what is kept beside it
        return ""


def record_score(slug: str, right: int, total: int, directory: Path | None = None) -> None:
    """Record a score in the self-test of a lesson, if it is better than what is recorded.

    A score out of another number of questions belongs to another edition of the self-test, and
    replaces it. Raises nothing.
    """

    def change(kept: dict[str, Any]) -> bool:
        entry = kept.setdefault(slug, {})
        best = entry.get("self_test")
        if best and best["total"] == total and best["right"] >= right:
            return False
        entry["self_test"] = {"right": right, "total": total, "date": _now()}
        return True

    try:
        path = _place(directory) if any(slug == lesson.slug for lesson in lessons.load()) else None
        if path:
            _progress_file.update(path, change)
    except Exception:  # as above
        return


def report(directory: Path | None = None) -> Report:
    """Work out what is passed and what is next, for whoever works in `directory`.

    Raises:
        CourseError: the package does not know its own lessons.
    """
    known = lessons.load()
    path = _place(directory)
    if path is None:
        return Report(tuple(Row(lesson, {}, None, None) for lesson in known), None)
    kept, sentence = _progress_file.read(path)
    scores = _progress_scores.known(path.parent, known)
    rows = (
        Row(
            lesson,
            kept.get(lesson.slug, {}).get("checks", {}),
            kept.get(lesson.slug, {}).get("self_test"),
            scores.get(lesson.slug),
        )
        for lesson in known
    )
    notes = [sentence] if sentence else []
    aside = [name for name in _progress_file.set_aside(path) if name not in sentence]
    if aside:
        notes.append(
            f"A file that could not be read was set aside before ({', '.join(aside)}): "
            "delete it when you do not need it."
        )
    return Report(tuple(rows), path, tuple(notes))


def show(directory: Path | None = None) -> Progress:
    """Make the table of what is passed; as the last expression of a cell it is displayed.

    `directory` is where the learner works (default: where this process started).

    Raises:
        CourseError: the package does not know its own lessons.
    """
    return Progress(directory)


class Progress:
    """Show a report, and with widgets a button that brings it up to date."""

    def __init__(self, directory: Path | None = None) -> None:
        self._directory = directory
        self._report = report(directory)
        self._root: Any = None

    def __repr__(self) -> str:
        return str(self._report)

    @property
    def report(self) -> Report:
        """Return the report that is shown."""
        return self._report

    @property
    def widget(self) -> Any:
        """Give the widget, made on first use."""
        if self._root is None:
            self._root = self._build()
        return self._root

    def refresh(self) -> None:
        """Read everything anew and show it."""
        self._report = report(self._directory)
        self._table.value = self._report.to_html()
        self._status.value = (
            f'<div role="status">Up to date at {datetime.now().strftime("%H:%M:%S")}.</div>'
        )

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, Any]:
        """Offer the widget, and a table and text for readers that cannot run it."""
        return {
            _WIDGET_VIEW: self.widget._repr_mimebundle_()[_WIDGET_VIEW],
            "text/html": f"{self._report.to_html()}<p><small>{_RUN_AGAIN}</small></p>",
            "text/plain": f"{self._report}\n{_RUN_AGAIN}",
        }

    def _build(self) -> Any:
        import ipywidgets as widgets

        self._table = widgets.HTML(self._report.to_html())
        self._status = widgets.HTML('<div role="status"></div>')
        button = widgets.Button(
            description="Refresh", tooltip="Read again what is passed, and show it"
        )
        button.on_click(lambda _button: self.refresh())
        style = (files("course") / "progress.css").read_text(encoding="utf-8")
        root = widgets.VBox(
            [
                widgets.HTML(f"<style>{style}</style>"),
                self._table,
                widgets.HBox([button, self._status]),
            ]
        )
        root.add_class("course-progress")
        return root


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `course progress`."""
    parser.add_argument(
        "--directory",
        type=Path,
        metavar="DIR",
        help="where your notebooks are: work/, a directory in it, or the one that holds it "
        "(default: here)",
    )


def run(args: argparse.Namespace) -> int:
    """Print the table and return 0; raise `CourseError` if there is no such directory."""
    from course.errors import CourseError

    if args.directory is not None and not args.directory.is_dir():
        raise CourseError(f"{args.directory} is not a directory: name the one with your notebooks.")
    print(report(args.directory))
    return 0


def _place(directory: Path | None) -> Path | None:
    slugs = {lesson.slug for lesson in lessons.load()}
    return _progress_file.place(slugs, directory or _START)


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
