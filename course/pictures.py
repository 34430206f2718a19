"""Draw the memory under tensors, and the graph behind them.

`storage(t=t, row0=t[0])` shows the flat storage that the named tensors look at, and in which cell
each element of each tensor lives, as an inline SVG in HTML. `graph(loss, x=x)` shows the functions
that backward will call, what each of them saved, and the leaves where it ends, as Mermaid. A front
end that can show neither, and everybody who cannot see the drawing, gets the same facts in words.
"""

from __future__ import annotations

import torch

from course import tape
from course._graph_drawing import mermaid
from course._graph_folding import parts
from course._graph_words import words as graph_words
from course._memory import Block, find, survey
from course._memory_drawing import html
from course._memory_words import words

__all__ = ["GraphPicture", "StoragePicture", "graph", "storage"]


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


def graph(*outputs: object, **tensors: object) -> GraphPicture:
    """Draw the graph behind one or several tensors, from them down to the leaves.

    Boxes are functions of the backward pass, and arrows lead where backward goes on. A saved tensor
    hangs on its function with its version; one that was bumped since shows both versions. Tensors
    given by name are called so in the picture. Of more than 40 nodes some are folded, and counted.
    The picture is a snapshot that keeps no tensor and no graph. Taking it runs nothing and
    changes nothing: no backward, no hook, no version bump, no warning.

    Raises:
        TypeError: no tensor to start from, or a value that is not a tensor.
        ValueError: a tensor to start from that has no history.
    """
    return GraphPicture(tape.read(*outputs, **tensors))


class GraphPicture:
    """Show a graph, as a drawing in JupyterLab and in words everywhere else."""

    def __init__(self, read: tape.Tape) -> None:
        shown = parts(read)
        self._words = graph_words(read, shown)
        self._mermaid = mermaid(read, shown, self._words)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return both forms; Jupyter itself applies `include` and `exclude`."""
        return {"text/vnd.mermaid": self._mermaid, "text/plain": self._words}

    def __repr__(self) -> str:
        return self._words


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
