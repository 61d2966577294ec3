"""Answers to scaled_tanh."""

from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("scaled_tanh")


@right
def a_new_tensor(x, a):
    y = torch.tanh(x)
    return a * y


@right
def a_copy_first(x, a):
    y = torch.tanh(x).clone()
    y *= a
    return y


@right
def under_the_same_name(x, a):
    y = torch.tanh(x)
    y = y * a
    return y


@right
def by_a_sigmoid(x, a):
    return a * (2 * torch.sigmoid(2 * x) - 1)


@wrong("overflows where x is large")
def by_exponentials(x, a):
    return a * (1 - 2 / (torch.exp(2 * x) + 1))


@wrong("changed in place")
def the_patient(x, a):
    y = torch.tanh(x)
    y *= a
    return y


@wrong("around the graph")
def data(x, a):
    y = torch.tanh(x)
    y.data *= a.detach()
    return y


@wrong("changed in place")
def detached_alias(x, a):
    y = torch.tanh(x)
    y.detach().mul_(a.detach())
    return y


@wrong("changed in place")
def no_grad(x, a):
    y = torch.tanh(x)
    with torch.no_grad():
        y *= a
    return y


@wrong("changed in place")
def copy_too_late(x, a):
    y = torch.tanh(x)
    y *= a
    return y.clone()


@wrong("gradient of x is missing")
def detached(x, a):
    y = torch.tanh(x).detach()
    return y * a


@wrong("gradient of a is missing")
def factor_detached(x, a):
    return torch.tanh(x) * a.detach()


@wrong("neither x nor a")
def all_detached(x, a):
    with torch.no_grad():
        return a * torch.tanh(x)


@wrong("before tanh")
def inside(x, a):
    return torch.tanh(a * x)


@wrong("dtype")
def cast(x, a):
    return (a * torch.tanh(x)).double()


@wrong("twice")
def scaled_twice(x, a):
    y = torch.tanh(x) * a
    return y * a
