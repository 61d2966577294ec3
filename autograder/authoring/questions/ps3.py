"""Problem set 3: predictions; how wrong numbers come about."""

from .computed import question


@question
def ratio_of_two_falls(lib):
    """five steps on a table of 2 x 5 whose first column is cut off: fall over fall"""
    x = lib.arange(10.0, dtype=lib.float64).reshape(2, 5).requires_grad_()
    tail = (lib.arange(5) >= 1).to(x.dtype)
    losses = []
    for _ in range(3):
        loss = ((x * tail - 1) ** 2).mean()
        losses.append(loss.detach())
        (grad,) = lib.autograd.grad(loss, x)
        x = (x - grad).detach().requires_grad_()
    return (losses[1] - losses[2]) / (losses[0] - losses[1])


@question
def gradient_through_rounding(lib):
    """y = Round(4 x) / 4, loss = (y - 0.5)² for x = 0.7, with the straight-through"""
    x = lib.tensor(0.7, dtype=lib.float64, requires_grad=True)
    four = 4 * x
    y = (four + (four.round() - four).detach()) / 4
    ((y - 0.5) ** 2).backward()
    return x.grad


WRONG = {
    "ratio_of_two_falls": {
        0.8: "That is by how much an error shrinks in a step. The loss has its square.",
        121 / 144: "That is the ratio of the lecture, for a table of 24 entries.",
        0.81: "The slope of a square is 2 e: the factor 2 is missing.",
        0.9: "The slope of a square is 2 e: the factor 2 is missing. And the loss has "
        "the square of that.",
        0.4096: "That is a fall over the fall two steps before.",
        0.512: "The factor of an error is squared for the loss, not cubed.",
        0.5625: "The mean is over all 10 entries, not only over those of the tail.",
        0.36: "That is by which part the loss falls in a step; or the mean was taken "
        "over 5 entries, not over all 10.",
        1.44: "The step goes down the slope: the error shrinks, 1 - 0.2.",
        0.04: "That is the square of what a step takes away. What is left is 1 - 0.2.",
        0.2: "That is what a step takes away from an error, as a part of it.",
        1.0: "Equal falls: then each step would take the same off the loss.",
        1.25: "That is upside down, and of the errors: the falls get smaller.",
        1.5625: "That is upside down: the later fall over the earlier one.",
        0.0: "The second fall would be 0 only if the first step reached the floor.",
    },
    "gradient_through_rounding": {
        0.0: "That is the true gradient: rounding is flat almost everywhere. The "
        "straight-through backward lets the gradient pass.",
        0.4: "That is with 0.7 itself. The loss is computed from the rounded value.",
        0.25: "The slope of a square has a factor 2.",
        2.0: "The factor 4 goes in before the rounding, and the quotient takes it out "
        "again: 4 / 4.",
        0.125: "The quotient by 4 counts, and so does the factor 4 before: 4 / 4.",
        -0.5: "The sign is wrong: y lies above 0.5, and so the loss grows with y.",
        0.0625: "That is the loss.",
        0.04: "That is the loss at 0.7 itself. What is asked for is the gradient.",
        1.5: "That is 2 y. The loss is (y - 0.5)²: its slope is 2 (y - 0.5).",
        5.0: "The rounded number 3 is still to be divided by 4.",
        0.1: "That is 2 (y - 0.7). The loss compares y with 0.5.",
        4.0: "That is the slope of Round(4 x). The quotient by 4 and the loss follow.",
        0.75: "That is y.",
        1.0: "That is the gradient of y by x. The loss comes after: times 2 (y - 0.5). "
        "Or y was rounded to a whole number, and not to a quarter.",
        3.0: "That is the rounded number, not yet divided by 4.",
        0.2: "That is 0.7 - 0.5: y is the rounded value, and a square has the slope 2.",
    },
}
