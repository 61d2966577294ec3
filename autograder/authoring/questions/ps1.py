"""Problem set 1: gradients by hand, predictions; how wrong numbers come about."""

from .computed import question


@question(
    lambda a, b: (
        f"at $a = {a}$, $b = {b}$",
        f"return {b}.0**2 / ({a}.0 + {b}.0) ** 2",
    ),
    a=(3, 2, 4, 5, 7),
    b=(6, 3, 8, 9),
)
def gradient_of_a_quotient(lib, a, b):
    """out = a * b / (a + b) for a = {a}, b = {b}: the gradient of a"""
    a = lib.tensor(float(a), requires_grad=True)
    (a * b / (a + b)).backward()
    return a.grad


@question(
    lambda x: (
        f"at $x = {x}$",
        f"2 * {x * x}.0 + {x}.0",
        f"y_grad * 2 * {x}.0 + {x * x}.0",
    ),
    x=(2, 4, 5, 6),
)
def gradient_of_a_diamond(lib, x):
    """y = x * x, out = y * y + y * x for x = {x}: the gradient of x"""
    x = lib.tensor(float(x), requires_grad=True)
    y = x * x
    (y * y + y * x).backward()
    return x.grad


@question(
    lambda p, q, r, s: (
        rf"{p} & {q} \\ {r} & {s}",
        f"10.0 * {p}.0 + 100.0 * {r}.0",
    ),
    p=(1, 2, 3, 5),
    q=(2, 4, 6),
    r=(3, 5, 7),
    s=(4, 8, 9),
)
def gradient_through_a_matrix(lib, p, q, r, s):
    """y = W x, and (10, 100) comes from above: the first entry of the gradient of x"""
    w = lib.tensor([[p, q], [r, s]]).float()
    x = lib.tensor([5.0, 6.0], requires_grad=True)
    (w @ x).backward(lib.tensor([10.0, 100.0]))
    return x.grad[0]


@question(
    lambda x: (f"tensor({x}.0, requires_grad", f"return {4 * x}.0 + {2 * x + 1}.0"),
    x=(3, 4, 5, 6, 7),
)
def grad_after_two_passes(lib, x):
    """h = x * x for x = {x}; backward of 2 * h, then of h + x: x.grad"""
    x = lib.tensor(float(x), requires_grad=True)
    h = x * x
    (2 * h).backward(retain_graph=True)
    (h + x).backward()
    return x.grad


@question(
    lambda x: (f"tensor({x}.0, requires_grad", f"return {x * x}.0 + {2 * x}.0"),
    x=(3, 5, 6, 7, 8),
)
def grad_past_a_detach(lib, x):
    """y = x * x, out = y.detach() * x + y for x = {x}: the gradient of x"""
    x = lib.tensor(float(x), requires_grad=True)
    y = x * x
    (y.detach() * x + y).backward()
    return x.grad


WRONG = {
    "gradient_of_a_quotient": lambda a, b: {
        b / (a + b): "That is b / (a + b): the a in the denominator is held constant.",
        a**2 / (a + b) ** 2: "That is the gradient of b. Asked for is that of a.",
        -a * b / (a + b) ** 2: "That is the part of the denominator alone. The "
        "numerator has a, too.",
        a * b / (a + b): "That is the value of out, not its gradient.",
        float(
            b
        ): "That is one slope divided by the other. A quotient has another rule.",
        b**2 / (a + b): "That is b² / (a + b). The denominator must be squared.",
        -(b**2) / (a + b) ** 2: "The sign is wrong: the two terms of the quotient rule "
        "are swapped.",
        b * (2 * a + b) / (a + b) ** 2: "The terms of the quotient rule are added. "
        "Subtract the second.",
        float(b**2): "That is b². The denominator, squared, is missing.",
    },
    "gradient_of_a_diamond": lambda x: {
        4.0 * x**3: "That is what comes through y * y alone. y * x sends something, "
        "too.",
        3.0 * x**2: "That is what comes through y * x alone. y * y sends something, "
        "too.",
        float(x**2): "That is the direct use of x in y * x alone. x takes part through "
        "y, too.",
        2.0 * x * (2 * x**2 + x): "The direct use of x in y * x is missing: its slope "
        "is y.",
        4.0 * x**3 + x**2: "y receives something from y * x as well: x.",
        2.0 * x**3 + 2 * x**2: "y's slope was taken for x instead of 2 x.",
        float(x**4 + x**3): "That is the value of out"
        + ("; or in x * x one of the two x was counted." if x == 2 else "."),
        2.0 * x**2 + x: "That is the gradient of y. Go on to x.",
        3.0 * x**2 + x: "The slope of x * x, which is 2 x, is missing.",
        3.0: "That is how often x is used. Each use sends back its slope times what "
        "arrives.",
        2.0
        * x**2: "That is what y * y sends to y. y * x sends something, too; then go "
        "on to x.",
        2.0 * x * (x**2 + x)
        + x**2: "y takes part twice in y * y, so its slope there is 2 y, not y.",
    },
    "gradient_through_a_matrix": lambda p, q, r, s: {
        10.0 * p
        + 100 * q: "That is a row of W. The first entry of x meets a column of W.",
        float(p + r): "The upstream gradient is missing: that is what comes from ones.",
        10.0 * p: "That is what the first entry of y sends. The second sends, too.",
        100.0 * r: "That is what the second entry of y sends. The first sends, too.",
        5.0 * p + 6 * q: "That is the first entry of y itself, not a gradient.",
        110.0: "That is the sum of the upstream gradient. Each entry has a weight.",
        50.0: "That is the gradient of the first entry of W, not of x.",
        float(p + q): "The upstream gradient is missing, and a row of W took the place "
        "of a column.",
        10.0 * q + 100 * s: "That is the second entry of the gradient of x.",
        110.0
        * (p + r): "A weight is multiplied by the upstream entry of the same row, "
        "not by their sum.",
    },
    "grad_after_two_passes": lambda x: {
        2.0 * x + 1: "That is what the second pass brings. It is added to what was "
        "left.",
        4.0 * x: "That is what the first pass brings. The second adds to it.",
        6.0 * x: "In h + x the leaf x takes part directly as well.",
        4.0 * x + 1: "The factor 2 of the first pass is missing.",
        3.0 * x + 0.5: "That is the mean of the two passes. They are added up.",
        3.0 * x**2 + x: "That is the sum of the values of 2 * h and h + x, not of "
        "gradients.",
        4.0 * x + 2: "That is the second pass, twice. The first was for 2 * h.",
        8.0 * x: "That is the first pass, twice. The second was for h + x.",
        2.0 * x: "That is the slope of h alone.",
        5.0: f"The slope of h is 2 x, which is {2 * x} for x = {x}.",
        3.0 * x + 1: "x takes part twice in x * x: the slope of h is 2 x, not x.",
        10.0 * x
        + 1: "Only leaves keep a .grad: h begins the second pass with nothing.",
        1.0: "That is the direct use of x in h + x alone.",
    },
    "grad_past_a_detach": lambda x: {
        3.0 * x**2
        + 2 * x: "That is the gradient without detach: nothing flows through "
        "y.detach().",
        2.0 * x: "That comes from + y alone. In y.detach() * x the x is not detached.",
        float(x**2): "Either + y is left out; or the detached factor, which is the "
        "number y, x², is taken for x.",
        float(x**3 + x**2): "That is the value of out, not its gradient.",
        2.0 * x + 1: "A detached factor is a constant: the number that y is, not 1.",
        4.0 * x: "The slope of y.detach() * x for x was taken to be 2 x, where it is "
        "the number y.",
        float(x**2 + x): "The slope of x * x was taken to be x, where it is 2 x."
        if x != 3
        else "Either the slope of y.detach() * x for x was taken to be 2 x, where it "
        "is the number y; or that of x * x to be x, where it is 2 x.",
        2.0
        * x**2: "That is what would flow through the detached factor. Nothing does.",
        2.0 * x**2 + 2 * x: "Nothing flows through the detached factor; what flows is "
        "the rest.",
        0.0: "detach stops what flows through y.detach(). There are other ways to x.",
        float(x**2 + 1): "The slope of + y for x is 2 x, not 1.",
    },
}
