"""The op bank: every answer probed on the installed torch, draws, counting, and what stays hidden.

Labels are found here by experiment, with the oracle of the tests; the package holds digests alone.
"""

from __future__ import annotations

import ast
import collections
import dataclasses
import functools
import inspect
import itertools
import os
import random
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from course import opbank, ops, optable
from course.opbank import BANK, LABELS, LAYOUTS, Op
from tests import oracle

EVERY_OP = pytest.mark.parametrize("op", BANK, ids=[op.name for op in BANK])

# Answers that surprise, or that much else stands on: from the docs and from experiments, by hand.
KNOWN = {
    "Tensor.detach": "view",
    "Tensor.view": "view",
    "Tensor.expand": "view",
    "torch.positive": "view",
    "torch.moveaxis": "view",
    "torch.meshgrid": "view",
    "torch.diagonal": "view",
    "torch.from_numpy": "view",
    "nn.Identity": "view",
    "x[1:]": "view",
    "x[torch.tensor(0)]": "view",
    "Tensor.clone": "copy",
    "Tensor.repeat": "copy",
    "torch.add": "copy",
    "torch.diag": "copy",
    "torch.roll": "copy",
    "torch.rot90": "copy",
    "F.pad": "copy",
    "x[[0, 1]]": "copy",
    "x[mask]": "copy",
    "x[True]": "copy",
    "Tensor.contiguous": "ambiguous",
    "Tensor.reshape": "ambiguous",
    "Tensor.to": "ambiguous",
    "torch.einsum": "ambiguous",
    "torch.flatten": "ambiguous",
    "torch.ravel": "ambiguous",
    "nn.Dropout": "ambiguous",
    "x[torch.tensor(index)]": "ambiguous",
}


@pytest.fixture(autouse=True)
def _loud() -> Iterator[None]:
    """Make every warning an error, and the warnings that torch gives only once come each time."""
    before = torch.is_warn_always_enabled()
    torch.set_warn_always(True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield
    torch.set_warn_always(before)


# The answers


def samples_of(op: Op, dtype: torch.dtype, grad: str) -> list[tuple[object, ...]]:
    """Return samples like `op.samples()`, of another dtype and with another gradient state."""
    numbers = random.Random(7)
    samples = []
    for layout, variant in itertools.product(op.layouts, op.arguments):
        x = LAYOUTS[layout].build(numbers, dtype)
        if grad != "none" and (x.is_floating_point() or x.is_complex()):
            x = x.requires_grad_()
            if grad == "non-leaf":
                x = x.view_as(x)
                assert not x.is_leaf
        samples.append((x, *variant))
    return samples


def probed_labels(op: Op) -> set[str]:
    """Return the labels found on float32 and float64, with and without gradients: one, if stable.

    Layouts with a dtype of their own keep it.
    """
    own = all(LAYOUTS[layout].dtype for layout in op.layouts)
    kinds = itertools.product(
        [torch.float32] if own else [torch.float32, torch.float64], ["none", "leaf", "non-leaf"]
    )
    return {
        oracle.classify(op.call, op.samples(seed=1)),
        *(oracle.classify(op.call, samples_of(op, dtype, grad)) for dtype, grad in kinds),
    }


def wrong_digest(op: Op) -> str | None:
    """Say what is wrong with the digest of `op`, and which is right; None if it is right."""
    labels = probed_labels(op)
    if len(labels) > 1:
        return f"{op.name}: not stable, found to be {sorted(labels)}"
    right = opbank.seal(op.name, labels.pop())
    return None if op.digest == right else f'{op.name}: the digest should be "{right}"'


@functools.cache
def label_of(op: Op) -> str:
    """Return the label of an op of the bank, probed once."""
    return oracle.classify(op.call, op.samples(seed=0))


@EVERY_OP
def test_the_digest_is_that_of_the_probed_answer(op: Op) -> None:
    assert wrong_digest(op) is None


def test_a_wrong_digest_is_seen_and_the_right_one_named() -> None:
    op = opbank.by_name("Tensor.reshape")
    planted = dataclasses.replace(op, digest=opbank.seal(op.name, "view"))
    assert wrong_digest(planted) == f'Tensor.reshape: the digest should be "{op.digest}"'
    renamed = dataclasses.replace(op, name="Tensor.rearrange")
    assert "the digest should be" in (wrong_digest(renamed) or "")


def test_an_unstable_answer_is_seen() -> None:
    op = dataclasses.replace(
        opbank.by_name("Tensor.clone"), call=lambda x: x + 0 if x.requires_grad else x
    )
    assert wrong_digest(op) == "Tensor.clone: not stable, found to be ['copy', 'view']"


def test_answers_known_by_hand() -> None:
    assert {name: label_of(opbank.by_name(name)) for name in KNOWN} == KNOWN


def test_the_bank_is_large_and_has_many_of_each_label() -> None:
    assert len(BANK) >= 66
    counts = collections.Counter(map(label_of, BANK))
    assert set(counts) == set(LABELS)
    assert min(counts.values()) >= 15


# The samples


@EVERY_OP
def test_every_sample_runs_and_changes_nothing(op: Op) -> None:
    samples = op.samples(seed=3)
    assert len(samples) == len(op.layouts) * len(op.arguments)
    for x, *arguments in samples:
        before, version = x.clone(), x._version
        result = op.call(x, *arguments)
        assert type(result) is torch.Tensor
        assert result.numel() > 0
        assert x._version == version
        assert torch.equal(x, before)


@EVERY_OP
def test_other_ways_to_look_agree_with_the_oracle(op: Op) -> None:
    for x, *arguments in op.samples(seed=4):
        result = op.call(x, *arguments).detach()
        shared = oracle.shares_memory(x, result)
        assert np.shares_memory(x.numpy(), result.numpy()) == shared
        before = x.clone()
        result.fill_(1 if result.dtype is torch.bool else 99)
        assert torch.equal(x, before) != shared


@EVERY_OP
def test_the_text_of_a_call_is_what_the_call_does(op: Op) -> None:
    calls = op.calls()
    assert len(set(calls)) == len(calls) == len(op.arguments)
    for x, *arguments in op.samples(seed=5):
        text = calls[op.arguments.index(tuple(arguments))]
        torch.manual_seed(0)
        called = op.call(x, *arguments)
        torch.manual_seed(0)
        typed = eval(text, {"x": x, "torch": torch, "nn": nn, "F": F})
        assert torch.equal(called, typed), text
        assert called.dtype == typed.dtype
        assert called.stride() == typed.stride()
        assert (called is x) == (typed is x)
        assert oracle.shares_memory(x, called) == oracle.shares_memory(x, typed)


def test_an_op_without_form_has_one_call() -> None:
    assert all(op.form or op.arguments == ((),) for op in BANK)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_the_text_of_a_layout_is_what_it_takes(layout: ops.Layout) -> None:
    base = torch.zeros(layout.shape)
    taken, typed = layout.take(base), eval(layout.text, {"base": base})
    assert (taken.shape, taken.stride(), taken.storage_offset()) == (
        (typed.shape, typed.stride(), typed.storage_offset())
    )
    assert layout.name in str(layout)
    assert layout.text in str(layout)
    assert str(layout.shape) in str(layout)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_a_layout_is_used_and_makes_inputs_of_their_own(layout: ops.Layout) -> None:
    assert any(layout.name in op.layouts for op in BANK)
    x = layout.build(random.Random(0), torch.float64)
    assert x.dtype == (layout.dtype or torch.float64)
    assert not x.requires_grad
    assert (x._base is None) == (layout.text == "base")
    assert x._base is None or x._base._base is None
    values = set(x.flatten().tolist())
    assert 0 not in values
    if not x.is_complex() and len(values) > 1:
        assert min(values) < 0 < max(values)


def test_samples_are_fresh_and_follow_their_seed() -> None:
    op = opbank.by_name("Tensor.reshape")
    inputs = [sample[0] for sample in op.samples(seed=1)]
    again = [sample[0] for sample in op.samples(seed=1)]
    other = [sample[0] for sample in op.samples(seed=2)]
    assert all(map(torch.equal, inputs, again))
    assert not any(map(torch.equal, inputs, other))
    state = random.getstate(), torch.get_rng_state()
    unseeded = [sample[0] for sample in op.samples()]
    assert random.getstate() == state[0]
    assert torch.equal(torch.get_rng_state(), state[1])
    assert not all(map(torch.equal, unseeded, [sample[0] for sample in op.samples()]))
    for a, b in itertools.combinations([*inputs, *again], 2):
        assert not oracle.shares_memory(a, b)


# Draws


def test_every_draw_is_balanced_and_all_ops_come_up() -> None:
    seen, firsts, largest = set(), set(), set()
    for seed in range(300):
        drawn = opbank.draw(seed)
        assert len(drawn) == len(set(drawn)) == 10
        counts = collections.Counter(map(label_of, drawn))
        assert min(counts[label] for label in LABELS) >= 3
        largest.add(max(LABELS, key=counts.__getitem__))
        firsts.add(label_of(drawn[0]))
        seen.update(drawn)
    assert seen == set(BANK)
    assert firsts == largest == set(LABELS)


def test_a_seed_always_draws_the_same() -> None:
    before = opbank.draw(11)
    random.seed(0)
    torch.manual_seed(0)
    assert opbank.draw(11) == before
    assert opbank.draw(np.int64(11)) == before
    assert opbank.draw(12) != before
    assert before.seed == 11


@pytest.mark.parametrize("seed", [0, -5, 2**31, 10**30])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    drawn = opbank.draw(seed)
    assert drawn.seed == seed
    assert len(drawn) == 10


@pytest.mark.parametrize("seed", [1.0, "1", [1]])
def test_another_seed_is_refused(seed: object) -> None:
    with pytest.raises(TypeError, match="whole number such as 7, not"):
        opbank.draw(seed)  # type: ignore[arg-type]


def test_without_a_seed_a_fresh_one_is_drawn() -> None:
    seeds = set()
    for _ in range(5):
        random.seed(0)
        drawn = opbank.draw()
        assert 0 <= drawn.seed < 1_000_000
        assert opbank.draw(drawn.seed) == drawn
        seeds.add(drawn.seed)
    assert len(seeds) > 1


@pytest.mark.slow
def test_other_processes_draw_the_same() -> None:
    code = "from course import opbank; print([op.name for s in (1, 99) for op in opbank.draw(s)])"
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        for hash_seed in ("1", "2")
    }
    assert printed == {str([op.name for seed in (1, 99) for op in opbank.draw(seed)])}


def test_a_draw_is_a_sequence() -> None:
    drawn = opbank.draw(1)
    assert list(drawn) == list(drawn.ops) == [drawn[k] for k in range(10)]
    assert drawn[:3] == drawn.ops[:3]
    assert drawn[-1] in drawn


def test_a_draw_shows_numbered_ops_with_their_calls_and_inputs() -> None:
    for seed in range(40):
        drawn = opbank.draw(seed)
        text = repr(drawn)
        lines = text.splitlines()
        assert lines[0] == f"draw(seed={seed}): 10 ops"
        assert max(map(len, lines)) <= 100
        assert all(line == line.rstrip() for line in lines)
        for number, op in enumerate(drawn, start=1):
            assert f"{number:2}. {op.text}" in lines
            assert all(call in text for call in op.calls())
            assert all(f"    {LAYOUTS[name]}" in lines for name in op.layouts)
    assert not hasattr(drawn, "_repr_html_")


# Counting


def test_right_labels_are_counted() -> None:
    drawn = opbank.draw(5)
    right = [label_of(op) for op in drawn]
    assert opbank.count_right(drawn, right) == 10
    assert opbank.count_right(drawn.ops, tuple(right)) == 10
    wrong = [LABELS[(LABELS.index(label) + 1) % 3] for label in right]
    assert opbank.count_right(drawn, wrong) == 0
    for k in range(11):
        assert opbank.count_right(drawn, right[:k] + wrong[k:]) == k
    assert opbank.count_right(BANK, map(label_of, BANK)) == len(BANK)
    assert opbank.count_right([], []) == 0


def test_a_missing_label_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^There are 10 ops and 9 labels: give one label each.$"):
        opbank.count_right(opbank.draw(5), ["view"] * 9)


@pytest.mark.parametrize("label", ["View", "", None, 3, ["view"]])
def test_an_unknown_label_is_refused(label: object) -> None:
    labels = ["copy", label, *["view"] * 8]
    with pytest.raises(ValueError, match=r"^Label 2 is .* one of 'view', 'copy', 'ambiguous'.$"):
        opbank.count_right(opbank.draw(5), labels)  # type: ignore[arg-type]


def test_ops_are_found_by_name() -> None:
    assert [opbank.by_name(op.name) for op in BANK] == list(BANK)
    with pytest.raises(ValueError, match=r"'reshape': did you mean 'Tensor.reshape' or"):
        opbank.by_name("reshape")
    with pytest.raises(ValueError, match=r"'torch.stak': did you mean 'torch.stack'"):
        opbank.by_name("torch.stak")
    with pytest.raises(ValueError, match=r"no op called '': see opbank.BANK"):
        opbank.by_name("")


# What stays hidden


def relabelled(op: Op) -> Op:
    """Return `op` with the digest of another answer."""
    other = LABELS[(LABELS.index(label_of(op)) + 1) % 3]
    return dataclasses.replace(op, digest=opbank.seal(op.name, other))


def test_nothing_shown_depends_on_the_answer() -> None:
    drawn = opbank.draw(6)
    changed = dataclasses.replace(drawn, ops=tuple(map(relabelled, drawn)))
    assert repr(changed) == repr(drawn)
    for op in BANK:
        assert repr(relabelled(op)) == repr(op) == f"Op({op.name!r})"
        assert relabelled(op).calls() == op.calls()


def test_label_words_stand_in_one_place_of_the_package() -> None:
    found = []
    for module in (opbank, ops, optable):
        tree = ast.parse(Path(inspect.getsourcefile(module) or "").read_text(encoding="utf-8"))
        found += [
            (module.__name__, node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and node.value in LABELS
        ]
    assert found == [("course.opbank", label) for label in LABELS]


def test_digests_look_alike_and_none_is_another() -> None:
    assert len({op.digest for op in BANK}) == len({op.name for op in BANK}) == len(BANK)
    assert all(len(op.digest) == 16 and int(op.digest, 16) >= 0 for op in BANK)


@pytest.mark.parametrize(
    "of",
    [
        lambda op: op.section,
        lambda op: op.layouts,
        lambda op: (len(op.layouts), len(op.arguments)),
        lambda op: op.name.split(".")[0],
    ],
    ids=["section", "layouts", "number of samples", "kind of name"],
)
def test_no_other_field_gives_the_answer_away(of: object) -> None:
    groups = collections.defaultdict(set)
    sizes = collections.Counter(map(of, BANK))  # type: ignore[call-overload]
    for op in BANK:
        groups[of(op)].add(label_of(op))  # type: ignore[operator]
    assert not [group for group, labels in groups.items() if sizes[group] > 3 and len(labels) < 2]


def test_the_bank_is_in_an_order_that_gives_no_answer_away() -> None:
    sections = list(dict.fromkeys(op.section for op in BANK))
    assert list(BANK) == sorted(
        BANK, key=lambda op: (sections.index(op.section), op.name.casefold())
    )


# The oracle itself


def test_the_oracle_tells_elements_apart() -> None:
    t = torch.arange(12.0).reshape(3, 4).clone()
    z = torch.zeros(3, dtype=torch.complex64)
    sharing = [
        (t, t),
        (t, t[1:]),
        (t, t.t()),
        (t[:, 1], t[1]),
        (t, t.detach()),
        (t, t.data),
        (t, t.view(torch.int32)),
        (t, torch.from_numpy(t.numpy())),
        (t, torch.from_dlpack(t)),
        (t[:1], t[:1].expand(5, 4)),
        (z, z.real),
        (z, z.imag),
    ]
    apart = [
        (t, t.clone()),
        (t[:1], t[1:]),
        (t[:, ::2], t[:, 1::2]),
        (t[:, 0], t[:, 1]),
        (z.real, z.imag),
        (t, t[3:3]),
        (torch.empty(0), torch.empty(0)),
    ]
    for a, b in sharing:
        assert oracle.shares_memory(a, b) and oracle.shares_memory(b, a)
    for a, b in apart:
        assert not oracle.shares_memory(a, b) and not oracle.shares_memory(b, a)


def test_the_oracle_refuses_to_judge_nothing() -> None:
    with pytest.raises(AssertionError, match="nothing was probed"):
        oracle.classify(torch.clone, [])
    with pytest.raises(AssertionError, match="an empty input"):
        oracle.classify(torch.clone, [(torch.empty(0),)])
    with pytest.raises(AssertionError, match="an empty result"):
        oracle.classify(lambda x: x[:0], [(torch.ones(2),)])
