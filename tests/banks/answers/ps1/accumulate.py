"""Answers to accumulate."""

import numpy as np
from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("accumulate")

# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


@right
def with_methods(leaf, grad):
    old = leaf.grad
    if old is not None and not torch.is_grad_enabled():
        old.add_(grad)
        return
    leaf.grad = torch.clone(grad) if old is None else old.add(grad)


@right
def from_zeros(leaf, grad):
    """Memory of its own by adding to zeros."""
    if leaf.grad is None:
        leaf.grad = torch.zeros_like(grad) + grad
    elif grad.requires_grad or torch.is_grad_enabled():
        leaf.grad = torch.add(grad, leaf.grad)
    else:
        leaf.grad[...] = leaf.grad + grad


# -- wrong -----------------------------------------------------------------------------


@wrong("replaces what is in .grad already")
def overwrites(leaf, grad):
    leaf.grad = grad.clone()


@wrong("first gradient is kept, and later ones are lost")
def sets_once(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()


@wrong("becomes another tensor", "optimizer")
def makes_a_new_sum(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad = leaf.grad + grad


@wrong("put into .grad as it came", "clone")
def keeps_what_came(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


@wrong("in place even while the pass is recorded")
def always_in_place(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad += grad


@wrong("history of the gradient is lost")
def detaches(leaf, grad):
    grad = grad.detach()
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad += grad


@wrong("history of the gradient is lost")
def under_no_grad(leaf, grad):
    with torch.no_grad():
        leaf.grad = grad.clone() if leaf.grad is None else leaf.grad + grad


@wrong("without anyone noticing", "count the change")
def through_numpy(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        np.add(leaf.grad.numpy(), grad.numpy(), out=leaf.grad.numpy())


@wrong("counted twice")
def without_an_else(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    if torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


@wrong("first gradient of a leaf is not counted")
def starts_with_zeros(leaf, grad):
    if leaf.grad is None:
        leaf.grad = torch.zeros_like(grad)
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


@wrong("subtracted")
def subtracts(leaf, grad):
    if leaf.grad is None:
        leaf.grad = -grad
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad - grad
    else:
        leaf.grad -= grad


@wrong("Nothing reaches leaf.grad")
def adds_to_a_name(leaf, grad):
    total = leaf.grad
    total = grad.clone() if total is None else total + grad


@wrong("raised RuntimeError", "if leaf.grad:")
def asks_for_its_truth(leaf, grad):
    if leaf.grad:
        leaf.grad += grad
    else:
        leaf.grad = grad.clone()


@wrong("raised TypeError", "leaf.grad += grad")
def forgets_the_first_time(leaf, grad):
    leaf.grad += grad


@wrong("Put in a clone", "becomes another tensor")
def without_a_thought_of_memory(leaf, grad):
    leaf.grad = grad if leaf.grad is None else leaf.grad + grad


@wrong("Put in a clone", "in place even while the pass is recorded")
def the_first_as_it_came_and_then_in_place(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad
    else:
        leaf.grad += grad


@wrong("second and third case are the wrong way round")
def cases_swapped(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif not torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


@wrong("history of the first gradient is lost")
def detaches_the_first(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.detach().clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


@wrong("first gradient of a recorded pass is put into .grad as it came")
def copies_only_what_is_not_recorded(leaf, grad):
    if torch.is_grad_enabled():
        leaf.grad = grad if leaf.grad is None else leaf.grad + grad
    elif leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad += grad
