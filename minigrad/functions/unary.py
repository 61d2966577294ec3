"""Functions of one op each: trigonometric, exponential, special. Tables only."""

import numpy as np

from ..ops import exponential, special, trigonometric
from ..tensor import Tensor

OPS = (
    *(trigonometric.Sin, trigonometric.Cos, trigonometric.Tan, trigonometric.Sinc),
    *(trigonometric.Asin, trigonometric.Acos, trigonometric.Atan),
    *(trigonometric.Sinh, trigonometric.Cosh),
    *(trigonometric.Asinh, trigonometric.Acosh, trigonometric.Atanh),
    *(trigonometric.Deg2Rad, trigonometric.Rad2Deg),
    *(exponential.Sigmoid, exponential.Exp2, exponential.Expm1, exponential.Log1p),
    *(exponential.Log2, exponential.Log10),
    *(special.Erf, special.Erfc, special.Erfinv, special.Lgamma, special.Digamma),
)
ALIASES = {
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arcsinh": "asinh",
    "arccosh": "acosh",
    "arctanh": "atanh",
}

for _op in OPS:
    globals()[_op.__name__.lower()] = _op.apply
for _alias, _name in ALIASES.items():
    globals()[_alias] = globals()[_name]


def logit(input: Tensor, eps: float | None = None) -> Tensor:
    """log(x / (1 - x)), where x is first clamped to [eps, 1 - eps]."""
    return exponential.Logit.apply(input, eps)


def polygamma(n: int, input: Tensor) -> Tensor:
    """The n-th derivative of digamma, for n >= 0."""
    if isinstance(n, Tensor):  # as a method: x.polygamma(n)
        n, input = input, n
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    if n == 0:
        return special.Digamma.apply(input)
    return special.Polygamma.apply(input, n)


_ONE_OP = [*(op.__name__.lower() for op in OPS), *ALIASES]
METHODS = FUNCTIONS = [*_ONE_OP, "logit", "polygamma"]
IN_PLACE = {name: globals()[name] for name in METHODS}
NUMPY = {
    np.sin: trigonometric.Sin.apply,
    np.cos: trigonometric.Cos.apply,
    np.sinh: trigonometric.Sinh.apply,
    np.cosh: trigonometric.Cosh.apply,
    np.log1p: exponential.Log1p.apply,
    np.expm1: exponential.Expm1.apply,
}
