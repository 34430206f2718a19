"""Draw ops to classify, and count right labels without showing the answers.

The bank holds the ops and, of each answer, a salted digest alone. There are only three labels, so
whoever wants to can try all three against a digest, or against `count_right`: the digest keeps
answers from being read by accident, it does not lock them away. What you learn here comes from
probing the ops yourself.
"""

from __future__ import annotations

import difflib
import hashlib
import operator
import random
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar, overload

from course.ops import LAYOUTS, Layout, Op
from course.optable import BANK

__all__ = [
    "BANK",
    "LABELS",
    "LAYOUTS",
    "Draw",
    "Layout",
    "Op",
    "by_name",
    "count_right",
    "draw",
    "seal",
]

LABELS = ("view", "copy", "ambiguous")
"""The labels an answer can have.

A view: the result of every sample shares elements with `x`, or is `x` itself. A copy: the result
of none does. Ambiguous: the results of some samples do, and of others do not.
"""

_SIZE, _AT_LEAST = 10, 3
_Item = TypeVar("_Item")


def seal(name: str, label: str) -> str:
    """Return the digest that the op called `name` would have if `label` were its answer.

    16 hexadecimal digits of SHA-256, salted with the name, so that equal answers look different.
    """
    return hashlib.sha256(f"course.opbank/{name}/{label}".encode()).hexdigest()[:16]


def by_name(name: str) -> Op:
    """Return the op of the bank that is called `name`.

    Raises ValueError, with the closest names, when there is none.
    """
    ops = {op.name: op for op in BANK}
    if name in ops:
        return ops[name]
    close = [known for known in ops if name and name in known]
    close = (close or difflib.get_close_matches(name, ops))[:3]
    hint = f"did you mean {' or '.join(map(repr, close))}?" if close else "see opbank.BANK."
    raise ValueError(f"The bank has no op called {name!r}: {hint}")


@dataclass(frozen=True, repr=False)
class Draw(Sequence[Op]):
    """Hold the ops drawn for one seed, as a sequence; shown as a numbered list with all calls."""

    seed: int
    ops: tuple[Op, ...]

    @overload
    def __getitem__(self, index: int) -> Op: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Op, ...]: ...
    def __getitem__(self, index: int | slice) -> Op | tuple[Op, ...]:
        return self.ops[index]

    def __len__(self) -> int:
        return len(self.ops)

    def __repr__(self) -> str:
        lines = [f"draw(seed={self.seed}): {len(self)} ops"]
        for number, op in enumerate(self, start=1):
            lines.append(f"{number:2}. {op.text}")
            lines += _wrapped("calls:", op.calls()) if op.form else []
            lines += _wrapped("x is: ", op.layouts)
        lines.append("How x is made:")
        used = {name for op in self for name in op.layouts}
        lines += [f"    {layout}" for name, layout in LAYOUTS.items() if name in used]
        return "\n".join(lines)


def draw(seed: int | None = None) -> Draw:
    """Draw ten different ops, at least three for each label, in shuffled order.

    The same whole number gives the same ops on every platform (a negative one the same as its
    opposite), as long as the bank stays the same. Without a seed a fresh one is taken, below a
    million; read it from `Draw.seed`. Raises TypeError when the seed is not a whole number.
    """
    if seed is None:
        seed = secrets.randbelow(1_000_000)
    try:
        seed = operator.index(seed)
    except TypeError:
        raise TypeError(f"A seed is a whole number such as 7, not {seed!r}.") from None
    numbers = random.Random(seed)
    kinds = [
        _shuffled([op for op in BANK if op.digest == seal(op.name, label)], numbers)
        for label in LABELS
    ]
    first = [op for kind in kinds for op in kind[:_AT_LEAST]]
    rest = _shuffled([kind[_AT_LEAST] for kind in kinds], numbers)
    return Draw(seed, tuple(_shuffled(first + rest[: _SIZE - len(first)], numbers)))


def count_right(ops: Iterable[Op], labels: Iterable[str]) -> int:
    """Count how many of `labels` are the answers of `ops`, taken in order; it does not say which.

    Raises ValueError when there are not as many labels as ops, or one of them is no label.
    """
    ops, labels = list(ops), list(labels)
    if len(ops) != len(labels):
        raise ValueError(f"There are {len(ops)} ops and {len(labels)} labels: give one label each.")
    for number, label in enumerate(labels, start=1):
        if label not in LABELS:
            known = ", ".join(map(repr, LABELS))
            raise ValueError(f"Label {number} is {label!r}, but a label is one of {known}.")
    return sum(op.digest == seal(op.name, label) for op, label in zip(ops, labels, strict=True))


def _shuffled(items: Sequence[_Item], numbers: random.Random) -> list[_Item]:
    """Return `items` in random order, with `random()` alone: the one method fixed for all Pythons.

    See "Notes on reproducibility" in the documentation of Python's `random`.
    """
    return sorted(items, key=lambda _: numbers.random())


def _wrapped(head: str, parts: Sequence[str]) -> list[str]:
    """Return `parts` after `head`, in lines of at most 100 characters; no part is broken in two."""
    lines, line = [], f"    {head}"
    for part in [*(f"{part}," for part in parts[:-1]), parts[-1]]:
        if len(line) + 1 + len(part) > 100:
            lines.append(line)
            line = " " * (4 + len(head))
        line += f" {part}"
    return [*lines, line]
