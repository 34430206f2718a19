"""Every notebook leads to the one before, the one after, the map, and a page of documentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from course import notebook as notebooks
from tests import navigation, support

ORDER = support.SOURCES
EACH = pytest.mark.parametrize("place", range(len(ORDER)), ids=[path.parent.name for path in ORDER])


@EACH
def test_a_notebook_leads_on(place: int) -> None:
    assert navigation.faults(notebooks.read(ORDER[place]), place, ORDER) == []


@EACH
def test_links_lead_to_files_that_are_handed_out(place: int) -> None:
    released = support.ROOT / "release" / ORDER[place].parent.name
    notebook = notebooks.read(released / ORDER[place].name)
    local = [link for link in navigation.links(notebook) if navigation.is_local(link)]
    assert local
    assert [link for link in local if not (released / link).resolve().is_file()] == []


def test_the_map_comes_first_and_leads_everywhere() -> None:
    assert ORDER[0].parent.name == navigation.MAP
    led = set(navigation.links(notebooks.read(ORDER[0])))
    assert [path.parent.name for path in ORDER[1:] if navigation.link_to(path) not in led] == []


COURSE = [Path("source", slug, "n.ipynb") for slug in ("0-diagnostic", "1-views", "2-saved")]
BEFORE, AFTER = "**Before:** [d](../0-diagnostic/n.ipynb)", "**After:** [s](../2-saved/n.ipynb)"
MAP = "**Map:** [map](../0-diagnostic/n.ipynb)"
DOCS = "**Docs:** [views](https://docs.pytorch.org/docs/stable/tensor_view.html)"
FETCH = "\n\n*Not there: Nbgrader → Assignment List, or `course start`.*"
GOOD = f"{BEFORE} · {AFTER} · {MAP} · {DOCS}{FETCH}"


def faults(title: str, last: str = GOOD, place: int = 1) -> list[str]:
    """Judge a notebook of two cells, the middle one of three notebooks."""
    notebook = support.tiny_notebook()
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type == "markdown"][:2]
    notebook.cells[0].source, notebook.cells[1].source = f"# Title\n\n{title}", last
    return navigation.faults(notebook, place, COURSE)


def test_good_lines_are_good() -> None:
    assert faults(GOOD) == []
    first = f"{AFTER.replace('2-saved', '1-views')} · **Map:** below · {DOCS}{FETCH}"
    assert faults(first, first, place=0) == []
    last = f"{BEFORE.replace('0-diagnostic', '1-views')} · {MAP} · {DOCS}{FETCH}"
    assert faults(last, last, place=2) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (GOOD, "", "0 lines of navigation"),
        (MAP, f"{MAP} · {DOCS}\n\n{MAP}", "2 lines of navigation"),
        (f"{BEFORE} · ", "", "Before leads to None"),
        (BEFORE, BEFORE.replace("0-diagnostic", "2-saved"), "Before leads to ['../2-saved"),
        (AFTER, "**After:** step 2", "After leads to [], should be ['../2-saved"),
        (MAP, MAP.replace("0-diagnostic/n", "1-views/n"), "Map leads to ['../1-views"),
        (f" · {DOCS}", "", "Docs leads to []"),
        ("https://docs", "http://docs", "is not https"),
        ("docs.pytorch.org", "example.org", "should be one page of torch's documentation"),
        (FETCH, "", "does not say how to fetch a notebook (`course start`)"),
        (FETCH, f"{FETCH} [x](../3-gone/n.ipynb)", "../3-gone/n.ipynb is no notebook"),
        (FETCH, f"{FETCH} [x](file:///etc/hosts)", "file:///etc/hosts is not https"),
        (AFTER, f"{AFTER} · {AFTER}", "After stands twice"),
        (AFTER, f"{AFTER} · **Up:** [x](../1-views/n.ipynb)", "unknown entry Up"),
    ],
)
def test_a_planted_fault_is_seen(old: str, new: str, said: str) -> None:
    assert old in GOOD
    for found in (faults(GOOD.replace(old, new)), faults(GOOD, GOOD.replace(old, new))):
        assert any(said in fault for fault in found), found


def test_the_ends_lead_nowhere_beyond() -> None:
    assert any("Before leads to ['../0" in fault for fault in faults(GOOD, place=0))
    assert any("After leads to ['../2" in fault for fault in faults(GOOD, place=2))
