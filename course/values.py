"""Compare and show the values that learners' functions return.

References to torch's own functions are taken when this module is imported, and types are compared
exactly: a tensor subclass, an object that claims to equal everything, or a comparison function
replaced later changes no verdict here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import torch

_Tensor = torch.Tensor
_detach, _clone, _tolist = torch.Tensor.detach, torch.Tensor.clone, torch.Tensor.tolist
_LONGEST = 160
_MOST_ELEMENTS = 24


def difference(actual: object, expected: object, tolerance: float) -> str | None:
    """Say how `actual` differs from `expected`, as the rest of a sentence; None if it does not."""
    if type(expected) is _Tensor:
        wrong = not_a_tensor(actual, tuple(expected.shape), expected.dtype)
        if wrong is not None:
            return wrong
        same = _agree(_plain(actual), _plain(expected), tolerance)
    elif type(actual) is _Tensor:
        if not isinstance(expected, list | tuple | int | float) or isinstance(expected, bool):
            return f"is a tensor, should be {shown(expected)}"
        same = _agree(_plain(actual), expected, tolerance)
    else:
        same = _agree(actual, expected, tolerance)
    return None if same else f"is {shown(actual)}, should be {shown(expected)}"


def not_a_tensor(
    actual: object, shape: Sequence[int] | None, dtype: torch.dtype | None
) -> str | None:
    """Say why `actual` is not a plain tensor of `shape` and `dtype`; None if it is."""
    if type(actual) is not _Tensor:
        return f"is {shown(actual)}, should be a tensor"
    if shape is not None and tuple(actual.shape) != tuple(shape):
        return f"has shape {tuple(actual.shape)}, should have {tuple(shape)}"
    if dtype is not None and actual.dtype != dtype:
        return f"has dtype {actual.dtype}, should have {dtype}"
    return None


def copy_of(tensor: torch.Tensor) -> torch.Tensor:
    """Return the values of `tensor` in memory of their own, without history."""
    return _clone(_detach(tensor))


def shown(value: object) -> str:
    """Show a value in a sentence: short, without addresses."""
    if type(value) is _Tensor:
        if value.numel() > _MOST_ELEMENTS:
            return f"a tensor of shape {tuple(value.shape)}"
        return shortened(str(_plain(value)))
    if value is None or isinstance(value, bool | int | float | str | list | tuple | dict):
        return shortened(repr(value))
    if isinstance(value, _Tensor):
        return f"a {type(value).__name__} (a subclass of torch.Tensor)"
    if callable(value):
        return f"the function {getattr(value, '__name__', 'given')}"
    return f"an object of type {type(value).__name__}"


def shortened(text: str, longest: int = _LONGEST) -> str:
    """Cut a text to `longest` characters on one line and take addresses out of it."""
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", " ".join(text.split()))
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _plain(value: object) -> object:
    assert type(value) is _Tensor
    return _tolist(_detach(value))


def _agree(actual: object, expected: object, tolerance: float) -> bool:
    if isinstance(expected, list | tuple):
        return (
            type(actual) in (list, tuple)
            and len(actual) == len(expected)  # type: ignore[arg-type]
            and all(
                _agree(a, e, tolerance)
                for a, e in zip(actual, expected, strict=True)  # type: ignore[call-overload]
            )
        )
    if expected is None or isinstance(expected, bool):
        return actual is expected
    if isinstance(expected, complex):
        return type(actual) in (complex, float, int) and actual == expected
    if isinstance(expected, int | float):
        if type(actual) not in (int, float):
            return False
        assert isinstance(actual, int | float)
        if math.isnan(expected) or math.isnan(actual):
            return math.isnan(expected) and math.isnan(actual)
        return actual == expected or abs(actual - expected) <= tolerance
    return type(actual) is type(expected) and bool(actual == expected)
