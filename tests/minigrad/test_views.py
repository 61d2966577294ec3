"""Changes in place that are recorded: of views, of what is viewed, of parts."""

import numpy as np
import pytest
import torch
from oracle import nodes_from, same, same_error

import minigrad

MATRIX = np.random.default_rng(5).standard_normal((3, 4))
VECTOR = np.random.default_rng(6).standard_normal(4)

CHANGES = {
    "a row": lambda lib, a: a[0].mul_(2),
    "a column": lambda lib, a: a[:, 1].add_(1.5),
    "every other column": lambda lib, a: a[:, ::2].div_(2),
    "a row of a transpose": lambda lib, a: a.T[1].mul_(3),
    "all, as a vector": lambda lib, a: a.view(-1).mul_(2),
    "a view of a view": lambda lib, a: a[1:][0].sub_(1),
    "an entry": lambda lib, a: a[2, 3].mul_(a[0, 0].item()),
    "with another part of it": lambda lib, a: a[0].add_(a[1]),
    "a part that overlaps": lambda lib, a: a[:2].mul_(a[1:].clone()),
    "zeros": lambda lib, a: a[1].zero_(),
    "a number": lambda lib, a: a[:, 0].fill_(2.5),
    "a copy": lambda lib, a: a[:, 0].copy_(a[:, 1] * 2),
    "a new axis": lambda lib, a: a.unsqueeze(1)[:, 0].mul_(2),
    "a broadcast operand": lambda lib, a: a[1:].add_(a[0]),
}
ASSIGNMENTS = {
    "a row": lambda lib, a, v: a.__setitem__(0, v),
    "an entry": lambda lib, a, v: a.__setitem__((1, 2), v[0]),
    "a column": lambda lib, a, v: a.__setitem__((slice(None), 2), v[:3]),
    "a column, by one": lambda lib, a, v: a.__setitem__((..., 2), v[1]),
    "everything": lambda lib, a, v: a.__setitem__(slice(None), v),
    "an ellipsis": lambda lib, a, v: a.__setitem__(..., v),
    "a number": lambda lib, a, v: a.__setitem__((slice(0, 2), 1), 7.0),
    "a list of rows": lambda lib, a, v: a.__setitem__([2, 0], v),
    "a row twice": lambda lib, a, v: a.__setitem__([1, 1], v),
    "a mask": lambda lib, a, v: a.__setitem__(a > 0, 0.5),
    "a mask, by a tensor": lambda lib, a, v: a.__setitem__(a > 9, v[:0]),
    "pairs": lambda lib, a, v: a.__setitem__(([0, 2], [1, 3]), v[:2]),
    "a row's entries": lambda lib, a, v: a.__setitem__((0, [0, 3]), v[1:3]),
    "a part of itself": lambda lib, a, v: a.__setitem__(0, a[1] + v),
    "itself, changed": lambda lib, a, v: a.__setitem__(1, a[1] * 2 + v),
    "nothing": lambda lib, a, v: a.__setitem__(slice(2, 2), v),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_of_a_view_is_differentiated_as_pytorch_does(name: str):
    def program(lib, x):
        a = x * 1.5
        CHANGES[name](lib, a)
        return a, a.sin().sum()

    same(program, MATRIX)


@pytest.mark.parametrize("name", ASSIGNMENTS)
@pytest.mark.parametrize("record", ["both", "target", "value"])
def test_an_assignment_to_a_part_is_differentiated_as_pytorch_does(name, record):
    def program(lib, x, v):
        a = x.sin() if record != "value" else lib.zeros(3, 4, dtype=lib.float64)
        ASSIGNMENTS[name](lib, a, v if record != "target" else v.detach())
        return a, a * a

    same(program, MATRIX, VECTOR)


PART_CHANGES = {
    "assignment": lambda lib, a, v: a[1:].__setitem__((slice(None), [0, 3]), v[:2]),
    "scatter_": lambda lib, a, v: a[1:].scatter_(
        1, lib.tensor([[2], [0]]), v[:2, None]
    ),
    "masked_fill_": lambda lib, a, v: a[1:].masked_fill_(a[1:] > 0, v[0]),
    "mul_": lambda lib, a, v: a[0].mul_(v),
}


@pytest.mark.parametrize("name", PART_CHANGES)
@pytest.mark.parametrize("wanted", [0, 1])
@pytest.mark.parametrize("create_graph", [False, True])
def test_a_pass_to_one_input_goes_through_the_change_of_a_part(
    name: str, wanted: int, create_graph: bool
):
    """The node of the change is in the pass, though its own edges are not."""

    def program(lib, x, v):
        a = x * 1.5
        PART_CHANGES[name](lib, a, v)
        inputs = (x, v)[wanted]
        (grad,) = lib.autograd.grad((a * a).sum(), inputs, create_graph=create_graph)
        return (grad,)

    same(program, MATRIX, VECTOR, graph=False, text=False)


def test_every_view_of_a_base_follows_a_change_of_it():
    def program(lib, x):
        base = x * 2
        row, column, both = base[0], base[:, 1], base.T[1:3]
        base.mul_(3)
        middle = row + column[:1]
        column.add_(1)
        return row, column, both, both.sin(), base, middle

    same(program, MATRIX)


def test_the_views_of_a_constant_require_grad_once_a_part_of_it_does():
    def program(lib, x):
        base = lib.zeros(3, 4, dtype=lib.float64)
        row, other = base[0], base[2]
        before = row.requires_grad, base.is_leaf
        base[0] = x[0] * 2
        return before, row.requires_grad, other.requires_grad, row, other, base

    same(program, MATRIX)


def test_a_change_and_an_assignment_of_what_it_gave_are_two_steps():
    def program(lib, x):
        a = x * 1
        a[:, 0] += x[:, 1]
        a[1] *= 2
        a[2, 1] -= a[0, 0]
        return a, a * x

    same(program, MATRIX)


def test_a_loop_that_fills_rows_one_by_one():
    def program(lib, x):
        rows = lib.zeros(4, 3, 4, dtype=lib.float64)
        state = x
        for i in range(4):
            state = (state * 0.5).tanh()
            rows[i] = state
        return rows, (rows * rows).sum()

    same(program, MATRIX)


def through_a_view(lib, x):
    a = x.exp()
    b = a * a
    a.view(-1)[0] = 3.0
    b.sum().backward()


def beside_a_view(lib, x):
    a = x * 1
    b = a[1] * x[0]
    a[0] = 1.0
    b.sum().backward()


def of_an_output_that_was_changed(lib, x):
    a = (x * 1).T
    a[0].exp_()
    a.mul_(2)
    a.sum().backward()


@pytest.mark.parametrize(
    "program", [through_a_view, beside_a_view, of_an_output_that_was_changed]
)
def test_what_was_saved_and_changed_since_through_a_view_is_noticed(program):
    for lib in (torch, minigrad):
        x = lib.tensor(MATRIX, requires_grad=True)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            program(lib, x)


def rows_of(lib, x):
    for row in x * 1:
        row += 1


def made_in_no_grad(lib, x):
    a = x * 1
    with lib.no_grad():
        row = a[0]
    row.mul_(2)


def base_of_one_made_in_no_grad(lib, x):
    a = x * 1
    with lib.no_grad():
        row = a[0]
    a.mul_(2)
    return row.grad_fn


def one_of_several(lib, x):
    a = x * 1
    top, _ = a.split(2)
    a.mul_(2)
    return top.grad_fn


def expanded(lib, x):
    (x * 1).expand(2, 3, 4).mul_(2)


def leaf(lib, x):
    x.mul_(2)


def view_of_a_leaf(lib, x):
    x[0].mul_(2)


def part_of_a_leaf(lib, x):
    x[0] = 1.0


@pytest.mark.parametrize(
    ("program", "says"),
    [
        (rows_of, "is a view and is being modified inplace"),
        (made_in_no_grad, "A view was created in no_grad mode and is being modified"),
        (base_of_one_made_in_no_grad, "its base or another view of its base has"),
        (one_of_several, "is a view and its base or another view of its base"),
        (expanded, "more than one element of the written-to tensor"),
        (leaf, "a leaf Variable that requires grad is being used"),
        (view_of_a_leaf, "a view of a leaf Variable that requires grad"),
        (part_of_a_leaf, "a view of a leaf Variable that requires grad"),
    ],
)
def test_what_must_not_be_changed_is_an_error(program, says: str):
    same_error(program, MATRIX, says=says)


def test_a_view_that_must_not_be_used_raises_in_a_pass_too():
    x = minigrad.tensor(MATRIX, requires_grad=True)
    a = x * 1
    top, _ = a.split(2)
    a.mul_(2)
    with pytest.raises(RuntimeError, match="returns multiple views"):
        (top * 3).sum().backward()
    assert x.grad is None


def test_under_no_grad_a_view_changes_its_base_and_leaves_the_history():
    def program(lib, x):
        a = x * 2
        with lib.no_grad():
            a[0].mul_(3)
            a[1, 1] = 5.0
        return a, a._version

    same(program, MATRIX)


def test_a_graph_after_many_changes_is_freed_without_the_collector():
    import gc

    def step() -> None:
        x = minigrad.tensor(MATRIX, requires_grad=True)
        a = x * 1
        view = a[0]
        for i in range(3):
            a[i] = a[i] * 2
        view.mul_(2)
        a.sum().backward()

    step()
    gc.collect()
    gc.disable()
    try:
        step()
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_views_that_died_are_forgotten():
    base = minigrad.zeros(10, 2)
    for _ in range(1000):
        base[3]
    assert len(base._views) <= 2 * 32
    assert nodes_from(base) == []
