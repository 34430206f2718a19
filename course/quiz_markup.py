"""The little markup of quiz texts: paragraphs, `code` and fenced blocks, as HTML or plain text.

Everything else in a text is taken literally, so that nobody has to escape ``<``, ``*`` or ``_``.
"""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass

_FENCE = "```"


class MarkupError(ValueError):
    """Say why a text cannot be read, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Block:
    """Hold one paragraph on a single line, or one fenced block with its line breaks."""

    text: str
    is_code: bool


def blocks(text: str) -> list[Block]:
    """Split a text at blank lines and fences.

    Raises:
        MarkupError: a fence is not closed, or a paragraph holds a backtick without a partner.
    """
    found: list[Block] = []
    paragraph: list[str] = []
    code: list[str] | None = None

    def close_paragraph() -> None:
        if paragraph:
            joined = " ".join(paragraph)
            _spans(joined)
            found.append(Block(joined, is_code=False))
            paragraph.clear()

    for line in text.strip().splitlines():
        if line.startswith(_FENCE):
            close_paragraph()
            if code is None:
                code = []
            else:
                found.append(Block("\n".join(code), is_code=True))
                code = None
        elif code is not None:
            code.append(line)
        elif line.strip():
            paragraph.append(line.strip())
        else:
            close_paragraph()
    if code is not None:
        raise MarkupError("has a fenced block that is not closed")
    close_paragraph()
    return found


def _spans(line: str) -> list[tuple[str, bool]]:
    """Split a line into pieces of text and of code (True)."""
    pieces = line.split("`")
    if len(pieces) % 2 == 0:
        raise MarkupError("has a backtick without a partner")
    return [(piece, position % 2 == 1) for position, piece in enumerate(pieces) if piece]


def inline_html(line: str) -> str:
    """Render one line as HTML without a paragraph around it."""
    return "".join(
        f"<code>{html.escape(piece, quote=False)}</code>"
        if is_code
        else html.escape(piece, quote=False)
        for piece, is_code in _spans(line)
    )


def inline_bare(line: str) -> str:
    """Drop the backticks of one line, for a label that can show nothing but plain text."""
    return "".join(piece for piece, _ in _spans(line))


def to_html(text: str) -> str:
    """Render a text as paragraphs and preformatted blocks."""
    return "".join(
        f"<pre><code>{html.escape(block.text, quote=False)}</code></pre>"
        if block.is_code
        else f"<p>{inline_html(block.text)}</p>"
        for block in blocks(text)
    )


def to_text(text: str, width: int = 88) -> str:
    """Render a text for a terminal: wrapped paragraphs, code indented by four spaces."""
    return "\n\n".join(
        textwrap.indent(block.text, "    ")
        if block.is_code
        else textwrap.fill(block.text, width, break_long_words=False, break_on_hyphens=False)
        for block in blocks(text)
    )
