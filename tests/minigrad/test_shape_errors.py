"""Rearranging, joining, cutting, padding: PyTorch's errors, dtypes and views."""

import numpy as np
import pytest
from oracle import constant, same, same_error

import minigrad
from minigrad import Tensor

RNG = np.random.default_rng(7)
X, V, DEEP, S = (RNG.standard_normal(n) for n in ((2, 3), (3,), (4, 2, 3), ()))

ERRORS = {
    "x.unflatten(1, (2, 2))": "don't multiply up to the size of dim 1",
    "x.unflatten(5, (2, 2))": "Dimension out of range",
    "x.unflatten(1, ())": "sizes must be non-empty",
    "x.movedim((0, 0), (0, 1))": "repeated dim in `source`",
    "x.movedim((0, 1), (0, 0))": "repeated dim in `destination`",
    "x.movedim((0, 1), (0,))": "Invalid source or destination dims",
    "x.movedim(0, 5)": "Dimension out of range",
    "lib.broadcast_to(x, (3,))": "must be greater or equal to the number of dimensions",
    "lib.broadcast_tensors(x, x.T)": "must match the size of tensor b",
    "x.select(0, 5)": "index 5 out of range for tensor of size [2, 3]",
    "s.select(0, 0)": "cannot be applied to a 0-dim tensor",
    "x.narrow(1, 5, 1)": "start out of range",
    "x.narrow(1, 2, 2)": "exceeds dimension size (3)",
    "x.narrow(1, 0, -1)": "length must be non-negative",
    "s.narrow(0, 0, 1)": "cannot be applied to a 0-dim tensor",
    "x.unfold(2, 1, 1)": "Dimension out of range",
    "x.unfold(1, 4, 1)": "maximum size for tensor at dimension 1 is 3",
    "x.unfold(1, 2, 0)": "step is 0 but must be > 0",
    "x.unfold(1, -2, 1)": "size is -2 but must be >= 0",
    "x.flip(0, 0)": "dim 0 appears multiple times",
    "x.flip(5)": "Dimension out of range",
    "x.roll((1, 2))": "shifts and dimensions must align",
    "x.roll((1, 2), 0)": "shifts and dimensions must align",
    "x.roll(1, 5)": "Dimension out of range",
    "s.roll(1, 0)": "tensor has no dimensions",
    "v.tril()": "must have at least 2 dimensions",
    "x.triu(1.5)": "must be int, not float",
    "s.diag()": "Supports 1D or 2D tensors",
    "x.diagonal(0, 0, 0)": "diagonal dimensions cannot be identical 0, 0",
    "v.diagonal()": "Dimension out of range",
    "x.diag_embed(0, 0, 0)": "diagonal dimensions cannot be identical",
    "lib.meshgrid(v, v.float(), indexing='ij')": "to have the same dtype",
    "lib.meshgrid(v, v, indexing='zz')": "indexing must be one of",
    "lib.meshgrid(indexing='ij')": "non-empty TensorList",
    "lib.cat([x, 2])": "expected Tensor as element 1 in argument 0, but got int",
    "lib.cat(x)": "must be tuple of Tensors, not Tensor",
    "lib.cat([])": "expected a non-empty list of Tensors",
    "lib.cat([x, v])": "Tensors must have same number of dimensions",
    "lib.cat([x, x.T])": "Sizes of tensors must match except in dimension 0",
    "lib.cat([s, s])": "zero-dimensional tensor (at position 0)",
    "lib.cat([x, x], 2)": "Dimension out of range",
    "lib.stack([x, v])": "expects each tensor to be equal size",
    "lib.stack([])": "stack expects a non-empty TensorList",
    "lib.stack([x, x], 3)": "Dimension out of range",
    "lib.hstack([x, v])": "Tensors must have same number of dimensions",
    "lib.vstack([])": "vstack expects a non-empty TensorList",
    "x.split(0)": "split_size can only be 0 if dimension size is 0",
    "x.split(-1)": "split expects split_size be non-negative",
    "x.split([1, 1], 1)": "split_sizes to sum exactly to 3",
    "x.split([4, -1], 1)": "only non-negative entries",
    "x.split(1, 3)": "Dimension out of range",
    "s.split(1)": "at least a 1-dimensional tensor",
    "x.chunk(0)": "chunk expects `chunks` to be greater than 0",
    "s.chunk(2)": "at least a 1-dimensional tensor",
    "s.unbind()": "tensor has no dimensions",
    "x.unbind(2)": "Dimension out of range",
    "x.repeat(2)": "can not be smaller than number of dimensions",
    "x.repeat(-1, 2)": "negative dimension -2",
    "s.repeat()": "missing 1 required positional arguments",
    "x.repeat_interleave(-1)": "Repeats must be non-negative",
    "x.repeat_interleave(lib.tensor([1, 2, 3]), 0)": "repeats must have the same size",
    "x.repeat_interleave(lib.tensor([1, -2]), 0)": "repeats can not be negative",
    "x.repeat_interleave(lib.tensor([1.0, 2]), 0)": "not implemented for 'Float'",
    "x.repeat_interleave(2, 5)": "Dimension out of range",
    "F.pad(x, (1,))": "Padding length must be divisible by 2",
    "F.pad(x, (1,) * 6)": "less than or equal to two times the input dimension",
    "F.pad(x, (-2, -2))": "length must be non-negative",
    "F.pad(x, (1, 1), 'foo')": "Unrecognised padding mode foo",
    "F.pad(x, (3, 1), 'reflect')": "Padding size should be less than",
    "F.pad(b, (4, 1), 'circular')": "wrapping around more than once",
    "F.pad(b, (1,) * 6, 'circular')": "Padding size 6 is not supported for 3D",
    "F.pad(x, (1,) * 4, 'reflect')": "Padding size 4 is not supported for 2D",
    "F.pad(b, (1, 1), 'reflect', 1.0)": "doesn't take in value argument",
    "F.unfold(b, 3)": "its components must be at least one",
    "F.unfold(b, 0)": "kernel size should be greater than zero",
    "F.fold(x[None], (4, 4), 2)": "to be divisible by the product of kernel_size",
    "F.fold(lib.ones(1, 8, 8), (4, 4), 2)": "calculated number of sliding blocks",
    "F.fold(v, (4, 4), 2)": "Expected 2D or 3D (batch mode) tensor",
}


@pytest.mark.parametrize("call", ERRORS)
def test_a_wrong_argument_is_pytorchs_error(call: str):
    def program(lib, x, v, b, s):
        names = {"lib": lib, "x": x, "v": v, "b": b, "s": s, "F": lib.nn.functional}
        return eval(call, names)

    same_error(program, X, V, DEEP, S, says=ERRORS[call])


SCALAR = {
    "ravel": lambda lib, x: x.ravel(),
    "movedim": lambda lib, x: x.movedim(0, 0),
    "flip": lambda lib, x: x.flip(0),
    "roll": lambda lib, x: x.roll(1),
    "unfold": lambda lib, x: x.unfold(0, 1, 1),
    "repeat": lambda lib, x: x.repeat(2, 2),
    "tile": lambda lib, x: x.tile(3),
    "repeat_interleave": lambda lib, x: x.repeat_interleave(2),
    "stack": lambda lib, x: lib.stack([x, x]),
    "meshgrid": lambda lib, x: lib.meshgrid(x, x, indexing="xy"),
}


@pytest.mark.parametrize("name", SCALAR)
def test_a_scalar_counts_as_having_one_axis(name: str):
    same(SCALAR[name], np.array(1.5))


@pytest.mark.parametrize("name", ["split", "unbind", "flip", "tril"])
def test_integers_are_rearranged_too(name: str):
    calls = {
        "split": lambda lib, x: x.split(1),
        "unbind": lambda lib, x: lib.stack(x.unbind(1)),
        "flip": lambda lib, x: lib.cat([x.flip(0), x.roll(1)]),
        "tril": lambda lib, x: [x.tril(), x.triu(), x.diag(), x.diagonal()],
    }
    same(calls[name], np.arange(6).reshape(2, 3))


def test_meshgrid_asks_for_its_indexing_and_cross_for_its_dim():
    same(lambda lib, x: lib.meshgrid(x, x), V)
    same(lambda lib, x: lib.cross(x, x.flip(1)), X)


@pytest.mark.parametrize("dtypes", ["fd", "lf", "ld", "?f", "il", "dd"])
@pytest.mark.parametrize("name", ["cat", "stack"])
def test_tensors_of_several_dtypes_are_joined_in_one(name: str, dtypes: str):
    a, b = (X.astype(dtype) for dtype in dtypes)

    def program(lib, x, y):
        return getattr(lib, name)([x, y])

    # minigrad converts with nodes of their own.
    same(program, a, b, dtype=None, graph=False, text=False)


def test_a_vector_of_nothing_may_stand_beside_anything():
    same(lambda lib, x, e: lib.cat([e, x, e]), X, constant(V[:0]), graph=False)
    same(lambda lib, e: lib.cat([e, e]), V[:0], order=1)


def test_repeating_zero_times_leaves_no_gradient():
    same(lambda lib, x: x.repeat(0, 2), X, order=1)


def test_broadcasting_tensors_of_one_shape_gives_themselves():
    same(lambda lib, x: lib.broadcast_tensors(x, x)[0] is x, X)


VIEWS = {
    "split": lambda x: x.split(2, 1)[1],
    "chunk": lambda x: x.chunk(2)[0],
    "unbind": lambda x: x.unbind(1)[2],
    "movedim": lambda x: x.movedim(0, 1),
    "unflatten": lambda x: x.unflatten(1, (3, 1)),
    "diagonal": lambda x: x.diagonal(),
    "unfold": lambda x: x.unfold(1, 2, 1),
    "narrow": lambda x: x.narrow(1, 1, 2),
    "select": lambda x: x.select(0, 1),
    "ravel": lambda x: x.ravel(),
    "expand_as": lambda x: x.expand_as(x),
}
COPIES = {
    "flip": lambda x: x.flip(1),
    "flip of nothing": lambda x: x.flip(()),
    "roll": lambda x: x.roll(3),
    "tril": lambda x: x.tril(5),
    "diag": lambda x: x.diag(),
    "repeat": lambda x: x.repeat(1, 1),
    "ravel": lambda x: x.T.ravel(),
    "repeat_interleave": lambda x: x.repeat_interleave(1, 0),
}


@pytest.mark.parametrize("name", [*VIEWS, *COPIES])
def test_what_shares_memory_sees_a_change(name: str):
    def program(lib, x):
        x = x.detach().clone()
        y = (VIEWS.get(name) or COPIES[name])(x)
        x += 1
        return y, x._version, y._version

    same(program, X)


@pytest.mark.parametrize("name", [*VIEWS, *COPIES])
def test_no_result_holds_the_array_of_its_input(name: str):
    x = Tensor(X.copy())
    made = (VIEWS.get(name) or COPIES[name])(x)
    assert made._data is not x._data
    assert np.may_share_memory(made._data, x._data) == (
        name in VIEWS and not (name == "ravel" and name not in VIEWS)
    )


def test_a_copied_diagonal_can_be_changed_and_its_matrix_stays():
    x = minigrad.tensor(X)
    x.diagonal().mul_(0)
    assert x[0, 0] == 0 and x[1, 1] == 0
    assert x[0, 1] == X[0, 1]
