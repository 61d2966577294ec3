"""autograd.functional: Jacobians, Hessians and their products, as PyTorch's."""

import numpy as np
import pytest
from oracle import same, same_error

X = np.array([0.5, -1.25, 2.0])
Y = np.array([1.5, 0.25, -0.75])
M = np.array([[0.5, -1.25, 2.0], [1.5, 0.25, -0.75]])
ONE = np.array([0.7])

SCALAR = {  # one element comes out
    "cubes": lambda x: (x**3).sum(),
    "of one element": lambda x: (x.exp() * x).sum().reshape(1, 1),
    "norm": lambda x: (x * x + 1).sum() ** 0.5,
    "linear": lambda x: (x * 2).sum(),
    "quadratic": lambda x: (x * x).sum(),
    "constant": lambda x: x.detach().sum(),
}
SEVERAL = {  # of two inputs
    "products": lambda x, y: (x * y * x).sum(),
    "one of them unused": lambda x, y: (x**3).sum(),
    "linear in one": lambda x, y: (x * x * y).sum(),
}
VECTOR = {  # a vector or more comes out
    "elementwise": lambda x: x * x.exp(),
    "two outputs": lambda x: (x * x, x.sum() ** 2),
    "a tuple of one": lambda x: (x * x,),
    "matrix": lambda x: x.reshape(-1, 1) * x.reshape(1, -1),
    "linear": lambda x: x * 3,
    "constant": lambda x: x.detach() * 3,
    "one output constant": lambda x: (x * x, x.detach() * 3),
    "view": lambda x: x.reshape(-1)[1:],
    "scalar": lambda x: (x * x).sum(),
}
FLAGS = [{}, {"create_graph": True}]
flags = pytest.mark.parametrize("flag", FLAGS, ids=lambda flag: "-".join(flag) or "no")


def call(lib, name: str, *args, **options):
    return getattr(lib.autograd.functional, name)(*args, **options)


def compare(program, *inputs, **options) -> dict:
    """`same`, with a graph of minigrad's own, and with derivatives of the results."""
    return same(program, *inputs, graph=False, text=False, signs=False, **options)


@flags
@pytest.mark.parametrize("leaf", [True, False], ids=["grad", "nograd"])
@pytest.mark.parametrize("name", VECTOR)
def test_jacobian(name: str, leaf: bool, flag: dict):
    def program(lib, x):
        return call(lib, "jacobian", VECTOR[name], x if leaf else x.detach(), **flag)

    compare(program, X)


@flags
@pytest.mark.parametrize("name", SCALAR)
def test_hessian(name: str, flag: dict):
    compare(lambda lib, x: call(lib, "hessian", SCALAR[name], x, **flag), X, order=1)


@flags
@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.parametrize("what", ["jacobian", "hessian"])
def test_of_several_inputs(what: str, name: str, flag: dict):
    def program(lib, x, y):
        return call(lib, what, SEVERAL[name], (x, y), **flag)

    compare(program, X, Y, order=1)


@flags
@pytest.mark.parametrize("name", VECTOR)
@pytest.mark.parametrize("what", ["vjp", "jvp"])
def test_products_with_the_jacobian(what: str, name: str, flag: dict):
    def program(lib, x, v, w):
        if what == "vjp":
            out = VECTOR[name](x.detach())
            several = isinstance(out, tuple)
            sizes = [each.shape for each in (out if several else (out,))]
            v = tuple(
                v.reshape(-1)[0] * lib.ones(*size, dtype=v.dtype) for size in sizes
            )
            v = v if several else v[0]
        return call(lib, what, VECTOR[name], x, v, **flag)

    compare(program, X, Y, Y, order=1)


@flags
@pytest.mark.parametrize("name", SCALAR)
@pytest.mark.parametrize("what", ["vhp", "hvp"])
def test_products_with_the_hessian(what: str, name: str, flag: dict):
    compare(
        lambda lib, x, v: call(lib, what, SCALAR[name], x, v, **flag), X, Y, order=1
    )


@flags
@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.parametrize("what", ["vhp", "hvp", "jvp"])
def test_products_for_several_inputs(what: str, name: str, flag: dict):
    def program(lib, x, y, v, w):
        return call(lib, what, SEVERAL[name], (x, y), (v, w), **flag)

    compare(program, X, Y, Y + 1, X - 1, order=1)


@pytest.mark.parametrize("what", ["vjp", "jvp", "vhp", "hvp"])
def test_one_element_needs_no_vector(what: str):
    compare(lambda lib, x: call(lib, what, lambda x: (x**3).sum(), x), ONE)


@pytest.mark.parametrize("what", ["vjp", "jvp", "vhp", "hvp"])
def test_several_elements_need_a_vector(what: str):
    def program(lib, x):
        return call(lib, what, lambda x: x**3, x)

    same_error(program, X, says="The vector v can only be None if")


@pytest.mark.parametrize("what", ["vjp", "jvp", "vhp", "hvp"])
@pytest.mark.parametrize(
    "bad",
    [
        lambda lib, x: x[:2],
        lambda lib, x: (x, x),
        lambda lib, x: 3.0,
        lambda lib, x: [x],
        lambda lib, x: (x, 3.0),
    ],
    ids=["size", "number of tensors", "a number", "a list", "a number in a tuple"],
)
def test_a_vector_of_another_form_is_an_error(what: str, bad):
    def program(lib, x, y):
        function = (lambda x: x * 2) if what in ("vjp", "jvp") else SCALAR["cubes"]
        single = call(lib, what, function, x, bad(lib, y))
        return single

    assert "error" in same(program, X, X) or what == "vjp"


@pytest.mark.parametrize("what", ["jvp", "vhp", "hvp"])
def test_a_tuple_of_vectors_must_have_the_sizes_of_the_inputs(what: str):
    def program(lib, x, y, *v):
        return call(lib, what, SEVERAL["products"], (x, y), v)

    same_error(program, X, Y, X, Y[:2], says="Entry 1 in v has invalid size")
    same_error(program, X, Y, X, says="v is a tuple of invalid length")


@pytest.mark.parametrize("what", ["vjp", "jvp", "jacobian", "hessian", "vhp", "hvp"])
@pytest.mark.parametrize(
    "bad",
    [lambda x: 3.0, lambda x: [x], lambda x: (x, 2.0), lambda x: None],
    ids=["number", "list", "number in a tuple", "None"],
)
def test_inputs_and_outputs_that_are_no_tensors_are_an_error(what: str, bad):
    def output(lib, x):
        v = () if what in ("jacobian", "hessian") else (x,)
        return call(lib, what, bad, x, *v)

    def input(lib, x):
        return call(lib, what, lambda *xs: xs[0], bad(x))

    same_error(output, ONE, says=f"given to {what} must be either a Tensor or a tuple")
    same_error(input, ONE, says=f"given to {what} must be either a Tensor or a tuple")


@pytest.mark.parametrize("what", ["hessian", "vhp", "hvp"])
def test_a_hessian_is_of_a_function_with_one_element(what: str):
    def program(lib, x, function):
        v = () if what == "hessian" else (x,)
        return call(lib, what, function, x, *v)

    same_error(program, X, lambda x: x * x, says="should contain a single element")
    same_error(program, X, lambda x: (x.sum(),), says="should return a single Tensor")


def test_integers_have_no_derivative():
    def program(lib, n):
        return call(lib, "jacobian", lambda n: n * 2, n)

    same_error(program, np.array([1, 2]), says="can require gradients")


def test_the_results_have_a_history_only_if_asked_for():
    def program(lib, x, create_graph):
        both = call(lib, "vjp", lambda x: (x**3).sum(), x, create_graph=create_graph)
        return [each.requires_grad for each in both]

    assert same(program, X, True)["result"] == [True, True]
    assert same(program, X, False)["result"] == [False, False]


def test_a_tensor_that_the_function_holds_is_not_the_input():
    def program(lib, x):
        inner = lambda y: x * y  # noqa: E731
        return (
            call(lib, "jacobian", inner, x),
            call(lib, "jacobian", inner, x, create_graph=True),
        )

    compare(program, X)


def test_no_grad_around_a_call_changes_nothing():
    def program(lib, x, v):
        with lib.no_grad():
            return (
                call(lib, "jacobian", VECTOR["elementwise"], x),
                call(lib, "hessian", SCALAR["cubes"], x),
                call(lib, "jvp", VECTOR["elementwise"], x, v),
                call(lib, "hvp", SCALAR["cubes"], x, v, create_graph=True),
            )

    compare(program, X, Y)


def test_inputs_of_other_shapes():
    def program(lib, m, s, t):
        f = lambda m, s, t: (m.T * s, (m * t).sum(0))  # noqa: E731
        return call(lib, "jacobian", f, (m, s, t), create_graph=True)

    compare(program, M, np.asarray(0.5), M[:1].T.T)


def test_single_precision_stays_single():
    compare(lambda lib, x: call(lib, "hessian", SCALAR["norm"], x), X, dtype=np.float32)


def test_a_transposed_input():
    def program(lib, m):
        return call(lib, "jacobian", lambda x: x * x, m.T, create_graph=True)

    compare(program, M)


def test_an_output_without_elements_is_an_error():
    def program(lib, x):
        return call(lib, "jacobian", lambda x: x[:0], x)

    same_error(program, X, says="stack expects a non-empty TensorList")


@pytest.mark.parametrize("create_graph", [False, True])
def test_vectorize_gives_the_same_numbers(create_graph: bool):
    def program(lib, x, y):
        options = {"vectorize": True, "create_graph": create_graph}
        return (
            call(lib, "jacobian", VECTOR["two outputs"], x, **options),
            call(lib, "jacobian", SEVERAL["one of them unused"], (x, y), **options),
            call(lib, "hessian", SCALAR["cubes"], x, **options),
        )

    compare(program, X, Y)
