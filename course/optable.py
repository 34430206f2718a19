"""List the ops to classify, by the part of the torch docs that describes them, then by name.

Every entry was probed on torch 2.13 with all its variants and layouts; the tests do it again on
the torch that is installed and say which digest is right when one is not. When you add an op, give
it any digest, run its test, and paste the one that the test names.

Variants and layouts decide the answer as much as the op does. Choose them so that the answer holds
for the op as its docs describe it, and not only for the inputs that come to mind first.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 (the name the docs use)
from torch import nn

from course.ops import Op

TENSOR = "torch.Tensor"
INDEXING = "Tensor Views: indexing"
CREATION = "torch: Creation Ops"
JOINING = "torch: Indexing, Slicing, Joining, Mutating Ops"
POINTWISE = "torch: Pointwise Ops"
OTHER = "torch: Other Operations"
NN = "torch.nn"

MATRICES = (
    "contiguous",
    "transposed",
    "row slice",
    "column slice",
    "every other column",
    "expanded row",
)
VECTORS = ("vector", "every other element", "expanded number")
SEVERAL = ("contiguous", "transposed", "column slice", "expanded row", "vector", "3-D permuted")
BLOCKS = ("contiguous", "transposed", "column slice", "3-D", "3-D permuted")
DTYPES = ("float32", "float64", "int64")
NUMBERS = (*DTYPES, "complex64")
COMPLEX = ("complex64", "complex64 transposed")

# A table to be read across, one short block per op, so it is laid out by hand.
# fmt: off
BANK: tuple[Op, ...] = (
    Op("Tensor.clone", TENSOR, "x.clone()", lambda x: x.clone(), SEVERAL, "0179cc824f031df2"),
    Op(
        "Tensor.contiguous", TENSOR, "x.contiguous()",
        lambda x: x.contiguous(), MATRICES,
        "23a63f7ba1ab77aa",
    ),
    Op("Tensor.cpu", TENSOR, "x.cpu()", lambda x: x.cpu(), DTYPES, "8a0c7ed6d5ea700f"),
    Op("Tensor.data", TENSOR, "x.data", lambda x: x.data, SEVERAL, "8ae2ed6af76bf22d"),
    Op("Tensor.detach", TENSOR, "x.detach()", lambda x: x.detach(), SEVERAL, "231b736f2e47a34a"),
    Op("Tensor.double", TENSOR, "x.double()", lambda x: x.double(), DTYPES, "ea2902bcfa856e8b"),
    Op(
        "Tensor.expand", TENSOR, "x.expand(sizes)",
        lambda x, *sizes: x.expand(*sizes), MATRICES,
        "99ebb1070939636f", "x.expand({args})", ((3, 4, 6), (1, 4, 6), (-1, -1)),
    ),
    Op("Tensor.float", TENSOR, "x.float()", lambda x: x.float(), DTYPES, "68bbc4e7f94f6512"),
    Op(
        "Tensor.masked_fill", TENSOR, "x.masked_fill(x < 0, value)",
        lambda x, value: x.masked_fill(x < 0, value), MATRICES,
        "a1096439be582f3a", "x.masked_fill(x < 0, {0})", ((0,), (1,)),
    ),
    Op("Tensor.mT", TENSOR, "x.mT", lambda x: x.mT, BLOCKS, "7621b19c0d3c774d"),
    Op(
        "Tensor.repeat", TENSOR, "x.repeat(repeats)",
        lambda x, *repeats: x.repeat(*repeats), MATRICES,
        "8f7cdfc0ed79095c", "x.repeat({args})", ((1, 1), (2, 1), (2, 1, 1)),
    ),
    Op(
        "Tensor.reshape", TENSOR, "x.reshape(shape)",
        lambda x, *shape: x.reshape(*shape), MATRICES,
        "3e5020a938d04e26", "x.reshape({args})", ((-1,), (2, 12), (4, 6)),
    ),
    Op(
        "Tensor.reshape_as", TENSOR, "x.reshape_as(other)",
        lambda x, *shape: x.reshape_as(torch.empty(*shape)), MATRICES,
        "531263b0fd7e5331", "x.reshape_as(torch.empty({args}))", ((24,), (3, 8), (4, 6)),
    ),
    Op(
        "Tensor.sum_to_size", TENSOR, "x.sum_to_size(size)",
        lambda x, *size: x.sum_to_size(*size), MATRICES,
        "27215ce4213a9ca0", "x.sum_to_size({args})", ((4, 6), (1, 6), (4, 1)),
    ),
    Op("Tensor.T", TENSOR, "x.T", lambda x: x.T, MATRICES, "0ca7a28b39e003ae"),
    Op(
        "Tensor.t, then Tensor.contiguous", TENSOR, "x.t().contiguous()",
        lambda x: x.t().contiguous(), MATRICES,
        "12a4e9369aeeede8",
    ),
    Op(
        "Tensor.to", TENSOR, "x.to(dtype)",
        lambda x, dtype: x.to(dtype), DTYPES,
        "d1c5c608790c9109", "x.to({0})", ((torch.float32,), (torch.float64,)),
    ),
    Op(
        "Tensor.to(copy=...)", TENSOR, "x.to(x.dtype, copy=flag)",
        lambda x, flag: x.to(x.dtype, copy=flag), MATRICES,
        "c16b371ee42a3451", "x.to(x.dtype, copy={0})", ((False,), (True,)),
    ),
    Op(
        "Tensor.type", TENSOR, "x.type(dtype)",
        lambda x, dtype: x.type(dtype), DTYPES,
        "c577e7406a3c9778", "x.type({0})", ((torch.float32,), (torch.int64,)),
    ),
    Op(
        "Tensor.type_as", TENSOR, "x.type_as(other)",
        lambda x, dtype: x.type_as(torch.ones(1, dtype=dtype)), DTYPES,
        "ae64edd3ecbdb879", "x.type_as(torch.ones(1, dtype={0}))",
        ((torch.float32,), (torch.float64,)),
    ),
    Op(
        "Tensor.unfold", TENSOR, "x.unfold(dimension, size, step)",
        lambda x, dimension, size, step: x.unfold(dimension, size, step), MATRICES,
        "ff11f77321f96ba1", "x.unfold({args})", ((1, 2, 1), (1, 3, 3), (0, 2, 2)),
    ),
    Op(
        "Tensor.view", TENSOR, "x.view(shape)",
        lambda x, *shape: x.view(*shape), ("contiguous", "row slice", "every other column"),
        "9d9664f01e37bcc5", "x.view({args})", ((-1,), (2, 12), (4, 3, 2)),
    ),
    Op(
        "Tensor.view(dtype)", TENSOR, "x.view(dtype)",
        lambda x, dtype: x.view(dtype), DTYPES,
        "fad2305f249e73e5", "x.view({0})", ((torch.int32,), (torch.uint8,)),
    ),
    Op(
        "Tensor.view_as", TENSOR, "x.view_as(other)",
        lambda x, *shape: x.view_as(torch.empty(*shape)), MATRICES,
        "7d5409daafa0fb5b", "x.view_as(torch.empty({args}))", ((2, 2, 6), (4, 3, 2), (4, 6)),
    ),

    Op(
        "next(iter(x))", INDEXING, "next(iter(x))",
        lambda x: next(iter(x)), SEVERAL,
        "d97cde06af558ebc",
    ),
    Op("x[...]", INDEXING, "x[...]", lambda x: x[...], SEVERAL, "d9da4c5469a4bded"),
    Op(
        "x[0, [0, 1]]", INDEXING, "x[i, [j, ...]]",
        lambda x, i, *columns: x[i, list(columns)], MATRICES,
        "22845163d4835afc", "x[{0}, [{1}, {2}]]", ((0, 0, 1), (2, 5, 5)),
    ),
    Op(
        "x[0]", INDEXING, "x[i]",
        lambda x, i: x[i], SEVERAL,
        "6c9ed40a39956718", "x[{0}]", ((0,), (1,), (-1,)),
    ),
    Op(
        "x[1:]", INDEXING, "x[start:]",
        lambda x, start: x[start:], SEVERAL,
        "3a578c1439a5c451", "x[{0}:]", ((0,), (1,)),
    ),
    Op(
        "x[:, 0]", INDEXING, "x[:, j]",
        lambda x, j: x[:, j], MATRICES,
        "c6c57b4bd34f1d49", "x[:, {0}]", ((0,), (5,)),
    ),
    Op(
        "x[:, [0, 1]]", INDEXING, "x[:, [j, ...]]",
        lambda x, *columns: x[:, list(columns)], MATRICES,
        "06b56a3a26f772ae", "x[:, [{args}]]", ((0,), (0, 1, 2, 3, 4, 5)),
    ),
    Op(
        "x[::2]", INDEXING, "x[start::step]",
        lambda x, start, step: x[start::step], MATRICES,
        "652eb3fb8a391145", "x[{0}::{1}]", ((0, 1), (0, 2), (1, 2)),
    ),
    Op(
        "x[[0, 1]]", INDEXING, "x[[i, ...]]",
        lambda x, *rows: x[list(rows)], SEVERAL,
        "9136f13eebdaa676", "x[[{args}]]", ((0,), (0, 1), (1, 0)),
    ),
    Op("x[mask]", INDEXING, "x[x > 0]", lambda x: x[x > 0], MATRICES, "de1ea3e6a8405b4a"),
    Op("x[None]", INDEXING, "x[None]", lambda x: x[None], SEVERAL, "ed2bb94c0aa2c66e"),
    Op(
        "x[range(1)]", INDEXING, "x[range(stop)]",
        lambda x, stop: x[range(stop)], MATRICES,
        "fe706bf70c7b123f", "x[range({0})]", ((1,), (4,)),
    ),
    Op(
        "x[torch.tensor(0)]", INDEXING, "x[torch.tensor(i)]",
        lambda x, i: x[torch.tensor(i)], SEVERAL,
        "787ec373eb7e54d7", "x[torch.tensor({0})]", ((0,), (1,)),
    ),
    Op(
        "x[torch.tensor([True, ...])]", INDEXING, "x[torch.tensor([True, ...])]",
        lambda x, *mask: x[torch.tensor(list(mask))], MATRICES,
        "9c275f8f9542c5d3", "x[torch.tensor([{args}])]",
        ((True, False, True, False), (True, True, True, True)),
    ),
    Op(
        "x[torch.tensor(index)]", INDEXING, "x[torch.tensor(index)]",
        lambda x, index: x[torch.tensor(index)], SEVERAL,
        "51216c0276ed1660", "x[torch.tensor({0})]", ((0,), ((0, 1),)),
    ),
    Op("x[True]", INDEXING, "x[True]", lambda x: x[True], SEVERAL, "8511b42a46df4432"),

    Op(
        "torch.as_strided", CREATION, "torch.as_strided(x, size, stride)",
        lambda x, size, stride: torch.as_strided(x, size, stride), MATRICES,
        "a8d1b34e3914edcf", "torch.as_strided(x, {0}, {1})", (((2, 3), (3, 1)), ((2, 2), (1, 1))),
    ),
    Op(
        "torch.as_tensor", CREATION, "torch.as_tensor(x, dtype=dtype)",
        lambda x, dtype: torch.as_tensor(x, dtype=dtype), DTYPES,
        "896307b6b0ea6d77", "torch.as_tensor(x, dtype={0})", ((None,), (torch.float32,)),
    ),
    Op(
        "torch.from_numpy", CREATION, "torch.from_numpy(x.detach().numpy())",
        lambda x: torch.from_numpy(x.detach().numpy()), SEVERAL,
        "020419e24556b78e",
    ),
    Op(
        "torch.tensor", CREATION, "torch.tensor(x.tolist())",
        lambda x: torch.tensor(x.tolist()), SEVERAL,
        "05b75717cba0bdea",
    ),

    Op(
        "torch.cat", JOINING, "torch.cat([x] * n)",
        lambda x, n: torch.cat([x] * n), SEVERAL,
        "f2a030ea5fff1c36", "torch.cat([x] * {0})", ((1,), (2,)),
    ),
    Op(
        "torch.chunk", JOINING, "torch.chunk(x, chunks)[k]",
        lambda x, chunks, k: torch.chunk(x, chunks)[k], SEVERAL,
        "a8cd190f37124708", "torch.chunk(x, {0})[{1}]", ((1, 0), (2, 0), (2, 1)),
    ),
    Op(
        "torch.gather", JOINING, "torch.gather(x, dim, index)",
        lambda x, dim, index: torch.gather(x, dim, torch.tensor(index)), MATRICES,
        "ca761ab269686623", "torch.gather(x, {0}, torch.tensor({1}))",
        ((0, ((0,),)), (1, ((0, 1), (5, 5)))),
    ),
    Op(
        "torch.hstack", JOINING, "torch.hstack([x] * n)",
        lambda x, n: torch.hstack([x] * n), SEVERAL,
        "424ecd77ff08dcd3", "torch.hstack([x] * {0})", ((1,), (2,)),
    ),
    Op(
        "torch.index_select", JOINING, "torch.index_select(x, dim, index)",
        lambda x, dim, *index: torch.index_select(x, dim, torch.tensor(index)), MATRICES,
        "dfcc63182e4da5b4", "torch.index_select(x, {0}, torch.tensor([{1}, {2}]))",
        ((0, 0, 1), (1, 5, 0)),
    ),
    Op(
        "torch.masked_select", JOINING, "torch.masked_select(x, x > 0)",
        lambda x: torch.masked_select(x, x > 0), SEVERAL,
        "6ba0a73bbdc12dae",
    ),
    Op(
        "torch.moveaxis", JOINING, "torch.moveaxis(x, source, destination)",
        lambda x, source, destination: torch.moveaxis(x, source, destination), BLOCKS,
        "5fb1123608ed4611", "torch.moveaxis(x, {args})", ((0, 1), (1, 0), (0, 0)),
    ),
    Op(
        "torch.narrow", JOINING, "torch.narrow(x, dim, start, length)",
        lambda x, dim, start, length: torch.narrow(x, dim, start, length), MATRICES,
        "9149f52b54a818ce", "torch.narrow(x, {args})", ((0, 1, 2), (1, 0, 6)),
    ),
    Op(
        "torch.narrow_copy", JOINING, "torch.narrow_copy(x, dim, start, length)",
        lambda x, dim, start, length: torch.narrow_copy(x, dim, start, length), MATRICES,
        "e7b18a34de3321a7", "torch.narrow_copy(x, {args})", ((0, 1, 2), (1, 0, 6)),
    ),
    Op(
        "torch.permute", JOINING, "torch.permute(x, dims)",
        lambda x, dims: torch.permute(x, dims), MATRICES,
        "be0546a28293503a", "torch.permute(x, {0})", (((1, 0),), ((0, 1),)),
    ),
    Op(
        "torch.select", JOINING, "torch.select(x, dim, index)",
        lambda x, dim, index: torch.select(x, dim, index), BLOCKS,
        "f7c653d56cf7a836", "torch.select(x, {args})", ((0, 0), (1, -1)),
    ),
    Op(
        "torch.split", JOINING, "torch.split(x, size)[k]",
        lambda x, size, k: torch.split(x, size)[k], SEVERAL,
        "b1f77cf5298f5c6b", "torch.split(x, {0})[{1}]", ((1, 0), (1, 1), (6, 0)),
    ),
    Op(
        "torch.squeeze", JOINING, "torch.squeeze(x)",
        lambda x: torch.squeeze(x), (*MATRICES, "one row"),
        "d5c19e40be942e98",
    ),
    Op(
        "torch.stack", JOINING, "torch.stack([x] * n)",
        lambda x, n: torch.stack([x] * n), SEVERAL,
        "39a653d883281124", "torch.stack([x] * {0})", ((1,), (2,)),
    ),
    Op(
        "torch.swapaxes", JOINING, "torch.swapaxes(x, axis0, axis1)",
        lambda x, axis0, axis1: torch.swapaxes(x, axis0, axis1), BLOCKS,
        "7b73d7f240c4f137", "torch.swapaxes(x, {args})", ((0, 1), (0, 0)),
    ),
    Op(
        "torch.t", JOINING, "torch.t(x)",
        lambda x: torch.t(x), (*MATRICES, *VECTORS),
        "e6f0d56cc6bdeb26",
    ),
    Op(
        "torch.take", JOINING, "torch.take(x, index)",
        lambda x, *index: torch.take(x, torch.tensor(index)), MATRICES,
        "32c6e1a7ec85ab85", "torch.take(x, torch.tensor([{0}, {1}, {2}]))", ((0, 1, 2), (23, 0, 0)),
    ),
    Op(
        "torch.tensor_split", JOINING, "torch.tensor_split(x, sections)[k]",
        lambda x, sections, k: torch.tensor_split(x, sections)[k], SEVERAL,
        "10fb78de1ea7bda7", "torch.tensor_split(x, {0})[{1}]", ((1, 0), (2, 1)),
    ),
    Op(
        "torch.tile", JOINING, "torch.tile(x, dims)",
        lambda x, dims: torch.tile(x, dims), (*MATRICES, *VECTORS),
        "54e298f4b3182ff1", "torch.tile(x, {0})", (((1,),), ((2,),)),
    ),
    Op(
        "torch.transpose", JOINING, "torch.transpose(x, dim0, dim1)",
        lambda x, dim0, dim1: torch.transpose(x, dim0, dim1), BLOCKS,
        "fad56a4c3472d3a6", "torch.transpose(x, {args})", ((0, 1), (0, 0)),
    ),
    Op(
        "torch.unbind", JOINING, "torch.unbind(x, dim)[k]",
        lambda x, dim, k: torch.unbind(x, dim)[k], BLOCKS,
        "fda490b60531d411", "torch.unbind(x, {0})[{1}]", ((0, 0), (1, 2)),
    ),
    Op(
        "torch.unsqueeze", JOINING, "torch.unsqueeze(x, dim)",
        lambda x, dim: torch.unsqueeze(x, dim), SEVERAL,
        "992e2ef549d5f656", "torch.unsqueeze(x, {0})", ((0,), (-1,)),
    ),
    Op(
        "torch.where", JOINING, "torch.where(x > 0, x, 0)",
        lambda x: torch.where(x > 0, x, 0), SEVERAL,
        "00267f1aec6fc3a3",
    ),

    Op("torch.abs", POINTWISE, "torch.abs(x)", lambda x: torch.abs(x), NUMBERS, "3e2799df0d9d5dae"),
    Op(
        "torch.add", POINTWISE, "x + number",
        lambda x, number: x + number, DTYPES,
        "41cb10b1d48ac6fd", "x + {0}", ((0,), (1,)),
    ),
    Op(
        "torch.angle", POINTWISE, "torch.angle(x)",
        lambda x: torch.angle(x), COMPLEX,
        "aa7257b47c33666f",
    ),
    Op(
        "torch.clamp", POINTWISE, "torch.clamp(x, min=bound)",
        lambda x, bound: torch.clamp(x, min=bound), MATRICES,
        "0ba24dddb3ab86f0", "torch.clamp(x, min={0})", ((-1000,), (0,)),
    ),
    Op(
        "torch.conj_physical", POINTWISE, "torch.conj_physical(x)",
        lambda x: torch.conj_physical(x), NUMBERS,
        "469324272aa40212",
    ),
    Op(
        "torch.imag", POINTWISE, "torch.imag(x)",
        lambda x: torch.imag(x), COMPLEX,
        "c50c448ea5caf1c3",
    ),
    Op(
        "torch.mul", POINTWISE, "x * number",
        lambda x, number: x * number, DTYPES,
        "de08d5462c35d796", "x * {0}", ((1,), (2,)),
    ),
    Op(
        "torch.nan_to_num", POINTWISE, "torch.nan_to_num(x)",
        lambda x: torch.nan_to_num(x), DTYPES,
        "e0642bc3e49256c4",
    ),
    Op("torch.neg", POINTWISE, "-x", lambda x: -x, NUMBERS, "a51a0fe84f231e72"),
    Op("torch.positive", POINTWISE, "+x", lambda x: +x, NUMBERS, "ecf48f53ad7300e8"),
    Op(
        "torch.real", POINTWISE, "torch.real(x)",
        lambda x: torch.real(x), NUMBERS,
        "11ae82ca8b278027",
    ),
    Op(
        "torch.round", POINTWISE, "torch.round(x)",
        lambda x: torch.round(x), DTYPES,
        "dfb0e8c7afcc6fe3",
    ),

    Op(
        "torch.atleast_2d", OTHER, "torch.atleast_2d(x)",
        torch.atleast_2d, (*MATRICES, *VECTORS),
        "93db3a3f08117bbf",
    ),
    Op(
        "torch.block_diag", OTHER, "torch.block_diag(x)",
        torch.block_diag, (*MATRICES, *VECTORS),
        "9000b2d96a760947",
    ),
    Op(
        "torch.broadcast_to", OTHER, "torch.broadcast_to(x, size)",
        lambda x, size: torch.broadcast_to(x, size), MATRICES,
        "68338f68f58ac16c", "torch.broadcast_to(x, {0})", (((4, 6),), ((3, 4, 6),)),
    ),
    Op(
        "torch.cartesian_prod", OTHER, "torch.cartesian_prod(*[x] * n)",
        lambda x, n: torch.cartesian_prod(*[x] * n), VECTORS,
        "124889e831c31fe5", "torch.cartesian_prod(*[x] * {0})", ((1,), (2,)),
    ),
    Op("torch.diag", OTHER, "torch.diag(x)", lambda x: torch.diag(x), MATRICES, "d6f233a6970da738"),
    Op(
        "torch.diagonal", OTHER, "torch.diagonal(x, offset)",
        lambda x, offset: torch.diagonal(x, offset), MATRICES,
        "625b5f291b66f4af", "torch.diagonal(x, {0})", ((0,), (1,)),
    ),
    Op(
        "torch.einsum", OTHER, "torch.einsum(equation, x)",
        lambda x, equation: torch.einsum(equation, x), MATRICES,
        "c869ef2ec3e418e7", "torch.einsum({0}, x)", (("ij->ji",), ("ij->i",)),
    ),
    Op(
        "torch.flatten", OTHER, "torch.flatten(x, start_dim)",
        lambda x, start_dim: torch.flatten(x, start_dim), BLOCKS,
        "4d6ca40373986d08", "torch.flatten(x, {0})", ((0,), (1,)),
    ),
    Op(
        "torch.flip", OTHER, "torch.flip(x, dims)",
        lambda x, dims: torch.flip(x, dims), MATRICES,
        "0a567c3583415570", "torch.flip(x, {0})", (((0,),), ((0, 1),)),
    ),
    Op(
        "torch.meshgrid", OTHER, 'torch.meshgrid(x, x, indexing="ij")[k]',
        lambda x, k: torch.meshgrid(x, x, indexing="ij")[k], VECTORS,
        "dbcf9f536b122607", 'torch.meshgrid(x, x, indexing="ij")[{0}]', ((0,), (1,)),
    ),
    Op(
        "torch.ravel", OTHER, "torch.ravel(x)",
        lambda x: torch.ravel(x), MATRICES,
        "d74696f7ef288a85",
    ),
    Op(
        "torch.repeat_interleave", OTHER, "torch.repeat_interleave(x, repeats, dim=0)",
        lambda x, repeats: torch.repeat_interleave(x, repeats, dim=0), SEVERAL,
        "c2a39420e672da95", "torch.repeat_interleave(x, {0}, dim=0)", ((1,), (2,)),
    ),
    Op(
        "torch.roll", OTHER, "torch.roll(x, shifts)",
        lambda x, shifts: torch.roll(x, shifts), SEVERAL,
        "10cda13713e114c5", "torch.roll(x, {0})", ((0,), (1,)),
    ),
    Op(
        "torch.rot90", OTHER, "torch.rot90(x, k)",
        lambda x, k: torch.rot90(x, k), MATRICES,
        "76ab7780d691a7ee", "torch.rot90(x, {0})", ((0,), (1,), (2,)),
    ),
    Op(
        "torch.tril", OTHER, "torch.tril(x, diagonal)",
        lambda x, diagonal: torch.tril(x, diagonal), MATRICES,
        "7f53750a98f9cd18", "torch.tril(x, {0})", ((0,), (6,)),
    ),
    Op(
        "torch.unflatten", OTHER, "torch.unflatten(x, dim, sizes)",
        lambda x, dim, sizes: torch.unflatten(x, dim, sizes), MATRICES,
        "dc09257b3b6b26d7", "torch.unflatten(x, {0}, {1})", ((0, (2, 2)), (1, (3, 2))),
    ),
    Op(
        "torch.view_as_real", OTHER, "torch.view_as_real(x)",
        lambda x: torch.view_as_real(x), COMPLEX,
        "6d45cb31a63a301f",
    ),

    Op(
        "F.dropout", NN, "F.dropout(x, p, training)",
        lambda x, p, training: F.dropout(x, p, training), MATRICES,
        "5edf443361345bf5", "F.dropout(x, {args})", ((0.5, False), (0.5, True)),
    ),
    Op(
        "F.pad", NN, "F.pad(x, widths)",
        lambda x, widths: F.pad(x, widths), SEVERAL,
        "a292bac217c34a4e", "F.pad(x, {0})", (((0, 0),), ((1, 1),)),
    ),
    Op("F.relu", NN, "F.relu(x)", lambda x: F.relu(x), SEVERAL, "4e1670dba2e76a3a"),
    Op(
        "nn.Dropout", NN, "nn.Dropout(0.5).train(mode)(x)",
        lambda x, mode: nn.Dropout(0.5).train(mode)(x), MATRICES,
        "91877bf80a562877", "nn.Dropout(0.5).train({0})(x)", ((True,), (False,)),
    ),
    Op("nn.Flatten", NN, "nn.Flatten()(x)", lambda x: nn.Flatten()(x), BLOCKS, "ff21baee3361c555"),
    Op(
        "nn.Identity", NN, "nn.Identity()(x)",
        lambda x: nn.Identity()(x), SEVERAL,
        "b4ab5a79d68d1ab7",
    ),
    Op(
        "nn.Unflatten", NN, "nn.Unflatten(dim, sizes)(x)",
        lambda x, dim, sizes: nn.Unflatten(dim, sizes)(x), MATRICES,
        "995401851a65e2b5", "nn.Unflatten({0}, {1})(x)", ((1, (2, 3)), (1, (6, 1))),
    ),
)
# fmt: on
