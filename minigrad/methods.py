"""Which function is which method of Tensor, which operator, and which NumPy function.

Read: `OPERATORS`, and `install`, which puts the tables of the modules in `ops/`
in place. An op's `apply` is the operator itself: nothing stands between `a * b` and
`Mul`.
"""

from collections.abc import Callable

import numpy as np

from .functions import (
    casts,
    compare,
    compound,
    describe,
    elementwise,
    extremes,
    gradient,
    legacy,
    new,
    random,
    ranges,
    rounding,
    softmax,
    unary,
)
from .inplace import change
from .ops import (
    convert,
    diagonal,
    einsum,
    expand,
    gather,
    join,
    mask,
    matmul,
    norm,
    order,
    rearrange,
    reduce,
    rows,
    scan,
    shape,
    solve,
    statistics,
    tensordot,
    transpose,
)
from .ops import elementwise as ew
from .ops.arguments import number
from .ops.indexing import copied, filled, getitem, setitem
from .ops.public import as_function, named, with_numpy_names
from .tensor import Tensor

MODULES = (
    *(elementwise, extremes, rounding, unary, compound, compare),
    *(reduce, statistics, softmax, norm, order, scan),
    *(shape, expand, transpose, convert, matmul, gradient),
    *(casts, describe, legacy, new, ranges, random),
)
MODULES += (rearrange, diagonal, join, gather, rows, mask)
MODULES += (tensordot, einsum, solve)


def _in_place(operation: Callable, name: str) -> Callable:
    """The in-place form of an operation: `x.add_(y)`, `x += y`."""

    def method(self, *args, **options):
        return change(self, operation, *args, **options)

    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"In place: {operation.__doc__}"
    method.__wrapped__ = operation  # its signature
    return method


def zero_(self: Tensor) -> Tensor:
    """Fill with zeros, in place."""
    return change(self, ew.Zero.apply, 0)


def fill_(self: Tensor, value: "float | Tensor") -> Tensor:
    """Fill with `value`, a number or a 0-d tensor, in place; gradients flow to it."""
    if isinstance(value, Tensor):
        if value._data.ndim:
            raise RuntimeError(
                "fill_ only supports 0-dimension value tensor but got tensor with "
                f"{value._data.ndim} dimensions."
            )
        return change(self, filled, convert.to(value, self.dtype))
    if not isinstance(value, int | float | np.generic):
        raise TypeError(
            f"fill_(): argument 'value' must be a number or a Tensor, not "
            f"{type(value).__name__}"
        )
    return change(self, ew.Fill.apply, value)


def copy_(self: Tensor, source: Tensor) -> Tensor:
    """Take over the values of `source`, in place; gradients flow to it."""
    return change(self, copied, source)


# -- the tables -------------------------------------------------------------------

OPERATORS = {
    "__add__": ew.Add.apply,
    "__radd__": ew.Add.apply,
    "__sub__": ew.Sub.apply,
    "__rsub__": elementwise.reflected_sub,
    "__mul__": ew.Mul.apply,
    "__rmul__": ew.Mul.apply,
    "__truediv__": ew.Div.apply,
    "__rtruediv__": elementwise.rdiv,
    "__pow__": elementwise.power,
    "__rpow__": elementwise.rpow,
    "__floordiv__": rounding.floordiv,
    "__rfloordiv__": rounding.rfloordiv,
    "__mod__": rounding.mod,
    "__rmod__": rounding.rmod,
    "__matmul__": matmul.matmul,
    "__neg__": ew.Neg.apply,
    "__pos__": elementwise.positive,
    "__abs__": extremes.abs,
    "__getitem__": getitem,
    "__setitem__": setitem,
    **compare.OPERATORS,
}

AUGMENTED = {
    "__iadd__": ew.Add,
    "__isub__": ew.Sub,
    "__imul__": ew.Mul,
    "__itruediv__": ew.Div,
    "__ipow__": elementwise.power,
    "__ifloordiv__": rounding.floordiv,
    "__imod__": rounding.mod,
    **{
        f"__i{name}__": compare.OPERATORS[f"__{name}__"]
        for name in ("and", "or", "xor", "lshift", "rshift")
    },
}

# NumPy's functions on Tensors are these, and so differentiable. It is what lets one
# formula in an Op's backward serve arrays and Tensors.
NUMPY = {}
for _module in MODULES:
    NUMPY.update(_module.NUMPY)


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
    np.left_shift: "__rlshift__",
    np.right_shift: "__rrshift__",
}


def _array_ufunc(self, ufunc, method, *inputs, **kwargs):
    if method == "__call__" and not kwargs:
        if ufunc in REFLECTED and isinstance(inputs[0], np.generic | int | float):
            return getattr(inputs[1], REFLECTED[ufunc])(number(inputs[0]))
        if ufunc in NUMPY:
            return NUMPY[ufunc](*[elementwise.operand(value) for value in inputs])
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


def install(tensor: type, functions: dict) -> None:
    """Put the tables in place: on the Tensor class, and into minigrad's own names."""
    for module in MODULES:
        for name in module.METHODS:
            method = with_numpy_names(named(getattr(module, name), name))
            setattr(tensor, name, method)
        for name in getattr(module, "PROPERTIES", ()):
            setattr(tensor, name, property(getattr(module, name)))
        for name in module.FUNCTIONS:
            functions[name] = as_function(getattr(module, name), name)
        for name, op in getattr(module, "IN_PLACE", {}).items():
            change_by = with_numpy_names(getattr(op, "apply", op))
            setattr(tensor, f"{name}_", _in_place(change_by, f"{name}_"))
    functions["matmul"] = tensor.matmul = matmul.product
    for method in (zero_, fill_, copy_):
        setattr(tensor, method.__name__, method)
    for name, operator in OPERATORS.items():
        setattr(tensor, name, operator)
    for name, op in AUGMENTED.items():
        setattr(tensor, name, _in_place(getattr(op, "apply", op), name))
    tensor.where = elementwise.where_method
    tensor.T = property(transpose.reversed_axes)
    tensor.mT = property(transpose.matrix_transpose)
    tensor.retains_grad = property(gradient.retains_grad)
    tensor.__array_ufunc__ = _array_ufunc
    tensor.__array_wrap__ = _array_wrap
    tensor.__array_function__ = _array_function
