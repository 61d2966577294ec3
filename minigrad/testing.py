"""`torch.testing.assert_close`: are two results equal up to rounding?"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from . import dtypes
from .names import module_getattr
from .tensor import Tensor

__getattr__ = module_getattr(__name__)

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
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
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
    settings = rtol, atol, equal_nan, check_dtype, check_stride
    error = _difference(actual, expected, settings, "")
    if error:
        raise AssertionError(msg or error)


def _difference(actual: Any, expected: Any, settings: tuple, where: str) -> str:
    """What differs, in words; nothing if nothing does."""
    if isinstance(expected, str) or isinstance(actual, str):
        same = actual == expected
        return "" if same else f"Object comparison failed: {actual!r} != {expected!r}"
    if isinstance(actual, Mapping) and isinstance(expected, Mapping):
        if set(actual) != set(expected):
            return _at(where, "The keys of the mappings do not match.")
        return _first(actual, expected, list(expected), settings, where)
    if isinstance(actual, Sequence) and isinstance(expected, Sequence):
        if len(actual) != len(expected):
            return _at(
                where,
                "The length of the sequences mismatch: "
                f"{len(actual)} != {len(expected)}",
            )
        return _first(actual, expected, range(len(expected)), settings, where)
    return _at(where, _of_values(actual, expected, settings))


def _first(actual, expected, keys, settings: tuple, where: str) -> str:
    for key in keys:
        place = f"{where}[{key!r}]"
        error = _difference(actual[key], expected[key], settings, place)
        if error:
            return error
    return ""


def _at(where: str, error: str) -> str:
    if not error or not where:
        return error
    return f"{error}\n\nThe failure occurred for item {where}"


def _of_values(actual: Any, expected: Any, settings: tuple) -> str:
    rtol, atol, equal_nan, check_dtype, check_stride = settings
    one, other = _array(actual), _array(expected)
    numbers = not isinstance(actual, Tensor | np.ndarray)
    if not numbers:
        if one.shape != other.shape:
            return _unlike("shape", f"torch.Size({list(one.shape)})", other)
        if check_dtype and one.dtype != other.dtype:
            return _unlike("dtype", repr(dtypes.of(one.dtype)), other)
        if check_stride and one.strides != other.strides:
            return _unlike("stride()", str(_strides(one)), other)
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
    if matches.all():
        return ""
    return (_number_message if numbers else _message)(a, b, matches, rtol, atol)


def _array(value: Any) -> np.ndarray:
    return value._data if isinstance(value, Tensor) else np.asarray(value)


def _strides(array: np.ndarray) -> tuple[int, ...]:
    return tuple(step // array.itemsize for step in array.strides)


def _unlike(name: str, found: str, expected: np.ndarray) -> str:
    shown = {
        "shape": f"torch.Size({list(expected.shape)})",
        "dtype": repr(dtypes.of(expected.dtype)),
        "stride()": str(_strides(expected)),
    }
    return f"The values for attribute '{name}' do not match: {found} != {shown[name]}."


def _message(a, b, matches, rtol: float, atol: float) -> str:
    exact = rtol == atol == 0
    wrong, total = int((~matches).sum()), matches.size
    if not a.ndim:
        return _number_message(a, b, matches, rtol, atol)
    lines = [f"Tensor-likes are not {'equal' if exact else 'close'}!", ""]
    lines.append(f"Mismatched elements: {wrong} / {total} ({wrong / total:.1%})")
    absolute = np.where(matches, a.dtype.type(0), np.abs(a - b))
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = absolute / np.abs(b)
    if a.dtype.kind != "f":
        quotient = quotient.astype(np.float32)
    relative = np.where(matches, quotient.dtype.type(0), quotient)
    for name, values, limit in (
        ("absolute", absolute, atol),
        ("relative", relative, rtol),
    ):
        place = np.unravel_index(int(np.argmax(values)), values.shape)
        line = f"Greatest {name} difference: {values[place].item()} at index "
        line += f"{tuple(map(int, place))}"
        lines.append(line if exact else f"{line} (up to {limit} allowed)")
    return "\n".join(lines)


def _number_message(a, b, matches, rtol: float, atol: float) -> str:
    exact = rtol == atol == 0
    difference = abs(a.item() - b.item())
    relative = difference / abs(b.item()) if b.item() else float("inf")
    lines = [
        f"Scalars are not {'equal' if exact else 'close'}!",
        "",
        f"Expected {b.item()} but got {a.item()}.",
    ]
    for name, value, limit in (
        ("Absolute", difference, atol),
        ("Relative", relative, rtol),
    ):
        line = f"{name} difference: {value}"
        lines.append(line if exact else f"{line} (up to {limit} allowed)")
    return "\n".join(lines)
