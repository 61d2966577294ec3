"""Taking and changing entries by index and mask: errors, versions, repeated indices."""

import numpy as np
import pytest
from oracle import same, same_error

import minigrad
from minigrad.autograd import gradcheck

RNG = np.random.default_rng(8)
X, Y, V, S = (RNG.standard_normal(n) for n in ((2, 3), (2, 3), (3,), ()))

ERRORS = {
    "x.gather(1, i + 3)": "is out of bounds for dimension 1 with size 3",
    "x.gather(0, -i)": "index -1 is out of bounds",
    "x.gather(1, i.float())": "Expected dtype int32/int64 for index",
    "x.gather(5, i)": "Dimension out of range",
    "x.gather(1, i[0])": "must have the same number of dimensions as input",
    "x.gather(1, lib.zeros(3, 3).long())": "Size does not match at dimension 0",
    "x.scatter(1, i + 3, y)": "is out of bounds for dimension 1 with size 3",
    "x.scatter(1, i, y.float())": "Expected self.dtype to be equal to src.dtype",
    "x.scatter(1, i, y[:, :1])": "to be no larger size than src [2, 1]",
    "x.scatter(1, i[0], y)": "same number of dimensions as self",
    "x.scatter(1, lib.zeros(3, 1).long(), 2.0)": "to be no larger than self [2, 3]",
    "x.scatter(1, lib.zeros(3, 1).long(), y)": "to be no larger than self [2, 3]",
    "x.scatter_add(1, i, y.float())": "Expected self.dtype to be equal to src.dtype",
    "x.scatter_add(1, i + 3, y)": "is out of bounds",
    "x.index_select(0, i)": "Index is supposed to be a vector",
    "x.index_select(0, lib.tensor([5]))": "index out of range in self",
    "x.index_select(0, lib.tensor([-1]))": "index out of range in self",
    "x.index_select(0, lib.tensor([0.5]))": "Expected dtype int32 or int64",
    "x.index_select(3, i[0])": "Dimension out of range",
    "s.index_select(0, lib.tensor([0, 0]))": "can have only 1 value, got 2",
    "x.index_add(0, i[0], y)": "should be equal to source.size(dim): (2)",
    "x.index_add(0, lib.tensor([0, 1]), y.float())": "must have the same scalar type",
    "x.index_add(0, lib.tensor([0, 5]), y)": "index 5 is out of bounds",
    "x.index_add(0, lib.tensor([0, -1]), y)": "index -1 is out of bounds",
    "x.index_add(0, lib.tensor([0, 1]), y[:, :2])": "source tensor shape must match",
    "x.index_add(0, lib.tensor([0.0, 1]), y)": "but got: Float",
    "x.index_add(0, i, y)": "Index is supposed to be a vector",
    "x.masked_select(i)": "expected BoolTensor for mask",
    "x.masked_select(lib.ones(4) > 0)": "The size of tensor a (4) must match",
    "x.masked_fill(i, 1.0)": "only supports boolean masks",
    "x.masked_fill(lib.ones(4) > 0, 1.0)": "The size of tensor a (4) must match",
    "x.masked_fill(x > 0, v)": "only supports a 0-dimensional value tensor",
    "x.masked_fill(x > 0, 'a')": "invalid combination of arguments",
    "v.clone().masked_fill_(x > 0, 1)": "doesn't match the broadcast shape",
    "x.scatter_(1, i, y)": "a leaf Variable that requires grad",
}


@pytest.mark.parametrize("call", ERRORS)
def test_a_wrong_argument_is_pytorchs_error(call: str):
    def program(lib, x, y, v, s):
        i = lib.tensor([[0, 1, 0], [1, 0, 1]])
        names = {"lib": lib, "x": x, "y": y, "v": v, "s": s, "i": i}
        return eval(call, names)

    same_error(program, X, Y, V, S, says=ERRORS[call])


CHANGED = {
    "gather": lambda lib, x, i: x.gather(1, i),
    "scatter_add": lambda lib, x, i: x.scatter_add(1, i, x * 1),
    "index_select": lambda lib, x, i: x.index_select(0, i[0]),
}


@pytest.mark.parametrize("name", CHANGED)
def test_an_index_that_was_changed_since_is_noticed(name: str):
    def program(lib, x):
        i = lib.tensor([[0, 1, 0], [1, 0, 1]])
        y = CHANGED[name](lib, x, i)
        i += 0
        return lib.autograd.grad(y.sum(), x)

    same_error(program, X, says="has been modified by an inplace operation")


def test_a_mask_that_was_changed_since_is_noticed():
    def program(lib, x):
        mask = lib.tensor([True, False, True])
        y = x.masked_fill(mask, 2.0)
        mask.fill_(False)
        return lib.autograd.grad(y.sum(), x)

    same_error(program, X, says="has been modified by an inplace operation")


def test_a_source_larger_than_the_index_has_a_gradient():
    # PyTorch computes it only for a source of the index's shape.
    index = minigrad.tensor([[0, 2], [1, 0]])
    inputs = [minigrad.tensor(a, requires_grad=True) for a in (X, Y)]
    assert gradcheck(lambda x, y: x.scatter(1, index, y), inputs)
    assert gradcheck(lambda x, y: x.scatter_add(1, index, y), inputs)
    x, y = inputs
    x.scatter(1, index, y).sum().backward()
    assert y.grad.tolist() == [[1, 1, 0], [1, 1, 0]]


def test_integers_and_bools_are_taken_and_changed():
    def program(lib, x):
        i = lib.tensor([[0, 0, 1], [1, 2, 2]])
        return [
            x.gather(1, i),
            x.scatter(1, i, 7),
            x.scatter_add(1, i, x),
            x.index_add(0, lib.tensor([1]), x[:1], alpha=2),
            x.masked_fill(x > 2, 9),
            x.masked_fill(x > 2, 2.5),
            (x > 2).masked_select(x < 4),
        ]

    same(program, np.arange(6).reshape(2, 3))


def test_where_entries_are_not_zero():
    def program(lib, x):
        return [
            x.nonzero(),
            lib.nonzero(x, as_tuple=True),
            x[0, 0].nonzero(),
            x[0, 0].nonzero(as_tuple=True),
        ]

    same(program, np.array([[0.0, 1.5], [-1.0, 0.0]]))


@pytest.mark.parametrize("shape", [(5, 3), (5, 2, 300), (5,)])
@pytest.mark.parametrize("dim", [0, -1])
def test_many_slices_for_one_place_are_summed(shape: tuple, dim: int):
    def program(lib, x, source):
        index = lib.tensor([0] * 40 + [1, 2, 1, 2, 1])
        added = x.index_add(dim, index, source)
        taken = x.index_select(dim, index)
        return added, taken, x[index % len(x)], x[lib.tensor([-1, 0] * 30)]

    rng = np.random.default_rng(3)
    sizes = list(shape)
    sizes[dim] = 45
    same(program, rng.standard_normal(shape), rng.standard_normal(sizes), graph=False)
