"""The Gaussian error linear unit, in its two forms."""

import numpy as np

from ..core.op import Op
from ..errors import check_tensor
from ..tensor import Tensor
from .arguments import check_kind
from .error_function import erf

HALF_ROOT = float(np.sqrt(0.5))
DENSITY = float(1 / np.sqrt(2 * np.pi))  # of the normal distribution at 0
SLOPE, CUBE = float(np.sqrt(2 / np.pi)), 0.044715
PIECE = 1 << 15  # entries that are computed at a time, so that they stay in the cache


class Gelu(Op):
    """out = a Φ(a), and Φ(a), the normal distribution (1 + erf(a / √2)) / 2"""

    @staticmethod
    def forward(ctx, a):
        normal = distribution(a)
        ctx.save_for_backward(a, normal)
        return a * normal, normal

    @staticmethod
    def backward(ctx, grad, grad_normal):
        a, normal = ctx.saved_tensors
        density = np.exp(a * a * -0.5) * DENSITY
        if grad_normal is None:
            return grad * (normal + a * density)
        if grad is None:
            return grad_normal * density
        return grad * (normal + a * density) + grad_normal * density


def distribution(a: np.ndarray) -> np.ndarray:
    """Φ(a), piece by piece."""
    flat = np.ascontiguousarray(a).reshape(-1)
    out = np.empty_like(flat)
    for start in range(0, flat.size, PIECE):
        piece = slice(start, start + PIECE)
        part = erf(flat[piece] * HALF_ROOT)
        part += 1
        np.multiply(part, 0.5, out=out[piece])
    return out.reshape(a.shape)


class GeluTanh(Op, name="GeluBackward0"):
    """out = a (1 + t) / 2, where t = tanh(√(2/π) (a + 0.044715 a³))"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        out = np.asarray(bent(a))
        out += 1
        out *= a
        out *= 0.5
        return out

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        t = bent(a)
        slope = a * a * (3 * CUBE * SLOPE) + SLOPE
        return grad * (0.5 * (t + 1) + a * slope * (0.5 - 0.5 * t * t))


def bent(a):
    """The hyperbolic tangent in `GeluTanh`."""
    return np.tanh(a * (a * a * (CUBE * SLOPE) + SLOPE))


def gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """input times the normal distribution of it; approximate: "none" or "tanh" """
    check_tensor("gelu", input)
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    check_kind("GeluKernelImpl", input, "f")
    return GeluTanh.apply(input) if approximate == "tanh" else Gelu.apply(input)[0]
