"""Problem set 5: predictions; how wrong numbers come about."""

from .computed import question

_GRAD, _EPS = 0.04, 0.01


@question
def largest_stable_rate(lib):
    """loss = mean (w x - y)² on the points (1, 2) and (3, 5): 2 over the curvature"""
    x = lib.tensor([1.0, 3.0], dtype=lib.float64)
    y = lib.tensor([2.0, 5.0], dtype=lib.float64)
    w = lib.tensor(0.5, dtype=lib.float64, requires_grad=True)
    loss = ((w * x - y) ** 2).mean()
    (slope,) = lib.autograd.grad(loss, w, create_graph=True)
    (curvature,) = lib.autograd.grad(slope, w)
    return 2 / curvature


@question
def adams_first_change(lib):
    """Adam with lr = 0.1 and eps = 0.01, a gradient of -0.04: how far it goes"""
    w = lib.tensor([2.0], dtype=lib.float64, requires_grad=True)
    adam = lib.optim.Adam([w], lr=0.1, eps=_EPS)
    (-_GRAD * w).sum().backward()
    adam.step()
    return w.detach()[0] - 2.0


WRONG = {
    "largest_stable_rate": {
        0.4: "The slope of a square has a factor 2, and so has the curvature.",
        0.1: "That is 1 over the curvature: from there a single step leads to the "
        "minimum, and twice that is still stable. Or the loss was taken as a sum.",
        10.0: "That is the curvature of the loss. Which rate does it allow?",
        5.0: "That is the mean of x². The curvature is twice that.",
        20.0: "That is the curvature of a sum. The loss is a mean.",
        0.05: "That is 1 over the curvature of a sum. The loss is a mean, and the "
        "limit is 2 over the curvature.",
        0.25: "The mean comes after the square: the mean of x², not the square of the "
        "mean.",
        0.5: "The mean comes after the square: the mean of x², not the square of the "
        "mean. And the slope of a square has a factor 2.",
        1 / 9: "That is with the larger x alone. The loss is the mean of two squares.",
        2 / 9: "That is with the larger x alone, and without the factor 2 of a square.",
        1.0: "That is with the point (1, 2) alone. The other one bends the loss more.",
        1.7: "That is the best w. Where it lies, and what y is, do not matter here.",
        0.0: "With the rate 0 nothing moves, which is stable. What is the largest?",
    },
    "adams_first_change": {
        -0.4 / 3: "A root is never negative: that of g² is |g|, and not g.",
        0.1: "That is the length of a step where eps is next to nothing. Here eps is a "
        "quarter of the gradient.",
        -0.1: "Adam goes down the slope, and the slope is negative. And eps is not "
        "next to nothing: it is a quarter of the gradient.",
        -0.08: "The sign is wrong: Adam goes down the slope, and the slope is "
        "negative.",
        0.1 * 0.1 * _GRAD / (0.001**0.5 * _GRAD + _EPS): "The bias correction is "
        "missing: both means begin at 0, and are divided by 1 - beta in the first "
        "step.",
        0.1 * _GRAD / (0.001**0.5 * _GRAD + _EPS): "The second mean is not corrected: "
        "divide it by 1 - 0.999.",
        0.1 * 0.1 * _GRAD / (_GRAD + _EPS): "The first mean is not corrected: divide "
        "it by 1 - 0.9.",
        0.1 * _GRAD / (_GRAD**2 + _EPS) ** 0.5: "eps is added to the root, not under "
        "it.",
        0.1 * _GRAD / (_GRAD**2 + _EPS): "The root is missing: the step is divided by "
        "the root of the mean square.",
        0.1 * _GRAD: "That is a step of plain descent, the rate times the gradient.",
        0.1 * _GRAD / _EPS: "That divides by eps alone.",
        _GRAD / (_GRAD + _EPS): "The rate is missing: times 0.1.",
        2.08: "That is where the parameter lies. Asked for is how far it went.",
        1.92: "That is where the parameter would lie, and on the other side: Adam goes "
        "down the slope. Asked for is how far it went.",
    },
}
