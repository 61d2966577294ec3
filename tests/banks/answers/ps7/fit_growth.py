"""Answers to fit_growth."""

from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("fit_growth")


def leaf(start):
    return start.detach().clone().requires_grad_()


@right
def model_in_the_loop(start, x, y, rate, steps):
    w = leaf(start)
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()


@right
def with_grad(start, x, y, rate, steps):
    w = leaf(start)
    for _ in range(steps):
        (slope,) = torch.autograd.grad((x * w.exp() - y).pow(2).mean(), w)
        w = (w - rate * slope).detach().requires_grad_()
    return w.detach()


@right
def with_an_optimizer(start, x, y, rate, steps):
    w = leaf(start)
    sgd = torch.optim.SGD([w], lr=rate)
    for _ in range(steps):
        sgd.zero_grad()
        ((torch.exp(w) * x - y) ** 2).mean().backward()
        sgd.step()
    return w.detach()


@right
def by_hand(start, x, y, rate, steps):
    w = start.detach().clone()
    for _ in range(steps):
        model = x * w.exp()
        slopes = 2 * (model - y) * model / model.numel()
        while slopes.dim() > w.dim():
            slopes = slopes.sum(0)
        w = w - rate * slopes
    return w


@wrong("second time", "before the loop")
def the_patient(start, x, y, rate, steps):
    w = leaf(start)
    model = x * w.exp()
    for _ in range(steps):
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()


@wrong("slope at the start", "once, before the loop")
def retain_graph(start, x, y, rate, steps):
    w = leaf(start)
    model = x * w.exp()
    for _ in range(steps):
        loss = (model - y).pow(2).mean()
        loss.backward(retain_graph=True)
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()


@wrong("add up")
def retain_graph_and_no_reset(start, x, y, rate, steps):
    w = leaf(start)
    for _ in range(steps):
        (x * w.exp() - y).pow(2).mean().backward()
        with torch.no_grad():
            w -= rate * w.grad
    return w.detach()


@wrong("lost its graph")
def detach(start, x, y, rate, steps):
    w = leaf(start)
    model = x * w.exp()
    for _ in range(steps):
        loss = (model.detach() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()


@wrong("lost its graph")
def item(start, x, y, rate, steps):
    w = leaf(start)
    for _ in range(steps):
        (x * w.data.exp() - y).pow(2).mean().backward()
    return w.detach()


@wrong("inside of the loop")
def return_inside(start, x, y, rate, steps):
    w = leaf(start)
    for _ in range(steps):
        (x * w.exp() - y).pow(2).mean().backward()
        with torch.no_grad():
            w -= rate * w.grad
        return w.detach()
    return w.detach()


@wrong("slopes are those of a sum")
def a_sum(start, x, y, rate, steps):
    w = leaf(start)
    for _ in range(steps):
        (slope,) = torch.autograd.grad((x * w.exp() - y).pow(2).sum(), w)
        w = (w - rate * slope).detach().requires_grad_()
    return w.detach()


@wrong("Stops when the slope is small")
def until_it_is_flat(start, x, y, rate, steps):
    w = leaf(start)
    for _ in range(steps):
        (slope,) = torch.autograd.grad((x * w.exp() - y).pow(2).mean(), w)
        if slope.abs().max() < 1e-6:
            break
        w = (w - rate * slope).detach().requires_grad_()
    return w.detach()


@wrong("up the slope")
def uphill(start, x, y, rate, steps):
    w = leaf(start)
    for _ in range(steps):
        (slope,) = torch.autograd.grad((x * w.exp() - y).pow(2).mean(), w)
        w = (w + rate * slope).detach().requires_grad_()
    return w.detach()


@wrong("start is changed")
def no_copy(start, x, y, rate, steps):
    w = start.requires_grad_()
    for _ in range(steps):
        (slope,) = torch.autograd.grad((x * w.exp() - y).pow(2).mean(), w)
        with torch.no_grad():
            w -= rate * slope
    return w.detach()


@wrong("left out")
def new_w_by_mistake(start, x, y, rate, steps):
    w = leaf(start)
    for _ in range(steps):
        (slope,) = torch.autograd.grad((x * w.exp() - y).pow(2).mean(), w)
        v = w - rate * slope  # and never used
        assert v is not w
    return w.detach()
