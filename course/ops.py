"""Say what an op to classify is: a call, its argument variants, and the inputs it is probed on.

Whether a result is a view often depends on how the input lies in memory, so every op names the
layouts of its inputs. A layout makes a fresh tensor `base`, in memory of its own, and takes `x`
from it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Layout:
    """Describe how the elements of an input lie in memory.

    `shape` is the shape of the freshly made `base`; `take` gives the input from it, and `text` is
    `take` as a learner would type it. A layout with a `dtype` of its own always has that dtype.
    """

    name: str
    shape: tuple[int, ...]
    text: str
    take: Callable[[torch.Tensor], torch.Tensor]
    dtype: torch.dtype | None = None

    def build(self, numbers: random.Random, dtype: torch.dtype = torch.float32) -> torch.Tensor:
        """Make a fresh input from whole numbers, some of them negative, none of them zero.

        All elements of `base` have different magnitudes. `dtype` is that of the result, unless
        the layout has its own. The tensor does not require grad, and `base` is no view itself.
        """
        dtype = self.dtype or dtype
        sizes = sorted(range(1, math.prod(self.shape) + 1), key=lambda _: numbers.random())
        signed = [-size if place % 3 == 1 else size for place, size in enumerate(sizes)]
        values = [complex(size, size / 2) for size in signed] if dtype.is_complex else signed
        return self.take(torch.tensor(values, dtype=dtype).reshape(self.shape).clone())

    def __str__(self) -> str:
        kind = f" and dtype {self.dtype}" if self.dtype else ""
        return f"{self.name}: {self.text}, where base has shape {self.shape}{kind}"


LAYOUTS: dict[str, Layout] = {
    layout.name: layout
    for layout in (
        Layout("contiguous", (4, 6), "base", lambda base: base),
        Layout("transposed", (6, 4), "base.t()", lambda base: base.t()),
        Layout("row slice", (6, 6), "base[1:5]", lambda base: base[1:5]),
        Layout("column slice", (4, 8), "base[:, 1:7]", lambda base: base[:, 1:7]),
        Layout("every other column", (4, 12), "base[:, ::2]", lambda base: base[:, ::2]),
        Layout("expanded row", (1, 6), "base.expand(4, 6)", lambda base: base.expand(4, 6)),
        Layout("one row", (1, 6), "base", lambda base: base),
        Layout("vector", (6,), "base", lambda base: base),
        Layout("every other element", (12,), "base[::2]", lambda base: base[::2]),
        Layout("expanded number", (1,), "base.expand(6)", lambda base: base.expand(6)),
        Layout("3-D", (2, 3, 4), "base", lambda base: base),
        Layout("3-D permuted", (4, 3, 2), "base.permute(2, 1, 0)", lambda b: b.permute(2, 1, 0)),
        Layout("float32", (4, 6), "base", lambda base: base, torch.float32),
        Layout("float64", (4, 6), "base", lambda base: base, torch.float64),
        Layout("int64", (4, 6), "base", lambda base: base, torch.int64),
        Layout("complex64", (4, 6), "base", lambda base: base, torch.complex64),
        Layout("complex64 transposed", (6, 4), "base.t()", lambda base: base.t(), torch.complex64),
    )
}


@dataclass(frozen=True, eq=False, repr=False)
class Op:
    """Hold one op to classify, without its answer.

    `call` takes `(x, *arguments)` and always returns one tensor: where torch returns several, the
    call picks one of them and the text shows which (``x.chunk(2)[0]``). It changes nothing in
    place. `name` is unique in the bank and reads as in the docs, `section` is the part of the
    torch docs that describes the op, and `text` is the call as a learner would read it.

    `arguments` holds one tuple per variant, `layouts` the names of the inputs. Every variant works
    on every layout. `form` is the text of one variant, with ``{0}``, ``{1}``, ... for single
    arguments and ``{args}`` for all of them; empty when there is nothing to fill in. In texts, `F`
    is ``torch.nn.functional`` and `nn` is ``torch.nn``.

    `digest` is the salted digest of the answer; see `course.opbank.seal`.
    """

    name: str
    section: str
    text: str
    call: Callable[..., torch.Tensor]
    layouts: tuple[str, ...]
    digest: str
    form: str = ""
    arguments: tuple[tuple[object, ...], ...] = ((),)

    def samples(self, seed: int | None = None) -> list[tuple[object, ...]]:
        """Return fresh argument tuples `(x, *arguments)`: every layout with every variant.

        No `x` shares memory with another, none is empty, and none requires grad. The same seed
        gives the same values.
        """
        numbers = random.Random(seed)
        return [
            (LAYOUTS[layout].build(numbers), *variant)
            for layout in self.layouts
            for variant in self.arguments
        ]

    def calls(self) -> list[str]:
        """Return the call of every variant as text, in the order of `arguments`."""
        return [self._written(variant) for variant in self.arguments]

    def _written(self, variant: tuple[object, ...]) -> str:
        shown = [repr(argument) for argument in variant]
        return self.form.format(*shown, args=", ".join(shown)) if self.form else self.text

    def __repr__(self) -> str:
        return f"Op({self.name!r})"
