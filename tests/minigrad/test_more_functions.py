"""Functions beside the grid of operations: errors, whole numbers, counts, ties."""

import numpy as np
import pytest
from oracle import same, same_error

X = np.random.default_rng(0).standard_normal((3, 4))

ERRORS = {
    "x.unsqueeze_(0)": "a leaf Variable that requires grad is being used",
    "x.squeeze_()": "a leaf Variable that requires grad is being used",
    "x.view(-1).detach_()": "Can't detach views in-place",
}


@pytest.mark.parametrize("call", ERRORS)
def test_a_wrong_argument_is_pytorchs_error(call: str):
    def program(lib, x):
        return eval(call, {"lib": lib, "x": x})

    same_error(program, X, says=ERRORS[call])


PLAIN = {
    "histogram": lambda lib, x: (*lib.histogram(x, 4), *x.histogram()),
    "histogram by edges": lambda lib, x: tuple(
        lib.histogram(x, lib.tensor([-1.0, 0, 2], dtype=x.dtype), density=True)
    ),
    "histogram of weights": lambda lib, x: tuple(
        lib.histogram(x, 4, range=(-1.0, 1.0), weight=x.abs())
    ),
    "detach_": lambda lib, x: (x * 1).requires_grad_().detach_().requires_grad,
}


@pytest.mark.parametrize("name", PLAIN)
def test_what_has_no_gradient_is_pytorchs(name: str):
    same(lambda lib, x: PLAIN[name](lib, x.detach().clone()), X, text=False)


def test_a_changed_shape_keeps_to_memory_and_versions():
    def program(lib, x):
        y = x * 2
        view = y[0]
        view.unsqueeze_(0)
        view.mul_(3)
        first = y.detach().clone(), view.shape, y._version
        z = x.exp()
        z.unsqueeze_(0)  # exp saved it
        z.sum().backward()
        return first

    same(program, X)


def test_detach_in_place_cuts_the_graph():
    def program(lib, x):
        state = x * 1
        for _ in range(3):
            state = state * x
            state.detach_()
        return state * x

    same(program, X)
