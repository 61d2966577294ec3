"""Problem set 7: the edges of a graph, and the first difference of two.

Graphs grow by steps that are drawn. What is said of them is turned into numbers that
are drawn with them, so that it can be known from these graphs alone.
"""

from collections.abc import Callable
from types import ModuleType

import numpy as np

from minigrad.viz import reading

from ...pieces.student_functions import choose_function
from ..inputs import Floats, OneOf, Plan, given
from .program import program

OPERATIONS: dict[str, Callable] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "tanh": lambda a: a.tanh(),
    "sin": lambda a: a.sin(),
    "neg": lambda a: -a,
}
LEAVES = 6  # a, b, a constant, and the three outputs of one unbind


def grown(lib: ModuleType, x, plan: tuple) -> tuple[list, list]:
    """Tensors that grow from six by the steps of a plan, and the leaves among them."""
    a, b, v = (each.detach().clone().requires_grad_() for each in (x[0], x[1], x[2:5]))
    known = [a, b, x[5].detach(), *v.unbind()]
    for name, *sources in plan:
        known.append(OPERATIONS[name](*(known[i] for i in sources)))
    return [*known, known[-1] * a], [a, b, v]


PLANS = [(Floats((6,)), Floats((40,)), Plan(LEAVES, n)) for n in (3, 5, 8, 12)]


# -- list_edges -------------------------------------------------------------------


def node_of(tensor):
    """The node that made a tensor, or gathers the gradient of a leaf; or None."""
    if tensor.grad_fn is not None or not tensor.requires_grad:
        return tensor.grad_fn
    return tensor.view_as(tensor).grad_fn.next_functions[0][0]


def weighted(lib: ModuleType, edges: list, nodes: list, weights) -> dict:
    """A table of all pairs of nodes, with the sum of their edges, each weighted by its
    ends, its position and its output. The last row and column are for other nodes."""
    number = {node: i for i, node in enumerate(nodes)}
    w, last = weights.detach().numpy(), len(nodes)
    table = np.zeros((last + 1, last + 1))
    for node, position, source, output in edges:
        i, j = number.get(node, last), number.get(source, last)
        table[i, j] += w[i] * w[j] * (1 + position + 10 * output)
    return {"edges": lib.from_numpy(table)}


@program("list_edges", inputs=[(Floats((2,)), Floats((8,)))])
def edges_of_a_product(lib, x, weights):
    """list_edges of y = sin(a) * b, twice with the same list of roots"""
    a, b = (each.detach().clone().requires_grad_() for each in x)
    y = a.sin() * b
    nodes = [y.grad_fn, y.grad_fn.next_functions[0][0], *map(node_of, (a, b))]
    roots = [y.grad_fn]
    first = weighted(lib, reading.list_edges(roots), nodes, weights)["edges"]
    second = weighted(lib, reading.list_edges(roots), nodes, weights)["edges"]
    return {"edges": first, "edges, asked for again": second}


@program("list_edges", inputs=[(Floats((2,)), Floats((8,)))])
def edges_of_a_square(lib, x, weights):
    """list_edges of y = a * a, then of (a * 3) * (a * 3)"""
    a = x[0].detach().clone().requires_grad_()
    y, thrice = a * a, a * 3
    z = thrice * thrice
    leaf = node_of(a)
    first = weighted(lib, reading.list_edges([y.grad_fn]), [y.grad_fn, leaf], weights)
    nodes = [z.grad_fn, thrice.grad_fn, leaf]
    second = weighted(lib, reading.list_edges([z.grad_fn]), nodes, weights)
    return {"edges of a * a": first["edges"], "edges of the other": second["edges"]}


@program("list_edges", inputs=PLANS)
def edges_of_any_graph(lib, x, weights, steps):
    """list_edges of a graph that was drawn"""
    known, leaves = grown(lib, x, steps)
    nodes = [node_of(each) for each in [*known, *leaves]]
    nodes = list(dict.fromkeys(each for each in nodes if each is not None))
    return weighted(lib, reading.list_edges([known[-1].grad_fn]), nodes, weights)


@program("list_edges", inputs=PLANS[1:3])
def edges_of_two_roots(lib, x, weights, steps):
    """list_edges of two nodes of one graph at once, one of them given twice"""
    known, leaves = grown(lib, x, steps)
    nodes = [node_of(each) for each in [*known, *leaves]]
    nodes = list(dict.fromkeys(each for each in nodes if each is not None))
    other = known[3] * known[4]
    roots = [other.grad_fn, known[-1].grad_fn, other.grad_fn]
    nodes.append(other.grad_fn)
    return weighted(lib, reading.list_edges(roots), nodes, weights)


@program("list_edges", inputs=[(Floats((2,)), Floats((5000,)))])
def edges_of_a_leaf(lib, x, weights):
    """list_edges of the node of a leaf: there are none; and of a constant times it"""
    a = x[0].detach().clone().requires_grad_()
    y, leaf = x[1].detach() * a, node_of(a)
    none = weighted(lib, reading.list_edges([leaf]), [leaf], weights)
    some = weighted(lib, reading.list_edges([y.grad_fn]), [y.grad_fn, leaf], weights)
    return {"edges of a leaf": none["edges"], "edges of c * a": some["edges"]}


@program("list_edges", takes_long=True, inputs=[(Floats((5002,)), given(5000))])
def edges_of_a_chain(lib, weights, length):
    """list_edges of a chain of 5,000 operations"""
    y = a = weights[0].detach().clone().requires_grad_()
    nodes = []
    for _ in range(length):
        y = y * 1.0
        nodes.append(y.grad_fn)
    nodes.append(node_of(a))
    number, total = {node: i for i, node in enumerate(nodes)}, 0.0
    w = weights.detach().numpy()
    for node, position, source, output in reading.list_edges([y.grad_fn]):
        total += w[number[node]] * w[number[source]] * (1 + position + 10 * output)
    return {"the sum of all edges": lib.tensor(total, dtype=lib.float64)}


# -- first_difference -------------------------------------------------------------


def difference(lib: ModuleType) -> Callable:
    # piece: first_difference
    def reference(a, b):
        partner, back = {}, {}

        def compare(a, b, path):
            if a in partner or b in back:
                return None if partner.get(a) is b and back.get(b) is a else path
            partner[a], back[b] = b, a
            if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
                return path
            both = zip(a.next_functions, b.next_functions, strict=True)
            for i, ((first, out), (second, other)) in enumerate(both):
                here = (*path, i)
                if (first is None) != (second is None) or out != other:
                    return here
                if first is not None:
                    found = compare(first, second, here)
                    if found is not None:
                        return found
            return None

        return compare(a, b, ())

    return choose_function(lib, "first_difference", reference)


def coded(lib: ModuleType, path, weights):
    """A path as a number: each of its positions, weighted by its place."""
    w = weights.detach()
    if path is None:
        return w[0]
    total = w[1]
    for i, position in enumerate(path):
        total = total + w[2 + i % 30] * (1 + position)
    return total


EXCHANGED = {"add": "mul", "sub": "add", "mul": "sub", "tanh": "sin", "sin": "tanh"}


def changed(plan: tuple, place: int, kind: str) -> tuple:
    """A plan of which one step is another: its operation, its order or a source."""
    name, *sources = plan[place % len(plan)]
    if kind == "operation":
        name = EXCHANGED.get(name, "sin")
    elif kind == "order":
        sources = sources[::-1]
    elif kind == "source":
        sources[-1] = (sources[-1] + 1) % (LEAVES + place % len(plan))
    steps = list(plan)
    steps[place % len(plan)] = (name, *sources)
    return tuple(steps)


KINDS = "operation", "order", "source", "nothing"


@program(
    "first_difference",
    inputs=[
        (Floats((6,)), Floats((40,)), Plan(LEAVES, n), given(kind))
        for n in (4, 7, 10)
        for kind in KINDS
    ],
)
def difference_of_plans(lib, x, weights, steps, kind):
    """first_difference of a graph that was drawn and one with another step"""
    one = grown(lib, x, steps)[0][-1].grad_fn
    function, found = difference(lib), []
    for place in range(len(steps)):
        other = grown(lib, x, changed(steps, place, kind))[0][-1].grad_fn
        found.append(coded(lib, function(one, other), weights))
    return {"paths": lib.stack(found)}


def twice(lib, x, make: Callable, other: Callable) -> tuple:
    """The nodes of two programs of a and b."""
    a, b = (each.detach().clone().requires_grad_() for each in x[:2])
    return make(a, b).grad_fn, other(a, b).grad_fn


PAIRS: dict[str, tuple[Callable, Callable]] = {
    "a * a, a * b": (lambda a, b: a * a, lambda a, b: a * b),
    "a * b, a * a": (lambda a, b: a * b, lambda a, b: a * a),
    "a * b, b * a": (lambda a, b: a * b, lambda a, b: b * a),
    "sin(a) + sin(a), with one sin or two": (
        lambda a, b: a.sin() + a.sin(),
        lambda a, b: (s := a.sin()) + s,
    ),
    "sin(a) + sin(a), with two sin or one": (
        lambda a, b: (s := a.sin()) + s,
        lambda a, b: a.sin() + a.sin(),
    ),
    "a.sin() * b, b * a.sin()": (lambda a, b: a.sin() * b, lambda a, b: b * a.sin()),
    "a * b, a * 3": (lambda a, b: a * b, lambda a, b: a * b.detach()),
    "a, tanh(a)": (lambda a, b: a.sin(), lambda a, b: a.tanh()),
    "a * b, b * c": (
        lambda a, b: a * b,
        lambda a, b: b * a.detach().clone().requires_grad_(),
    ),
    "(a * b) + a, (a * b) + b": (
        lambda a, b: a * b + a,
        lambda a, b: a * b + b,
    ),
}


def of_pairs(lib, x, weights, names) -> dict:
    function = difference(lib)
    found = [function(*twice(lib, x, *PAIRS[name])) for name in names]
    return {"paths": lib.stack([coded(lib, each, weights) for each in found])}


@program(
    "first_difference", inputs=[(Floats((2,)), Floats((40,)), given(n)) for n in PAIRS]
)
def difference_of_a_pair(lib, x, weights, name):
    """first_difference of the graphs of two short programs"""
    return of_pairs(lib, x, weights, [name])


ORDERS = OneOf(((0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 1, 0), (1, 2, 0)))


@program("first_difference", inputs=[(Floats((5,)), Floats((40,)), ORDERS)] * 3)
def difference_of_outputs(lib, x, weights, order):
    """first_difference where outputs of one unbind are used in another order"""
    v = x[2:5].detach().clone().requires_grad_()
    parts = (v * 2).unbind()
    first = parts[0] * parts[1] - parts[2]
    other = (v * 2).unbind()
    second = other[order[0]] * other[order[1]] - other[order[2]]
    found = difference(lib)(first.grad_fn, second.grad_fn)
    return {"paths": coded(lib, found, weights)}


@program("first_difference", inputs=[(Floats((5,)), Floats((40,)), ORDERS)] * 3)
def difference_of_outputs_and_below(lib, x, weights, order):
    """first_difference where outputs differ, and what is above the unbind as well"""
    v = x[2:5].detach().clone().requires_grad_()
    parts, other = (v * 2).unbind(), (v + 2).unbind()
    first = parts[0] * parts[1] - parts[2]
    second = other[order[0]] * other[order[1]] - other[order[2]]
    found = difference(lib)(first.grad_fn, second.grad_fn)
    return {"paths": coded(lib, found, weights)}


COUNTS = OneOf(((2, 3), (3, 2), (3, 3), (2, 2)))


@program("first_difference", inputs=[(Floats((2,)), Floats((40,)), COUNTS)] * 4)
def difference_of_counts(lib, x, weights, counts):
    """first_difference of two stacks, of so many parts each"""
    a = x[0].detach().clone().requires_grad_()
    one, other = (lib.stack([a] * count).sum().grad_fn for count in counts)
    return {"paths": coded(lib, difference(lib)(one, other), weights)}


TOPS = OneOf((("sin", "sin"), ("sin", "tanh"), ("neg", "sin"), ("neg", "neg")))


@program("first_difference", inputs=[(Floats((2,)), Floats((40,)), TOPS)] * 4)
def difference_at_the_top(lib, x, weights, names):
    """first_difference of two operations of a, each in a graph of its own"""
    a = x[0].detach().clone().requires_grad_()
    one, other = (OPERATIONS[name](a * a).grad_fn for name in names)
    return {"paths": coded(lib, difference(lib)(one, other), weights)}
