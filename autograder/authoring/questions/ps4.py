"""Problem set 4: numbers to find; how wrong numbers come about."""

from ...check.programs.ps4_numbers import five
from .computed import question


@question(
    lambda x: (
        f"at $x = {x}$, with",
        f"exactly the slope, {2 * x}.",
        f"on each side of {x}.",
        f"return ({x + 0.5}**3 - {x - 0.5}**3)",
    ),
    x=(2, 3, 4, 5),
)
def central_difference_of_a_cube(lib, x):
    """(f(x + eps) - f(x - eps)) / (2 eps) for f(x) = x³, x = {x}, eps = 0.5"""
    x, eps = lib.tensor(float(x)), 0.5
    return ((x + eps) ** 3 - (x - eps) ** 3) / (2 * eps)


@question(
    lambda size: (
        rf"\lvert f \rvert = {size}$",
        rf"{{{size} \cdot 10",
        f"return {round((size / 2) ** (1 / 3))}e-2",
    ),
    size=(2, 16, 54),
)
def best_eps(lib, size):
    """the eps at which E(eps) = eps² + {size}e-6 / eps is smallest"""
    eps = lib.tensor(0.02, dtype=lib.float64, requires_grad=True)
    for _ in range(20):  # Newton's method for the zero of the slope
        error = eps**2 + size * 1e-6 / eps
        (slope,) = lib.autograd.grad(error, eps, create_graph=True)
        (bend,) = lib.autograd.grad(slope, eps)
        eps = (eps - slope / bend).detach().requires_grad_()
    return eps


@question
def slope_at_the_kink(lib):
    """the central difference of ReLU at 0, for any eps"""
    zero, eps = lib.tensor(0.0), 0.125
    return (lib.relu(zero + eps) - lib.relu(zero - eps)) / (2 * eps)


@question(
    lambda left: (
        f"at $x = -{left}$",
        f"broken one at -{left},",
        f"return {round(((1 + left) / (1 - left)) ** 2, 6)}",
    ),
    left=(0.5, 0.6, 0.75, 0.2),
)
def factor_of_the_broken_one(lib, left):
    """the gradient of the broken one of five at x = -{left}, over the right gradient"""
    for function in five(lib):
        x = lib.tensor(-left, dtype=lib.float64, requires_grad=True)
        if not lib.autograd.gradcheck(function, x, raise_exception=False):
            (grad,) = lib.autograd.grad(function(x), x)
            right = (function(x + 1e-6) - function(x - 1e-6)) / 2e-6
            return (grad / right).detach().round(decimals=6)
    raise AssertionError("all five are right")


WRONG = {
    "central_difference_of_a_cube": lambda x: {
        2.0 * x: "That is the difference for x², whose slope is 2 x. Asked for is x³.",
        3.0
        * x**2: "That is the slope itself, 3 x². The central difference of a cube is "
        "off by eps².",
        2 * ((x + 0.5) ** 3 - x**3): "That is the one-sided difference, f(x + eps) - "
        "f(x).",
        2 * (x**3 - (x - 0.5) ** 3): "That is the one-sided difference, f(x) - f(x - "
        "eps).",
        6 * x**2 + 0.5: "The two points are 2 eps apart: the factor 2 is missing.",
        1.5 * x**2
        + 0.125: "The points are 1 apart, so the difference is divided by 1.",
        3 * x**2 + 0.0625: "The steps are eps / 2. Go eps to each side.",
        3 * x**2 + 0.5: "The error is eps², not eps.",
        -3 * x**2 - 0.25: "The sign is wrong: the value on the right comes first.",
        (x + 0.5) ** 3
        + (x - 0.5) ** 3: "That is the sum of the two values. Take their difference.",
        0.25: "That is the error alone. Asked for is the central difference.",
        (x + 0.5) ** 3: "That is f(x + eps) alone.",
        3 * x**2 - 0.25: "The error is added, not subtracted: the cube bends upwards.",
        (3 * x**2 + 0.25) / 4: "Brackets are missing: / 2 * eps divides by 2 and "
        "multiplies by eps.",
        (x + 0.5) ** 3 - x**3: "That is f(x + eps) - f(x), not divided by eps; and "
        "one-sided.",
    },
    "best_eps": lambda size: {
        (size * 5e-7)
        ** 0.5: f"That is the square root of {size // 2}e-6: the rule for one-sided "
        "differences, whose first term is eps, not eps². Or the square in the slope of "
        "1 / eps is missing.",
        1e-6: f"The smaller eps, the larger {size}e-6 / eps: there E is {size}.",
        (size * 1e-6) ** (1 / 3): "There the two terms are equal. What is to be equal "
        "are their slopes; and that of eps² is 2 eps, not eps.",
        size
        * 5e-7
        / 3: f"Of eps³ = {size // 2}e-6 the cube root is wanted, not a third.",
        (size * 2.5e-7)
        ** (1 / 3): f"The slope of {size}e-6 / eps is -{size}e-6 / eps², "
        "not half of that.",
        3 * (size * 5e-7) ** (2 / 3): "That is E at its lowest point. Asked for is the "
        "eps where it lies.",
        (size * 5e-7) ** (2 / 3): "That is eps² at the lowest point. Take eps.",
        0.1: f"There eps² is 0.01, and far more than {size}e-6 / eps.",
        0.0: "At 0 the second term is infinite: E has a lowest point in between.",
        (size * 1e-6) ** 0.5: f"That is where eps = {size}e-6 / eps. The first term is "
        "eps², and what is to be equal are the slopes.",
        1.0: "There E is 1: nothing is small about this eps.",
    },
    "slope_at_the_kink": {
        0.0: "That is PyTorch's gradient at 0, and the slope on the left. The "
        "difference looks at both sides.",
        1.0: "That is the slope on the right. The difference looks at both sides.",
        -0.5: "The sign is wrong: ReLU does not fall.",
        0.125: "That is eps itself, for an eps of 1/8. It cancels.",
        2.0: "That is 2 eps over eps: the wrong way round.",
        0.25: "The difference is divided twice by 2.",
        -1.0: "ReLU does not fall: its difference is not negative.",
        0.0625: "That is half an eps of 1/8. It cancels.",
        5e-7: "That is half an eps of 1e-6: not divided by eps, which cancels.",
        1e-6: "That is eps itself, for an eps of 1e-6. It cancels.",
    },
    "factor_of_the_broken_one": lambda left: {
        -1.0: "It is no sign: look at the message, which has both Jacobians.",
        0.0: "The wrong gradient is not 0: look at the message, which has both.",
        ((1 - left) / (1 + left))
        ** 2: "That is the right gradient over the wrong one. "
        "Asked for is the other quotient.",
        1 / (1 - left) ** 2: f"That is the wrong gradient at -{left}. Divide it by the "
        "right one.",
        1 / (1 + left) ** 2: f"That is the right gradient at -{left}. Divide the wrong "
        "one by it.",
        1 / (1 - left) ** 2 - 1 / (1 + left) ** 2: "That is the difference of the two "
        "gradients. Asked for is their quotient.",
        (1 + left) / (1 - left): "A square is missing: both gradients have a square "
        "below.",
        -left / (1 + left): "That is the value of the function, not its gradient.",
        2.0: "If that is the number of the broken one: asked for is a factor.",
        1.0: "At this place a gradient is right. Try others, and both sides of 0.",
        (1 - left) ** 2: f"That is 1 over the wrong gradient at -{left}.",
        (1.25 / 0.75)
        ** 2: f"That is the factor at -0.25. Asked for is that at -{left}.",
        (1.1 / 0.9) ** 2: f"That is the factor at -0.1. Asked for is that at -{left}.",
        (1 + left) ** 2: f"That is 1 over the right gradient at -{left}.",
    },
}
