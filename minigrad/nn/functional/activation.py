"""Activations, softmax and its kin."""

import warnings

from ... import dtypes
from ...inplace import change
from ...ops import activation as ops
from ...ops.extremes import ReLU
from ...ops.gelu import Gelu, GeluTanh
from ...ops.reduce import axes_of
from ...tensor import Tensor
from .checks import check_floats, check_tensor


def _applied(op: type, input: Tensor, *options, inplace: bool = False) -> Tensor:
    """The op on `input`, whose values it replaces if `inplace`."""
    if inplace:
        return change(input, op.apply, *options)
    return op.apply(input, *options)


# -- pieces of lines --------------------------------------------------------------


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """max(input, 0)"""
    check_tensor("relu_" if inplace else "relu", input)
    out = _applied(ReLU, input, inplace=inplace)
    if out._data.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    return out


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """min(max(input, 0), 6)"""
    return hardtanh(input, 0.0, 6.0, inplace)


def leaky_relu(
    input: Tensor, negative_slope: float = 0.01, inplace: bool = False
) -> Tensor:
    """input where it is above 0, else negative_slope * input"""
    check_tensor("leaky_relu", input)
    check_floats("leaky_relu_cpu", input)
    return _applied(ops.LeakyReLU, input, negative_slope, inplace=inplace)


def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """input where it is above 0, else weight * input; one weight, or one a channel"""
    x, w = input._data, weight._data
    if x.dtype != w.dtype:
        one, other = dtypes.kind(input.dtype), dtypes.kind(weight.dtype)
        raise RuntimeError(
            f"prelu: Type promoting not supported. Got {one} and {other}"
        )
    if w.size != 1:
        if x.ndim == 0:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = x.shape[1] if x.ndim > 1 else 1
        if w.size != channels:
            raise RuntimeError(
                "Mismatch of parameter numbers and input channel size. Found parameter "
                f"numbers = {w.size} and channel size = {channels}."
            )
    if x.ndim != w.ndim or w.ndim > 1:
        channel = w.size if x.ndim > 1 else 1
        sizes = (1, channel, *(1,) * (x.ndim - 2))[: x.ndim]
        weight = weight.view(*sizes) if x.ndim else weight.view(())
    return ops.Prelu.apply(input, weight)


def threshold(
    input: Tensor, threshold: float, value: float, inplace: bool = False
) -> Tensor:
    """input where it is above the threshold, else `value`"""
    return _applied(ops.Threshold, input, threshold, value, inplace=inplace)


def hardtanh(
    input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
) -> Tensor:
    """input, limited to what lies between min_val and max_val"""
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    return _applied(ops.Hardtanh, input, min_val, max_val, inplace=inplace)


def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    """input / 6 + 1 / 2, limited to [0, 1]"""
    check_floats("hardsigmoid_cpu", input)
    return _applied(ops.Hardsigmoid, input, inplace=inplace)


def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """input * hardsigmoid(input)"""
    check_floats("hardswish_cpu", input)
    return _applied(ops.Hardswish, input, inplace=inplace)


def hardshrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """input where it is farther from 0 than lambd, else 0"""
    check_floats("hardshrink_cpu", input)
    return ops.Hardshrink.apply(input, lambd)


def softshrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """input, nearer to 0 by lambd; 0 where it is that near"""
    check_floats("softshrink_check", input)
    if lambd < 0:
        largest = {2: "65504", 4: "3.40282e+38", 8: "1.79769e+308"}
        kind = dtypes.kind(input.dtype)
        raise RuntimeError(
            f"lambda must be in range [0, {largest[input._data.dtype.itemsize]}] for "
            f"input dtype {kind}, but found {lambd:g}"
        )
    return ops.Softshrink.apply(input, lambd)


# -- with exponentials ------------------------------------------------------------


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """input where it is above 0, else alpha * (exp(input) - 1)"""
    check_floats("elu_cpu", input)
    return _applied(ops.Elu, input, alpha, 1, 1, inplace=inplace)


def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """`elu` with the alpha and the scale that keep mean 0 and variance 1"""
    check_floats("elu_cpu", input)
    alpha, scale = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946
    return _applied(ops.Elu, input, alpha, scale, 1, inplace=inplace)


def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """input where it is above 0, else alpha * (exp(input / alpha) - 1)"""
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    check_floats("elu_cpu", input)
    return _applied(ops.Celu, input, alpha, 1, 1 / alpha, inplace=inplace)


def gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """input times the normal distribution of it; approximate: "none" or "tanh" """
    check_tensor("gelu", input)
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    check_floats("GeluKernelImpl", input)
    return GeluTanh.apply(input) if approximate == "tanh" else Gelu.apply(input)[0]


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """input * sigmoid(input)"""
    check_floats("silu_cpu", input)
    return _applied(ops.Silu, input, inplace=inplace)


def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """input * tanh(softplus(input))"""
    check_floats("mish_cpu", input)
    return _applied(ops.Mish, input, inplace=inplace)


def softplus(input: Tensor, beta: float = 1, threshold: float = 20) -> Tensor:
    """log(1 + exp(beta * input)) / beta; input where beta * input > threshold"""
    check_floats("softplus_cpu", input)
    return ops.Softplus.apply(input, beta, threshold)


def logsigmoid(input: Tensor) -> Tensor:
    """log(sigmoid(input))"""
    check_floats("log_sigmoid_cpu", input)
    return ops.LogSigmoid.apply(input)


def sigmoid(input: Tensor) -> Tensor:
    """1 / (1 + exp(-input))"""
    return input.sigmoid()


def tanh(input: Tensor) -> Tensor:
    """The hyperbolic tangent."""
    return input.tanh()


def tanhshrink(input: Tensor) -> Tensor:
    """input - tanh(input)"""
    return input - input.tanh()


def softsign(input: Tensor) -> Tensor:
    """input / (1 + |input|)"""
    return input / (input.abs() + 1)


def glu(input: Tensor, dim: int = -1) -> Tensor:
    """a * sigmoid(b), where a and b are the halves of the axis `dim`"""
    if input._data.ndim == 0:
        raise RuntimeError(
            "glu does not support scalars because halving size must be even"
        )
    (axis,) = axes_of(dim, input._data.ndim)
    size = input._data.shape[axis]
    if size % 2:
        raise RuntimeError(
            f"Halving dimension must be even, but dimension {axis} is size {size}"
        )
    check_floats("glu_cpu", input)
    return ops.Glu.apply(input, axis)


# -- softmax ----------------------------------------------------------------------


def softmax(input: Tensor, dim=None, _stacklevel: int = 3, dtype=None) -> Tensor:
    """exp(input) / Σ exp(input) over the axis `dim`, computed in `dtype`."""
    return input.softmax(_axis("softmax", input, dim, _stacklevel), dtype=dtype)


def softmin(input: Tensor, dim=None, _stacklevel: int = 3, dtype=None) -> Tensor:
    """The softmax of -input."""
    return (-input).softmax(_axis("softmin", input, dim, _stacklevel), dtype=dtype)


def log_softmax(input: Tensor, dim=None, _stacklevel: int = 3, dtype=None) -> Tensor:
    """input - log Σ exp(input) over the axis `dim`, computed in `dtype`."""
    return input.log_softmax(_axis("log_softmax", input, dim, _stacklevel), dtype=dtype)


def _axis(name: str, input: Tensor, dim, stacklevel: int):
    if dim is not None:
        return dim
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to "
        "include dim=X as an argument.",
        stacklevel=stacklevel,
    )
    return 0 if input.ndim in (0, 1, 3) else 1
