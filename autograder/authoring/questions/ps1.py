"""Problem set 1: gradients by hand, predictions; how wrong numbers come about."""

from .computed import question


@question
def gradient_of_a_quotient(lib):
    """out = a * b / (a + b) for a = 3, b = 6: the gradient of a"""
    a = lib.tensor(3.0, requires_grad=True)
    (a * 6.0 / (a + 6.0)).backward()
    return a.grad


@question
def gradient_of_a_diamond(lib):
    """y = x * x, out = y * y + y * x for x = 2: the gradient of x"""
    x = lib.tensor(2.0, requires_grad=True)
    y = x * x
    (y * y + y * x).backward()
    return x.grad


@question
def gradient_through_a_matrix(lib):
    """y = W x, and (10, 100) comes from above: the first entry of the gradient of x"""
    w = lib.tensor([[1.0, 2.0], [3.0, 4.0]])
    x = lib.tensor([5.0, 6.0], requires_grad=True)
    (w @ x).backward(lib.tensor([10.0, 100.0]))
    return x.grad[0]


@question
def grad_after_two_passes(lib):
    """h = x * x for x = 3; backward of 2 * h, then of h + x: x.grad"""
    x = lib.tensor(3.0, requires_grad=True)
    h = x * x
    (2 * h).backward(retain_graph=True)
    (h + x).backward()
    return x.grad


@question
def grad_past_a_detach(lib):
    """y = x * x, out = y.detach() * x + y for x = 3: the gradient of x"""
    x = lib.tensor(3.0, requires_grad=True)
    y = x * x
    (y.detach() * x + y).backward()
    return x.grad


WRONG = {
    "gradient_of_a_quotient": {
        2 / 3: "That is b / (a + b): the a in the denominator is held constant.",
        1 / 9: "That is the gradient of b. Asked for is that of a.",
        -2 / 9: "That is the part of the denominator alone. The numerator has a, too.",
        2.0: "That is the value of out, not its gradient.",
        6.0: "That is one slope divided by the other. A quotient has another rule.",
        4.0: "That is b² / (a + b). The denominator must be squared.",
        -4 / 9: "The sign is wrong: the two terms of the quotient rule are swapped.",
        8 / 9: "The terms of the quotient rule are added. Subtract the second.",
        36.0: "That is b². The denominator, squared, is missing.",
    },
    "gradient_of_a_diamond": {
        32.0: "That is what comes through y * y alone. y * x sends something, too.",
        12.0: "That is what comes through y * x alone. y * y sends something, too.",
        4.0: "That is the direct use of x in y * x alone. x takes part through y, too.",
        40.0: "The direct use of x in y * x is missing: its slope is y.",
        36.0: "y receives something from y * x as well: x.",
        24.0: "That is the value of out; or in x * x one of the two x was counted.",
        10.0: "That is the gradient of y. Go on to x.",
        14.0: "The slope of x * x, which is 2 x, is missing.",
        3.0: "That is how often x is used. Each use sends back its slope times what "
        "arrives.",
        8.0: "That is what y * y sends to y. y * x sends something, too; then go on to "
        "x.",
        28.0: "y takes part twice in y * y, so its slope there is 2 y, not y.",
    },
    "gradient_through_a_matrix": {
        210.0: "That is a row of W. The first entry of x meets a column of W.",
        4.0: "The upstream gradient is missing: that is what comes from ones.",
        10.0: "That is what the first entry of y sends. The second sends, too.",
        300.0: "That is what the second entry of y sends. The first sends, too.",
        17.0: "That is the first entry of y itself, not a gradient.",
        110.0: "That is the sum of the upstream gradient. Each entry has a weight.",
        50.0: "That is the gradient of the first entry of W, not of x.",
        3.0: "The upstream gradient is missing, and a row of W took the place of a "
        "column.",
        420.0: "That is the second entry of the gradient of x.",
        440.0: "A weight is multiplied by the upstream entry of the same row, not by "
        "their sum.",
    },
    "grad_after_two_passes": {
        7.0: "That is what the second pass brings. It is added to what was left.",
        12.0: "That is what the first pass brings. The second adds to it.",
        18.0: "In h + x the leaf x takes part directly as well.",
        13.0: "The factor 2 of the first pass is missing.",
        9.5: "That is the mean of the two passes. They are added up.",
        30.0: "That is the sum of the values of 2 * h and h + x, not of gradients.",
        14.0: "That is the second pass, twice. The first was for 2 * h.",
        24.0: "That is the first pass, twice. The second was for h + x.",
        6.0: "That is the slope of h alone.",
        5.0: "The slope of h is 2 x, which is 6 for x = 3.",
        10.0: "x takes part twice in x * x: the slope of h is 2 x, not x.",
        31.0: "Only leaves keep a .grad: h begins the second pass with nothing.",
        1.0: "That is the direct use of x in h + x alone.",
    },
    "grad_past_a_detach": {
        33.0: "That is the gradient without detach: nothing flows through y.detach().",
        6.0: "That comes from + y alone. In y.detach() * x the x is not detached.",
        9.0: "Either + y is left out; or the detached factor, which is the number y, "
        "x², is taken for x.",
        36.0: "That is the value of out, not its gradient.",
        7.0: "A detached factor is a constant: the number that y is, not 1.",
        12.0: "Either the slope of y.detach() * x for x was taken to be 2 x, where it "
        "is the number y; or that of x * x to be x, where it is 2 x.",
        18.0: "That is what would flow through the detached factor. Nothing does.",
        24.0: "Nothing flows through the detached factor; what flows is the rest.",
        0.0: "detach stops what flows through y.detach(). There are other ways to x.",
        10.0: "The slope of + y for x is 2 x, not 1.",
    },
}
