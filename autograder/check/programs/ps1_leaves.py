"""Problem set 1: accumulation into leaves, and freeing."""

import warnings

from ..inputs import Floats, OneOf, Sequences, given
from .program import program
from .ps1 import RETAIN, TWO, outcome

# -- accumulation -----------------------------------------------------------------


@program("accumulate", inputs=[(Floats((2, 3)), Sequences((1.0, -2.0, 3.0), (2, 3)))])
def mini_batches(lib, x, factors):
    """(x * x * factor).sum().backward() for each of these factors"""
    for factor in factors:
        (x * x * factor).sum().backward()
    return {"gradient of x": x.grad}


@program("accumulate", inputs=[(Floats((3,), "float32"), OneOf((0, 1, 2)))])
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
    (x * y).sum().backward()
    return {
        "gradient of x": x.grad,
        "kept": kept,
        "x.grad is kept": x.grad is kept,
        "changes of x.grad noticed": x.grad._version - version,
    }


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


@program("accumulate", inputs=[(Floats((3,)), Floats((3,)), Floats((3,)))])
def two_leaves_and_the_upstream(lib, x, y, upstream):
    """(x + y).backward(upstream); then x.grad is doubled: what of the others?"""
    upstream = upstream.detach()
    (x + y).backward(upstream)
    x.grad *= 2
    return {
        "gradient of x, doubled": x.grad,
        "gradient of y": y.grad,
        "upstream": upstream,
    }


@program("accumulate", inputs=[(Floats((2, 3)), OneOf((0, 1)))])
def every_entry_its_own(lib, x, dim):
    """x.sum(dim).backward(...); then the first entry of x.grad is set to 0"""
    x.sum(dim).sum().backward()
    x.grad[0, 0] = 0.0
    return {"gradient of x, changed": x.grad}


@program("accumulate", inputs=[(Floats((3,)), Floats((3,)), OneOf((1, 2)))])
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
    found = {"out": out}
    for number, (retain, create) in enumerate(
        zip(retain_graph, create_graph, strict=False), start=1
    ):
        found[f"pass {number}"] = outcome(
            lambda retain=retain, create=create: lib.autograd.grad(
                out, x, retain_graph=retain, create_graph=create
            )
        )
    return found


@program("release", inputs=[(*TWO[0], given(None)), (*TWO[0], given(True))])
def a_root_that_saves(lib, x, w, retain_graph):
    """out = tanh(s), where s = (x * w).sum(): two passes from out, then one from s"""
    s = (x * w).sum()
    out = s.tanh()
    return {
        "first pass": outcome(lambda: out.backward(retain_graph=retain_graph)),
        "second pass": outcome(lambda: out.backward(retain_graph=retain_graph)),
        "pass from s": outcome(lambda: lib.autograd.grad(s, x)),
        "out": out,
    }


@program("release", inputs=[(*TWO[0], OneOf((2, 3)))])
def nothing_was_saved(lib, x, y, passes):
    """out = (x + y).sum(), and backward() twice or more: a sum saves no numbers"""
    out = (x + y).sum()
    outcomes = [outcome(out.backward) for _ in range(passes)]
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
    outcomes = [
        outcome(lambda: first.backward(retain_graph=retain_graph)),
        outcome(second.backward),
    ]
    return {"first pass": outcomes[0], "second pass": outcomes[1], "out": first}


@program("release", inputs=[(*TWO[0], Sequences(("x", "y"), (3,)))] * 3)
def only_what_ran(lib, x, y, order):
    """out = (sin(x) + exp(y)).sum(), and autograd.grad for x or y, three times"""
    out = (x.sin() + y.exp()).sum()
    leaves = {"x": x, "y": y}
    return {
        f"pass {number}, for {name}": outcome(
            lambda name=name: lib.autograd.grad(out, leaves[name])
        )
        for number, name in enumerate(order, start=1)
    }


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
    first = outcome(lambda: out.backward(retain_graph=retain_graph))
    return {"first pass": first, "second pass": outcome(out.backward), "out": out}


@program("release", inputs=[(Floats((3,)), Sequences((False, True), (3,)))] * 2)
def a_graph_of_gradients(lib, x, retain_graph):
    """the slope of sin(x), differentiated again and again"""
    (slope,) = lib.autograd.grad(x.sin().sum(), x, create_graph=True)
    found = {"out": slope}
    for number, retain in enumerate(retain_graph, start=1):
        found[f"pass {number}"] = outcome(
            lambda retain=retain: lib.autograd.grad(slope.sum(), x, retain_graph=retain)
        )
    return found


@program("release", inputs=[(Floats((3,)), Floats((3,)))])
def another_graph_of_the_same_leaf(lib, x, y):
    """(x * y).sum().backward(), then sin(x).sum().backward(): two graphs"""
    first = outcome((x * y).sum().backward)
    out = x.sin().sum()
    second = outcome(lambda: out.backward(retain_graph=True))
    return {
        "first pass": first,
        "second pass": second,
        "third pass": outcome(out.backward),
        "gradient of x": x.grad,
    }


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
