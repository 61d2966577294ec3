"""Answers to loss_and_gradients."""

from banks.answers.bank import answers_to

import minigrad

right, wrong = answers_to("loss_and_gradients")


def scores_of(lib, images, tensors, curve=None, pool=None):
    """The network of the exercise, with other parts where they are given."""
    functional = lib.nn.functional
    curve = curve or functional.relu
    pool = pool or functional.max_pool2d
    w1, b1, w2, b2, w3, b3 = tensors
    x = pool(curve(functional.conv2d(images, w1, b1, padding=1)), 2)
    x = pool(curve(functional.conv2d(x, w2, b2, padding=1)), 2)
    return functional.linear(x.flatten(1), w3, b3)


@right
def as_in_the_book(lib, images, labels, tensors):
    loss = lib.nn.functional.cross_entropy(scores_of(lib, images, tensors), labels)
    return loss, lib.autograd.grad(loss, tensors)


@right
def by_backward(lib, images, labels, tensors):
    for each in tensors:
        each.grad = None
    loss = lib.nn.functional.cross_entropy(scores_of(lib, images, tensors), labels)
    loss.backward()
    return loss, [each.grad for each in tensors]


@right
def by_methods(lib, images, labels, tensors):
    scores = scores_of(lib, images, tensors, curve=lambda x: x.clamp(min=0))
    logs = scores.log_softmax(1)
    loss = -logs[lib.arange(len(labels)), labels].mean()
    return loss, list(lib.autograd.grad(loss, tensors))


@right
def by_layers(lib, images, labels, tensors):
    nn = lib.nn
    given = {"padding": 1, "dtype": images.dtype}
    first = nn.Conv2d(1, len(tensors[0]), 3, **given)
    second = nn.Conv2d(len(tensors[0]), len(tensors[2]), 3, **given)
    last = nn.Linear(tensors[4].shape[1], 10, dtype=images.dtype)
    layers = first, second, last
    for layer, weight, bias in zip(layers, tensors[::2], tensors[1::2], strict=True):
        layer.weight.data, layer.bias.data = weight.data, bias.data
    between = nn.ReLU(), nn.MaxPool2d(2)
    net = nn.Sequential(first, *between, second, *between, nn.Flatten(), last)
    loss = nn.functional.cross_entropy(net(images), labels)
    loss.backward()
    return loss.detach(), [each.grad for each in net.parameters()]


# -- wrong ------------------------------------------------------------------------


def with_loss(compute):
    def loss_and_gradients(lib, images, labels, tensors):
        loss = compute(lib.nn.functional, scores_of(lib, images, tensors), labels)
        return loss, lib.autograd.grad(loss, tensors)

    return loss_and_gradients


def called(name, function):
    function.__name__ = name
    return function


wrong("sum over the batch")(
    called("summed", with_loss(lambda f, x, y: f.cross_entropy(x, y, reduction="sum")))
)
wrong("cross_entropy, which has it inside")(
    called("softmax_twice", with_loss(lambda f, x, y: f.cross_entropy(x.softmax(1), y)))
)
wrong("log_softmax is missing")(
    called("nll_of_scores", with_loss(lambda f, x, y: f.nll_loss(x, y)))
)
wrong("`scores.log_softmax(0)` where `scores.log_softmax(1)`")(
    called(
        "along_the_batch", with_loss(lambda f, x, y: f.nll_loss(x.log_softmax(0), y))
    )
)


@wrong("adds to .grad")
def accumulated(lib, images, labels, tensors):
    loss = lib.nn.functional.cross_entropy(scores_of(lib, images, tensors), labels)
    loss.backward()
    return loss, [each.grad.clone() for each in tensors]


@wrong("relu is left out")
def without_a_relu(lib, images, labels, tensors):
    scores = scores_of(lib, images, tensors, curve=lambda x: x)
    loss = lib.nn.functional.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, tensors)


@wrong("tanh")
def with_tanh(lib, images, labels, tensors):
    scores = scores_of(lib, images, tensors, curve=lib.tanh)
    loss = lib.nn.functional.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, tensors)


@wrong("A mean is taken")
def with_means(lib, images, labels, tensors):
    scores = scores_of(lib, images, tensors, pool=lib.nn.functional.avg_pool2d)
    loss = lib.nn.functional.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, tensors)


@wrong("opposite order")
def reversed_order(lib, images, labels, tensors):
    loss = lib.nn.functional.cross_entropy(scores_of(lib, images, tensors), labels)
    return loss, lib.autograd.grad(loss, tensors)[::-1]


@wrong("padding=1 keeps")
def without_padding(lib, images, labels, tensors):
    functional = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = functional.max_pool2d(functional.conv2d(images, w1, b1).relu(), 2)
    x = functional.max_pool2d(functional.conv2d(x, w2, b2, padding=1).relu(), 2)
    loss = functional.cross_entropy(functional.linear(x.flatten(1), w3, b3), labels)
    return loss, lib.autograd.grad(loss, tensors)


@wrong("Is there a return")
def nothing(lib, images, labels, tensors):
    lib.nn.functional.cross_entropy(scores_of(lib, images, tensors), labels).backward()


@wrong("gradients for 6 tensors")
def too_few(lib, images, labels, tensors):
    loss = lib.nn.functional.cross_entropy(scores_of(lib, images, tensors), labels)
    return loss, lib.autograd.grad(loss, tensors[:2])


@wrong("is not written yet")
def blank(lib, images, labels, tensors):
    raise NotImplementedError("write loss_and_gradients")


@wrong("another library than lib")
def of_minigrad_alone(lib, images, labels, tensors):
    return by_methods(minigrad, images, labels, tensors)
