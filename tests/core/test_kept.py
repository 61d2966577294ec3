"""What a node saved is freed as it runs: as many tensors are kept as under PyTorch."""

import gc
import weakref

import pytest
import torch

import minigrad

LAYERS = 16


class Kept:
    """Stands for a saved tensor; counts how many of them are there."""

    def __init__(self, counts: list[int], tensor) -> None:
        self.tensor = tensor
        counts.append(counts[-1] + 1)
        weakref.finalize(self, lambda: counts.append(counts[-1] - 1))


def chain(lib, x, layers: int):
    for _ in range(layers):
        x = (x * 1.5).tanh()
    return x


def segment(lib, layers: int):
    """`layers` layers that are run again for the backward pass, by a Function."""

    class Again(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return chain(lib, x, layers)

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            x = x.detach().requires_grad_()
            with lib.enable_grad():
                out = chain(lib, x, layers)
            out.backward(grad)
            return x.grad

    return Again.apply


def counted(lib, size: int) -> tuple[list[int], list[float]]:
    """How many saved tensors there are, over a pass through segments of `size`."""
    counts, x = [0], lib.tensor([0.5, -1.0], dtype=lib.float64, requires_grad=True)
    pack = lambda tensor: Kept(counts, tensor)  # noqa: E731
    hooks = lib.autograd.graph.saved_tensors_hooks(pack, lambda kept: kept.tensor)
    with hooks:
        out = x
        for _ in range(LAYERS // size):
            out = segment(lib, size)(out) if size > 1 else chain(lib, out, 1)
        out.sum().backward()
    gc.collect()
    return counts, x.grad.tolist()


@pytest.mark.parametrize("size", [1, 2, 4, 8, 16])
def test_as_many_tensors_are_kept_as_in_pytorch(size: int):
    expected, expected_grad = counted(torch, size)
    found, grad = counted(minigrad, size)
    assert max(found) == max(expected)
    assert found[-1] == expected[-1]
    assert grad == pytest.approx(expected_grad)


def test_a_node_that_ran_has_freed_what_it_saved_before_the_next_runs():
    def program(lib):
        x = lib.tensor([0.5, 2.0], requires_grad=True)
        inner = x.exp()
        node = inner.tanh()
        out, total, seen = node * 3.0, node.sum(), []

        def look(grad):  # runs after tanh, before exp
            try:
                lib.autograd.grad(total, inner)
                seen.append("there")
            except RuntimeError as error:
                seen.append("a second time" in str(error))

        inner.register_hook(look)
        out.sum().backward()
        return seen

    assert program(minigrad) == program(torch) == [True]
