"""The error function in NumPy, for arrays.

W. J. Cody, "Rational Chebyshev approximations for the error function", Math. Comp. 23
(1969), 631-637: erf on [0, 0.46875], and erfc on [0.46875, 4] and beyond, each as a
quotient of polynomials; the relative error is below 1e-16 before rounding.
"""

import numpy as np
from numpy import ndarray

# Numerators and denominators, highest power first.
NEAR = (
    (
        1.85777706184603153e-1,
        3.16112374387056560e0,
        1.13864154151050156e2,
        3.77485237685302021e2,
        3.20937758913846947e3,
    ),
    (
        1.0,
        2.36012909523441209e1,
        2.44024637934444173e2,
        1.28261652607737228e3,
        2.84423683343917062e3,
    ),
)
MIDDLE = (
    (
        2.15311535474403846e-8,
        5.64188496988670089e-1,
        8.88314979438837594e0,
        6.61191906371416295e1,
        2.98635138197400131e2,
        8.81952221241769090e2,
        1.71204761263407058e3,
        2.05107837782607147e3,
        1.23033935479799725e3,
    ),
    (
        1.0,
        1.57449261107098347e1,
        1.17693950891312499e2,
        5.37181101862009858e2,
        1.62138957456669019e3,
        3.29079923573345963e3,
        4.36261909014324716e3,
        3.43936767414372164e3,
        1.23033935480374942e3,
    ),
)
FAR = (
    (
        1.63153871373020978e-2,
        3.05326634961232344e-1,
        3.60344899949804439e-1,
        1.25781726111229246e-1,
        1.60837851487422766e-2,
        6.58749161529837803e-4,
    ),
    (
        1.0,
        2.56852019228982242e0,
        1.87295284992346725e0,
        5.27905102951428412e-1,
        6.05183413124413191e-2,
        2.33520497626869185e-3,
    ),
)
# In float32 one quotient of odd over even polynomials does on [-4, 4], within 4e-7; its
# coefficients are those of the library Eigen.
SINGLE = (
    (
        -2.72614225801306e-10,
        2.77068142495902e-08,
        -2.10102402082508e-06,
        -5.69250639462346e-05,
        -7.34990630326855e-04,
        -2.95459980854025e-03,
        -1.60960333262415e-02,
    ),
    (
        -1.45660718464996e-05,
        -2.13374055278905e-04,
        -1.68282697438203e-03,
        -7.37332916720468e-03,
        -1.42647390514189e-02,
    ),
)


def polynomial(coefficients: tuple[float, ...], x: ndarray) -> ndarray:
    """A polynomial by Horner's rule, highest power first."""
    first, second, *rest = coefficients
    out = x * first
    out += second
    for coefficient in rest:
        out *= x
        out += coefficient
    return out


def quotient(form: tuple, x: ndarray) -> ndarray:
    """The quotient of two polynomials."""
    numerator, denominator = form
    out = polynomial(numerator, x)
    out /= polynomial(denominator, x)
    return out


def erf(a: ndarray) -> ndarray:
    """2 / √π times the integral of exp(-t²) from 0 to a, in the dtype of a."""
    if a.dtype.itemsize <= 4:
        x = np.clip(np.asarray(a, np.float32), np.float32(-4), np.float32(4))
        return (x * quotient(SINGLE, x * x)).astype(a.dtype)
    x = a.reshape(-1)
    near = np.abs(x) <= 0.46875
    out = np.empty_like(x)
    inner, outer = x[near], x[~near]
    out[near] = inner * quotient(NEAR, inner * inner)
    out[~near] = np.copysign(1 - _tail(np.abs(outer)), outer)
    return out.reshape(a.shape)


def erfc(a: ndarray) -> ndarray:
    """1 - erf(a), without the loss of digits where erf is near 1."""
    x = a.reshape(-1).astype(np.float64)
    near = np.abs(x) <= 0.46875
    out = np.empty_like(x)
    inner, outer = x[near], x[~near]
    out[near] = 1 - inner * quotient(NEAR, inner * inner)
    tail = _tail(np.abs(outer))
    out[~near] = np.where(outer < 0, 2 - tail, tail)
    return out.reshape(a.shape).astype(a.dtype)


def _tail(x: ndarray) -> ndarray:
    """erfc of a vector of numbers above 0.46875; nan stays nan."""
    far = x > 4
    out = np.empty_like(x)
    middle, beyond = x[~far], x[far]
    out[~far] = quotient(MIDDLE, middle)
    z = 1 / (beyond * beyond)
    out[far] = (1 / np.sqrt(np.pi) - z * quotient(FAR, z)) / beyond
    # exp(-x²) with x² = s² + (x - s)(x + s): s² is exact, and so no digits are lost.
    s = np.trunc(np.minimum(x, 30.0) * 16) / 16
    out *= np.exp(-s * s) * np.exp((s - x) * (s + x))
    return out


def erfinv(a: ndarray) -> ndarray:
    """The number whose erf is a: nan outside [-1, 1], infinite at its ends.

    From S. Winitzki's approximation (2008, error 2e-3) by three steps of Halley's
    method on erfc, which has all its digits where erf is near 1.
    """
    x = np.abs(a.reshape(-1).astype(np.float64))
    logarithm = np.log1p(-x) + np.log1p(x)
    half = 2 / (np.pi * 0.147) + logarithm / 2
    y = np.sqrt(np.sqrt(half * half - logarithm / 0.147) - half)
    for _ in range(3):
        error = np.where(x < 0.5, erf(y) - x, (1 - x) - erfc(y))
        step = error / (2 / np.sqrt(np.pi) * np.exp(-y * y))
        y = y - step / (1 + y * step)
    y = np.where(x == 1, np.inf, y)
    return np.copysign(y.reshape(a.shape), a).astype(a.dtype)
