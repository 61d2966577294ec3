"""Edges of the graph in the place of tensors: `torch.autograd.graph.GradientEdge`."""

import numpy as np
import pytest
import torch
from oracle import same, same_error

import minigrad

VECTOR = np.array([0.5, -1.5, 2.0])


def edge(lib, tensor):
    return lib.autograd.graph.get_gradient_edge(tensor)


def what_an_edge_is(lib, x):
    y = x.exp()
    found = [edge(lib, each) for each in (y, x, y)]
    leaf = found[1].node.variable is x
    text = [each.node.name() + str(each.output_nr) for each in found]
    return text, leaf, found[0] == found[2], found[0]._fields, len(found[0])


def an_input_that_is_gone(lib, x):
    y = x * 2
    z, at_y = (y * y).sum(), edge(lib, y)
    del y
    return lib.autograd.grad(z, at_y)


def inputs_and_tensors(lib, x):
    y = x * 2
    z, at_y = (y * y * x).sum(), edge(lib, y)
    return lib.autograd.grad(z, [at_y, x, edge(lib, x), y, at_y])


def an_edge_made_by_hand(lib, x):
    y = x * 2
    by_hand = lib.autograd.graph.GradientEdge(y.grad_fn, 0)
    return lib.autograd.grad((y * y).sum(), by_hand)


def an_output_that_is_gone(lib, x):
    y = (x * x).sum()
    at_y = edge(lib, y)
    del y
    return lib.autograd.grad(at_y, x)


def an_output_with_a_gradient(lib, x):
    at_y = edge(lib, x * x)
    return lib.autograd.grad([at_y], [x], [lib.ones(3, dtype=lib.float64) * 2])


def outputs_and_tensors(lib, x):
    y, z = (x * x).sum(), x.exp().sum()
    at_y = edge(lib, y)
    return lib.autograd.grad([at_y, z, at_y], x)


def a_leaf_as_output(lib, x):
    ones = lib.ones(3, dtype=lib.float64)
    return lib.autograd.grad(edge(lib, x), edge(lib, x), ones)


def one_of_several_outputs(lib, x):
    p, q, r = x.unbind()
    at_q, product = edge(lib, q), p * q * r
    found = lib.autograd.grad(product, at_q, retain_graph=True)
    del p, q, r
    return found, lib.autograd.grad(at_q, x)


def an_output_of_a_function(lib, x):
    class Two(lib.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            return a * 2, a.sum()

        @staticmethod
        def backward(ctx, grad, of_sum):
            return 2 * grad + of_sum

    at_sum = edge(lib, Two.apply(x)[1])
    return lib.autograd.grad(at_sum, x, lib.tensor(5.0, dtype=lib.float64))


def second_derivatives(lib, x):
    y = x * x
    z = (y * y).sum()
    (at_y,) = lib.autograd.grad(z, edge(lib, y), create_graph=True)
    return at_y, lib.autograd.grad(edge(lib, at_y.sum()), x)


def an_input_that_is_not_used(lib, x):
    at_y = edge(lib, x * 2)
    return lib.autograd.grad((x * 3).sum(), at_y, allow_unused=True)


def hooks_run(lib, x):
    y = x * 2
    y.register_hook(lambda grad: grad * 10)
    return lib.autograd.grad((y * y).sum(), edge(lib, y))


def backward_from_an_edge(lib, x):
    at_y = edge(lib, (x * x).sum())
    lib.autograd.backward(at_y, retain_graph=True)
    lib.autograd.backward([at_y], [lib.tensor(2.0, dtype=lib.float64)])
    return x.grad


def backward_to_a_leaf(lib, x):
    other = x.detach().clone().requires_grad_()
    lib.autograd.backward((x * other).sum(), inputs=edge(lib, x))
    return x.grad, other.grad


def backward_to_what_keeps_no_gradient(lib, x):
    y = x * 2
    (y * y).sum().backward(inputs=[edge(lib, y)])
    return x.grad, y.retains_grad


def backward_to_an_edge_and_a_tensor(lib, x):
    y = x * 2
    (y * y).sum().backward(inputs=[edge(lib, x), y])
    return x.grad, y.grad


def a_leaf_that_requires_none_any_more(lib, x):
    at_x = edge(lib, x)
    y = (x * 2).sum()
    x.requires_grad_(False)
    return lib.autograd.grad(y, at_x)


PROGRAMS = {
    name: each
    for name, each in list(globals().items())
    if getattr(each, "__module__", None) == __name__ and name != "edge"
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_edge_stands_for_its_tensor(name: str):
    result = same(PROGRAMS[name], VECTOR, order=0)
    assert "error" not in result


@pytest.mark.parametrize(
    ("program", "says"),
    [
        (
            lambda lib, x: edge(lib, x.detach()),
            "It is not possible to get the gradient",
        ),
        (lambda lib, x: lib.autograd.grad(edge(lib, x * x), x), "implicitly created"),
        (
            lambda lib, x: lib.autograd.grad(edge(lib, x * x), x, lib.ones(2)),
            "Mismatch in shape: grad_output[0] has a shape of torch.Size([2])",
        ),
        (
            lambda lib, x: lib.autograd.grad(x.sum(), edge(lib, x * 2)),
            "The differentiated Tensor at index 0 appears to not have been used",
        ),
    ],
)
def test_where_an_edge_does_not_fit_the_error_is_pytorchs(program, says: str):
    same_error(program, VECTOR, says=says)


def test_an_output_by_hand_whose_shape_nobody_knows_says_so():
    x = minigrad.ones(3, requires_grad=True)
    ((node, number), _) = (x * x).grad_fn.next_functions
    by_hand = minigrad.autograd.graph.GradientEdge(node, number)
    with pytest.raises(RuntimeError, match="use get_gradient_edge"):
        minigrad.autograd.grad(by_hand, x)


def test_edges_of_the_two_libraries_do_not_mix():
    x = torch.ones(3, requires_grad=True)
    with pytest.raises(TypeError, match="do not mix"):
        minigrad.autograd.grad(edge(torch, x * 2), minigrad.ones(3, requires_grad=True))
