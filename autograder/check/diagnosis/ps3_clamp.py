"""Mistakes in Clamp, each as a wrong version."""

from minigrad import Tensor
from minigrad.autograd import Function

from .ps3_halves import IN_PLACE, SHARED, attribute, by_halves
from .versions import wrong_version


def within(x: Tensor, low: float, high: float) -> Tensor:
    return x.clamp(low, high) == x


clamp_backward, clamp_forward = by_halves(
    "Clamp",
    lambda x, low, high: x.clamp(low, high),
    lambda grad, x, low, high: (grad * within(x, low, high), None, None),
)
FOR_EACH = (
    "forward has three arguments, and so backward returns three values: there is one "
    "for each argument, None for the two bounds."
)


@clamp_backward(
    "The gradient is zero at the bounds themselves. PyTorch lets it pass there: <= and "
    ">=."
)
def strictly(grad, x, low, high):
    return grad * ((low < x) & (x < high)), None, None


@clamp_backward(
    "The gradient is zero at the upper bound. PyTorch lets it pass there: <=."
)
def below(grad, x, low, high):
    return grad * ((low <= x) & (x < high)), None, None


@clamp_backward(
    "The gradient is zero at the lower bound. PyTorch lets it pass there: >=."
)
def above(grad, x, low, high):
    return grad * ((low < x) & (x <= high)), None, None


@clamp_backward(
    "The gradient passes everywhere. Outside of the bounds the output is constant: it "
    "stops there."
)
def everywhere(grad, x, low, high):
    return grad, None, None


@clamp_backward(
    "The gradient passes outside of the bounds, and stops inside. It is the other way "
    "round."
)
def outside(grad, x, low, high):
    return grad * ~within(x, low, high), None, None


@clamp_backward("Only the lower bound stops the gradient. The upper one does so, too.")
def lower_alone(grad, x, low, high):
    return grad * (x >= low), None, None


@clamp_backward("Only the upper bound stops the gradient. The lower one does so, too.")
def upper_alone(grad, x, low, high):
    return grad * (x <= high), None, None


@clamp_backward(
    "The gradient is clamped. The bounds are for x: where it lies between them the "
    "gradient passes, whatever it is."
)
def clamped_gradient(grad, x, low, high):
    return grad.clamp(low, high), None, None


@clamp_backward("The upper bound is used on both sides (abs). There are two bounds.")
def by_its_size(grad, x, low, high):
    return grad * (x.abs() <= high), None, None


@clamp_backward("The gradient is multiplied by x. Inside of the bounds the slope is 1.")
def times_x(grad, x, low, high):
    return grad * x * within(x, low, high), None, None


@clamp_backward(IN_PLACE)
def clamp_in_place(grad, x, low, high):
    grad *= within(x, low, high)
    return grad, None, None


@clamp_backward(FOR_EACH)
def two_values(grad, x, low, high):
    return grad * within(x, low, high), None


@clamp_backward(FOR_EACH)
def single_value(grad, x, low, high):
    return grad * within(x, low, high)


@clamp_forward("The output is bounded only from below.")
def from_below(x, low, high):
    return x.clamp(min=low)


@clamp_forward("The output is bounded only from above.")
def from_above(x, low, high):
    return x.clamp(max=high)


@clamp_forward("What is outside of the bounds becomes 0. It becomes the bound.")
def zero_outside(x, low, high):
    return x * within(x, low, high)


@clamp_forward("The bounds are swapped: every entry becomes one of them.")
def swapped_bounds(x, low, high):
    return x.clamp(high, low)


@wrong_version("Clamp", SHARED)
class SharedBounds(Function):
    """It keeps the bounds on the class."""

    bounds = ()

    @staticmethod
    def forward(ctx, x, low, high):
        SharedBounds.bounds = low, high
        ctx.save_for_backward(x)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * within(x, *SharedBounds.bounds), None, None


@wrong_version("Clamp", attribute("x is"))
class ClampOnAttribute(Function):
    """It keeps its input without save_for_backward."""

    @staticmethod
    def forward(ctx, x, low, high):
        ctx.kept = x, low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        return grad * within(*ctx.kept), None, None


@wrong_version(
    "Clamp",
    "Of the output every entry lies within the bounds, so the gradient passes "
    "everywhere. Compare the input with them.",
)
class ComparesTheOutput(Function):
    """It looks at the output."""

    @staticmethod
    def forward(ctx, x, low, high):
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        return grad, None, None
