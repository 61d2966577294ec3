"""Edges, dtypes and errors of elementwise functions: what PyTorch does there."""

import math

import numpy as np
import pytest
from oracle import constant, same, same_error

import minigrad

INF, NAN = math.inf, math.nan
POINTS = np.array([0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, INF, -INF, 2.5, -3.5, 40.0])

UNARY = {
    "tan": lambda lib, x: x[:7].tan(),
    "asin": lambda lib, x: x.asin(),
    "acos": lambda lib, x: x.acos(),
    "atan": lambda lib, x: x.atan(),
    "sinh": lambda lib, x: x.sinh(),
    "cosh": lambda lib, x: x.cosh(),
    "sigmoid": lambda lib, x: x.sigmoid(),
    "expm1": lambda lib, x: x.expm1(),
    "log1p": lambda lib, x: x.log1p(),
    "log2": lambda lib, x: x.log2(),
    "log10": lambda lib, x: x.log10(),
    "rsqrt": lambda lib, x: x.rsqrt(),
    "erf": lambda lib, x: x.erf(),
    "floor": lambda lib, x: x.floor(),
    "round": lambda lib, x: x.round(),
    "trunc": lambda lib, x: x.trunc(),
    "clamp": lambda lib, x: x.clamp(-1, 2),
    "clamp_min": lambda lib, x: x.clamp_min(1),
    "x % 2": lambda lib, x: x % 2,
    "x % -2": lambda lib, x: x % -2,
    "x % 0": lambda lib, x: x % 0,
    "x // 0 through div": lambda lib, x: x.div(0, rounding_mode="floor"),
}


@pytest.mark.parametrize("name", UNARY)
def test_a_function_at_kinks_poles_and_infinities(name: str):
    same(UNARY[name], POINTS, order=1, signs=False)


@pytest.mark.parametrize("name", UNARY)
def test_nan_goes_through_a_function_as_in_pytorch(name: str):
    same(UNARY[name], np.array([NAN, 1.5]), order=1)


BINARY = {
    "maximum": lambda lib, x, y: lib.maximum(x, y),
    "minimum": lambda lib, x, y: lib.minimum(x, y),
    "remainder": lambda lib, x, y: x % y,
    "div floor": lambda lib, x, y: lib.div(x, y, rounding_mode="floor"),
    "div trunc": lambda lib, x, y: lib.div(x, y, rounding_mode="trunc"),
    "atan2": lambda lib, x, y: lib.atan2(x, y),
    "xlogy": lambda lib, x, y: lib.xlogy(x, y),
    "clamp": lambda lib, x, y: lib.clamp(x, min=y),
    "clamp between": lambda lib, x, y: lib.clamp(x, y, y.flip(0)),
}


@pytest.mark.parametrize("name", BINARY)
def test_every_pair_of_such_points(name: str):
    points = np.append(POINTS, [NAN, -0.0])
    a, b = np.repeat(points, len(points)), np.tile(points, len(points))
    same(BINARY[name], a, b, order=1, signs=False)


# -- accuracy ---------------------------------------------------------------------


def test_the_error_function_has_all_its_digits():
    x = np.linspace(-26, 26, 1001)
    found = minigrad.from_numpy(x).erf().numpy()
    expected = [math.erf(value) for value in x]
    np.testing.assert_allclose(found, expected, rtol=2e-15, atol=0)


def test_sigmoid_neither_overflows_nor_loses_digits_far_out():
    x = np.array([-700.0, -750.0, -40.0, 40.0, 750.0])
    same(lambda lib, x: x.sigmoid(), x, tolerance=1e-13)
    found = minigrad.from_numpy(x).sigmoid().tolist()
    assert found[0] == pytest.approx(math.exp(-700), rel=1e-13)


# -- dtypes -----------------------------------------------------------------------

WHOLE = [np.array([1, 0, 3, -5]), np.array([2, 7, -3, 2])]
BYTES = [np.array([1, 0, 3, 250], np.uint8), np.array([2, 7, 3, 2], np.uint8)]
BOOLS = [np.array([True, False, True]), np.array([True, True, False])]
ONE = """
    sigmoid sin floor ceil trunc round sign square clamp_min_1 clamp_half
    rsqrt erf remainder_3 div_2_floor floor_divide_2 cumsum_0
""".split()
CALLS = {
    "clamp_min_1": lambda lib, x: x.clamp_min(1),
    "clamp_half": lambda lib, x: x.clamp(0.5, 1.5),
    "remainder_3": lambda lib, x: x % 3,
    "div_2_floor": lambda lib, x: x.div(2, rounding_mode="floor"),
    "floor_divide_2": lambda lib, x: x // 2,
    "cumsum_0": lambda lib, x: x.cumsum(0),
}


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("dtype", ["int64", "uint8"])
def test_a_function_of_whole_numbers(name: str, dtype: str):
    program = CALLS.get(name, lambda lib, x: getattr(x, name)())
    same(program, BYTES[0] if dtype == "uint8" else WHOLE[0])


TWO = {
    **BINARY,
    "x // y": lambda lib, x, y: x // y,
    "add alpha": lambda lib, x, y: lib.add(x, y, alpha=2),
    "addcmul": lambda lib, x, y: lib.addcmul(x, x, y, value=2),
    "2 // y": lambda lib, x, y: 9 // (y * y + 1),
    "2 % y": lambda lib, x, y: 9 % (y * y + 1),
}


@pytest.mark.parametrize("name", sorted(set(TWO) - {"clamp between"}))
@pytest.mark.parametrize("pair", [WHOLE, BYTES], ids=["int64", "uint8"])
def test_a_function_of_two_tensors_of_whole_numbers(name: str, pair: list):
    if name in ("remainder", "div floor", "div trunc", "x // y"):
        pair = [pair[0], pair[1] + np.uint8(1)]
    same(TWO[name], *pair)


@pytest.mark.parametrize("name", ["maximum", "xlogy", "atan2", "clamp"])
def test_operands_of_two_dtypes_are_promoted(name: str):
    x = np.array([[1.5], [-2.0]])
    same(TWO[name], x, constant(np.array([1, 2, 3])))
    same(TWO[name], x, constant(np.array([1.0, 2.0], np.float32)))
    same(TWO[name], constant(np.array([1, 2, 3])), x, dtype=np.float32, order=1)


@pytest.mark.parametrize("shape", [(3,), (2, 3), (0,), (2, 0), (1,), (), (4097,)])
def test_a_number_times_a_constant_of_any_shape(shape: tuple):
    values = np.random.default_rng(0).normal(0, 1, shape)
    for b in (values, values.T, np.broadcast_to(values, (2, *shape))):
        same(lambda lib, a, b: a * b + a, np.array(0.7), constant(b))
        same(lambda lib, a, b: (a.exp() * b).sin(), np.array(0.7), constant(b))


def test_logic_and_tests_of_numbers_nan_and_bools():
    x, y = np.array([0.0, 1.0, NAN, INF, -INF]), np.array([0.0, 0.0, 1.0, 2.0, NAN])

    def program(lib, x, y):
        x, y = x.detach(), y.detach()
        return (
            [getattr(lib, f"logical_{name}")(x, y) for name in ("and", "or", "xor")],
            [x.logical_not(), x.isnan(), x.isinf(), x.isfinite(), x.lt(y), x.ne(y)],
            [lib.isclose(x, y), x.isclose(x, equal_nan=True)],
            lib.allclose(x, x, equal_nan=True),
            x.allclose(x),
        )

    same(program, x, y)
    same(lambda lib, a, b: [lib.logical_xor(a, b), a | b], *BOOLS)
    same(lambda lib, a, b: [lib.logical_and(a, b), ~a], *WHOLE)


# -- in place ---------------------------------------------------------------------

IN_PLACE = {
    "exp_": lambda y: y.exp_(),
    "sigmoid_": lambda y: y.sigmoid_(),
    "neg_": lambda y: y.neg_(),
    "sqrt_": lambda y: y.abs_().sqrt_(),
    "relu_": lambda y: y.relu_(),
    "clamp_": lambda y: y.clamp_(-0.5, max=0.5),
    "clamp_ to a tensor": lambda y: y.clamp_(min=y.detach() * 0.5),
    "clamp_min_": lambda y: y.clamp_min_(0.1),
    "add_ alpha": lambda y: y.add_(y * 2, alpha=3),
    "pow_": lambda y: y.pow_(3),
    "remainder_": lambda y: y.remainder_(0.7),
    "floor_": lambda y: y.floor_(),
    "lerp_": lambda y: y.lerp_(y * 3, 0.25),
    "addcmul_": lambda y: y.addcmul_(y * 2, y + 1, value=2),
    "addcdiv_": lambda y: y.addcdiv_(y * 2, y + 9, value=2),
    "round_": lambda y: y.round_(decimals=1),
    "div_ floor": lambda y: y.div_(0.3, rounding_mode="floor"),
}


@pytest.mark.parametrize("name", IN_PLACE)
def test_an_in_place_form_changes_the_tensor_and_its_history(name: str):
    def program(lib, x):
        y = x * 2
        z = IN_PLACE[name](y)
        return y * x, z is y, y._version > 0

    same(program, np.array([0.3, -1.2, 0.8]), text=False)


def test_operators_in_place():
    def program(lib, x):
        y = x * 2
        y **= 2
        y %= 3
        mask = lib.tensor([True, False, True])
        mask &= lib.tensor([True, True, False])
        mask |= lib.tensor([False, True, False])
        mask ^= lib.tensor([True, True, True])
        whole = lib.tensor([7, 8, 9])
        whole //= 2
        whole %= 3
        return y, mask, whole

    same(program, np.array([0.3, -1.2, 0.8]))


# -- errors and what has no derivative --------------------------------------------


@pytest.mark.parametrize(
    "program",
    [lambda lib, x: x // 2, lambda lib, x: 2 // x, lambda lib, x: x // x],
    ids=["x // 2", "2 // x", "x // x"],
)
def test_what_has_no_derivative_says_so_in_the_backward_pass(program):
    x = np.array([1.5, -2.0])
    same(program, x, order=0, signs=False, graph=False)
    same_error(
        lambda lib, x: program(lib, x).sum().backward(), x, says="is not implemented"
    )


ERRORS = {
    "At least one of 'min' or 'max'": lambda lib, x: x.clamp(),
    "'other' (position 2) must be Tensor": lambda lib, x: lib.maximum(x, 1.0),
    "ZeroDivisionError": lambda lib, x: lib.tensor([1, 2]) // 0,
    "ZeroDivisionErro": lambda lib, x: lib.tensor([1, 2]) % lib.tensor([1, 0]),
    "must not be a floating point number": lambda lib, x: lib.add(
        lib.tensor([1]), lib.tensor([1]), alpha=0.5
    ),
    "expected dtype double for `end`": lambda lib, x: x.lerp(x.float(), 0.5),
    '"lerp_kernel_scalar" not implemented': lambda lib, x: lib.lerp(
        lib.tensor([1]), lib.tensor([1]), 0.5
    ),
    "Integer division with addcdiv": lambda lib, x: lib.addcdiv(
        x, lib.tensor([1]), lib.tensor([1])
    ),
    "expected rounding_mode to be one of": lambda lib, x: x.div(2, rounding_mode="up"),
    "did not match": lambda lib, x: lib.isclose(x, x.float()),
    "must match the size": lambda lib, x: lib.maximum(x, lib.ones(3)),
    "can't be cast": lambda lib, x: lib.tensor([1, 2]).exp_(),
}


@pytest.mark.parametrize("says", ERRORS)
def test_an_error_is_pytorchs(says: str):
    same_error(ERRORS[says], np.array([1.0, -2.0]), says=says)
