"""Problem set 4: numbers to find; how wrong numbers come about."""

from ...check.programs.ps4_numbers import five
from .computed import question


@question
def central_difference_of_a_cube(lib):
    """(f(x + eps) - f(x - eps)) / (2 eps) for f(x) = x³, x = 2, eps = 0.5"""
    x, eps = lib.tensor(2.0), 0.5
    return ((x + eps) ** 3 - (x - eps) ** 3) / (2 * eps)


@question
def best_eps(lib):
    """the eps at which E(eps) = eps² + 2e-6 / eps is smallest"""
    eps = lib.tensor(0.02, dtype=lib.float64, requires_grad=True)
    for _ in range(20):  # Newton's method for the zero of the slope
        error = eps**2 + 2e-6 / eps
        (slope,) = lib.autograd.grad(error, eps, create_graph=True)
        (bend,) = lib.autograd.grad(slope, eps)
        eps = (eps - slope / bend).detach().requires_grad_()
    return eps


@question
def slope_at_the_kink(lib):
    """the central difference of ReLU at 0, for any eps"""
    zero, eps = lib.tensor(0.0), 0.125
    return (lib.relu(zero + eps) - lib.relu(zero - eps)) / (2 * eps)


@question
def factor_of_the_broken_one(lib):
    """the gradient of the broken one of five at x = -0.5, over the right gradient"""
    for function in five(lib):
        x = lib.tensor(-0.5, dtype=lib.float64, requires_grad=True)
        if not lib.autograd.gradcheck(function, x, raise_exception=False):
            (grad,) = lib.autograd.grad(function(x), x)
            right = (function(x + 1e-6) - function(x - 1e-6)) / 2e-6
            return (grad / right).detach().round(decimals=6)
    raise AssertionError("all five are right")


WRONG = {
    "central_difference_of_a_cube": {
        4.0: "That is the difference for x², whose slope is 2 x. Asked for is x³.",
        12.0: "That is the slope itself, 3 x². The central difference of a cube is off "
        "by eps².",
        15.25: "That is the one-sided difference, f(x + eps) - f(x).",
        9.25: "That is the one-sided difference, f(x) - f(x - eps).",
        24.5: "The two points are 2 eps apart: the factor 2 is missing.",
        6.125: "The points are 1 apart, so the difference is divided by 1.",
        12.0625: "The steps are eps / 2. Go eps to each side.",
        12.5: "The error is eps², not eps.",
        -12.25: "The sign is wrong: the value on the right comes first.",
        19.0: "That is the sum of the two values. Take their difference.",
        0.25: "That is the error alone. Asked for is the central difference.",
        15.625: "That is f(x + eps) alone.",
        11.75: "The error is added, not subtracted: the cube bends upwards.",
        3.0625: "Brackets are missing: / 2 * eps divides by 2 and multiplies by eps.",
        7.625: "That is f(x + eps) - f(x), not divided by eps; and one-sided.",
    },
    "best_eps": {
        1e-3: "That is the square root of 1e-6: the rule for one-sided differences, "
        "whose first term is eps, not eps². Or the square in the slope of 1 / eps is "
        "missing.",
        1e-6: "The smaller eps, the larger 2e-6 / eps: there E is 2.",
        2e-6 ** (1 / 3): "There the two terms are equal. What is to be equal are their "
        "slopes; and that of eps² is 2 eps, not eps.",
        1e-6 / 3: "Of eps³ = 1e-6 the cube root is wanted, not a third.",
        5e-7 ** (1 / 3): "The slope of 2e-6 / eps is -2e-6 / eps², not half of that.",
        0.0003: "That is E at its lowest point. Asked for is the eps where it lies.",
        1e-4: "That is eps² at the lowest point. Take eps.",
        0.1: "There eps² is 0.01, and far more than 2e-6 / eps.",
        0.0: "At 0 the second term is infinite: E has a lowest point in between.",
        2e-6**0.5: "That is where eps = 2e-6 / eps. The first term is eps², and what "
        "is to be equal are the slopes.",
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
    "factor_of_the_broken_one": {
        -1.0: "It is no sign: look at the message, which has both Jacobians.",
        0.0: "The wrong gradient is not 0: look at the message, which has both.",
        1 / 9: "That is the right gradient over the wrong one. Asked for is the other "
        "quotient.",
        4.0: "That is the wrong gradient at -0.5. Divide it by the right one.",
        4 / 9: "That is the right gradient at -0.5. Divide the wrong one by it.",
        32 / 9: "That is the difference of the two gradients. Asked for is their "
        "quotient.",
        3.0: "A square is missing: both gradients have a square below.",
        -1 / 3: "That is the value of the function, not its gradient.",
        2.0: "If that is the number of the broken one: asked for is a factor.",
        1.0: "At this place a gradient is right. Try others, and both sides of 0.",
        0.25: "That is 1 over the wrong gradient at -0.5.",
        (1.25 / 0.75) ** 2: "That is the factor at -0.25. Asked for is that at -0.5.",
        (1.1 / 0.9) ** 2: "That is the factor at -0.1. Asked for is that at -0.5.",
        9 / 4: "That is 1 over the right gradient at -0.5.",
    },
}
