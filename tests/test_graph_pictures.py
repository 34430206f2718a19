"""Graph pictures: the words, the drawing, folding, names of all kinds, and JupyterLab itself."""

from __future__ import annotations

import gc
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.parse
import warnings
import weakref
from xml.etree import ElementTree

import nbformat
import pytest
import torch

from course import _graph_folding, outputs, pictures, server, tape

SAVED, BUMPED, FUNCTION, LEAF, FOLD, NOTE = "h-cyl", "hex", "rect", "stadium", "st-rect", "text"


@pytest.fixture(autouse=True)
def warnings_are_errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def leaf() -> torch.Tensor:
    return torch.tensor([1.0, 2.0, 3.0], requires_grad=True)


def words(*results: object, **tensors: object) -> str:
    return pictures.graph(*results, **tensors)._repr_mimebundle_()["text/plain"]


def mermaid(*results: object, **tensors: object) -> str:
    return pictures.graph(*results, **tensors)._repr_mimebundle_()["text/vnd.mermaid"]


def expect(text: str, *lines: str) -> None:
    assert text.splitlines() == list(lines)


class Drawing:
    """What a Mermaid source draws: shapes with their labels, links, outlines."""

    def __init__(self, source: str) -> None:
        head, body = source.split("\nflowchart TB\n")
        assert head.startswith("---\nconfig:\n") and head.endswith("\n---")
        title, description, *lines = body.splitlines()
        self.title = title.removeprefix("accTitle: ")
        self.description = description.removeprefix("accDescr: ")
        self.shapes: dict[str, str] = {}
        self.labels: dict[str, list[str]] = {}
        self.arrows: list[tuple[str, str]] = []
        self.ties: list[tuple[str, str]] = []
        self.outlines: dict[str, str] = {}
        for line in lines:
            if found := re.fullmatch(r'(\w+)\["([^"]*)"\]@\{ shape: ([\w-]+) \}', line):
                name, label, self.shapes[name] = found.groups()
                self.labels[name] = [unescaped(part) for part in label.split("<br/>")]
            elif found := re.fullmatch(r"(\w+) -->(?:\|backward\|)? (\w+)", line):
                self.arrows.append(found.groups())
            elif found := re.fullmatch(r"(\w+) -\.- (\w+)", line):
                self.ties.append(found.groups())
            else:
                name, self.outlines[name] = re.fullmatch(r"style (\w+) (.+)", line).groups()
        assert {end for pair in self.arrows + self.ties for end in pair} <= set(self.shapes)

    def of(self, shape: str) -> list[list[str]]:
        return [self.labels[name] for name, kind in self.shapes.items() if kind == shape]


def unescaped(text: str) -> str:
    assert not set(re.sub(r"#\d+;", "", text)) & set("\"'<>[]{}*_`$%&|\\#;")
    return re.sub(r"#(\d+);", lambda found: chr(int(found[1])), text)


def draw(*results: object, **tensors: object) -> Drawing:
    return Drawing(mermaid(*results, **tensors))


# ---------------------------------------------------------------- the words, case by case


def test_a_small_graph():
    x, w = leaf(), leaf()
    z = x * w
    loss = (z.exp() ** 2).sum()
    expect(
        words(loss, loss=loss, x=x, w=w, z=z),
        "graph of loss: 4 functions, 2 leaves, in the order of backward",
        "  1  SumBackward0 (loss.grad_fn) → 2",
        "         saved self_sym_sizes = (3,)",
        "  2  PowBackward0 → 3",
        "         saved self, its input: float32 (3,), version 0",
        "         saved exponent = 2",
        "  3  ExpBackward0 → 4",
        "         saved result, its output: float32 (3,), version 0",
        "  4  MulBackward0 (z.grad_fn) → 5, 6",
        "         saved self, its input x: float32 (3,), version 0",
        "         saved other, its input w: float32 (3,), version 0",
        "  5  AccumulateGrad at the leaf x: float32 (3,)",
        "  6  AccumulateGrad at the leaf w: float32 (3,)",
    )


def test_a_bumped_output_and_a_bumped_input():
    z = leaf().clone()
    y = z.sigmoid()
    late = z.log()
    y.add_(1).mul_(2)
    z.add_(1)
    text = words(y, late, z=z)
    assert "saved result, its output: float32 (3,), saved at version 0, now at version 2" in text
    assert "saved self, its input z: float32 (3,), saved at version 0, now at version 1" in text
    assert text.startswith("graph of 2 outputs: ")
    assert "(grad_fn of output 1)" in text
    assert "(grad_fn of output 2)" in text


def test_a_freed_graph():
    x = leaf()
    y = x**2
    y.sum().backward()
    expect(
        words(y, x=x),
        "graph of one output, freed by a backward: 1 function, 1 leaf, in the order of backward",
        "  1  PowBackward0 (grad_fn of the output) → 2",
        "         saved self: freed by a backward",
        "         saved exponent = 2",
        "  2  AccumulateGrad at the leaf x: float32 (3,)",
    )


def test_constants_numbers_and_names_that_are_not_there():
    x, mask, ids, apart = leaf(), torch.ones(3), torch.tensor([0, 2]), torch.ones(1)
    y = (x * mask * 3)[ids]
    expect(
        words(y, y=y, mask=mask, ids=ids, apart=apart, gone=x.detach()),
        "graph of y: 3 functions, 1 leaf, in the order of backward",
        "  1  IndexBackward0 (y.grad_fn) → 2",
        "         saved indices[0], constant ids: int64 (2,), version 0",
        "         saved self_sym_sizes = (3,)",
        "  2  MulBackward0 → 3",
        "         saved other = 3",
        "  3  MulBackward0 → 4",
        "         saved other, constant mask: float32 (3,), version 0",
        "  4  AccumulateGrad at the leaf: float32 (3,)",
        "not in this graph: apart, gone",
    )
    assert "saved target, a constant: float32 (3,)" in words(
        (x - 1).sub(2).pow(2).mean().add(torch.nn.functional.mse_loss(x, torch.ones(3)))
    )


def test_a_write_through_a_view():
    x = leaf()
    buffer = torch.zeros(4)
    buffer[:3] = x
    expect(
        words(buffer, buffer=buffer, x=x),
        "graph of buffer: 1 function, 1 leaf, in the order of backward",
        "  1  torch::autograd::CopySlices (buffer.grad_fn) → 2",
        "         what the function inside of it saved cannot be seen from Python",
        "  2  AccumulateGrad at the leaf x: float32 (3,)",
    )


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.kept, ctx.factor = x, 2
        return x * x

    @staticmethod
    def backward(ctx, gradient):
        return ctx.factor * gradient * ctx.saved_tensors[0]


def test_a_custom_function():
    x = leaf()
    expect(
        words(Square.apply(x), x=x),
        "graph of one output: 1 function, 1 leaf, in the order of backward",
        "  1  SquareBackward (grad_fn of the output) → 2",
        "         saved_tensors[0], its input x: float32 (3,), version 0",
        "         ctx.kept, x, not saved for backward: float32 (3,), version 0, never checked",
        "         saved ctx.factor = 2",
        "  2  AccumulateGrad at the leaf x: float32 (3,)",
    )


def test_what_a_hook_packed():
    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor, lambda packed: 1 / 0):
        y = leaf().exp()
    assert "saved result: packed by a saved-tensor hook, and not unpacked" in words(y)


def test_several_results_of_one_function():
    first, second = torch.rand(2, 3, requires_grad=True).unbind()
    text = words(first * second)
    assert "MulBackward0 (grad_fn of the output) → 2, 2 (its output 1)" in text


def test_a_version_that_is_not_known():
    class Both(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            one, other = x * 2, x * 3
            ctx.save_for_backward(one, other)
            return one, other

        @staticmethod
        def backward(ctx, one, other):
            return one

    one, other = Both.apply(leaf())
    one.add_(1)
    other.add_(1)
    text = " ".join(words(one + other).split())
    said = "its output: float32 (3,), saved at a version not known, now at version 1"
    assert text.count(said) == 2
    assert draw(one + other).of(SAVED)[0][2:] == [
        "shape (3,)",
        "saved at a version not known",
        "now at version 1",
    ]


def test_lines_stay_within_the_width():
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))
    loss = model(torch.ones(5, 3)).sum()
    text = words(loss, **dict(model.named_parameters()))
    assert max(map(len, text.splitlines())) <= 88
    assert "AccumulateGrad at the leaf 0.weight: float32 (4, 3)" in text


# ---------------------------------------------------------------- the drawing, case by case


def test_kinds_differ_in_shape_and_label():
    x, w = leaf(), leaf()
    z = x * w
    loss = (z.exp() * 3).sum()
    drawn = draw(loss, loss=loss, x=x, z=z)
    assert drawn.of(FUNCTION) == [
        ["SumBackward0", "loss.grad_fn"],
        ["MulBackward0", "other = 3"],
        ["ExpBackward0"],
        ["MulBackward0", "z.grad_fn"],
    ]
    assert drawn.of(LEAF) == [["x, leaf", "shape (3,)"], ["leaf", "shape (3,)"]]
    assert drawn.of(SAVED) == [
        ["saved result", "its output", "shape (3,), version 0"],
        ["saved self", "its input x", "shape (3,), version 0"],
        ["saved other", "its input", "shape (3,), version 0"],
    ]
    assert drawn.arrows == [("n1", "n2"), ("n2", "n3"), ("n3", "n4"), ("n4", "n5"), ("n4", "n6")]
    assert drawn.ties == [("n3s1", "n3"), ("n4s1", "n4"), ("n4s2", "n4")]
    assert drawn.outlines == {}
    assert "n1 -->|backward| n2\n" in mermaid(loss)


def test_a_bumped_saved_tensor_shows_both_versions():
    z = leaf().clone()
    y = z.sigmoid() * z
    z.add_(1)
    drawn = draw(y, z=z)
    assert drawn.of(BUMPED) == [
        ["saved other", "its input z", "shape (3,)", "saved at version 0", "now at version 1"],
    ]
    (bumped,) = (name for name, shape in drawn.shapes.items() if shape == BUMPED)
    assert drawn.outlines == {bumped: "stroke-width:4px"}
    assert len(drawn.of(SAVED)) == 2


def test_what_is_not_checked_has_a_broken_outline():
    x = leaf()
    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor, lambda packed: packed):
        packed = x.exp()
    freed = x.log()
    freed.sum().backward()
    drawn = draw(packed, freed, Square.apply(x), x=x)
    assert drawn.of(SAVED) == [
        ["saved result", "packed by a hook"],
        ["saved self", "freed by a backward"],
        ["saved_tensors[0]", "its input x", "shape (3,), version 0"],
        ["ctx.kept", "x, not saved for backward", "shape (3,), version 0, never checked"],
    ]
    assert list(drawn.outlines.values()) == ["stroke-dasharray:4 3"] * 3
    assert "freed by a backward" in drawn.title


def test_only_numbers_that_tell_something_are_drawn():
    x = torch.rand(2, 3, requires_grad=True)
    drawn = draw((x.softmax(-1)[:, 1:] + 1).var().mean())
    assert drawn.of(FUNCTION) == [
        ["MeanBackward0", "grad_fn of the output"],
        ["VarBackward0"],
        ["AddBackward0"],
        ["SliceBackward0", "dim = 1", "end = 9223372036854775807", "start = 1"],
        ["SoftmaxBackward0", "dim = -1"],
    ]


def test_hidden_nodes_and_absent_names_are_told():
    assert draw(leaf().exp(), apart=torch.ones(1)).of(NOTE) == [["not in this graph: apart"]]
    buffer = torch.zeros(4)
    buffer[:3] = leaf()
    drawn = draw(buffer, buffer=buffer)
    assert drawn.of(FUNCTION) == [
        ["torch::autograd::CopySlices", "buffer.grad_fn", "(what it saved cannot be seen)"],
    ]
    assert drawn.of(NOTE) == []


class Hoard(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(*(torch.ones(2) for _ in range(1000)))
        return x * 1

    @staticmethod
    def backward(ctx, gradient):
        return gradient


def test_a_node_that_saved_very_much():
    y = Hoard.apply(leaf())
    drawn = draw(y)
    assert drawn.of(SAVED)[-1] == ["and 994 more"]
    assert len(drawn.of(SAVED)) == len(drawn.ties) == 7
    assert words(y).count("saved_tensors[") == 12
    assert "and 988 more saved tensors" in words(y)


def test_no_colour_is_chosen():
    z = leaf().clone()
    y = z.log()
    z.add_(1)
    source = mermaid(y.sin(), z=z)
    styles = re.findall(r"^style \w+ (.+)$", source, re.MULTILINE)
    assert styles
    assert {each.partition(":")[0] for each in styles} <= {"stroke-width", "stroke-dasharray"}
    assert not re.search(r"classDef|linkStyle|theme|fill|%%", source)


# ---------------------------------------------------------------- both forms


def programs():
    """Make graphs of many kinds, with the names to give to their tensors."""
    x, w, mask = leaf(), torch.nn.Parameter(torch.full((3,), 2.0)), torch.tensor([0, 2])
    y = x.sigmoid()
    loss = (y * w).sum()
    yield "a small one", [loss], {"loss": loss, "x": x, "w": w, "y": y}
    z = x.clone()
    y = z**2 + z.exp()
    z.add_(1)
    yield "a bumped input", [y.sum()], {"x": x, "z": z}
    y = x.exp()
    y.add_(1)
    yield "a bumped output", [y.sum()], {"x": x, "y": y}
    loss = (x * w).tanh().mean()
    loss.backward()
    yield "a freed one", [loss], {"x": x, "w": w}
    buffer = torch.zeros(4)
    buffer[:3] = x * 2
    yield "a write through a view", [buffer], {"buffer": buffer}
    yield "a custom Function", [Square.apply(x).sum()], {"x": x}
    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor, lambda packed: packed):
        y = x.exp() * w
    yield "hooks", [y], {"x": x}
    values, places = torch.rand(2, 3, requires_grad=True).max(0)
    yield "two outputs", [values, x[mask]], {"x": x, "mask": mask, "places": places}
    (gradient,) = torch.autograd.grad((x**3).sum(), x, create_graph=True)
    yield "a gradient", [gradient], {"gradient": gradient, "x": x}
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))
    loss = torch.nn.functional.mse_loss(model(torch.ones(5, 3)), torch.zeros(5, 1))
    yield "a model", [loss], dict(model.named_parameters())
    yield "a saver", [Hoard.apply(x)], {}
    yield "a long one", [chain(x, w, 60)], {"x": x, "w": w}
    yield "odd names", [x * w], {**dict(zip(ODD_NAMES, [x, w, mask], strict=False))}
    yield "one odd name", [x * 2], {ODD_NAMES[-1]: x}


ODD_NAMES = (
    '"t" [a] {b} (c) #1; <i>&amp;</i>',
    "_w_ *b* `c` $$x$$ 1. %% & \\ | --> ~~~ @",
    "end\n张量 é; click n1",
    "subgraph #35; %%{init: {}}%%",
)


def chain(x: torch.Tensor, w: torch.Tensor, length: int) -> torch.Tensor:
    for i in range(length):
        x = (x * w).tanh() if i % 2 else x.sin()
    return x.sum()


def test_the_bundle_holds_the_two_forms_and_no_svg():
    loss = leaf().exp().sum()
    picture = pictures.graph(loss)
    bundle = picture._repr_mimebundle_()
    assert set(bundle) == {"text/vnd.mermaid", "text/plain"}
    assert bundle == picture._repr_mimebundle_(include=None, exclude=None)
    assert repr(picture) == str(picture) == bundle["text/plain"]
    assert not {name for name in dir(picture) if not name.startswith("_")}


def test_the_form_that_is_kept_is_the_one_that_is_made():
    data = pictures.graph(leaf().exp())._repr_mimebundle_()
    output = nbformat.v4.new_output("display_data", data={**data, "image/svg+xml": "<svg/>"})
    assert outputs.settled([output])[0]["data"] == data


def test_both_forms_tell_of_every_node_and_every_saved_tensor():
    for name, results, tensors in programs():
        read, drawn = tape.read(*results, **tensors), draw(*results, **tensors)
        told = " ".join(words(*results, **tensors).split())
        assert drawn.title in told, name
        if len(read.nodes) > _graph_folding.MAX_NODES or name == "a saver":
            continue
        assert [label[0] for label in drawn.of(FUNCTION)] == [
            node.name for node in read.nodes if node.leaf is None
        ]
        assert len(drawn.of(LEAF)) == len(read.leaves)
        saved = [each for node in read.nodes for each in node.tensors if each.kind != "number"]
        assert len(drawn.of(SAVED) + drawn.of(BUMPED)) == len(drawn.ties) == len(saved)
        assert len(drawn.of(BUMPED)) == sum(each.bumped is True for each in saved)
        assert drawn.arrows == list(
            dict.fromkeys((f"n{edge.start + 1}", f"n{edge.end + 1}") for edge in read.edges)
        )
        for node in read.nodes:
            assert node.name.removeprefix("torch::autograd::") in told
            assert all(each.name in told for each in node.tensors)
            assert all(each.name in told for each in node.scalars if each.value is not None)


def test_the_same_program_gives_the_same_picture():
    def made():
        torch.manual_seed(0)
        return [
            pictures.graph(*results, **tensors)._repr_mimebundle_()
            for _, results, tensors in programs()
        ]

    first = made()
    gc.collect()
    keep = [torch.ones(7) for _ in range(100)]  # other addresses
    assert made() == first
    assert not any("0x" in text for bundle in first for text in bundle.values())
    assert keep


def test_a_picture_is_a_snapshot_and_keeps_nothing_alive():
    x = leaf()
    y = x.sigmoid()
    picture = pictures.graph(y, x=x)
    y.add_(1)
    assert "its output: float32 (3,), version 0" in repr(picture)
    gone = [weakref.ref(x), weakref.ref(y), weakref.ref(x.untyped_storage())]
    del x, y
    gc.collect()
    assert [ref() for ref in gone] == [None] * 3
    assert "AccumulateGrad at the leaf x" in str(picture)


# ---------------------------------------------------------------- folding


def test_a_long_graph_is_folded_with_a_count():
    x, w = leaf(), leaf()
    loss = chain(x, w, 60)
    read, drawn = tape.read(loss), draw(loss, loss=loss, x=x, w=w)
    assert len(read.nodes) == 93
    assert drawn.of(FOLD) == [
        ["81 nodes folded", "27 SinBackward0", "27 TanhBackward0", "27 MulBackward0"],
    ]
    assert len(drawn.of(FUNCTION)) + len(drawn.of(LEAF)) == 12
    assert drawn.of(LEAF) == [["x, leaf", "shape (3,)"], ["w, leaf", "shape (3,)"]]
    text = words(loss, loss=loss, x=x, w=w)
    folded = "81 nodes folded: 27 SinBackward0, 27 TanhBackward0, 27 MulBackward0"
    assert f"\n  7-87  {folded} → 88, 93\n    88  SinBackward0 → 89\n" in text
    assert text.startswith("graph of loss: 91 functions, 2 leaves, in the order of backward\n")
    assert len(text.splitlines()) < 45


@pytest.mark.parametrize(("length", "folds"), [(39, 0), (40, 1)])
def test_forty_nodes_are_still_shown(length: int, folds: int):
    y = leaf()
    for _ in range(length):
        y = y + 1
    drawn = draw(y)
    assert len(drawn.of(FOLD)) == folds
    assert len(drawn.of(FUNCTION)) == (length if not folds else 11)


def test_what_is_bumped_or_named_is_not_folded():
    x = leaf()
    middle = chain(x, x, 30)
    bumped = chain(middle, x, 30).exp()
    y = chain(bumped, x, 30)
    with torch.no_grad():
        bumped.add_(1)
    drawn = draw(y, middle, x=x)
    assert ["SumBackward0", "grad_fn of output 2"] in drawn.of(FUNCTION)
    drawn = draw(y, x=x, middle=middle)
    assert ["SumBackward0", "middle.grad_fn"] in drawn.of(FUNCTION)
    assert ["ExpBackward0"] in drawn.of(FUNCTION)
    assert len(drawn.of(BUMPED)) == 2  # as the output of exp, and as the input of what follows
    sizes = [int(label[0].split()[0]) for label in drawn.of(FOLD)]
    assert len(sizes) == 3
    assert sum(sizes) + len(drawn.of(FUNCTION)) + len(drawn.of(LEAF)) == len(tape.read(y).nodes)


def test_bumped_tensors_in_a_fold_are_counted():
    y = leaf()
    steps = [y := y.exp() for _ in range(100)]
    with torch.no_grad():
        for step in steps[10:90]:
            step.add_(1)
    drawn = draw(y)
    assert len(drawn.of(BUMPED)) == 6
    assert drawn.of(FOLD) == [
        ["4 nodes folded", "4 ExpBackward0"],
        ["79 nodes folded", "79 ExpBackward0", "74 saved tensors bumped"],
    ]
    assert "79 nodes folded: 79 ExpBackward0, 74 saved tensors bumped → 96" in words(y)


def test_a_wide_graph_is_folded_too():
    leaves = [leaf() for _ in range(100)]
    total = torch.stack(leaves).sum()
    drawn = draw(total, last=leaves[-1], middle=leaves[50])
    assert drawn.of(FOLD) == [
        ["46 nodes folded", "46 AccumulateGrad"],
        ["43 nodes folded", "43 AccumulateGrad"],
    ]
    assert ["middle, leaf", "shape (3,)"] in drawn.of(LEAF)
    assert ["last, leaf", "shape (3,)"] in drawn.of(LEAF)


def test_folds_never_close_a_circle():
    generator = torch.Generator().manual_seed(1)
    for _ in range(20):
        made = [leaf(), leaf()]
        for _ in range(80):
            one, other = torch.randint(len(made), (2,), generator=generator).tolist()
            made.append(made[one] * made[other])
        named = {f"t{i}": made[i] for i in (20, 40, 60)}
        read = tape.read(*made[-5:], **named)
        parts = _graph_folding.parts(read)
        assert [place for part in parts for place in part.places] == list(range(len(read.nodes)))
        order = {place: i for i, part in enumerate(parts) for place in part.places}
        assert all(order[edge.start] <= order[edge.end] for edge in read.edges)
        assert all(len(part.nodes) == 1 or len(part.nodes) >= 3 for part in parts)
        assert len(parts) <= _graph_folding.MAX_NODES
        drawn = draw(*made[-5:], **named)
        assert all(start != end for start, end in drawn.arrows)
        assert len(set(drawn.arrows)) == len(drawn.arrows)


# ---------------------------------------------------------------- names of all kinds


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_are_drawn_as_they_are(name: str):
    x = leaf()
    drawn = draw(x.log(), **{name: x})
    printable = name.replace("\n", "\\n")
    (label,) = drawn.of(LEAF)
    assert label[0].replace("\u200b", "") == f"{printable}, leaf"
    assert drawn.of(SAVED)[0][1].replace("\u200b", "") == f"its input {printable}"
    assert f"AccumulateGrad at the leaf {printable}: float32 (3,)" in words(x.log(), **{name: x})
    assert not set(drawn.title + drawn.description) & set("#;{}<>%")
    assert not any("$$" in part for label in drawn.labels.values() for part in label)


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("results", "tensors", "kind", "said"),
    [
        ([], {"x": torch.ones(1)}, TypeError, "Give at least one tensor"),
        (["loss"], {}, TypeError, "The output is of type str"),
        ([torch.ones(1)], {}, ValueError, "The output has no history"),
        ([leaf()], {}, ValueError, "The output is a leaf"),
        ([leaf().exp()], {"x": 1}, TypeError, "x is of type int"),
    ],
)
def test_bad_input_is_told_in_one_line(results, tensors, kind, said: str):
    with pytest.raises(kind) as caught:
        pictures.graph(*results, **tensors)
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


# ---------------------------------------------------------------- in JupyterLab

DRAWN = """() => [...document.querySelectorAll('.jp-RenderedMermaid')].map(drawn => ({
    failed: drawn.classList.contains('jp-mod-warning') || !drawn.querySelector('img'),
    title: drawn.querySelector('img')?.alt,
    said: drawn.querySelector('figcaption')?.textContent,
    svg: drawn.querySelector('img')?.src,
}))"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """Serve a notebook that holds one picture of every program; yield its address."""
    place = tmp_path_factory.mktemp("lab")
    cells = [
        nbformat.v4.new_code_cell(
            name,
            outputs=[
                nbformat.v4.new_output(
                    "display_data", data=pictures.graph(*results, **tensors)._repr_mimebundle_()
                )
            ],
        )
        for name, results, tensors in programs()
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), place / "graphs.ipynb")
    port = server.choose_port(0)
    homes = {"HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"]
    command += ["--ip=127.0.0.1", "--ServerApp.port_retries=0", "--IdentityProvider.token=graphs"]
    command += ["--LabApp.news_url=None", "--expose-app-in-browser"]
    command += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    with (place / "said.txt").open("w") as said:
        process = subprocess.Popen(
            command,
            cwd=place,
            env=os.environ | dict.fromkeys(homes, str(place)),
            stdout=said,
            stderr=said,
        )
        yield f"http://127.0.0.1:{port}/lab/tree/graphs.ipynb?token=graphs"
        process.terminate()
        process.wait(30)


@pytest.mark.slow
@pytest.mark.browser
def test_jupyterlab_draws_every_picture(lab):
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium on this machine")
    from playwright.sync_api import Error, sync_playwright

    flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
    flags.append("--disable-background-networking")
    expected = [
        (name, Drawing(mermaid(*results, **tensors))) for name, results, tensors in programs()
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        page = browser.new_page(viewport={"width": 1200, "height": 12000})
        for _ in range(60):
            try:
                page.goto(lab)
                break
            except Error:  # not listening yet
                time.sleep(1)
        ready = f"document.querySelectorAll('.jp-RenderedMermaid').length == {len(expected)}"
        page.wait_for_function(f"() => {ready}", timeout=90_000)
        page.wait_for_timeout(1000)
        drawn = page.evaluate(DRAWN)
        browser.close()
    for (name, drawing), seen in zip(expected, drawn, strict=True):
        assert not seen["failed"], name
        assert (seen["title"], seen["said"]) == (drawing.title, drawing.description)
        svg = ElementTree.fromstring(urllib.parse.unquote(seen["svg"].split(",", 1)[1]))
        paragraphs = [p for p in svg.iter() if p.tag.endswith("}p")]
        texts = ["".join(lines(p)) for p in paragraphs]
        for label in drawing.labels.values():
            assert "\n".join(label) in texts, name


def lines(element: ElementTree.Element):
    """Go through the text of an element, with each <br/> as a new line."""
    yield element.text or ""
    for child in element:
        yield "\n" if child.tag.endswith("}br") else "".join(lines(child))
        yield child.tail or ""
