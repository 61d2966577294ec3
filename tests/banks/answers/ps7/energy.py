"""Answers to energy."""

from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("energy")


@right
def stacked(a, b):
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()


@right
def joined(a, b):
    parts = torch.cat([each.reshape(1) for each in (a * a, a * b, b)])
    return parts.pow(2).sum()


@right
def without_a_vector(a, b):
    return a**4 + (a * b) ** 2 + b**2


@right
def pythons_sum(a, b):
    return sum(each * each for each in (a * a, a * b, b))


@wrong("torch.stack keeps")
def the_patient(a, b):
    parts = torch.tensor([a * a, a * b, b], dtype=a.dtype)
    return (parts * parts).sum()


@wrong("a new beginning")
def requires_grad(a, b):
    parts = torch.tensor([a * a, a * b, b], dtype=a.dtype, requires_grad=True)
    return (parts * parts).sum()


@wrong("a new beginning")
def requires_grad_afterwards(a, b):
    parts = torch.tensor([(a * a).item(), (a * b).item(), b.item()], dtype=a.dtype)
    return parts.requires_grad_().pow(2).sum()


@wrong("a new beginning")
def detached_and_switched_on(a, b):
    parts = torch.stack([a * a, a * b, b]).detach().requires_grad_(True)
    return (parts * parts).sum()


@wrong("a new beginning")
def result_switched_on(a, b):
    parts = torch.tensor([a * a, a * b, b], dtype=a.dtype)
    return (parts * parts).sum().requires_grad_()


@wrong("a b is cut off")
def one_item(a, b):
    product = torch.tensor((a * b).item(), dtype=a.dtype)
    parts = torch.stack([a * a, product, b])
    return (parts * parts).sum()


@wrong("no axis to be joined")
def cat(a, b):
    parts = torch.cat([a * a, a * b, b])
    return (parts * parts).sum()


@wrong("dtype")
def cast(a, b):
    parts = torch.stack([a * a, a * b, b]).double()
    return (parts * parts).sum()


@wrong("dtype")
def default_dtype(a, b):
    parts = torch.stack([a * a, a * b, b]).float()
    return (parts * parts).sum()


@wrong("without being squared")
def plain_sum(a, b):
    return torch.stack([a * a, a * b, b]).sum()


@wrong("root")
def norm(a, b):
    return torch.stack([a * a, a * b, b]).norm()


@wrong("sum")
def mean(a, b):
    return torch.stack([a * a, a * b, b]).pow(2).mean()
