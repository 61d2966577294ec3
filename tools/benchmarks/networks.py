"""The work that is measured, with layers: each program written once, for any library.

As in `programs.py`, `program(lib, ...)` returns the work. A network's weights are drawn
with NumPy, so that both libraries start from the same.
"""

from types import ModuleType

import numpy as np

from .programs import Work, ready


def filled(network, scale: float = 0.1, seed: int = 0):
    """The network with its weights drawn from NumPy's generator."""
    draw = np.random.default_rng(seed)
    for parameter in network.parameters():
        values = draw.normal(0, scale, tuple(parameter.shape)).astype(np.float32)
        parameter.data[...] = type(parameter.data)(values)
    return network


def classified(lib: ModuleType, shape: tuple[int, ...], classes: int) -> tuple:
    """Inputs of `shape`, the batch first, and a class for each."""
    draw = np.random.default_rng(1)
    inputs = draw.normal(0, 1, shape).astype(np.float32)
    return lib.tensor(inputs), lib.tensor(draw.integers(0, classes, shape[0]))


def training(
    lib: ModuleType, network, inputs, targets, lr: float, compiled=False
) -> Work:
    """Steps of SGD on one batch: forward, loss, backward, update."""
    parameters = list(network.parameters())
    optimizer = lib.optim.SGD(parameters, lr=lr)

    def step():
        optimizer.zero_grad()
        loss = lib.nn.functional.cross_entropy(network(inputs), targets)
        loss.backward()
        optimizer.step()
        return loss

    step = ready(lib, step, compiled)

    def work() -> list:
        return [step().detach(), *[p.grad for p in parameters]]

    return work


def forward_only(lib: ModuleType, network, inputs) -> Work:
    """The network's output, under no_grad."""

    def work() -> list:
        with lib.no_grad():
            return [network(inputs)]

    return work


def dense(lib: ModuleType, sizes: tuple[int, ...]):
    nn = lib.nn
    layers = [nn.Linear(n, m) for n, m in zip(sizes, sizes[1:], strict=False)]
    between = [each for layer in layers[:-1] for each in (layer, nn.ReLU())]
    return filled(nn.Sequential(*between, layers[-1]), 0.05)


def mlp(lib: ModuleType, *, sizes: tuple[int, ...], batch: int, compiled=False) -> Work:
    """One step of SGD of a dense network."""
    inputs, targets = classified(lib, (batch, sizes[0]), sizes[-1])
    return training(lib, dense(lib, sizes), inputs, targets, 1e-3, compiled)


def mlp_forward(lib: ModuleType, *, sizes: tuple[int, ...], batch: int) -> Work:
    """The same network forward only."""
    inputs, _ = classified(lib, (batch, sizes[0]), sizes[-1])
    return forward_only(lib, dense(lib, sizes), inputs)


def convolutional(lib: ModuleType, channels: tuple[int, int], size: int):
    nn = lib.nn
    first, second = channels
    return filled(
        nn.Sequential(
            nn.Conv2d(1, first, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(first, second, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Linear(second * (size // 4) ** 2, 10),
        )
    )


def cnn(lib: ModuleType, *, channels: tuple[int, int], size: int, batch: int) -> Work:
    """One step of SGD of two convolutions with max-pooling."""
    inputs, targets = classified(lib, (batch, 1, size, size), 10)
    return training(lib, convolutional(lib, channels, size), inputs, targets, lr=1e-3)


def cnn_forward(
    lib: ModuleType, *, channels: tuple[int, int], size: int, batch: int
) -> Work:
    """The same network forward only."""
    inputs, _ = classified(lib, (batch, 1, size, size), 10)
    return forward_only(lib, convolutional(lib, channels, size), inputs)


def rnn(lib: ModuleType, *, steps: int, hidden: int, batch: int) -> Work:
    """nn.RNN over a sequence, and its gradients."""
    network = filled(lib.nn.RNN(hidden, hidden))
    parameters = list(network.parameters())
    inputs, _ = classified(lib, (steps, batch, hidden), 2)

    def work() -> list:
        network.zero_grad()
        out, _ = network(inputs)
        out.pow(2).mean().backward()
        return [p.grad for p in parameters]

    return work


def block(lib: ModuleType, width: int, heads: int, activation: str):
    return filled(
        lib.nn.TransformerEncoderLayer(
            width, heads, 4 * width, 0.0, activation, batch_first=True
        )
    )


def transformer(
    lib: ModuleType,
    *,
    width: int,
    heads: int,
    length: int,
    batch: int,
    activation: str = "relu",
) -> Work:
    """A block of a transformer, attention and two dense layers, and its gradients."""
    network = block(lib, width, heads, activation)
    parameters = list(network.parameters())
    inputs, _ = classified(lib, (batch, length, width), 2)
    weights, _ = classified(lib, (batch, length, width), 2)

    def work() -> list:
        network.zero_grad()
        (network(inputs) * weights).mean().backward()
        return [p.grad for p in parameters]

    return work


def transformer_forward(
    lib: ModuleType, *, width: int, heads: int, length: int, batch: int
) -> Work:
    """The same block forward only."""
    inputs, _ = classified(lib, (batch, length, width), 2)
    return forward_only(lib, block(lib, width, heads, "relu"), inputs)
