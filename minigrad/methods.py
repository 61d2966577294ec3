"""Which op is which method of Tensor, which operator, and which function.

Read: the functions that choose an op (`pow`, `sum`, `norm` …; those for shapes, matrix
products and indexing are in files of their own), then `BOTH`, `OPERATORS` and `NUMPY`
at the end, the tables that `install` puts in place. An op's `apply` is the operator
itself: nothing stands between `a * b` and `Mul`.
"""

from collections.abc import Callable

import numpy as np
from numpy import ndarray

from . import dtypes, products, shapes
from .autograd import engine
from .broadcasting import size_error
from .indexing import getitem, setitem
from .inplace import change
from .ops import elementwise as ew
from .ops import reduce
from .promotion import promote, result_dtype
from .shapes import expand, to
from .tensor import Tensor

# -- arithmetic -------------------------------------------------------------------


def _function(name: str, apply: Callable) -> Callable:
    """`apply` as a public function: foreign operands are a TypeError."""

    def function(input, other):
        result = apply(input, other)
        if result is NotImplemented:
            raise TypeError(
                f"{name}(): argument 'other' (position 2) must be Tensor, not "
                f"{type(other).__name__}"
            )
        return result

    function.__name__ = function.__qualname__ = name
    function.__doc__ = apply.__doc__
    return function


def rsub(input: Tensor, other: float) -> Tensor:
    """other - input, for the reflected operator."""
    if not isinstance(other, int | float):
        return NotImplemented
    if input._data.dtype.kind != "f":
        input = to(input, result_dtype((input._data, other)))
    return ew.Rsub.apply(input, other)


def rdiv(input: Tensor, other: float) -> Tensor:
    """other / input, for the reflected operator."""
    return ew.Mul.apply(ew.Reciprocal.apply(input), other)


def pow(input: "Tensor | float", exponent: "Tensor | float") -> Tensor:
    """input ** exponent; either may be a Python number."""
    if isinstance(exponent, Tensor):
        if not isinstance(input, Tensor):
            return rpow(exponent, input)
        return ew.Pow.apply(input, exponent)
    if isinstance(exponent, np.generic):
        exponent = exponent.item()
    if not isinstance(exponent, int | float):
        return NotImplemented
    if input._data.dtype.kind != "f":
        input = to(input, result_dtype((input._data, exponent)))
        if input._data.dtype.kind != "f" and exponent < 0:
            raise RuntimeError("Integers to negative integer powers are not allowed.")
    return ew.PowScalar.apply(input, exponent)


def rpow(input: Tensor, base: float) -> Tensor:
    """base ** input, for the reflected operator."""
    if isinstance(base, np.generic):
        base = base.item()
    if not isinstance(base, int | float):
        return NotImplemented
    if input._data.dtype.kind != "f":
        input = to(input, result_dtype((input._data, base)))
    return ew.PowOfScalar.apply(input, base)


def square(input: Tensor) -> Tensor:
    """input ** 2"""
    return pow(input, 2)


def where(condition: Tensor, input, other) -> Tensor:
    """`input` where the condition holds, else `other`."""
    return ew.Where.apply(input, other, condition)


# -- reductions -------------------------------------------------------------------


class SumDim(reduce.Sum, name="SumBackward1"):
    """The node that PyTorch shows for a sum over given axes."""


class MeanDim(reduce.Mean, name="MeanBackward1"):
    """The node that PyTorch shows for a mean over given axes."""


_ALL = object()  # no `dim` was given; PyTorch records another node for dim=None


def sum(input: Tensor, dim=_ALL, keepdim: bool = False, *, dtype=None) -> Tensor:
    """The sum over the axes `dim`, an int or a tuple; over all if left out."""
    if dtype is not None:
        input = to(input, dtype)
    if dim is _ALL and not keepdim:
        return reduce.Sum.apply(input)
    _check_reduction("sum", dim, keepdim)
    return SumDim.apply(input, dim, keepdim)


def mean(input: Tensor, dim=_ALL, keepdim: bool = False, *, dtype=None) -> Tensor:
    """The mean over the axes `dim`, an int or a tuple; over all if left out."""
    if dtype is not None:
        input = to(input, dtype)
    if not input.is_floating_point():
        kind = dtypes.kind(input.dtype)
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a "
            f"floating point or complex dtype. Got: {kind}"
        )
    if dim is _ALL and not keepdim:
        return reduce.Mean.apply(input)
    _check_reduction("mean", dim, keepdim)
    return MeanDim.apply(input, dim, keepdim)


def _check_reduction(name: str, dim, keepdim: bool) -> None:
    """TypeError for keepdim without dim, and for axes given as separate arguments."""
    if dim is _ALL:
        raise TypeError(
            f"{name}() received an invalid combination of arguments - got "
            "(keepdim=bool, ), but expected one of:\n * (*, torch.dtype dtype = None)\n"
            " * (tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None)"
        )
    if keepdim.__class__ is not bool:
        raise TypeError(
            f"{name}(): argument 'keepdim' (position 2) must be bool, not "
            f"{type(keepdim).__name__}"
        )


def norm(input: Tensor, p: float = 2, dim=None, keepdim: bool = False) -> Tensor:
    """The Euclidean norm √(Σ x²) over the axes `dim`; over all if left out."""
    if p not in (2, "fro"):
        raise NotImplementedError(f"minigrad has the norm for p=2 only, not p={p!r}")
    if not input.is_floating_point():
        kind = dtypes.kind(input.dtype)
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as "
            f"input. Got {kind}"
        )
    return reduce.Norm.apply(input, dim, keepdim)


# -- comparisons and tests: no gradient -------------------------------------------


def _applied(ufunc: np.ufunc, a, b) -> ndarray:
    try:
        return ufunc(a, b)
    except ValueError:
        raise size_error(a.shape, b.shape) from None


def _logic(ufunc: np.ufunc) -> Callable:
    def combine(input, other):
        if not isinstance(other, Tensor | int | float):
            return NotImplemented
        a, b = promote((input._data, getattr(other, "_data", other)))
        if a.dtype.kind == "f":
            kind = dtypes.kind(dtypes.of(a.dtype))
            raise NotImplementedError(
                f"\"{ufunc.__name__}_cpu\" not implemented for '{kind}'"
            )
        return Tensor(np.asarray(_applied(ufunc, a, b)))

    combine.__doc__ = f"{ufunc.__name__}, entry by entry, of bool or integer tensors"
    return combine


def invert(input: Tensor) -> Tensor:
    """Not, entry by entry, of a bool tensor; the complement of an integer one."""
    if input._data.dtype.kind == "f":
        raise TypeError(
            "~ (operator.invert) is only implemented on integer and Boolean-type "
            "tensors"
        )
    return Tensor(np.asarray(np.invert(input._data)))


def _comparison(ufunc: np.ufunc) -> Callable:
    def compare(input, other):
        if not isinstance(other, Tensor | int | float):
            return NotImplemented
        b = other._data if isinstance(other, Tensor) else other
        return Tensor(np.asarray(_applied(ufunc, input._data, b)))

    compare.__name__ = ufunc.__name__
    compare.__doc__ = f"{ufunc.__name__}, entry by entry, as a bool tensor"
    return compare


def allclose(
    input: Tensor,
    other: Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> bool:
    """True if |input - other| <= atol + rtol |other| everywhere."""
    return bool(np.allclose(input._data, other._data, rtol, atol, equal_nan))


def equal(input: Tensor, other: Tensor) -> bool:
    """True if both have the same shape and the same entries."""
    return input._data.shape == other._data.shape and bool(
        (input._data == other._data).all()
    )


def is_tensor(obj: object) -> bool:
    """True for a Tensor."""
    return isinstance(obj, Tensor)


def backward(
    self: Tensor,
    gradient: Tensor | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs=None,
) -> None:
    """Add the gradient of this tensor to the `.grad` of the leaves it depends on."""
    engine.backward(self, gradient, retain_graph, create_graph, inputs)


# -- in place ---------------------------------------------------------------------


def _in_place(operation: Callable) -> Callable:
    """The in-place form of an operation: `x.add_(y)`, `x += y`."""

    def method(self, *args):
        return change(self, operation, *args)

    method.__doc__ = f"In place: {operation.__doc__}"
    return method


def zero_(self: Tensor) -> Tensor:
    """Fill with zeros, in place."""
    return change(self, ew.Zero.apply, 0)


def fill_(self: Tensor, value: float) -> Tensor:
    """Fill with `value`, in place."""
    return change(self, ew.Fill.apply, value)


def copy_(self: Tensor, source: Tensor) -> Tensor:
    """Take over the values of `source`, in place; gradients flow to it."""
    if not self.is_floating_point() and isinstance(source, Tensor):
        source = to(source, self.dtype)
    return change(self, ew.Copy.apply, source)


# -- the tables -------------------------------------------------------------------

mul, add, sub, div = (
    _function(name, op.apply)
    for name, op in (("mul", ew.Mul), ("add", ew.Add), ("sub", ew.Sub), ("div", ew.Div))
)
neg, reciprocal, sqrt, exp, log, tanh, sin, cos, relu, abs, sign = (
    op.apply
    for op in (
        ew.Neg,
        ew.Reciprocal,
        ew.Sqrt,
        ew.Exp,
        ew.Log,
        ew.Tanh,
        ew.Sin,
        ew.Cos,
        ew.ReLU,
        ew.Abs,
        ew.Sign,
    )
)
eq, ne, lt, le, gt, ge = (
    _comparison(ufunc)
    for ufunc in (
        np.equal,
        np.not_equal,
        np.less,
        np.less_equal,
        np.greater,
        np.greater_equal,
    )
)
and_, or_, xor = (
    _logic(ufunc) for ufunc in (np.bitwise_and, np.bitwise_or, np.bitwise_xor)
)
matmul = _function("matmul", products.matmul)

# Functions of this module, of shapes.py and of products.py that are functions of
# minigrad and methods of Tensor.
BOTH = """
    add sub mul div neg pow square reciprocal sqrt exp log tanh sin cos relu abs sign
    sum mean norm matmul mm mv bmm dot reshape flatten transpose permute t unsqueeze
    squeeze clone eq ne lt le gt ge allclose equal
""".split()
ONLY_METHODS = "view expand contiguous to backward zero_ fill_ copy_".split()
ONLY_FUNCTIONS = "where is_tensor".split()

CONVERSIONS = {
    "half": dtypes.float16,
    "float": dtypes.float32,
    "double": dtypes.float64,
    "int": dtypes.int32,
    "long": dtypes.int64,
    "bool": dtypes.bool_,
}

OPERATORS = {
    "__add__": ew.Add.apply,
    "__radd__": ew.Add.apply,
    "__sub__": ew.Sub.apply,
    "__rsub__": rsub,
    "__mul__": ew.Mul.apply,
    "__rmul__": ew.Mul.apply,
    "__truediv__": ew.Div.apply,
    "__rtruediv__": rdiv,
    "__pow__": pow,
    "__rpow__": rpow,
    "__matmul__": products.matmul,
    "__neg__": ew.Neg.apply,
    "__abs__": ew.Abs.apply,
    "__getitem__": getitem,
    "__setitem__": setitem,
    "__and__": and_,
    "__rand__": and_,
    "__or__": or_,
    "__ror__": or_,
    "__xor__": xor,
    "__rxor__": xor,
    "__invert__": invert,
    "__eq__": eq,
    "__ne__": ne,
    "__lt__": lt,
    "__le__": le,
    "__gt__": gt,
    "__ge__": ge,
}

IN_PLACE = {"add": ew.Add, "sub": ew.Sub, "mul": ew.Mul, "div": ew.Div}


def _expand_dims(a, axis):
    """NumPy's expand_dims: new axes of size 1, counted in the result."""
    for dim in sorted((axis,) if isinstance(axis, int) else axis):
        a = shapes.unsqueeze(a, dim)
    return a


# NumPy's functions on Tensors are these, and so differentiable. It is what lets one
# formula in an Op's backward serve arrays and Tensors.
NUMPY = {
    np.add: ew.Add.apply,
    np.subtract: ew.Sub.apply,
    np.multiply: ew.Mul.apply,
    np.divide: ew.Div.apply,
    np.negative: ew.Neg.apply,
    np.reciprocal: ew.Reciprocal.apply,
    np.power: pow,
    np.square: square,
    np.sqrt: ew.Sqrt.apply,
    np.exp: ew.Exp.apply,
    np.log: ew.Log.apply,
    np.tanh: ew.Tanh.apply,
    np.sin: ew.Sin.apply,
    np.cos: ew.Cos.apply,
    np.absolute: ew.Abs.apply,
    np.sign: ew.Sign.apply,
    np.matmul: matmul,
    np.bitwise_and: and_,
    np.bitwise_or: or_,
    np.bitwise_xor: xor,
    np.invert: invert,
    np.equal: eq,
    np.not_equal: ne,
    np.less: lt,
    np.less_equal: le,
    np.greater: gt,
    np.greater_equal: ge,
    np.where: lambda condition, a, b: ew.Where.apply(
        _operand(a), _operand(b), condition
    ),
    np.broadcast_to: lambda array, shape: expand(array, shape),
    np.expand_dims: _expand_dims,
    np.zeros_like: lambda a: Tensor(np.zeros_like(a._data)),
    np.ones_like: lambda a: Tensor(np.ones_like(a._data)),
}


def _number(value):
    return value.item() if isinstance(value, np.generic) else value


def _operand(value):
    """An array in a NumPy call that has Tensors beside it, as a constant Tensor."""
    return Tensor(value.view()) if isinstance(value, ndarray) else value


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
}


def _array_ufunc(self, ufunc, method, *inputs, **kwargs):
    if method != "__call__" or kwargs or ufunc not in NUMPY:
        return NotImplemented
    if ufunc in REFLECTED and isinstance(inputs[0], np.generic | int | float):
        return getattr(inputs[1], REFLECTED[ufunc])(_number(inputs[0]))
    return NUMPY[ufunc](*[_operand(value) for value in inputs])


def _array_function(self, function, types, args, kwargs):
    if function not in NUMPY:
        return NotImplemented
    return NUMPY[function](*args, **kwargs)


def install(tensor: type, functions: dict) -> None:
    """Put the tables in place: on the Tensor class, and into minigrad's own names."""
    here = {**vars(shapes), **vars(products), **globals()}
    for name in BOTH + ONLY_METHODS:
        setattr(tensor, name, here[name])
    for name in BOTH + ONLY_FUNCTIONS:
        functions[name] = here[name]
    for name, operator in OPERATORS.items():
        setattr(tensor, name, operator)
    for name, op in IN_PLACE.items():
        setattr(tensor, f"{name}_", _in_place(op.apply))
        operator = {"div": "__itruediv__"}.get(name, f"__i{name}__")
        setattr(tensor, operator, _in_place(op.apply))
    for name, dtype in CONVERSIONS.items():
        setattr(tensor, name, shapes.conversion(name, dtype))
    tensor.T = property(shapes.reversed_axes)
    tensor.mT = property(shapes.matrix_transpose)
    tensor.__array_ufunc__ = _array_ufunc
    tensor.__array_function__ = _array_function
