"""The logarithm of the gamma function and its derivatives, in NumPy, for arrays.

The n-th derivative of digamma is polygamma n. For large arguments both have asymptotic
series; the recurrence f(x) = f(x + 1) - its known step brings smaller ones there.
Source: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 6.3 and 6.4.
"""

import math

import numpy as np
from numpy import ndarray

# The Bernoulli numbers B2, B4, … B24.
BERNOULLI = (
    1 / 6,
    -1 / 30,
    1 / 42,
    -1 / 30,
    5 / 66,
    -691 / 2730,
    7 / 6,
    -3617 / 510,
    43867 / 798,
    -174611 / 330,
    854513 / 138,
    -236364091 / 2730,
)
LARGE = 16  # from here on the series are exact to the last digits


def _lgamma(x: float) -> float:
    if math.isinf(x) or x <= 0 and x == math.floor(x):
        return math.inf
    return math.lgamma(x)


def lgamma(a: ndarray) -> ndarray:
    """log |Γ(a)|"""
    return np.asarray(np.frompyfunc(_lgamma, 1, 1)(a), a.dtype)


def digamma(a: ndarray) -> ndarray:
    """The derivative of log Γ. At 0 infinite, at negative whole numbers nan."""
    x = a.astype(np.float64)
    negative = x < 0
    y = np.where(negative, 1 - x, x)
    out = np.zeros_like(x)
    for _ in range(LARGE):
        small = y < LARGE
        out -= np.where(small, 1 / y, 0.0)
        y = y + small
    z = 1 / (y * y)
    series = np.zeros_like(x)
    for k in range(len(BERNOULLI), 0, -1):
        series = (series + BERNOULLI[k - 1] / (2 * k)) * z
    out += np.where(np.isinf(y), y, np.log(y) - 0.5 / y - series)
    # ψ(x) = ψ(1 - x) - π / tan(πx), with the tangent's argument near 0
    part = np.where(negative, x - np.rint(x), 0.25)
    reflected = np.where(part == 0, np.nan, np.pi / np.tan(np.pi * part))
    out = np.where(negative, out - reflected, out)
    return np.where(x == 0, np.copysign(np.inf, -x), out).astype(a.dtype)


def polygamma(n: int, a: ndarray) -> ndarray:
    """The n-th derivative of digamma, for n >= 1; poles at 0, -1, …"""
    x = a.astype(np.float64)
    least = np.min(x, initial=LARGE, where=~np.isnan(x))
    steps = int(np.clip(LARGE + n - least, 0, 10_000))
    out, y = np.zeros_like(x), x.copy()
    for _ in range(steps):
        small = y < LARGE + n
        out += np.where(small, y ** -(n + 1.0), 0.0)
        y += small
    out *= math.factorial(n)
    out += math.factorial(n - 1) / y**n + math.factorial(n) / (2 * y ** (n + 1.0))
    for k, number in enumerate(BERNOULLI, 1):
        weight = number * math.factorial(2 * k + n - 1) / math.factorial(2 * k)
        out += weight / y ** (2.0 * k + n)
    return (out if n % 2 else -out).astype(a.dtype)
