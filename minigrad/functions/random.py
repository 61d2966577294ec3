"""Random tensors from the stream of `generator.py`, and in-place random fillings.

Read: `rand` and the other makers, then `uniform_` and the other fillers. A filler takes
the numbers in the order in which the elements lie in memory, as PyTorch's do.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..creation import creates, shape_of
from ..generator import Generator, default_generator
from ..inplace import change
from ..ops import random as ops
from ..tensor import Tensor

# -- new tensors ------------------------------------------------------------------


@creates
def rand(*sizes, size=None, generator: Generator | None = None, dtype=None) -> ndarray:
    """Uniform numbers in [0, 1)."""
    shape = shape_of("rand", sizes if size is None else (size,))
    dtype = dtype or dtypes.numpy_dtype(None)
    _check_float(dtype, "check_uniform_bounds")
    return _of(generator).uniform(math.prod(shape), dtype).reshape(shape)


@creates
def randn(*sizes, size=None, generator: Generator | None = None, dtype=None) -> ndarray:
    """Standard normal numbers."""
    shape = shape_of("randn", sizes if size is None else (size,))
    dtype = dtype or dtypes.numpy_dtype(None)
    _check_float(dtype, "normal_kernel_cpu")
    return _of(generator).normal(math.prod(shape), dtype).reshape(shape)


def randint(low: int | None = None, high=None, size=None, **options) -> Tensor:
    """Integers from `low` (0 if left out) to `high` - 1, all equally likely.

    `randint(high, size)` or `randint(low, high, size)`; int64 unless `dtype` says.
    """
    if size is None:
        low, high, size = 0, low, high
    elif high is None:
        low, high = 0, low
    elif low is None:
        low = 0
    if not isinstance(size, list | tuple):
        raise TypeError(
            "randint(): argument 'size' (position 2) must be tuple of ints, not "
            f"{type(size).__name__}"
        )
    return _randint(low, high, size, **options)


@creates
def _randint(low, high, size, *, generator=None, dtype=None) -> ndarray:
    if not low < high:
        raise RuntimeError(
            f"random_ expects 'from' to be less than 'to', but got from={low} >= "
            f"to={high}"
        )
    shape, dtype = shape_of("randint", (size,)), dtype or np.dtype(np.int64)
    return _between(math.prod(shape), low, high, dtype, generator).reshape(shape)


def _between(count: int, low: int, high: int, dtype, generator) -> ndarray:
    _check_bounds(low, high, dtype)
    drawn = _of(generator).below(count, high - low)
    return (drawn + np.uint64(low % 2**64)).astype(np.int64).astype(dtype)


def _check_bounds(low: int, high: int, dtype: np.dtype) -> None:
    """RuntimeError if `dtype` cannot hold the numbers asked for."""
    if dtype.kind in "iu":
        least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
    elif dtype.kind == "b":
        least, most = 0, 1
    else:
        return
    for name, bound in (("from", low), ("to - 1", high - 1)):
        if not least <= bound <= most:
            raise RuntimeError(
                f"{name} is out of bounds for {dtypes.C_NAMES[dtypes.of(dtype)]}"
            )


@creates
def randperm(n: int, *, generator: Generator | None = None, dtype=None) -> ndarray:
    """The numbers 0 to n - 1 in random order, int64 unless `dtype` says otherwise."""
    if n < 0:
        raise RuntimeError(
            f"Trying to create tensor with negative dimension {n}: [{n}]"
        )
    return _of(generator).permutation(n).astype(dtype or np.int64)


def rand_like(input: Tensor, *, dtype=None, memory_format=None, **options) -> Tensor:
    """Uniform numbers in [0, 1), with the shape and dtype of `input`."""
    return rand(input._data.shape, dtype=dtype or input.dtype, **options)


def randn_like(input: Tensor, *, dtype=None, memory_format=None, **options) -> Tensor:
    """Standard normal numbers, with the shape and dtype of `input`."""
    return randn(input._data.shape, dtype=dtype or input.dtype, **options)


def randint_like(
    input: Tensor, low=None, high=None, *, dtype=None, memory_format=None, **options
) -> Tensor:
    """Integers from `low` (0) to `high` - 1, with the shape and dtype of `input`."""
    low, high = (0, low) if high is None else (low, high)
    shape, dtype = input._data.shape, dtype or input.dtype
    return randint(low, high, shape, dtype=dtype, **options)


def normal(mean, std=1.0, size=None, *, generator=None, **options) -> Tensor:
    """Normal numbers: with the mean and standard deviation of each element, or of all.

    `normal(mean, std)` with tensors (one may be a number), `normal(mean, std, size)`.
    """
    if size is not None:
        return normal_(_empty(size, **options), mean, std, generator=generator)
    given = [each for each in (mean, std) if isinstance(each, Tensor)]
    if not given:
        raise TypeError(
            "normal() received an invalid combination of arguments: give tensors, or a "
            "size"
        )
    _check_std(std)
    shape = np.broadcast_shapes(*(each._data.shape for each in given))
    drawn = randn(shape, generator=generator, dtype=given[0].dtype)
    return drawn * _plain(std) + _plain(mean)


def bernoulli(input: Tensor, p=None, *, generator: Generator | None = None) -> Tensor:
    """1 with the probability that each element of `input` says (or `p`), else 0."""
    chances = input._data if p is None else np.asarray(p)
    if not ((chances >= 0) & (chances <= 1)).all():
        raise RuntimeError(
            "Expected p_in >= 0 && p_in <= 1 to be true, but got false. A probability "
            "lies between 0 and 1."
        )
    out = Tensor(np.empty(input._data.shape, input._data.dtype))
    return bernoulli_(out, input if p is None else p, generator=generator)


def multinomial(
    input: Tensor, num_samples: int, replacement: bool = False, *, generator=None
) -> Tensor:
    """`num_samples` indices for each row, drawn in proportion to the row's weights."""
    weights = input._data
    _check_weights(weights, num_samples, replacement)
    if not replacement:
        drawn = _of(generator).exponential(weights.size).reshape(weights.shape)
        scores = weights / drawn.astype(weights.dtype)
        order = np.argsort(-scores, axis=-1, kind="stable")
        return Tensor(np.ascontiguousarray(order[..., :num_samples]))
    rows = np.atleast_2d(weights)
    levels = np.cumsum(rows, -1) / rows.sum(-1, keepdims=True)
    uniform = _of(generator).uniform(len(rows) * num_samples, np.dtype(np.float64))
    found = [
        np.minimum(np.searchsorted(level, u, "right"), np.flatnonzero(row)[-1])
        for level, u, row in zip(
            levels, uniform.reshape(len(rows), num_samples), rows, strict=True
        )
    ]
    return Tensor(np.array(found, np.int64).reshape(*weights.shape[:-1], num_samples))


def _check_weights(weights: ndarray, count: int, replacement: bool) -> None:
    if weights.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if weights.dtype.kind != "f":
        kind = dtypes.kind(dtypes.of(weights.dtype))
        raise RuntimeError(
            "multinomial only supports floating-point dtypes for input, got: " + kind
        )
    if count <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and count > weights.shape[-1]:
        raise RuntimeError(
            "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
        )
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise RuntimeError(
            "probability tensor contains either `inf`, `nan` or element < 0"
        )
    if (weights.sum(-1) == 0).any():
        raise RuntimeError(
            "invalid multinomial distribution (sum of probabilities <= 0)"
        )


# -- in place ---------------------------------------------------------------------


def uniform_(self: Tensor, from_: float = 0.0, to: float = 1.0, **options) -> Tensor:
    """Fill with uniform numbers in [from, to)."""
    from_ = options.pop("from", from_)  # PyTorch's name for it is a keyword of Python
    _check_float(self._data.dtype, "check_uniform_bounds")
    if from_ > to:
        raise RuntimeError(
            "uniform_ expects to return a [from, to) range, but found from="
            f"{from_:g} > to={to:g}"
        )

    def draw(count: int, generator: Generator) -> ndarray:
        return generator.uniform_between(count, self._data.dtype, from_, to)

    return _fill(ops.Uniform, self, draw, **options)


def normal_(self: Tensor, mean: float = 0.0, std: float = 1.0, **options) -> Tensor:
    """Fill with normal numbers of a mean and a standard deviation."""
    dtype = self._data.dtype
    _check_float(dtype, "normal_kernel_cpu")
    _check_std(std)

    def draw(count: int, generator: Generator) -> ndarray:
        if self._data.flags.c_contiguous:
            numbers = generator.normal(count, dtype)
        else:
            numbers = generator.normal_one_by_one(count)
        wide = numbers.dtype.type
        return numbers * wide(std) + wide(mean)

    return _fill(ops.Normal, self, draw, **options)


def random_(
    self: Tensor, from_: int | None = None, to: int | None = None, **options
) -> Tensor:
    """Fill with integers from `from` (0) to `to` - 1; `random_(5)` gives `to`.

    Without bounds they are as large as the dtype has them.
    """
    if to is None:
        from_, to = None, from_
    from_ = options.pop("from", from_)
    dtype = self._data.dtype
    low, high = from_ or 0, _past_most(dtype) if to is None else to
    if not low < high:
        raise RuntimeError(
            f"random_ expects 'from' to be less than 'to', but got from={low} >= "
            f"to={high}"
        )

    def draw(count: int, generator: Generator) -> ndarray:
        if to is None and from_ is None and dtype.itemsize < 8:
            return generator.bits32(count) % np.uint64(high)
        return _between(count, low, high, dtype, generator)

    below = ops.RandomAny if to is None else ops.RandomBelow
    return _fill(below if from_ is None else ops.Random, self, draw, **options)


def _past_most(dtype: np.dtype) -> int:
    """One more than the largest integer up to which `dtype` holds every one."""
    if dtype.kind == "f":
        return 2 ** (np.finfo(dtype).nmant + 1) + 1
    return 2 if dtype.kind == "b" else int(np.iinfo(dtype).max) + 1


def bernoulli_(self: Tensor, p: "float | Tensor" = 0.5, **options) -> Tensor:
    """Fill with 1 with probability `p`, a number or one for each element, else 0."""
    chances = p._data if isinstance(p, Tensor) else np.asarray(p, np.float64)
    if not ((chances >= 0) & (chances <= 1)).all():
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p}")

    def draw(count: int, generator: Generator) -> ndarray:
        drawn = generator.uniform(count, chances.dtype)
        each = np.broadcast_to(chances, self._data.shape)
        return drawn < _in_memory(each, self._data).reshape(-1)

    op = ops.BernoulliOfEach if isinstance(p, Tensor) else ops.Bernoulli
    return _fill(op, self, draw, **options)


def exponential_(self: Tensor, lambd: float = 1.0, **options) -> Tensor:
    """Fill with exponential numbers of rate `lambd`."""
    _check_float(self._data.dtype, "exponential")
    if lambd <= 0:
        raise RuntimeError(
            f"exponential_ expects lambda > 0.0, but found lambda={lambd:g}"
        )

    def draw(count: int, generator: Generator) -> ndarray:
        return generator.exponential(count) / lambd

    return _fill(ops.Exponential, self, draw, **options)


def geometric_(self: Tensor, p: float, **options) -> Tensor:
    """Fill with how many trials of chance `p` there are up to the first success."""
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p:g}")

    def draw(count: int, generator: Generator) -> ndarray:
        drawn = generator.uniform(count, np.dtype(np.float64))
        return np.ceil(np.log(drawn) / math.log1p(-p))

    return _fill(ops.Geometric, self, draw, **options)


def _fill(
    op: type,
    tensor: Tensor,
    draw: Callable[[int, Generator], ndarray],
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Give `tensor` the numbers of `draw`, which do not depend on what it was."""

    def filled(before: Tensor) -> Tensor:
        numbers = draw(tensor._data.size, _of(generator)).astype(tensor._data.dtype)
        values = np.empty_like(tensor._data)
        order = _memory_order(tensor._data)
        shape = tuple(tensor._data.shape[axis] for axis in order)
        values.transpose(order)[...] = numbers.reshape(shape)
        return op.apply(before, values)

    return change(tensor, filled)


def _memory_order(array: ndarray) -> list[int]:
    """The axes, the one with the largest steps first."""
    return sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis]))


def _in_memory(array: ndarray, like: ndarray) -> ndarray:
    """`array` with its axes in the order in which those of `like` lie in memory."""
    return array.transpose(_memory_order(like))


# -- the state of the stream ------------------------------------------------------


def get_rng_state() -> Tensor:
    """The state of the default stream, as a tensor of PyTorch's 5,056 bytes."""
    return default_generator.get_state()


def set_rng_state(new_state: Tensor) -> None:
    """Let the default stream go on from a state of `get_rng_state`."""
    default_generator.set_state(new_state)


# -- helpers ----------------------------------------------------------------------


def _of(generator: Generator | None) -> Generator:
    return default_generator if generator is None else generator


def _plain(value):
    return value.detach() if isinstance(value, Tensor) else value


@creates
def _empty(size, dtype=None) -> ndarray:
    return np.empty(shape_of("normal", (size,)), dtype or dtypes.numpy_dtype(None))


def _check_float(dtype: np.dtype, kernel: str) -> None:
    if dtype.kind != "f":
        kind = dtypes.kind(dtypes.of(dtype))
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{kind}'")


def _check_std(std) -> None:
    if isinstance(std, Tensor):
        if (std._data < 0).any():
            raise RuntimeError("normal expects all elements of std >= 0.0")
    elif std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")


FUNCTIONS = """
    rand randn randint randperm rand_like randn_like randint_like normal bernoulli
    multinomial get_rng_state set_rng_state
""".split()
METHODS = """
    uniform_ normal_ random_ bernoulli_ exponential_ geometric_ bernoulli multinomial
""".split()
NUMPY: dict = {}
