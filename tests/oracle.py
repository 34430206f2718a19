"""Decide whether tensors share memory, exactly: the oracle that the tests compare with.

Every byte of every element is listed, so offsets, strides, expanded dimensions, dtype views and
memory borrowed from NumPy need no special case, and neighbours in one storage are told apart.
Meant for small strided tensors on the CPU.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import torch


def addresses(tensor: torch.Tensor) -> np.ndarray:
    """Return the sorted address of every byte that some element of `tensor` occupies."""
    if tensor.numel() == 0:
        return np.empty(0, dtype=np.int64)
    found = np.arange(tensor.data_ptr(), tensor.data_ptr() + tensor.element_size())
    for size, stride in zip(tensor.shape, tensor.stride(), strict=True):
        steps = np.arange(size) * (stride * tensor.element_size())
        found = np.unique(np.add.outer(found, steps))
    return found


def shares_memory(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Return whether some byte belongs to an element of `a` and to an element of `b`."""
    return np.intersect1d(addresses(a), addresses(b), assume_unique=True).size > 0


def classify(call: Callable[..., torch.Tensor], samples: Iterable[Sequence[object]]) -> str:
    """Return "view", "copy" or "ambiguous" for a call that was probed on `samples`.

    A sample is `(x, *arguments)`. The same object counts as a view.
    """
    shared = []
    for x, *arguments in samples:
        result = call(x, *arguments)
        assert isinstance(x, torch.Tensor)
        assert x.numel() > 0, "an empty input shares memory with nothing"
        assert result.numel() > 0, "an empty result shares memory with nothing"
        shared.append(shares_memory(x, result))
    assert shared, "nothing was probed"
    if all(shared):
        return "view"
    return "ambiguous" if any(shared) else "copy"
