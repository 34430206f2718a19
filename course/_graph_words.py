"""Tell in words what a graph holds: the text form of a graph picture, and its labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from course._graph_folding import Part
from course.tape import Node, SavedTensor, Scalar, Tape
from course.wrapping import wrapped

_WIDTH = 88
_MOST_TENSORS = 12
"""Saved tensors of one node that are told one by one."""
_PREFIX = "torch::autograd::"
_OF_FUNCTION = "saved_tensors["
_ROLES = {"input": "its input", "output": "its output", "other": "a constant"}


def words(tape: Tape, parts: Sequence[Part]) -> str:
    """Tell a graph node by node; lines are wrapped at 88 columns."""
    margin = max(len(_numbers(part)) for part in parts)
    lines = wrapped(f"{heading(tape)}, in the order of backward", _WIDTH, hanging=" " * 4)
    for part in parts:
        line = _line(tape, part) + _ways(tape, part)
        lines += wrapped(
            f"  {_numbers(part):>{margin}}  {line}", _WIDTH, hanging=" " * (margin + 8)
        )
        for fact in () if part.is_folded else _facts(part.nodes[0]):
            lines += wrapped(fact, _WIDTH, indent=" " * (margin + 8), hanging=" " * (margin + 10))
    return "\n".join([*lines, *wrapped(absent(tape), _WIDTH, hanging=" " * 4)])


def heading(tape: Tape) -> str:
    """Name a graph, its state and its size."""
    names = [output.called for output in tape.outputs]
    many = f"graph of {len(names)} outputs" if len(names) > 1 else "graph of one output"
    name = f"graph of {', '.join(names)}" if all(names) else many
    state = ", freed by a backward" if tape.freed else ""
    functions = count(len(tape.nodes) - len(tape.leaves), "function")
    leaves = f"{len(tape.leaves):,} {'leaf' if len(tape.leaves) == 1 else 'leaves'}"
    return f"{name}{state}: {functions}, {leaves}"


def absent(tape: Tape) -> str:
    """Tell which named tensors have no part in the graph; empty if all have."""
    return f"not in this graph: {', '.join(tape.absent)}" if tape.absent else ""


def grad_fn_of(tape: Tape, place: int) -> list[str]:
    """Tell whose `grad_fn` a node is."""
    texts = [f"{name}.grad_fn" for name in tape.nodes[place].made]
    for number, output in enumerate(tape.outputs, 1):
        if output.node == place and not output.called:
            which = "the output" if len(tape.outputs) == 1 else f"output {number}"
            texts.append(f"grad_fn of {which}")
    return texts


def folded(part: Part) -> list[str]:
    """Tell how many nodes were folded, and which; then how many saved tensors were bumped."""
    kinds = [f"{number:,} {name.removeprefix(_PREFIX)}" for name, number in part.kinds]
    texts = [f"{len(part.nodes):,} nodes folded", *kinds[:3]]
    if len(kinds) > 3:
        texts.append("and others")
    bumped = sum(tensor.bumped is True for node in part.nodes for tensor in node.tensors)
    return [*texts, f"{count(bumped, 'saved tensor')} bumped"] if bumped else texts


def title(tensor: SavedTensor) -> str:
    """Name a saved tensor as its node does."""
    plain = tensor.kind != "kept" and not tensor.name.startswith(_OF_FUNCTION)
    return f"saved {tensor.name}" if plain else tensor.name


def role(tensor: SavedTensor) -> str:
    """Tell what a saved tensor is to its node, and the name that the caller has for it."""
    if tensor.kind == "kept":
        return f"{tensor.called}, not saved for backward".removeprefix(", ")
    if tensor.role == "other" and tensor.called:
        return f"constant {tensor.called}"
    return f"{_ROLES.get(tensor.role or '', '')} {tensor.called}".strip()


def versions(tensor: SavedTensor) -> list[str]:
    """Tell the version when saved and the version now, in one number where they agree."""
    if tensor.bumped:
        return [f"saved at version {tensor.saved_version}", f"now at version {tensor.version}"]
    if tensor.kind == "kept":
        return [f"version {tensor.version}, never checked"]
    if tensor.saved_version is None:
        return ["saved at a version not known", f"now at version {tensor.version}"]
    return [f"version {tensor.version}"]


def scalar(item: Scalar) -> str:
    """Write a saved number, shape or flag."""
    value = repr(item.value)
    return f"{item.name} = {value if len(value) <= 40 else value[:39] + '…'}"


def count(number: int, noun: str) -> str:
    """Write a number with its noun, in the plural where it must be."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _numbers(part: Part) -> str:
    first, last = part.places[0] + 1, part.places[-1] + 1
    return f"{first}-{last}" if part.is_folded else str(first)


def _line(tape: Tape, part: Part) -> str:
    if part.is_folded:
        whole, *rest = folded(part)
        return f"{whole}: {', '.join(rest)}"
    node = part.nodes[0]
    if node.leaf is not None:
        named = f" {node.leaf.called}" if node.leaf.called else ""
        return f"AccumulateGrad at the leaf{named}: {node.leaf.dtype} {node.leaf.shape}"
    names = ", ".join(grad_fn_of(tape, part.places[0]))
    return f"{node.name} ({names})" if names else node.name


def _ways(tape: Tape, part: Part) -> str:
    """Tell to which nodes backward goes on."""
    edges = [edge for edge in tape.edges if edge.start in part.places]
    if part.is_folded:
        edges.sort(key=lambda edge: edge.end)
    ways = dict.fromkeys(
        f"{edge.end + 1} (its output {edge.output})" if edge.output else f"{edge.end + 1}"
        for edge in edges
        if edge.end not in part.places
    )
    return f" → {', '.join(ways)}" if ways else ""


def _facts(node: Node) -> Iterator[str]:
    for tensor in node.tensors[:_MOST_TENSORS]:
        yield f"{title(tensor)}{_fact(tensor)}"
    if len(node.tensors) > _MOST_TENSORS:
        yield f"and {len(node.tensors) - _MOST_TENSORS:,} more saved tensors"
    scalars = [scalar(item) for item in node.scalars if item.value is not None]
    if scalars:
        yield f"saved {', '.join(scalars)}"
    if node.is_hidden:
        yield "what the function inside of it saved cannot be seen from Python"


def _fact(tensor: SavedTensor) -> str:
    if tensor.kind == "number":
        return f" = {tensor.value}"
    if tensor.kind == "freed":
        return ": freed by a backward"
    if tensor.kind == "packed":
        return ": packed by a saved-tensor hook, and not unpacked for this picture"
    what = f", {role(tensor)}" if role(tensor) else ""
    return f"{what}: {tensor.dtype} {tensor.shape}, {', '.join(versions(tensor))}"
