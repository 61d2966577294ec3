"""Answers to text_loss_and_gradients."""

from banks.answers.bank import answers_to

import minigrad

right, wrong = answers_to("text_loss_and_gradients")


def step_of(scores, wanted=lambda codes: codes[:, 1:], **options):
    """A step whose model is scores(functional, codes, tensors)."""

    def step(lib, codes, tensors):
        functional = lib.nn.functional
        found = scores(functional, codes[:, :-1], tensors)
        target = wanted(codes)
        loss = functional.cross_entropy(
            found.flatten(0, 1), target.flatten(), **options
        )
        return loss, lib.autograd.grad(loss, tensors)

    return step


def model(
    functional, codes, tensors, causal=True, positions=True, order=(0, 1, 2), add=True
):
    tokens, places, gain, shift, *three, weight, bias = tensors
    x = functional.embedding(codes, tokens)
    x = x + places if positions else x + 0 * places
    a = functional.layer_norm(x, (x.shape[-1],), gain, shift, 1e-5)
    three = [functional.linear(a, three[i]) for i in order]
    found = functional.scaled_dot_product_attention(*three, is_causal=causal)
    return functional.linear(x + found if add else found, weight, bias)


def named(decorate, name, step):
    step.__name__ = name
    decorate(step)


named(right, "as_in_the_book", step_of(model))


@right
def by_operators(lib, codes, tensors):
    tokens, places, gain, shift, query, key, value, weight, bias = tensors
    x = tokens[codes[:, :-1]] + places
    mean = x.mean(-1, keepdim=True)
    root = (((x - mean) ** 2).mean(-1, keepdim=True) + 1e-5) ** 0.5
    a = (x - mean) / root * gain + shift
    attend = lib.nn.functional.scaled_dot_product_attention
    x = x + attend(a @ query.T, a @ key.T, a @ value.T, is_causal=True)
    scores = (x @ weight.T + bias).reshape(-1, len(bias))
    loss = lib.nn.functional.cross_entropy(scores, codes[:, 1:].reshape(-1))
    return loss, list(lib.autograd.grad(loss, tensors))


@right
def with_classes_in_the_middle(lib, codes, tensors):
    scores = model(lib.nn.functional, codes[:, :-1], tensors)
    loss = lib.nn.functional.cross_entropy(scores.transpose(1, 2), codes[:, 1:])
    return loss, lib.autograd.grad(loss, tensors)


@right
def with_backward_and_none_before(lib, codes, tensors):
    for each in tensors:
        each.grad = None
    scores = model(lib.nn.functional, codes[:, :-1], tensors).flatten(0, 1)
    loss = lib.nn.functional.nll_loss(scores.log_softmax(1), codes[:, 1:].flatten())
    loss.backward()
    return loss, [each.grad for each in tensors]


@wrong("adds to what is left in .grad")
def left_in_grad(lib, codes, tensors):
    scores = model(lib.nn.functional, codes[:, :-1], tensors).flatten(0, 1)
    loss = lib.nn.functional.cross_entropy(scores, codes[:, 1:].flatten())
    loss.backward()
    return loss, [each.grad for each in tensors]


@wrong("a pair")
def the_loss_alone(lib, codes, tensors):
    scores = model(lib.nn.functional, codes[:, :-1], tensors).flatten(0, 1)
    return lib.nn.functional.cross_entropy(scores, codes[:, 1:].flatten())


for name, words, step in [
    (
        "not_causal",
        "not causal",
        step_of(lambda f, codes, given: model(f, codes, given, causal=False)),
    ),
    (
        "without_positions",
        "positions are not added",
        step_of(lambda f, codes, given: model(f, codes, given, positions=False)),
    ),
    (
        "key_and_query_exchanged",
        "query and key are exchanged",
        step_of(lambda f, codes, given: model(f, codes, given, order=(1, 0, 2))),
    ),
    (
        "key_and_value_exchanged",
        "arguments are swapped",
        step_of(lambda f, codes, given: model(f, codes, given, order=(0, 2, 1))),
    ),
    (
        "nothing_added",
        "x is not added",
        step_of(lambda f, codes, given: model(f, codes, given, add=False)),
    ),
    ("a_sum", "The loss is a sum", step_of(model, reduction="sum")),
    (
        "the_same_character",
        "what goes in",
        step_of(model, wanted=lambda codes: codes[:, :-1]),
    ),
]:
    named(wrong(words), name, step)


@wrong("another library than lib")
def of_minigrad_alone(lib, codes, tensors):
    return step_of(model)(minigrad, codes, tensors)
