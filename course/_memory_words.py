"""Tell in words what lies where in memory: the text form of a storage picture."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

import torch

from course._memory import Block, Lane
from course.wrapping import wrapped

MAX_COUNTED = 4_000_000
"""Cells up to which common cells are counted one by one when no closed form applies."""

_WIDTH = 88


def words(blocks: Sequence[Block]) -> str:
    """Tell all blocks of a picture; lines are wrapped at 88 columns."""
    parts = [[f"{len(blocks)} {APART}"]] if len(blocks) > 1 else []
    for number, block in enumerate(blocks, 1):
        title = heading(block, number if len(blocks) > 1 else 0)
        sentences = [
            line for fact in sharing(block) for line in wrapped(fact, _WIDTH, hanging=" " * 4)
        ]
        parts.append([title, *table(block), *sentences])
    return "\n\n".join("\n".join(part) for part in parts)


APART = "storages that share nothing"


def heading(block: Block, number: int = 0) -> str:
    """Name a block and its size; `number` tells it from others in the same picture."""
    name = f"storage {number}" if number else "one storage"
    if block.objects > 1:
        name = f"memory {number}" if number else "one piece of memory"
        name += f" under {block.objects} storage objects"
    dtypes = {lane.dtype for lane in block.lanes}
    whole = len(dtypes) == 1 and block.lanes[0].span == 1
    text = f"{name}, {count(block.size, 'cell')} of "
    text += dtypes.pop() if whole else count(block.unit, "byte")
    over = block.nbytes % block.unit
    if over:
        text += f" and {count(over, 'byte')} more"
    return text if block.is_drawn else f"{text} ({block.nbytes:,} bytes), too large to draw"


def table(block: Block) -> list[str]:
    """Tell the values of a block and one row for each tensor over it, in aligned columns."""
    mixed = len({lane.dtype for lane in block.lanes}) > 1
    values = [
        [f"as {row.dtype}" if len(block.values) > 1 else "values", " ".join(row.texts.values())]
        for row in block.values
        if row.texts
    ]
    lanes = [
        [
            lane.name,
            *([lane.dtype] if mixed else []),
            f"shape {lane.shape}",
            f"stride {lane.stride}",
            f"offset {lane.offset}",
            "; ".join([_covered(lane) if block.is_drawn else _extent(lane), *lane.notes]),
        ]
        for lane in block.lanes
    ]
    first = max(columns(row[0]) for row in values + lanes)
    widths = [max(columns(row[i]) for row in lanes) for i in range(1, len(lanes[0]) - 1)]
    lines = []
    for row in values + lanes:
        padded = [
            text + " " * (width - columns(text))
            for text, width in zip(row[:-1], [first, *widths], strict=False)
        ]
        lines += wrapped(
            "  ".join([*padded, row[-1]]), _WIDTH, indent="  ", hanging=" " * (first + 4)
        )
    return lines


def sharing(block: Block) -> list[str]:
    """Tell which cells the tensors of a block have in common, one sentence for each fact."""
    names = [lane.name for lane in block.lanes]
    if len(names) < 2:
        return []
    facts = []
    alone = set(names)
    for sharers, amount in _drawn_groups(block) if block.is_drawn else _counted_pairs(block):
        alone -= set(sharers)
        facts.append(f"shared by {_list(sharers)}: {amount}")
    if not facts:
        place = "storage" if block.objects == 1 else "memory"
        but = "have no cell" if len(names) == 2 else "no two of them have a cell"
        return [f"nothing shared: {_list(names)} lie in one {place}, but {but} in common"]
    return facts + [
        f"{name} has no cell in common with the others" for name in names if name in alone
    ]


def count(number: int, noun: str) -> str:
    """Write a number with its noun, in the plural where it must be."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def columns(text: str) -> int:
    """Return the width of a text in columns of a monospaced font."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def _covered(lane: Lane) -> str:
    """Tell the cells of a drawn tensor, and how its elements lie in them."""
    elements = lane.elements()
    if not elements:
        return "no cells, for it has no elements"
    text = _cells(lane.cells())
    if lane.span > 1:
        text += f", {lane.span} for each element"
    counts = sorted({here.count for here in elements.values()})
    if counts != [1]:
        least = f"{counts[0]:,} to " if len(counts) > 1 else ""
        where = "in each" if len(elements) > 1 else "there"
        return f"{text}, {least}{counts[-1]:,} elements {where}"
    order = list(elements)
    if order != sorted(order):
        text += f", in the order {' '.join(map(str, order))}"
    return text


def _extent(lane: Lane) -> str:
    """Tell the cells of a tensor that is not drawn."""
    if not lane.numel:
        return "no cells, for it has no elements"
    elements = count(lane.numel, "element")
    if lane.reach == 1:
        return f"{elements} in cell {lane.start:,}"
    cells = f"cells {lane.start:,} to {lane.start + lane.reach - 1:,}"
    if lane.is_dense:
        return f"{elements} in {cells}"
    if lane.is_injective:
        return f"{elements} in {lane.visits:,} of the {cells}"
    return f"{elements} in {cells}, several in some of them"


def _drawn_groups(block: Block) -> Iterator[tuple[list[str], str]]:
    groups: dict[tuple[int, ...], list[int]] = {}
    for cell, places in enumerate(block.owners()):
        if len(places) > 1:
            groups.setdefault(places, []).append(cell)
    for places, cells in groups.items():
        yield [block.lanes[place].name for place in places], _cells(cells)


def _counted_pairs(block: Block) -> Iterator[tuple[list[str], str]]:
    """Count common cells exactly: in closed form where one applies, else one by one if feasible."""
    marks = [_marks(block, lane) for lane in block.lanes]
    for i, one in enumerate(block.lanes):
        for j in range(i + 1, len(marks)):
            other = block.lanes[j]
            low = max(one.start, other.start)
            high = min(one.start + one.reach, other.start + other.reach)
            beat = math.gcd(*(step for _, step in one.grid + other.grid)) or 1
            if low >= high or (one.start - other.start) % beat:
                continue  # apart, or interleaved: both move in steps that never meet
            mine, theirs = marks[i], marks[j]
            amount = "not counted, too many cells"
            if mine is not None and theirs is not None:
                common = int((mine & theirs).sum())
                if not common:
                    continue
                amount = count(common, "cell")
            elif one.is_dense and other.is_dense:
                amount = count(high - low, "cell")
            elif one.is_injective and other.is_injective:
                if (one.start, one.grid) == (other.start, other.grid):
                    amount = count(one.visits, "cell")
                for outer, inner in ((one, other), (other, one)):
                    if outer.is_dense and (low, high - low) == (inner.start, inner.reach):
                        amount = count(inner.visits, "cell")
            yield [one.name, other.name], amount


def _marks(block: Block, lane: Lane) -> torch.Tensor | None:
    """Mark the cells of a tensor in a row of flags; None if that would take too long."""
    if max(block.size, lane.visits) > MAX_COUNTED:
        return None
    flags = torch.zeros(block.size, dtype=torch.bool, device="cpu")
    if lane.numel:
        flags.as_strided([n for n, _ in lane.grid], [s for _, s in lane.grid], lane.start).fill_(1)
    return flags


def _cells(cells: Iterable[int]) -> str:
    """Write cell numbers with runs joined: `cell 3`, `cells 0-2, 5`."""
    runs: list[list[int]] = []
    for cell in sorted(cells):
        if runs and cell == runs[-1][1] + 1:
            runs[-1][1] = cell
        else:
            runs.append([cell, cell])
    text = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)
    return f"cell {text}" if text.isdecimal() else f"cells {text}"


def _list(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
