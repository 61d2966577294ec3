"""Random tensors from the stream of `generator.py`: `rand`, `randn` and others."""

import math

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..creation import creates, empty, shape_of
from ..tensor import Tensor
from .generator import Generator, default_generator
from .random_fill import (
    bernoulli_,
    check_float,
    check_std,
    integers_between,
    normal_,
    stream_of,
)


@creates
def rand(*sizes, size=None, generator: Generator | None = None, dtype=None) -> ndarray:
    """Uniform numbers in [0, 1)."""
    shape = shape_of("rand", sizes if size is None else (size,))
    dtype = dtype or dtypes.numpy_dtype(None)
    check_float(dtype, "check_uniform_bounds")
    return stream_of(generator).uniform(math.prod(shape), dtype).reshape(shape)


@creates
def randn(*sizes, size=None, generator: Generator | None = None, dtype=None) -> ndarray:
    """Standard normal numbers."""
    shape = shape_of("randn", sizes if size is None else (size,))
    dtype = dtype or dtypes.numpy_dtype(None)
    check_float(dtype, "normal_kernel_cpu")
    return stream_of(generator).normal(math.prod(shape), dtype).reshape(shape)


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
    shape, dtype = shape_of("randint", (size,)), dtype or np.dtype(np.int64)
    return integers_between(math.prod(shape), low, high, dtype, generator).reshape(
        shape
    )


@creates
def randperm(n: int, *, generator: Generator | None = None, dtype=None) -> ndarray:
    """The numbers 0 to n - 1 in random order, int64 unless `dtype` says otherwise."""
    if n < 0:
        raise RuntimeError(
            f"Trying to create tensor with negative dimension {n}: [{n}]"
        )
    return stream_of(generator).permutation(n).astype(dtype or np.int64)


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
        flag = options.pop("requires_grad", False)
        out = normal_(empty(size, **options), mean, std, generator=generator)
        return out.requires_grad_(flag)
    given = [each for each in (mean, std) if isinstance(each, Tensor)]
    if not given:
        raise TypeError(
            "normal() received an invalid combination of arguments: no size"
        )
    check_std(std)
    shape = np.broadcast_shapes(*(each._data.shape for each in given))
    drawn = randn(shape, generator=generator, dtype=given[0].dtype)
    mean, std = (getattr(each, "_data", each) for each in (mean, std))
    return Tensor(np.asarray(drawn._data * std + mean, drawn._data.dtype))


def bernoulli(input: Tensor, *, generator: Generator | None = None) -> Tensor:
    """1 with the probability that each element of `input` says, else 0."""
    chances = input._data
    if not ((chances >= 0) & (chances <= 1)).all():
        raise RuntimeError(
            "Expected p_in >= 0 && p_in <= 1 to be true, but got false. A probability "
            "lies between 0 and 1."
        )
    out = Tensor(np.empty(chances.shape, chances.dtype))
    return bernoulli_(out, input, generator=generator)


def multinomial(
    input: Tensor, num_samples: int, replacement: bool = False, *, generator=None
) -> Tensor:
    """`num_samples` indices for each row, drawn in proportion to the row's weights."""
    weights = input._data
    _check_weights(weights, num_samples, replacement)
    if num_samples == 1 or not replacement:  # each races for a time of its own
        drawn = stream_of(generator).exponential(weights.size).reshape(weights.shape)
        scores = weights / drawn.astype(weights.dtype)
        order = np.argsort(-scores, axis=-1, kind="stable")
        return Tensor(np.ascontiguousarray(order[..., :num_samples], np.int64))
    rows = np.atleast_2d(weights)
    levels = np.cumsum(rows, -1) / rows.sum(-1, keepdims=True)
    uniform = stream_of(generator).uniform(
        len(rows) * num_samples, np.dtype(np.float64)
    )
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


def get_rng_state() -> Tensor:
    """The state of the default stream, as a tensor of PyTorch's 5,056 bytes."""
    return default_generator.get_state()


def set_rng_state(new_state: Tensor) -> None:
    """Let the default stream go on from a state of `get_rng_state`."""
    default_generator.set_state(new_state)


METHODS = {"bernoulli": bernoulli, "multinomial": multinomial}
FUNCTIONS = """
    rand randn randint randperm rand_like randn_like randint_like normal bernoulli
    multinomial get_rng_state set_rng_state
""".split()
