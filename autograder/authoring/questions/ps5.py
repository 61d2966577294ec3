"""Problem set 5: predictions; how wrong numbers come about."""

from .computed import question

_EPS = 0.01


@question(
    lambda x: (f"$({x}, 5)$", f"(1**2 + {x}**2) / 2"),
    x=(3, 2, 4, 6),
)
def largest_stable_rate(lib, x):
    """loss = mean (w x - y)² on the points (1, 2) and ({x}, 5): 2 over the curvature"""
    x = lib.tensor([1.0, float(x)], dtype=lib.float64)
    y = lib.tensor([2.0, 5.0], dtype=lib.float64)
    w = lib.tensor(0.5, dtype=lib.float64, requires_grad=True)
    loss = ((w * x - y) ** 2).mean()
    (slope,) = lib.autograd.grad(loss, w, create_graph=True)
    (curvature,) = lib.autograd.grad(slope, w)
    return 2 / curvature


@question(
    lambda grad: (
        f"first gradient is $-{grad}$",
        f"return 0.1 * {grad} / ({grad} + 0.01)",
    ),
    grad=(0.04, 0.03, 0.06, 0.09),
)
def adams_first_change(lib, grad):
    """Adam with lr = 0.1 and eps = 0.01, a gradient of -{grad}: how far it goes"""
    w = lib.tensor([2.0], dtype=lib.float64, requires_grad=True)
    adam = lib.optim.Adam([w], lr=0.1, eps=_EPS)
    (-grad * w).sum().backward()
    adam.step()
    return w.detach()[0] - 2.0


def _changes(grad: float) -> dict[float, str]:
    part = {3: "third", 4: "quarter", 6: "sixth", 9: "ninth"}[round(grad / _EPS)]
    right = 0.1 * grad / (grad + _EPS)
    return {
        0.1: "That is the length of a step where eps is next to nothing. Here eps is a "
        f"{part} of the gradient.",
        -0.1: "Adam goes down the slope, and the slope is negative. And eps is not "
        f"next to nothing: it is a {part} of the gradient.",
        -right: "The sign is wrong: Adam goes down the slope, and the slope is "
        "negative.",
        0.1
        * 0.1
        * grad
        / (0.001**0.5 * grad + _EPS): "The bias correction is missing: "
        "both means begin at 0, and are divided by 1 - beta in the first step.",
        0.1 * grad / (0.001**0.5 * grad + _EPS): "The second mean is not corrected: "
        "divide it by 1 - 0.999.",
        0.1 * right: "The first mean is not corrected: divide it by 1 - 0.9.",
        0.1 * grad / (grad**2 + _EPS) ** 0.5: "eps is added to the root, not under it.",
        0.1
        * grad
        / (grad**2 + _EPS): "The root is missing: the step is divided by the "
        "root of the mean square.",
        0.1 * grad: "That is a step of plain descent, the rate times the gradient.",
        0.1 * grad / _EPS: "That divides by eps alone.",
        10 * right: "The rate is missing: times 0.1.",
        2 + right: "That is where the parameter lies. Asked for is how far it went.",
        2 - right: "That is where the parameter would lie, and on the other side: Adam "
        "goes down the slope. Asked for is how far it went.",
    }


WRONG = {
    "largest_stable_rate": lambda x: {
        4
        / (1 + x**2): "The slope of a square has a factor 2, and so has the curvature.",
        1
        / (1 + x**2): "That is 1 over the curvature: from there a single step leads to "
        "the minimum, and twice that is still stable. Or the loss was taken as a sum.",
        1.0 + x**2: "That is the curvature of the loss. Which rate does it allow?",
        (1 + x**2) / 2: "That is the mean of x². The curvature is twice that.",
        2.0 * (1 + x**2): "That is the curvature of a sum. The loss is a mean.",
        0.5 / (1 + x**2): "That is 1 over the curvature of a sum. The loss is a mean, "
        "and the limit is 2 over the curvature.",
        4 / (1 + x) ** 2: "The mean comes after the square: the mean of x², not the "
        "square of the mean.",
        8 / (1 + x) ** 2: "The mean comes after the square: the mean of x², not the "
        "square of the mean. And the slope of a square has a factor 2.",
        1
        / x**2: "That is with the larger x alone. The loss is the mean of two squares.",
        2 / x**2: "That is with the larger x alone, and without the factor 2 of a "
        "square.",
        1.0: "That is with the point (1, 2) alone. The other one bends the loss more.",
        (2 + 5 * x)
        / (1 + x**2): "That is the best w. Where it lies, and what y is, do "
        "not matter here.",
        0.0: "With the rate 0 nothing moves, which is stable. What is the largest?",
    },
    "adams_first_change": _changes,
}
