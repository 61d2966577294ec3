"""What is right: formulas, as they are told beside the one that a student's numbers are
of ("The slope used for a is 1 - a². It is 1 - out²."), and what formulas are made of.
"""

import numpy as np

from .computed import made_of, right

# -- ps2

right("Add", out="a + b", a="1", b="1")
right("Mul", out="a * b", a="b", b="a")
right("Div", out="a / b", a="1 / b", b="-a / b²")
right("Pow", out="a ** n", a="n * a ** (n - 1)")
right("Exp", out="exp(a)", a="out")
right("Log", out="log(a), to the base e", a="1 / a")
right("Tanh", out="tanh(a)", a="1 - out²")
right("ReLU", out="max(a, 0)", a="1 where a is positive, and 0 elsewhere")
right("Abs", out="|a|", a="the sign of a, and 0 where a is 0")
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
right("Dot", out="the sum of a * b", a="grad * b", b="grad * a")
right("Mv", out="a @ b", a="np.outer(grad, b)", b="a.T @ grad")
right("Mm", out="a @ b", a="grad @ b.T", b="a.T @ grad")
right("Bmm", out="a @ b", a="grad @ b.mT", b="a.mT @ grad")

# -- ps3

made_of("AbsDot", lambda u, v: {"dot": (u * v).sum(), "n": u.size, "out": None})
right(
    "AbsDot",
    out="|dot|, with dot for the dot product",
    u="sign(dot) * v: one sign for all, that of the dot product",
    v="sign(dot) * u: one sign for all, that of the dot product",
)
made_of(
    "LegendreP3", lambda x, scale=2.0: {"scale": scale, "z": scale * x, "out": None}
)
right(
    "LegendreP3",
    out="2.5 * z³ - 1.5 * z, with z = scale * x",
    x="scale * (7.5 * z² - 1.5), with z = scale * x",
)
made_of("Clamp", lambda x, bounds: {"x": x, "low": bounds[0], "high": bounds[1]})
right("Clamp", out="x between the bounds, and the nearer bound outside")
right("Round", x="1: the gradient passes as it is")
made_of(
    "Polar",
    lambda r, phi: {"cos(phi)": np.cos(phi), "sin(phi)": np.sin(phi)},
)
right(
    "Polar",
    r="cos(phi) for x, and sin(phi) for y",
    phi="-r * sin(phi) for x, and r * cos(phi) for y",
)

# -- ps5

right(
    "Linear",
    out="input @ weight.t(), plus bias in each row",
    input="grad @ weight",
    weight="the sum over all rows: grad.t() @ input",
    bias="the sum of grad over all rows",
)

right("MSE", out="(a - b)²", a="2 * (a - b) / n", b="2 * (b - a) / n")
made_of(
    "MSE",
    lambda a, b, reduction="none", **_: {
        "n": np.float64(a.size if reduction == "mean" else 1)
    },
)

# -- ps6

right("Root", out="the r with r³ + r = a", a="1 / (3 r² + 1), with r for the output")
made_of("Swish", lambda x, beta: {"s": 1 / (1 + np.exp(-beta * x))})
right("Swish", out="x * s, with s = sigmoid(beta * x)", x="s + beta * x * s * (1 - s)")

# -- ps7

right("Gain", out="factor * x", x="factor * grad")
right("Damp", out="x", x="factor * grad")

# -- ps8

right(
    "Conv2d",
    out="each kernel times each patch, summed, plus bias in each channel",
    input="the transposed kernels times grad, each patch added where it was cut out",
    weight="the sum over images and places of grad times the patch",
    bias="the sum of grad over images, rows and columns",
)
right(
    "MaxPool2d",
    out="the largest entry of each window",
    input="grad at the first largest entry of each window, added up; 0 elsewhere",
)

right(
    "Embedding",
    out="the rows of weight that input numbers",
    weight="in each row the sum of grad over all places where its number stands",
)
right("Softmax", out="exp(a) / Σ exp(a)", a="out * (grad - Σ grad * out)")
right(
    "LayerNorm",
    out="(input - mean) / √(var + eps) * weight + bias",
    input="(h - mean(h) - n * mean(h * n)) / √(var + eps), with h = grad * weight and "
    "n = (input - mean) / √(var + eps)",
    weight="the sum over all rows of grad * n, with n = (input - mean) / √(var + eps)",
    bias="the sum of grad over all rows",
)

right(
    "Attention",
    out="p @ value, with p = softmax(query @ keyᵀ / √E) along the keys",
    query="change @ key / √E, with change = p * (g - Σ g * p) along the keys, and g = "
    "grad @ valueᵀ",
    key="changeᵀ @ query / √E, with change = p * (g - Σ g * p) along the keys, and g = "
    "grad @ valueᵀ",
    value="pᵀ @ grad",
)
