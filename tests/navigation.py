"""How notebooks lead to one another: the lines at their top and bottom, and every link in them.

The title cell and the last cell of a notebook hold one line ``**Before:** … · **After:** … ·
**Map:** … · **Docs:** …`` and, below it, how to fetch a notebook that is not there yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from nbformat import NotebookNode

MAP = "0-diagnostic"
FETCHING = ("Nbgrader → Assignment List", "`course start`")
"""What the line about fetching names."""

_LINK = re.compile(r"(?<!\!)\[([^\]\n]+)\]\(([^)\s]+)\)")
_LINE = re.compile(r"^(?=.*\*\*Map:\*\*)\*\*.*$", re.MULTILINE)
_ENTRY = re.compile(r"^\*\*([^*:]+):\*\* (.*)$")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


def links(notebook: NotebookNode) -> Iterator[str]:
    """Go through the targets of all links in the prose of a notebook."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            yield from targets(cell.source)


def targets(text: str) -> list[str]:
    """List the targets of the links of a text."""
    return [target for _, target in _LINK.findall(text)]


def is_local(target: str) -> bool:
    """Whether a link stays on this machine."""
    return not _ELSEWHERE.match(target)


def link_to(path: Path) -> str:
    """Return how any notebook links to the one at `path`: from one directory to its neighbour."""
    return f"../{path.parent.name}/{path.name}"


def faults(notebook: NotebookNode, place: int, order: Sequence[Path]) -> list[str]:
    """List what is wrong with the navigation of the notebook at a place in the course's order."""
    found = []
    for where, cell in (("title", notebook.cells[0]), ("last", notebook.cells[-1])):
        lines = _LINE.findall(cell.source) if cell.cell_type == "markdown" else []
        if len(lines) != 1:
            found.append(f"{where} cell: {len(lines)} lines of navigation, should be one")
            continue
        found += [f"{where} cell: {fault}" for fault in _line_faults(lines[0], place, order)]
        below = cell.source.partition(lines[0])[2]
        found += [
            f"{where} cell: does not say how to fetch a notebook ({words})"
            for words in FETCHING
            if words not in below
        ]
    known = {link_to(path) for path in order}
    for target in links(notebook):
        if is_local(target) and target not in known:
            found.append(f"{target} is no notebook of the course")
        if not is_local(target) and not target.startswith("https://"):
            found.append(f"{target} is not https")
    return found


def _line_faults(line: str, place: int, order: Sequence[Path]) -> list[str]:
    entries = dict[str, str]()
    for part in line.split(" · "):
        match = _ENTRY.match(part)
        if match is None:
            return [f"no entry of a line of navigation: {part}"]
        name = "Docs" if match[1].startswith("Docs") else match[1]
        if name in entries:
            return [f"{name} stands twice"]
        entries[name] = match[2]
    wanted = {
        "Before": [link_to(order[place - 1])] if place > 0 else None,
        "After": [link_to(order[place + 1])] if place + 1 < len(order) else None,
        "Map": [] if order[place].parent.name == MAP else [link_to(order[0])],
    }
    found = [f"unknown entry {name}" for name in entries if name not in (*wanted, "Docs")]
    for name, goal in wanted.items():
        there = targets(entries[name]) if name in entries else None
        if there != goal:
            found.append(f"{name} leads to {there}, should be {goal}")
    docs = targets(entries.get("Docs", ""))
    if len(docs) != 1 or not docs[0].startswith("https://docs.pytorch.org/"):
        found.append(f"Docs leads to {docs}, should be one page of torch's documentation")
    return found
