"""Mistakes in a linear layer, and in how a weight is filled.

Each piece is composed of parts (`versions.family`), with tables of wrong ones.
"""

import math
from collections.abc import Callable

import minigrad as torch
from minigrad import Tensor
from minigrad.autograd import Function

from .computed import right
from .meanings import Meaning, add_meanings
from .mistakes import says_fact
from .versions import family, wrong_version

# -- Linear -----------------------------------------------------------------------

right(
    "Linear",
    out="input @ weight.t(), plus bias in each row",
    input="grad @ weight",
    weight="the sum over all rows: grad.t() @ input",
    bias="the sum of grad over all rows",
)


def rows(tensor: Tensor) -> Tensor:
    return tensor.reshape(-1, tensor.shape[-1])


def linear_of(
    product: Callable = lambda x, w: x @ w.t(),
    plus: Callable = lambda out, b: out + b,
    rows: Callable = rows,
    of_weight: Callable = lambda grad, x: grad.t() @ x,
    of_bias: Callable = lambda grad: grad.sum(0),
    of_input: Callable = lambda grad, w: grad @ w,
    bias_rows: Callable = rows,
    asks: Callable = lambda bias, needed: bias is not None,
    asked: Callable = lambda needs: needs,
    kept: Callable = lambda *tensors: tensors,
    shared: list | None = None,
) -> type:
    """A Function of these parts; those of weight and bias get tables of rows."""

    class Linear(Function):
        @staticmethod
        def forward(ctx, input, weight, bias):
            ctx.save_for_backward(input, weight)
            if shared is not None:
                shared[:] = input, weight
            out = product(input, weight)
            needed = ctx.needs_input_grad[2]
            return plus(out, bias) if asks(bias, needed) else out

        @staticmethod
        def backward(ctx, grad):
            needs = asked(ctx.needs_input_grad)
            saved = ctx.saved_tensors if shared is None else shared
            grad, x, w = kept(grad, *saved)
            return (
                of_input(grad, w) if needs[0] else None,
                of_weight(rows(grad), rows(x)) if needs[1] else None,
                of_bias(bias_rows(grad)) if needs[2] else None,
            )

    return Linear


TRANSPOSED = "The gradient of the weight is transposed"
LOST = (
    "The gradients are right, and theirs are lost: they are computed {}, where nothing "
    "is recorded. Compute with the tensors as they are."
)
family(
    "Linear",
    linear_of,
    {
        "of_weight": "It is grad.t() @ input, with all rows below one another, of "
        "shape (out, in).",
        "rows": "tensor.reshape(-1, size) puts all rows below one another.",
    },
    product={"forward does not transpose the weight.": lambda x, w: x @ w},
    plus={
        "The bias is not added.": lambda out, b: out,
        "The bias is subtracted.": lambda out, b: out - b,
        "if bias asks for the truth of a tensor: a bias of 0 counts as none, and one "
        "of several entries is an error. Ask bias is not None.": (
            lambda out, b: out + b if b else out
        ),
    },
    rows={
        "More dimensions in front than one are not put together.": lambda each: each,
    },
    of_weight={
        f"{TRANSPOSED}.": lambda grad, x: x.t() @ grad,
        f"{TRANSPOSED}, and then given the right shape by reshape or view, which moves "
        "the numbers to wrong places.": (
            lambda grad, x: (x.t() @ grad).reshape(grad.shape[1], x.shape[1])
        ),
        "The gradient of the weight is the mean over the rows.": (
            lambda grad, x: grad.t() @ x / len(x)
        ),
    },
    of_bias={
        "The gradient of the bias is the mean over the rows. It is the sum: the bias "
        "is added in each of them.": lambda grad: grad.mean(0),
        "The gradient of the bias is summed along the wrong dimension. It is the sum "
        "over all rows.": lambda grad: grad.sum(1),
        "The gradient of the bias is a single number, the sum of all of grad. It is "
        "the sum over the rows.": lambda grad: grad.sum(),
    },
    bias_rows={
        "The gradient of the bias is summed over the first dimension alone. There may "
        "be more in front, or none: sum over all rows.": lambda grad: grad,
    },
    asks={
        "The bias is added only if it needs a gradient. One that is frozen is added, "
        "too: ask bias is not None.": lambda bias, needed: needed,
    },
    asked={
        "The flags of input and weight are swapped: needs_input_grad[0] is that of the "
        "input, and [1] that of the weight.": lambda needs: (
            needs[1],
            needs[0],
            needs[2],
        )
    },
    kept={
        "Input and weight are mixed up: they are saved in one order, and unpacked in "
        "another.": lambda grad, x, w: (grad, w, x),
        LOST.format("from detach() or .data"): lambda grad, x, w: (
            (grad, x.detach(), w.detach())
        ),
        LOST.format("in NumPy, by once_differentiable, or under no_grad"): (
            lambda *all: [each.detach() for each in all]
        ),
    },
    shared={
        "What backward needs is kept in a place that all calls share, so a later call "
        "spoils an earlier one. Keep it on ctx: every call has its own.": [],
    },
)
wrong_version("Linear", "forward does not transpose the weight.")(
    linear_of(
        product=lambda x, w: x @ w,
        of_input=lambda grad, w: grad @ w.t(),
        of_weight=lambda grad, x: x.t() @ grad,
    )
)
says_fact(
    "unneeded products",
    "backward multiplies for a gradient that nobody needs, and throws it away. Compute "
    "each product under its own if ctx.needs_input_grad[i].",
)
add_meanings(
    Meaning(
        "leaf Variable that requires grad is being used",
        "The line shown changes the upstream gradient: a row of grad is a view of it, "
        "and += works in place. Add into a tensor of your own.",
    ),
    Meaning(
        "Boolean value of Tensor",
        "To ask whether there is a bias, write bias is not None. The bias itself has a "
        "True or False for each of its entries.",
        line="bias",
    ),
    Meaning(
        r"t\(\) expects|mT is only|at most 2-D|shapes cannot be multiplied"
        "|inconsistent tensor size|start_dim cannot|Dimension out of range|einsum"
        "|must be a matrix",
        "Shapes do not fit in the line shown. The input may be a single row, or have "
        "more dimensions in front than one: tensor.reshape(-1, size) puts all rows "
        "below one another. Then the shapes are (rows, in) for the input, (rows, out) "
        "for grad and (out, in) for the weight.",
    ),
    Meaning(
        "unsupported operand type.*'NoneType'|must be Tensor, not NoneType",
        "The bias may be None. Then nothing is added.",
    ),
    pieces=("Linear",),
)


# -- kaiming_uniform_ -------------------------------------------------------------


def area_of(shape: tuple) -> int:
    return math.prod(shape[2:])


def fan_of(shape: tuple, mode: str) -> float:
    return shape[mode == "fan_in"] * area_of(shape)


def filling(
    fan: Callable = fan_of,
    gain: Callable = torch.nn.init.calculate_gain,
    bound: Callable = lambda gain, fan: math.sqrt(3) * gain / math.sqrt(fan),
    draw: Callable = lambda tensor, bound: tensor.uniform_(-bound, bound),
) -> Callable:
    def kaiming_uniform_(tensor, a, mode, nonlinearity):
        if tensor.numel():
            with torch.no_grad():
                draw(tensor, bound(gain(nonlinearity, a), fan(tensor.shape, mode)))
        return tensor

    return kaiming_uniform_


family(
    "kaiming_uniform_",
    filling,
    {
        "fan": "The fan is in times the area for fan_in, and out times the area for "
        "fan_out.",
        "gain": "The gain is calculate_gain(nonlinearity, a).",
        "bound": "std is gain / √fan, and the bound √3 * std.",
    },
    fan={
        "Fan-in and fan-out are swapped.": lambda shape, mode: (
            shape[mode != "fan_in"] * area_of(shape)
        ),
        "mode is not used: it is always the fan-in.": lambda shape, mode: (
            shape[1] * area_of(shape)
        ),
        "mode is not used: it is always the fan-out.": lambda shape, mode: (
            shape[0] * area_of(shape)
        ),
        "The area of a kernel is forgotten.": lambda shape, mode: shape[
            mode == "fan_in"
        ],
        "The sizes of a kernel are added. An area is a product.": (
            lambda shape, mode: shape[mode == "fan_in"] * (sum(shape[2:]) or 1)
        ),
        "The fan is the mean of both, as in Glorot's rule.": lambda shape, mode: (
            (shape[0] + shape[1]) * area_of(shape) / 2
        ),
    },
    gain={
        "a is not used.": lambda name, a: torch.nn.init.calculate_gain(name),
        "a is taken to be 0.": lambda name, a: torch.nn.init.calculate_gain(name, 0),
        "nonlinearity is not used.": lambda name, a: torch.nn.init.calculate_gain(
            "leaky_relu", a
        ),
        "The gain is always √2, that of a ReLU.": lambda name, a: math.sqrt(2),
        "The gain is missing.": lambda name, a: 1.0,
    },
    bound={
        "The factor √3 is missing: the bound is the standard deviation.": (
            lambda gain, fan: gain / math.sqrt(fan)
        ),
        "The bound is made of the variance, gain² / fan, in the place of std.": (
            lambda gain, fan: math.sqrt(3) * gain**2 / fan
        ),
        "The root of the fan is missing.": lambda gain, fan: math.sqrt(3) * gain / fan,
        "The factor is 3, not √3.": lambda gain, fan: 3 * gain / math.sqrt(fan),
        "A factor 2 is too many under the root: √6 has the gain of a ReLU in it, and "
        "the gain comes in once more.": lambda gain, fan: gain * math.sqrt(6 / fan),
    },
    draw={
        "The numbers are drawn from 0 to the bound, not from -bound.": (
            lambda tensor, bound: tensor.uniform_(0, bound)
        ),
        "The numbers are normal, with std. Uniform ones are asked for.": (
            lambda tensor, bound: tensor.normal_(0, bound / math.sqrt(3))
        ),
    },
)


says_fact(
    "gradient of the weight",
    "Afterwards the weight requires no grad, and is not trained. torch.no_grad() is "
    "enough: leave requires_grad as it is.",
    when=lambda expected, got: got is None,
    piece="kaiming_uniform_",
)
says_fact(
    "two numbers drawn next",
    "The random numbers are other ones. A single call of tensor.uniform_(-B, B) draws "
    "the library's own, one for each entry, in the dtype of the tensor.",
)
add_meanings(
    Meaning(
        "leaf Variable that requires|requires grad is being used",
        "Filling the weight is recorded. It is a leaf, whose history may not begin "
        "with a change: fill it within with torch.no_grad().",
    ),
    Meaning(
        "division by zero",
        "A tensor without entries has a fan of 0, and nothing to be filled: return it "
        "before you divide.",
    ),
    Meaning(
        r"values to unpack",
        "The shape has more than two sizes where the weight is a convolution's: "
        "outputs, inputs, *kernel = tensor.shape.",
    ),
    Meaning(
        "tuple index out of range",
        "A kernel has a size for each dimension of the image, and there may be one, "
        "two or none of them: math.prod(tensor.shape[2:]).",
    ),
    Meaning("must be Tensor, not", "math.sqrt takes numbers, torch.sqrt tensors."),
    Meaning(
        "expected to be in range|from.*to",
        "uniform_(low, high) wants the lower bound first.",
    ),
    pieces=("kaiming_uniform_",),
)
