"""Read the graph that autograd recorded: its nodes and leaves, and what each node saved.

For pictures and explanation. Most of it comes from private attributes of torch (see `_saved`), and
nothing in an exercise needs it. A tape is plain data, true at the moment of reading: it holds no
tensor and no node, so it keeps nothing alive.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from course._saved import Contents, SavedTensor, Scalar, contents, dtype_name, version_of

__all__ = ["Edge", "Leaf", "Node", "Output", "SavedTensor", "Scalar", "Tape", "read"]


@dataclass(frozen=True)
class Leaf:
    """Hold the facts of the tensor into whose `.grad` an AccumulateGrad node adds.

    `called` is the name that the caller of `read` gave it, else empty.
    """

    called: str
    shape: tuple[int, ...]
    dtype: str
    version: int | None


@dataclass(frozen=True)
class Node:
    """Hold one node of the graph: a function of the backward pass, or the end at a leaf.

    `name` is what `grad_fn.name()` says. `made` holds the names that the caller of `read` gave to
    tensors whose `grad_fn` this node is. `leaf` is None for a function. `freed` is True if a
    backward gave up what the node saved, False if it is still there, and None if nothing could
    tell, as the node has saved no tensor. `is_hidden` says that the node keeps another one inside
    (a write through a view: CopySlices), or is opaque in another way: what it saved cannot be
    seen from Python.
    """

    name: str
    made: tuple[str, ...]
    leaf: Leaf | None
    tensors: tuple[SavedTensor, ...]
    scalars: tuple[Scalar, ...]
    freed: bool | None
    is_hidden: bool


@dataclass(frozen=True)
class Edge:
    """Hold one step of backward, from one node to another, both as places in `Tape.nodes`.

    It goes from input number `input` of the function `start` to the tensor that was result number
    `output` of the function `end`.
    """

    start: int
    end: int
    input: int
    output: int


@dataclass(frozen=True)
class Output:
    """Hold one of the tensors that were read: `node` is the place of its `grad_fn`."""

    called: str
    shape: tuple[int, ...]
    dtype: str
    node: int


@dataclass(frozen=True)
class Tape:
    """Hold a graph in the order of backward: every node before the ones that it leads to.

    `absent` holds the names of tensors that were given to `read` and have no part in the graph. It
    is empty where some of what was saved cannot be seen, for they may be among it.
    """

    outputs: tuple[Output, ...]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    absent: tuple[str, ...]

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves, in the order of `nodes`."""
        return tuple(node.leaf for node in self.nodes if node.leaf is not None)

    @property
    def freed(self) -> bool:
        """Whether a backward has freed what at least one node saved."""
        return any(node.freed for node in self.nodes)


def read(*outputs: object, **names: object) -> Tape:
    """Read the graph behind one or several tensors, from them down to the leaves.

    Tensors given by name, as in `read(loss, x=x, w=w)`, are called by that name in the tape. They
    add nothing to the graph. Nothing is run and nothing is changed: no backward, no hook, no
    version counter, no warning. (The history of a view is brought up to date if its base was
    written to, as it is whenever somebody looks at `grad_fn`.)

    Raises:
        TypeError: no output, or a value that is not a tensor.
        ValueError: an output without history: it needs no gradient, or it is a leaf itself; or
            a view whose history was made invalid by a write to its base.
    """
    if not outputs:
        raise TypeError("Give at least one tensor whose graph is to be read, as in read(loss).")
    for value, called in [
        *((value, _position(i, len(outputs))) for i, value in enumerate(outputs)),
        *((value, called) for called, value in names.items()),
    ]:
        if not isinstance(value, torch.Tensor):
            kind = type(value).__name__
            raise TypeError(f"{called} is of type {kind}, and only tensors have a graph.")
    # Attributes of tensor subclasses are read without asking the subclass.
    with torch._C.DisableTorchFunction():
        return _Reader(outputs, names).tape()


def _position(index: int, count: int) -> str:
    return "The output" if count == 1 else f"Output {index + 1}"


class _Reader:
    """Hold nodes and tensors as long as the reading lasts."""

    def __init__(self, outputs: Sequence[Any], names: Mapping[str, Any]) -> None:
        self.outputs = outputs
        self.names: dict[int, str] = {}
        for name, tensor in names.items():
            name = name if name.isprintable() else repr(name)[1:-1]
            known = self.names.get(id(tensor))
            self.names[id(tensor)] = f"{known}, {name}" if known else name
        self.named = {id(tensor): tensor for tensor in names.values()}
        self.roots = [self._root(i) for i in range(len(outputs))]
        self.order = _sorted(self.roots)
        self.places = {id(node): place for place, node in enumerate(self.order)}

    def _root(self, index: int) -> Any:
        tensor = self.outputs[index]
        which = self._called(index) or _position(index, len(self.outputs))
        node = _history(tensor)
        if isinstance(node, RuntimeError):
            raise ValueError(f"{which} has a history that cannot be used. torch says: {node}")
        if node is not None:
            return node
        if tensor.requires_grad:
            raise ValueError(
                f"{which} is a leaf: it has no grad_fn, for no operation made it. Read a tensor "
                "that was computed from it."
            )
        raise ValueError(
            f"{which} has no history: it does not require grad, so nothing was recorded."
        )

    def _called(self, index: int) -> str:
        return self.names.get(id(self.outputs[index]), "")

    def tape(self) -> Tape:
        """Turn everything into plain data."""
        made = self._made()
        nodes = tuple(self._node(node, made.get(id(node), ())) for node in self.order)
        edges = tuple(
            Edge(start, self.places[id(end)], index, output)
            for start, node in enumerate(self.order)
            for index, (end, output) in enumerate(node.next_functions)
            if end is not None
        )
        outputs = tuple(
            Output(
                self._called(i),
                tuple(tensor.shape),
                dtype_name(tensor.dtype),
                self.places[id(self.roots[i])],
            )
            for i, tensor in enumerate(self.outputs)
        )
        seen = {name for names in made.values() for name in names}
        seen |= {node.leaf.called for node in nodes if node.leaf is not None}
        seen |= {tensor.called for node in nodes for tensor in node.tensors}
        absent = tuple(name for name in self.names.values() if name not in seen)
        if any(_is_partly_unseen(node) for node in nodes):
            absent = ()
        return Tape(outputs, nodes, edges, absent)

    def _made(self) -> dict[int, tuple[str, ...]]:
        """Return the names of tensors by the ids of the nodes that made them."""
        made: dict[int, tuple[str, ...]] = {}
        for key, tensor in self.named.items():
            node = _history(tensor)
            if id(node) in self.places:
                made[id(node)] = (*made.get(id(node), ()), self.names[key])
        return made

    def _node(self, node: Any, made: tuple[str, ...]) -> Node:
        variable = getattr(node, "variable", None)
        if variable is None:
            saved, leaf = contents(node, self.names), None
        else:
            saved = Contents((), (), None)
            leaf = Leaf(
                self.names.get(id(variable), ""),
                tuple(variable.shape),
                dtype_name(variable.dtype),
                version_of(variable),
            )
        hidden = type(node).__name__ in ("CopySlices", "CppFunction")
        return Node(node.name(), made, leaf, saved.tensors, saved.scalars, saved.freed, hidden)


def _is_partly_unseen(node: Node) -> bool:
    kinds = {tensor.kind for tensor in node.tensors}
    return node.is_hidden or node.freed is True or "packed" in kinds


def _history(tensor: Any) -> Any:
    """Return the `grad_fn` of a tensor, or the error of asking for it."""
    try:
        return tensor.grad_fn
    except RuntimeError as error:
        return error


def _sorted(roots: Sequence[Any]) -> list[Any]:
    """Return all nodes below `roots`, each before those it leads to, first edges first."""
    done: list[Any] = []
    seen: set[int] = set()
    stack = [(root, False) for root in roots]
    while stack:
        node, is_finished = stack.pop()
        if is_finished:
            done.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack += [(end, False) for end, _ in node.next_functions if end is not None]
    return done[::-1]
