"""Answers to hvp."""

from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("hvp")
grad = torch.autograd.grad

# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(function, inputs, vectors):
    out = function(*inputs)
    first = grad(out, inputs, create_graph=True, allow_unused=True)
    pairs = [(g, v) for g, v in zip(first, vectors, strict=True) if g is not None]
    pairs = [(g, v) for g, v in pairs if g.requires_grad]
    if not pairs:
        return tuple(map(torch.zeros_like, inputs))
    gradients, sent = zip(*pairs, strict=True)
    return grad(gradients, inputs, sent, materialize_grads=True)


@right
def by_the_gradient_of_a_product(function, inputs, vectors):
    gradients = grad(
        function(*inputs), inputs, create_graph=True, materialize_grads=True
    )
    total = sum((g * v.detach()).sum() for g, v in zip(gradients, vectors, strict=True))
    if not total.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    found = grad(total, inputs, allow_unused=True)
    return tuple(
        torch.zeros_like(p) if h is None else h
        for p, h in zip(inputs, found, strict=True)
    )


@right
def with_a_history_for_all(function, inputs, vectors):
    value = function(*inputs) + sum(0 * (p**3).sum() for p in inputs)
    gradients = torch.autograd.grad(value, inputs, create_graph=True)
    return torch.autograd.grad(gradients, inputs, grad_outputs=vectors)


@right
def one_product_after_the_other(function, inputs, vectors):
    result = [torch.zeros_like(p) for p in inputs]
    first = grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    for g, v in zip(first, vectors, strict=True):
        if g is None or g.grad_fn is None:
            continue
        rows = grad(g, inputs, v.detach(), retain_graph=True, allow_unused=True)
        result = [a if b is None else a + b for a, b in zip(result, rows, strict=True)]
    return tuple(result)


# -- wrong -----------------------------------------------------------------------------


@wrong("create_graph=True")
def no_create_graph(function, inputs, vectors):
    first = grad(function(*inputs), inputs, allow_unused=True)
    return grad(first, inputs, vectors, materialize_grads=True)


@wrong("create_graph=True")
def retain_graph_for_create_graph(function, inputs, vectors):
    first = grad(function(*inputs), inputs, retain_graph=True, materialize_grads=True)
    total = sum((g * v.detach()).sum() for g, v in zip(first, vectors, strict=True))
    if not total.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    return grad(total, inputs, materialize_grads=True)


@wrong("constants")
def vectors_tracked(function, inputs, vectors):
    first = grad(function(*inputs), inputs, create_graph=True, materialize_grads=True)
    total = sum((g * v).sum() for g, v in zip(first, vectors, strict=True))
    if not total.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    return grad(total, inputs, materialize_grads=True)


@wrong("no history")
def linear_unhandled(function, inputs, vectors):
    first = grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    pairs = [(g, v) for g, v in zip(first, vectors, strict=True) if g is not None]
    gradients, sent = zip(*pairs, strict=True)
    return grad(gradients, inputs, sent, materialize_grads=True)


@wrong("None")
def none_unhandled(function, inputs, vectors):
    first = grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    total = sum((g * v.detach()).sum() for g, v in zip(first, vectors, strict=True))
    if not total.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    return grad(total, inputs, materialize_grads=True)


@wrong("not depend on")
def unused_unhandled(function, inputs, vectors):
    first = grad(function(*inputs), inputs, create_graph=True)
    return grad(first, inputs, vectors)


@wrong("NoneType")
def none_returned(function, inputs, vectors):
    first = grad(function(*inputs), inputs, create_graph=True, materialize_grads=True)
    total = sum((g * v.detach()).sum() for g, v in zip(first, vectors, strict=True))
    if not total.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    return grad(total, inputs, allow_unused=True)


@wrong("each by itself")
def blocks_of_the_diagonal(function, inputs, vectors):
    found = []
    first = grad(function(*inputs), inputs, create_graph=True, materialize_grads=True)
    for g, p, v in zip(first, inputs, vectors, strict=True):
        if not g.requires_grad or g.grad_fn is None:
            found.append(torch.zeros_like(p))
        else:
            found += grad(g, p, v, retain_graph=True, materialize_grads=True)
    return tuple(found)


@wrong("vectors", "not used")
def without_the_vectors(function, inputs, vectors):
    first = grad(function(*inputs), inputs, create_graph=True, materialize_grads=True)
    total = sum(g.sum() for g in first)
    if not total.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    return grad(total, inputs, materialize_grads=True)


@wrong(".grad")
def by_backward(function, inputs, vectors):
    first = grad(function(*inputs), inputs, create_graph=True, materialize_grads=True)
    total = sum((g * v.detach()).sum() for g, v in zip(first, vectors, strict=True))
    for p in inputs:
        p.grad = None
    if total.requires_grad:
        total.backward()
    return tuple(torch.zeros_like(p) if p.grad is None else p.grad for p in inputs)


@wrong("gradient itself")
def the_gradient_times_v(function, inputs, vectors):
    first = grad(function(*inputs), inputs, materialize_grads=True)
    return tuple(g * v.detach() for g, v in zip(first, vectors, strict=True))


@wrong("squared")
def hessian_twice(function, inputs, vectors):
    first = grad(function(*inputs), inputs, create_graph=True, materialize_grads=True)
    total = sum(
        (g * v.detach()).sum() ** 2 for g, v in zip(first, vectors, strict=True)
    )
    if not total.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    return grad(total, inputs, materialize_grads=True)


@wrong("minigrad's own")
def by_the_library(function, inputs, vectors):
    return torch.autograd.functional.hvp(function, inputs, vectors)[1]


@wrong("return a tuple of tensors")
def joined(function, inputs, vectors):
    first = grad(function(*inputs), inputs, create_graph=True, materialize_grads=True)
    total = sum((g * v.detach()).sum() for g, v in zip(first, vectors, strict=True))
    found = inputs
    if total.requires_grad:
        found = grad(total, inputs, materialize_grads=True)
    return torch.cat([each.reshape(-1) for each in found])
