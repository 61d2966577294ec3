"""Initial values for parameters, drawn from PyTorch's own stream.

Each function fills its tensor in place, outside the graph, and returns it. Read:
`uniform_`, `normal_` (what is drawn), `_calculate_fan_in_and_fan_out` and
`calculate_gain` (how far), then the schemes named after Glorot (Xavier) and He
(Kaiming), then the matrices of a special form.

Sources: X. Glorot, Y. Bengio, "Understanding the difficulty of training deep
feedforward neural networks" (2010); K. He et al., "Delving deep into rectifiers"
(2015); A. Saxe et al., "Exact solutions to the nonlinear dynamics of learning in deep
linear neural networks" (2013).
"""

import math
import warnings
from functools import partial

import numpy as np
from numpy import ndarray

from ..generator import Generator, default_generator
from ..names import module_getattr
from ..tensor import Tensor
from .old_names import old_name

__getattr__ = module_getattr(__name__)


def _store(tensor: Tensor, values: "ndarray | float") -> Tensor:
    """Overwrite the values of `tensor`, also of a leaf: nothing is recorded."""
    tensor._data[...] = values
    tensor._version_counter[0] += 1
    return tensor


# -- what is drawn ----------------------------------------------------------------


def uniform_(
    tensor: Tensor,
    a: float = 0.0,
    b: float = 1.0,
    generator: Generator | None = None,
) -> Tensor:
    """Uniform in [a, b)."""
    return _store(tensor, _uniform(tensor, a, b, generator))


def normal_(
    tensor: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    generator: Generator | None = None,
) -> Tensor:
    """Normal with `mean` and standard deviation `std`."""
    return _store(tensor, _normal(tensor, mean, std, generator))


def _uniform(like: Tensor, a: float, b: float, generator: Generator | None) -> ndarray:
    data = like._data
    stream = generator or default_generator
    return stream.uniform_between(data.size, data.dtype, a, b).reshape(data.shape)


def _normal(
    like: Tensor, mean: float, std: float, generator: Generator | None
) -> ndarray:
    if std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std}")
    data = like._data
    drawn = (generator or default_generator).normal(data.size, data.dtype)
    return (drawn * data.dtype.type(std) + data.dtype.type(mean)).reshape(data.shape)


def trunc_normal_(
    tensor: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    a: float = -2.0,
    b: float = 2.0,
    generator: Generator | None = None,
) -> Tensor:
    """Normal, with what falls outside [a, b] drawn again."""
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn(
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The "
            "distribution of values may be incorrect.",
            stacklevel=2,
        )
    inside = _below((b - mean) / std) - _below((a - mean) / std)
    draw = _redrawn_normal if inside > 0.3 else _rejected_uniform
    return _store(tensor, draw(tensor, mean, std, a, b, generator))


def _below(x: float) -> float:
    """The probability that a standard normal number is less than `x`."""
    return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0


def _redrawn_normal(tensor, mean, std, a, b, generator) -> ndarray:
    """Every round draws for the whole tensor, and fills in what was outside."""
    low, high = (tensor._data.dtype.type(bound) for bound in (a, b))
    values = _normal(tensor, mean, std, generator)
    while (outside := (values < low) | (values > high)).any():
        values = np.where(outside, _normal(tensor, mean, std, generator), values)
    return values


def _rejected_uniform(tensor, mean, std, a, b, generator) -> ndarray:
    """Far in a tail: uniform candidates, kept with the probability of the density."""
    peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2
    values, pending = tensor._data, np.ones(tensor._data.shape, bool)
    while pending.any():
        candidates = _uniform(tensor, a, b, generator)
        values = np.where(pending, candidates, values)
        density = ((candidates - mean) / std) ** 2 * -0.5 - peak
        pending = pending & (np.log(_uniform(tensor, 0, 1, generator)) > density)
    return values


# -- how far ----------------------------------------------------------------------

LINEAR = ("linear", "conv1d", "conv2d", "conv3d")
LINEAR += ("conv_transpose1d", "conv_transpose2d", "conv_transpose3d")


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """The factor that keeps the variance through a nonlinearity.

    `param` is the negative slope of leaky_relu (0.01).
    """
    if nonlinearity in LINEAR or nonlinearity == "sigmoid":
        return 1
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        if isinstance(slope, bool) or not isinstance(slope, int | float):
            raise ValueError(f"negative_slope {param} not a valid number")
        return math.sqrt(2.0 / (1 + slope**2))
    if nonlinearity == "selu":
        return 3.0 / 4
    raise ValueError(f"Unsupported nonlinearity {nonlinearity}")


def _calculate_fan_in_and_fan_out(tensor: Tensor) -> tuple[int, int]:
    """How many inputs an output of the layer has, and how many outputs an input.

    A weight has the shape (outputs, inputs, *size of the kernel).
    """
    if tensor.ndim < 2:
        raise ValueError(
            "Fan in and fan out can not be computed for tensor with fewer than 2 "
            "dimensions"
        )
    outputs, inputs, *kernel = tensor.shape
    return inputs * math.prod(kernel), outputs * math.prod(kernel)


def _calculate_correct_fan(tensor: Tensor, mode: str) -> int:
    modes = ["fan_in", "fan_out"]
    mode = mode.lower()
    if mode not in modes:
        raise ValueError(f"Mode {mode} not supported, please use one of {modes}")
    return _calculate_fan_in_and_fan_out(tensor)[modes.index(mode)]


def xavier_uniform_(
    tensor: Tensor, gain: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Uniform with the variance gain² · 2 / (fan_in + fan_out) (Glorot)."""
    fans = _calculate_fan_in_and_fan_out(tensor)
    bound = math.sqrt(3.0) * (gain * math.sqrt(2.0 / float(sum(fans))))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(
    tensor: Tensor, gain: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Normal with the variance gain² · 2 / (fan_in + fan_out) (Glorot)."""
    fans = _calculate_fan_in_and_fan_out(tensor)
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(sum(fans))), generator)


def kaiming_uniform_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Uniform with the variance gain² / fan (He); `a` is the slope of leaky_relu."""
    if 0 in tensor.shape:
        return _nothing_to_draw(tensor)
    std = calculate_gain(nonlinearity, a) / math.sqrt(
        _calculate_correct_fan(tensor, mode)
    )
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Normal with the variance gain² / fan (He); `a` is the slope of leaky_relu."""
    if 0 in tensor.shape:
        return _nothing_to_draw(tensor)
    fan = _calculate_correct_fan(tensor, mode)
    return normal_(
        tensor, 0, calculate_gain(nonlinearity, a) / math.sqrt(fan), generator
    )


def _nothing_to_draw(tensor: Tensor) -> Tensor:
    warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=3)
    return tensor


# -- constants and special forms --------------------------------------------------


def constant_(tensor: Tensor, val: float) -> Tensor:
    """`val` everywhere."""
    return _store(tensor, val)


def ones_(tensor: Tensor) -> Tensor:
    """Ones."""
    return _store(tensor, 1.0)


def zeros_(tensor: Tensor) -> Tensor:
    """Zeros."""
    return _store(tensor, 0.0)


def eye_(tensor: Tensor) -> Tensor:
    """The identity matrix."""
    _check_matrix(tensor)
    return _store(tensor, np.eye(*tensor._data.shape))


def dirac_(tensor: Tensor, groups: int = 1) -> Tensor:
    """A convolution weight that passes each channel on as it is."""
    if tensor.ndim not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    outputs, inputs, *kernel = tensor.shape
    if outputs % groups:
        raise ValueError("dim 0 must be divisible by groups")
    values = np.zeros(tensor._data.shape)
    middle = tuple(size // 2 for size in kernel)
    per_group = outputs // groups
    for group in range(groups):
        for channel in range(min(per_group, inputs)):
            values[group * per_group + channel, channel, *middle] = 1
    return _store(tensor, values)


def orthogonal_(
    tensor: Tensor, gain: float = 1, generator: Generator | None = None
) -> Tensor:
    """A (semi-)orthogonal matrix times `gain`; axes after the first count as one."""
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    flat = _normal(tensor, 0, 1, generator).reshape(len(tensor), -1)
    wide = flat.shape[0] < flat.shape[1]
    q, r = np.linalg.qr(flat.T if wide else flat)
    q = q * np.sign(np.diagonal(r))  # it makes the draw uniform among all rotations
    return _store(tensor, (q.T if wide else q).reshape(tensor._data.shape) * gain)


def sparse_(
    tensor: Tensor,
    sparsity: float,
    std: float = 0.01,
    generator: Generator | None = None,
) -> Tensor:
    """Normal, with the fraction `sparsity` of each column set to zero."""
    _check_matrix(tensor)
    rows, columns = tensor._data.shape
    count = math.ceil(sparsity * rows)
    values = _normal(tensor, 0, std, generator)
    for column in range(columns):
        values[default_generator.permutation(rows)[:count], column] = 0
    return _store(tensor, values)


def _check_matrix(tensor: Tensor) -> None:
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")


# -- the names that old programs use ----------------------------------------------


_old = partial(old_name, module="nn.init")
uniform, normal, constant, eye = map(_old, (uniform_, normal_, constant_, eye_))
xavier_uniform, xavier_normal = _old(xavier_uniform_), _old(xavier_normal_)
kaiming_uniform, kaiming_normal = _old(kaiming_uniform_), _old(kaiming_normal_)
dirac, orthogonal, sparse = map(_old, (dirac_, orthogonal_, sparse_))
