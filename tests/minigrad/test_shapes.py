"""Shape functions: PyTorch's results, views where it has views, and its errors."""

import numpy as np
import pytest
from oracle import same, same_error

from minigrad import Tensor

X = np.arange(6.0).reshape(2, 3)
DEEP = np.arange(24.0).reshape(2, 3, 4)


@pytest.mark.parametrize(
    "sizes", [(6,), (3, 2), (-1,), (1, -1), (2, 3), (2, 1, 3), (3, -1, 1), ((3, 2),)]
)
@pytest.mark.parametrize("method", ["reshape", "view"])
def test_reshape_and_view_to(sizes: tuple, method: str):
    same(lambda lib, x: getattr(x, method)(*sizes), X)


REARRANGED = {
    "T": lambda x: x[0].T,
    "transpose": lambda x: x.transpose(0, 2),
    "permute": lambda x: x.permute(2, 0, 1),
    "slice": lambda x: x[:, 1:],
    "step": lambda x: x[:, :, ::2],
    "select": lambda x: x[:, 1],
    "expand": lambda x: x[:, :1].expand(2, 5, 4),
}


@pytest.mark.parametrize("name", REARRANGED)
def test_a_reshape_copies_only_where_pytorchs_does(name: str):
    def program(lib, x):
        y = REARRANGED[name](x)
        n = y.numel()
        return [y.reshape(n), y.reshape(2, -1), y.reshape(-1, y.shape[-1])]

    same(program, DEEP)


@pytest.mark.parametrize("name", REARRANGED)
def test_a_view_that_would_need_a_copy_is_an_error(name: str):
    same(lambda lib, x: REARRANGED[name](x).view(-1), DEEP)
    same(lambda lib, x: REARRANGED[name](x).view(*REARRANGED[name](x).shape, 1), DEEP)


@pytest.mark.parametrize(
    ("sizes", "says"),
    [
        ((4,), "shape '[4]' is invalid for input of size 6"),
        ((-1, -1), "only one dimension can be inferred"),
        ((-1, 4), "shape '[-1, 4]' is invalid"),
        ((-2, 3), "invalid shape dimension -2 at index 0"),
        ((), "shape '[]' is invalid for input of size 6"),
    ],
)
def test_sizes_that_do_not_fit_are_errors(sizes: tuple, says: str):
    same_error(lambda lib, x: x.reshape(sizes), X, says=says)
    same_error(lambda lib, x: x.view(sizes), X, says=says)


def test_minus_one_is_ambiguous_for_an_empty_tensor():
    same_error(lambda lib, x: x.reshape(-1, 0), np.zeros((0, 3)), says="is ambiguous")
    same(lambda lib, x: x.reshape(0, 5), np.zeros((0, 3)))
    same(lambda lib, x: x.reshape(-1, 3), np.zeros((0, 3)))


SCALAR = {
    "reshape": lambda lib, x: x.reshape(1, 1),
    "unsqueeze": lambda lib, x: x.unsqueeze(-1),
    "squeeze": lambda lib, x: x.squeeze(),
    "squeeze of a dim": lambda lib, x: x.squeeze(0),
    "flatten": lambda lib, x: x.flatten(),
    "transpose": lambda lib, x: x.transpose(0, -1),
    "t": lambda lib, x: x.t(),
    "T": lambda lib, x: x.T * 2,
    "mT": lambda lib, x: x.mT * 2,
    "expand": lambda lib, x: x.expand(2, 3),
    "sum of dim": lambda lib, x: x.sum(-1),
    "mean of dim": lambda lib, x: x.mean(0, True),
    "norm of dim": lambda lib, x: x.norm(dim=0),
}


@pytest.mark.parametrize("name", SCALAR)
def test_a_scalar_has_one_axis_to_name(name: str):
    same(SCALAR[name], np.array(1.5))


@pytest.mark.parametrize("name", ["T", "t", "mT"])
@pytest.mark.parametrize("ndim", [0, 1, 2, 3])
def test_transposes_of_every_rank_with_their_warnings_and_errors(name: str, ndim: int):
    def program(lib, x):
        return x.t() if name == "t" else getattr(x, name)

    same(program, np.ones((2, 3, 4)[:ndim]))


@pytest.mark.parametrize("dims", [(0, 1), (-2, -1), (2, 0), (1, 1)])
def test_transpose_of_any_two_axes(dims: tuple):
    same(lambda lib, x: lib.transpose(x, *dims), DEEP)


@pytest.mark.parametrize("dims", [(2, 0, 1), (0, -1, 1), ((1, 2, 0),)])
def test_permute_in_any_order(dims: tuple):
    same(lambda lib, x: x.permute(*dims), DEEP)


@pytest.mark.parametrize("dims", [(0, 1), (1, 2), (-2, -1), (0, 0), (0, -1)])
def test_flatten_of_some_axes(dims: tuple):
    same(lambda lib, x: x.flatten(*dims), DEEP)


def test_flatten_of_one_axis_is_the_tensor_itself():
    same(lambda lib, x: x.flatten() is x, np.ones(3))


@pytest.mark.parametrize("dim", [None, 0, 1, 2, -1, (0, 2), (1, 2), (0, 1)])
def test_squeeze_of_axes_with_and_without_size_one(dim):
    def program(lib, x):
        return x.squeeze() if dim is None else x.squeeze(dim)

    same(program, np.ones((1, 2, 1)))


@pytest.mark.parametrize("sizes", [(2, 3), (4, 2, 3), (-1, 3), (1, -1, -1), (0, 2, 3)])
def test_expand_to(sizes: tuple):
    same(lambda lib, x: x.expand(*sizes), X)


ERRORS = {
    "unsqueeze(3)": "Dimension out of range",
    "squeeze(5)": "Dimension out of range",
    "flatten(4)": "Dimension out of range",
    "flatten(1, 0)": "start_dim cannot come after end_dim",
    "transpose(0, 2)": "Dimension out of range",
    "permute(0)": "number of dimensions in the tensor input does not match",
    "permute(0, 0)": "duplicate dims",
    "permute(0, 2)": "Dimension out of range",
    "expand(3)": "must be greater or equal to the number of dimensions",
    "expand(3, 3)": "must match the existing size (2)",
    "expand(-1, 2, 3)": "isn't allowed in a leading, non-existing dimension 0",
    "size(2)": "Dimension out of range",
    "sum(2)": "Dimension out of range",
    "sum((0, 0))": "dim 0 appears multiple times",
    "mean((1, -1))": "dim 1 appears multiple times",
    "norm(dim=-3)": "Dimension out of range",
    "sum(keepdim=True)": "invalid combination of arguments",
    "mean(0, 1)": "argument 'keepdim' (position 2) must be bool",
}


@pytest.mark.parametrize("call", ERRORS)
def test_a_wrong_dimension_is_pytorchs_error(call: str):
    same_error(lambda lib, x: eval(f"x.{call}"), X, says=ERRORS[call])


VIEWS = {
    "reshape": lambda x: x.reshape(6),
    "T": lambda x: x.T,
    "t": lambda x: x.t(),
    "permute": lambda x: x.permute(1, 0),
    "transpose": lambda x: x.transpose(0, 1),
    "unsqueeze": lambda x: x.unsqueeze(0),
    "squeeze": lambda x: x.squeeze(),
    "expand": lambda x: x.expand(2, 2, 3),
    "x[0]": lambda x: x[0],
    "x[:, 1:]": lambda x: x[:, 1:],
    "x[...]": lambda x: x[...],
    "detach": lambda x: x.detach(),
    "contiguous": lambda x: x.contiguous(),
    "clone": lambda x: x.clone(),
    "x[[0]]": lambda x: x[[0]],
    "contiguous copy": lambda x: x.T.contiguous(),
    "reshape copy": lambda x: x.T.reshape(6),
}


@pytest.mark.parametrize("name", VIEWS)
def test_what_shares_memory_sees_a_change_and_counts_it(name: str):
    def program(lib, x):
        x = x.detach().clone()
        y = VIEWS[name](x)
        x += 1
        return y, x._version, y._version

    same(program, X)


def test_no_two_tensors_hold_the_same_array_object():
    x = Tensor(X.copy())
    made = [view(x) for view in VIEWS.values()] + [x.data, x.reshape(2, 3)]
    arrays = [x._data] + [y._data for y in made if y is not x]
    assert len({id(array) for array in arrays}) == len(arrays)
    assert x.numpy() is not x._data
