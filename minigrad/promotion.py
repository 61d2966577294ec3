"""Which dtype an operation computes in: PyTorch's rule, in one place.

Operands fall into three categories: tensors with dimensions, 0-d tensors, and Python
numbers. A lower category changes the result's dtype only if its kind is higher
(bool < integer < float). So float32 (n) times float64 (0-d) is float32, and an integer
tensor times 0.5 is float32 (or what `set_default_dtype` chose). Source: PyTorch,
"Tensor Attributes", type promotion.
"""

import numpy as np
from numpy import ndarray

from . import dtypes
from .dtypes import bool_, int64

RANK = {"b": 0, "u": 1, "i": 1, "f": 2}
_INTEGERS = {bool: bool_.numpy, int: int64.numpy}


def promote(operands: tuple, floats: bool = False) -> tuple:
    """The operands with every array converted to the dtype of the result.

    Python numbers stay as they are: NumPy gives them the dtype of the array beside
    them. With `floats`, an integer result becomes the default dtype (as for exp).
    """
    operands = [
        each.item() if isinstance(each, np.generic) else each for each in operands
    ]
    dtype = result_dtype(operands)
    if floats and dtype.kind != "f":
        dtype = dtypes.numpy_dtype(None)
    return tuple(
        operand.astype(dtype)
        if isinstance(operand, ndarray) and operand.dtype != dtype
        else operand
        for operand in operands
    )


def result_dtype(operands: tuple) -> np.dtype:
    """The dtype that PyTorch would compute these arrays and numbers in."""
    categories = [None, None, None]
    for operand in operands:
        if isinstance(operand, ndarray):
            category, dtype = (0 if operand.ndim else 1), operand.dtype
        else:
            category, dtype = 2, _of_number(operand)
        categories[category] = join(categories[category], dtype)
    dimensioned, scalar, number = categories
    return _outrank(dimensioned, _outrank(scalar, number))


def _of_number(number: "bool | int | float") -> np.dtype:
    """The dtype of a Python number: int64, bool, and the default for a float."""
    if isinstance(number, float):  # NumPy's float64 is one, too
        return dtypes.numpy_dtype(None)
    try:
        return _INTEGERS[number.__class__]
    except KeyError:
        if isinstance(number, np.generic):
            return _of_number(number.item())
        kind = type(number).__name__
        raise TypeError(f"expected a Tensor or a number, not {kind}") from None


def join(a: np.dtype | None, b: np.dtype) -> np.dtype:
    """The dtype of two operands of one category."""
    if a is None or a == b:
        return b
    if a.kind == "f" and b.kind != "f":  # NumPy would make int64 and float32 float64
        return a
    if b.kind == "f" and a.kind != "f":
        return b
    return np.promote_types(a, b)


def _outrank(higher: np.dtype | None, lower: np.dtype | None) -> np.dtype | None:
    """The dtype of a category and a lower one: the lower counts only by its kind."""
    if higher is None or lower is None:
        return higher if lower is None else lower
    if RANK[lower.kind] > RANK[higher.kind]:
        return join(higher, lower)
    return higher
