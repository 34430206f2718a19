"""What a learner has passed and what is next, worked out and put into text and HTML."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from course._progress_scores import Graded
from course.lessons import Check, Lesson
from course.wrapping import wrapped

GATE = "6-completion"
ATTESTATION = "check-closed-book"
"""The check of the gate by which the learner attests that the books were closed."""
UNIT = "2.2, autograd state"
NEXT_UNIT = "2.3, modules and parameters"

_WIDTH = 88
"""Characters in a line of the text form."""

NOT_STARTED, UNDER_WAY, ALL_BUT_STRETCH, ALL = (
    "not started",
    "in progress",
    "all but stretch passed",
    "all checks passed",
)
TESTED = "self-test tried"
"""The state of a notebook without checks whose self-test was answered."""
PASSED, GRADED = "passed", "passed and graded"
"""What the unit, and so its gate, can be beyond that."""

COLUMNS = ("Notebook", "Checks passed", "Best self-test", "Points", "State")
MEANING = (
    f"Passed means: every visible check of {GATE} passes and the closed book is attested. "
    "Graded means: a score from grading is there as well. Points are those from grading."
)
NOWHERE = (
    "Nothing is recorded here. In your own copy of the notebook, in your work directory, "
    "this table shows what you have passed."
)


@dataclass(frozen=True)
class Row:
    """Say how far one notebook is."""

    lesson: Lesson
    passed: Mapping[str, str]
    """When each check was first passed, by grade id."""
    tested: Mapping[str, Any] | None
    """The best self-test: right, total and date."""
    graded: Graded | None

    def is_open(self, check: Check) -> bool:
        """Return whether a check was never passed."""
        return check.grade_id not in self.passed

    @property
    def open(self) -> list[Check]:
        """Return the checks that were never passed, stretch ones left out."""
        return [check for check in self.lesson.checks if self.is_open(check) and not check.stretch]

    @property
    def count(self) -> int:
        """Return how many of the notebook's checks were passed."""
        return sum(not self.is_open(check) for check in self.lesson.checks)

    @property
    def is_started(self) -> bool:
        """Return whether anything of this notebook is recorded."""
        return bool(self.count or self.tested)

    @property
    def is_done(self) -> bool:
        """Return whether there is nothing left that the gate needs."""
        return not self.open if self.lesson.checks else bool(self.tested)

    @property
    def latest(self) -> str:
        """Return when something of this notebook was last recorded, "" if nothing was."""
        dates = [self.passed[c.grade_id] for c in self.lesson.checks if not self.is_open(c)]
        return max([*dates, self.tested["date"] if self.tested else ""])

    @property
    def state(self) -> str:
        """Return one of the states that a notebook can be in."""
        if not self.is_started:
            return NOT_STARTED
        if not self.lesson.checks:
            return TESTED
        if self.open:
            return UNDER_WAY
        return ALL if self.count == len(self.lesson.checks) else ALL_BUT_STRETCH


@dataclass(frozen=True)
class Report:
    """Say how far all notebooks and the unit are."""

    rows: tuple[Row, ...]
    place: Path | None
    """Where the progress is kept; None if nothing is kept."""
    notes: tuple[str, ...] = ()
    """Sentences on what is not in order."""

    @functools.cached_property
    def completion(self) -> Row | None:
        """Return the row of the notebook that completes the unit, None if there is none yet."""
        return next((row for row in self.rows if row.lesson.slug == GATE), None)

    @property
    def attested(self) -> bool:
        """Return whether the learner attested that the books were closed."""
        return self.completion is not None and any(
            check.grade_id == ATTESTATION and not self.completion.is_open(check)
            for check in self.completion.lesson.checks
        )

    @property
    def passed(self) -> bool:
        """Return whether the unit is passed."""
        return self.completion is not None and self.attested and not self.completion.open

    @property
    def graded(self) -> bool:
        """Return whether the unit is passed and a score of the gate is known."""
        return self.passed and self.completion is not None and self.completion.graded is not None

    def state(self, row: Row) -> str:
        """Return the state of a row; that of the gate knows of the unit's."""
        if row is not self.completion or not self.passed:
            return row.state
        return GRADED if self.graded else PASSED

    def cells(self, row: Row) -> tuple[str, str, str, str]:
        """Return what the columns after the first say of a notebook."""
        checks = f"{row.count} of {len(row.lesson.checks)}" if row.lesson.checks else "none"
        tested = f"{row.tested['right']} of {row.tested['total']}" if row.tested else "none"
        return checks, tested, str(row.graded or "none"), self.state(row)

    @property
    def next(self) -> str:
        """Say what to do next, in one sentence.

        The learner is taken to be where something was recorded last: steps that the diagnostic
        let them skip are not asked for.
        """
        if self.graded:
            return f"Next unit: {NEXT_UNIT}."
        if self.passed:
            return f"Next: hand in {GATE} and have it graded."
        row = self._next_row()
        if row is None:
            return ""
        name = f"{row.lesson.slug} ({row.lesson.title})"
        if not row.is_started:
            return f"Next: begin {name}.{self._fetch(row)}"
        if row is self.completion and [check.grade_id for check in row.open] == [ATTESTATION]:
            return f"Next: attest in {GATE} that the books were closed."
        first, *others = row.open
        more = f" and {len(others)} more" if others else ""
        return f"Next: go on with {name}. Still open: `{first.exercise}` ({first.grade_id}){more}."

    def _next_row(self) -> Row | None:
        """Return the notebook to go on with: the latest, or the first open one after it."""
        started = [row for row in self.rows if row.is_started]
        if not started:
            return self.rows[0] if self.rows else None
        latest = max(started, key=lambda row: row.latest)
        onwards = self.rows[self.rows.index(latest) :]
        return next((row for row in onwards if not row.is_done), None)

    def _fetch(self, row: Row) -> str:
        """Say how to come by a notebook that is not in the work directory."""
        if self.place is None or (self.place.parent / row.lesson.slug).is_dir():
            return ""
        return " It is not in your work directory yet: Nbgrader > Assignment List fetches it."

    @property
    def verdict(self) -> str:
        """Say whether the unit is passed, and graded, and what is missing."""
        if self.graded and self.completion is not None:
            return f"Unit {UNIT}: passed and graded, {self.completion.graded} points."
        if self.passed:
            return f"Unit {UNIT}: passed. Not graded yet: no score of {GATE} is known here."
        if self.completion is None:
            return f"Unit {UNIT}: not passed yet."
        attested = "attested" if self.attested else "not attested"
        return (
            f"Unit {UNIT}: not passed yet ({GATE}: {self.completion.count} of "
            f"{len(self.completion.lesson.checks)} checks, closed book {attested})."
        )

    @property
    def kept(self) -> str:
        """Say where all this is kept."""
        if self.place is None:
            return NOWHERE
        return f"{'Kept in' if self.place.exists() else 'Nothing yet in'} {self.place}"

    def __str__(self) -> str:
        table = [COLUMNS, *((row.lesson.slug, *self.cells(row)) for row in self.rows)]
        said: list[str] = []
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in table
        ]
        for sentence in (*self.notes, self.verdict, self.next):
            said += wrapped(sentence, _WIDTH, hanging="  ")
        return "\n".join([*lines, "", *said, "", *wrapped(MEANING, _WIDTH), self.kept])

    def to_html(self) -> str:
        """Render the table and the sentences below it."""
        left = 'style="text-align: left"'
        head = "".join(f'<th scope="col" {left}>{title}</th>' for title in COLUMNS)
        body = ""
        for row in self.rows:
            slug, title = escape(row.lesson.slug), escape(row.lesson.title)
            cells = "".join(f"<td {left}>{escape(cell)}</td>" for cell in self.cells(row))
            body += f'<tr><th scope="row" {left}>{slug}<br><small>{title}</small></th>{cells}</tr>'
        notes = "".join(f"<p><strong>Note.</strong> {escape(note)}</p>" for note in self.notes)
        return (
            f"<table><caption {left}>Your progress</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
            f"{notes}<p><strong>{escape(self.verdict)}</strong></p>"
            f"<p>{_inline(self.next)}</p><p><small>{MEANING} {escape(self.kept)}</small></p>"
        )


def _inline(sentence: str) -> str:
    """Render a sentence with its `code`."""
    from course.quiz_markup import inline_html

    return inline_html(sentence)
