"""Problem set 6: products with second derivatives, and a penalty on gradients.

What stands here beside each is the reference: PyTorch's own functions. The marks let a
sandbox that grades leave it out.
"""

from collections.abc import Callable
from types import ModuleType

from ...pieces.student_functions import choose_function
from ..inputs import Exactly, Floats, OneOf, given, of_shapes
from .program import program
from .rows import Recorder


def products_with_hessians(lib: ModuleType) -> Callable:
    # piece: hvp
    def reference(function, inputs, vectors):
        return lib.autograd.functional.hvp(function, inputs, vectors)[1]

    return choose_function(lib, "hvp", reference)


def products_with_jacobians(lib: ModuleType) -> Callable:
    # piece: jvp
    def reference(function, x, v):
        return lib.autograd.functional.jvp(function, x, v)[1]

    return choose_function(lib, "jvp", reference)


def penalties(lib: ModuleType) -> Callable:
    # piece: gradient_penalty
    def reference(function, x, target):
        slopes = lib.autograd.functional.jacobian(
            lambda x: function(x).reshape(-1),
            x.detach().requires_grad_(),
            create_graph=True,
        )
        rows = [lib.linalg.vector_norm(row[i]) for i, row in enumerate(slopes)]
        return ((lib.stack(rows) - target) ** 2).mean()

    return choose_function(lib, "gradient_penalty", reference)


# -- hvp --------------------------------------------------------------------------


def with_grads(*tensors) -> None:
    """A .grad for each of these leaves, which nobody should touch."""
    for each in tensors:
        each.grad = each.detach() * 10


def grads_of(*tensors) -> dict:
    """What is in .grad afterwards."""
    return {
        f".grad {i}, which was there before": each.grad
        for i, each in enumerate(tensors)
    }


def product(lib, function: Callable, inputs: tuple, vectors: tuple, *others) -> dict:
    """What hvp returns; and the .grad of inputs and `others` afterwards."""
    with_grads(*inputs, *others)
    found = products_with_hessians(lib)(function, inputs, vectors)
    outs = {f"out {i}": each.detach() for i, each in enumerate(found)}
    return outs | grads_of(*inputs, *others)


ONE = [(Floats((3,)),) * 2, (Floats(()),) * 2, (Floats((2, 3)),) * 2]
TWO = (Floats((3,)), Floats((2,))) * 2


@program("hvp", inputs=[*ONE, (Floats((4,), "float32"),) * 2])
def hessian_of_one_input(lib, a, v):
    """hvp(f, (a,), (v,)), f = (sin(a) * a²).sum() + a.sum()³"""
    return product(
        lib, lambda a: (a.sin() * a**2).sum() + a.sum() ** 3, (a,), (v.detach(),)
    )


@program("hvp", inputs=[TWO] * 2)
def hessian_of_two_inputs(lib, a, b, v, w):
    """hvp(f, (a, b), (v, w)), f = (a²).sum() * (b³).sum() + sin(a.sum())"""

    def function(a, b):
        return (a**2).sum() * (b**3).sum() + a.sum().sin()

    return product(lib, function, (a, b), (v.detach(), w.detach()))


LAYER = Floats((3,)), Floats((2, 3)), Floats((3,))


@program(
    "hvp",
    inputs=[(Floats((2, 3)), *LAYER), (Exactly((0.0,), (2, 3)), *LAYER)],
)
def hessian_of_a_layer(lib, a, b, v, w):
    """hvp(f, (a, b), (v, w)), f = (tanh(a @ b)²).sum()"""
    return product(
        lib,
        lambda a, b: ((a @ b).tanh() ** 2).sum(),
        (a, b),
        (v.detach(), w.detach()),
    )


@program("hvp", inputs=of_shapes([(3,), (3,), (2,), (3,), (3,), (2,)]))
def hessian_of_three_inputs(lib, a, b, c, u, v, w):
    """hvp(f, (a, b, c), (u, v, w)), f = (a * b * b).sum() * (c²).sum()"""
    return product(
        lib,
        lambda a, b, c: (a * b * b).sum() * (c**2).sum(),
        (a, b, c),
        tuple(each.detach() for each in (u, v, w)),
    )


@program("hvp", inputs=[TWO] * 2)
def linear_in_one_input(lib, a, b, v, w):
    """hvp(f, (a, b), (v, w)), f = (a³).sum() + 7 * b.sum()"""
    return product(
        lib,
        lambda a, b: (a**3).sum() + 7 * b.sum(),
        (a, b),
        (v.detach(), w.detach()),
    )


@program("hvp", inputs=[TWO, tuple(Floats(each.shape, "float32") for each in TWO)])
def without_the_second_input(lib, a, b, v, w):
    """hvp(f, (a, b), (v, w)), f = (a³).sum()"""
    return product(lib, lambda a, b: (a**3).sum(), (a, b), (v.detach(), w.detach()))


@program("hvp", inputs=[TWO])
def without_the_first_input(lib, a, b, v, w):
    """hvp(f, (a, b), (v, w)), f = cos(b).sum()²"""
    return product(
        lib, lambda a, b: b.cos().sum() ** 2, (a, b), (v.detach(), w.detach())
    )


@program("hvp", inputs=[TWO])
def linear_in_each_input(lib, a, b, v, w):
    """hvp(f, (a, b), (v, w)), f = a.sum() * b.sum()"""
    return product(
        lib, lambda a, b: a.sum() * b.sum(), (a, b), (v.detach(), w.detach())
    )


@program("hvp", inputs=[TWO])
def linear_in_all(lib, a, b, v, w):
    """hvp(f, (a, b), (v, w)), f = 3 * a.sum() + b[0]"""
    return product(
        lib, lambda a, b: 3 * a.sum() + b[0], (a, b), (v.detach(), w.detach())
    )


@program("hvp", inputs=[TWO] * 2)
def vectors_with_a_history(lib, a, b, v, w):
    """hvp(f, (a, b), (a * v, sin(b) * w)), f = (a³).sum() * (b²).sum()"""
    vectors = a * v, b.sin() * w

    def function(a, b):
        return (a**3).sum() * (b**2).sum()

    found = product(lib, function, (a, b), vectors, v, w)
    theirs = lib.autograd.grad(vectors, (v, w), [each.detach() for each in vectors])
    return found | {f"what vector {i} still gives": g for i, g in enumerate(theirs)}


@program("hvp", inputs=[(Floats((3,)),) * 3])
def with_a_weight(lib, a, w, v):
    """hvp(f, (a,), (v,)), f = (w * a³).sum(), where w is no input"""
    return product(lib, lambda a: (w * a**3).sum(), (a,), (v.detach(),), w)


@program("hvp", inputs=[(*TWO, Floats((2,)))])
def without_any_input(lib, a, b, v, w, weight):
    """hvp(f, (a, b), (v, w)), f = (weight²).sum()"""
    return product(
        lib,
        lambda a, b: (weight**2).sum(),
        (a, b),
        (v.detach(), w.detach()),
        weight,
    )


# -- jvp --------------------------------------------------------------------------


def moved(lib, function: Callable, x, v, *others, called: Callable = int) -> dict:
    """What jvp returns; how often it calls the function, and what .grad is then."""
    calls = []

    def counted(x):
        calls.append(called())
        return function(x)

    with_grads(x, *others)
    out = products_with_jacobians(lib)(counted, x, v)
    found = {"out": out.detach(), "calls of function": len(calls)}
    return found | grads_of(x, *others)


def three_to_three(lib, x):
    return lib.stack([x[0] * x[1], x[1] ** 2 * x[2], x[0].sin()])


@program("jvp", inputs=[(Floats((3,)),) * 2] * 2)
def jacobian_of_a_square_map(lib, x, v):
    """jvp(f, x, v), f = (x₀ x₁, x₁² x₂, sin(x₀))"""
    return moved(lib, lambda x: three_to_three(lib, x), x, v.detach())


@program("jvp", inputs=[(Floats((3,)), Floats((3,)), Floats((3, 3)))])
def jacobian_of_a_matrix(lib, x, v, w):
    """jvp(f, x, v), f = w @ x, which is linear"""
    return moved(lib, lambda x: w @ x, x, v.detach(), w)


@program("jvp", inputs=[(Floats((2,)), Floats((2,)), Floats((4, 2)))])
def jacobian_with_more_outputs(lib, x, v, w):
    """jvp(f, x, v), f = tanh(w @ x), with four outputs of two inputs"""
    return moved(lib, lambda x: (w @ x).tanh(), x, v.detach(), w)


@program("jvp", inputs=[(Floats((2, 3)),) * 2])
def jacobian_of_a_table(lib, x, v):
    """jvp(f, x, v), f = (x²).sum(1), where x has two rows"""
    return moved(lib, lambda x: (x**2).sum(1), x, v.detach())


@program("jvp", inputs=[(Floats((2, 3)),) * 2])
def jacobian_of_a_transpose(lib, x, v):
    """jvp(f, x, v), f = (x * x).t()"""
    return moved(lib, lambda x: (x * x).t(), x, v.detach())


@program(
    "jvp",
    inputs=[(Floats((3,)),) * 2, (Floats(()),) * 2, (Floats((2,), "float32"),) * 2],
)
def jacobian_of_a_number(lib, x, v):
    """jvp(f, x, v), f = (x³).sum()"""
    return moved(lib, lambda x: (x**3).sum(), x, v.detach())


@program("jvp", inputs=[(Floats((2, 2)),) * 2])
def jacobian_of_a_square_of_a_matrix(lib, x, v):
    """jvp(f, x, v), f = x @ x"""
    return moved(lib, lambda x: x @ x, x, v.detach())


@program("jvp", inputs=[(Floats((3,)),) * 2] * 2)
def direction_with_a_history(lib, x, v):
    """jvp(f, x, sin(x) * v), f = (x₀ x₁, x₁² x₂, sin(x₀))"""
    return moved(lib, lambda x: three_to_three(lib, x), x, x.sin() * v, v)


@program("jvp", inputs=[(Floats((2, 2)), Floats((2, 2)), Floats((8,)))])
def how_often_it_is_called(lib, x, v, entries):
    """jvp(f, x, v), f = exp(x), where each call squares an entry of a vector"""
    called = Recorder(lib, entries)
    found = moved(lib, lambda x: x.exp(), x, v.detach(), called=called)
    return found | called.gradient()


# -- gradient_penalty -------------------------------------------------------------

TARGET = OneOf((0.5, 1.0, 2.0))
NETWORK = Floats((3, 2)), Floats((2,))


@program(
    "gradient_penalty",
    opaque=True,
    inputs=[
        *[(Floats((3,)), Floats((4, 3)), TARGET)] * 2,
        (Floats((3,), scale=1e-8), Floats((4, 3)), TARGET),
        (Exactly((0.0,), (3,)), Floats((4, 3)), TARGET),
    ],
)
def slope_of_a_line(lib, w, x, target):
    """out = gradient_penalty(f, x, target), f = x @ w"""
    return penalties(lib)(lambda x: x @ w, x.detach(), target)


@program(
    "gradient_penalty",
    opaque=True,
    inputs=[
        (*NETWORK, Floats((4, 3)), TARGET),
        (*NETWORK, Floats((5, 3)), given(0)),
        (*NETWORK, Floats((1, 3)), TARGET),
    ],
)
def slopes_of_a_network(lib, w, u, x, target):
    """out = gradient_penalty(f, x, target), f = tanh(x @ w) @ u"""
    return penalties(lib)(lambda x: (x @ w).tanh() @ u, x.detach(), target)


@program(
    "gradient_penalty",
    opaque=True,
    inputs=[(Floats((3, 1)), Floats((4, 3)), TARGET)] * 2,
)
def outputs_in_a_column(lib, w, x, target):
    """out = gradient_penalty(f, x, target), f = sin(x @ w), of shape (n, 1)"""
    return penalties(lib)(lambda x: (x @ w).sin(), x.detach(), target)


@program(
    "gradient_penalty",
    opaque=True,
    inputs=[(Floats((2, 3)), Floats((4, 2, 3)), TARGET)] * 2,
)
def slopes_of_images(lib, w, x, target):
    """out = gradient_penalty(f, x, target), f = sin(x * w).sum((1, 2)): small images"""
    return penalties(lib)(lambda x: (x * w).sin().sum((1, 2)), x.detach(), target)


@program(
    "gradient_penalty",
    opaque=True,
    inputs=[(Floats((3, 2)), Floats((4, 2, 3)), TARGET)],
)
def slopes_of_turned_images(lib, w, x, target):
    """out = gradient_penalty(f, x, target), f = sin(xᵀ * w).sum((1, 2))"""

    def function(x):
        return (x.transpose(1, 2) * w).sin().sum((1, 2))

    return penalties(lib)(function, x.detach(), target)


@program("gradient_penalty", opaque=True, inputs=[(Floats(()), Floats((4,)), TARGET)])
def slopes_of_numbers(lib, w, x, target):
    """out = gradient_penalty(f, x, target), f = sin(w * x): each sample is a number"""
    return penalties(lib)(lambda x: (w * x).sin(), x.detach(), target)


ROWS = Exactly((1.0, 0.0, 1.0, 1.0), (4, 1))
NO_ROWS = Exactly((0.0,), (4, 1))


@program(
    "gradient_penalty",
    opaque=True,
    inputs=[(Floats((3,)), Floats((4, 3)), r, TARGET) for r in (ROWS, ROWS, NO_ROWS)],
)
def where_a_slope_is_0(lib, w, x, rows, target):
    """out = gradient_penalty(f, x, target), f = x² @ w, where a row of x is 0"""
    x = x.detach() * rows.detach()
    return penalties(lib)(lambda x: x**2 @ w, x, target)


@program(
    "gradient_penalty",
    opaque=True,
    inputs=[(Floats((2,), "float32"), Floats((3, 2), "float32"), TARGET)],
)
def slopes_in_float32(lib, w, x, target):
    """out = gradient_penalty(f, x, target), f = exp(x @ w), in float32"""
    return penalties(lib)(lambda x: (x @ w).exp(), x.detach(), target)


@program(
    "gradient_penalty",
    opaque=True,
    inputs=[(*NETWORK, Floats((4, 3)), TARGET)],
)
def loss_and_penalty(lib, w, u, x, target):
    """out = (f(x)²).mean() + 0.1 * gradient_penalty(f, x, target)"""

    def function(x):
        return (x @ w).tanh() @ u

    x = x.detach()
    return (function(x) ** 2).mean() + 0.1 * penalties(lib)(function, x, target)


@program("gradient_penalty", inputs=[(*NETWORK, Floats((4, 3)), TARGET)])
def what_a_penalty_leaves_behind(lib, w, u, x, target):
    """gradient_penalty(f, x, target), before anybody calls backward()"""
    x = x.detach()
    with_grads(w, u)
    out = penalties(lib)(lambda x: (x @ w).tanh() @ u, x, target)
    return {
        "out": out.detach(),
        "out requires grad": out.requires_grad,
        "x, if it still requires no grad": x.detach() * (not x.requires_grad),
    } | grads_of(w, u)
