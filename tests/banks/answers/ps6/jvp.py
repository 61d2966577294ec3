"""Answers to jvp."""

from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("jvp")
grad = torch.autograd.grad

# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(function, x, v):
    y = function(x)
    u = torch.zeros_like(y, requires_grad=True)
    (back,) = grad(y, x, u, create_graph=True)
    return grad(back, u, v)[0]


@right
def from_ones(function, x, v):
    y = function(x)
    u = torch.ones_like(y).requires_grad_()
    back = grad((y * u).sum(), x, create_graph=True)[0]
    return grad((back * v.detach()).sum(), u)[0]


@right
def row_by_row(function, x, v):
    y = function(x)
    flat = y.reshape(-1)
    entries = [(grad(e, x, retain_graph=True)[0] * v.detach()).sum() for e in flat]
    return torch.stack(entries).reshape(y.shape)


@right
def from_random_numbers(function, x, v):
    y = function(x)
    u = torch.randn(y.shape, dtype=y.dtype, requires_grad=True)
    (back,) = grad([y], [x], [u], create_graph=True)
    (moved,) = grad([back], [u], [v.detach()])
    return moved


# -- wrong -----------------------------------------------------------------------------


@wrong("transposed")
def transposed(function, x, v):
    y = function(x)
    return grad(y, x, v.detach())[0]


@wrong("transposed")
def transposed_where_it_can_be(function, x, v):
    y = function(x)
    if y.shape == x.shape:
        return grad((y * v.detach()).sum(), x)[0]
    u = torch.zeros_like(y, requires_grad=True)
    (back,) = grad(y, x, u, create_graph=True)
    return grad(back, u, v)[0]


@wrong("create_graph=True")
def no_create_graph(function, x, v):
    y = function(x)
    u = torch.zeros_like(y, requires_grad=True)
    (back,) = grad(y, x, u)
    return grad(back, u, v)[0]


@wrong("u must require grad")
def u_requires_no_grad(function, x, v):
    y = function(x)
    u = torch.zeros_like(y)
    (back,) = grad(y, x, u, create_graph=True)
    return grad(back, u, v)[0]


@wrong("once")
def called_for_each_entry(function, x, v):
    y = function(x)
    rows = []
    for i in range(y.numel()):
        (row,) = grad(function(x).reshape(-1)[i], x)
        rows.append((row * v.detach()).sum())
    return torch.stack(rows).reshape(y.shape)


@wrong("v is not used")
def without_v(function, x, v):
    y = function(x)
    u = torch.zeros_like(y, requires_grad=True)
    (back,) = grad(y, x, u, create_graph=True)
    return grad(back.sum(), u)[0]


@wrong("by differences")
def by_differences(function, x, v):
    eps = 1e-4
    with torch.no_grad():
        return (function(x + eps * v) - function(x - eps * v)) / (2 * eps)


@wrong("The second pass goes to x")
def to_the_input(function, x, v):
    y = function(x)
    u = torch.ones_like(y).requires_grad_()
    (back,) = grad(y, x, u, create_graph=True)
    return grad(back, x, v, materialize_grads=True)[0]


@wrong("the output itself")
def the_output(function, x, v):
    return function(x)


@wrong("shape")
def flattened(function, x, v):
    y = function(x)
    u = torch.zeros_like(y, requires_grad=True)
    (back,) = grad(y, x, u, create_graph=True)
    return grad(back, u, v)[0].reshape(-1)


@wrong(".grad")
def by_backward(function, x, v):
    y = function(x)
    u = torch.ones_like(y).requires_grad_()
    (back,) = grad(y, x, u, create_graph=True)
    back.backward(v.detach())
    return u.grad


@wrong("minigrad's own")
def by_the_library(function, x, v):
    return torch.autograd.functional.jvp(function, x, v)[1]
