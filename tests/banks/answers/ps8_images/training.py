"""Programs that students might write to train a network on turned digits.

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


def network(first=16, second=32, dropout=0.5):
    return nn.Sequential(
        *(nn.Conv2d(1, first, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(first, second, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Flatten(), nn.Dropout(dropout), nn.Linear(4 * second, 10)),
    )


def descend(net, images, labels, lr=0.05, rounds=20, zero=True, sign=1):
    optimizer = torch.optim.SGD(net.parameters(), lr=lr, momentum=0.9)
    for _ in range(rounds):
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            if zero:
                optimizer.zero_grad()
            (sign * loss).backward()
            optimizer.step()
    return net


@right
def in_batches(images, labels):
    return descend(network(), images, labels)


@right
def with_adam(images, labels):
    net = network(24, 32)
    adam = torch.optim.Adam(net.parameters(), lr=0.003)
    for _ in range(20):
        for batch in torch.randperm(len(images)).split(50):
            adam.zero_grad()
            nn.functional.cross_entropy(net(images[batch]), labels[batch]).backward()
            adam.step()
    return net


@right
def in_smaller_steps_at_the_end(images, labels):
    net = descend(network(), images, labels, rounds=16)
    return descend(net, images, labels, lr=0.005, rounds=4).eval()


@right
def with_a_stride(images, labels):
    net = nn.Sequential(
        *(nn.Conv2d(1, 24, 3, padding=1), nn.ReLU()),
        *(nn.Conv2d(24, 32, 3, stride=2, padding=1), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Flatten(), nn.Dropout(0.5), nn.Linear(128, 10)),
    )
    return descend(net, images, labels)


# -- wrong ------------------------------------------------------------------------


@wrong("hardly moved")
def untrained(images, labels):
    return network()


@wrong("of the images", "only")
def one_round(images, labels):
    return descend(network(), images, labels, lr=0.02, rounds=2)


@wrong("less one mean")
def normalized(images, labels):
    mean, deviation = images.mean(), images.std()
    return descend(network(), (images - mean) / deviation, labels)


@wrong("from 0 to 16")
def in_sixteenths(images, labels):
    return descend(network(), images * 16, labels, lr=0.002)


@wrong("inverted")
def inverted(images, labels):
    return descend(network(), 1 - images, labels)


@wrong("same whatever")
def prepared(images, labels):
    torch.manual_seed(0)
    return network()


@wrong("type BatchNorm2d")
def with_batch_norm(images, labels):
    return nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.Flatten())


@wrong("return nn.Sequential")
def a_single_layer(images, labels):
    return nn.Linear(64, 10)


@wrong("Is there a return")
def no_return(images, labels):
    descend(network(), images[:50], labels[:50], rounds=1)


@wrong("does not fit")
def without_flatten(images, labels):
    return nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Linear(256, 10))


@wrong("10 classes")
def one_output_too_many(images, labels):
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 11))


@wrong("as a number")
def padding_by_name(images, labels):
    return nn.Sequential(nn.Conv2d(1, 4, 3, padding="same"), nn.Flatten())


@wrong("groups")
def in_groups(images, labels):
    return nn.Sequential(nn.Conv2d(1, 4, 3), nn.Conv2d(4, 4, 3, groups=2), nn.Flatten())


@wrong("at most")
def too_large(images, labels):
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 2000), nn.Linear(2000, 10))


@wrong("nan or infinite")
def exploded(images, labels):
    net = network()
    with torch.no_grad():
        net[0].weight.fill_(np.inf)
    return net


@wrong("upside down")
def uphill(images, labels):
    net = descend(network(), images, labels)
    with torch.no_grad():
        net[-1].weight.mul_(-1)
        net[-1].bias.mul_(-1)
    return net


@wrong("same class")
def one_class(images, labels):
    net = network()
    with torch.no_grad():
        net[-1].weight.zero_()
    return net
