"""What the doctor found: items with a status, for a terminal and for a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

OK, WARNING, MISSING = "ok", "warning", "missing"
"""What an item can be: only `missing` makes `course doctor` exit with status 1."""


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
    """Hold what was found, to be printed or to be shown in a notebook."""

    items: tuple[Item, ...]

    @property
    def ok(self) -> bool:
        """Return whether nothing is missing; warnings do not count."""
        return all(item.status != MISSING for item in self.items)

    @property
    def summary(self) -> str:
        """Return one sentence about all items."""
        counts = {
            status: sum(item.status == status for item in self.items)
            for status in (MISSING, WARNING)
        }
        if not any(counts.values()):
            return "Everything works."
        parts = [f"{count} {status}" for status, count in counts.items() if count]
        return f"{', '.join(parts)}: mend as said above, then run `course doctor` again."

    def __repr__(self) -> str:
        width = max(len(item.name) for item in self.items)
        lines = []
        for item in self.items:
            lines.append(f"{item.status:<8} {item.name:<{width}}  {item.detail}")
            if item.mend:
                lines.append(f"{'':<8} {'':<{width}}  mend: {item.mend}")
        return "\n".join([*lines, "", self.summary])

    def _repr_html_(self) -> str:
        head = "".join(
            f'<th scope="col" style="text-align:left">{title}</th>'
            for title in ("Status", "What", "Found", "How to mend it")
        )
        rows = "".join(
            f'<tr><td>{item.status}</td><th scope="row" style="text-align:left">'
            f'{escape(item.name)}</th><td style="text-align:left">{escape(item.detail)}</td>'
            f'<td style="text-align:left">{escape(item.mend)}</td></tr>'
            for item in self.items
        )
        return (
            "<table><caption>What works on this machine</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
            f"<p>{escape(self.summary)}</p>"
        )
