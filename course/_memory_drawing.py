"""Draw what lies where in memory: inline SVG in a figure, for light and dark themes alike.

All text takes the colour of the page, and all tints are translucent, so one drawing suits every
background. Nothing in it refers to an id: several pictures on a page cannot disturb each other.

A front end that does not trust a notebook drops `<style>` and the tags of the SVG, but keeps the
text in them. Therefore the figure is `hidden` (with a value: an empty attribute is dropped too)
and the words are not, and the style turns this round: without it the words are read, with it the
drawing is seen and the words are one click away.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from html import escape

from course._memory import Block, Here, Lane
from course._memory_words import APART, columns, heading, sharing, table

STYLE = """\
.course-storage[hidden]{display:block!important;margin:.6em 0;max-width:900px;line-height:1.5}
.course-storage-words{display:none}
.course-storage figcaption,.course-storage p{margin:0 0 .5em;font-size:14px;font-style:normal;\
color:inherit;text-align:left}
.course-storage p{margin-top:1em}
.course-storage pre,.course-storage svg{font-family:var(--jp-code-font-family,Menlo,Consolas,\
"DejaVu Sans Mono",monospace)}
.course-storage pre{margin:.4em 0;padding:0;border:0;background:none;color:inherit;\
font-size:12.5px;line-height:1.5;white-space:pre-wrap}
.course-storage div{overflow-x:auto}
.course-storage svg{display:block;max-width:100%;height:auto;fill:currentColor;font-size:13px}
.course-storage text{white-space:pre}
.course-storage summary{display:list-item;cursor:pointer;margin-top:.5em;font-size:13px}
.course-storage .small{font-size:11px}
.course-storage .dim{opacity:.75}
.course-storage .name{font-weight:700}
.course-storage rect{shape-rendering:crispEdges}
.course-storage .mid{text-anchor:middle}
.course-storage .one{fill:rgba(60,130,220,.2)}
.course-storage .shared{fill:rgba(225,130,20,.26)}
.course-storage .none{fill:none}
.course-storage .edge{fill:none;stroke:currentColor;stroke-opacity:.55}
.course-storage .free{fill:none;stroke:currentColor;stroke-opacity:.55;stroke-dasharray:3 3}
.course-storage .line{fill:none;stroke:currentColor;stroke-opacity:.55}
.course-storage .hatch{fill:none;stroke:#c06a00;stroke-width:2}
"""

_ADVANCE = 0.61
"""Width of one column of a monospaced font, in font sizes."""

_WIDTH = 880
_LEFT = 270
_LINE = 15
_RIBBON = 8
_TAG = 17
_ROW = 28


def html(blocks: Sequence[Block], words: str) -> str:
    """Return the drawing of all blocks as HTML, with the words beside it for who needs them."""
    many = len(blocks) > 1
    parts = [f"<style>\n{STYLE}</style>"]
    parts.append(f'<div class="course-storage-words"><pre>{escape(words)}</pre>')
    parts.append("<p>(Run the cell to see this as a drawing.)</p></div>")
    parts.append('<figure class="course-storage" hidden="hidden">')
    if many:
        parts.append(f"<figcaption>{len(blocks)} {APART}</figcaption>")
    for number, block in enumerate(blocks, 1):
        facts = "; ".join([heading(block, number if many else 0), *sharing(block)])
        caption = facts[0].upper() + facts[1:]
        tag = "p" if many else "figcaption"
        parts.append(f"<{tag}>{escape(caption)}</{tag}>")
        if block.is_drawn and block.size:
            parts += ["<div>", _Drawing(block).svg(caption), "</div>"]
        else:
            parts.append(f"<pre>{escape(chr(10).join(table(block)))}</pre>")
    parts.append(f"<details><summary>In words</summary><pre>{escape(words)}</pre></details>")
    parts.append("</figure>")
    return "\n".join(parts)


class _Drawing:
    """Lay out one block: bands of cells one below the other, each with its lanes under it."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.owners = block.owners()
        self.any_shared = any(len(places) > 1 for places in self.owners)
        self.elements = [lane.elements() for lane in block.lanes]
        self.labels = [_legend(block, lane) for lane in block.lanes]
        sizes = [_px(lines[0], 13) for lines in self.labels]
        sizes += [_px(line, 11) for lines in self.labels for line in lines[1:]]
        self.left = math.ceil(max(60.0, *sizes)) + 16
        self.cell = self._cell_width()
        self.per = self._cells_per_band()
        self.parts: list[str] = []

    def svg(self, caption: str) -> str:
        y = 0.0
        seen: set[int] = set()
        for low in range(0, self.block.size, self.per):
            high = min(low + self.per, self.block.size)
            y = self._storage(y, low, high)
            for place, lane in enumerate(self.block.lanes):
                here = any(low < cell + lane.span and cell < high for cell in self.elements[place])
                if here or (low == 0 and not lane.numel):
                    y = self._lane(y, low, high, place, place not in seen)
                    seen.add(place)
            y += 14
        y, key = self._key(y)
        width = max(self.left + min(self.per, self.block.size) * self.cell, key) + 2
        size = f'width="{width}" height="{y:g}" viewBox="0 0 {width} {y:g}"'
        style = f'style="min-width:{min(width, 480)}px"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} {style}'
        return "\n".join([f'{head} aria-label="{escape(caption)}">', *self.parts, "</svg>"])

    def _cell_width(self) -> int:
        need = [52.0]
        for values in self.block.values:
            need += [(_px(text, 13) + 12) / values.span for text in values.texts.values()]
        for lane, elements in zip(self.block.lanes, self.elements, strict=True):
            lines = [line for here in elements.values() for line in _index(lane, here)]
            need += [(_px(line, 11) + 14) / lane.span for line in lines]
        return math.ceil(max(need))

    def _cells_per_band(self) -> int:
        """Fill the width, but break where a row of the first tensor ends if that is possible."""
        whole = max(lane.span for lane in self.block.lanes)
        most = max(1, (_WIDTH - self.left) // self.cell // whole) * whole
        if self.block.size <= most:
            return self.block.size
        first = self.block.lanes[0]
        row = first.shape[-1] * first.span if first.shape and first.stride[-1] == 1 else 0
        if 1 < row <= most:
            return most // row * row
        bands = math.ceil(self.block.size / most)
        return math.ceil(self.block.size / bands / whole) * whole

    def _x(self, cell: int, low: int) -> int:
        return self.left + (cell - low) * self.cell

    def _text(self, x: float, y: float, text: str, kind: str) -> None:
        self.parts.append(f'<text x="{x:g}" y="{y:g}" class="{kind}">{escape(text)}</text>')

    def _rect(self, x: float, y: float, w: float, h: float, kind: str, radius: int = 0) -> None:
        corner = f' rx="{radius}"' if radius else ""
        box = f'x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"{corner}'
        self.parts.append(f'<rect {box} class="{kind}"/>')

    def _hatch(self, x: int, y: float, w: int, h: int) -> None:
        """Draw oblique strokes, cut off at the sides: a pattern that needs no id."""
        strokes = []
        for foot in range((x - h) // 6 * 6, x + w, 6):
            a, b = max(x, foot), min(x + w, foot + h)
            if a < b:
                strokes.append(f"M{a} {y + h - (a - foot):g}L{b} {y + h - (b - foot):g}")
        self.parts.append(f'<path d="{"".join(strokes)}" class="hatch"/>')

    def _kind(self, cell: int) -> str:
        return ("none", "one", "shared")[min(2, len(self.owners[cell]))]

    def _storage(self, y: float, low: int, high: int) -> float:
        ribbon, tag = (_RIBBON, _TAG) if self.any_shared else (0, 0)
        rows = self.block.values
        top = y + 17
        bottom = top + ribbon + _ROW * len(rows) + tag
        self._text(0, y + 11, "cell", "small dim")
        for cell in range(low, high):
            x, kind = self._x(cell, low), self._kind(cell)
            self._text(x + self.cell / 2, y + 11, str(cell), "small dim mid")
            if kind != "none":
                inset = ribbon if kind == "shared" else 0
                self._rect(x, top + inset, self.cell, bottom - top - inset, kind)
            if kind == "shared":
                self._hatch(x, top, self.cell, ribbon)
                self._text(x + self.cell / 2, bottom - 6, "shared", "small mid")
        for place, values in enumerate(rows):
            upper = top if place == 0 else top + ribbon + _ROW * place
            lower = bottom if place == len(rows) - 1 else top + ribbon + _ROW * (place + 1)
            base = top + ribbon + _ROW * place + 19
            self._text(0, base, f"as {values.dtype}" if len(rows) > 1 else "storage", "small")
            for cell, text in values.texts.items():
                a, b = max(cell, low), min(cell + values.span, high)
                if a >= b:
                    continue
                free = not any(self.owners[a:b])
                x, width = self._x(a, low), (b - a) * self.cell
                self._rect(x, upper, width, lower - upper, "free" if free else "edge")
                if a == cell:
                    self._text(x + width / 2, base, text, "mid dim" if free else "mid")
        return bottom + 10

    def _lane(self, y: float, low: int, high: int, place: int, is_new: bool) -> float:
        lane, elements = self.block.lanes[place], self.elements[place]
        lines = self.labels[place] if is_new else self.labels[place][:1]
        deep = 2 if any(here.count > 1 for here in elements.values()) else 1
        tall = 26 if deep == 1 else 38
        height = max(_LINE * len(lines), tall) + 10
        for i, line in enumerate(lines):
            base = y + (height - _LINE * len(lines)) / 2 + _LINE * i + 11.5
            self._text(0, base, line, "small dim" if i else "name")
        box = y + (height - tall) // 2
        covered = {cell + i for cell in elements for i in range(lane.span)}
        self._offset(lane, low, high, box + tall / 2)
        for cell in range(low, high):
            if cell in covered:
                self._rect(self._x(cell, low), box, self.cell, tall, self._kind(cell))
        for cell, here in elements.items():
            a, b = max(cell, low), min(cell + lane.span, high)
            if a >= b:
                continue
            x, width = self._x(a, low), (b - a) * self.cell
            self._rect(x, box, width, tall, "edge")
            if here.count > 1:
                self._rect(x + 3, box + 3, width - 6, tall - 6, "edge", 2)
            if a == cell:
                texts = _index(lane, here)
                base = box + tall / 2 - 7 * (len(texts) - 1) + 4
                for i, text in enumerate(texts):
                    self._text(x + width / 2, base + 14 * i, text, "small mid")
        if not elements:
            self._text(self._x(low, low) + 6, box + tall / 2 + 4, "no elements", "small dim")
        return y + height

    def _offset(self, lane: Lane, low: int, high: int, y: float) -> None:
        """Draw an arrow from the beginning of the storage to the first element."""
        if not lane.offset or not lane.numel or not (low <= lane.home and lane.start < high):
            return
        a, b = self._x(lane.home, low), self._x(lane.start, low)
        path = f"M{a + 1} {y:g}v12m0 -6H{b - 3}m-5 -4l5 4l-5 4"
        self.parts.append(f'<path d="{path}" class="line"/>')
        self._text((a + b) / 2, y - 1, f"offset {lane.offset}", "small dim mid")

    def _key(self, y: float) -> tuple[float, int]:
        """Explain the marks; return the bottom and the right edge of the explanation."""
        kinds = {self._kind(cell) for cell in range(self.block.size)}
        if kinds == {"one"}:
            return y, 0
        x = self.left
        for kind, text in _KEY.items():
            if kind not in kinds:
                continue
            inset = 6 if kind == "shared" else 0
            self._rect(x, y + inset, 22, 14 - inset, kind)
            if inset:
                self._hatch(x, y, 22, inset)
            self._rect(x, y, 22, 14, "free" if kind == "none" else "edge")
            self._text(x + 28, y + 11, text, "small")
            x += 28 + math.ceil(_px(text, 11)) + 22
        return y + 18, x - 22


_KEY = {
    "shared": "shared: in two tensors or more",
    "one": "in one tensor",
    "none": "in none of these tensors",
}


def _legend(block: Block, lane: Lane) -> list[str]:
    """Return what stands at the left of a lane: name, shape, strides and offset, remarks."""
    mixed = len({other.dtype for other in block.lanes}) > 1
    shape = f"{lane.dtype}  shape {lane.shape}" if mixed else f"shape {lane.shape}"
    lines = [lane.name, shape, f"stride {lane.stride}  offset {lane.offset}"]
    notes = [*lane.notes]
    if any(_is_long(here.last) for here in lane.elements().values()):
        notes.append("no. 0 is the first element in the order of reading")
    lines += [line for note in notes for line in textwrap.wrap(note, 26)]
    return [_cut(line) for line in lines]


def _index(lane: Lane, here: Here) -> list[str]:
    """Write which elements are at a cell, as one would index them; long indices by number."""
    first, last = _subscript(lane, here.first), _subscript(lane, here.last)
    if here.count == 1:
        return [first]
    both = f"{first}…{last}" if here.count > 2 else f"{first} {last}"
    return [f"{here.count:,} elements", both]


def _subscript(lane: Lane, index: tuple[int, ...]) -> str:
    if not _is_long(index):
        return f"[{_joined(index)}]" if index else "[()]"
    place = sum(i * math.prod(lane.shape[d + 1 :]) for d, i in enumerate(index))
    return f"no. {place:,}"


def _is_long(index: tuple[int, ...]) -> bool:
    return len(_joined(index)) > 11


def _joined(index: tuple[int, ...]) -> str:
    return ",".join(map(str, index))


def _cut(line: str) -> str:
    while _px(line, 13) > _LEFT:
        line = line.removesuffix("…")[:-1] + "…"
    return line


def _px(text: str, size: int) -> float:
    return columns(text) * size * _ADVANCE
