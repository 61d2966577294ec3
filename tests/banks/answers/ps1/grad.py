"""Answers to grad."""

from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.core import engine

right, wrong = answers_to("grad")

UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


def completed(arrived, inputs, create_graph, allow_unused, materialize_grads):
    """What is made of what arrived: a list."""
    found = []
    for index, (tensor, each) in enumerate(zip(inputs, arrived, strict=True)):
        if each is None and materialize_grads:
            each = torch.zeros_like(tensor, requires_grad=create_graph)
        elif each is None and not allow_unused:
            raise RuntimeError(UNUSED.format(index))
        found.append(each)
    return found


# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    return tuple(completed(arrived, inputs, create, allow, zeros))


@right
def with_a_helper(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    def final(index, each):
        if each is not None:
            return each
        if zeros:
            return (inputs[index].detach() * 0).requires_grad_(create)
        if not allow:
            raise RuntimeError(UNUSED.replace("{}", str(index)))

    arrived = engine.arriving(
        outputs=outputs,
        inputs=inputs,
        grad_outputs=grad_outputs,
        retain_graph=retain,
        create_graph=create,
    )
    return tuple(final(index, each) for index, each in enumerate(arrived))


@right
def one_check_first(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    missing = [i for i in range(len(inputs)) if arrived[i] is None]
    if missing and not (allow or zeros):
        raise RuntimeError(UNUSED.format(missing[0]))
    for i in missing if zeros else []:
        arrived[i] = torch.zeros(inputs[i].shape, dtype=inputs[i].dtype)
        arrived[i].requires_grad = create
    return (*arrived,)


# -- wrong -----------------------------------------------------------------------------


def by_backward(outputs, inputs, grad_outputs, retain, create):
    for each in inputs:
        if not each.is_leaf:
            each.retain_grad()
    torch.autograd.backward(outputs, grad_outputs, retain, create)
    return [each.grad for each in inputs]


@wrong("runs backward() and reads .grad", "touches the .grad of every leaf")
def reads_grad(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = by_backward(outputs, inputs, grad_outputs, retain, create)
    return tuple(completed(arrived, inputs, create, allow, zeros))


@wrong("empties .grad", "belongs to the user")
def empties_grad_first(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    for each in inputs:
        each.grad = None
    arrived = by_backward(outputs, inputs, grad_outputs, retain, create)
    return tuple(completed(arrived, inputs, create, allow, zeros))


@wrong("puts the .grad of the inputs back", "Other leaves")
def puts_grad_back(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    before = [each._grad for each in inputs]
    for each in inputs:
        each.grad = None
    arrived = by_backward(outputs, inputs, grad_outputs, retain, create)
    for each, kept in zip(inputs, before, strict=True):
        each.grad = kept
    return tuple(completed(arrived, inputs, create, allow, zeros))


@wrong("grad_outputs is ignored", "ones")
def starts_from_ones(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    ones = [torch.ones_like(each) for each in outputs]
    arrived = engine.arriving(inputs, outputs, ones, retain, create)
    return tuple(completed(arrived, inputs, create, allow, zeros))


@wrong("takes no part is never an error")
def never_complains(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    return tuple(completed(arrived, inputs, create, True, zeros))


@wrong("allow_unused=True is ignored")
def always_complains(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    return tuple(completed(arrived, inputs, create, False, zeros))


@wrong("always gets zeros")
def zeros_for_all(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    return tuple(completed(arrived, inputs, create, allow, True))


@wrong("materialize_grads=True is ignored")
def without_zeros(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    return tuple(completed(arrived, inputs, create, allow, False))


@wrong("zeros of materialize_grads do not require grad")
def plain_zeros(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    return tuple(completed(arrived, inputs, False, allow, zeros))


@wrong("retain_graph is not handed on")
def forgets_retain(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, create_graph=create)
    return tuple(completed(arrived, inputs, create, allow, zeros))


@wrong("the graph is always kept")
def always_retains(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, True, create)
    return tuple(completed(arrived, inputs, create, allow, zeros))


@wrong("create_graph is not handed on", "no history")
def forgets_create(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain)
    return tuple(completed(arrived, inputs, create, allow, zeros))


@wrong("A list is returned", "tuple, always")
def as_a_list(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    return completed(arrived, inputs, create, allow, zeros)


@wrong("returned by itself", "tuple, always")
def alone(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    found = completed(arrived, inputs, create, allow, zeros)
    return found[0] if len(found) == 1 else tuple(found)


@wrong("left out of the tuple")
def leaves_out(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    found = completed(arrived, inputs, create, allow, zeros)
    return tuple(each for each in found if each is not None)


@wrong("names the wrong input", "counts the inputs from 0")
def counts_from_one(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    found = []
    for number, (tensor, each) in enumerate(zip(inputs, arrived, strict=True), start=1):
        if each is None and zeros:
            each = torch.zeros_like(tensor, requires_grad=create)
        elif each is None and not allow:
            raise RuntimeError(UNUSED.format(number))
        found.append(each)
    return tuple(found)


@wrong("Only the first of several outputs")
def of_the_first_output(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(inputs, outputs[:1], grad_outputs[:1], retain, create)
    return tuple(completed(arrived, inputs, create, allow, zeros))


@wrong("raised TypeError", "engine.arriving(outputs[0]")
def with_a_tensor_too_few(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    arrived = engine.arriving(outputs[0], inputs)
    return tuple(completed(arrived, inputs, create, allow, zeros))


def unused(found, inputs, create, zeros):
    """The gradients, where `found` are those that arrived; None where one is unused."""
    return tuple(
        torch.zeros_like(one, requires_grad=create) if each is None and zeros else each
        for one, each in zip(inputs, found, strict=True)
    )


@wrong("does not say which input", "UNUSED.format")
def without_the_place(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    found = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    if any(each is None for each in found) and not (zeros or allow):
        raise RuntimeError(UNUSED)
    return unused(found, inputs, create, zeros)


@wrong("The words of the error are returned", "raise RuntimeError")
def returns_the_words(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    found = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    for index, each in enumerate(found):
        if each is None and not (zeros or allow):
            return UNUSED.format(index)
    return unused(found, inputs, create, zeros)


@wrong("raised ValueError", "It must be a RuntimeError")
def raises_another_error(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    found = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    for index, each in enumerate(found):
        if each is None and not (zeros or allow):
            raise ValueError(UNUSED.format(index))
    return unused(found, inputs, create, zeros)


@wrong("always require grad", "if create_graph is True")
def zeros_with_a_history(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    found = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    for index, each in enumerate(found):
        if each is None and not (zeros or allow):
            raise RuntimeError(UNUSED.format(index))
    return unused(found, inputs, True, zeros)


@wrong("The inputs come first")
def outputs_first(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    return tuple(engine.arriving(outputs, inputs, grad_outputs, retain, create))


@wrong("raised RuntimeError", "there at all, is None")
def asks_for_its_truth(outputs, inputs, grad_outputs, retain, create, allow, zeros):
    found = engine.arriving(inputs, outputs, grad_outputs, retain, create)
    return tuple(each if each else None for each in found)
