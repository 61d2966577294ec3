"""Tensors made from data, constants and ranges are PyTorch's."""

import math

import numpy as np
import pytest
from oracle import same, same_error

FROM_DATA = """
    tensor(1) | tensor(1.5) | tensor(True) | tensor([1, 2]) | tensor([1, 2.5])
    tensor([]) | tensor([[]]) | tensor([[1, 2], [3, 4]]) | tensor((1, 2))
    tensor([True])
    tensor([True, 2]) | tensor([1, 2], dtype=lib.float64) | tensor(2.9, dtype=lib.int64)
    tensor([0, 2], dtype=lib.bool) | tensor(float('nan')) | tensor([lib.tensor(1.), 2])
    tensor(np.ones(2)) | tensor(np.float64(1.5)) | tensor(np.arange(3, dtype=np.int32))
    tensor([np.float32(1.5), 2]) | tensor(1.5, requires_grad=True) | tensor(range(3))
    tensor([1.5], dtype=lib.float16) | tensor(1e400) | tensor([np.float64(1), 1])
    tensor([np.int32(1), 1.5]) | tensor([0.1, 0.2], dtype=lib.float64)
    tensor([lib.ones(1).double(), 1]) | tensor([[lib.tensor(1.), 2], [3, 4]])
    tensor([1, 2], dtype=float) | tensor(-1, dtype=lib.uint8) | tensor([1.5, True])
    tensor([-1.9, 2], dtype=lib.int8)
    as_tensor([1, 2]) | as_tensor(np.ones(2)) | as_tensor(2.5) | from_numpy(np.eye(2))
    as_tensor([1, 2], dtype=lib.float32) | as_tensor(np.ones(2), dtype=lib.float32)
"""
CONSTANTS = """
    zeros(3) | zeros(2, 3) | zeros((2, 3)) | zeros([2]) | zeros(()) | zeros(0)
    ones(2, dtype=lib.float64) | ones(2, requires_grad=True) | ones(lib.Size([2, 1]))
    zeros(2, dtype=lib.int64) | ones(2, dtype=lib.bool) | zeros(2, 0, 3)
    full((2,), 7) | full((2, 2), 1.5) | full((), True)
    full((2,), 3, dtype=lib.float32)
    full([1], math.inf) | full((2,), 2.5, requires_grad=True)
    eye(3) | eye(2, 3) | eye(3, 2, dtype=lib.int64) | eye(0)
    empty(2, 3).shape | empty((2,), dtype=lib.int64).dtype
    empty_like(lib.ones(2)).shape
    zeros_like(lib.ones(2, 3)) | ones_like(lib.arange(3)) | full_like(lib.ones(2), 3)
    zeros_like(lib.ones(2), dtype=lib.int64)
    ones_like(lib.ones(2), requires_grad=True)
    full_like(lib.arange(2), 1.5, dtype=lib.float32) | full_like(lib.arange(2), 4)
"""
RANGES = """
    arange(5) | arange(2, 5) | arange(0, 10, 3) | arange(5, 0, -2) | arange(0)
    arange(2.5)
    arange(0, 1, 0.25) | arange(0.5, 3) | arange(3, dtype=lib.float64) | arange(1, 1)
    arange(0, 1, 0.1) | arange(1, 2, 0.3) | arange(3, requires_grad=False)
    arange(2, dtype=lib.float32, requires_grad=True) | arange(-1., 1., .5)
    arange(1, 2, 0.1, dtype=lib.float64) | arange(5.5, dtype=lib.int64)
    linspace(0, 1, 5) | linspace(-1, 1, 4) | linspace(3, 0, 7) | linspace(0, 1, 1)
    linspace(0, 1, 0) | linspace(2, 2, 3) | linspace(0, 10, 11) | linspace(0, 1, 2)
    linspace(-math.pi, math.pi, 2000) | linspace(0, 1, 100, dtype=lib.float64)
    linspace(0, 5, steps=6, requires_grad=True) | linspace(1, 1e6, 33)
"""


def calls(text: str) -> list[str]:
    found = (call.strip() for line in text.split("\n") for call in line.split("|"))
    return [call for call in found if call]


def called(lib, call: str):
    return eval(f"lib.{call}", {"lib": lib, "np": np, "math": math})


@pytest.mark.parametrize("call", calls(FROM_DATA + CONSTANTS + RANGES))
def test_a_creation_function_makes_pytorchs_tensor(call: str):
    seen = same(lambda lib: called(lib, call))
    assert "error" not in seen, seen


ERRORS = {
    "tensor('a')": "new(): invalid data type 'str'",
    "tensor(['a'])": "too many dimensions 'str'",
    "tensor([1, 'a'])": "new(): invalid data type 'str'",
    "tensor(None)": "Could not infer dtype of NoneType",
    "tensor([1, None])": "Could not infer dtype of NoneType",
    "tensor({1, 2})": "Could not infer dtype of set",
    "tensor([[1], 2])": "not a sequence",
    "tensor([2**70])": "Overflow when unpacking long long",
    "tensor(300, dtype=lib.uint8)": "value cannot be converted to type uint8",
    "tensor([1e10], dtype=lib.int32)": "value cannot be converted to type int32",
    "zeros()": 'missing 1 required positional arguments: "size"',
    "ones('a')": "argument 'size' (position 1) must be tuple of ints, not str",
    "zeros(2.5)": "argument 'size' (position 1) must be tuple of ints, not float",
    "rand(2, -1)": "negative dimension -1: [2, -1]",
    "arange(float('inf'))": "unsupported range: 0 -> inf",
    "tensor([[1, 2], [3]])": "expected sequence of length 2 at dim 1 (got 1)",
    "tensor([[1], [2, 3]])": "expected sequence of length 1 at dim 1 (got 2)",
    "tensor([[[1], [2]], [[3], []]])": "expected sequence of length 1 at dim 2 (got 0)",
    "tensor([1], requires_grad=True)": "Only Tensors of floating point",
    "tensor(np.array(['a']))": "can't convert np.ndarray of type numpy.str_",
    "from_numpy([1])": "expected np.ndarray (got list)",
    "arange(0, 5, 0)": "step must be nonzero",
    "arange(5, 0)": "upper bound and lower bound inconsistent with step sign",
    "linspace(0, 1, -1)": "number of steps must be non-negative",
    "arange(2, requires_grad=True)": "Only Tensors of floating point",
}


@pytest.mark.parametrize("call", ERRORS)
def test_wrong_data_is_pytorchs_error(call: str):
    same_error(lambda lib: called(lib, call), says=ERRORS[call])


def test_tensor_copies_and_from_numpy_shares():
    def program(lib):
        array = np.zeros(2)
        copied, shared = lib.tensor(array), lib.from_numpy(array)
        wrapped = lib.as_tensor(array)
        array += 1
        return copied, shared, wrapped

    same(program)


def test_a_tensor_of_a_tensor_warns_and_copies():
    def program(lib, x):
        y = lib.tensor(x)
        return y, y.requires_grad, lib.tensor(x.detach(), requires_grad=True)

    seen = same(program, np.array([1.0, 2.0]))
    assert "To copy construct from a tensor" in seen["warnings"][0][1]


def test_as_tensor_of_a_tensor_is_that_tensor():
    same(lambda lib, x: [lib.as_tensor(x) is x, lib.is_tensor(x)], np.ones(2))
    same(lambda lib, x: lib.as_tensor(x, dtype=lib.float32), np.ones(2))


def test_dtypes_have_pytorchs_names_and_aliases():
    def program(lib):
        pairs = [
            (lib.float, lib.float32),
            (lib.double, lib.float64),
            (lib.half, lib.float16),
            (lib.long, lib.int64),
            (lib.int, lib.int32),
            (lib.short, lib.int16),
        ]
        return [a is b for a, b in pairs], [str(a) for a, _ in pairs], str(lib.bool)

    same(program)
    same(lambda lib: [lib.float32.is_floating_point, lib.int8.is_floating_point])


def test_a_python_type_as_dtype():
    for dtype in (float, int, bool):
        same(lambda lib, dtype=dtype: lib.ones(2, dtype=dtype))


def test_comparisons_and_tests_of_equality():
    def program(lib, x, y):
        return [x < y, x <= 0.5, x == y, x != 1, x > y, 2 >= x, lib.eq(x, y), x.ge(0)]

    same(program, np.array([0.5, 1.0, np.nan]), np.array([1.0, 1.0, np.nan]))
    nothing = None
    same(lambda lib, x: [x == "a", x == nothing, x != nothing, x == [1]], np.ones(2))
    same(
        lambda lib, x: [lib.equal(x, x), lib.equal(x, x[:1]), x.equal(x * 2)],
        np.ones(2),
    )
    same(
        lambda lib, x: [
            lib.allclose(x, x + 1e-9),
            lib.allclose(x, x + 1e-3),
            x.allclose(x + 1e-3, atol=1e-2),
            lib.allclose(x / 0, x / 0, equal_nan=True),
        ],
        np.array([1.0, 0.0]),
    )
