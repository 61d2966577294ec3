"""The same work by hand in NumPy, forward and backward: the limit for an engine on it.

Each function takes the sizes of its program and returns the work, as the programs do.
"""

import numpy as np

from .programs import Work, chain_data, rnn_data, sine_data


def chain(*, rounds: int) -> Work:
    x, w, b = chain_data()

    def work() -> list:
        y, inputs, outputs = x, [], []
        for _ in range(rounds):
            inputs.append(y)
            y = y * w
            y = y + b
            y = np.tanh(y)
            outputs.append(y)
            y = y - x
        y.sum()
        grad = np.ones_like(y)
        x_grad, w_grad, b_grad = (np.zeros_like(array) for array in (x, w, b))
        for y, output in zip(reversed(inputs), reversed(outputs), strict=True):
            x_grad -= grad
            grad = grad - grad * output * output
            b_grad += grad
            w_grad += grad * y
            grad = grad * w
        x_grad += grad
        return [x_grad, w_grad, b_grad]

    return work


def chain_with_constants(*, rounds: int) -> Work:
    x, w, b = chain_data()

    def work() -> list:
        y, outputs = x, []
        for _ in range(rounds):
            y = y * w
            y = y + b
            y = np.tanh(y)
            outputs.append(y)
            y = y - b
        y.sum()
        grad = np.ones_like(y)
        for output in reversed(outputs):
            grad = grad - grad * output * output
            grad = grad * w
        return [grad]

    return work


def chain_forward(*, rounds: int) -> Work:
    x, w, b = chain_data()

    def work() -> list:
        y = x
        for _ in range(rounds):
            y = y * w
            y = y + b
            y = np.tanh(y)
            y = y - x
        return [y]

    return work


def sine_fit(*, points: int, steps: int) -> Work:
    x, y, start = sine_data(points)

    def work() -> list:
        a, b, c, d = np.array(start, np.float32)
        for _ in range(steps):
            squares = x * x
            cubes = squares * x
            error = a + b * x + c * squares + d * cubes - y
            np.add.reduce(error * error)
            grad = error + error
            a = a - np.float32(1e-6) * np.add.reduce(grad)
            b = b - np.float32(1e-6) * np.add.reduce(grad * x)
            c = c - np.float32(1e-6) * np.add.reduce(grad * squares)
            d = d - np.float32(1e-6) * np.add.reduce(grad * cubes)
        return [a, b, c, d]

    return work


def rnn_loop(*, steps: int, hidden: int, batch: int) -> Work:
    w_x, w_h, b, inputs = rnn_data(steps, hidden, batch)

    def work() -> list:
        states = [np.zeros((batch, hidden), np.float32)]
        for t in range(steps):
            states.append(np.tanh(inputs[t] @ w_x + states[-1] @ w_h + b))
        (states[-1] * states[-1]).mean()
        grad = states[-1] * np.float32(2 / states[-1].size)
        w_x_grad, w_h_grad, b_grad = (np.zeros_like(array) for array in (w_x, w_h, b))
        for t in reversed(range(steps)):
            grad = grad - grad * states[t + 1] * states[t + 1]
            b_grad += np.add.reduce(grad, 0)
            w_x_grad += inputs[t].T @ grad
            w_h_grad += states[t].T @ grad
            grad = grad @ w_h.T
        return [w_x_grad, w_h_grad, b_grad]

    return work


def mlp_data(sizes: tuple[int, ...], batch: int) -> tuple[list, np.ndarray, np.ndarray]:
    """Weights and biases, inputs and classes, as `networks.py` draws them."""
    draw, weights = np.random.default_rng(0), []
    for n, m in zip(sizes, sizes[1:], strict=False):
        weights += [draw.normal(0, 0.05, s).astype(np.float32) for s in ((m, n), (m,))]
    draw = np.random.default_rng(1)
    inputs = draw.normal(0, 1, (batch, sizes[0])).astype(np.float32)
    return weights, inputs, draw.integers(0, sizes[-1], batch)


def mlp(*, sizes: tuple[int, ...], batch: int) -> Work:
    parameters, inputs, targets = mlp_data(sizes, batch)
    layers = list(zip(parameters[::2], parameters[1::2], strict=True))
    entries = np.arange(batch), targets
    lr = np.float32(1e-3)

    def work() -> list:
        hidden = [inputs]
        for w, b in layers[:-1]:
            out = hidden[-1] @ w.T
            out += b
            hidden.append(np.maximum(out, 0, out=out))
        w, b = layers[-1]
        scores = hidden[-1] @ w.T + b
        scores -= scores.max(1, keepdims=True)
        powers = np.exp(scores)
        sums = np.add.reduce(powers, 1, keepdims=True)
        loss = (np.log(sums[:, 0]) - scores[entries]).mean()
        grad = powers / sums
        grad[entries] -= 1
        grad *= np.float32(1 / batch)
        grads = []
        for i in reversed(range(len(layers))):
            grads[:0] = [grad.T @ hidden[i], np.add.reduce(grad, 0)]
            if i:
                grad = grad @ layers[i][0]
                grad *= hidden[i] > 0
        for parameter, each in zip(parameters, grads, strict=True):
            parameter -= lr * each
        return [loss, *grads]

    return work


def mlp_forward(*, sizes: tuple[int, ...], batch: int) -> Work:
    parameters, inputs, _ = mlp_data(sizes, batch)
    layers = list(zip(parameters[::2], parameters[1::2], strict=True))

    def work() -> list:
        out = inputs
        for i, (w, b) in enumerate(layers):
            out = out @ w.T
            out += b
            if i < len(layers) - 1:
                np.maximum(out, 0, out=out)
        return [out]

    return work
