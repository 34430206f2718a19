"""The tape: what it says of every op in a table, of unusual graphs, and that it leaves no trace."""

from __future__ import annotations

import gc
import pickle
import re
import threading
import warnings
import weakref

import pytest
import torch
import torch.nn.functional as F

from course import tape


@pytest.fixture(autouse=True)
def warnings_are_errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


# ---------------------------------------------------------------- op by op


def numbers(seed: int) -> torch.Tensor:
    """Make a 4 x 4 matrix of numbers from 0.1 to 0.9, well-conditioned and without ties."""
    generator = torch.Generator().manual_seed(seed)
    matrix = torch.rand(4, 4, dtype=torch.float64, generator=generator) * 0.6 + 0.1
    return matrix + 0.2 * torch.eye(4, dtype=torch.float64)


LEAF = numbers(0).requires_grad_()
W = numbers(1)
B = numbers(2).requires_grad_()
ROWS = torch.tensor([0, 2, 1, 3])
MASK = torch.rand(4, 4, generator=torch.Generator().manual_seed(3)) > 0.5
TARGET = MASK.double()


def dropout(a: torch.Tensor) -> torch.Tensor:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return F.dropout(a, 0.5)


def apply(op: str, a: torch.Tensor) -> torch.Tensor:
    return eval(op, globals(), {"a": a, "b": B})


# An op, the name of its node, what the node saves and as what, and the op that the version error
# names if a.add_(1), or y.add_(1), comes between forward and backward. Here y is the result, a is
# no leaf, b is one, and W needs no gradient.
Row = tuple[str, str, str, str, str]
# fmt: off
TABLE: tuple[Row, ...] = (
    ("a + 1", "AddBackward0", "", "", ""),
    ("a + W", "AddBackward0", "", "", ""),
    ("a - W", "SubBackward0", "", "", ""),
    ("-a", "NegBackward0", "", "", ""),
    ("a * 3", "MulBackward0", "other=number", "", ""),
    ("a * W", "MulBackward0", "other=other", "", ""),
    ("a * a", "MulBackward0", "other=input self=input", "Add", ""),
    ("a * b", "MulBackward0", "other=input self=input", "Add", ""),
    ("a / W", "DivBackward0", "other=other", "", ""),
    ("W / a", "DivBackward0", "other=input self=other", "Add", ""),
    ("a / 2", "DivBackward0", "other=number", "", ""),
    ("2 / a", "MulBackward0", "other=number", "", ""),
    ("a.reciprocal()", "ReciprocalBackward0", "result=output", "", "Reciprocal"),
    ("a ** 2", "PowBackward0", "self=input", "Add", ""),
    ("a ** 1", "PowBackward0", "self=input", "Add", ""),
    ("a.square()", "PowBackward0", "self=input", "Add", ""),
    ("2 ** a", "PowBackward2", "exponent=input result=output", "Add", "Pow2"),
    ("a ** W", "PowBackward1", "exponent=other result=output self=input", "Add", "Pow1"),
    ("a.sqrt()", "SqrtBackward0", "result=output", "", "Sqrt"),
    ("a.rsqrt()", "RsqrtBackward0", "result=output", "", "Rsqrt"),
    ("a.exp()", "ExpBackward0", "result=output", "", "Exp"),
    ("a.expm1()", "Expm1Backward0", "result=output", "", "Expm1"),
    ("a.log()", "LogBackward0", "self=input", "Add", ""),
    ("a.log1p()", "Log1PBackward0", "self=input", "Add", ""),
    ("a.sin()", "SinBackward0", "self=input", "Add", ""),
    ("a.cos()", "CosBackward0", "self=input", "Add", ""),
    ("a.tan()", "TanBackward0", "result=output", "", "Tan"),
    ("a.tanh()", "TanhBackward0", "result=output", "", "Tanh"),
    ("a.sigmoid()", "SigmoidBackward0", "result=output", "", "Sigmoid"),
    ("F.logsigmoid(a)", "LogSigmoidBackward0", "buffer=other self=input", "Add", ""),
    ("a.relu()", "ReluBackward0", "result=output", "", "Relu"),
    ("F.leaky_relu(a)", "LeakyReluBackward0", "self=input", "Add", ""),
    ("F.elu(a)", "EluBackward0", "self=input", "Add", ""),
    ("F.gelu(a)", "GeluBackward0", "self=input", "Add", ""),
    ("F.silu(a)", "SiluBackward0", "self=input", "Add", ""),
    ("F.softplus(a)", "SoftplusBackward0", "self=input", "Add", ""),
    ("F.hardtanh(a)", "HardtanhBackward0", "self=input", "Add", ""),
    ("a.abs()", "AbsBackward0", "self=input", "Add", ""),
    ("a.sign()", "SignBackward0", "", "", ""),
    ("a.clamp(0.3, 0.5)", "ClampBackward1", "self=input", "Add", ""),
    ("a.clamp(min=0.3)", "ClampBackward1", "self=input", "Add", ""),
    ("a.round()", "RoundBackward0", "", "", ""),
    ("a.floor()", "FloorBackward0", "", "", ""),
    ("a.trunc()", "TruncBackward0", "", "", ""),
    ("a.erf()", "ErfBackward0", "self=input", "Add", ""),
    ("a.atan()", "AtanBackward0", "self=input", "Add", ""),
    ("a.softmax(-1)", "SoftmaxBackward0", "result=output", "", "Softmax"),
    ("a.log_softmax(-1)", "LogSoftmaxBackward0", "result=output", "", "LogSoftmax"),
    ("a.logsumexp(-1)", "LogsumexpBackward0", "result=output self=input", "Add", "Logsumexp"),
    ("a.sum()", "SumBackward0", "", "", ""),
    ("a.mean()", "MeanBackward0", "", "", ""),
    ("a.sum(0)", "SumBackward1", "", "", ""),
    ("a.prod()", "ProdBackward0", "result=output self=input", "Add", "Prod"),
    ("a.prod(0)", "ProdBackward1", "result=output self=input", "Add", "Prod1"),
    ("a.var()", "VarBackward0", "self=input", "Add", ""),
    ("a.std()", "StdBackward0", "result=output self=input", "Add", "Std"),
    ("a.norm()", "LinalgVectorNormBackward0",
     "result=output self=input", "Add", "LinalgVectorNorm"),
    ("a.max()", "MaxBackward1", "result=output self=input", "Add", "Max1"),
    ("a.max(0).values", "MaxBackward0", "indices=other", "", ""),
    ("a.amax(0)", "AmaxBackward0", "result=output self=input", "Add", "Amax"),
    ("a.median()", "MedianBackward0", "result=output self=input", "Add", "Median"),
    ("a.min(0).values", "MinBackward0", "indices=other", "", ""),
    ("a.sort().values", "SortBackward0", "indices=other", "", ""),
    ("a.topk(2).values", "TopkBackward0", "indices=other", "", ""),
    ("a.cumsum(0)", "CumsumBackward0", "", "", ""),
    ("a.cumprod(0)", "CumprodBackward0", "result=output self=input", "Add", "Cumprod"),
    ("a @ W", "MmBackward0", "mat2=other", "", ""),
    ("a @ a.t()", "MmBackward0", "mat2=input self=input", "AsStrided", ""),
    ("torch.mm(W, a)", "MmBackward0", "self=other", "", ""),
    ("a @ b", "MmBackward0", "mat2=input self=input", "Add", ""),
    ("torch.addmm(W, a, W)", "AddmmBackward0", "mat2=other", "", ""),
    ("F.linear(a, W)", "MmBackward0", "mat2=other", "", ""),
    ("a.inverse()", "LinalgInvExBackward0", "inverse=output", "", "LinalgInvEx"),
    ("torch.linalg.inv(a)", "LinalgInvExBackward0", "inverse=output", "", "LinalgInvEx"),
    ("torch.linalg.det(a)", "LinalgDetBackward0",
     "A=input LU=other pivots=other result=output", "Add", "LinalgDet"),
    ("a.view(-1)", "ViewBackward0", "", "", ""),
    ("a.reshape(16)", "ViewBackward0", "", "", ""),
    ("a.t()", "TBackward0", "", "", ""),
    ("a[0]", "SelectBackward0", "", "", ""),
    ("a[[0]]", "IndexBackward0", "indices[0]=other", "", ""),
    ("a[MASK]", "IndexBackward0", "indices[0]=other", "", ""),
    ("a.gather(1, ROWS[:, None])", "GatherBackward0", "index=other self=input", "Add", ""),
    ("a.index_select(0, ROWS)", "IndexSelectBackward0", "index=other", "", ""),
    ("a.expand(2, 4, 4)", "ExpandBackward0", "", "", "refused"),
    ("a.repeat(2, 1)", "RepeatBackward0", "", "", ""),
    ("a.clone()", "CloneBackward0", "", "", ""),
    ("a.contiguous()", "CloneBackward0", "", "", ""),
    ("a.to(torch.float32)", "ToCopyBackward0", "", "", ""),
    ("torch.cat([a, a])", "CatBackward0", "", "", ""),
    ("torch.stack([a])", "StackBackward0", "", "", ""),
    ("torch.where(MASK, a, W)", "WhereBackward0", "condition=other", "", ""),
    ("a.masked_fill(MASK, 0)", "MaskedFillBackward0", "mask=other", "", ""),
    ("torch.maximum(a, W)", "MaximumBackward0", "other=other self=input", "Add", ""),
    ("torch.lerp(a, W, 0.5)", "LerpBackward0", "", "", ""),
    ("torch.atan2(a, W)", "Atan2Backward0", "other=other self=input", "Add", ""),
    ("torch.hypot(a, W)", "HypotBackward0", "result=output self=input", "Add", "Hypot"),
    ("torch.fmod(a, W)", "FmodBackward1", "", "", ""),
    ("F.mse_loss(a, W)", "MseLossBackward0", "self=input target=other", "Add", ""),
    ("F.l1_loss(a, W)", "MeanBackward0", "", "", ""),
    ("F.cross_entropy(a, ROWS)", "NllLossBackward0",
     "self=input target=other total_weight=other", "", ""),
    ("F.binary_cross_entropy(a, TARGET)", "BinaryCrossEntropyBackward0",
     "self=input target=other", "Add", ""),
    ("F.binary_cross_entropy_with_logits(a, TARGET)", "BinaryCrossEntropyWithLogitsBackward0",
     "self=input target=other", "Add", ""),
    ("F.layer_norm(a, (4,))", "NativeLayerNormBackward0",
     "input=input result1=other result2=other", "Add", ""),
    ("F.batch_norm(a, None, None, training=True)", "NativeBatchNormBackward0",
     "input=input result1=other result2=other", "Add", ""),
    ("dropout(a)", "MulBackward0", "other=other", "", ""),
    ("F.max_pool1d(a[None], 2)", "SqueezeBackward1", "", "AsStrided", ""),
    ("F.avg_pool1d(a[None], 2)", "SqueezeBackward1", "", "AsStrided", ""),
    ("F.conv1d(a[None], W[:, :, None])", "ConvolutionBackward0",
     "input=input weight=other", "AsStrided", ""),
    ("F.embedding(ROWS, a)", "EmbeddingBackward0", "indices=other", "", ""),
    ("torch.einsum('ij,jk->ik', a, W)", "ViewBackward0", "", "", ""),
    ("torch.outer(a[0], W[0])", "MulBackward0", "other=other", "", ""),
    ("a[0].dot(W[0])", "DotBackward0", "tensor=other", "", ""),
    ("a.diagonal()", "DiagonalBackward0", "", "", ""),
    ("a.tril()", "TrilBackward0", "", "", ""),
    ("a.flip(0)", "FlipBackward0", "", "", ""),
    ("a.roll(1, 0)", "RollBackward0", "", "", ""),
    ("torch.sinc(a)", "SincBackward0", "self=input", "Add", ""),
    ("a.acos()", "AcosBackward0", "self=input", "Add", ""),
    ("torch.fft.fft(a).real", "SelectBackward0", "", "Add", ""),
    ("a.unsqueeze(0)", "UnsqueezeBackward0", "", "", ""),
    ("a.cumsum(1)", "CumsumBackward0", "", "", ""),
)
# fmt: on


ASKED = pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
NAMED_OP = re.compile(
    r"output \d+ of ([\w:]+?)(?:Backward\d+)?, is at version 1; expected version 0"
)


def bumped(*outputs: torch.Tensor) -> set[tuple[int | None, int | None]]:
    """Return the versions, saved and now, of all saved tensors that were bumped."""
    saved = [each for node in tape.read(*outputs).nodes for each in node.tensors]
    return {(each.saved_version, each.version) for each in saved if each.bumped}


def run(op, edit=None, look=True):
    """Run an op, perhaps an edit, and backward, and look at the tape before and after the edit.

    Returns the gradients of both leaves, or the op that the version error names; and what the
    tape shows as bumped.
    """
    a = LEAF.clone()
    y = apply(op, a)
    if look:
        tape.read(y, a=a, y=y)
    if edit:
        edit(a, y)
    seen = bumped(y) if look else set()
    weights = torch.arange(1.0, y.numel() + 1, dtype=y.dtype).view(y.shape)
    try:
        total = (y * weights).sum()
        return torch.autograd.grad(total, [LEAF, B], allow_unused=True), seen
    except RuntimeError as error:
        return NAMED_OP.search(str(error))[1], seen


def expect(outcome, op, named: str) -> None:
    """Check a run: it raised naming an op, or its gradients are those of an undisturbed run."""
    found, seen = outcome
    assert seen == ({(0, 1)} if named else set())
    if named:
        assert found == named
    else:
        assert same(found, run(op, look=False)[0])


def same(found, expected) -> bool:
    return all(
        (one is None) == (other is None) and (one is None or torch.allclose(one, other))
        for one, other in zip(found, expected, strict=True)
    )


def test_the_table_has_every_row_once():
    assert len(TABLE) == len({row[0] for row in TABLE}) == 121


@ASKED
def test_what_an_op_saves(row: Row):
    op, name, saves, _, _ = row
    a = LEAF.clone()
    read = tape.read(apply(op, a), a=a, W=W)
    node = read.nodes[0]
    assert node.name == name
    said = {each.name: each.kind if each.kind == "number" else each.role for each in node.tensors}
    assert said == dict(word.split("=") for word in saves.split())
    for each in (tensor for node in read.nodes for tensor in node.tensors):
        assert each.bumped is False
        assert each.saved_version == each.version


@ASKED
def test_reading_disturbs_no_backward(row: Row):
    expect(run(row[0]), row[0], "")


@ASKED
def test_an_edit_of_the_input(row: Row):
    op, _, _, named, _ = row
    expect(run(op, lambda a, y: a.add_(1)), op, named)


@ASKED
def test_an_edit_of_the_output(row: Row):
    op, _, _, _, named = row
    if named == "refused":
        with pytest.raises(RuntimeError, match="refers to a single memory location"):
            run(op, lambda a, y: y.add_(1))
    else:
        expect(run(op, lambda a, y: y.add_(1)), op, named)


# ---------------------------------------------------------------- graphs


def leaf() -> torch.Tensor:
    return torch.tensor([1.0, 2.0, 3.0], requires_grad=True)


def node(name: str, *outputs: torch.Tensor, **names: torch.Tensor) -> tape.Node:
    """Return the one node of a name."""
    (found,) = [node for node in tape.read(*outputs, **names).nodes if node.name == name]
    return found


def saved(name: str, *outputs: torch.Tensor, **names: torch.Tensor) -> tape.SavedTensor:
    """Return the one saved tensor of the one node of a name."""
    (found,) = node(name, *outputs, **names).tensors
    return found


def arrows(read: tape.Tape) -> list[tuple[str, str]]:
    names = [node.name.removeprefix("torch::autograd::") for node in read.nodes]
    return [(names[edge.start], names[edge.end]) for edge in read.edges]


def test_a_small_graph_in_full():
    x, w = leaf(), leaf()
    y = x * w
    loss = y.exp().sum()
    read = tape.read(loss, loss=loss, x=x, y=y)
    assert read.outputs == (tape.Output("loss", (), "float32", 0),)
    assert [node.name for node in read.nodes] == [
        "SumBackward0",
        "ExpBackward0",
        "MulBackward0",
        "torch::autograd::AccumulateGrad",
        "torch::autograd::AccumulateGrad",
    ]
    assert [node.made for node in read.nodes] == [("loss",), (), ("y",), (), ()]
    assert read.leaves == (
        tape.Leaf("x", (3,), "float32", 0),
        tape.Leaf("", (3,), "float32", 0),
    )
    assert read.edges == (
        tape.Edge(0, 1, 0, 0),
        tape.Edge(1, 2, 0, 0),
        tape.Edge(2, 3, 0, 0),
        tape.Edge(2, 4, 1, 0),
    )
    total, exp, mul, *_ = read.nodes
    assert total.scalars == (tape.Scalar("self_sym_sizes", (3,)),)
    assert (total.tensors, total.freed) == ((), None)
    assert exp.tensors == (
        tape.SavedTensor(
            "result", "tensor", "output", None, "", (3,), "float32", saved_version=0, version=0
        ),
    )
    assert mul.tensors == (
        tape.SavedTensor("self", "tensor", "input", 0, "x", (3,), "float32", 0, 0),
        tape.SavedTensor("other", "tensor", "input", 1, "", (3,), "float32", 0, 0),
    )
    assert exp.freed is mul.freed is read.freed is False
    assert read.absent == ()


def test_shared_nodes_are_there_once_and_before_what_they_lead_to():
    x = leaf()
    shared = x.exp()
    first, second = (shared * shared).sum(), shared.sin().sum()
    read = tape.read(first, second, shared=shared)
    assert [output.node for output in read.outputs] == [0, 2]
    assert [node.name for node in read.nodes].count("ExpBackward0") == 1
    assert arrows(read).count(("MulBackward0", "ExpBackward0")) == 2
    assert ("SinBackward0", "ExpBackward0") in arrows(read)
    assert all(edge.start < edge.end for edge in read.edges)
    assert read == tape.read(first, second, shared=shared)
    assert tape.read(first, first).outputs == (tape.Output("", (), "float32", 0),) * 2


def test_the_order_is_right_where_ways_of_many_lengths_meet():
    generator = torch.Generator().manual_seed(0)
    made = [leaf()]
    for _ in range(60):
        one, other = torch.randint(len(made), (2,), generator=generator).tolist()
        made.append(made[one] + made[other] * 2)
    read = tape.read(*made[1:])
    assert len(read.nodes) == 121
    assert all(edge.start < edge.end for edge in read.edges)


def test_a_deep_graph_needs_no_recursion():
    y = leaf()
    for _ in range(5000):
        y = y + 1
    assert len(tape.read(y).nodes) == 5001


def test_several_results_of_one_node():
    x = torch.rand(2, 3, requires_grad=True)
    values, places = x.max(0)
    first, second = x.unbind()
    read = tape.read(values, (first * second).sum(), values=values, places=places, second=second)
    unbound = [place for place, node in enumerate(read.nodes) if node.name == "UnbindBackward0"]
    assert sorted(edge.output for edge in read.edges if edge.end in unbound) == [0, 1]
    assert [node.made for node in read.nodes if node.made] == [("values",), ("second",)]
    (indices,) = read.nodes[0].tensors
    assert (indices.name, indices.role, indices.called) == ("indices", "other", "places")
    assert (indices.dtype, read.absent) == ("int64", ())


def test_the_graph_of_a_gradient():
    x = leaf()
    (gradient,) = torch.autograd.grad((x**3).sum(), x, create_graph=True)
    power = node("PowBackward0", gradient, x=x)
    assert power.scalars == (tape.Scalar("exponent", 2.0),)
    assert (power.tensors[0].role, power.tensors[0].called) == ("input", "x")
    y = x.sigmoid()
    (gradient,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    double = node("SigmoidBackwardBackward0", gradient, y=y)
    roles = {each.name: (each.role, each.called) for each in double.tensors}
    assert roles["output"] == ("input", "")
    assert roles["grad_output"][0] == "other"


# ---------------------------------------------------------------- what is saved


def test_versions_of_an_output():
    x = leaf()
    y = x.sigmoid()
    y.add_(1)
    y.mul_(2)
    found = saved("SigmoidBackward0", y, y=y)
    assert (found.role, found.saved_version, found.version, found.bumped) == ("output", 0, 2, True)


@pytest.mark.parametrize("tracked", [True, False])
def test_versions_of_an_input(tracked: bool):
    z = leaf().clone()
    z.mul_(2)
    y = z.log()
    with torch.set_grad_enabled(tracked):
        z.add_(1)
    found = saved("LogBackward0", y, z=z)
    assert (found.role, found.input, found.called) == ("input", 0, "z")
    assert (found.saved_version, found.version, found.bumped) == (1, 2, True)


def test_versions_of_a_leaf_and_of_a_constant():
    x, mask = leaf(), torch.ones(3)
    y = x.log() * mask
    mask.zero_()
    with torch.no_grad():
        x.add_(1)
    read = tape.read(y, x=x, mask=mask)
    times, log, end = read.nodes
    assert times.tensors == (
        tape.SavedTensor("other", "tensor", "other", None, "mask", (3,), "float32", 0, 1),
    )
    assert log.tensors == (
        tape.SavedTensor("self", "tensor", "input", 0, "x", (3,), "float32", 0, 1),
    )
    assert end.leaf == tape.Leaf("x", (3,), "float32", 1)


def test_a_constant_that_was_given_a_history_later():
    x, c = leaf(), torch.ones(3)
    y = x * c
    c.mul_(x)
    found = saved("MulBackward0", y, c=c)
    assert (found.role, found.called, found.bumped) == ("other", "c", True)
    c = torch.ones(2, 3)
    y = x.exp() * c[0]
    c.mul_(x)
    assert node("MulBackward0", y).tensors[0].role == "other"
    d = torch.ones(3)
    y = x * d
    d.requires_grad_()
    assert saved("MulBackward0", y, d=d).role == "other"


def test_an_input_that_is_a_view_and_whose_base_was_written_to():
    b = torch.rand(2, 3, requires_grad=True).clone()
    v = b[0]
    y = v.log()
    b.add_(1)
    found = saved("LogBackward0", y, v=v)
    assert (found.role, found.called, found.saved_version, found.version) == ("input", "v", 0, 1)
    x = leaf()
    buffer = torch.zeros(3)
    buffer[0] = x[0]
    y = x[1] * buffer[0]
    buffer[1] = y
    found = node("MulBackward0", buffer).tensors[-1]
    assert (found.name, found.role, found.input) == ("other", "input", None)
    assert (found.saved_version, found.version) == (1, 2)
    pieces = (b + 0).chunk(2)
    y = pieces[0].log()
    pieces[0]._base.add_(1)
    found = saved("LogBackward0", y)  # torch says that it is a view, and names no version
    assert (found.role, found.saved_version, found.version) == ("input", None, 1)


def test_an_edit_in_another_thread():
    b = torch.rand(2, 3, requires_grad=True).clone()
    v, made = b[0], []
    thread = threading.Thread(target=lambda: (made.append(v.log()), b.add_(1)))
    thread.start()
    thread.join()
    found = saved("LogBackward0", made[0], v=v)
    assert (found.role, found.called, found.bumped) == ("input", "v", True)


def test_an_edit_that_no_counter_saw():
    z = leaf().clone()
    y = z.log()
    z.data.add_(1)
    z.detach().numpy()[:] = 7
    found = saved("LogBackward0", y)
    assert (found.saved_version, found.version, found.bumped) == (0, 0, False)


def test_an_input_whose_counter_was_held_back():
    z = leaf().clone()
    y = z.log()
    with torch.autograd._unsafe_preserve_version_counter(z):
        z.add_(1)
    found = saved("LogBackward0", y)
    assert (found.role, found.input, found.bumped) == ("input", 0, False)


def test_numbers_are_told_from_tensors_without_dimensions():
    x = leaf()
    for number in (3, 2.5, 1 + 2j):
        (found,) = tape.read(x * number).nodes[0].tensors
        assert (found.kind, found.value, found.shape) == ("number", str(number), ())
    for dtype in (torch.float64, torch.int64, torch.float32):
        (found,) = tape.read(x * torch.tensor(3, dtype=dtype)).nodes[0].tensors
        assert (found.kind, found.value) == ("tensor", "")


def test_scalars_of_all_kinds():
    x = torch.rand(2, 3, requires_grad=True)
    scalars = {each.name: each.value for each in node("SoftmaxBackward0", x.softmax(-1)).scalars}
    assert scalars == {"dim": -1}
    assert tape.Scalar("dim", (-1,)) in node("SumBackward1", x.sum((-1,))).scalars
    clamped = {each.name: each.value for each in node("ClampBackward1", x.clamp(min=0.5)).scalars}
    assert clamped == {"min": 0.5, "max": None}
    pool = node("ConvolutionBackward0", F.conv1d(x[None], torch.ones(1, 2, 1))).scalars
    assert tape.Scalar("transposed", False) in pool
    assert tape.Scalar("stride", (1,)) in pool


def test_lists_of_tensors():
    x = torch.rand(3, 3, requires_grad=True)
    rows, columns = torch.tensor([0, 2]), torch.tensor([1, 1])
    both = node("IndexBackward0", x[rows, columns], rows=rows, columns=columns)
    assert [(each.name, each.called) for each in both.tensors] == [
        ("indices[0]", "rows"),
        ("indices[1]", "columns"),
    ]
    y = x[:, columns]
    columns.add_(0)
    found = saved("IndexBackward0", y)
    assert (found.name, found.bumped) == ("indices[1]", True)
    y = x[rows, columns]
    columns.add_(0)
    assert [each.bumped for each in node("IndexBackward0", y).tensors] == [False, True]
    assert node("CatBackward0", torch.cat([x, x])).tensors == ()


def test_a_write_through_a_view():
    x = leaf()
    buffer = torch.zeros(4)
    buffer[:3] = x.exp()
    read = tape.read(buffer.sum(), buffer=buffer)
    assert arrows(read) == [
        ("SumBackward0", "CopySlices"),
        ("CopySlices", "ExpBackward0"),
        ("ExpBackward0", "AccumulateGrad"),
    ]
    slices = read.nodes[1]
    assert (slices.name, slices.made) == ("torch::autograd::CopySlices", ("buffer",))
    assert (slices.is_hidden, slices.tensors, slices.freed) == (True, (), None)
    assert [node.is_hidden for node in read.nodes] == [False, True, False, False]
    assert read.edges[1].input == 1
    base = leaf().clone()
    base[:2].sigmoid_()
    view = base[1:]
    assert ("CopySlices", "CloneBackward0") in arrows(tape.read(view))
    view.mul_(2)
    assert arrows(tape.read(view))[0] == ("AsStridedBackward0", "CopySlices")


# ---------------------------------------------------------------- custom Functions and hooks


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        result = x * factor
        ctx.save_for_backward(x, None, factor, result, torch.ones(2))
        ctx.power, ctx.x, ctx.both, ctx.call = 2, x, [x, factor], print
        return result

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.saved_tensors[2], None


def test_a_custom_function():
    x, factor = leaf(), torch.full((3,), 2.0)
    y = Scale.apply(x, factor)
    found = node("ScaleBackward", y, x=x, factor=factor)
    facts = {each.name: (each.kind, each.role, each.called) for each in found.tensors}
    assert facts == {
        "saved_tensors[0]": ("tensor", "input", "x"),
        "saved_tensors[2]": ("tensor", "other", "factor"),
        "saved_tensors[3]": ("tensor", "output", ""),
        "saved_tensors[4]": ("tensor", "other", ""),
        "ctx.x": ("kept", "input", "x"),
        "ctx.both[0]": ("kept", "input", "x"),
        "ctx.both[1]": ("kept", "other", "factor"),
    }
    assert found.scalars == (tape.Scalar("ctx.power", 2),)
    kept = [each for each in found.tensors if each.kind == "kept"]
    assert {(each.saved_version, each.version, each.bumped) for each in kept} == {(None, 0, None)}
    assert {each.bumped for each in found.tensors if each.kind == "tensor"} == {False}
    y.sum().backward()
    assert node("ScaleBackward", y).freed is True
    assert x.grad.tolist() == [2.0] * 3


def versions(y: torch.Tensor) -> dict[str, tuple[int | None, int | None]]:
    found = node("ScaleBackward", y).tensors
    return {each.name[-2]: (each.saved_version, each.version) for each in found[:4]}


def test_versions_in_a_custom_function():
    def scaled():
        z, factor = leaf().clone(), torch.full((3,), 2.0)
        return z, factor, Scale.apply(z, factor)

    _, _, y = scaled()
    clean = {"0": (0, 0), "2": (0, 0), "3": (0, 0), "4": (0, 0)}
    assert versions(y) == clean
    y.add_(1)
    assert node("ScaleBackward", y).tensors[2].role == "output"
    assert versions(y) == {**clean, "3": (0, 1)}
    z, factor, y = scaled()
    z.add_(1)
    factor.add_(1).add_(1)
    assert versions(y) == {**clean, "0": (0, 1), "2": (0, 2)}
    assert node("ScaleBackward", y).tensors[0].role == "input"
    y.add_(1)  # the error is about z, and says nothing of the output behind it
    assert versions(y) == {**clean, "0": (0, 1), "2": (0, 2), "3": (None, 1)}
    assert node("ScaleBackward", y).tensors[2].bumped is None


class OutputFirst(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        first, second = (x * 2).add_(0), x * 3
        ctx.save_for_backward(first, second, x)
        return first, second

    @staticmethod
    def backward(ctx, one, other):
        return one * 2 + other * 3


def test_outputs_before_the_tensor_that_the_error_is_about():
    def results(edit):
        z = leaf().clone()
        first, second = OutputFirst.apply(z)
        edit(z, first, second)
        found = node("OutputFirstBackward", first + second).tensors
        return [(each.role, each.saved_version, each.version) for each in found]

    assert results(lambda z, first, second: z.add_(1)) == [
        ("output", 1, 1),
        ("output", 0, 0),
        ("input", 0, 1),
    ]
    assert results(lambda z, first, second: (z.add_(1), first.add_(1))) == [
        ("output", 1, 2),
        ("output", 0, 0),
        ("input", 0, 1),
    ]
    assert results(lambda z, first, second: (first.add_(1), second.add_(1))) == [
        ("output", None, 2),
        ("output", None, 1),
        ("input", 0, 0),
    ]


class Intermediate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        with torch.enable_grad():
            twice = x * 2
        ctx.save_for_backward(twice)
        return twice * 1

    @staticmethod
    def backward(ctx, gradient):
        return gradient


def test_what_a_custom_function_made_for_itself_is_no_input():
    assert saved("IntermediateBackward", Intermediate.apply(leaf())).role == "other"


class InPlace(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.exp_()
        ctx.mark_dirty(x)
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.saved_tensors[0]


def test_a_custom_function_in_place():
    found = saved("InPlaceBackward", InPlace.apply(leaf().clone()))
    assert (found.role, found.bumped) == ("output", False)
    assert found.version > 0


def test_hooks_are_not_asked_to_unpack():
    x, w = leaf(), leaf()

    def unpack(packed):
        raise AssertionError("the unpack hook was called")

    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor, unpack):
        y = Scale.apply(x.exp(), w.detach())[[0, 1]]
    read = tape.read(y, x=x)
    packed = [each for node in read.nodes for each in node.tensors if each.kind != "kept"]
    assert [each.name for each in packed] == [
        "indices[0]",
        *(f"saved_tensors[{i}]" for i in (0, 2, 3, 4)),
        "result",
    ]
    assert {(each.kind, each.role, each.shape, each.version) for each in packed} == {
        ("packed", None, None, None)
    }
    assert {each.bumped for each in packed} == {None}
    assert read.freed is False
    z = x.log()  # outside of the hooks
    assert saved("LogBackward0", z).kind == "tensor"


def test_a_hook_on_one_of_several_saved_tensors():
    x = leaf()
    y = Scale.apply(x, torch.ones(3))
    y.grad_fn._raw_saved_tensors[2].register_hooks(lambda tensor: tensor, lambda packed: 1 / 0)
    y.add_(1)
    found = {each.name[-2]: each for each in node("ScaleBackward", y).tensors[:4]}
    assert found["2"].kind == "packed"
    assert (found["0"].saved_version, found["0"].version) == (0, 0)
    # reading them all, which alone would tell, would call the hook
    assert (found["3"].role, found["3"].saved_version, found["3"].version) == ("output", None, 1)


# ---------------------------------------------------------------- freed graphs


def test_a_freed_graph_says_so():
    x = leaf()
    loss = (x * 3 + x**2).sin()[[0, 1]].sum()
    assert tape.read(loss).freed is False
    loss.backward(retain_graph=True)
    assert tape.read(loss).freed is False
    loss.backward()
    read = tape.read(loss)
    assert read.freed
    states = {node.name: node.freed for node in read.nodes if node.leaf is None}
    assert states == {
        "SumBackward0": None,
        "IndexBackward0": True,
        "SinBackward0": True,
        "AddBackward0": None,
        "MulBackward0": True,
        "PowBackward0": True,
    }
    freed = {(each.name, each.kind) for node in read.nodes for each in node.tensors}
    assert freed == {("indices", "freed"), ("self", "freed"), ("other", "freed")}
    power = next(node for node in read.nodes if node.name == "PowBackward0")
    assert power.tensors == (tape.SavedTensor("self", "freed"),)
    assert power.scalars == (tape.Scalar("exponent", 2),)


def test_a_backward_that_failed_on_its_way_freed_a_part():
    z = leaf().exp()
    y = z.sin()
    z.add_(1)
    total = (y * y).sum()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        total.backward()
    states = {node.name: node.freed for node in tape.read(total).nodes}
    assert (states["MulBackward0"], states["SinBackward0"]) == (True, False)


def test_a_graph_that_saved_nothing_cannot_be_freed():
    total = (leaf() + 1).sum()
    total.backward()
    assert tape.read(total).freed is False


# ---------------------------------------------------------------- what reading leaves behind


def test_reading_leaves_no_trace():
    x, w, mask = leaf(), leaf(), torch.ones(3)
    y = (x * w).exp() * mask
    loss = y.sum()
    calls = []
    y.register_hook(lambda gradient: calls.append("tensor"))
    loss.grad_fn.register_prehook(lambda gradients: calls.append("node"))
    x.register_post_accumulate_grad_hook(lambda tensor: calls.append("leaf"))
    tensors = (x, w, mask, y, loss)
    before = [(each._version, each.grad_fn, each.requires_grad) for each in tensors]
    for mode in (torch.enable_grad, torch.no_grad, torch.inference_mode):
        with mode():
            tape.read(loss, x=x, w=w, mask=mask, y=y)
    assert [(each._version, each.grad_fn, each.requires_grad) for each in tensors] == before
    assert (calls, x.grad, w.grad) == ([], None, None)
    loss.backward()
    assert torch.allclose(x.grad, y.detach() * w.detach())
    assert sorted(calls) == ["leaf", "node", "tensor"]


def test_it_reads_the_same_under_anomaly_mode():
    z = leaf().clone()
    y = z.log()
    z.add_(1)
    before = tape.read(y, z=z)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with torch.autograd.detect_anomaly():
            mine = leaf().clone()
            assert bumped(mine.exp().add_(1)) == {(0, 1)}
            assert tape.read(y, z=z) == before


def test_a_tape_keeps_nothing_alive():
    x, mask = leaf(), torch.ones(3)
    y = Scale.apply((x * mask).exp(), mask)
    z = y.clone()
    hidden = z.sigmoid()
    z.add_(1)
    hidden.add_(1)
    read = tape.read(hidden, x=x, mask=mask, y=y, z=z)
    alive = [weakref.ref(each) for each in (x, mask, y, z, hidden, y.grad_fn)]
    alive += [weakref.ref(each.untyped_storage()) for each in (x, mask, y)]
    gc.disable()
    try:
        del x, mask, y, z, hidden
        assert [ref() for ref in alive] == [None] * len(alive)
    finally:
        gc.enable()
    assert read.nodes[-1].leaf.called == "x"


def test_a_tape_is_plain_data():
    x = torch.rand(3, 3, requires_grad=True)
    y = Scale.apply(F.conv1d(x[None], torch.ones(1, 3, 1)).softmax(-1)[0], torch.ones(3))
    read = tape.read(y.std(), x=x)

    def kinds(value):
        if isinstance(value, tuple):
            return {type(value)}.union(*map(kinds, value))
        if type(value).__module__ in ("course.tape", "course._saved"):
            return set().union(*map(kinds, vars(value).values()))
        return {type(value)}

    assert kinds(read) <= {tuple, str, int, float, bool, type(None)}
    assert pickle.loads(pickle.dumps(read)) == read


def test_an_error_keeps_no_tensor_alive_either():
    x = torch.ones(3)
    gone = weakref.ref(x)
    with pytest.raises(ValueError, match="no history"):
        tape.read(x)
    del x
    gc.collect()
    assert gone() is None


# ---------------------------------------------------------------- input of all kinds


def test_names():
    x, w = leaf(), leaf()
    y = x.exp()
    read = tape.read(y, x=x, twin=x, w=w, **{"a\nb": y, "outputs": y})
    assert read.leaves[0].called == "x, twin"
    assert read.nodes[0].made == ("a\\nb, outputs",)
    assert read.absent == ("w",)


def test_nothing_is_called_absent_where_something_cannot_be_seen():
    x, c, apart = leaf(), torch.ones(3), torch.ones(1)
    y = x * c
    assert tape.read(y, c=c, apart=apart).absent == ("apart",)
    y.sum().backward()
    assert tape.read(y, c=c, apart=apart).absent == ()
    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor, lambda packed: packed):
        assert tape.read(x * c, c=c, apart=apart).absent == ()
    buffer = torch.zeros(4)
    buffer[:3] = x
    buffer[:3].mul_(c)
    assert tape.read(buffer, c=c, apart=apart).absent == ()


def test_subclasses_and_parameters():
    class Loud(torch.Tensor):
        @classmethod
        def __torch_function__(cls, *args, **kwargs):
            raise AssertionError("the subclass was asked")

    loud = torch.Tensor._make_subclass(Loud, torch.ones(3), True)
    parameter = torch.nn.Parameter(torch.ones(3))
    with torch._C.DisableTorchFunction():
        y = (loud * parameter).sum()
    read = tape.read(y, loud=loud, weight=parameter)
    assert [leaf.called for leaf in read.leaves] == ["loud", "weight"]


@pytest.mark.parametrize("default", ["meta", "cpu"])
def test_the_default_device_and_dtype_do_not_matter(default: str):
    y = leaf() * 3
    torch.set_default_dtype(torch.float64)
    try:
        with torch.device(default):
            assert tape.read(y).nodes[0].tensors[0].kind == "number"
    finally:
        torch.set_default_dtype(torch.float32)


def test_meta_tensors_and_transforms():
    y = (torch.ones(2, device="meta", requires_grad=True) * 2).exp()
    assert [node.name for node in tape.read(y).nodes][:2] == ["ExpBackward0", "MulBackward0"]
    seen = []

    def f(x):
        y = x.sin().sum()
        seen.append(tape.read(y, x=x))
        return y

    torch.func.grad(f)(torch.ones(2))
    assert [leaf.called for leaf in seen[0].leaves] == ["x"]


@pytest.mark.parametrize(
    ("outputs", "kind", "said"),
    [
        (list, TypeError, "Give at least one tensor whose graph is to be read"),
        (lambda: [3.0], TypeError, "The output is of type float, and only tensors have a graph."),
        (lambda: [leaf().exp(), None], TypeError, "Output 2 is of type NoneType, and only"),
        (lambda: [torch.ones(2)], ValueError, "The output has no history: it does not require"),
        (lambda: [leaf()], ValueError, "The output is a leaf: it has no grad_fn"),
        (lambda: [leaf().exp(), leaf()], ValueError, "Output 2 is a leaf: it has no grad_fn"),
        (lambda: [leaf().exp().detach()], ValueError, "The output has no history: it does not"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(outputs, kind, said: str):
    with pytest.raises(kind) as caught:
        tape.read(*outputs())
    message = str(caught.value)
    assert message.startswith(said)
    assert message.endswith(".")
    assert "\n" not in message


def test_bad_input_is_called_by_its_name():
    with pytest.raises(TypeError, match=r"^x is of type list, and only tensors have a graph\.$"):
        tape.read(leaf().exp(), x=[1.0])
    loss = torch.ones(())
    with pytest.raises(ValueError, match=r"^loss has no history"):
        tape.read(loss, loss=loss)


def test_a_view_that_lost_its_history():
    base = torch.rand(4, requires_grad=True).clone()
    piece = base.chunk(2)[0]
    base.mul_(2)
    with pytest.raises(ValueError, match=r"^The output has a history that cannot be used\. torch"):
        tape.read(piece)
    read = tape.read(base, piece=piece)
    assert read.absent == ("piece",)


# ---------------------------------------------------------------- what the module offers


def test_the_module_answers_no_exercise():
    assert tape.__all__ == [
        *("Edge", "Leaf", "Node", "Output", "SavedTensor", "Scalar", "Tape", "read"),
    ]
    read = tape.read(leaf().exp())
    assert {name for name in dir(read) if not name.startswith("_")} == {
        *("absent", "edges", "freed", "leaves", "nodes", "outputs"),
    }
