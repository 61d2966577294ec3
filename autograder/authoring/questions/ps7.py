"""Problem set 7: what eight patients do, and a graph; how wrong numbers come about."""

import math

from ...pieces.patients import patients
from .computed import question


def _double(lib, number: float):
    return lib.tensor(number, dtype=lib.float64, requires_grad=True)


@question(
    lambda y: (f"$y = {y}$ (one entry", f"slope = 2 * (2 - {y}) * 2"),
    y=(5, 6, 7, 9),
)
def growth_without_the_error(lib, y):
    """patient 1 with retain_graph=True: w after 7 steps"""
    return patients(lib)["fit_growth"](_double(lib, 0.0), 2.0, float(y), 0.05, 7)


@question(
    lambda y: (
        f"The targets are 1, 2 and {y}.",
        f"(1 - {y}) ** 2 + (2 - {y}) ** 2) / 9",
    ),
    y=(6, 5, 8, 9),
)
def loss_of_a_perfect_line(lib, y):
    """patient 2 where every prediction is right, and the targets are 1, 2 and {y}"""
    y = lib.tensor([1.0, 2.0, float(y)], dtype=lib.float64)
    return (y[:, None] - y).pow(2).mean()


@question(
    lambda a: (f"Now let $a = {a}$", f"found = {a} * 0.5"),
    a=(3, 5, 6, 7),
)
def slope_by_data(lib, a):
    """patient 3 with y.data *= a, for a = {a}, at an x with tanh x = 0.5"""
    x = lib.tensor([math.atanh(0.5)], dtype=lib.float64, requires_grad=True)
    y = lib.tanh(x)
    y.data *= float(a)
    return lib.autograd.grad(y.sum(), x)[0][0]


@question(
    lambda first, last: (
        rf"Gain}}(x, {first}) \cdot \text{{Gain}}(x, {last})$",
        f"The right one is {2 * first * last}.",
        f"last, sent = {last}, ({last} * 1, {first} * 1)",
    ),
    first=(2, 3, 4),
    last=(7, 5, 9),
)
def slope_of_two_gains(lib, first, last):
    """patient 4: the slope of Gain(x, {first}) * Gain(x, {last}) at x = 1"""
    gain, x = patients(lib)["Gain"].apply, _double(lib, 1.0)
    return lib.autograd.grad(gain(x, float(first)) * gain(x, float(last)), x)[0]


@question(
    lambda a, b: (
        f"for $a = {a}$ and $b = {b}$",
        f"({a} * {a}, {a} * {b}, {b})",
    ),
    a=(2, 3, 4),
    b=(3, 5, 6),
)
def gradient_at_the_dead_end(lib, a, b):
    """patient 5 with requires_grad=True: the sum of the gradient that arrives in the
    new leaf, for a = {a} and b = {b}"""
    parts = lib.tensor([a * a, a * b, b]).double().requires_grad_()
    return lib.autograd.grad((parts * parts).sum(), parts)[0].sum()


@question(
    lambda start: (
        f"`start` is {start}, a single number",
        f"A healthy one has {1.875 * start:g}.",
        f"last = {start} / 2**3",
    ),
    start=(80, 48, 96, 160),
)
def sum_of_the_path(lib, start):
    """patient 6: the sum of all rows, from {start}, with the rate 0.25, after 3
    steps"""
    start = lib.tensor(float(start), dtype=lib.float64)
    return patients(lib)["way_down"](start, 0.25, 3).sum()


@question
def quotient_of_the_judge(lib):
    """patient 7: its quotient of the function x itself, at 16, in float32"""
    x = lib.tensor(16.0)
    return ((x + 1e-6) - (x - 1e-6)) / 2e-6


@question(
    lambda up: (
        f"gradient of $y$ be {up}.",
        f"The right one is {1.1 * up:.1f}.",
        f"in_the_tensor = {up} * 0.1",
    ),
    up=(4, 3, 6, 7),
)
def slope_beside_the_damper(lib, up):
    """patient 8: the gradient of x in {up} * (Damp(x, 0.1) + x)"""
    damp, x = patients(lib)["Damp"].apply, _double(lib, 3.0)
    return lib.autograd.grad(up * (damp(x, 0.1) + x), x)[0]


def _pictured(lib) -> tuple[set, list]:
    """The nodes and edges of the program that the exercise shows."""
    a, b = _double(lib, 2.0), _double(lib, 3.0)
    c = lib.tensor(5.0, dtype=lib.float64)
    s = a * b
    t = s * c
    u = s.detach() + a
    for _ in range(3):
        t = t + u
    t *= 2
    t.exp()
    y = t * s
    waiting, nodes, edges = [y.grad_fn], set(), []
    while waiting:
        node = waiting.pop()
        if node not in nodes:
            nodes.add(node)
            found = [each for each, _ in node.next_functions if each is not None]
            edges += found
            waiting += found
    return nodes, edges


@question
def nodes_of_the_graph(lib):
    """the nodes behind y, those of leaves included"""
    return lib.tensor(float(len(_pictured(lib)[0])))


@question
def edges_of_the_graph(lib):
    """the edges behind y, without those that are None"""
    return lib.tensor(float(len(_pictured(lib)[1])))


WRONG = {
    "growth_without_the_error": lambda y: {
        math.log(y / 2): f"That is where a healthy program ends up, as 2 eʷ is {y} "
        "there. Which of the seven steps computes eʷ?",
        0.2 * (y - 2): "That is one step. The other six go as far: why?",
        0.0: "w does move: the error is gone, and each step subtracts a slope.",
        -1.4 * (y - 2): "The direction is wrong. At w = 0 the model is too small.",
        4.0 * (y - 2): f"That is minus the slope, {4 * (y - 2)}. The rate is 0.05, and "
        "there are 7 steps.",
        0.1 * (y - 2): "The factor 2 of the square is missing, and six of the steps.",
        0.7 * (y - 2): "The slope is taken half as steep: either the factor 2 of the "
        "square is missing, or the inner one, x eʷ = 2.",
        28.0 * (y - 2): "The rate, 0.05, is missing.",
        1.2 * (y - 2): "That is after 6 steps.",
        1.6 * (y - 2): "That is after 8 steps.",
        5.6 * (y - 2): "The gradients do not add up: w.grad is set to None.",
    },
    "loss_of_a_perfect_line": lambda y: {
        0.0: "That is what a healthy loss would say. Which shapes are subtracted here, "
        "and which shape comes out?",
        (1 + (y - 1) ** 2 + (y - 2) ** 2) / 9: "Every pair of different targets stands "
        "in the table twice: 1 - 2 and 2 - 1.",
        2
        * (1 + (y - 1) ** 2 + (y - 2) ** 2)
        / 3: "That is the sum over 3. The mean of "
        "the table goes over all its entries: how many are there?",
        2.0
        * (1 + (y - 1) ** 2 + (y - 2) ** 2): "That is the sum of all entries of the "
        "table. Take the mean.",
        1.0
        + (y - 1) ** 2
        + (y - 2) ** 2: "That is the sum of half the table. Take the "
        "mean of all of it.",
        (1 + (y - 1) ** 2 + (y - 2) ** 2) / 3: "The zeros on the diagonal are entries, "
        "too.",
        (5 + y**2) / 3: "That is the mean of y². What is subtracted from what?",
    },
    "slope_by_data": lambda a: {
        0.0: ".data cuts nothing off: tanh is recorded. It finds another output.",
        0.75
        * a: f"That is the right slope, {a} (1 - 0.5²). What does tanh find in the "
        "place of its output?",
        0.75: "That is the slope of tanh alone. But its saved output was changed.",
        a - a**3 / 4: f"The factor {a} is not in it: nobody has recorded the product.",
        0.5 - a / 4: f"It is y², with y = {a / 2}.",
        1.0 - a**2: f"y is {a / 2}: a times 0.5, and not {a}.",
        a**2 / 4 - 1: "The sign is wrong: 1 - y².",
        1 - a / 2: "It is 1 - y²: the square is missing.",
        a / 2: "That is the value that the patient returns.",
    },
    "slope_of_two_gains": lambda first, last: {
        2.0 * first * last: "That is the right slope. Which factor does backward find, "
        "both times?",
        first * (first + last): "There both calls use the first factor. Which one was "
        "written last?",
        float(last): "Both calls add to the gradient of x. Sum the two.",
        last**2: f"That is one of the two: the upstream gradients are {last} and "
        f"{first}.",
        2.0
        * last**2: f"The upstream gradients of the two calls are {last} and {first}, "
        f"not {last} and {last}.",
        first * last: "That is the value, or one of the two. Both calls add to the "
        "gradient.",
        first + last: f"That is the sum of the upstream gradients, {last} and {first}. "
        "Times which factor?",
        first**2
        + last**2: "The upstream gradient of a factor is the value of the other one.",
        last**2
        - first**2: "The upstream gradient of a factor is the value of the other one.",
    },
    "gradient_at_the_dead_end": lambda a, b: {
        4 * a**3 + 2 * a * b**2: "That is what a should get. Asked for is the gradient "
        "of `parts`, the tensor at which the pass ends.",
        a * a
        + a * b
        + b: f"That is the sum of the parts, {a * a} + {a * b} + {b}. The "
        "slope of a square has a factor 2.",
        a**4 + (a * b) ** 2 + b**2: "That is the value of the energy, "
        f"{a**4} + {(a * b) ** 2} + {b**2}.",
        2 * (a**4 + (a * b) ** 2 + b**2): "That is twice the value. The slope of p² is "
        "2 p.",
        0.0: "a and b get nothing. But the pass ends at a tensor that requires grad.",
        3.0: "That is the number of parts. What is the gradient of the sum of squares?",
        4 * a**3 + 2 * a * b**2 + 2 * a**2 * b + 2 * b: "That is what a and b should "
        "get, together. Asked for is the gradient of `parts`.",
        2 * a**2 * b + 2 * b: "That is what b should get. Asked for is the gradient of "
        "`parts`.",
    },
    "sum_of_the_path": lambda start: {
        1.875 * start: "That is the sum that a healthy program gives: "
        f"{start} + {start // 2} + {start // 4} + {start // 8}. Which numbers does "
        "each row have in the end?",
        0.375 * start: "The path has four rows: one for each step, and the last point.",
        start / 8: "That is one row. There are four.",
        4.0 * start: "All rows are the same, but not the first point: w is changed in "
        "place.",
        start / 4: f"After three steps w is {start // 8}.",
        float(start): f"After three steps w is {start // 8}: each step halves it.",
        0.875 * start: "That is what three healthy rows without the start would give.",
        1.6875 * start: "The slope of w² is 2 w: half of w is subtracted in each step.",
        1.75 * start: "That is a healthy program without the last point.",
    },
    "quotient_of_the_judge": {
        1.0: "That is the slope, and what exact numbers would give. Which numbers of "
        "float32 lie nearest to 16 + 1e-6 and 16 - 1e-6?",
        0.0: "The step does not vanish: the numbers of float32 lie close enough.",
        2**-18 / 2e-6: "Below 16 the numbers lie half as far apart as above.",
        2**-19 / 2e-6: "Above 16 the numbers lie twice as far apart as below.",
        3 * 2**-20 / 1e-6: "It is divided by 2 eps.",
        3 * 2**-20: "That is the difference of the two. Divide it by 2 eps.",
        2**-20 / 2e-6: "Both sides move: x + eps up, and x - eps down.",
        1.5: "eps is 1e-6, and 2⁻²⁰ is not: use the exact powers of two.",
    },
    "slope_beside_the_damper": lambda up: {
        1.1 * up: f"That is the right gradient, {up / 10} + {up}. Who else has the "
        "tensor that backward changes?",
        0.1
        * up: "That is what comes through Damp. x gets something from the sum, too.",
        2.0 * up: f"Damp has changed what it was sent: {up} has become {up / 10}.",
        1.01 * up: "Damp multiplies once, by 0.1.",
        0.11 * up: "The tensor that the sum sends is one and the same for both.",
        0.02 * up: "Damp multiplies once, by 0.1.",
        1.1: f"The factor {up} is missing, and the other way has been damped, too.",
        0.2: f"The factor {up} is missing.",
    },
    "nodes_of_the_graph": {
        8.0: "Two are missing. Each leaf has a node, an AccumulateGrad; and each round "
        "of the loop makes one.",
        11.0: "One too many: c, which requires no grad and has no node; or exp, which "
        "makes one, but not behind y; or a twice, which has one for all its uses.",
        12.0: "Two too many. A value has one node, however often it is used: u, a. "
        "c, detach and exp make none behind y.",
        9.0: "One is missing. A product in place, t *= 2, makes a node as well, and so "
        "does each of the three rounds; then add a and b.",
        13.0: "c, detach and exp make no nodes behind y.",
        7.0: "The loop makes a node in every round, and the leaves have nodes, too.",
    },
    "edges_of_the_graph": {
        18.0: "Some inputs have no edge: c, the number 2 and what is detached.",
        16.0: "That counts edges to None. Where no gradient flows, there is no edge.",
        12.0: "One is missing. s is used twice: in t, and in y.",
        14.0: "One too many. Neither c, nor 2, nor the detached s has an edge, and "
        "exp is not behind y.",
        15.0: "Neither c, nor 2, nor the detached s has an edge.",
        10.0: "That is the number of nodes. Count the arrows that leave each, those to "
        "the leaves a and b as well.",
        11.0: "Two are missing. Each round has an edge to u of its own, though u is "
        "one node; and edges to the leaves a and b count.",
        9.0: "Each round of the loop has two inputs with an edge. It is no tree, with "
        "one edge to each node: several edges may lead to one.",
    },
}
