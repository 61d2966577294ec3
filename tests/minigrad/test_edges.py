"""Kinks, poles, infinities and nan: PyTorch's conventions, and no warnings."""

import math
import operator
import subprocess
import sys

import numpy as np
import pytest
from oracle import same

INF, NAN = math.inf, math.nan
POINTS = np.array([0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, INF, -INF, 3.0, -3.0, 1e200])
FINITE = POINTS[np.isfinite(POINTS)][:-1]

UNARY = {
    "neg": lambda lib, x: -x,
    "exp": lambda lib, x: x.exp(),
    "log": lambda lib, x: x.log(),
    "sqrt": lambda lib, x: x.sqrt(),
    "tanh": lambda lib, x: x.tanh(),
    "sin": lambda lib, x: x.sin(),
    "cos": lambda lib, x: x.cos(),
    "relu": lambda lib, x: x.relu(),
    "abs": lambda lib, x: x.abs(),
    "sign": lambda lib, x: x.sign() * x,
    "reciprocal": lambda lib, x: x.reciprocal(),
    "1 / x": lambda lib, x: 1 / x,
    "0 / x": lambda lib, x: 0 / x,
    "x / 0": lambda lib, x: x / 0,
    "x / -0.0": lambda lib, x: x / -0.0,
    "x * inf": lambda lib, x: x * INF,
    "x - inf": lambda lib, x: x - INF,
    "sum": lambda lib, x: x.sum(),
    "mean": lambda lib, x: x.mean(),
    "norm": lambda lib, x: x.norm(),
    "where": lambda lib, x: lib.where(x > 0, x.sqrt(), x * 0),
}


@pytest.mark.parametrize("name", UNARY)
def test_an_operation_at_kinks_poles_and_infinities(name: str):
    same(UNARY[name], POINTS)


@pytest.mark.parametrize("name", sorted(set(UNARY) - {"abs", "sign"}))
def test_nan_goes_through_an_operation_as_in_pytorch(name: str):
    same(UNARY[name], np.array([NAN, 1.0]), order=1)


@pytest.mark.parametrize("number", [0, 1, 2, 3, -1, -2, 0.0, 0.5, -0.5, 1.5, INF, -INF])
def test_a_number_as_exponent_in_every_sign_case(number: float):
    same(lambda lib, x: x**number, POINTS)


@pytest.mark.parametrize("number", [0, 0.0, 1, 2, 0.5, -1, -2.5, INF])
def test_a_number_as_base_in_every_sign_case(number: float):
    same(lambda lib, x: number**x, POINTS, order=1 if number == 0 else 2)


PAIRWISE = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "pow": operator.pow,
}


@pytest.mark.parametrize("name", PAIRWISE)
def test_every_pair_of_such_points(name: str):
    a, b = np.repeat(POINTS, len(POINTS)), np.tile(POINTS, len(POINTS))
    same(lambda lib, x, y: PAIRWISE[name](x, y), a, b, order=1)


@pytest.mark.parametrize("name", ["add", "sub", "mul"])
def test_second_derivatives_at_every_pair_of_finite_points(name: str):
    a, b = np.repeat(FINITE, len(FINITE)), np.tile(FINITE, len(FINITE))
    same(lambda lib, x, y: PAIRWISE[name](x, y), a, b)


@pytest.mark.parametrize("dim", [None, 0, 1])
def test_the_gradient_of_a_norm_at_zero_is_zero(dim: int | None):
    x = np.array([[0.0, 0.0, 0.0], [0.0, 3.0, -4.0]])
    same(lambda lib, x: x.norm(dim=dim), x, order=1)
    same(lambda lib, x: x.norm(dim=dim), x * 0, order=1)


def test_a_norm_of_one_is_no_special_case():
    same(lambda lib, x: x.norm(), np.array([0.0, 1.0]))


def test_the_derivative_of_relu_and_abs_at_zero_is_zero():
    x = np.array([0.0, -0.0, 1.0, -1.0])
    grads = same(lambda lib, x: x.relu() * 2, np.abs(x))["backward"]
    assert grads[0]["values"][0] == 0
    grads = same(lambda lib, x: x.abs() * 2, x)["backward"]
    assert (grads[0]["values"][:2] == 0).all()


def test_the_mean_of_nothing_is_nan_and_its_gradient_empty():
    same(lambda lib, x: x.mean(), np.zeros((2, 0)))
    same(lambda lib, x: x.mean(1), np.zeros((2, 0)))


def test_an_overflow_is_inf_in_float32():
    same(lambda lib, x: x.exp() * x, np.array([100.0, -100.0]), dtype=np.float32)
    same(lambda lib, x: x.to(lib.float32), np.array([1e300, 1.0]), order=1)


def test_no_warning_of_numpy_reaches_the_user():
    program = """
import minigrad as torch
x = torch.tensor([0.0, -1.0, 1e300], dtype=torch.float64, requires_grad=True)
y = x.log() + 1 / x + x ** 0.5 + x.exp() * 0 + (x / 0 - x / 0)
y.sum().backward(retain_graph=True)
torch.autograd.grad(y.sum(), x, create_graph=True)
torch.zeros(0).mean(), x.float(), torch.tensor([3]) / 0
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""


def test_numpys_warnings_for_the_users_own_lines_stay():
    program = "import minigrad, numpy as np; np.log(np.zeros(1))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "RuntimeWarning" in done.stderr
