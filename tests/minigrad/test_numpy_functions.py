"""NumPy's functions of tensors, and NumPy's numbers beside them."""

import operator
import warnings

import numpy as np
import pytest
import torch
from oracle import constant, same, same_error

import minigrad

X = np.random.default_rng(0).standard_normal((2, 3))

FUNCTIONS = {
    "allclose": lambda x: np.allclose(x, x),
    "stack": lambda x: np.stack([x, x]),
    "vstack": lambda x: np.vstack((x, x)),
    "argmax": lambda x: np.argmax(x),
    "sort": lambda x: np.sort(x),
    "unique": lambda x: np.unique(x),
    "shape": lambda x: np.shape(x),
    "ndim": lambda x: np.ndim(x),
    "linalg.norm": lambda x: float(np.linalg.norm(x)),
    "linalg.inv": lambda x: np.linalg.inv(x[:, :2]),
    "histogram": lambda x: np.histogram(x),
    "digitize": lambda x: np.digitize(x, np.array([0.0, 1.0])),
    "interp": lambda x: np.interp(0.5, x[0], x[1]),
    "where": lambda x: np.where(x > 0),
    "einsum": lambda x: np.einsum("ij->j", x),
    "pad": lambda x: np.pad(x, 1),
    "round": lambda x: np.round(x, 1),
    "transpose": lambda x: np.transpose(x),
    "clip": lambda x: np.clip(x, 0, 1),
    "linspace": lambda x: np.linspace(0, x[0, 0], 3),
    "isfinite": lambda x: np.isfinite(x),
    "floor": lambda x: np.floor(x),
    "log10": lambda x: np.log10(x * x),
    "arctan2": lambda x: np.arctan2(x, np.ones(3)),
    "hypot, array first": lambda x: np.hypot(np.ones(3), x),
    "modf": lambda x: np.modf(x),
    "floor_divide": lambda x: np.floor_divide(x, 2),
    "dtype": lambda x: np.exp(x, dtype=np.float64),
    "out": lambda x: np.add(x, x, out=np.zeros((2, 3))),
    "reduce": lambda x: np.add.reduce(x),
    "outer": lambda x: np.add.outer(x, x),
    "a 0-d tensor": lambda x: np.floor(x[0, 0]),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_numpy_function_of_tensors_is_pytorchs(name: str):
    def program(lib, x):
        with warnings.catch_warnings():  # NumPy's, of how PyTorch answers it
            warnings.simplefilter("ignore", DeprecationWarning)
            results = FUNCTIONS[name](x)
        results = results if isinstance(results, tuple) else (results,)
        return [[isinstance(each, lib.Tensor), each] for each in results]

    assert "error" not in same(program, constant(X))


@pytest.mark.parametrize("name", ["stack", "sort", "floor", "reduce", "where"])
def test_a_tensor_that_requires_grad_is_no_array(name: str):
    function = np.where if name == "where" else FUNCTIONS[name]
    same_error(lambda lib, x: function(x), X, says="Can't call numpy() on Tensor")


@pytest.mark.parametrize("lib", [torch, minigrad], ids=lambda lib: lib.__name__)
def test_a_tensor_is_no_place_for_an_array(lib):
    with pytest.raises(TypeError):
        np.add(1, 2, out=lib.ones(2))


# -- NumPy's numbers --------------------------------------------------------------

OPERATORS = {
    name: getattr(operator, name)
    for name in "add sub mul truediv pow floordiv mod lt eq".split()
}
BITWISE = {
    name: getattr(operator, name) for name in "and_ or_ xor lshift rshift".split()
}
NUMBERS = [np.float64(2), np.float32(3), np.int64(2)]
TENSORS = {
    "float32": np.array([1.5, 2.0], np.float32),
    "int64": np.array([5, 2]),
    "bool": np.array([True, True]),
}


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("dtype", TENSORS)
@pytest.mark.parametrize(
    "number", [np.float64(2), np.float32(3), np.int64(2)], ids=repr
)
def test_a_numpy_number_on_either_side(name: str, dtype: str, number):
    def program(lib, x):
        return [OPERATORS[name](*pair) for pair in ((x, number), (number, x))]

    if dtype != "bool" or name != "sub":
        same(program, constant(TENSORS[dtype]), tolerance=1e-6)


@pytest.mark.parametrize("name", BITWISE)
def test_a_numpy_number_beside_whole_numbers(name: str):
    def program(lib, x):
        return [BITWISE[name](*pair) for pair in ((x, np.int64(3)), (np.int64(3), x))]

    assert "error" not in same(program, constant(TENSORS["int64"]))


def test_functions_take_numpy_numbers():
    def program(lib, x):
        two = np.float32(2)
        methods = [x.eq(two), x.add(two), x.clamp(two), x.remainder(two), x.pow(two)]
        return [*methods, lib.remainder(x, two), lib.floor_divide(x, two)]

    same(program, constant(TENSORS["float32"]))
    same(program, constant(TENSORS["int64"]))
