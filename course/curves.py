"""Draw several curves on one figure, told apart by colour, line style and mark alike.

`draw({"right": [...], "forgot to zero": [...]}, title=..., x=..., y=..., words=...)` shows a PNG on
white ground, so that it reads the same in a light and in a dark page. `words` is its text
alternative: the picture comes inside HTML, as JupyterLab gives a bare PNG none. Its bytes depend on
the numbers and the installed matplotlib alone.
"""

from __future__ import annotations

import base64
import html
import io
import logging
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

__all__ = ["CurvesPicture", "draw"]

_LOOKS = (
    ("#000000", "solid", ""),
    ("#0b5cad", (0, (6, 2)), "o"),
    ("#b3261e", "dashdot", "s"),
    ("#1b7837", (0, (2, 2)), "^"),
    ("#7a3e9d", (0, (8, 2, 1, 2, 1, 2)), "D"),
    ("#8a5a00", (0, (4, 4)), "v"),
    ("#a3195b", "dotted", "x"),
)
"""Colour, line style and mark; each colour has a contrast of 4.5 to 1 or more on white."""


def draw(
    series: Mapping[str, Sequence[float]], *, title: str, x: str, y: str, words: str
) -> CurvesPicture:
    """Draw each series over its index on one pair of axes, the y axis logarithmic.

    The first series are drawn with the widest lines, so that one which covers them exactly leaves
    them visible. A number that is not finite or not positive leaves a gap.

    Raises:
        ValueError: no series or more than seven, or no words to stand for the picture.
    """
    if not 1 <= len(series) <= len(_LOOKS):
        raise ValueError(f"draw takes 1 to {len(_LOOKS)} series, not {len(series)}.")
    if not words.strip():
        raise ValueError("Say in words what the picture shows, for those who cannot see it.")
    return CurvesPicture(_png(series, title, x, y), words)


class CurvesPicture:
    """Show a figure with its description, and the description alone where there is no HTML."""

    def __init__(self, png: bytes, words: str) -> None:
        self.png, self.words = png, words

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return both forms; Jupyter itself applies `include` and `exclude`."""
        words = html.escape(self.words)
        source = "data:image/png;base64," + base64.b64encode(self.png).decode("ascii")
        page = (
            f'<img alt="{words}" src="{source}">'
            f"<details><summary>The figure in words</summary>{words}</details>"
        )
        return {"text/html": page, "text/plain": self.words}

    def __repr__(self) -> str:
        return self.words


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep matplotlib's remarks (font cache, cache directory) away from the page."""
    logger = logging.getLogger("matplotlib")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


def _png(series: Mapping[str, Sequence[float]], title: str, x: str, y: str) -> bytes:
    with _quiet():
        import matplotlib
        from matplotlib.figure import Figure
        from PIL import Image

        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            figure = Figure(figsize=(8.5, 4.4), dpi=90, facecolor="white", layout="constrained")
            axes = figure.add_subplot()
            for place, (name, numbers) in enumerate(series.items()):
                colour, style, mark = _LOOKS[place]
                axes.plot(
                    [n if math.isfinite(n) and n > 0 else math.nan for n in numbers],
                    label=name,
                    color=colour,
                    linestyle=style,
                    linewidth=max(1.2, 4.0 - 0.7 * place),
                    marker=mark,
                    markersize=6,
                    markevery=(place, 7),
                )
            axes.set_yscale("log")
            axes.set(title=title, xlabel=x, ylabel=y)
            axes.grid(True, color="#dddddd")
            figure.legend(loc="outside right upper", handlelength=5)
            drawn, small = io.BytesIO(), io.BytesIO()
            figure.savefig(drawn, format="png")
        Image.open(drawn).convert("RGB").quantize(64).save(small, format="png", optimize=True)
    return small.getvalue()
