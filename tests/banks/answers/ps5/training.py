"""Programs that students might write to train a network on the digits of ps5.

`RIGHT_PROGRAMS` reach what is asked for; `WRONG_PROGRAMS` do not, each with words that
it must be told.
"""

import numpy as np

import minigrad as torch
from minigrad import nn

RIGHT_PROGRAMS, WRONG_PROGRAMS = {}, {}


def right(program):
    RIGHT_PROGRAMS[program.__name__] = program
    return program


def wrong(*words):
    def add(program):
        WRONG_PROGRAMS[program.__name__] = program, words
        return program

    return add


def network(*sizes):
    layers = []
    for inputs, outputs in zip(sizes, sizes[1:], strict=False):
        layers += [nn.Linear(inputs, outputs), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def descend(net, images, labels, lr=0.1, rounds=20, size=50, loss=None, zero=True):
    optimizer = torch.optim.SGD(net.parameters(), lr=lr, momentum=0.9)
    loss = loss or nn.functional.cross_entropy
    for _ in range(rounds):
        for batch in torch.randperm(len(images)).split(size):
            value = loss(net(images[batch]), labels[batch])
            if zero:
                optimizer.zero_grad()
            value.backward()
            optimizer.step()
    return net


@right
def in_batches(images, labels):
    return descend(network(64, 32, 10), images, labels)


@right
def with_adam_on_all_images(images, labels):
    net = network(64, 64, 10)
    adam = torch.optim.Adam(net.parameters(), lr=0.01)
    for _ in range(200):
        adam.zero_grad()
        nn.functional.cross_entropy(net(images), labels).backward()
        adam.step()
    return net


@right
def two_hidden_layers(images, labels):
    return descend(network(64, 48, 32, 10), images, labels, lr=0.05, rounds=30)


@right
def squares_of_one_hot(images, labels):
    def loss(out, labels):
        return nn.functional.mse_loss(out, nn.functional.one_hot(labels, 10).float())

    return descend(network(64, 64, 10), images, labels, lr=0.5, rounds=40, loss=loss)


@right
def normalized_and_undone(images, labels):
    mean = images.mean()
    net = descend(network(64, 32, 10), images - mean, labels)
    with torch.no_grad():
        net[0].bias -= net[0].weight.sum(1) * mean
    return net


@wrong("hardly moved")
def untrained(images, labels):
    return network(64, 32, 10)


@wrong("hardly moved")
def the_optimizer_has_another_network(images, labels):
    descend(network(64, 32, 10), images, labels, rounds=2)
    return network(64, 32, 10)


@wrong("hardly more than who guesses")
def images_and_labels_are_shuffled_apart(images, labels):
    return descend(network(64, 32, 10), images[torch.randperm(1500)], labels, rounds=5)


@wrong("the loss exploded")
def far_too_large_a_rate(images, labels):
    return descend(network(64, 32, 32, 10), images, labels, lr=1e3, loss=_squares)


def _squares(out, labels):
    return ((out - nn.functional.one_hot(labels, 10)) ** 2).sum()


@wrong("knows only")
def thirty_steps(images, labels):
    return descend(network(64, 32, 10), images, labels, rounds=30, size=1500)


@wrong("same whatever the images are")
def prepared(images, labels):
    with np.load("course/data/digits.npz") as digits:
        images = torch.tensor(digits["images"].reshape(-1, 64) / 16).float()
        labels = torch.tensor(digits["labels"])
    torch.manual_seed(0)
    return descend(network(64, 32, 10), images, labels)


@wrong("less their mean, over their deviation")
def normalized_pixels(images, labels):
    images = (images - images.mean(0)) / (images.std(0) + 1e-5)
    return descend(network(64, 32, 10), images, labels, lr=0.02)


@wrong("between -1 and 1")
def moved_and_stretched(images, labels):
    return descend(network(64, 32, 10), 2 * images - 1, labels, lr=0.05)


@wrong("smallest is at the right place")
def the_outputs_with_the_other_sign(images, labels):
    def loss(out, labels):
        return nn.functional.cross_entropy(-out, labels)

    return descend(network(64, 32, 10), images, labels, loss=loss)


@wrong("Every image is put into the same class")
def a_relu_at_the_end_that_is_dead(images, labels):
    net = network(64, 32, 10)
    with torch.no_grad():
        net[2].bias -= 1e3
    return nn.Sequential(*net, nn.ReLU())


@wrong("an object of type Linear")
def a_single_layer(images, labels):
    return nn.Linear(64, 10)


@wrong("returned None")
def nothing_returned(images, labels):
    descend(network(64, 32, 10), images, labels, rounds=1)


@wrong("a layer of type Softmax")
def softmax_at_the_end(images, labels):
    return nn.Sequential(nn.Linear(64, 10), nn.Softmax(dim=1))


@wrong("gets 64 numbers for each image")
def for_larger_images(images, labels):
    return network(784, 32, 10)


@wrong("There are 10 classes", "9 outputs")
def a_class_too_few(images, labels):
    return network(64, 32, 9)


@wrong("too large")
def far_too_wide(images, labels):
    return network(64, 5000, 10)


@wrong("raised RuntimeError", "value = loss(net(images[batch]), labels[batch])")
def labels_as_they_are_for_squares(images, labels):
    return descend(network(64, 32, 10), images, labels, loss=nn.functional.mse_loss)
