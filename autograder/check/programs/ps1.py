"""Problem set 1: the engine.

A program either returns tensors, and then two backward passes run from them; or it runs
its passes itself and returns what it found out, by name.
"""

from ..inputs import Floats, OneOf, Plan, of_shapes
from .program import program

THREE = of_shapes([(3,), (3,), (3,)])
TWO = of_shapes([(2, 3), (2, 3)])
RETAIN = (None, None, True, True, False)


class Stop(Exception):
    """Raised by a hook, to break off a pass."""


# -- graphs -----------------------------------------------------------------------


@program("order_nodes", "run", "accumulate", inputs=of_shapes([(2, 3), (3,)]))
def product_and_tanh(lib, a, b):
    """out = tanh(a * b)"""
    return (a * b).tanh()


@program("order_nodes", "run", "accumulate", inputs=of_shapes([(3,)], [()]))
def short_way_first(lib, x):
    """out = x + x * x"""
    return x + x * x


@program("order_nodes", "run", "accumulate", inputs=of_shapes([(3,)], [()]))
def long_way_first(lib, x):
    """out = x * x + x"""
    return x * x + x


@program("order_nodes", "run", inputs=of_shapes([(3,), (3,)]))
def made_early_used_late(lib, x, y):
    """out = sin(tanh(e)) * e, where e = x * y"""
    early = x * y
    return early.tanh().sin() * early


@program("order_nodes", "run", inputs=of_shapes([(3,), (3,)]))
def used_late_first(lib, x, y):
    """out = e * sin(tanh(e)), where e = x * y"""
    early = x * y
    return early * early.tanh().sin()


def _built(leaves: tuple, plan: tuple) -> list:
    """The tensors of a plan: the leaves, and one per step."""
    steps = {
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "mul": lambda a, b: a * b,
        "tanh": lambda a: a.tanh(),
        "sin": lambda a: a.sin(),
        "neg": lambda a: -a,
    }
    tensors = list(leaves)
    for name, *sources in plan:
        tensors.append(steps[name](*(tensors[source] for source in sources)))
    return tensors


PLANS = [
    (Floats((3,)), Floats((3,)), Floats((3,)), Plan(3, steps)) for steps in (4, 6, 9)
]


@program("order_nodes", "run", "accumulate", inputs=[*PLANS, PLANS[2], PLANS[2]])
def random_graph(lib, a, b, c, plan):
    """out = the last of these, summed with c"""
    return _built((a, b, c), plan)[-1] + c


@program("order_nodes", "run", inputs=[PLANS[1], PLANS[2]])
def random_roots(lib, a, b, c, plan):
    """out = each of the last three of these"""
    return _built((a, b, c), plan)[-3:]


@program("order_nodes", "run", inputs=[(*TWO[0], OneOf((True, False)))] * 2)
def a_root_behind_another(lib, x, y, swapped):
    """out = h and h * x, in either order, where h = tanh(x * y)"""
    hidden = (x * y).tanh()
    outs = hidden, hidden * x
    return outs[::-1] if swapped else outs


@program("order_nodes", "run", inputs=of_shapes([(3,)]))
def the_same_root_twice(lib, x):
    """out = y and y, where y = x * x"""
    y = x * x
    return y, y


@program("order_nodes", "run", "accumulate", inputs=of_shapes([(3,), (3,)]))
def frozen_on_one_side(lib, a, b):
    """out = tanh(a * b.detach()) * a"""
    return (a * b.detach()).tanh() * a


@program("order_nodes", "run", inputs=of_shapes([(3, 4)]))
def several_outputs(lib, x):
    """out = sin(row 2) * row 0 + row 2, for the rows of x"""
    rows = x.unbind(0)
    return rows[2].sin() * rows[0] + rows[2]


@program("order_nodes", "run", order=2, inputs=of_shapes([(3,), (3,)]))
def differentiated_twice(lib, x, y):
    """out = x * x * y + sin(x), and its second derivatives"""
    return x * x * y + x.sin()
