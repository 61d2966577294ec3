"""Mistakes in `grad`, as parts of versions."""

import minigrad as torch
from minigrad.core import engine

from .versions import family

UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


def _backward(inputs, *args) -> list:
    torch.autograd.backward(*args)
    return [each.grad for each in inputs]


def _backward_of_all(inputs, *args) -> list:
    for each in inputs:
        if not each.is_leaf:
            each.retain_grad()
    return _backward(inputs, *args)


def _emptied_first(inputs, *args) -> list:
    for each in inputs:
        each.grad = None
    return _backward_of_all(inputs, *args)


def _put_back(inputs, *args) -> list:
    kept = [(each, each._grad) for each in dict.fromkeys(inputs)]
    arrived = _emptied_first(inputs, *args)
    for each, before in kept:
        each.grad = before
    return arrived


def _rule(zeros, allow) -> str:
    """What becomes of a None."""
    return "zeros" if zeros else "None" if allow else "error"


def _raised(index, inputs):
    raise RuntimeError(UNUSED.format(index))


def _grad(
    arriving=engine.arriving,
    outputs=lambda outputs: outputs,
    upstream=lambda grads: grads,
    retain=lambda flag: flag,
    create=lambda flag: flag,
    flags_of=lambda *flags: flags,
    rule=_rule,
    zeros=lambda tensor, create: torch.zeros_like(tensor, requires_grad=create),
    error=_raised,
    asked=lambda count: range(count),  # where an error is raised
    form=tuple,
):
    def grad(outs, inputs, grads, retain_graph, create_graph, allow, materialize):
        outs, grads = outputs(outs), upstream(outputs(grads))
        flags = flags_of(retain(retain_graph), create(create_graph))
        found = list(arriving(inputs, outs, grads, *flags))
        becomes, count = rule(materialize, allow), len(inputs)
        unused = [index for index in range(count) if found[index] is None]
        for index in unused if becomes == "zeros" else ():
            found[index] = zeros(inputs[index], create_graph)
        for index in asked(count) if becomes == "error" else ():
            if index in unused:
                return error(index, inputs)
        return form(found)

    return grad


family(
    "grad",
    _grad,
    right={
        "arriving": "Take what arrives at the inputs, and leave .grad alone.",
        "outputs": "All of them are: their gradients are added up.",
        "rule": "None becomes zeros with materialize_grads; else it stays None with "
        "allow_unused; else it is an error.",
        "zeros": "They are zeros in the shape and dtype of the input, which require "
        "grad if create_graph is True.",
        "error": "`index` counts the inputs from 0, in the order they were given.",
        "asked": "Any of them may be one, and the error names the first.",
        "form": "autograd.grad returns a tuple, always, with a place for each input.",
    },
    arriving={
        "It runs backward() and reads .grad. So it touches the .grad of every leaf, "
        "and what was there before is added in.": _backward_of_all,
        "It runs backward() and reads .grad. So it touches the .grad of every leaf, "
        "and an input that is no leaf has none.": _backward,
        "It empties .grad, which belongs to the user, runs backward() and reads it.": (
            _emptied_first
        ),
        "It runs backward() and puts the .grad of the inputs back afterwards. Other "
        "leaves got a gradient too.": _put_back,
    },
    outputs={
        "Only the first of several outputs is differentiated.": lambda each: each[:1],
    },
    upstream={
        "grad_outputs is ignored: the pass starts from ones.": (
            lambda grads: [torch.ones_like(grad) for grad in grads]
        ),
    },
    retain={
        "retain_graph is not handed on.": lambda flag: None,
        "retain_graph is not handed on: the graph is always kept.": lambda flag: True,
    },
    create={
        "create_graph is not handed on: the gradients have no history.": (
            lambda flag: False
        ),
    },
    rule={
        "An input that takes no part is never an error, but None.": (
            lambda zeros, allow: _rule(zeros, True)
        ),
        "allow_unused=True is ignored.": lambda zeros, allow: _rule(zeros, False),
        "materialize_grads=True is ignored.": lambda zeros, allow: _rule(False, allow),
        "An input that takes no part always gets zeros.": lambda zeros, allow: "zeros",
        "allow_unused is asked first: where both are True None stays None.": (
            lambda zeros, allow: _rule(zeros and not allow, allow)
        ),
        "materialize_grads counts only together with allow_unused.": (
            lambda zeros, allow: _rule(zeros and allow, allow)
        ),
    },
    zeros={
        "The zeros of materialize_grads do not require grad.": (
            lambda tensor, create: torch.zeros_like(tensor)
        ),
        "The zeros of materialize_grads always require grad.": (
            lambda tensor, create: torch.zeros_like(tensor, requires_grad=True)
        ),
        "materialize_grads makes a single 0.": (
            lambda tensor, create: torch.tensor(0.0, requires_grad=create)
        ),
    },
    error={
        "The error names the wrong input, one further.": (
            lambda index, inputs: _raised(index + 1, inputs)
        ),
        "The error names the wrong input, always the first.": (
            lambda index, inputs: _raised(0, inputs)
        ),
        "The error does not say which input: fill the gap by UNUSED.format(…).": (
            lambda index, inputs: _raised("{}", inputs)
        ),
        "The words of the error are returned: write raise RuntimeError(…).": (
            lambda index, inputs: UNUSED.format(index)
        ),
    },
    asked={
        "Only the last input is an error if it takes no part.": (
            lambda count: [count - 1]
        ),
        "Only the first input is an error if it takes no part.": lambda count: [0],
        "Of several inputs that take no part the error names the last.": (
            lambda count: range(count)[::-1]
        ),
    },
    form={
        "A list is returned.": list,
        "For a single input the gradient is returned by itself.": (
            lambda found: found[0] if len(found) == 1 else tuple(found)
        ),
        "Inputs that take no part are left out of the tuple.": (
            lambda found: tuple(each for each in found if each is not None)
        ),
        "Only the first gradient is returned: return stands in the loop.": (
            lambda found: tuple(found[:1])
        ),
    },
)
