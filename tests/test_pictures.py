"""Storage pictures: the words, the drawing, what reading leaves behind, and bad input."""

from __future__ import annotations

import gc
import itertools
import re
import shutil
import subprocess
import sys
import time
import warnings
import weakref
from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest
import torch

import course
from course import _memory, _memory_drawing, _memory_words, pictures

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def warnings_are_errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def two_by_three() -> torch.Tensor:
    return torch.arange(1.0, 7.0).view(2, 3).clone()


def words(**tensors: object) -> str:
    return pictures.storage(**tensors)._repr_mimebundle_()["text/plain"]


def page(**tensors: object) -> str:
    return pictures.storage(**tensors)._repr_mimebundle_()["text/html"]


def drawings(html: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]


def texts(svg: ElementTree.Element, kind: str = "") -> list[str]:
    found = svg.iter(f"{SVG}text")
    return [node.text or "" for node in found if not kind or kind in node.get("class", "").split()]


def count(svg: ElementTree.Element, tag: str, kind: str) -> int:
    return sum(kind in node.get("class", "").split() for node in svg.iter(f"{SVG}{tag}"))


def expect(text: str, *lines: str) -> None:
    assert text.splitlines() == list(lines)


# ---------------------------------------------------------------- the words, case by case


def test_a_row_of_a_matrix():
    t = two_by_three()
    expect(
        words(t=t, row0=t[0]),
        "one storage, 6 cells of float32",
        "  values  1. 2. 3. 4. 5. 6.",
        "  t       shape (2, 3)  stride (3, 1)  offset 0  cells 0-5",
        "  row0    shape (3,)    stride (1,)    offset 0  cells 0-2",
        "shared by t and row0: cells 0-2",
    )


def test_three_views_with_gaps_and_in_another_order():
    t = two_by_three()
    expect(
        words(t=t, flipped=t.t(), right=t[:, 1:]),
        "one storage, 6 cells of float32",
        "  values   1. 2. 3. 4. 5. 6.",
        "  t        shape (2, 3)  stride (3, 1)  offset 0  cells 0-5",
        "  flipped  shape (3, 2)  stride (1, 3)  offset 0  cells 0-5, in the order 0 3 1 4 2 5",
        "  right    shape (2, 2)  stride (3, 1)  offset 1  cells 1-2, 4-5",
        "shared by t and flipped: cells 0, 3",
        "shared by t, flipped and right: cells 1-2, 4-5",
    )


def test_one_storage_and_yet_nothing_shared():
    n = torch.arange(4)
    assert words(even=n[::2], odd=n[1::2]).splitlines()[-1] == (
        "nothing shared: even and odd lie in one storage, but have no cell in common"
    )
    assert words(a=n[:1], b=n[1:2], c=n[2:]).splitlines()[-1] == (
        "nothing shared: a, b and c lie in one storage, but no two of them have a cell in common"
    )
    assert words(a=n, b=n[2:3], rest=n[3:3]).splitlines()[-2:] == [
        "shared by a and b: cell 2",
        "rest has no cell in common with the others",
    ]


def test_separate_storages():
    t = two_by_three()
    expect(
        words(t=t, copy=t.clone(), row=t[1]),
        "2 storages that share nothing",
        "",
        "storage 1, 6 cells of float32",
        "  values  1. 2. 3. 4. 5. 6.",
        "  t       shape (2, 3)  stride (3, 1)  offset 0  cells 0-5",
        "  row     shape (3,)    stride (1,)    offset 3  cells 3-5",
        "shared by t and row: cells 3-5",
        "",
        "storage 2, 6 cells of float32",
        "  values  1. 2. 3. 4. 5. 6.",
        "  copy    shape (2, 3)  stride (3, 1)  offset 0  cells 0-5",
    )


def test_expanded_and_overlapping_elements():
    column = torch.tensor([[1.0], [2.0]])
    expect(
        words(wide=column.expand(2, 4)),
        "one storage, 2 cells of float32",
        "  values  1. 2.",
        "  wide    shape (2, 4)  stride (1, 0)  offset 0  cells 0-1, 4 elements in each",
    )
    windows = words(windows=torch.arange(4).unfold(0, 2, 1))
    assert windows.endswith("cells 0-3, 1 to 2 elements in each")
    assert words(x=torch.ones(1).expand(3)).endswith("cell 0, 3 elements there")


def test_scalars_and_empty_tensors():
    t = two_by_three()
    expect(
        words(scalar=t[1, 2], none=t[2:], nowhere=torch.empty(0, 3)),
        "2 storages that share nothing",
        "",
        "storage 1, 6 cells of float32",
        "  values  1. 2. 3. 4. 5. 6.",
        "  scalar  shape ()      stride ()      offset 5  cell 5",
        "  none    shape (0, 3)  stride (3, 1)  offset 6  no cells, for it has no elements",
        "nothing shared: scalar and none lie in one storage, but have no cell in common",
        "",
        "storage 2, 0 cells of float32",
        "  nowhere  shape (0, 3)  stride (3, 1)  offset 0  no cells, for it has no elements",
    )


def test_another_dtype_of_the_same_size():
    f = torch.tensor([1.0, 2.5])
    expect(
        words(f=f, bits=f.view(torch.int32)),
        "one storage, 2 cells of 4 bytes",
        "  as float32  1. 2.5",
        "  as int32    1065353216 1075838976",
        "  f           float32  shape (2,)  stride (1,)  offset 0  cells 0-1",
        "  bits        int32    shape (2,)  stride (1,)  offset 0  cells 0-1",
        "shared by f and bits: cells 0-1",
    )


def test_another_dtype_of_another_size():
    z = torch.tensor([1 + 2j, 3 - 4j])
    expect(
        words(z=z, re=z.real, im=z.imag, mirrored=z.conj()),
        "one storage, 4 cells of 4 bytes",
        "  as complex64  1.+2.j 3.-4.j",
        "  as float32    1. 2. 3. -4.",
        "  z             complex64  shape (2,)  stride (1,)  offset 0  cells 0-3, 2 for each",
        "                element",
        "  re            float32    shape (2,)  stride (2,)  offset 0  cells 0, 2",
        "  im            float32    shape (2,)  stride (2,)  offset 1  cells 1, 3",
        "  mirrored      complex64  shape (2,)  stride (1,)  offset 0  cells 0-3, 2 for each",
        "                element; read as conjugates",
        "shared by z, re and mirrored: cells 0, 2",
        "shared by z, im and mirrored: cells 1, 3",
    )
    assert "nothing shared" in words(re=z.real, im=z.imag)
    assert words(minus=z.conj().imag).endswith("cells 1, 3; read with the sign changed")


def test_elements_that_lie_across_each_other():
    raw = torch.tensor([0, 1, 0, 2, 0, 3, 0, 4], dtype=torch.uint8)
    expect(
        words(a=raw[:6].view(torch.int16), b=torch.from_numpy(raw.numpy()[1:7].view(np.int16))),
        "one piece of memory under 2 storage objects, 8 cells of 1 byte",
        "  as int16  256 512 768 1024",
        "  as int16  1 2 3",
        "  a         shape (3,)  stride (1,)  offset 0  cells 0-5, 2 for each element; storage",
        "            object 1",
        "  b         shape (3,)  stride (1,)  offset 0  cells 1-6, 2 for each element; storage",
        "            object 2, which begins at cell 1",
        "shared by a and b: cells 1-5",
    )


def test_two_storage_objects_over_one_memory():
    a = np.arange(4, dtype=np.float32)
    expect(
        words(a=torch.from_numpy(a), tail=torch.from_numpy(a[2:])),
        "one piece of memory under 2 storage objects, 4 cells of float32",
        "  values  0. 1. 2. 3.",
        "  a       shape (4,)  stride (1,)  offset 0  cells 0-3; storage object 1",
        "  tail    shape (2,)  stride (1,)  offset 0  cells 2-3; storage object 2, which begins",
        "          at cell 2",
        "shared by a and tail: cells 2-3",
    )
    t = two_by_three()
    bridged = words(t=t, back=torch.from_numpy(t.numpy()), lent=torch.from_dlpack(t))
    assert bridged.endswith("shared by t, back and lent: cells 0-5")
    # b alone joins what a and c only touch one at a time
    chain = words(a=torch.from_numpy(a[:2]), c=torch.from_numpy(a[2:]), b=torch.from_numpy(a[1:3]))
    assert chain.startswith("one piece of memory under 3 storage objects, 4 cells")
    assert chain.splitlines()[-2:] == ["shared by a and b: cell 1", "shared by c and b: cell 2"]


@pytest.mark.parametrize("alias", ["detach", "data", "set_", "parameter"])
def test_aliases_that_hide_their_origin(alias: str):
    t = two_by_three().requires_grad_()
    other = {
        "detach": t.detach,
        "data": lambda: t.data,
        "set_": lambda: torch.empty(0).set_(t.detach()),
        "parameter": lambda: torch.nn.Parameter(t.detach()),
    }[alias]()
    assert words(t=t, other=other).endswith("shared by t and other: cells 0-5")


def test_one_tensor_under_two_names():
    t = torch.zeros(2)
    expect(
        words(t=t, u=t),
        "one storage, 2 cells of float32",
        "  values  0. 0.",
        "  t       shape (2,)  stride (1,)  offset 0  cells 0-1",
        "  u       shape (2,)  stride (1,)  offset 0  cells 0-1; the same object as t",
        "shared by t and u: cells 0-1",
    )


@pytest.mark.parametrize(
    ("tensor", "values"),
    [
        (torch.tensor([True, False]), "True False"),
        (torch.tensor([-7, 2**62]), "-7 ≈4.61e+18"),
        (torch.tensor([3.14, 1 / 3, -0.0, 1234.5678]), "3.14 0.3333 -0. 1234.5677"),
        (torch.tensor([1e-9, 2.5e12, float("nan"), -float("inf")]), "1e-09 2.5e+12 nan -inf"),
        (torch.tensor([1.5], dtype=torch.bfloat16), "1.5"),
        (torch.tensor([1.5], dtype=torch.float16), "1.5"),
        (torch.tensor([1.5], dtype=torch.float64), "1.5"),
        (torch.tensor([0.5], dtype=torch.float32).to(torch.float8_e4m3fn), "0.5"),
        (torch.tensor([1.5 - 0.5j], dtype=torch.complex128), "1.5-0.5j"),
        (torch.tensor([65535], dtype=torch.int32).view(torch.uint16), "65535 0"),
        (torch.tensor([1, 255], dtype=torch.uint8).view(torch.bits8), "0x01 0xff"),
    ],
)
def test_values(tensor: torch.Tensor, values: str):
    assert words(x=tensor).splitlines()[1] == f"  values  {values}"


def test_the_rest_of_a_storage_is_there_too():
    t = torch.arange(5)
    assert words(part=t[1:3]).splitlines()[1:] == [
        "  values  0 1 2 3 4",
        "  part    shape (2,)  stride (1,)  offset 1  cells 1-2",
    ]
    odd = torch.frombuffer(bytearray(7), dtype=torch.int16, count=2)
    assert words(odd=odd).startswith("one storage, 2 cells of int16\n")
    odd = torch.empty(0, dtype=torch.int16).set_(torch.UntypedStorage(5).fill_(0), 0, (2,))
    assert words(odd=odd).startswith("one storage, 2 cells of int16 and 1 byte more\n")


def test_names_of_all_kinds_keep_the_columns():
    t = torch.zeros(1)
    expect(
        words(**{"a\nb": t, "张量": t[:1], "<b>": t[0:]}),
        "one storage, 1 cell of float32",
        "  values  0.",
        "  a\\nb    shape (1,)  stride (1,)  offset 0  cell 0",
        "  张量    shape (1,)  stride (1,)  offset 0  cell 0",
        "  <b>     shape (1,)  stride (1,)  offset 0  cell 0",
        "shared by a\\nb, 张量 and <b>: cell 0",
    )


# ---------------------------------------------------------------- the words against brute force


def views() -> dict[str, torch.Tensor]:
    """Make views of one storage of 24 numbers: dense, strided, offset, expanded, overlapping."""
    t = torch.arange(24, dtype=torch.int16).view(4, 6).clone()
    return {
        "t": t,
        "transposed": t.t(),
        "rows": t[1:3],
        "columns": t[:, 1::2],
        "others": t[:, ::2],
        "block": t[1:3, 2:5],
        "scalar": t[2, 3],
        "none": t[2:2],
        "diagonal": t.diagonal(),
        "windows": t.view(-1).unfold(0, 5, 3),
        "slanted": t.as_strided((3, 3), (2, 3), 4),
        "expanded": t[:, :1].expand(4, 3),
        "cube": t.view(2, 2, 6).permute(2, 0, 1)[1:4],
        "bytes": t.view(torch.uint8)[1:, 3:8],
        "pairs": t.view(torch.int32)[:, 1:],
    }


def addresses(tensor: torch.Tensor) -> Counter[int]:
    """Count for every byte how many elements of the tensor it belongs to."""
    counts: Counter[int] = Counter()
    size, low = tensor.itemsize, tensor.untyped_storage().data_ptr()
    for index in itertools.product(*map(range, tensor.shape)):
        steps = sum(i * s for i, s in zip(index, tensor.stride(), strict=True))
        first = low + (tensor.storage_offset() + steps) * size
        counts.update(range(first, first + size))
    return counts


def numbers(text: str) -> set[int]:
    runs = re.findall(r"(\d+)(?:-(\d+))?", text)
    return {cell for a, b in runs for cell in range(int(a), int(b or a) + 1)}


@pytest.mark.parametrize("first", views())
def test_cells_of_all_pairs_of_views(first: str):
    tensors = views()
    low = tensors["t"].untyped_storage().data_ptr()
    for second in tensors:
        a, b = tensors[first], tensors[second]
        if a is b or not (a.numel() and b.numel()):
            continue
        unit = int(re.search(r"of (\d) byte", words(a=a, b=b) + "of 2 byte")[1])
        in_a, in_b = addresses(a), addresses(b)
        common = {(byte - low) // unit for byte in in_a.keys() & in_b.keys()}
        shared = re.search(r"^shared by a and b: (.*)", words(a=a, b=b), re.MULTILINE)
        assert (numbers(shared[1]) if shared else set()) == common, second


@pytest.mark.parametrize("limit", [0, 10**6])
def test_common_cells_of_large_storages_agree_with_brute_force(limit: int, monkeypatch):
    monkeypatch.setattr(_memory, "MAX_CELLS", 0)
    monkeypatch.setattr(_memory_words, "MAX_COUNTED", limit)
    tensors = views()
    uncounted = 0
    for (first, a), (second, b) in itertools.combinations(tensors.items(), 2):
        text = words(a=a, b=b)
        unit = int(re.search(r"cells of (\d) byte", text + "cells of 2 byte")[1])
        common = len(addresses(a).keys() & addresses(b).keys()) // unit
        if "not counted" in text:
            uncounted += 1
        elif common:
            plural = "" if common == 1 else "s"
            assert f"shared by a and b: {common} cell{plural}" in text, (first, second)
        else:
            assert "nothing shared" in text, (first, second)
    assert uncounted == 0 if limit else 0 < uncounted < 70


def test_elements_in_a_cell_agree_with_brute_force():
    for name, tensor in views().items():
        if not tensor.numel():
            continue
        counts = set(addresses(tensor).values())
        said = re.search(r"(?:(\d+) to )?(\d+) elements (?:in each|there)", words(x=tensor))
        expected = {int(n) for n in said.groups() if n} if said else {1}
        assert {min(counts), max(counts)} == expected, name


# ---------------------------------------------------------------- large tensors


def test_a_large_storage_is_told_in_words():
    m = torch.zeros(1000, 1000)
    expect(
        words(m=m, top=m[:3], cols=m[:, ::2]),
        "one storage, 1,000,000 cells of float32 (4,000,000 bytes), too large to draw",
        "  m     shape (1000, 1000)  stride (1000, 1)  offset 0  1,000,000 elements in cells 0 to",
        "        999,999",
        "  top   shape (3, 1000)     stride (1000, 1)  offset 0  3,000 elements in cells 0 to",
        "        2,999",
        "  cols  shape (1000, 500)   stride (1000, 2)  offset 0  500,000 elements in 500,000 of",
        "        the cells 0 to 999,998",
        "shared by m and top: 3,000 cells",
        "shared by m and cols: 500,000 cells",
        "shared by top and cols: 1,500 cells",
    )
    assert "<svg" not in page(m=m)


def test_the_limit_is_on_all_cells_of_a_picture():
    sixty_four = page(t=torch.zeros(64))
    assert len(drawings(sixty_four)) == 1
    assert len(drawings(page(t=torch.zeros(65)))) == 0
    three = page(a=torch.zeros(40), b=torch.zeros(40), c=torch.zeros(20))
    assert [len(texts(svg, "mid")) for svg in drawings(three)] == [120, 60]
    assert "Storage 2, 40 cells of float32 (160 bytes), too large to draw" in three


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda b: {"b": b, "row": b[:10]}, "shared by b and row: 10 cells"),
        (lambda b: {"a": b[::2], "c": b[1::2]}, "nothing shared: a and c lie in one storage"),
        (lambda b: {"a": b[::2], "b": b}, "shared by a and b: 50,000,000 cells"),
        (lambda b: {"a": b[::2], "c": b[::3]}, "shared by a and c: not counted, too many cells"),
        (lambda b: {"wide": b.expand(10**8, 10**8)}, "10,000,000,000,000,000 elements in cells"),
        (lambda b: {"x": torch.ones(1).expand(10**9, 10**9)}, "cell 0, 1,000,000,000,000,000,000"),
        (lambda b: {"x": torch.ones(41).as_strided((2,) * 40, (1,) * 40)}, "elements in each"),
        (lambda b: {"x": torch.ones(9)[:0].expand(10**9, 0)}, "no cells, for it has no elements"),
    ],
)
def test_huge_tensors_take_no_time(make, said: str):
    huge = torch.empty(10**8, dtype=torch.int8)
    start = time.perf_counter()
    bundle = pictures.storage(**make(huge))._repr_mimebundle_()
    assert time.perf_counter() - start < 2
    assert said in " ".join(bundle["text/plain"].split())
    assert len(bundle["text/html"]) < 60_000


# ---------------------------------------------------------------- the drawing


def test_cells_values_and_indices_are_drawn():
    t = two_by_three()
    (svg,) = drawings(page(t=t, row1=t[1]))
    middle = texts(svg, "mid")
    for cell, (value, index) in enumerate(
        zip("123456", itertools.product(range(2), range(3)), strict=True)
    ):
        assert middle.count(str(cell)) == 1
        assert middle.count(f"{value}.") == 1
        assert middle.count(f"[{index[0]},{index[1]}]") == 1
    assert [middle.count(f"[{i}]") for i in range(4)] == [1, 1, 1, 0]
    assert texts(svg, "name") == ["t", "row1"]
    assert {"shape (2, 3)", "stride (3, 1)  offset 0", "stride (1,)  offset 3"} <= set(texts(svg))
    assert middle.count("offset 3") == 1


def test_shared_cells_carry_label_and_pattern_beside_the_colour():
    t = two_by_three()
    (svg,) = drawings(page(t=t, row1=t[1]))
    assert texts(svg).count("shared") == 3
    # one hatched ribbon for each shared cell and one in the key
    assert count(svg, "path", "hatch") == 3 + 1
    # three cells of the storage, three of each lane, one in the key
    assert count(svg, "rect", "shared") == 3 + 3 + 3 + 1
    assert "shared: in two tensors or more" in texts(svg)
    assert "in one tensor" in texts(svg)
    (svg,) = drawings(page(even=t[:, ::2], odd=t[:, 1::2]))
    assert count(svg, "path", "hatch") == count(svg, "rect", "shared") == 0
    assert "shared" not in texts(svg)


def test_cells_of_no_tensor_are_dashed_and_explained():
    t = torch.arange(5)
    (svg,) = drawings(page(part=t[1:3]))
    assert count(svg, "rect", "free") == 3 + 1
    assert "in none of these tensors" in texts(svg)


def test_several_elements_in_one_cell_are_said_in_it():
    (svg,) = drawings(page(wide=torch.tensor([[1.0], [2.0]]).expand(2, 4)))
    assert texts(svg).count("4 elements") == 2
    assert "[1,0]…[1,3]" in texts(svg)
    (svg,) = drawings(page(windows=torch.arange(3).unfold(0, 2, 1)))
    assert "[0,1] [1,0]" in texts(svg)


def test_a_wide_element_spans_its_cells():
    z = torch.tensor([1 + 2j, 3 - 4j])
    (svg,) = drawings(page(z=z, re=z.real))
    boxes = [node for node in svg.iter(f"{SVG}rect") if node.get("class") == "edge"]
    widths = Counter(float(node.get("width")) for node in boxes if float(node.get("height")) > 14)
    cell = min(widths)
    # as complex64 and z: two wide boxes each; as float32 and re: four and two narrow ones
    assert widths == {cell: 6, 2 * cell: 4}
    assert {"as complex64", "as float32", "complex64  shape (2,)"} <= set(texts(svg))


def test_long_storages_break_where_rows_end():
    big = torch.arange(48).view(6, 8).clone()
    (svg,) = drawings(page(big=big, col=big[:, 1], block=big[2:4, 2:5]))
    assert texts(svg).count("storage") == 6
    # each lane again wherever it has cells, its shape once
    assert Counter(texts(svg, "name")) == {"big": 6, "col": 6, "block": 2}
    assert texts(svg).count("shape (6, 8)") == 1
    across = {node.get("x") for node in svg.iter(f"{SVG}text") if node.text in {"1", "9", "41"}}
    assert len(across) == 1


def test_long_indices_are_numbered_and_that_is_explained():
    deep = torch.arange(4).view(1, 1, 1, 1, 2, 1, 2).clone()
    (svg,) = drawings(page(deep=deep))
    assert texts(svg)[-4:] == ["no. 0", "no. 1", "no. 2", "no. 3"]
    assert "no. 0 is the first element" in " ".join(texts(svg))


def test_every_drawing_fits_the_page():
    long = torch.zeros((1,) * 30)
    t = torch.full((64,), -123456.789)
    for svg in drawings(page(long=long, t=t[:60].clone(), **{"n" * 500: torch.zeros(3)})):
        assert float(svg.get("width")) <= 900
        for node in svg.iter(f"{SVG}rect"):
            assert float(node.get("x")) + float(node.get("width")) <= float(svg.get("width"))


def test_text_fits_its_cell():
    ints = torch.tensor([-1000000000, 7], dtype=torch.int32)
    (svg,) = drawings(page(ints=ints, halves=ints.view(torch.int16), x=ints.expand(3, 2)))
    for node in svg.iter(f"{SVG}text"):
        if node.get("class") == "mid":
            x = float(node.get("x"))
            half = len(node.text) * 13 * 0.61 / 2
            around = [
                float(box.get("width"))
                for box in svg.iter(f"{SVG}rect")
                if box.get("class") == "edge"
                and abs(float(box.get("x")) + float(box.get("width")) / 2 - x) < 0.1
            ]
            assert half * 2 < max(around)


def test_the_words_survive_when_style_and_svg_are_stripped():
    t = two_by_three()
    html = page(t=t, row0=t[0], c=t.clone())
    plain = words(t=t, row0=t[0], c=t.clone())
    assert html.count(plain) == 2
    body = html.split("</style>")[1]
    figure = body.index('<figure class="course-storage" hidden="hidden">')
    # outside the hidden figure nothing but the words is left, and no drawing
    assert plain in body[:figure]
    assert "<svg" not in body[:figure]
    assert body.rstrip().endswith("</figure>")
    # only the style, which such a front end drops, turns it round
    assert ".course-storage[hidden]{display:block!important" in html
    assert ".course-storage-words{display:none}" in html
    assert "hidden" not in re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL).replace(
        'hidden="hidden"', ""
    )


def test_drawings_say_what_they_are():
    t = two_by_three()
    one = page(t=t, row0=t[0])
    caption = "One storage, 6 cells of float32; shared by t and row0: cells 0-2"
    (svg,) = drawings(one)
    assert (svg.get("role"), svg.get("aria-label")) == ("img", caption)
    assert f"<figcaption>{caption}</figcaption>" in one
    two = page(t=t, c=t.clone())
    assert "<figcaption>2 storages that share nothing</figcaption>" in two
    assert [svg.get("aria-label") for svg in drawings(two)] == [
        "Storage 1, 6 cells of float32",
        "Storage 2, 6 cells of float32",
    ]
    assert "<details><summary>In words</summary>" in one


def test_names_are_escaped():
    name = "<script>alert(1)</script>&\"'"
    html = page(**{name: torch.zeros(2), "b": torch.zeros(200)})
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    svg, *_ = drawings(html)
    assert texts(svg, "name") == [name]


def test_pictures_on_one_page_cannot_disturb_each_other():
    html = page(t=two_by_three())
    assert not re.search(r"\bid=|url\(|xlink|<use\b|<script", html)
    for rule in _memory_drawing.STYLE.splitlines():
        selectors = rule.split("{")[0].split(",")
        assert all(selector.startswith(".course-storage") for selector in selectors)


def test_the_same_tensors_give_the_same_picture():
    def make() -> dict[str, str]:
        t = two_by_three()
        return pictures.storage(t=t, row=t[0], c=t.clone())._repr_mimebundle_()

    first = make()
    keep = [torch.zeros(3) for _ in range(100)]  # moves the next tensors elsewhere
    assert make() == first
    code = (
        "import torch; from course import pictures; t = torch.arange(1., 7.).view(2, 3).clone();"
        "print(pictures.storage(t=t, row=t[0], c=t.clone())._repr_mimebundle_())"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(first)
    assert run.stderr == ""
    assert len(keep) == 100
    assert not re.search(r"0x[0-9a-f]{6}", str(first))


# ---------------------------------------------------------------- colours


def luminance(colour: tuple[float, ...]) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def over(top: tuple[float, ...], alpha: float, ground: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(t * alpha + g * (1 - alpha) for t, g in zip(top, ground, strict=True))


def rule(name: str) -> str:
    return re.search(rf"^\.course-storage \.{name}\{{(.*)\}}$", _memory_drawing.STYLE, re.M)[1]


# Background and text of JupyterLab's themes, cell and page, and of a static page.
THEMES = {
    "light": ((1.0, 1.0, 1.0), (0.0, 0.0, 0.0), 0.87),
    "light, grey cell": ((0xF5 / 255,) * 3, (0.0, 0.0, 0.0), 0.87),
    "dark": ((0x11 / 255,) * 3, (1.0, 1.0, 1.0), 1.0),
    "dark, grey cell": ((0x21 / 255,) * 3, (1.0, 1.0, 1.0), 1.0),
    "dark, softer text": ((0x11 / 255,) * 3, (1.0, 1.0, 1.0), 0.87),
}


@pytest.mark.parametrize("theme", THEMES)
def test_contrast(theme: str):
    page_colour, ink, ink_alpha = THEMES[theme]
    grounds = {"none": page_colour}
    for name in ("one", "shared"):
        r, g, b, alpha = map(float, re.search(r"rgba\((.*)\)", rule(name))[1].split(","))
        grounds[name] = over((r / 255, g / 255, b / 255), alpha, page_colour)
    dim = float(re.search(r"opacity:([\d.]+)", rule("dim"))[1])
    line = float(re.search(r"stroke-opacity:([\d.]+)", rule("edge"))[1])
    for name, ground in grounds.items():
        for alpha in (ink_alpha, ink_alpha * dim):
            assert contrast(over(ink, alpha, ground), ground) >= 4.5, name
        edge = over(ink, ink_alpha * line, ground)
        assert contrast(edge, ground) >= 3 or contrast(edge, page_colour) >= 3, name
    hatch = re.search(r"stroke:#(\w{6})", rule("hatch"))[1]
    stroke = tuple(int(hatch[i : i + 2], 16) / 255 for i in (0, 2, 4))
    assert contrast(stroke, page_colour) >= 3
    # text stands on these grounds alone: every other rule takes the colour of the page
    colours = re.findall(r"#\w{3,6}\b|rgba?\(.*?\)", _memory_drawing.STYLE)
    assert len(colours) == 3


# ---------------------------------------------------------------- what reading leaves behind


def test_reading_leaves_no_trace():
    leaf = torch.ones(2, 2, requires_grad=True)
    result = (leaf * 2).exp()
    before = [(x._version, x.grad_fn) for x in (leaf, result)]
    state = torch.is_grad_enabled()
    pictures.storage(leaf=leaf, result=result, view=result[0], flat=leaf.detach())
    assert [(x._version, x.grad_fn) for x in (leaf, result)] == before
    assert leaf.grad is None
    assert torch.is_grad_enabled() == state
    result.sum().backward()
    assert torch.allclose(leaf.grad, 2 * result)


def test_pictures_work_in_every_grad_mode():
    with torch.inference_mode():
        t = two_by_three()
        assert words(t=t, row=t[0]).endswith("shared by t and row: cells 0-2")
    assert words(t=t, row=t[0]).endswith("shared by t and row: cells 0-2")
    with torch.no_grad():
        assert words(t=t).startswith("one storage")


def test_a_picture_is_a_snapshot_and_keeps_no_tensor_alive():
    t = torch.zeros(2)
    picture = pictures.storage(t=t)
    t.fill_(7)
    assert "values  0. 0." in repr(picture)
    gone = weakref.ref(t)
    del t
    gc.collect()
    assert gone() is None
    assert "values  0. 0." in str(picture)


def test_the_default_device_does_not_matter():
    t = two_by_three()
    big = torch.zeros(9, 9)
    with torch.device("meta"):
        assert "values  1. 2." in words(t=t)
        assert "shared by big and part: 9 cells" in words(big=big, part=big[0])


# ---------------------------------------------------------------- bad input


def fake() -> torch.Tensor:
    from torch._subclasses import FakeTensorMode

    with FakeTensorMode():
        return torch.ones(2)


def nested() -> torch.Tensor:
    return torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], layout=torch.jagged)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (lambda: [1.0, 2.0], "x is of type list, and only a tensor can be drawn."),
        (lambda: np.zeros(2), "x is of type ndarray, and only a tensor can be drawn."),
        (lambda: None, "x is of type NoneType, and only a tensor can be drawn."),
        (
            lambda: torch.eye(2).to_sparse(),
            "x is a tensor of layout sparse_coo, and only a plain strided tensor can be drawn.",
        ),
        (lambda: torch.ones(2, device="meta"), "x is on the meta device"),
        (fake, "x is on the meta device"),
        (nested, "x is a nested tensor, and only a plain strided tensor can be drawn."),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_sentence(value, said: str):
    with pytest.raises(TypeError) as caught:
        pictures.storage(fine=torch.zeros(1), x=value())
    message = str(caught.value)
    assert message.startswith(said)
    assert message.endswith(".")
    assert "\n" not in message


def test_no_tensor_or_no_name():
    with pytest.raises(TypeError, match=r"nothing to draw: name a tensor"):
        pictures.storage()
    with pytest.raises(TypeError, match=r"Give every tensor a name, as in pictures\.storage\(t=t"):
        pictures.storage(torch.zeros(1))


def test_a_tensor_inside_a_transform():
    with pytest.raises(TypeError, match=r"^x has no storage of its own that could be drawn\.$"):
        torch.func.grad(lambda x: pictures.storage(x=x))(torch.ones(2))


def test_a_storage_resized_under_its_tensor():
    t = torch.zeros(4)
    t.untyped_storage().resize_(0)
    with pytest.raises(ValueError, match=r"^t reaches beyond its storage"):
        pictures.storage(t=t)


# ---------------------------------------------------------------- what the module offers


def test_the_module_answers_no_exercise():
    assert {"StoragePicture", "storage"} <= set(pictures.__all__)
    public = {name for name in dir(pictures.storage(t=torch.zeros(1))) if not name.startswith("_")}
    assert public == set()
    assert not {"shares_memory", "pictures_share"} & (set(dir(pictures)) | set(dir(course)))


def test_the_package_itself_does_not_import_torch():
    code = "import course, sys; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# ---------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def tab():
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium on this machine")
    from playwright.sync_api import sync_playwright

    flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
    flags.append("--disable-background-networking")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        yield browser.new_page(viewport={"width": 1000, "height": 800})
        browser.close()


SEEN = "selector => getComputedStyle(document.querySelector(selector)).display !== 'none'"

# Texts that stick out of the drawing, or are wider than the widest box around their middle.
TOO_WIDE = """() => [...document.querySelectorAll('svg')].flatMap(svg => {
    const all = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll('rect.edge')].map(box => box.getBoundingClientRect());
    return [...svg.querySelectorAll('text')].filter(text => {
        const t = text.getBoundingClientRect();
        const middle = t.left + t.width / 2;
        const around = boxes.filter(box => Math.abs(box.left + box.width / 2 - middle) < 1);
        return t.left < all.left - 1 || t.right > all.right + 1 || t.bottom > all.bottom + 1
            || (around.length && t.width > Math.max(...around.map(box => box.width)));
    }).map(text => text.textContent);
})"""


@pytest.mark.browser
def test_the_style_shows_the_drawing_and_without_it_the_words_show(tab):
    html = page(t=two_by_three())
    tab.set_content(html)
    assert tab.evaluate(SEEN, "figure")
    assert not tab.evaluate(SEEN, ".course-storage-words")
    tab.set_content(re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL))
    assert not tab.evaluate(SEEN, "figure")
    assert tab.evaluate(SEEN, ".course-storage-words")


@pytest.mark.browser
def test_nothing_sticks_out(tab):
    t, z = two_by_three(), torch.tensor([1.25 + 2j, 3 - 4.125j])
    ints = torch.tensor([-1000000000, 7], dtype=torch.int32)
    tab.set_content(
        page(t=t, flipped=t.t(), right=t[:, 1:], wide=t[:, :1].expand(99, 2, 3), c=t.clone())
        + page(z=z, re=z.real, ints=ints, halves=ints.view(torch.int16))
        + page(deep=torch.zeros(2, 2, 2, 2, 1, 1), **{"long_name_" * 9: torch.zeros(2)})
        + page(part=torch.arange(20)[18:])
    )
    assert tab.evaluate(TOO_WIDE) == []
    assert tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
