"""Functions of one operand: trigonometric, exponential, special."""

from .case import Case

SHAPES = [(), (4,), (2, 1, 3), (2, 0)]

ANYWHERE = {
    "tan": lambda lib, x: x.tan(),
    "atan": lambda lib, x: lib.atan(x),
    "arctan": lambda lib, x: x.arctan(),
    "sinh": lambda lib, x: x.sinh(),
    "cosh": lambda lib, x: lib.cosh(x),
    "asinh": lambda lib, x: x.asinh(),
    "sinc": lambda lib, x: x.sinc(),
    "deg2rad": lambda lib, x: x.deg2rad(),
    "rad2deg": lambda lib, x: lib.rad2deg(x),
    "sigmoid": lambda lib, x: lib.sigmoid(x),
    "exp2": lambda lib, x: x.exp2(),
    "expm1": lambda lib, x: lib.expm1(x),
    "erf": lambda lib, x: lib.erf(x * 2),
    "erfc": lambda lib, x: (x * 2).erfc(),
    "sin_": lambda lib, x: (x * 2).sin_(),
    "sigmoid_": lambda lib, x: (x * 2).sigmoid_() * x,
    "positive": lambda lib, x: +x * 2,
}
# In (-1, 1), in (0, 1), and above 1: of x, 1 / (1 + x) and 1 + x for positive x.
INSIDE = {
    "asin": lambda lib, x: (1 / (1 + x)).asin(),
    "acos": lambda lib, x: lib.acos(-1 / (1 + x)),
    "atanh": lambda lib, x: (-1 / (1 + x)).atanh(),
    "erfinv": lambda lib, x: (1 / (1 + x)).erfinv(),
    "logit": lambda lib, x: (1 / (1 + x)).logit(),
    "logit eps": lambda lib, x: lib.logit(1 / (1 + x), 0.3),
}
POSITIVE = {
    "rsqrt": lambda lib, x: x.rsqrt(),
    "acosh": lambda lib, x: lib.acosh(1 + x),
    "log1p": lambda lib, x: x.log1p(),
    "log2": lambda lib, x: lib.log2(x),
    "log10": lambda lib, x: x.log10(),
    "xlogy of a number": lambda lib, x: lib.xlogy(2, x),
    "xlogy with a number": lambda lib, x: lib.xlogy(x, 2.5),
}
# PyTorch's trigamma has nine digits, its polygamma of float32 fewer than float32.
GAMMA = {
    "lgamma": lambda lib, x: x.lgamma(),
    "digamma": lambda lib, x: lib.digamma(x),
    "polygamma": lambda lib, x: lib.polygamma(1, x) + x.polygamma(2),
}

CASES = [Case(n, ANYWHERE[n], (s,)) for n in ANYWHERE for s in SHAPES]
CASES += [
    Case(name, rows[name], (shape,), True)
    for rows in (INSIDE, POSITIVE)
    for name in rows
    for shape in SHAPES
]
CASES += [
    Case(name, GAMMA[name], (shape,), True, tolerance=1e-8)
    for name in GAMMA
    for shape in SHAPES
]
