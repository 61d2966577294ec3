"""A tensor prints as PyTorch prints it, character by character."""

from collections.abc import Iterator

import numpy as np
import pytest
import torch

import minigrad

SHAPES = [(), (1,), (3,), (7,), (30,), (2, 3), (5, 1), (1, 9), (2, 2, 3), (1, 2, 1, 4)]
EMPTY = [(0,), (0, 3), (2, 0), (2, 0, 3)]
LARGE = [(1001,), (40, 40), (7, 200), (200, 7), (11, 12, 13), (2, 3, 300), (1, 2000)]
INTEGERS = ["uint8", "int8", "int16", "int32", "int64"]


def prints_as_pytorch(array: np.ndarray, requires_grad: bool = False) -> None:
    array = np.asarray(array)
    expected, found = (
        repr(lib.from_numpy(array.copy()).requires_grad_(requires_grad))
        for lib in (torch, minigrad)
    )
    assert found == expected, f"\nPyTorch:\n{expected}\nminigrad:\n{found}"


def arrays(rng: np.random.Generator, shape: tuple) -> Iterator[np.ndarray]:
    """Floats of one shape, with every trait that the printed form depends on."""
    plain = rng.standard_normal(shape)
    yield plain
    yield np.round(plain * 3)
    yield np.round(plain * 100, 1)
    yield plain * 10.0 ** rng.integers(-12, 13)
    yield plain * 10.0 ** rng.integers(-6, 7, shape)
    yield np.where(rng.random(shape) < 0.3, np.nan, plain)
    yield np.where(rng.random(shape) < 0.3, np.inf, np.round(plain * 5))
    yield np.where(rng.random(shape) < 0.3, -np.inf, plain * 1e9)
    yield np.where(rng.random(shape) < 0.5, -0.0, plain)
    yield np.where(rng.random(shape) < 0.5, 0.0, plain * 1e-7)
    yield np.zeros(shape)
    yield np.full(shape, np.nan)
    yield np.abs(np.round(plain)) * 1e8


@pytest.mark.parametrize("shape", SHAPES + EMPTY, ids=str)
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_floats_of_every_size_and_shape(shape: tuple, dtype: str):
    rng = np.random.default_rng((1, *shape))
    for array in arrays(rng, shape):
        with np.errstate(over="ignore"):
            prints_as_pytorch(
                array.astype(dtype), requires_grad=bool(rng.random() < 0.3)
            )


@pytest.mark.parametrize("shape", LARGE, ids=str)
def test_large_tensors_are_summarised(shape: tuple):
    rng = np.random.default_rng((2, *shape))
    prints_as_pytorch(rng.standard_normal(shape))
    prints_as_pytorch(rng.standard_normal(shape).astype(np.float32) * 1e6, True)
    prints_as_pytorch(rng.integers(-9, 10, shape))
    prints_as_pytorch(rng.random(shape) < 0.5)


@pytest.mark.parametrize("shape", SHAPES + EMPTY, ids=str)
@pytest.mark.parametrize("dtype", [*INTEGERS, "bool"])
def test_integers_and_bools(shape: tuple, dtype: str):
    rng = np.random.default_rng((3, *shape))
    for top in (2, 10, 127):
        prints_as_pytorch(rng.integers(0, top, shape).astype(dtype))
    if dtype in ("int32", "int64"):
        prints_as_pytorch(rng.integers(-(10**9), 10**9, shape).astype(dtype))


BOUNDARIES = [
    [1e8],
    [1.0000001e8],
    [99999.5, 1.0],
    [1000.0, 1.0],
    [1000.5, 1.0],
    [1001.5, 1.0],
    [1e-4],
    [0.99e-4],
    [1e-5, 1.0],
    [0.00005],
    [0.5, 500.5],
    [0.1, 100.1],
    [1e38],
    [1e-38],
    [1e16],
    [123456789.0],
    [0.0, 1e9],
    [1.0, float("nan")],
    [float("inf")],
    [-float("inf"), 0.5],
    [2.5, 3.0],
    [9999999.0],
    [1e-45],
    [0.9999999],
    [0.99995],
    [-0.00001],
]


@pytest.mark.parametrize("values", BOUNDARIES, ids=str)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_values_where_the_form_changes(values: list, dtype: str):
    prints_as_pytorch(np.array(values).astype(dtype))
    prints_as_pytorch(np.array(values).astype(dtype)[0])


@pytest.mark.parametrize("count", range(1, 40, 2))
def test_lines_wrap_where_pytorchs_do(count: int):
    rng = np.random.default_rng(count)
    prints_as_pytorch(rng.standard_normal(count), requires_grad=True)
    prints_as_pytorch(rng.standard_normal((2, count)).astype(np.float32), True)
    prints_as_pytorch(np.arange(count) * 1000)


SUFFIXES = {
    "computed": lambda lib, x: x * 2,
    "view": lambda lib, x: x[0],
    "long name": lambda lib, x: x.norm(dim=0),
    "scalar": lambda lib, x: x.sum(),
    "detached": lambda lib, x: x.detach(),
    "leaf": lambda lib, x: x,
    "other dtype": lambda lib, x: x.float().tanh(),
    "empty": lambda lib, x: x[:0] * 2,
    "wide": lambda lib, x: x.reshape(-1)[:9].unsqueeze(0).expand(2, 9),
}


@pytest.mark.parametrize("name", SUFFIXES)
def test_grad_fn_and_requires_grad_follow_the_values(name: str):
    values = np.random.default_rng(5).standard_normal((4, 5))
    expected, found = (
        repr(SUFFIXES[name](lib, lib.from_numpy(values.copy()).requires_grad_()))
        for lib in (torch, minigrad)
    )
    assert found == expected


@pytest.mark.parametrize("method", [repr, str, format])
def test_every_way_to_text_is_the_same(method):
    x = minigrad.ones(2, 3, requires_grad=True)
    assert method(x) == repr(torch.ones(2, 3, requires_grad=True))


OPTIONS = [
    {"precision": 2},
    {"precision": 8, "sci_mode": False},
    {"precision": 0},
    {"sci_mode": True},
    {"sci_mode": False},
    {"linewidth": 40},
    {"linewidth": 200},
    {"threshold": 5},
    {"threshold": 5, "edgeitems": 1},
    {"edgeitems": 2},
    {"profile": "short"},
    {"profile": "full"},
    {"profile": "default"},
    {"profile": "short", "precision": 6},
]


@pytest.fixture
def restored_options() -> Iterator[None]:
    yield
    for lib in (torch, minigrad):
        lib.set_printoptions(profile="default")


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_print_options_mean_what_they_mean_in_pytorch(options, restored_options):
    for lib in (torch, minigrad):
        lib.set_printoptions(**options)
    rng = np.random.default_rng(7)
    for shape in ((), (3,), (12,), (4, 5), (2, 3, 4), (40, 40)):
        for array in arrays(rng, shape):
            prints_as_pytorch(array)
        prints_as_pytorch(rng.integers(0, 1000, shape))


def test_print_options_stay_until_they_are_set_again(restored_options):
    for lib in (torch, minigrad):
        lib.set_printoptions(precision=2)
        lib.set_printoptions(linewidth=50)
    prints_as_pytorch(np.random.default_rng(8).standard_normal((3, 9)))


def test_random_tensors_print_alike():
    rng = np.random.default_rng(9)
    for _ in range(300):
        shape = tuple(rng.integers(0, 12, rng.integers(0, 4)))
        scale = 10.0 ** rng.integers(-8, 9)
        array = rng.standard_normal(shape) * scale
        if rng.random() < 0.4:
            array = np.round(array)
        dtype = rng.choice(["float32", "float64"])
        prints_as_pytorch(np.asarray(array).astype(dtype), bool(rng.random() < 0.5))


def test_a_parameter_says_that_it_is_one():
    values = np.random.default_rng(10).standard_normal((3, 4)).astype(np.float32)
    for shown in (values, values[0, 0], values[:0], np.tile(values, (20, 20))):
        for requires_grad in (True, False):
            expected, found = (
                repr(lib.nn.Parameter(lib.from_numpy(np.array(shown)), requires_grad))
                for lib in (torch, minigrad)
            )
            assert found == expected


def test_random_summaries_print_alike(restored_options):
    rng = np.random.default_rng(11)
    for _ in range(60):
        shape = tuple(int(n) for n in rng.integers(1, 7, rng.integers(1, 5)))
        chosen = {
            "threshold": int(rng.integers(0, 30)),
            "edgeitems": int(rng.integers(1, 4)),
            "linewidth": int(rng.integers(20, 120)),
            "precision": int(rng.integers(0, 7)),
        }
        for lib in (torch, minigrad):
            lib.set_printoptions(**chosen)
        for array in arrays(rng, shape):
            prints_as_pytorch(array)
        prints_as_pytorch(rng.integers(-99, 99, shape))
