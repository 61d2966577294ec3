"""Invariant 1: a node runs after all that use its output; no graph is too deep.

Where the order of execution shows, it is PyTorch's.
"""

import gc

import numpy as np
import pytest
from oracle import same

import minigrad
from minigrad import Tensor


def traced(lib, record: list):
    """A Function that passes its input on and notes when its backward runs."""

    class Traced(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, name):
            ctx.note = name
            return x * 1

        @staticmethod
        def backward(ctx, grad):
            record.append(ctx.note)
            return grad, None

    return Traced.apply


def test_nodes_run_from_the_last_made_to_the_first():
    def program(lib, x):
        record = []
        mark = traced(lib, record)
        a = mark(x, "a")
        b = mark(a, "b")
        c = mark(a * 2, "c")
        d = mark(b + c, "d")
        e = mark(a, "e")
        (e * d).sum().backward()
        return record, x.grad

    same(program, np.array([0.5, -1.5]), order=0)


def test_a_node_made_early_waits_for_one_made_late():
    def program(lib, x):
        record = []
        mark = traced(lib, record)
        early = mark(x, "early")
        middle = mark(early * 3, "middle")
        late = mark(early, "late")
        for _ in range(5):
            late = late.tanh()
        (middle.sum() + mark(late, "last").sum()).backward()
        return record, x.grad

    same(program, np.array([0.5, -1.5]), order=0)


def test_several_roots_run_in_one_order():
    def program(lib, x):
        record = []
        mark = traced(lib, record)
        first, second = mark(x, "first"), mark(x, "second")
        both = mark(first + second, "both")
        lib.autograd.backward([first.sum(), both.sum(), second.sum()])
        return record, x.grad

    same(program, np.array([0.5, -1.5]), order=0)


def test_only_nodes_on_the_way_to_the_inputs_run():
    def program(lib, x, y):
        record = []
        mark = traced(lib, record)
        z = mark(x, "x") * mark(y, "y")
        grads = lib.autograd.grad(z.sum(), x, retain_graph=True)
        return record, grads, y.grad

    same(program, np.array([0.5]), np.array([2.0]), order=0)


@pytest.mark.parametrize("swapped", [False, True])
def test_a_wide_diamond_adds_every_path(swapped: bool):
    def program(lib, x):
        branches = [x * 1.5, x.exp(), x * x, x.sin(), x.tanh() * x]
        if swapped:
            branches.reverse()
        out = branches[0]
        for branch in branches[1:]:
            out = out * branch + branch
        return out

    same(program, np.array([0.3, -0.8]))


def test_a_thousand_uses_of_one_value():
    def program(lib, x):
        out = x
        for _ in range(1000):
            out = out + x * 0.001
        return out

    same(program, np.array([1.0, 2.0]), order=1)


def test_exponentially_many_paths_take_linear_time():
    def program(lib, x):
        for _ in range(200):
            x = x * 0.5 + x * 0.5
        return x

    same(program, np.array([1.0, 2.0]), order=1)


# -- depth -------------------------------------------------------------------------


def chain(depth: int) -> tuple[Tensor, Tensor]:
    leaf = minigrad.tensor([1.0, 2.0], dtype=minigrad.float64, requires_grad=True)
    out = leaf
    for _ in range(depth):
        out = out + 1.0
    return leaf, out


def passes_a_deep_graph(depth: int) -> None:
    leaf, out = chain(depth)
    out.sum().backward()
    assert leaf.grad.tolist() == [1.0, 1.0]
    assert out.tolist() == [1.0 + depth, 2.0 + depth]
    del out
    leaf, out = chain(depth)  # and once without a backward pass before it ends
    del out, leaf
    gc.collect()


def test_a_graph_100_000_nodes_deep_passes_forward_backward_and_destruction():
    passes_a_deep_graph(100_000)


@pytest.mark.slow
def test_a_graph_a_million_nodes_deep_passes_forward_backward_and_destruction():
    passes_a_deep_graph(1_000_000)


def test_deep_second_derivatives_need_no_recursion():
    x = minigrad.tensor(0.5, dtype=minigrad.float64, requires_grad=True)
    out = x
    for _ in range(5_000):
        out = out * 0.9999 + out * out * 1e-6
    (grad,) = minigrad.autograd.grad(out, x, create_graph=True)
    grad.backward()
    assert np.isfinite(x.grad.item())
    del grad, out
    gc.collect()


def test_a_deep_graph_with_many_branches_is_destroyed():
    x = minigrad.ones(2, requires_grad=True)
    out = x
    for _ in range(30_000):
        out = out * x + (out - x)
    del out, x
    gc.collect()


def test_a_deep_chain_of_user_functions():
    class Same(minigrad.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x + 1

        @staticmethod
        def backward(ctx, grad):
            return grad

    x = minigrad.ones(2, requires_grad=True)
    out = x
    for _ in range(20_000):
        out = Same.apply(out)
    out.sum().backward()
    assert x.grad.tolist() == [1.0, 1.0]


def test_a_deep_chain_of_views():
    x = minigrad.ones(2, 3, requires_grad=True)
    out = x
    for _ in range(20_000):
        out = out.T
    out.sum().backward()
    assert x.grad.shape == (2, 3)
