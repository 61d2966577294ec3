"""The error function: 2 / √π times the integral of exp(-t²) from 0 to a."""

import math

import numpy as np
from numpy import ndarray

from ..core.op import Op

SLOPE = float(2 / np.sqrt(np.pi))  # of erf at 0

# In float32 a quotient of an odd and an even polynomial, highest power first, does on
# [-4, 4], within 4e-7; its coefficients are those of the library Eigen.
NUMERATOR = (
    -2.72614225801306e-10,
    2.77068142495902e-08,
    -2.10102402082508e-06,
    -5.69250639462346e-05,
    -7.34990630326855e-04,
    -2.95459980854025e-03,
    -1.60960333262415e-02,
)
DENOMINATOR = (
    -1.45660718464996e-05,
    -2.13374055278905e-04,
    -1.68282697438203e-03,
    -7.37332916720468e-03,
    -1.42647390514189e-02,
)
_exact = np.frompyfunc(math.erf, 1, 1)


class Erf(Op, elementwise=True, floats=True):
    """out = erf a, so out' = 2 / √π exp(-a²)"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return erf(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.exp(-a * a) * SLOPE


def erf(a: ndarray) -> ndarray:
    """erf in the dtype of a: number by number, by Python, in float64."""
    if a.dtype.itemsize > 4:
        return np.asarray(_exact(a), a.dtype)
    x = np.clip(np.asarray(a, np.float32), np.float32(-4), np.float32(4))
    square = x * x
    out = polynomial(NUMERATOR, square)
    out /= polynomial(DENOMINATOR, square)
    return (x * out).astype(a.dtype)


def polynomial(coefficients: tuple[float, ...], x: ndarray) -> ndarray:
    """A polynomial by Horner's rule, highest power first."""
    first, second, *rest = coefficients
    out = x * first
    out += second
    for coefficient in rest:
        out *= x
        out += coefficient
    return out


METHODS = FUNCTIONS = {"erf": Erf}
