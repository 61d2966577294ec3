"""Random fillings, in place: `uniform_`, `normal_` and others.

They take the numbers of the stream of `generator.py` in the order in which the elements
lie in memory, as PyTorch's do.
"""

from collections.abc import Callable

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..autograd.inplace import change
from ..core.op import Op
from ..tensor import Tensor
from .generator import Generator, default_generator


class Uniform(Op):
    """out = numbers that were drawn; the derivative is 0"""

    @staticmethod
    def forward(ctx, a, numbers):
        return numbers

    @staticmethod
    def backward(ctx, grad):
        return np.zeros_like(grad)


class Normal(Uniform):
    """out = numbers drawn for normal_"""


class Random(Uniform):
    """out = integers drawn for random_"""


class RandomBelow(Random, name="RandomBackward1"):
    """out = integers from 0 up, drawn for random_"""


class Bernoulli(Uniform, name="BernoulliBackward2"):
    """out = zeros and ones drawn for bernoulli_"""


class Exponential(Uniform):
    """out = numbers drawn for exponential_"""


# -- functions --------------------------------------------------------------------


def uniform_(self: Tensor, from_: float = 0.0, to: float = 1.0, **options) -> Tensor:
    """Fill with uniform numbers in [from, to)."""
    from_ = options.pop("from", from_)  # PyTorch's name for it is a keyword of Python
    check_float(self._data.dtype, "check_uniform_bounds")
    if from_ > to:
        raise RuntimeError(
            "uniform_ expects to return a [from, to) range, but found from="
            f"{from_:g} > to={to:g}"
        )

    def draw(count: int, generator: Generator) -> ndarray:
        return generator.uniform_between(count, self._data.dtype, from_, to)

    return _fill(Uniform, self, draw, **options)


def normal_(self: Tensor, mean: float = 0.0, std: float = 1.0, **options) -> Tensor:
    """Fill with normal numbers of a mean and a standard deviation."""
    dtype = self._data.dtype
    check_float(dtype, "normal_kernel_cpu")
    check_std(std)

    def draw(count: int, generator: Generator) -> ndarray:
        if self._data.flags.c_contiguous:
            numbers = generator.normal(count, dtype)
        else:
            numbers = generator.normal_one_by_one(count)
        wide = numbers.dtype.type
        return numbers * wide(std) + wide(mean)

    return _fill(Normal, self, draw, **options)


def random_(self: Tensor, from_: int, to: int | None = None, **options) -> Tensor:
    """Fill with integers from `from` to `to` - 1; `random_(5)` from 0 to 4."""
    low, high = (0, from_) if to is None else (from_, to)

    def draw(count: int, generator: Generator) -> ndarray:
        return integers_between(count, low, high, self._data.dtype, generator)

    return _fill(RandomBelow if to is None else Random, self, draw, **options)


def bernoulli_(self: Tensor, p: "float | Tensor" = 0.5, **options) -> Tensor:
    """Fill with 1 with probability `p`, a number or one for each element, else 0."""
    chances = p._data if isinstance(p, Tensor) else np.asarray(p, np.float64)
    if not ((chances >= 0) & (chances <= 1)).all():
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p}")

    def draw(count: int, generator: Generator) -> ndarray:
        each = np.broadcast_to(chances, self._data.shape)
        each = each.transpose(_memory_order(self._data))
        return generator.uniform(count, chances.dtype) < each.reshape(-1)

    return _fill(Bernoulli, self, draw, **options)


def exponential_(self: Tensor, lambd: float = 1.0, **options) -> Tensor:
    """Fill with exponential numbers of rate `lambd`."""
    check_float(self._data.dtype, "exponential")
    if lambd <= 0:
        raise RuntimeError(
            f"exponential_ expects lambda > 0.0, but found lambda={lambd:g}"
        )

    def draw(count: int, generator: Generator) -> ndarray:
        return generator.exponential(count) / lambd

    return _fill(Exponential, self, draw, **options)


def _fill(
    op: type,
    tensor: Tensor,
    draw: Callable[[int, Generator], ndarray],
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Give `tensor` the numbers of `draw`, which do not depend on what it was."""

    def filled(before: Tensor) -> Tensor:
        numbers = draw(tensor._data.size, stream_of(generator)).astype(
            tensor._data.dtype
        )
        values = np.empty_like(tensor._data)
        part = values.transpose(_memory_order(tensor._data))
        part[...] = numbers.reshape(part.shape)
        return op.apply(before, values)

    return change(tensor, filled)


def _memory_order(array: ndarray) -> list[int]:
    """The axes, the one with the largest steps first."""
    return sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis]))


# -- numbers ----------------------------------------------------------------------


def integers_between(count: int, low: int, high: int, dtype, generator) -> ndarray:
    """Integers in [low, high), which `dtype` must be able to hold."""
    if not low < high:
        raise RuntimeError(
            f"random_ expects 'from' to be less than 'to', but got from={low} >= "
            f"to={high}"
        )
    if dtype.kind in "iu":
        least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
        for name, bound in (("from", low), ("to - 1", high - 1)):
            if not least <= bound <= most:
                raise RuntimeError(
                    f"{name} is out of bounds for {dtypes.C_NAMES[dtypes.of(dtype)]}"
                )
    drawn = stream_of(generator).below(count, high - low)
    return (drawn + np.uint64(low % 2**64)).astype(np.int64).astype(dtype)


def stream_of(generator: Generator | None) -> Generator:
    return default_generator if generator is None else generator


def check_float(dtype: np.dtype, kernel: str) -> None:
    if dtype.kind != "f":
        kind = dtypes.kind(dtypes.of(dtype))
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{kind}'")


def check_std(std) -> None:
    if isinstance(std, Tensor):
        if (std._data < 0).any():
            raise RuntimeError("normal expects all elements of std >= 0.0")
    elif std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")


METHODS = {
    "uniform_": uniform_,
    "normal_": normal_,
    "random_": random_,
    "bernoulli_": bernoulli_,
    "exponential_": exponential_,
}
