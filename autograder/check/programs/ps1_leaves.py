"""Problem set 1: accumulation into leaves, and freeing."""

import warnings
from collections.abc import Callable
from itertools import product

from ..inputs import Floats, Sequences, given
from .program import program
from .ps1 import RETAIN, TWO
from .rows import followed, outcome, rows, steps, tried

# -- accumulation -----------------------------------------------------------------


@program("accumulate", inputs=[(Floats((2, 3)), Sequences((1.0, -2.0, 3.0), (2, 3)))])
def mini_batches(lib, x, factors):
    """(x * x * factor).sum().backward() for each of these factors"""
    for factor in factors:
        (x * x * factor).sum().backward()
    return {"gradient of x": x.grad}


@program("accumulate", inputs=[(Floats((3,), "float32"), given(i)) for i in (0, 1, 2)])
def emptied_in_between(lib, x, how):
    """two passes for sin(x).sum(); x.grad is kept (0), set to None (1) or zeroed (2)"""
    x.sin().sum().backward()
    if how == 1:
        x.grad = None
    elif how == 2:
        x.grad.zero_()
    x.sin().sum().backward()
    return {"gradient of x": x.grad}


@program("accumulate", inputs=[(Floats((3,)), Floats((3,)))])
def whoever_holds_the_grad(lib, x, y):
    """kept = x.grad after a pass for (x * y).sum(); then another pass"""
    (x * y).sum().backward()
    kept, version = x.grad, x.grad._version
    memory = kept.detach()
    (x * y).sum().backward()
    return {
        "gradient of x": x.grad,
        "kept": kept,
        "kept.detach(), from before that pass": memory,
        "x.grad is kept": x.grad is kept,
        "changes of x.grad noticed": x.grad._version - version,
    }


@program("accumulate", inputs=[(Floats((3,)), Floats((3,)))])
def a_constant_in_a_recorded_pass(lib, x, w):
    """kept = x.grad after (x * x).sum().backward(); then a recorded pass for w * x"""
    (x * x).sum().backward()
    kept = x.grad
    (w.detach() * x).sum().backward(create_graph=True)
    return {"gradient of x": x.grad.detach(), "kept": kept}


@program("accumulate", inputs=[(Floats((3,)), Floats((3,)))])
def a_grad_of_the_users(lib, x, start):
    """x.grad = start, a tensor of the user's; then a pass for sin(x).sum()"""
    start = start.detach()
    x.grad = start
    x.sin().sum().backward()
    return {
        "gradient of x": x.grad,
        "start": start,
        "x.grad is start": x.grad is start,
    }


@program(
    "accumulate",
    inputs=[
        (Floats((3,)), Floats((3,)), Floats((3,)), given(create), given(has_history))
        for create, has_history in ((False, False), (True, False), (True, True))
    ],
)
def two_leaves_and_the_upstream(lib, x, y, upstream, create_graph, has_history):
    """(x + y).backward(upstream, …); then x.grad is doubled: what of the others?"""
    upstream = upstream * 1 if has_history else upstream.detach()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch warns of a reference cycle
        (x + y).backward(upstream, create_graph=create_graph)
    with lib.no_grad():
        x.grad *= 2
    found = {
        "gradient of x, doubled": x.grad.detach(),
        "gradient of y": y.grad.detach(),
        "upstream": upstream.detach(),
    }
    x.grad = y.grad = None
    return found


@program(
    "accumulate",
    inputs=[
        (Floats((2, 3)), Floats(shape), given(dim))
        for dim, shape in ((0, (3,)), (1, (2,)))
    ],
)
def every_entry_its_own(lib, x, upstream, dim):
    """x.sum(dim).backward(upstream); then the first entry of x.grad is set to 0"""
    x.sum(dim).backward(upstream.detach())
    x.grad[0, 0] = 0.0
    return {"gradient of x, changed": x.grad}


KINDS = ("a pass", "x.grad is saved", "x.grad = None", "backward")


@program("accumulate", inputs=[(Floats((3,)), Floats((3,)), steps(*KINDS))] * 2)
def saved_and_added_to(lib, x, y, steps):
    """x * x is passed through again and again; x.grad * y saves x.grad in between"""

    def adds():
        (x * x).sum().backward()

    def empties():
        x.grad = None

    adds()
    acts = {
        "a pass": adds,
        "x.grad is saved": lambda: None if x.grad is None else (x.grad * y).sum(),
        "x.grad = None": empties,
    }
    return {"gradients of y": followed(lib, y, steps, acts)}


@program("accumulate", inputs=[(Floats((3,)), Floats((3,)), given(i)) for i in (1, 2)])
def grad_with_a_history(lib, x, y, passes):
    """out = (x * x * y).sum(), and backward(create_graph=True) once or twice"""
    kept = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch warns of a reference cycle
        for _ in range(passes):
            (x * x * y).sum().backward(create_graph=True)
            kept = x.grad if kept is None else kept
    grad = x.grad
    found = {
        "gradient of x": grad,
        "x.grad requires grad": grad.requires_grad,
        "kept after the first pass": kept,
        "x.grad is still the same tensor": grad is kept,
    }
    if grad.requires_grad:
        seconds = lib.autograd.grad(grad.sum(), (x, y))
        found["x.grad, differentiated by x"] = seconds[0]
        found["x.grad, differentiated by y"] = seconds[1]
    x.grad = y.grad = None
    return found


@program("accumulate", inputs=[(Floats((3,)), Floats((3,)))])
def a_leaf_without_a_part(lib, x, y):
    """(sin(x) * 2).sum().backward(): y takes no part"""
    (x.sin() * 2).sum().backward()
    return {"gradient of x": x.grad, "y.grad": y.grad}


# -- freeing ----------------------------------------------------------------------


def passed(lib, out, x, retain: bool | None = None, create: bool = False) -> Callable:
    """A call for a pass from `out`: the gradient of x."""
    options = {"retain_graph": retain, "create_graph": create}
    return lambda: lib.autograd.grad(out.sum(), x, **options)[0]


def added(out, x, retain: bool | None = None) -> Callable:
    """A call for out.backward(): what x.grad is then."""

    def call():
        out.backward(retain_graph=retain)
        return x.grad

    return call


_PASSES = [
    (*TWO[0], Sequences(RETAIN, (3, 4)), Sequences((False, True), (4,)))
    for _ in range(6)
]


@program(
    "release",
    inputs=[
        (*TWO[0], given((None, None)), given((False,) * 4)),
        (*TWO[0], given((True, None, None)), given((False,) * 4)),
        (*TWO[0], given((False, None)), given((False,) * 4)),
        (*TWO[0], given((None, None)), given((True,) * 4)),
        (*TWO[0], given((False, None)), given((True,) * 4)),
        *_PASSES,
    ],
)
def passes_one_after_another(lib, x, w, retain_graph, create_graph):
    """out = (x * w).sum(), and autograd.grad(out, x, …) again and again"""
    out = (x * w).sum()
    both = enumerate(zip(retain_graph, create_graph, strict=False), start=1)
    calls = {f"pass {i}": passed(lib, out, x, *each) for i, each in both}
    return tried(lib, x, calls) | {"out": out}


@program("release", inputs=[(*TWO[0], given(None)), (*TWO[0], given(True))])
def a_root_that_saves(lib, x, w, retain_graph):
    """out = tanh(s), where s = (x * w).sum(): two passes from out, then one from s"""
    s = (x * w).sum()
    out = s.tanh()
    calls = {
        "first pass": added(out, x, retain_graph),
        "second pass": added(out, x, retain_graph),
        "pass from s": passed(lib, s, x),
    }
    return tried(lib, x, calls) | {"out": out}


@program("release", inputs=[(*TWO[0], Floats((2, 3)), given(i)) for i in (2, 3)])
def nothing_was_saved(lib, x, y, upstream, passes):
    """out = x + y, and backward(upstream) twice or more: a sum saves no numbers"""
    out = x + y
    outcomes = [outcome(lambda: out.backward(upstream.detach())) for _ in range(passes)]
    return {
        "passes": "; ".join(outcomes),
        "gradient of x": x.grad,
        "gradient of y": y.grad,
    }


@program("release", inputs=[(*TWO[0], given(each)) for each in (None, True, False)])
def a_shared_part(lib, x, y, retain_graph):
    """h = x * y; h.sum().backward(retain_graph=…), then sin(h).sum().backward()"""
    hidden = x * y
    first, second = hidden.sum(), hidden.sin().sum()
    calls = {
        "first pass": added(first, x, retain_graph),
        "second pass": added(second, x),
    }
    return tried(lib, x, calls) | {"out": first}


@program("release", inputs=[(*TWO[0], Sequences(("x", "y"), (3,)))] * 3)
def only_what_ran(lib, x, y, order):
    """out = (sin(x) + exp(y)).sum(), and autograd.grad for x or y, three times"""
    out = (x.sin() + y.exp()).sum()
    leaves = {"x": x, "y": y}
    calls = {
        f"pass {number}, for {name}": passed(lib, out, leaves[name])
        for number, name in enumerate(order, start=1)
    }
    return tried(lib, x, calls)


@program("release", inputs=[(Floats((2, 3)), given(each)) for each in (None, True)])
def what_a_function_saved(lib, x, retain_graph):
    """Cube(x).sum(), a Function that saves x: two passes"""

    class Cube(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return 3 * x**2 * grad

    out = Cube.apply(x).sum()
    calls = {"first pass": added(out, x, retain_graph), "second pass": added(out, x)}
    return tried(lib, x, calls) | {"out": out}


@program("release", inputs=[(Floats((3,)), Sequences((False, True), (3,)))] * 2)
def a_graph_of_gradients(lib, x, retain_graph):
    """the slope of sin(x), differentiated again and again"""
    (slope,) = lib.autograd.grad(x.sin().sum(), x, create_graph=True)
    calls = {
        f"pass {number}": passed(lib, slope, x, retain)
        for number, retain in enumerate(retain_graph, start=1)
    }
    return tried(lib, x, calls) | {"out": slope}


@program("release", inputs=[(Floats((3,)), Floats((3,)))])
def another_graph_of_the_same_leaf(lib, x, y):
    """(x * y).sum().backward(), then sin(x).sum().backward(): two graphs"""
    out = x.sin().sum()
    calls = {
        "first pass": added((x * y).sum(), x),
        "second pass": added(out, x, True),
        "third pass": added(out, x),
        "fourth pass": added(out, x),
    }
    return tried(lib, x, calls)


PASSES = [(graph, *how) for graph in range(4) for how in product(RETAIN, (False, True))]


@program("release", inputs=[(*TWO[0], steps(*PASSES))] * 3)
def passes_through_four_graphs(lib, x, w, steps):
    """four graphs of sin(x) * w; passes (graph, retain_graph, create_graph)"""
    outs = [(x.sin() * w).sum() for _ in range(4)]

    calls = [passed(lib, outs[number], x, *how) for number, *how in steps]
    return {"gradients of x": rows(lib, x, calls)}


@program(
    "accumulate",
    inputs=[
        (Floats((3,)), Floats((3,)), given(each))
        for each in ((True,), (False, True, False), (True, False, True), (True,) * 3)
    ],
)
def plain_and_recorded_passes(lib, x, y, create_graph):
    """(x * x * y).sum().backward(create_graph=…), some passes recorded, some not"""
    found, kept = {}, []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch warns of a reference cycle
        for create in create_graph:
            (x * x * y).sum().backward(create_graph=create)
            kept.append(x.grad)
    grad = x.grad
    if grad.requires_grad:
        (second,) = lib.autograd.grad(grad.sum(), x, retain_graph=True)
        found["x.grad, differentiated by x"] = second
    for number, each in enumerate(kept, start=1):
        found[f"kept after pass {number}"] = each.detach().clone()
    x.grad = y.grad = None
    return {"gradient of x": grad.detach().clone(), **found}


@program("release", inputs=[TWO[0]])
def no_node_is_left_out(lib, x, y):
    """out = exp(sin(x) * y).sum(): a pass from out, then one from each node behind"""
    h = x.sin()
    k = h * y
    out = k.exp()
    found = {"out": out, "first pass": outcome(out.sum().backward)}
    for name, each in (("out", out), ("sin(x) * y", k), ("sin(x)", h)):
        found[f"pass from {name}"] = outcome(each.sum().backward)
    return found
