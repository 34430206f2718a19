"""Look at what one node of an autograd graph saved, and leave no trace.

How torch 2.13 lets itself be looked at, found by experiment (all of it private API):

- Each saved tensor `x` has two attributes on the node. `_raw_saved_x.data` is the tensor as it was
  put away: the very object if it was an input or a constant, a detached alias with the same version
  counter if it was an output of the node. `_saved_x` is what backward would be given, and raises
  the version error if the counter moved on.
- Version now: the counter of `data`. Version when saved: the same number if `_saved_x` can be read,
  and otherwise the one that its error calls expected. Neither is known once a saved-tensor hook
  has packed the tensor, and reading would call the unpack hook: such a tensor is left alone.
- `_raw_saved_x.unpack()` reads one tensor without its node. An output cannot be had that way, and
  the refusal names no versions: that is how outputs are told from the rest.
- A custom Function, and a node with a list of tensors, hands them out all at once, so that the
  first mismatch hides those behind it. An output behind it has a version that is not known.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, TypeAlias

import torch

Kind: TypeAlias = Literal["tensor", "number", "packed", "freed", "kept"]
Role: TypeAlias = Literal["input", "output", "other"]
Plain: TypeAlias = "bool | int | float | complex | str | tuple[Plain, ...] | None"

# Of one kind with the dtype of a Python number, and smaller: type promotion tells such a number
# from a tensor without dimensions, which would win.
_SMALLER = {
    torch.int64: torch.ones((), dtype=torch.int8, device="cpu"),
    torch.float64: torch.ones((), dtype=torch.float32, device="cpu"),
    torch.complex128: torch.ones((), dtype=torch.complex64, device="cpu"),
}
_RAW, _READ = "_raw_saved_", "_saved_"


@dataclass(frozen=True)
class Scalar:
    """Hold something other than a tensor that a node saved: a number, a shape, a flag.

    `name` is that of the attribute without `_saved_`, or `ctx.` and the attribute that a custom
    Function put on its context. Dimensions counted from the end are negative here; torch shows
    them as unsigned 64-bit numbers.
    """

    name: str
    value: Plain


@dataclass(frozen=True)
class SavedTensor:
    """Hold the facts of one saved tensor. What cannot be known is None.

    `name` is that of the attribute without `_saved_`, with an index where it holds several.

    `kind` is "tensor"; "number" for a Python number, which torch saves in the guise of a tensor
    (`value` shows it); "packed" if a saved-tensor hook took it, which was not asked for it back;
    "freed" if a backward gave it up; "kept" for a tensor that a custom Function only put on its
    context, where no version is checked.

    `role` is "input" for an input of the node through which gradient flows (`input` is its place
    among the node's edges, where that is certain), "output" for a result of the node itself, and
    "other" for all that needs no gradient: constants, indices, masks, statistics.

    `called` is the name that the caller of `read` gave the tensor, else empty.
    """

    name: str
    kind: Kind
    role: Role | None = None
    input: int | None = None
    called: str = ""
    shape: tuple[int, ...] | None = None
    dtype: str | None = None
    saved_version: int | None = None
    version: int | None = None
    value: str = ""

    @property
    def bumped(self) -> bool | None:
        """Whether the version counter moved on since the tensor was saved; None if not known."""
        if self.saved_version is None or self.version is None:
            return None
        return self.saved_version != self.version


@dataclass(frozen=True)
class Contents:
    """Hold all that one node saved; `freed` is None if nothing could tell."""

    tensors: tuple[SavedTensor, ...]
    scalars: tuple[Scalar, ...]
    freed: bool | None


def contents(node: Any, names: Mapping[int, str]) -> Contents:
    """Read what a node saved; `names` gives the callers' names of tensors by their ids."""
    look = _Look(node, names)
    if isinstance(node, torch._C._FunctionBase):
        look.function()
    else:
        look.builtin()
    kinds = {tensor.kind for tensor in look.tensors}
    freed: bool | None = None
    if look.freed or "freed" in kinds:
        freed = True
    elif kinds & {"tensor", "number", "packed"}:
        freed = False
    return Contents(tuple(look.tensors), tuple(look.scalars), freed)


def dtype_name(dtype: torch.dtype) -> str:
    """Return the name of a dtype as learners type it, without `torch.`."""
    return str(dtype).removeprefix("torch.")


def version_of(tensor: torch.Tensor) -> int | None:
    """Return the version counter of a tensor; None for an inference tensor, which has none."""
    return None if tensor.is_inference() else tensor._version


def _attributes(kind: type) -> tuple[str, ...]:
    """Return the names of what nodes of a type save, without prefix."""
    return tuple(name.removeprefix(_READ) for name in dir(kind) if name.startswith(_READ))


class _Look:
    """One look at one node."""

    def __init__(self, node: Any, names: Mapping[int, str]) -> None:
        self.node = node
        self.names = names
        self.edges = node.next_functions
        self.is_function = isinstance(node, torch._C._FunctionBase)
        self.tensors: list[SavedTensor] = []
        self.scalars: list[Scalar] = []
        self.freed = False

    def builtin(self) -> None:
        """Read a node of torch's own."""
        for name in _attributes(type(self.node)):
            read = partial(getattr, self.node, _READ + name)
            if not hasattr(type(self.node), _RAW + name):
                self.scalars.append(Scalar(name, _plain(read())))
                continue
            try:
                raw = getattr(self.node, _RAW + name)
            except RuntimeError:  # a list of tensors that was freed
                self.tensors.append(SavedTensor(name, "freed"))
                continue
            several = isinstance(raw, tuple)
            raws = [(f"{name}[{i}]", each) for i, each in enumerate(raw)] if several else []
            self._add(raws or [(name, raw)], read)
        # torch gives them in the order of the alphabet: first what came in, in its own order.
        self.tensors.sort(key=lambda each: math.inf if each.input is None else each.input)

    def function(self) -> None:
        """Read a custom Function: what it saved for backward, and what it put on its context."""
        try:
            raws = self.node._raw_saved_tensors
        except RuntimeError:
            self.freed = True
        else:
            named = [(f"saved_tensors[{i}]", raw) for i, raw in enumerate(raws)]
            self._add(named, lambda: self.node.saved_tensors)
        for attribute, value in vars(self.node).items():
            for name, each in _spread(f"ctx.{attribute}", value):
                if isinstance(each, torch.Tensor):
                    self.tensors.append(replace(self._facts(name, each, False, None), kind="kept"))
                elif isinstance(each, bool | int | float | complex | str | tuple):
                    self.scalars.append(Scalar(name, _plain(each)))

    def _add(self, raws: Sequence[tuple[str, Any]], read: Callable[[], object]) -> None:
        """Add tensors that are read together; `read` raises at the first that was bumped."""
        held: list[tuple[str, torch.Tensor, str]] = []
        packed = False
        for name, raw in raws:
            if raw.unpack_hook is not None:
                packed = True
                self.tensors.append(SavedTensor(name, "packed"))
                continue
            refusal = _error_of(raw.unpack)
            if raw.data is not None:
                held.append((name, raw.data, refusal))
            elif refusal:
                self.tensors.append(SavedTensor(name, "freed"))
        first = None if packed else _error_of(read)
        versions = _saved_versions([(data, refusal) for _, data, refusal in held], first)
        for (name, data, refusal), saved_version in zip(held, versions, strict=True):
            self.tensors.append(self._facts(name, data, _is_output(data, refusal), saved_version))

    def _facts(
        self, name: str, data: torch.Tensor, is_output: bool, saved_version: int | None
    ) -> SavedTensor:
        version, number = version_of(data), _is_number(data)
        bumped = saved_version != version
        role, place = ("output", None) if is_output else self._role(data, bumped)
        return SavedTensor(
            name=name,
            kind="number" if number else "tensor",
            role=role,
            input=place,
            called=self.names.get(id(data), ""),
            shape=tuple(data.shape),
            dtype=dtype_name(data.dtype),
            saved_version=saved_version,
            version=version,
            value=str(data.item()) if number else "",
        )

    def _role(self, data: torch.Tensor, bumped: bool) -> tuple[Role | None, int | None]:
        """Find out whether a tensor that is not an output came in along one of the edges."""
        for place, (node, _) in enumerate(self.edges):
            if getattr(node, "variable", None) is data:
                return "input", place
        try:
            if data.is_leaf:  # so is all that needs no gradient
                return "other", None
            edge = (data.grad_fn, data.output_nr)
        except RuntimeError:  # a view whose history was made invalid through its base
            return "input", None
        if edge in self.edges:
            return "input", self.edges.index(edge)
        if self.is_function and not bumped:
            return "other", None  # made in the forward of the Function itself
        # Written to in place since, perhaps through its base: its history grew by younger nodes
        # whose first edge leads to the state before. Where that ends in nothing, the tensor had no
        # history when it was saved.
        while edge[0] is not None and edge[0]._sequence_nr() > self.node._sequence_nr():
            if not edge[0].next_functions:  # a leaf; each thread has a sequence of its own
                break
            edge = edge[0].next_functions[0]
            if edge[0] is not None and edge in self.edges:
                return "input", self.edges.index(edge)
        return ("other" if edge[0] is None else "input"), None


def _is_output(data: torch.Tensor, refusal: str) -> bool:
    """Whether a tensor that could not be read alone was put away as an output, without history."""
    return bool(refusal) and _expected(refusal) is None and not data.requires_grad


def _expected(error: str) -> int | None:
    """Return the version that a version error calls expected; None for any other error."""
    found = re.search(r"; expected version (\d+) instead", error)
    return int(found[1]) if found else None


def _saved_versions(
    held: Sequence[tuple[torch.Tensor, str]], first: str | None
) -> Iterator[int | None]:
    """Go through the versions at which tensors were saved.

    `held` pairs each with the error of reading it alone; `first` is the error of reading all
    together, and None if that must not be tried.
    """
    known = next(
        (place for place, (_, refusal) in enumerate(held) if _expected(refusal) is not None),
        len(held),
    )
    is_about_known = known < len(held) and first == held[known][1]
    # Otherwise it is about an output before that one.
    doubtful = [
        place
        for place, (data, refusal) in enumerate(held[:known])
        if _is_output(data, refusal) and version_of(data)
    ]
    for place, (data, refusal) in enumerate(held):
        now = version_of(data)
        if not _is_output(data, refusal):
            yield _expected(refusal) if refusal else now
        elif not now or first == "" or (is_about_known and place < known):
            yield now
        elif first and doubtful == [place]:
            yield _expected(first)
        else:
            yield None


def _error_of(read: Callable[[], object]) -> str:
    """Return what torch says when it refuses to hand out something saved; empty if it does not."""
    try:
        read()
    except RuntimeError as error:
        return str(error)
    return ""


def _is_number(data: torch.Tensor) -> bool:
    smaller = _SMALLER.get(data.dtype)
    if smaller is None or data.dim() or data.requires_grad:
        return False
    return torch.result_type(data, smaller) != data.dtype


def _spread(name: str, value: object) -> Iterator[tuple[str, object]]:
    """Go through a value: itself, or its items if it is a list or tuple that holds tensors."""
    if isinstance(value, list | tuple) and any(isinstance(item, torch.Tensor) for item in value):
        yield from ((f"{name}[{i}]", item) for i, item in enumerate(value))
    else:
        yield name, value


def _plain(value: object) -> Plain:
    """Return a value as plain data, which keeps nothing alive."""
    if isinstance(value, tuple | list):
        return tuple(_plain(item) for item in value)
    if isinstance(value, int) and value >= 1 << 63:
        return value - (1 << 64)
    if value is None or isinstance(value, bool | int | float | complex):
        return value
    if isinstance(value, str | torch.dtype | torch.layout | torch.device):
        return str(value).removeprefix("torch.")
    return f"an object of type {type(value).__name__}"
