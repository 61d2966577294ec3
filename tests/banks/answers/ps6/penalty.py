"""Answers to gradient_penalty."""

from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("gradient_penalty")


def slopes(function, x, **options):
    x = x.detach().requires_grad_()
    options = {"create_graph": True} | options
    (grad,) = torch.autograd.grad(function(x).sum(), x, **options)
    return grad.reshape(len(x), -1)


# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(function, x, target):
    return ((slopes(function, x).norm(dim=1) - target) ** 2).mean()


@right
def with_where_twice(function, x, target):
    squares = (slopes(function, x) ** 2).sum(1)
    zero = squares == 0
    roots = torch.where(zero, torch.ones_like(squares), squares).sqrt()
    norms = torch.where(zero, torch.zeros_like(squares), roots)
    return (norms - target).pow(2).mean()


@right
def by_ones(function, x, target):
    x = x.clone().requires_grad_(True)
    y = function(x)
    (grad,) = torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)
    norms = torch.linalg.vector_norm(grad.reshape(len(y), -1), dim=1)
    return torch.mean((norms - target) ** 2)


@right
def sample_by_sample(function, x, target):
    total = 0.0
    for i in range(x.shape[0]):
        one = x[i : i + 1].detach().requires_grad_()
        (grad,) = torch.autograd.grad(function(one).sum(), one, create_graph=True)
        total = total + (grad.norm() - target) ** 2
    return total / x.shape[0]


# -- wrong -----------------------------------------------------------------------------


@wrong("create_graph=True")
def no_create_graph(function, x, target):
    norms = slopes(function, x, create_graph=False).norm(dim=1)
    return ((norms - target) ** 2).mean()


@wrong("create_graph=True")
def retain_graph_alone(function, x, target):
    norms = slopes(function, x, create_graph=False, retain_graph=True).norm(dim=1)
    return ((norms - target) ** 2).mean()


@wrong("norm of the mean")
def norm_of_the_mean(function, x, target):
    return (slopes(function, x).mean(0).norm() - target) ** 2


@wrong("all samples together")
def norm_of_the_batch(function, x, target):
    return (slopes(function, x).norm() - target) ** 2


@wrong("nan", "root")
def root_at_zero(function, x, target):
    norms = (slopes(function, x) ** 2).sum(1).sqrt()
    return ((norms - target) ** 2).mean()


@wrong("nan", "root")
def single_where(function, x, target):
    squares = (slopes(function, x) ** 2).sum(1)
    roots = torch.where(squares > 0, squares.sqrt(), torch.zeros_like(squares))
    return ((roots - target) ** 2).mean()


@wrong("sum", "mean")
def sum_of_samples(function, x, target):
    return ((slopes(function, x).norm(dim=1) - target) ** 2).sum()


@wrong("gradient of the mean")
def gradient_of_the_mean(function, x, target):
    x = x.detach().requires_grad_()
    (grad,) = torch.autograd.grad(function(x).mean(), x, create_graph=True)
    norms = grad.reshape(len(x), -1).norm(dim=1)
    return ((norms - target) ** 2).mean()


@wrong("target", "missing")
def no_target(function, x, target):
    return (slopes(function, x).norm(dim=1) ** 2).mean()


@wrong("target", "always 1")
def target_always_1(function, x, target):
    return ((slopes(function, x).norm(dim=1) - 1) ** 2).mean()


@wrong("not squared")
def not_squared(function, x, target):
    return (slopes(function, x).norm(dim=1) - target).mean()


@wrong("mean norm")
def square_of_the_mean(function, x, target):
    return (slopes(function, x).norm(dim=1).mean() - target) ** 2


@wrong("squared norm")
def squared_norms(function, x, target):
    return (((slopes(function, x) ** 2).sum(1) - target) ** 2).mean()


@wrong("absolute values")
def first_norm(function, x, target):
    return ((slopes(function, x).abs().sum(1) - target) ** 2).mean()


@wrong("last axis")
def norm_over_the_last_axis(function, x, target):
    x = x.detach().requires_grad_()
    (grad,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    return ((grad.norm(dim=-1) - target) ** 2).mean()


@wrong("x", "requires_grad")
def x_switched_on(function, x, target):
    x.requires_grad_()
    (grad,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    return ((grad.reshape(len(x), -1).norm(dim=1) - target) ** 2).mean()


@wrong(".grad")
def by_backward(function, x, target):
    x = x.detach().requires_grad_()
    function(x).sum().backward(create_graph=True)
    return ((x.grad.reshape(len(x), -1).norm(dim=1) - target) ** 2).mean()


@wrong("eps")
def eps_under_the_root(function, x, target):
    norms = ((slopes(function, x) ** 2).sum(1) + 1e-6).sqrt()
    return ((norms - target) ** 2).mean()


@wrong("detach")
def detached(function, x, target):
    norms = slopes(function, x).detach().norm(dim=1)
    return ((norms - target) ** 2).mean()


@wrong("dimensions")
def over_all_dimensions_but_the_first(function, x, target):
    x = x.detach().requires_grad_()
    (grad,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = grad.norm(dim=tuple(range(1, grad.dim())))
    return ((norms - target) ** 2).mean()
