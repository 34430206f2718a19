"""Draw a graph as Mermaid, which JupyterLab turns into a picture by itself.

No colour is chosen, so that the theme decides: kinds differ in shape, outline and label. The title
and the description become the text alternative of the picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from course._graph_folding import Part
from course._graph_words import (
    absent,
    folded,
    grad_fn_of,
    heading,
    role,
    scalar,
    title,
    versions,
)
from course.tape import Node, SavedTensor, Scalar, Tape

_MOST_SAVED, _MOST_SCALARS = 6, 3
"""What is drawn of one node at most."""

_LONGEST = 5000
"""Letters of the description, which is read out in one piece."""

_FRAME = """\
---
config:
  flowchart:
    nodeSpacing: 24
    rankSpacing: 28
    padding: 8
    wrappingWidth: 400
---
flowchart TB"""
_FUNCTION, _LEAF, _FOLD = "rect", "stadium", "st-rect"
_SAVED, _BUMPED, _NOTE = "h-cyl", "hex", "text"
_UNCHECKED = "stroke-dasharray:4 3"
_THICK = "stroke-width:4px"


def mermaid(tape: Tape, parts: Sequence[Part], words: str) -> str:
    """Return the drawing of a graph: backward starts at the top and ends at the leaves."""
    lines = [_FRAME, f"accTitle: {_plain(heading(tape))}", f"accDescr: {_plain(words)}"]
    home: dict[int, str] = {}
    for part in parts:
        name = f"n{part.places[0] + 1}"
        home.update(dict.fromkeys(part.places, name))
        if part.is_folded:
            lines.append(_shape(name, _FOLD, folded(part)))
        else:
            lines += _node(name, tape, part)
    ways = dict.fromkeys((home[edge.start], home[edge.end]) for edge in tape.edges)
    arrows = [f"{start} --> {end}" for start, end in ways if start != end]
    if arrows:
        arrows[0] = arrows[0].replace("-->", "-->|backward|")
    lines += arrows
    if tape.absent:
        lines.append(_shape("absent", _NOTE, [absent(tape)]))
    return "\n".join(lines)


def _node(name: str, tape: Tape, part: Part) -> Iterator[str]:
    """Write a function with what it saved, or a leaf."""
    node = part.nodes[0]
    if node.leaf is not None:
        called = f"{node.leaf.called}, leaf" if node.leaf.called else "leaf"
        yield _shape(name, _LEAF, [called, f"shape {node.leaf.shape}"])
        return
    yield _shape(name, _FUNCTION, [node.name, *grad_fn_of(tape, part.places[0]), *_notes(node)])
    tensors = [tensor for tensor in node.tensors if tensor.kind != "number"]
    for number, tensor in enumerate(tensors[:_MOST_SAVED], 1):
        yield from _saved(f"{name}s{number}", tensor)
        yield f"{name}s{number} -.- {name}"
    if len(tensors) > _MOST_SAVED:
        yield _shape(f"{name}more", _SAVED, [f"and {len(tensors) - _MOST_SAVED} more"])
        yield f"{name}more -.- {name}"


def _notes(node: Node) -> Iterator[str]:
    """Go through the numbers that a node saved, and what else is worth a line."""
    yield from (f"{each.name} = {each.value}" for each in node.tensors if each.kind == "number")
    yield from [scalar(item) for item in node.scalars if _tells(item)][:_MOST_SCALARS]
    if node.is_hidden:
        yield "(what it saved cannot be seen)"


def _tells(item: Scalar) -> bool:
    """Whether a scalar says something about the op: a number that is not the usual one."""
    if "_sym_" in item.name or isinstance(item.value, bool):
        return False
    usual = item.name in ("alpha", "beta") and item.value == 1
    return isinstance(item.value, int | float | complex) and not usual


def _saved(name: str, tensor: SavedTensor) -> Iterator[str]:
    """Write a saved tensor; one that was bumped has a shape of its own and a thick outline."""
    what = [title(tensor), role(tensor)] if role(tensor) else [title(tensor)]
    if tensor.kind == "freed":
        yield _shape(name, _SAVED, [*what, "freed by a backward"])
    elif tensor.kind == "packed":
        yield _shape(name, _SAVED, [*what, "packed by a hook"])
    else:
        many = versions(tensor)
        lines = [f"shape {tensor.shape}", *many]
        if len(many) == 1:
            lines = [", ".join(lines)]
        yield _shape(name, _BUMPED if tensor.bumped else _SAVED, [*what, *lines])
    if tensor.bumped:
        yield f"style {name} {_THICK}"
    elif tensor.kind != "tensor":
        yield f"style {name} {_UNCHECKED}"


def _shape(name: str, shape: str, lines: Sequence[str]) -> str:
    """Write a shape with its label, in which nothing is left that could be syntax."""
    # As an attribute of @{} the label would be read as Markdown.
    label = "<br/>".join(_escape(line) for line in lines)
    return f'{name}["{label}"]@{{ shape: {shape} }}'


def _escape(text: str) -> str:
    """Write as entities what Mermaid or Markdown could take for syntax; part `$$` (formulas)."""
    text = text.replace("$", "$\u200b")
    return re.sub(r"[^\w ,.()=:…\u200b-]|_", lambda sign: f"#{ord(sign[0])};", text)


def _plain(text: str) -> str:
    """Write a text as Mermaid takes it for title and description: one line, without syntax."""
    line = re.sub(r"[#;{}<>%]", "?", " ".join(text.split()))
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} …"
