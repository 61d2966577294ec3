"""Functions of one operand: trigonometric, exponential."""

from .case import Case

SHAPES = [(), (4,), (2, 1, 3), (2, 0)]

ANYWHERE = {
    "tan": lambda lib, x: x.tan(),
    "atan": lambda lib, x: lib.atan(x),
    "sinh": lambda lib, x: x.sinh(),
    "cosh": lambda lib, x: lib.cosh(x),
    "sigmoid": lambda lib, x: lib.sigmoid(x),
    "expm1": lambda lib, x: lib.expm1(x),
    "erf": lambda lib, x: lib.erf(x * 2),
    "sigmoid_": lambda lib, x: (x * 2).sigmoid_() * x,
}
# In (-1, 1): of 1 / (1 + x) for positive x.
INSIDE = {
    "asin": lambda lib, x: (1 / (1 + x)).asin(),
    "acos": lambda lib, x: lib.acos(-1 / (1 + x)),
}
POSITIVE = {
    "rsqrt": lambda lib, x: x.rsqrt(),
    "log1p": lambda lib, x: x.log1p(),
    "log2": lambda lib, x: lib.log2(x),
    "log10": lambda lib, x: x.log10(),
}

CASES = [Case(n, ANYWHERE[n], (s,)) for n in ANYWHERE for s in SHAPES]
CASES += [
    Case(name, rows[name], (shape,), True)
    for rows in (INSIDE, POSITIVE)
    for name in rows
    for shape in SHAPES
]
