"""Numbers out of whatever a plot was given: lists, arrays, tensors of both libraries.

Read: `as_array`, `series` (points of one curve), `named`, then numbers as words.
"""

import math
from collections.abc import Mapping

import numpy as np

from .labels import cleaned
from .reading import is_tensor

Series = tuple[np.ndarray, np.ndarray]


def as_array(thing: object) -> np.ndarray:
    """A float64 copy of numbers: a list (of tensors too), an array or a tensor.

    A tensor may require grad: its graph is left alone. ValueError for anything else.
    """
    try:
        return np.array(_plain(thing), dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"a plot needs numbers, and got an object of type {type(thing).__name__} "
            f"that has others in it or rows of several lengths ({error})."
        ) from error


def _plain(thing: object) -> object:
    if is_tensor(thing):
        tensor = thing.detach()
        # PyTorch's own numpy() refuses other devices, and types that NumPy lacks.
        return tensor.cpu().double().numpy() if hasattr(tensor, "cpu") else tensor
    if isinstance(thing, list | tuple):
        return [_plain(part) for part in thing]
    return thing


def flat(thing: object, what: str) -> np.ndarray:
    """`as_array` for one number per point; columns (n, 1) pass as (n,)."""
    array = as_array(thing)
    if array.ndim == 2 and 1 in array.shape:
        array = array.ravel()
    if array.ndim != 1 or not array.size:
        raise ValueError(
            f"{what} must be a list of at least one number, and has the shape "
            f"{array.shape}."
        )
    return array


def series(x: object, y: object, what: str) -> Series:
    """The points of one curve. ValueError if x and y differ in length."""
    x, y = flat(x, f"x of {what}"), flat(y, f"y of {what}")
    if len(x) != len(y):
        raise ValueError(f"{what}: x has {len(x)} numbers and y has {len(y)}.")
    return x, y


def named(data: object, default: str = "") -> dict[str, object]:
    """{label: data} as it was given, or one curve without a label."""
    if not isinstance(data, Mapping):
        return {default: data}
    if not data:
        raise ValueError("there is nothing to plot: the mapping is empty.")
    return {cleaned(label): value for label, value in data.items()}


# -- words ------------------------------------------------------------------------


def number(value: float, scale: float = 0.0) -> str:
    """`value` to three digits of `scale`, or of itself where no scale is given.

    So rounding errors do not reach the words: 1e-17 beside values around 1 is 0.
    """
    if not math.isfinite(value):
        return str(value)
    size = max(abs(value), abs(scale))
    if size == 0:
        return "0"
    decimals = 2 - math.floor(math.log10(size))
    return f"{round(value, decimals) + 0.0:.6g}"


def power(value: float) -> str:
    """`value` as its nearest power of ten: for errors, whose digits are noise."""
    if value <= 0 or not math.isfinite(value):
        return number(value)
    return f"1e{round(math.log10(value)):+03d}"
