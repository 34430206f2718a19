"""Find out what lies where in memory, as data for a picture.

Everything goes by byte addresses, so that two storage objects over one piece of memory (a tensor
and its NumPy bridge) become one block, and views with another dtype line up with each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch

MAX_CELLS = 64
"""Cells that one picture draws at most."""


@dataclass(frozen=True)
class Found:
    """Hold a tensor as it lies in memory; `low`, `high` and `start` are byte addresses."""

    name: str
    tensor: torch.Tensor
    memory: torch.UntypedStorage
    low: int
    high: int

    @property
    def start(self) -> int:
        # data_ptr() would not do: it is 0 for a tensor without elements.
        return self.low + int(self.tensor.storage_offset()) * self.tensor.itemsize


@dataclass(frozen=True)
class Here:
    """Hold the elements of a tensor that begin at one cell: how many, first and last index."""

    count: int
    first: tuple[int, ...]
    last: tuple[int, ...]


@dataclass(frozen=True)
class Lane:
    """Hold one tensor over its block. `start`, `span` and `home` are counted in cells.

    `start` is the cell of the first element, `span` the cells of one element, `home` the cell at
    which the tensor's own storage object begins (0 unless NumPy made it begin later).
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int
    notes: tuple[str, ...]
    start: int
    home: int
    span: int

    @property
    def numel(self) -> int:
        return math.prod(self.shape)

    @property
    def steps(self) -> tuple[int, ...]:
        """The strides, counted in cells."""
        return tuple(s * self.span for s in self.stride)

    @property
    def grid(self) -> list[tuple[int, int]]:
        """Sizes and steps that lead to another cell, the smallest step first."""
        moving = [(n, s) for n, s in zip(self.shape, self.steps, strict=True) if n > 1 and s]
        inside = [(self.span, 1)] if self.span > 1 else []
        return sorted(inside + moving, key=lambda pair: pair[1])

    @property
    def reach(self) -> int:
        """The cells from the first that is covered to the last, gaps included."""
        return 1 + sum((n - 1) * s for n, s in self.grid) if self.numel else 0

    @property
    def visits(self) -> int:
        """The cells that are covered, one that is reached along several ways counted each time."""
        return math.prod(n for n, _ in self.grid) if self.numel else 0

    @property
    def is_injective(self) -> bool:
        """Whether every step clears all the smaller ones together, so that no two visits meet.

        Sufficient, not necessary: some lanes that never meet are not recognised.
        """
        reach = 1
        for n, s in self.grid:
            if s < reach:
                return False
            reach += (n - 1) * s
        return True

    @property
    def is_dense(self) -> bool:
        return self.is_injective and self.visits == self.reach

    def elements(self) -> dict[int, Here]:
        """Return the elements by the cell they begin at, in the order of reading.

        Built dimension by dimension, so that the work grows with the cells and never with
        `numel`, which a single expanded cell can push to any size.
        """
        if not self.numel:
            return {}
        here = {self.start: Here(1, (), ())}
        for size, step in reversed(list(zip(self.shape, self.steps, strict=True))):
            if step == 0:
                here = {
                    cell: Here(old.count * size, (0, *old.first), (size - 1, *old.last))
                    for cell, old in here.items()
                }
                continue
            grown: dict[int, Here] = {}
            for i in range(size):
                for cell, old in here.items():
                    at = cell + i * step
                    first, last, count = (i, *old.first), (i, *old.last), old.count
                    if at in grown:
                        first, count = grown[at].first, count + grown[at].count
                    grown[at] = Here(count, first, last)
            here = grown
        return dict(sorted(here.items(), key=lambda item: item[1].first))

    def cells(self) -> set[int]:
        return {cell + i for cell in self.elements() for i in range(self.span)}


@dataclass(frozen=True)
class Values:
    """Hold a block as read with one dtype: a text for each cell at which an element can begin."""

    dtype: str
    span: int
    texts: dict[int, str]


@dataclass(frozen=True)
class Block:
    """Hold a piece of memory without a gap, in cells of `unit` bytes, and the tensors over it.

    `values` is empty when the block has too many cells to draw.
    """

    unit: int
    nbytes: int
    objects: int
    lanes: tuple[Lane, ...]
    values: tuple[Values, ...]

    @property
    def size(self) -> int:
        return self.nbytes // self.unit

    @property
    def is_drawn(self) -> bool:
        return bool(self.values)

    def owners(self) -> list[tuple[int, ...]]:
        """Return for each cell the places of the tensors that cover it (drawn blocks only)."""
        covered = [lane.cells() for lane in self.lanes]
        return [
            tuple(place for place, cells in enumerate(covered) if cell in cells)
            for cell in range(self.size)
        ]


def find(name: str, value: object) -> Found:
    """Take a tensor's place in memory, or say in one sentence why it has none that can be drawn."""
    name = name if name.isprintable() else repr(name)[1:-1]
    if not isinstance(value, torch.Tensor):
        kind = type(value).__name__
        raise TypeError(f"{name} is of type {kind}, and only a tensor can be drawn.")
    kind = ""
    if value.is_nested:
        kind = "a nested tensor"
    elif value.is_quantized:
        kind = "a quantized tensor"
    elif value.layout != torch.strided:
        kind = f"a tensor of layout {str(value.layout).removeprefix('torch.')}"
    if kind:
        raise TypeError(f"{name} is {kind}, and only a plain strided tensor can be drawn.")
    try:
        memory = value.untyped_storage()
    except (RuntimeError, NotImplementedError) as error:
        raise TypeError(f"{name} has no storage of its own that could be drawn.") from error
    if memory.device.type != "cpu":
        device = memory.device.type
        raise TypeError(f"{name} is on the {device} device, and only CPU memory can be drawn.")
    low, nbytes = memory.data_ptr(), memory.nbytes()
    last = sum((n - 1) * s for n, s in zip(value.shape, value.stride(), strict=True))
    if value.numel() and (value.storage_offset() + last + 1) * value.itemsize > nbytes:
        raise ValueError(f"{name} reaches beyond its storage, which was resized under it.")
    return Found(name, value, memory, low, low + nbytes)


def survey(found: Sequence[Found]) -> list[Block]:
    """Sort tensors into blocks of touching memory, both in the order in which they were named."""
    groups: list[list[int]] = []
    for place in range(len(found)):
        near = [group for group in groups if any(_touch(found[place], found[i]) for i in group)]
        joined = sorted([place, *(i for group in near for i in group)])
        groups = [group for group in groups if group not in near] + [joined]
    blocks: list[Block] = []
    room = MAX_CELLS
    for group in sorted(groups):
        block = _block([found[i] for i in group], room)
        room -= block.size if block.is_drawn else 0
        blocks.append(block)
    return blocks


def _touch(one: Found, other: Found) -> bool:
    same = one.memory._cdata == other.memory._cdata
    return same or (one.low < other.high and other.low < one.high)


def _block(group: Sequence[Found], room: int) -> Block:
    low, high = min(one.low for one in group), max(one.high for one in group)
    full = [one for one in group if one.tensor.numel()] or group[:1]
    unit = math.gcd(*(number for one in full for number in (one.tensor.itemsize, one.start - low)))
    objects = list(dict.fromkeys(one.memory._cdata for one in group))
    lanes = []
    for place, one in enumerate(group):
        home = (one.low - low) // unit
        twins = [other.name for other in group[:place] if other.tensor is one.tensor]
        notes = [f"the same object as {name}" for name in twins[:1]]
        if one.tensor.is_conj():
            notes.append("read as conjugates")
        if one.tensor.is_neg():
            notes.append("read with the sign changed")
        if len(objects) > 1:
            begins = f", which begins at cell {home:,}" if home else ""
            notes.append(f"storage object {objects.index(one.memory._cdata) + 1}{begins}")
        lanes.append(
            Lane(
                name=one.name,
                dtype=_dtype(one.tensor.dtype),
                shape=tuple(one.tensor.shape),
                stride=one.tensor.stride(),
                offset=int(one.tensor.storage_offset()),
                notes=tuple(notes),
                start=(one.start - low) // unit,
                home=home,
                span=max(1, one.tensor.itemsize // unit),
            )
        )
    values: tuple[Values, ...] = ()
    if (high - low) // unit <= room:
        raw = bytearray(high - low)
        for one in group:
            raw[one.low - low : one.high - low] = _bytes(one.memory)
        kinds = dict.fromkeys(
            (one.tensor.dtype, one.tensor.itemsize, (one.start - low) % one.tensor.itemsize)
            for one in full
        )
        values = tuple(_values(raw, unit, *kind) for kind in kinds)
    return Block(unit, high - low, len(objects), tuple(lanes), values)


def _bytes(memory: torch.UntypedStorage) -> bytes:
    numbers: list[int] = memory.tolist()  # type: ignore[no-untyped-call]
    return bytes(numbers)


def _values(raw: bytearray, unit: int, dtype: torch.dtype, size: int, phase: int) -> Values:
    """Read a block as one dtype, from `phase` bytes after its beginning."""
    texts = {
        at // unit: _value(raw[at : at + size], dtype)
        for at in range(phase, len(raw) - size + 1, size)
    }
    return Values(_dtype(dtype), size // unit, texts)


def _value(raw: bytearray, dtype: torch.dtype) -> str:
    """Write one element, rounded as torch prints it: four places, or an exponent."""
    try:
        value = torch.frombuffer(raw, dtype=dtype, count=1).tolist()[0]
    except RuntimeError:  # a dtype that torch cannot print either, such as bits8
        return f"0x{raw.hex()}"
    if isinstance(value, complex):
        imag = _real(value.imag)
        return f"{_real(value.real)}{'' if imag.startswith('-') else '+'}{imag}j"
    if isinstance(value, float):
        return _real(value)
    text = str(value)
    return text if len(text) <= 11 else f"≈{value:.2e}"


def _real(value: float) -> str:
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        return f"{value:.4f}".rstrip("0")
    return f"{value:.4g}"


def _dtype(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")
