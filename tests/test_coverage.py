"""docs/coverage.md: every line of the two texts has cells, and the cells exist."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from course import notebook as notebooks
from tests import support

PAGE = (support.ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")

LINES = {
    "unit: frame": "frame-1 frame-2 frame-3",
    "unit: outcomes": "outcome-1 outcome-2 outcome-3",
    "unit: covers": "covers-1 covers-2",
    "unit: study steps": (
        "step-1a step-1b step-1c step-1d step-1e step-2a step-2b step-2c step-2d step-3a step-3b "
        "step-4a step-4b"
    ),
    "unit: focus": "focus-1a focus-1b focus-1c focus-2a focus-2b focus-3 focus-4a focus-4b",
    "unit: closed-book script": "script-1 script-2 script-3",
    "unit: traps": "trap-1 trap-2 trap-3",
    "unit: practice": "practice-1",
    "unit: self-test": "selftest-1 selftest-2 selftest-3 selftest-4",
    "unit: completion": "completion-1 completion-2 completion-3",
    "unit: neighbours": "after-1 after-2 after-3 before-1 before-2 before-3",
    "unit: resources": (
        "resource-1 resource-2 resource-3 resource-4 resource-5 resource-6 resource-7"
    ),
    "chapter: opening": "opening-1 opening-2 opening-3",
    "chapter: self-test": "question-1 question-2 question-3 question-4 question-5",
    "chapter: experiments": (
        "experiment-1 experiment-2 experiment-3 experiment-4 experiment-5 experiment-6 experiment-7"
    ),
    "chapter: claims": "claim-1 claim-2 claim-3 claim-4 claim-5 claim-6",
    "chapter: point by point": "point-1 point-2 point-3 point-4 point-5",
    "chapter: differences": "difference-1 difference-2 difference-3",
    "chapter: how to explain it": "explain-1",
    "chapter: exercises": "exercise-1 exercise-2 exercise-3 exercise-4",
    "chapter: summary": "summary-1 summary-2 summary-3 summary-4",
    "chapter: footer": "footer-1",
}
"""The lines of the two texts, by the part of the text that they stand in."""


def rows(page: str) -> Iterator[tuple[str, str, list[str]]]:
    """Go through the rows: the part of the text, the line, the cells that serve it."""
    part = ""
    for line in page.splitlines():
        if line.startswith("## "):
            part = line.removeprefix("## ")
        elif line.startswith("|") and not line.startswith(("| line |", "|---")):
            name, _, cells = (field.strip() for field in line.strip("|").split("|"))
            yield part, name, cells.split()


def missing(page: str, cells: set[str]) -> list[str]:
    """Say which lines have no row, or no cell, or name a cell that is not there."""
    found = list(rows(page))
    wanted = [(part, line) for part, lines in LINES.items() for line in lines.split()]
    here = Counter((part, line) for part, line, _ in found)
    faults = [
        f"{part}: {line} has {here[part, line]} rows"
        for part, line in wanted
        if here[part, line] != 1
    ]
    faults += [
        f"{part}: no text has a line {line}" for part, line in here if (part, line) not in wanted
    ]
    for part, line, named in found:
        if not named:
            faults.append(f"{part}: {line} names no cell")
        faults += [
            f"{part}: {line} names {cell}, which is not there"
            for cell in named
            if cell not in cells
        ]
    return faults


def all_cells() -> set[str]:
    """Name every cell of the authored notebooks, as the page does."""
    return {
        f"{path.parent.name.split('-')[0]}#{cell['id']}"
        for path in support.SOURCES
        for cell in notebooks.read(path).cells
    }


def test_every_line_has_cells_and_they_exist() -> None:
    assert missing(PAGE, all_cells()) == []


def test_every_lesson_serves_a_line() -> None:
    served = {cell.split("#")[0] for _, _, named in rows(PAGE) for cell in named}
    assert served == {path.parent.name.split("-")[0] for path in support.SOURCES}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("| trap-1 |", "| trap-9 |"), "trap-1 has 0 rows"),
        (("| trap-1 |", "| trap-9 |"), "no text has a line trap-9"),
        (("| trap-2 |", "| trap-1 |"), "trap-1 has 2 rows"),
        (("2#leaf-guard", "2#leaf-guide"), "names 2#leaf-guide"),
        (("## unit: traps", "## unit: trips"), "unit: traps: trap-3 has 0 rows"),
    ],
)
def test_a_planted_fault_is_found(change: tuple[str, str], fault: str) -> None:
    assert change[0] in PAGE
    faults = missing(PAGE.replace(*change), all_cells())
    assert any(fault in line for line in faults)


def test_a_row_without_cells_is_found() -> None:
    page = re.sub(r"(\| trap-1 \|[^|]+\|)[^|]+\|", r"\1 |", PAGE)
    assert any("trap-1 names no cell" in line for line in missing(page, all_cells()))
