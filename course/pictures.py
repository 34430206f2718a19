"""Draw the memory under tensors: one row of numbered cells, one lane for each tensor.

`storage(t=t, row0=t[0])` shows the flat storage that the named tensors look at, and in which cell
each element of each tensor lives. A front end that shows HTML gets an inline SVG; everything
else, and everybody who cannot see the drawing, gets the same facts in words.
"""

from __future__ import annotations

import torch

from course._memory import Block, find, survey
from course._memory_drawing import html
from course._memory_words import words

__all__ = ["StoragePicture", "storage"]


def storage(*unnamed: object, **tensors: object) -> StoragePicture:
    """Draw the storage under the named tensors, with the cells that each of them covers.

    Any strided tensor in CPU memory will do: every shape and dtype, views, expanded tensors,
    tensors that require grad, NumPy bridges. Up to 64 cells are drawn, and storages beyond that
    are summed up in words. The picture is a snapshot: it keeps the numbers of this moment and no
    tensor. Reading them leaves no trace: no graph, no version bump, no warning.

    Raises:
        TypeError: no tensor, a tensor without a name, a value that is not a tensor, or a tensor
            without flat CPU memory (sparse, meta, nested, quantized, inside a transform).
        ValueError: the storage of a tensor was resized under it.
    """
    if unnamed:
        raise TypeError("Give every tensor a name, as in pictures.storage(t=t, row0=t[0]).")
    if not tensors:
        raise TypeError("There is nothing to draw: name a tensor, as in pictures.storage(t=t).")
    with torch.no_grad():
        return StoragePicture(survey([find(name, value) for name, value in tensors.items()]))


class StoragePicture:
    """Show one or several storages, as a drawing in a notebook and in words everywhere else."""

    def __init__(self, blocks: list[Block]) -> None:
        self._words = words(blocks)
        self._html = html(blocks, self._words)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return both forms; Jupyter itself applies `include` and `exclude`."""
        return {"text/html": self._html, "text/plain": self._words}

    def __repr__(self) -> str:
        return self._words
