"""`torch.testing.assert_close`: are two results equal up to rounding?

Read: `assert_close`, `_difference` (which goes into lists and dicts), `_compare`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from . import dtypes
from .ops.public import publish
from .tensor import Size, Tensor

__all__ = ["assert_close"]

# Relative and absolute tolerance by dtype; 0 for whole numbers.
_TOLERANCES = {
    np.dtype(np.float16): (1e-3, 1e-5),
    np.dtype(np.float32): (1.3e-6, 1e-5),
    np.dtype(np.float64): (1e-7, 1e-7),
}


def assert_close(
    actual: Any,
    expected: Any,
    *,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_dtype: bool = True,
    msg: str | None = None,
) -> None:
    """AssertionError unless |actual - expected| <= atol + rtol |expected| everywhere.

    For tensors, arrays and numbers, and for lists, tuples and dicts of them. Shapes
    must be equal, with `check_dtype` dtypes too. The tolerances follow from the dtype
    if not given (both or none). `msg` replaces the message.
    """
    if (rtol is None) != (atol is None):
        raise ValueError(
            "Both 'rtol' and 'atol' must be either specified or omitted, but got no "
            + ("rtol" if rtol is None else "atol")
        )
    settings = rtol, atol, equal_nan, check_dtype
    error = _difference(actual, expected, settings, "")
    if error:
        raise AssertionError(msg or error)


def _difference(actual: Any, expected: Any, settings: tuple, where: str) -> str:
    """What differs, in words; nothing if nothing does."""
    keys, error = [], ""
    if isinstance(actual, str) or isinstance(expected, str):
        raise TypeError("assert_close compares tensors, arrays and numbers, no strings")
    elif isinstance(actual, Mapping) and isinstance(expected, Mapping):
        keys = list(expected)
        if set(actual) != set(expected):
            error = "The keys of the mappings do not match."
    elif isinstance(actual, Sequence) and isinstance(expected, Sequence):
        keys = range(len(expected))
        if len(actual) != len(expected):
            sizes = f"{len(actual)} != {len(expected)}"
            error = f"The length of the sequences mismatch: {sizes}"
    else:
        error = _compare(actual, expected, *settings)
    if error:
        return f"{error}\n\nThe failure occurred for item {where}" if where else error
    parts = (
        _difference(actual[key], expected[key], settings, f"{where}[{key!r}]")
        for key in keys
    )
    return next(filter(None, parts), "")


def _compare(actual, expected, rtol, atol, equal_nan: bool, check_dtype: bool) -> str:
    """What differs between two tensors, arrays or numbers."""
    one, other = _array(actual), _array(expected)
    if isinstance(actual, Tensor | np.ndarray):
        pairs = {"shape": (Size(one.shape), Size(other.shape))}
        if check_dtype:
            pairs["dtype"] = dtypes.of(one.dtype), dtypes.of(other.dtype)
        for name, (a, b) in pairs.items():
            if a != b:
                return f"The values for attribute '{name}' do not match: {a} != {b}."
    elif check_dtype and type(actual) is not type(expected):
        return (
            f"The types of the values do not match: {type(actual)} != {type(expected)}."
        )
    if rtol is None:
        both = (_TOLERANCES.get(each.dtype, (0.0, 0.0)) for each in (one, other))
        rtol, atol = map(max, zip(*both, strict=True))
    common = np.promote_types(one.dtype, other.dtype)
    if common.kind != "f":
        common = np.dtype(np.int64)  # differences of small ones would wrap round
    a, b = one.astype(common), other.astype(common)
    matches = np.isclose(a, b, rtol, atol, equal_nan)
    return "" if matches.all() else _message(a, b, matches, rtol, atol)


def _array(value: Any) -> np.ndarray:
    return value._data if isinstance(value, Tensor) else np.asarray(value)


def _message(a, b, matches, rtol: float, atol: float) -> str:
    """PyTorch's words: how many differ, and where they differ most."""
    absolute = np.where(matches, a.dtype.type(0), np.abs(a - b))
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = absolute / np.abs(b)
    if a.ndim and a.dtype.kind != "f":
        relative = relative.astype(np.float32)
    relative = np.where(matches, relative.dtype.type(0), relative)
    equal = "equal" if rtol == atol == 0 else "close"
    wrong, total = int((~matches).sum()), matches.size
    if a.ndim:
        lines = [f"Tensor-likes are not {equal}!", ""]
        lines.append(f"Mismatched elements: {wrong} / {total} ({wrong / total:.1%})")
    else:
        lines = [f"Scalars are not {equal}!", ""]
        lines.append(f"Expected {b.item()} but got {a.item()}.")
    for name, values, limit in (
        ("absolute", absolute, atol),
        ("relative", relative, rtol),
    ):
        place = np.unravel_index(int(np.argmax(values)), values.shape)
        line = f"{name.capitalize()} difference: {values[place].item()}"
        if a.ndim:
            line = f"Greatest {name} difference: {values[place].item()} at index "
            line += f"{tuple(map(int, place))}"
        lines.append(f"{line} (up to {limit} allowed)" if rtol or atol else line)
    return "\n".join(lines)


__getattr__ = publish(globals())
