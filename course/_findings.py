"""What the doctor found: items with a status, for a terminal and for a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

OK, WARNING, MISSING = "ok", "warning", "missing"
"""What an item can be: only `missing` makes `course doctor` exit with status 1."""


_IN_A_NOTEBOOK = "restart the kernel and run this cell again"


@dataclass(frozen=True)
class Item:
    """Describe one thing that was looked at."""

    name: str
    status: str
    """`OK`, `WARNING` or `MISSING`."""
    detail: str
    mend: str = ""
    """What to type, or to do, if the status is not `OK`."""


@dataclass(frozen=True)
class Report:
    """Hold what was found: all of it for a terminal, what is amiss for a notebook.

    A notebook stores what it shows, and versions and paths differ from machine to machine. So
    there a sound machine gets one sentence, always the same.
    """

    items: tuple[Item, ...]

    @property
    def ok(self) -> bool:
        """Return whether nothing is missing; warnings do not count."""
        return all(item.status != MISSING for item in self.items)

    @property
    def problems(self) -> tuple[Item, ...]:
        """Return the items that are missing, then those with a warning."""
        return tuple(
            item for status in (MISSING, WARNING) for item in self.items if item.status == status
        )

    def summary(self, again: str = "run `course doctor` again") -> str:
        """Return one sentence about all items; `again` says how to look once more."""
        if not self.problems:
            return "Everything works."
        counts = {
            status: sum(item.status == status for item in self.items)
            for status in (MISSING, WARNING)
        }
        parts = [f"{count} {status}" for status, count in counts.items() if count]
        return f"{', '.join(parts)}: mend as said above, then {again}."

    @property
    def listing(self) -> str:
        """Return a line for every item and the summary, as text."""
        return "\n".join([*_lines(self.items), "", self.summary()])

    def __repr__(self) -> str:
        return "\n".join([*_lines(self.problems), "", self.summary(_IN_A_NOTEBOOK)]).lstrip()

    def _repr_html_(self) -> str:
        if not self.problems:
            return f"<p>{self.summary()}</p>"
        head = "".join(
            f'<th scope="col" style="text-align:left">{title}</th>'
            for title in ("Status", "What", "Found", "How to mend it")
        )
        rows = "".join(
            f'<tr><td>{item.status}</td><th scope="row" style="text-align:left">'
            f'{escape(item.name)}</th><td style="text-align:left">{escape(item.detail)}</td>'
            f'<td style="text-align:left">{escape(item.mend)}</td></tr>'
            for item in self.problems
        )
        return (
            "<table><caption>What does not work on this machine</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
            f"<p>{escape(self.summary(_IN_A_NOTEBOOK))}</p>"
        )


def _lines(items: tuple[Item, ...]) -> list[str]:
    """Render items as text, each with what mends it below."""
    width = max((len(item.name) for item in items), default=0)
    lines = []
    for item in items:
        lines.append(f"{item.status:<8} {item.name:<{width}}  {item.detail}")
        if item.mend:
            lines.append(f"{'':<8} {'':<{width}}  mend: {item.mend}")
    return lines
