"""The table of derivatives: what an operation computes, and what each input gets.

One row per operation. `out` is written with the inputs a, b, c; then comes, for each
of them, the gradient that it gets from `grad`, the gradient of out. The last entry
computes out from single numbers, to show values that no node kept. Read: `TABLE`,
`rule_of`, `with_numbers`, then `own_source` for what the table does not have.
"""

import inspect
import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ...core.op import Op
from ..reading import Box

LONGEST_SOURCE = 24  # lines of a backward that are shown


@dataclass(frozen=True)
class Rule:
    """`out` as a formula, and the gradient of each input as a formula."""

    out: str
    inputs: tuple[str, ...]
    forward: Callable[..., float] | None = None


def _row(out: str, *inputs: str, forward: Callable | None = None) -> Rule:
    return Rule(out, inputs, forward)


_SAME = "the entries of grad, each where its entry of a came from"
_PLACED = "grad at the place that was taken, 0 elsewhere"
_PICKED = "grad at the entries that were chosen, 0 elsewhere"

# fmt: off
TABLE: dict[str, Rule] = {
    # arithmetic
    "Add": _row("a + b", "grad", "grad", forward=lambda a, b: a + b),
    "Sub": _row("a - b", "grad", "-grad", forward=lambda a, b: a - b),
    "Rsub": _row("b - a", "-grad"),
    "Mul": _row("a · b", "grad · b", "grad · a", forward=lambda a, b: a * b),
    "Div": _row("a / b", "grad / b", "-grad · a / b²", forward=lambda a, b: a / b),
    "Neg": _row("-a", "-grad", forward=lambda a: -a),
    "Reciprocal": _row("1 / a", "-grad · out²", forward=lambda a: 1 / a),
    "Pow": _row("a^n", "grad · n · a^(n - 1)", forward=lambda a, n: a**n),
    "Pow1": _row("a^b", "grad · b · a^(b - 1)", "grad · out · log a"),
    "Pow2": _row("base^a", "grad · out · log(base)"),
    "Abs": _row("|a|", "grad · sign(a)", forward=lambda a: abs(a)),
    "Sqrt": _row("√a", "grad / (2 · out)", forward=lambda a: np.sqrt(a)),
    "Rsqrt": _row("1 / √a", "-grad · out³ / 2"),
    # functions of each entry
    "Exp": _row("exp(a)", "grad · out", forward=lambda a: np.exp(a)),
    "Log": _row("log(a)", "grad / a", forward=lambda a: np.log(a)),
    "Log1P": _row("log(1 + a)", "grad / (1 + a)"),
    "Sin": _row("sin(a)", "grad · cos(a)", forward=lambda a: np.sin(a)),
    "Cos": _row("cos(a)", "-grad · sin(a)", forward=lambda a: np.cos(a)),
    "Tanh": _row("tanh(a)", "grad · (1 - out²)", forward=lambda a: np.tanh(a)),
    "Sigmoid": _row("1 / (1 + exp(-a))", "grad · out · (1 - out)"),
    "Relu": _row("max(a, 0)", "grad where out > 0, else 0"),
    "LeakyRelu": _row("a where a > 0, else slope · a",
                      "grad where a > 0, else slope · grad"),
    "Gelu": _row("a · Φ(a)", "grad · (Φ(a) + a · φ(a))"),
    "Silu": _row("a · σ(a)", "grad · (σ(a) + a · σ(a) · (1 - σ(a)))"),
    "Softplus": _row("log(1 + exp(a))", "grad · σ(a)"),
    "Clamp": _row("a between two bounds", "grad where a is between them, else 0"),
    "Maximum": _row("the larger of a and b", "grad where a > b; half of it if equal",
                    "grad where b > a; half of it if equal"),
    "Minimum": _row("the smaller of a and b", "grad where a < b; half of it if equal",
                    "grad where b < a; half of it if equal"),
    "Where": _row("a where the condition holds, else b",
                  "grad where it holds, else 0", "0 where it holds, else grad"),
    "Lerp": _row("a + weight · (b - a)", "grad · (1 - weight)", "grad · weight"),
    # sums and the like
    "Sum": _row("the sum of the entries of a", "grad, for every entry that was summed"),
    "Mean": _row("the mean of the entries of a",
                 "grad / their number, for every entry"),
    "Prod": _row("the product of the entries of a", "grad · out / a"),
    "Max": _row("the largest entry of a", _PICKED),
    "Min": _row("the smallest entry of a", _PICKED),
    "Amax": _row("the largest entries of a", _PICKED),
    "Logsumexp": _row("log Σ exp(a)", "grad · exp(a - out)"),
    "LinalgVectorNorm": _row("√Σ a²", "grad · a / out"),
    "Var": _row("the variance of a", "grad · 2 (a - mean) / (n - 1)"),
    "Cumsum": _row("running sums of a", "sums of grad that run from the end"),
    # matrices
    "Mm": _row("A B", "grad Bᵀ", "Aᵀ grad"),
    "Mv": _row("A x", "grad xᵀ", "Aᵀ grad"),
    "Dot": _row("a · b", "grad · b", "grad · a"),
    "Bmm": _row("A B, for each matrix of the batch", "grad Bᵀ", "Aᵀ grad"),
    "Addmm": _row("c + A B", "grad, summed to the shape of c", "grad Bᵀ", "Aᵀ grad"),
    "Addmv": _row("c + A x", "grad, summed to the shape of c", "grad xᵀ", "Aᵀ grad"),
    # shape and place
    "T": _row("aᵀ", "gradᵀ"),
    "Transpose": _row("a with two axes swapped", "grad with the same axes swapped"),
    "Permute": _row("a with its axes in another order", "grad with its axes put back"),
    "View": _row("a in another shape", "grad in the shape of a"),
    "UnsafeView": _row("a in another shape", "grad in the shape of a"),
    "ReshapeAlias": _row("a in another shape", "grad in the shape of a"),
    "Squeeze": _row("a without axes of size 1", "grad in the shape of a"),
    "Unsqueeze": _row("a with one more axis of size 1", "grad in the shape of a"),
    "Expand": _row("a, repeated to a larger shape", "grad, summed over the repeats"),
    "Select": _row("one slice of a", _PLACED),
    "Slice": _row("a part of a", _PLACED),
    "Index": _row("the entries of a that were asked for", _PLACED),
    "Gather": _row("entries of a, picked by an index", _PLACED),
    "Embedding": _row("rows of a, picked by an index",
                      "grad, added up in the row it was picked from"),
    "Unbind": _row("the slices of a", "the gradients of the slices, stacked"),
    "Split": _row("the parts of a", "the gradients of the parts, put together"),
    "Cat": _row("the inputs, joined", "its part of grad", "its part of grad",
                "its part of grad"),
    "Stack": _row("the inputs, stacked", "its slice of grad", "its slice of grad",
                  "its slice of grad"),
    "Flip": _row("a, turned round", _SAME),
    "Clone": _row("a copy of a", "grad", forward=lambda a: a),
    "Alias": _row("a itself", "grad", forward=lambda a: a),
    "ToCopy": _row("a in another dtype", "grad in the dtype of a",
                   forward=lambda a: a),
    "Dropout": _row("a · mask", "grad · mask"),
    "MaxPool2DWithIndices": _row("the largest entry of each window", _PICKED),
    "Convolution": _row("a convolved with b", "grad convolved with b, turned round",
                        "a correlated with grad", "grad, summed over all places"),
    # softmax and losses
    "Softmax": _row("exp(a) / Σ exp(a)", "out · (grad - Σ grad · out)"),
    "LogSoftmax": _row("a - log Σ exp(a)", "grad - exp(out) · Σ grad"),
    "NllLoss": _row("-a[target], averaged", "-grad / n at the targets, 0 elsewhere"),
    "MseLoss": _row("(a - b)², averaged", "grad · 2 (a - b) / n",
                    "-grad · 2 (a - b) / n"),
}
# fmt: on


def rule_of(name: str) -> Rule | None:
    """The row for a node's name, such as MulBackward0; None if there is none."""
    base, _, variant = name.partition("Backward")
    if not variant.isdigit():  # a user's own Function may be called Mul, too
        return None
    return TABLE.get(f"{base}{variant}") or TABLE.get(base)


def formula_of(name: str) -> str:
    """What a node's operation computes: from the table, else from minigrad's Op."""
    rule = rule_of(name)
    if rule is not None:
        return f"out = {rule.out}"
    op = _op_of(name)
    text = " ".join((op.__doc__ or "").split()) if op else ""
    return text if text.startswith("out") else ""


def _op_of(name: str) -> type[Op] | None:
    """minigrad's Op with a node of this name: PyTorch's have the same names."""
    if not re.search(r"Backward\d+$", name):
        return None
    from ... import nn  # noqa: F401  it loads the operations that only layers use

    found = list(Op.__subclasses__())
    for op in found:  # the list grows while it is read
        if op.node_class.__name__ == name and op.__module__.startswith("minigrad."):
            return op
        found.extend(op.__subclasses__())
    return None


# -- with numbers -----------------------------------------------------------------

_LETTER = re.compile(r"(?<![A-Za-z])(grad|out|[abn])(?![A-Za-z(])")
_IN_WORDS = re.compile(r"\b(where|summed|every|at the)\b|Σ")


def with_numbers(formula: str, known: Mapping[str, float]) -> str:
    """`grad · b` as `2 · 3`; "" if it needs a number that is not known."""
    if _IN_WORDS.search(formula):
        return ""
    letters = set(_LETTER.findall(formula))
    if letters <= {"grad"} or not letters <= set(known):
        return ""
    return _LETTER.sub(lambda match: _operand(known[match[1]]), formula)


def _operand(value: float) -> str:
    text = f"{value:.4g}"
    return f"({text})" if text.startswith("-") else text


# -- what the table does not have -------------------------------------------------


def own_source(box: Box) -> tuple[str, str]:
    """(whose backward it is, its source) for a user's Function or a student's piece.

    ("", "") for PyTorch's and minigrad's own operations.
    """
    node = box.node
    function = getattr(type(node), "_function", None) or getattr(
        node, "_forward_cls", None
    )
    if function is not None:
        whose = f"the backward of the Function {function.__name__}"
        return whose, _source(function.backward)
    if getattr(type(node), "_piece", False):
        return f"your backward of {node._op.__name__}", _source(node._op.backward)
    return "", ""


def _source(function: Callable) -> str:
    """The source of a function, if it can be read; long ones are cut."""
    try:
        lines = textwrap.dedent(inspect.getsource(inspect.unwrap(function)))
    except (OSError, TypeError):
        return ""
    lines = [line for line in lines.splitlines() if line.strip() != "@staticmethod"]
    if len(lines) > LONGEST_SOURCE:
        left = len(lines) - LONGEST_SOURCE
        lines = [*lines[:LONGEST_SOURCE], f"    … {left} more lines"]
    return "\n".join(lines)
