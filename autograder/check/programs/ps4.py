"""Problem set 4: the two Jacobians.

They come from where gradcheck takes them: from minigrad, or from PyTorch. The steps are
wide, so that the error of a difference quotient is seen, and rounding is not.
"""

import importlib
from functools import partial
from types import ModuleType

import numpy as np

from ..inputs import Between, Case, Floats, OneOf, given, of_shapes
from .program import program
from .rows import rows, steps

WIDE = OneOf((0.5, 0.25, 0.125))


def numerical(lib: ModuleType, func, x, eps: float):
    """The Jacobian of `func` at the tensor `x`, by central differences."""
    if lib.__name__ == "torch":
        checks = importlib.import_module("torch.autograd.gradcheck")
        return checks._get_numerical_jacobian(func, (x,), (func(x),), eps=eps)[0][0]
    jacobians = importlib.import_module("minigrad.autograd.jacobians")
    array = x.detach().numpy()

    def values() -> np.ndarray:
        return np.array(func(x).detach().numpy())

    return lib.from_numpy(jacobians.numerical_jacobian(values, array, eps))


def analytic(lib: ModuleType, func, inputs: list, times: int = 1) -> list:
    """The Jacobians of `func` with respect to each of `inputs`, by backward passes.

    They are found several `times` from the same graph, which must be kept.
    """
    out = func(*inputs)
    if lib.__name__ == "torch":
        found = lib.autograd.functional.jacobian(func, tuple(inputs))
        return [
            each.reshape(out.numel(), x.numel()).T
            for each, x in zip(found, inputs, strict=True)
        ]
    jacobians = importlib.import_module("minigrad.autograd.jacobians")
    for _ in range(times):
        found = jacobians.analytic_jacobian(out, list(inputs))
    return [lib.from_numpy(np.array(each)) for each in found]


# -- by differences ---------------------------------------------------------------


def of_x(*shapes: tuple[int, ...]) -> list[Case]:
    return [(Floats(shape), WIDE) for shape in shapes]


@program("numerical_jacobian", inputs=of_x((3,), (4,)))
def each_entry_cubed(lib, x, eps):
    """the Jacobian of x * x * x, by differences"""
    return {"Jacobian": numerical(lib, lambda x: x * x * x, x, eps)}


@program("numerical_jacobian", inputs=[(Floats((3,)), Floats((2, 3)), WIDE)])
def a_matrix_times_x(lib, x, w, eps):
    """the Jacobian of w @ (x * x) by x: 3 entries in, 2 out"""
    w = w.detach()
    return {"Jacobian": numerical(lib, lambda x: w @ (x * x), x, eps)}


@program("numerical_jacobian", inputs=of_x((2, 3), (3, 2), (1, 4), (2, 2, 3)))
def sums_of_rows(lib, x, eps):
    """the Jacobian of (x * x).sum(1): a row for each entry of x"""
    return {"Jacobian": numerical(lib, lambda x: (x * x).sum(1), x, eps)}


@program("numerical_jacobian", inputs=of_x((2,), (3,)))
def more_out_than_in(lib, x, eps):
    """the Jacobian of all the products of two entries of x, a matrix"""
    return {"Jacobian": numerical(lib, lambda x: x[:, None] * x, x, eps)}


@program("numerical_jacobian", inputs=of_x(()))
def a_single_number(lib, x, eps):
    """the Jacobian of exp(x), a matrix of one entry"""
    return {"Jacobian": numerical(lib, lambda x: x.exp(), x, eps)}


@program("numerical_jacobian", inputs=[(Floats((3, 2)), WIDE)])
def lying_across(lib, x, eps):
    """the Jacobian of (y * y).sum(0) by y, whose columns lie one after another"""
    across = x.detach().t().requires_grad_()
    return {"Jacobian": numerical(lib, lambda y: (y * y).sum(0), across, eps)}


@program("numerical_jacobian", inputs=[(Floats((3,), scale=30.0), given(0.25))])
def far_from_zero(lib, x, eps):
    """the Jacobian of x * x for large x: the step is eps, whatever x is"""
    return {"Jacobian": numerical(lib, lambda x: x * x * x, x, eps)}


@program("numerical_jacobian", inputs=[(Floats((2, 2), "float32"), given(0.25))])
def in_float32(lib, x, eps):
    """the Jacobian of x * x, which has the dtype of x"""
    return {"Jacobian": numerical(lib, lambda x: x * x, x, eps)}


# -- by backward ------------------------------------------------------------------


def named(names: str, found: list) -> dict:
    return {
        f"Jacobian by {name}": each
        for name, each in zip(names.split(), found, strict=True)
    }


@program("analytic_jacobian", inputs=of_shapes([(3,)], [(4,)], [(2, 2, 3)]))
def each_entry_by_itself(lib, x):
    """the Jacobian of sin(x) * x"""
    return named("x", analytic(lib, lambda x: x.sin() * x, [x]))


@program("analytic_jacobian", inputs=[(Floats((2, 3)), Floats((3,)))] * 2)
def by_matrix_and_vector(lib, w, x):
    """the Jacobians of w @ x, by both"""
    return named("w x", analytic(lib, lambda w, x: w @ x, [w, x]))


@program("analytic_jacobian", inputs=[(Floats((2, 1)), Floats((1, 3)))])
def broadcast_both_ways(lib, a, b):
    """the Jacobians of a * b + a, of shape (2, 3)"""
    return named("a b", analytic(lib, lambda a, b: a * b + a, [a, b]))


@program("analytic_jacobian", inputs=[(Floats((2, 3)),), (Floats((1, 2)),)])
def one_number_out(lib, x):
    """the Jacobian of (x * x).sum(): one column"""
    return named("x", analytic(lib, lambda x: (x * x).sum(), [x]))


@program("analytic_jacobian", inputs=[(Floats(()),)])
def one_number_in(lib, x):
    """the Jacobian of a vector made of the number x: one row"""
    steps = lib.arange(4).to(x.dtype)
    return named("x", analytic(lib, lambda x: x.exp() * steps, [x]))


@program("analytic_jacobian", inputs=[(Floats((2,)), Floats((3,)))])
def an_input_without_a_part(lib, x, y):
    """the Jacobians of x * x, by x and by y: y takes no part"""
    return named("x y", analytic(lib, lambda x, y: x * x, [x, y]))


@program("analytic_jacobian", inputs=[(Floats((2, 3)),)])
def turned_over(lib, x):
    """the Jacobian of tanh(x) transposed: entries count by rows of the output"""
    return named("x", analytic(lib, lambda x: x.tanh().t(), [x]))


@program("analytic_jacobian", inputs=[(Floats((3,)), Floats((3,)))])
def what_grad_held(lib, x, start):
    """x.grad = start; then the Jacobian of x * x, which must touch no .grad"""
    x.grad = start.detach().clone()
    found = named("x", analytic(lib, lambda x: x * x, [x]))
    return found | {"x.grad": x.grad}


@program("analytic_jacobian", inputs=[(Floats((2, 2), "float32"),)])
def in_single_precision(lib, x):
    """the Jacobian of sin(x), which has the dtype of x"""
    return named("x", analytic(lib, lambda x: x.sin(), [x]))


DTYPES = "float32", "float64"


@program(
    "analytic_jacobian",
    inputs=[(Floats((3,), each), Floats((3,)), Floats((2,), each)) for each in DTYPES],
)
def in_both_precisions(lib, x, y, z):
    """the Jacobians of x * y by x, y and z, of which z takes no part"""
    return named("x y z", analytic(lib, lambda x, y, z: x * y, [x, y, z]))


WAYS = "as it is", "changed", "freed"


@program("analytic_jacobian", inputs=[(Floats((3,)), steps(*WAYS, count=8))])
def an_error_on_the_way(lib, x, steps):
    """the Jacobian of h * h for h = x * 1, which is changed in place, or freed"""

    def by(way: str):
        def square(x):
            inner = x * 1
            out = inner * inner
            if way == "changed":
                with lib.no_grad():
                    inner.add_(1.0)
            elif way == "freed":
                lib.autograd.grad(out.sum(), x)
            return out

        return analytic(lib, square, [x])[0].sum(0)

    calls = [partial(by, way) for way in steps]
    return {"sums of columns": rows(lib, x, calls, named="version")}


@program("analytic_jacobian", inputs=[(Between((3,), 0.5, 2.0), Floats((2, 3)))])
def through_a_function(lib, x, w):
    """the Jacobian of w @ Root(x), where Root is a Function that saves its output"""

    class Root(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            out = x.sqrt()
            ctx.save_for_backward(out)
            return out

        @staticmethod
        def backward(ctx, grad):
            (out,) = ctx.saved_tensors
            return grad / (2 * out)

    w = w.detach()
    return named("x", analytic(lib, lambda x: w @ Root.apply(x), [x]))


@program("analytic_jacobian", inputs=[(Floats((3,)),), (Floats((1,)),)])
def from_one_graph_twice(lib, x):
    """the Jacobian of sin(x) * x, twice from one graph, which must be kept"""
    return named("x", analytic(lib, lambda x: x.sin() * x, [x], times=2))


@program("analytic_jacobian", inputs=[(Floats((3,)), Floats((3,)))])
def in_the_middle_of_a_graph(lib, x, w):
    """the Jacobian of tanh(y) * w by y = x * x, which must touch neither .grad"""
    y = x * x
    found = named("y", analytic(lib, lambda y: y.tanh() * w, [y]))
    return found | {"x.grad": x.grad, "w.grad": w.grad}
