"""Break sentences into lines for pages that do not wrap text themselves."""

from __future__ import annotations

import textwrap


def wrapped(text: str, width: int, *, indent: str = "", hanging: str = "") -> list[str]:
    """Break `text` between words into lines of at most `width` characters.

    The first line begins with `indent`, all others with `hanging`. A longer word, such as an
    expression in code, keeps a line of its own.
    """
    return textwrap.wrap(
        text,
        width=width,
        initial_indent=indent,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
