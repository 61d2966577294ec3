"""What is right in problem set 2, and what a formula found in an answer comes from."""

import numpy as np

from .arrays import kept
from .computed import remark, right
from .meanings import Meaning, add_meanings
from .mistakes import Clue, mistake

# -- entry by entry ---------------------------------------------------------------

right("Add", out="a + b", a="1", b="1")
right("Mul", out="a * b", a="b", b="a")
right("Div", out="a / b", a="1 / b", b="-a / b²")
right("Pow", out="a ** n", a="n * a ** (n - 1)")
right("Exp", out="exp(a)", a="out")
right("Log", out="log(a), to the base e", a="1 / a")
right("Tanh", out="tanh(a)", a="1 - out²")
right("ReLU", out="max(a, 0)", a="1 where a is positive, and 0 elsewhere")
right("Abs", out="|a|", a="the sign of a, and 0 where a is 0")

_SLASH = "Are brackets missing? a / b * b is (a / b) * b; write a / (b * b)."
_POWER = "Are brackets missing? a ** n - 1 is (a ** n) - 1; write a ** (n - 1)."
_ONCE_MORE = "out is {0}(a) already: {0} is taken once more."

remark("Div", "b", lambda grad, a, b, out: -grad * a, _SLASH)
remark("Div", "b", lambda grad, a, b, out: grad * a, _SLASH)
_says = "The exponent is not lowered."
remark("Pow", "a", lambda grad, a, n, out: grad * n * out, _says)
remark("Pow", "a", lambda grad, a, n, out: grad * n * out - 1, _POWER)
remark("Pow", "a", lambda grad, a, n, out: grad * (n * out - 1), _POWER)
_says = _ONCE_MORE.format("exp")
remark("Exp", "a", lambda grad, a, out: grad * np.exp(out), _says)
_says = "The output is divided by, not the input."
remark("Log", "a", lambda grad, a, out: grad / out, _says)
_says = "Square the output, not the input."
remark("Tanh", "a", lambda grad, a, out: grad * (1 - a * a), _says)
_says = _ONCE_MORE.format("tanh")
remark("Tanh", "a", lambda grad, a, out: grad * (1 - np.tanh(out) ** 2), _says)
_says = "Yours is that of the sigmoid."
remark("Tanh", "a", lambda grad, a, out: grad * out * (1 - out), _says)
_says = "Are brackets missing? grad * 1 - out² is grad - out²."
remark("Tanh", "a", lambda grad, a, out: grad - out**2, _says)
_says = "The output has lost the sign of a: save the input."
remark("Abs", "a", lambda grad, a, out: grad, _says)
_says = "Yours is that of the sum of the squares, without the root."
remark("Norm", "a", lambda grad, a, out, n: grad * 2 * a, _says)


@mistake(
    "out",
    "forward computes np.max(a, 0), the largest along axis 0. np.maximum(a, 0) "
    "compares each entry with 0.",
    "ReLU",
)
def max_for_maximum(clue: Clue):
    (a,) = clue.operands
    return a.max(0, initial=-np.inf) if a.ndim else None


# -- over axes --------------------------------------------------------------------

right("Sum", out="the sum of a over the axes in dim", a="1")
right(
    "Mean", out="the mean of a over the axes in dim", a="1 / n, of n entries in a mean"
)
right(
    "Max",
    out="the largest of a over the axes in dim",
    a="shared by all that are the largest along dim",
)
right("Norm", out="√(the sum of a²) over the axes in dim", a="a / out")


@mistake(
    "gradient",
    "For {x}, the divisor is the norm of the whole array. Divide by the norm of those "
    "entries that were taken together.",
    "Norm",
)
def norm_of_the_whole(clue: Clue):
    if not (norm := np.sqrt((clue.operand**2).sum())):
        return None
    return kept(clue, clue.upstream) * clue.operand / norm


# -- products ---------------------------------------------------------------------

right("Dot", out="the sum of a * b", a="grad * b", b="grad * a")
right("Mv", out="a @ b", a="np.outer(grad, b)", b="a.T @ grad")
right("Mm", out="a @ b", a="grad @ b.T", b="a.T @ grad")
right("Bmm", out="a @ b", a="grad @ b.mT", b="a.mT @ grad")

# -- differentiated twice ---------------------------------------------------------

add_meanings(
    Meaning(
        "float array.* neither an input nor the output",
        "What forward computes in between is a constant for whoever differentiates "
        "backward. Save operands or the output, and compute the slope from them there.",
    )
)
