"""Which function is which method of Tensor, which operator, and which NumPy function.

Read: `OPERATORS`, then `install`, which puts the tables of the families in place.
A family is a module with some of these tables, each of names and what they stand for:

    METHODS    methods of Tensor          FUNCTIONS  functions of minigrad
    IN_PLACE   `x.name_()`                PROPERTIES attributes of Tensor
    NUMPY      what NumPy's functions mean for Tensors

An op in a table stands for its `apply`, and an op's `apply` is the operator itself:
nothing stands between `a * b` and `Mul`.
"""

from collections.abc import Callable
from types import ModuleType

import numpy as np

from ..autograd import tensor_hooks
from ..autograd.inplace import change
from ..tensor import Tensor
from . import (
    compare,
    compound,
    constructors,
    convert,
    describe,
    diagonal,
    einsum,
    elementwise,
    error_function,
    expand,
    exponential,
    extremes,
    fill,
    gather,
    join,
    mask,
    matmul,
    norm,
    order,
    random,
    random_fill,
    ranges,
    rearrange,
    reduce,
    rounding,
    rows,
    scan,
    shape,
    softmax,
    solve,
    statistics,
    tensordot,
    transpose,
    trigonometric,
)
from .arguments import number, operand
from .indexing import getitem, setitem
from .public import as_method, op_of, public

FAMILIES = (
    *(elementwise, compound, exponential, trigonometric, error_function),
    *(extremes, rounding, compare, fill, convert, describe, tensor_hooks),
    *(constructors, ranges, random, random_fill),
    *(reduce, statistics, softmax, norm, order, scan),
    *(shape, expand, transpose, rearrange, diagonal, join),
    *(gather, rows, mask, matmul, tensordot, einsum, solve),
)

# Other names of methods and functions.
ALIASES = {
    "absolute": "abs",
    "clip": "clamp",
    "divide": "div",
    "multiply": "mul",
    "subtract": "sub",
}

OPERATORS = {
    "__add__": elementwise.Add,
    "__radd__": elementwise.Add,
    "__sub__": elementwise.Sub,
    "__rsub__": elementwise.subtracted_from,
    "__mul__": elementwise.Mul,
    "__rmul__": elementwise.Mul,
    "__truediv__": elementwise.Div,
    "__rtruediv__": elementwise.divided_into,
    "__pow__": elementwise.raised,
    "__rpow__": elementwise.raised_to,
    "__floordiv__": rounding.FloorDivide,
    "__rfloordiv__": rounding.floored_into,
    "__mod__": rounding.mod,
    "__rmod__": rounding.remainder_of,
    "__matmul__": matmul.matmul,
    "__rmatmul__": matmul.matmul,  # of what no tensor can be multiplied with
    "__neg__": elementwise.Neg,
    "__pos__": elementwise.positive,
    "__abs__": extremes.Abs,
    "__getitem__": getitem,
    "__setitem__": setitem,
    **compare.OPERATORS,
}

# In place: `x += y` changes x by what `x + y` is.
AUGMENTED = "add sub mul truediv pow floordiv mod and or xor".split()

# NumPy's functions on Tensors are these, and so differentiable. It is what lets one
# formula in an Op's backward serve arrays and Tensors.
NUMPY: dict[Callable, Callable] = {}

# A NumPy number on the left is the same as a Python one there.
REFLECTED = {
    np.add: "__radd__",
    np.subtract: "__rsub__",
    np.multiply: "__rmul__",
    np.divide: "__rtruediv__",
    np.power: "__rpow__",
    np.less: "__gt__",
    np.less_equal: "__ge__",
    np.greater: "__lt__",
    np.greater_equal: "__le__",
    np.equal: "__eq__",
    np.not_equal: "__ne__",
    np.floor_divide: "__rfloordiv__",
    np.remainder: "__rmod__",
    np.bitwise_and: "__rand__",
    np.bitwise_or: "__ror__",
    np.bitwise_xor: "__rxor__",
}


def table_of(family: ModuleType, table: str) -> dict[str, Callable]:
    """A table of a family: names, and what each stands for."""
    names = getattr(family, table, ())
    return names if isinstance(names, dict) else {n: getattr(family, n) for n in names}


def operator_of(target: object) -> Callable:
    """What a row of a table is as an operator: the `apply` of an op."""
    op = op_of(target)
    return target if op is None else op.apply


def install(tensor: type, functions: dict) -> None:
    """Put the tables in place: on the Tensor class, and into minigrad's own names."""
    for family in FAMILIES:
        for name, target in table_of(family, "METHODS").items():
            setattr(tensor, name, as_method(target, name))
        for name, target in table_of(family, "PROPERTIES").items():
            setattr(tensor, name, property(target))
        for name, target in table_of(family, "FUNCTIONS").items():
            functions[name] = public(target, name if op_of(target) else "")
        for name, target in table_of(family, "IN_PLACE").items():
            method = _in_place(as_method(target, name), f"{name}_")
            setattr(tensor, f"{name}_", method)
        for ufunc, target in getattr(family, "NUMPY", {}).items():
            NUMPY[ufunc] = operator_of(target)
    for alias, name in ALIASES.items():
        setattr(tensor, alias, getattr(tensor, name))
        functions[alias] = functions[name]
    for name, target in OPERATORS.items():
        setattr(tensor, name, operator_of(target))
    for name in AUGMENTED:
        operator = operator_of(OPERATORS[f"__{name}__"])
        setattr(tensor, f"__i{name}__", _in_place(operator, f"__i{name}__"))
    functions["matmul"] = tensor.matmul = matmul.product
    tensor.T = property(transpose.reversed_axes)
    tensor.mT = property(transpose.matrix_transpose)
    tensor.__array_ufunc__ = _array_ufunc
    tensor.__array_wrap__ = _array_wrap
    tensor.__array_function__ = _array_function


def _in_place(operation: Callable, name: str) -> Callable:
    """The in-place form of an operation: `x.add_(y)`, `x += y`."""

    def method(self, *args, **options):
        return change(self, operation, *args, **options)

    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"In place: {operation.__doc__}"
    method.__wrapped__ = operation  # its signature
    return method


# -- NumPy's functions on Tensors -------------------------------------------------


def _array_ufunc(self, ufunc, method, *inputs, **kwargs):
    if method == "__call__" and not kwargs:
        if ufunc in REFLECTED and isinstance(inputs[0], np.generic | int | float):
            return getattr(inputs[1], REFLECTED[ufunc])(number(inputs[0]))
        if ufunc in NUMPY:
            return NUMPY[ufunc](*[operand(value) for value in inputs])
    given = kwargs.get("out", ())
    if any([isinstance(each, Tensor) for each in given]):
        return NotImplemented
    arrays = [each.numpy() if isinstance(each, Tensor) else each for each in inputs]
    out = getattr(ufunc, method)(*arrays, **kwargs)
    if given or method == "outer":
        return out
    if ufunc.nout > 1:
        return tuple([_array_wrap(self, each) for each in out])
    return _array_wrap(self, out)


def _array_wrap(self, array, context=None, return_scalar=False) -> Tensor:
    """What NumPy computed of a tensor's array, as a tensor; bools are uint8 there."""
    array = np.asarray(array)
    return Tensor(array.astype(np.uint8) if array.dtype == bool else array)


def _array_function(self, function, types, args, kwargs):
    if function in NUMPY:
        return NUMPY[function](*args, **kwargs)
    # As for PyTorch's tensors: it asks for their methods, or for `__array__`.
    return function.__wrapped__(*args, **kwargs)
