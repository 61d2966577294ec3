"""Problem set 1: autograd.grad."""

from itertools import permutations, product

from ..inputs import Floats, OneOf, Sequences, given
from .program import program
from .ps1 import RETAIN, THREE, TWO
from .rows import outcome, rows, steps


def _found(names: tuple, grads: object) -> dict:
    """What `grad` returned, for the inputs of these names."""
    found = {"type of what is returned": type(grads).__name__}
    grads = grads if isinstance(grads, tuple | list) else [grads]
    return found | {
        f"{i}: gradient of {name}": grad
        for i, (name, grad) in enumerate(zip(names, grads, strict=False))
    }


def _left(*tensors: object) -> dict:
    """The `.grad` of x, y …, which must be as they were."""
    return {
        f"{name}.grad": tensor.grad
        for name, tensor in zip("xyz", tensors, strict=False)
    }


@program("grad", inputs=[(*TWO[0], Sequences(("x", "y"), (1, 2, 3)))] * 3)
def grads_of_a_product(lib, x, y, inputs):
    """autograd.grad((x * x * y).sum(), inputs)"""
    leaves = {"x": x, "y": y}
    grads = lib.autograd.grad((x * x * y).sum(), [leaves[name] for name in inputs])
    return _found(inputs, grads) | _left(x, y)


@program("grad", inputs=[TWO[0]])
def grad_leaves_grad_alone(lib, x, y):
    """autograd.grad((x * y).sum(), x), after a backward pass for the same"""
    (x * y).sum().backward()
    kept = x.grad
    grads = lib.autograd.grad((x * y).sum(), x)
    return {
        **_found(("x",), grads),
        **_left(x, y),
        "x.grad is the same tensor": x.grad is kept,
    }


@program("grad", inputs=[TWO[0]])
def grad_of_what_is_no_leaf(lib, x, y):
    """autograd.grad(sin(h).sum(), (h, x)), where h = x * y"""
    hidden = x * y
    grads = lib.autograd.grad(hidden.sin().sum(), (hidden, x))
    return _found(("h", "x"), grads) | _left(x, y)


@program("grad", inputs=[THREE[0]])
def grad_with_upstream(lib, x, y, upstream):
    """autograd.grad((x * y, sin(x)), (x, y), grad_outputs=(upstream, 2 * upstream))"""
    upstream = upstream.detach()
    outputs = x * y, x.sin()
    grads = lib.autograd.grad(outputs, (x, y), (upstream, 2 * upstream))
    return _found(("x", "y"), grads) | _left(x, y) | {"upstream": upstream}


@program("grad", inputs=[(Floats((3,)), OneOf((True, False)))] * 2)
def grad_of_an_output_itself(lib, x, swapped):
    """autograd.grad(y.sum(), …) for x and for y = sin(x), in either order"""
    y = x.sin()
    inputs = (("x", x), ("y", y))[:: -1 if swapped else 1]
    grads = lib.autograd.grad(y, [each for _, each in inputs], lib.ones_like(y))
    return _found(tuple(name for name, _ in inputs), grads) | _left(x)


_UNUSED = (*THREE[0], OneOf((0, 1, 2)))


@program("grad", inputs=[_UNUSED] * 3)
def grad_of_an_unused_input(lib, x, y, z, place):
    """autograd.grad of (x * y).sum() for x, y, and z, which takes no part in it"""
    inputs = [x, y]
    inputs.insert(place, z)
    return {
        "outcome": outcome(lambda: lib.autograd.grad((x * y).sum(), inputs)),
        **_left(x, y, z),
    }


@program(
    "grad",
    inputs=[(*_UNUSED, given(True)), (*_UNUSED, given(False)), (*_UNUSED, given(None))],
)
def grad_that_allows_unused(lib, x, y, z, place, allow_unused):
    """the same with allow_unused"""
    inputs, names = [x, y], ["x", "y"]
    inputs.insert(place, z)
    names.insert(place, "z")
    grads: list = []

    def call():
        out = (x * y).sum()
        grads.append(lib.autograd.grad(out, inputs, allow_unused=allow_unused))

    found = {"outcome": outcome(call)}
    return found | _found(tuple(names), *grads or [()]) | _left(x, y, z)


@program(
    "grad",
    inputs=[
        (*_UNUSED, OneOf((None, True)), create)
        for create in (given(True), given(False), OneOf((False, True)))
    ]
    + [(*TWO[0], Floats((3,), "float32"), _UNUSED[-1], given(None), given(True))],
)
def grad_of_zeros(lib, x, y, z, place, allow_unused, create_graph):
    """the same with materialize_grads=True"""
    inputs, names = [x, y], ["x", "y"]
    inputs.insert(place, z)
    names.insert(place, "z")
    grads = lib.autograd.grad(
        (x * y).sum(),
        inputs,
        allow_unused=allow_unused,
        create_graph=create_graph,
        materialize_grads=True,
    )
    asked = "; ".join(str(each.requires_grad) for each in grads)
    return _found(tuple(names), grads) | _left(x, y, z) | {"requires grad": asked}


@program(
    "grad",
    inputs=[
        (*TWO[0], Sequences(RETAIN, (3,)), Sequences((False, True), (3,)))
        for _ in range(5)
    ],
)
def grad_again_and_again(lib, x, y, retain_graph, create_graph):
    """autograd.grad((x * x * y).sum(), x, …), several times for one graph"""
    out = (x * x * y).sum()
    found = {"out": out}
    for number, (retain, create) in enumerate(
        zip(retain_graph, create_graph, strict=True), start=1
    ):
        grads: list = []

        def call(retain=retain, create=create, grads=grads):
            grads += lib.autograd.grad(out, x, retain_graph=retain, create_graph=create)

        found[f"pass {number}"] = outcome(call)
        if grads:
            found[f"pass {number}: requires grad"] = grads[0].requires_grad
    return found | _left(x, y)


@program("grad", inputs=[TWO[0]])
def grad_of_a_grad(lib, x, y):
    """autograd.grad of the sum of a gradient of (x * x * y).sum()"""
    (first,) = lib.autograd.grad((x * x * y).sum(), x, create_graph=True)
    grads = lib.autograd.grad(first.sum(), (x, y))
    return _found(("x", "y"), grads) | _left(x, y)


ORDERS = [order for count in (1, 2, 3) for order in permutations("xyz", count)]
UNUSED = ((None, False), (False, False), (True, False), (None, True), (True, True))
ASKED = [*product(range(5), ORDERS, (None, None, True, False), (False, True), UNUSED)]


@program("grad", inputs=[(*THREE[0], steps(*ASKED, count=20))] * 3)
def asked_in_many_ways(lib, x, y, z, steps):
    """five graphs of x * x * y; calls (graph, inputs, retain_graph, create_graph, …)"""
    outs = [(x * x * y).sum() for _ in range(5)]
    leaves = {"x": x, "y": y, "z": z}

    def asked(number, names, retain, create, unused):
        grads = lib.autograd.grad(
            outs[number],
            [leaves[name] for name in names],
            retain_graph=retain,
            create_graph=create,
            allow_unused=unused[0],
            materialize_grads=unused[1],
        )
        grads = grads + (None,) * (3 - len(names))  # noqa: RUF005 no list
        left = [leaf.grad for leaf in leaves.values()]
        return lib.stack([_numbers(lib, x, each) for each in (*grads, *left)])

    like = lib.zeros(6, *x.shape, dtype=x.dtype)
    calls = [lambda step=step: asked(*step) for step in steps]
    return {"what is returned, and every .grad": rows(lib, like, calls)}


def _numbers(lib, x, grad):
    """A gradient, and 10 more if it has a history; -1 for None."""
    if grad is None:
        return lib.zeros_like(x) - 1
    return grad + 10 if grad.requires_grad else grad


@program(
    "grad",
    inputs=[
        (*THREE[0], Floats((2,)), first, zeros)
        for first in (given(0), given(1))
        for zeros in (given(False), given(True))
    ],
)
def grad_of_two_unused_inputs(lib, x, y, z, w, first, materialize_grads):
    """autograd.grad of (x * x).sum() for x, y, z, w: three of them take no part"""
    inputs, names = [x, y, z, w], ["x", "y", "z", "w"]
    inputs, names = inputs[first:] + inputs[:first], names[first:] + names[:first]
    grads: list = []

    def call():
        out = (x * x).sum()
        grads.append(
            lib.autograd.grad(out, inputs, materialize_grads=materialize_grads)
        )

    found = {"outcome": outcome(call)}
    return found | _found(tuple(names), *grads or [()]) | _left(x, y, z)
