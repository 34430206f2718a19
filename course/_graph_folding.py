"""Fold a graph that is too long to be read: keep its two ends and what was pointed out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from course.tape import Node, Tape

MAX_NODES = 40
"""Nodes up to which a graph is shown whole."""

# What is kept of a longer one, and how many nodes a fold has at least.
_FIRST, _LAST = 6, 6
_BUMPED, _NAMED = 6, 8
_FEWEST = 3


@dataclass(frozen=True)
class Part:
    """Hold nodes that are shown as one shape: a single node, or several that were folded.

    `places` are places in the nodes of the tape, without a gap.
    """

    places: range
    nodes: tuple[Node, ...]

    @property
    def is_folded(self) -> bool:
        return len(self.nodes) > 1

    @property
    def kinds(self) -> list[tuple[str, int]]:
        """The names of the nodes with how often each occurs, the most frequent first."""
        return Counter(node.name for node in self.nodes).most_common()


def parts(tape: Tape) -> list[Part]:
    """Return the nodes of a tape in their order, folded if there are too many.

    Only neighbours in that order are folded together. As no step of backward goes back in it, no
    way leads out of a fold and into it again.
    """
    count = len(tape.nodes)
    kept = set(range(count))
    if count > MAX_NODES:
        bumped = [place for place in range(count) if _is_bumped(tape.nodes[place])]
        named = [place for place in range(count) if _is_named(tape, place)]
        ends = [*range(_FIRST), *range(count - _LAST, count)]
        kept = {*ends, *bumped[:_BUMPED], *named[:_NAMED]}
    found: list[Part] = []
    start = 0
    while start < count:
        end = start + 1
        while start not in kept and end < count and end not in kept:
            end += 1
        if end - start < _FEWEST:  # a fold of fewer would save nothing
            end = start + 1
        found.append(Part(range(start, end), tape.nodes[start:end]))
        start = end
    return found


def _is_bumped(node: Node) -> bool:
    return any(tensor.bumped for tensor in node.tensors)


def _is_named(tape: Tape, place: int) -> bool:
    """Whether the caller has a name for what a node made or adds to, or asked for its graph."""
    node = tape.nodes[place]
    is_leaf = node.leaf is not None and bool(node.leaf.called)
    return is_leaf or bool(node.made) or any(place == output.node for output in tape.outputs)
