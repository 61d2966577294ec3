"""Mistakes in `grad`, each as a wrong version."""

from collections.abc import Callable

import minigrad as torch
from minigrad.core import engine

from .versions import wrong_version


def _answered(outputs, inputs, grad_outputs, retain_graph, create_graph, allow, zeros):
    """The right answer, as a list."""
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    return _completed(arrived, inputs, create_graph, allow, zeros)


def _completed(arrived, inputs, create_graph, allow, zeros) -> list:
    result = []
    for index, (tensor, grad) in enumerate(zip(inputs, arrived, strict=True)):
        if grad is None and zeros:
            grad = torch.zeros_like(tensor, requires_grad=create_graph)
        elif grad is None and not allow:
            raise RuntimeError(unused(index))
        result.append(grad)
    return result


def unused(index: int | str) -> str:
    """PyTorch's words for an input that takes no part."""
    return (
        f"The differentiated Tensor at index {index} appears to not have been used in "
        "the graph. Set allow_unused=True if this is the desired behavior."
    )


def _by_backward(outputs, inputs, grad_outputs, retain_graph, create_graph) -> None:
    """A backward pass, also for inputs that are no leaves."""
    for each in inputs:
        if not each.is_leaf:
            each.retain_grad()
    torch.autograd.backward(outputs, grad_outputs, retain_graph, create_graph)


@wrong_version(
    "grad",
    "It runs backward() and reads .grad. So it touches the .grad of every leaf, and "
    "what was there before is added in. Take what arrives at the inputs, and leave "
    ".grad alone.",
)
def reads_grad(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    _by_backward(outputs, inputs, grad_outputs, retain, create)
    arrived = [each.grad for each in inputs]
    return tuple(_completed(arrived, inputs, create, allow, zeros))


@wrong_version(
    "grad",
    "It empties .grad, runs backward() and reads .grad. The .grad of the leaves "
    "belongs to the user: take what arrives at the inputs, and leave .grad alone.",
)
def empties_and_reads_grad(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    for each in inputs:
        each.grad = None
    _by_backward(outputs, inputs, grad_outputs, retain, create)
    arrived = [each.grad for each in inputs]
    return tuple(_completed(arrived, inputs, create, allow, zeros))


@wrong_version(
    "grad",
    "It runs backward() and puts the .grad of the inputs back afterwards. Other leaves "
    "got a gradient too, which nobody asked for: leave .grad alone altogether.",
)
def restores_grad(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    kept = [(each, each._grad) for each in dict.fromkeys(inputs)]
    for each, _ in kept:
        each.grad = None
    _by_backward(outputs, inputs, grad_outputs, retain, create)
    arrived = [each.grad for each in inputs]
    for each, before in kept:
        each.grad = before
    return tuple(_completed(arrived, inputs, create, allow, zeros))


def _grad(name: str, says: str, **changed) -> None:
    """A version of `grad` that is right but for one of its arguments."""

    @wrong_version("grad", says)
    def version(outputs, inputs, grad_outputs, retain, create, allow, zeros):
        given = {
            "outputs": outputs,
            "inputs": inputs,
            "grad_outputs": grad_outputs,
            "retain_graph": retain,
            "create_graph": create,
            "allow": allow,
            "zeros": zeros,
        }
        given |= {key: change(given[key]) for key, change in changed.items()}
        return tuple(_answered(**given))


_grad(
    "ignores upstream",
    "grad_outputs is ignored: the pass starts from ones.",
    grad_outputs=lambda grads: [torch.ones_like(grad) for grad in grads],
)
_grad(
    "allows all",
    "An input that takes no part must be an error, unless allow_unused or "
    "materialize_grads is True.",
    allow=lambda _: True,
)
_grad("allows none", "allow_unused=True is ignored.", allow=lambda _: False)
_grad(
    "no zeros",
    "materialize_grads=True is ignored: the gradient of an input that takes no part is "
    "a tensor of zeros then.",
    zeros=lambda _: False,
)
_grad(
    "no zeros, and None",
    "materialize_grads=True gives None for an input that takes no part. It asks for a "
    "tensor of zeros.",
    zeros=lambda _: False,
    allow=lambda _: True,
)
_grad(
    "always zeros",
    "An input that takes no part always gets zeros. Without materialize_grads it is an "
    "error, or None with allow_unused.",
    zeros=lambda _: True,
)
_grad(
    "retains",
    "retain_graph is not handed on: the graph is always kept.",
    retain_graph=lambda _: True,
)
_grad(
    "frees",
    "retain_graph is not handed on: the graph is always freed.",
    retain_graph=lambda _: False,
)
_grad(
    "retain left out",
    "retain_graph is not handed on.",
    retain_graph=lambda _: None,
)
_grad(
    "create left out",
    "create_graph is not handed on: the gradients have no history.",
    create_graph=lambda _: False,
)
_grad(
    "always creates",
    "create_graph is not handed on: the gradients always have a history.",
    create_graph=lambda _: True,
)


@wrong_version("grad", "create_graph is not handed on: the gradients have no history.")
def plain_pass(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain)
    return tuple(_completed(arrived, inputs, create, allow, zeros))


@wrong_version("grad", "Only the first of several outputs is differentiated.")
def first_output(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    return tuple(
        _answered(outputs[:1], inputs, grad_outputs[:1], retain, create, allow, zeros)
    )


@wrong_version("grad", "A list is returned. autograd.grad returns a tuple, always.")
def as_a_list(*args):
    return _answered(*args)


@wrong_version(
    "grad",
    "For a single input the gradient is returned by itself. autograd.grad returns a "
    "tuple, always.",
)
def alone_if_single(*args):
    grads = tuple(_answered(*args))
    return grads[0] if len(grads) == 1 else grads


@wrong_version("grad", "The gradients are in the wrong order: reversed.")
def reversed_(*args):
    return tuple(_answered(*args))[::-1]


@wrong_version(
    "grad",
    "Inputs that take no part are left out of the tuple. Each input has its place in "
    "it.",
)
def leaves_out(*args):
    return tuple(grad for grad in _answered(*args) if grad is not None)


@wrong_version(
    "grad",
    "The zeros of materialize_grads do not require grad. Under create_graph=True they "
    "do, as the gradients beside them.",
)
def plain_zeros(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    return tuple(_completed(arrived, inputs, False, allow, zeros))


@wrong_version(
    "grad",
    "The error names the wrong input: `index` counts the inputs from 0, in the order "
    "in which they were given.",
)
def counts_from_one(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    if None in map(type_or_none, arrived) and not (allow or zeros):
        raise RuntimeError(unused(list(map(type_or_none, arrived)).index(None) + 1))
    return tuple(_completed(arrived, inputs, create, allow, zeros))


@wrong_version(
    "grad",
    "The error names the wrong input: `index` counts the inputs from 0, in the order "
    "in which they were given.",
)
def names_the_first(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    if None in map(type_or_none, arrived) and not (allow or zeros):
        raise RuntimeError(unused(0))
    return tuple(_completed(arrived, inputs, create, allow, zeros))


def _told_wrongly(says: str, tell: Callable[[int], object]) -> None:
    """A version of `grad` that deals in another way with an input that takes no part.

    `tell` raises something, or gives what is returned.
    """

    @wrong_version("grad", says)
    def version(outputs, inputs, grad_outputs, retain, create, allow, zeros):
        arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
        kinds = list(map(type_or_none, arrived))
        if None in kinds and not (allow or zeros):
            return tell(kinds.index(None))
        return tuple(_completed(arrived, inputs, create, allow, zeros))


def _unformatted(index: int) -> None:
    raise RuntimeError(unused("{}"))


_told_wrongly(
    "The error does not say which input: UNUSED has a gap for its place. Fill it in by "
    "UNUSED.format(…).",
    _unformatted,
)
_told_wrongly(
    "The words of the error are returned. An error is raised: raise RuntimeError(…).",
    unused,
)


@wrong_version(
    "grad",
    "The zeros of materialize_grads always require grad. They do so under "
    "create_graph=True alone.",
)
def zeros_that_require_grad(
    outputs, inputs, grad_outputs, retain, create, allow, zeros
):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    return tuple(_completed(arrived, inputs, True, allow, zeros))


def type_or_none(grad) -> type | None:
    """None for None, and something that can be compared for a tensor."""
    return None if grad is None else type(grad)
