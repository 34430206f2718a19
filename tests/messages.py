"""Torch's messages: how prose quotes them, and programs that provoke each on the installed torch.

Prose quotes a message in a fenced block below the comment ``<!-- torch-message -->``, one message
to a line; `…` stands for what is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import torch

_FENCE = re.compile(r"^<!-- torch-message -->\n```text\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")


def quoted(markdown: str) -> Iterator[str]:
    """Yield every marked message of a text."""
    for block in _FENCE.findall(markdown):
        yield from (line.strip() for line in block.splitlines() if line.strip())


def inline(markdown: str) -> Iterator[str]:
    """Yield every piece of inline code of a text, its fenced blocks left out."""
    yield from _INLINE.findall(re.sub(r"^```.*?^```", "", markdown, flags=re.MULTILINE | re.DOTALL))


def is_said(quote: str, messages: list[str]) -> bool:
    """Whether some message holds all pieces of the quote, in their order."""
    pieces = [re.escape(piece.strip()) for piece in quote.split("…") if piece.strip()]
    pattern = re.compile(".*".join(pieces), re.DOTALL)
    return any(pattern.search(message) for message in messages)


def _edit_of_output() -> None:
    y = torch.ones(4, requires_grad=True).sigmoid()
    y += 1
    y.sum().backward()


def _edit_of_leaf_before_backward() -> None:
    x = torch.ones(4, requires_grad=True)
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()


def _edit_of_leaf() -> None:
    torch.ones(4, requires_grad=True).add_(1)


def _edit_of_view_of_leaf() -> None:
    torch.ones(4, requires_grad=True)[0].add_(1)


def _backward_twice() -> None:
    y = torch.ones(2, requires_grad=True).exp().sum()
    y.backward()
    y.backward()


def _backward_without_graph() -> None:
    torch.ones(2).sum().backward()


def _inference_tensor() -> torch.Tensor:
    with torch.inference_mode():
        return torch.ones(2)


def _save_inference_tensor() -> None:
    _inference_tensor() * torch.ones(2, requires_grad=True)


def _edit_inference_tensor() -> None:
    _inference_tensor().add_(1)


def _view_of_wrong_strides() -> None:
    torch.zeros(3, 4)[:, :2].view(6)


def _edit_of_expanded() -> None:
    torch.zeros(3, 1).expand(3, 4).add_(1)


PROGRAMS: list[Callable[[], None]] = [
    _edit_of_output,
    _edit_of_leaf_before_backward,
    _edit_of_leaf,
    _edit_of_view_of_leaf,
    _backward_twice,
    _backward_without_graph,
    _save_inference_tensor,
    _edit_inference_tensor,
    _view_of_wrong_strides,
    _edit_of_expanded,
]
"""Each raises one of torch's messages."""

TELLTALES = (
    "is at version",
    "expected version",
    "which is output",
    "modified by an inplace operation",
    "leaf Variable that requires grad",
    "backward through the graph a second time",
    "does not require grad and does not have a grad_fn",
    "Inference tensors cannot be saved",
    "Inplace update to inference tensor",
    "view size is not compatible",
    "refers to a single memory location",
)
"""Words by which a quoted message is recognised where the marker was forgotten."""


def messages() -> list[str]:
    """Provoke every message on the installed torch."""
    return [_message(program) for program in PROGRAMS]


def _message(program: Callable[[], None]) -> str:
    try:
        program()
    except RuntimeError as error:
        return str(error)
    raise AssertionError(f"{program.__name__} raised nothing")


def faults(markdowns: list[str], said: list[str]) -> list[str]:
    """List what is wrong with the quotes of one notebook.

    A marked quote that torch does not say, and inline code that holds words of a message without
    being part of a marked quote.
    """
    quotes = [quote for text in markdowns for quote in quoted(text)]
    wrong = [f"torch does not say: {quote}" for quote in quotes if not is_said(quote, said)]
    for text in markdowns:
        for code in inline(text):
            known = any(is_said(code, [quote]) for quote in quotes)
            if any(words in code for words in TELLTALES) and not known:
                wrong.append(f"a message without its marker: {code}")
    return wrong
