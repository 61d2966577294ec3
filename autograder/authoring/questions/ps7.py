"""Problem set 7: what eight patients do, and a graph; how wrong numbers come about."""

import math

from ...pieces.patients import patients
from .computed import question


def _double(lib, number: float):
    return lib.tensor(number, dtype=lib.float64, requires_grad=True)


@question
def growth_without_the_error(lib):
    """patient 1 with retain_graph=True: w after 7 steps"""
    return patients(lib)["fit_growth"](_double(lib, 0.0), 2.0, 5.0, 0.05, 7)


@question
def loss_of_a_perfect_line(lib):
    """patient 2 where every prediction is right, and the targets are 1, 2 and 6"""
    y = lib.tensor([1.0, 2.0, 6.0], dtype=lib.float64)
    return (y[:, None] - y).pow(2).mean()


@question
def slope_by_data(lib):
    """patient 3 with y.data *= a, for a = 3, at an x with tanh x = 0.5"""
    x = lib.tensor([math.atanh(0.5)], dtype=lib.float64, requires_grad=True)
    y = lib.tanh(x)
    y.data *= 3.0
    return lib.autograd.grad(y.sum(), x)[0][0]


@question
def slope_of_two_gains(lib):
    """patient 4: the slope of Gain(x, 2) * Gain(x, 7) at x = 1"""
    gain, x = patients(lib)["Gain"].apply, _double(lib, 1.0)
    return lib.autograd.grad(gain(x, 2.0) * gain(x, 7.0), x)[0]


@question
def gradient_at_the_dead_end(lib):
    """patient 5 with requires_grad=True: the sum of the gradient that arrives in the
    new leaf, for a = 2 and b = 3"""
    parts = lib.tensor([4.0, 6.0, 3.0], dtype=lib.float64, requires_grad=True)
    return lib.autograd.grad((parts * parts).sum(), parts)[0].sum()


@question
def sum_of_the_path(lib):
    """patient 6: the sum of all rows, from 80, with the rate 0.25, after 3 steps"""
    start = lib.tensor(80.0, dtype=lib.float64)
    return patients(lib)["way_down"](start, 0.25, 3).sum()


@question
def quotient_of_the_judge(lib):
    """patient 7: its quotient of the function x itself, at 16, in float32"""
    x = lib.tensor(16.0)
    return ((x + 1e-6) - (x - 1e-6)) / 2e-6


@question
def slope_beside_the_damper(lib):
    """patient 8: the gradient of x in 4 * (Damp(x, 0.1) + x)"""
    damp, x = patients(lib)["Damp"].apply, _double(lib, 3.0)
    return lib.autograd.grad(4 * (damp(x, 0.1) + x), x)[0]


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
    "growth_without_the_error": {
        math.log(2.5): "That is where a healthy program ends up, as 2 eʷ is 5 there. "
        "Which of the seven steps computes eʷ?",
        0.916: "That is ln 2.5, where a healthy program ends up.",
        0.51682: "That is a healthy descent. Here the model of the first step is kept, "
        "and the slope with it: seven times the same step.",
        0.6: "That is one step. The other six go as far: why?",
        0.0: "w does move: the error is gone, and each step subtracts a slope.",
        -4.2: "The direction is wrong. At w = 0 the model is too small.",
        12.0: "That is minus the slope, 12. The rate is 0.05, and there are 7 steps.",
        0.3: "The factor 2 of the square is missing, and six of the steps.",
        2.1: "The slope is 12, and not 6: either the factor 2 of the square is "
        "missing, or the inner one, x eʷ = 2.",
        84.0: "The rate, 0.05, is missing.",
        3.6: "That is after 6 steps.",
        4.8: "That is after 8 steps.",
        16.8: "The gradients do not add up: w.grad is set to None.",
    },
    "loss_of_a_perfect_line": {
        0.0: "That is what a healthy loss would say. Which shapes are subtracted here, "
        "and which shape comes out?",
        14 / 3: "Every pair of different targets stands in the table twice: 1 - 2 and "
        "2 - 1.",
        28.0: "That is the sum over 3. The mean of the table goes over all its "
        "entries: how many are there?",
        84.0: "That is the sum of all entries of the table. Take the mean.",
        42.0: "That is the sum of half the table. Take the mean of all of it.",
        14.0: "The zeros on the diagonal are entries, too.",
        41 / 3: "That is the mean of y². What is subtracted from what?",
    },
    "slope_by_data": {
        0.0: ".data cuts nothing off: tanh is recorded. It finds another output.",
        2.25: "That is the right slope, 3 (1 - 0.5²). What does tanh find in the place "
        "of its output?",
        0.75: "That is the slope of tanh alone. But its saved output was changed.",
        -3.75: "The factor 3 is not in it: nobody has recorded the product.",
        -0.25: "It is y², with y = 1.5.",
        -8.0: "y is 1.5: a times 0.5, and not 3.",
        1.25: "The sign is wrong: 1 - y².",
        -0.5: "It is 1 - y²: the square is missing.",
        1.5: "That is the value that the patient returns.",
    },
    "slope_of_two_gains": {
        28.0: "That is the right slope. Which factor does backward find, both times?",
        18.0: "There both calls use the first factor. Which one was written last?",
        63.0 / 9: "Both calls add to the gradient of x. Sum the two.",
        49.0: "That is one of the two: the upstream gradients are 7 and 2.",
        98.0: "The upstream gradients of the two calls are 7 and 2, not 7 and 7.",
        14.0: "That is the value, or one of the two. Both calls add to the gradient.",
        9.0: "That is the sum of the upstream gradients, 7 and 2. Times which factor?",
        53.0: "The upstream gradient of a factor is the value of the other one, and "
        "both calls use the factor that was written last.",
        45.0: "The upstream gradient of a factor is the value of the other one.",
    },
    "gradient_at_the_dead_end": {
        68.0: "That is what a should get. Asked for is the gradient of `parts`, the "
        "tensor at which the pass ends.",
        13.0: "That is the sum of the parts, 4 + 6 + 3. The slope of a square has a "
        "factor 2.",
        61.0: "That is the value of the energy, 16 + 36 + 9.",
        122.0: "That is twice the value. The slope of p² is 2 p.",
        0.0: "a and b get nothing. But the pass ends at a tensor that requires grad.",
        3.0: "That is the number of parts. What is the gradient of the sum of squares?",
        98.0: "That is what a and b should get, together. Asked for is the gradient of "
        "`parts`.",
        30.0: "That is what b should get. Asked for is the gradient of `parts`.",
    },
    "sum_of_the_path": {
        150.0: "That is the sum that a healthy program gives: 80 + 40 + 20 + 10. Which "
        "numbers does each row have in the end?",
        30.0: "The path has four rows: one for each step, and the last point.",
        10.0: "That is one row. There are four.",
        320.0: "All rows are the same, but not the first point: w is changed in place.",
        20.0: "After three steps w is 10.",
        80.0: "After three steps w is 10: each step halves it.",
        70.0: "That is what three healthy rows without the start would give.",
        135.0: "The slope of w² is 2 w: half of w is subtracted in each step.",
        140.0: "That is a healthy program without the last point.",
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
    "slope_beside_the_damper": {
        4.4: "That is the right gradient, 0.4 + 4. Who else has the tensor that "
        "backward changes?",
        0.4: "That is what comes through Damp. x gets something from the sum, too.",
        8.0: "Damp has changed what it was sent: 4 has become 0.4.",
        4.04: "Damp multiplies once, by 0.1.",
        0.44: "The tensor that the sum sends is one and the same for both.",
        0.08: "Damp multiplies once, by 0.1.",
        1.1: "The factor 4 is missing, and the other way has been damped, too.",
        0.2: "The factor 4 is missing.",
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
