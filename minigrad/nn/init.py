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

import numpy as np
from numpy import ndarray

from ..autograd.grad_mode import no_grad
from ..ops.public import publish
from ..tensor import Tensor


def _store(tensor: Tensor, values: "ndarray | float") -> Tensor:
    """Overwrite the values of `tensor`, also of a leaf: nothing is recorded."""
    tensor._data[...] = values
    tensor._version_counter[0] += 1
    return tensor


# -- what is drawn ----------------------------------------------------------------


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0) -> Tensor:
    """Uniform in [a, b)."""
    with no_grad():
        return tensor.uniform_(a, b)


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0) -> Tensor:
    """Normal with `mean` and standard deviation `std`."""
    with no_grad():
        return tensor.normal_(mean, std)


def _drawn_normal(like: Tensor, mean: float, std: float) -> ndarray:
    return normal_(Tensor(np.empty_like(like._data)), mean, std)._data


def trunc_normal_(
    tensor: Tensor, mean: float = 0.0, std: float = 1.0, a: float = -2.0, b: float = 2.0
) -> Tensor:
    """Normal, with what falls outside [a, b] drawn again."""
    low, high = (tensor._data.dtype.type(bound) for bound in (a, b))
    values = _drawn_normal(tensor, mean, std)
    # As in PyTorch every round draws for the whole tensor, to fill in what is missing.
    while (outside := (values < low) | (values > high)).any():
        values = np.where(outside, _drawn_normal(tensor, mean, std), values)
    return _store(tensor, values)


# -- how far ----------------------------------------------------------------------

GAINS = {"sigmoid": 1, "tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 3.0 / 4}
GAINS |= dict.fromkeys(("linear", "conv1d", "conv2d", "conv_transpose2d"), 1)


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """The factor that keeps the variance through a nonlinearity.

    `param` is the negative slope of leaky_relu (0.01).
    """
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        if isinstance(slope, bool) or not isinstance(slope, int | float):
            raise ValueError(f"negative_slope {param} not a valid number")
        return math.sqrt(2.0 / (1 + slope**2))
    if nonlinearity not in GAINS:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    return GAINS[nonlinearity]


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


def xavier_uniform_(tensor: Tensor, gain: float = 1.0) -> Tensor:
    """Uniform with the variance gain² · 2 / (fan_in + fan_out) (Glorot)."""
    fans = _calculate_fan_in_and_fan_out(tensor)
    bound = math.sqrt(3.0) * (gain * math.sqrt(2.0 / float(sum(fans))))
    return uniform_(tensor, -bound, bound)


def xavier_normal_(tensor: Tensor, gain: float = 1.0) -> Tensor:
    """Normal with the variance gain² · 2 / (fan_in + fan_out) (Glorot)."""
    fans = _calculate_fan_in_and_fan_out(tensor)
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(sum(fans))))


# piece: kaiming_uniform_
def kaiming_uniform_(
    tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu"
) -> Tensor:
    """Uniform with the variance gain² / fan (He); `a` is the slope of leaky_relu."""
    if 0 in tensor.shape:
        return _nothing_to_draw(tensor)
    bound = math.sqrt(3.0) * _kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound)


def kaiming_normal_(
    tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu"
) -> Tensor:
    """Normal with the variance gain² / fan (He); `a` is the slope of leaky_relu."""
    if 0 in tensor.shape:
        return _nothing_to_draw(tensor)
    return normal_(tensor, 0, _kaiming_std(tensor, a, mode, nonlinearity))


def _kaiming_std(tensor: Tensor, a: float, mode: str, nonlinearity: str) -> float:
    modes = ["fan_in", "fan_out"]
    if mode.lower() not in modes:
        raise ValueError(
            f"Mode {mode.lower()} not supported, please use one of {modes}"
        )
    fan = _calculate_fan_in_and_fan_out(tensor)[modes.index(mode.lower())]
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def _nothing_to_draw(tensor: Tensor) -> Tensor:
    warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=4)
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
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return _store(tensor, np.eye(*tensor._data.shape))


def orthogonal_(tensor: Tensor, gain: float = 1) -> Tensor:
    """A (semi-)orthogonal matrix times `gain`; axes after the first count as one."""
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    flat = _drawn_normal(tensor, 0, 1).reshape(len(tensor), -1)
    wide = flat.shape[0] < flat.shape[1]
    q, r = np.linalg.qr(flat.T if wide else flat)
    q = q * np.sign(np.diagonal(r))  # it makes the draw uniform among all rotations
    return _store(tensor, (q.T if wide else q).reshape(tensor._data.shape) * gain)


__getattr__ = publish(globals())
