"""`programs.py` by hand in NumPy, forward and backward: the limit for an engine on it.

Each function takes the sizes of its program and returns the work, as the programs do.
The networks are in `networks_by_hand.py`.
"""

import numpy as np

from .programs import (
    Work,
    chain_data,
    penalty_data,
    rnn_data,
    sine_data,
    table_data,
)


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


def gradient_penalty(*, batch: int, features: int, width: int) -> Work:
    (w1, w2, w3), x = penalty_data(batch, features, width)
    b1, b2, b3 = (np.zeros(m, np.float32) for m in (width, width, 1))
    w3 = w3[:, 0]  # a vector: there is one output
    share = np.float32(1 / batch)

    def work() -> list:
        h1 = np.tanh(x @ w1 + b1)
        h2 = np.tanh(h1 @ w2 + b2)
        (h2 @ w3 + b3).mean()
        # The slope at x: u1 and u2 are the gradients before each tanh.
        d1, d2 = 1 - h1 * h1, 1 - h2 * h2
        u2 = d2 * w3
        g1 = u2 @ w2.T
        u1 = d1 * g1
        slope = u1 @ w1.T
        norm = np.sqrt(np.add.reduce(slope * slope, 1, keepdims=True) + 1e-12)
        # The way back through the slope: 10 · mean (norm - 1)².
        slope_grad = slope * ((norm - 1) / norm * (20 * share))
        w1_grad = slope_grad.T @ u1
        u1_grad = slope_grad @ w1
        g1_grad = u1_grad * d1
        w2_grad = g1_grad.T @ u2
        u2_grad = g1_grad @ w2
        w3_grad = np.add.reduce(u2_grad * d2, 0)
        # And through the output, with what came to h1 and h2 from their slopes.
        w3_grad += np.add.reduce(h2, 0) * share
        h2_grad = share * w3 - 2 * h2 * (u2_grad * w3)
        h2_grad *= d2
        w2_grad += h1.T @ h2_grad
        h1_grad = h2_grad @ w2.T
        h1_grad -= 2 * h1 * (u1_grad * g1)
        h1_grad *= d1
        w1_grad += x.T @ h1_grad
        b1_grad, b2_grad = np.add.reduce(h1_grad, 0), np.add.reduce(h2_grad, 0)
        return [w1_grad, w2_grad, w3_grad[:, None], b1_grad, b2_grad]

    return work


def counted_pairs(*, count: int) -> Work:
    letters = table_data(count, 1)[0].tolist()

    def work() -> list:
        counts = np.zeros((27, 27), np.int32)
        for i, j in zip(letters, letters[1:], strict=False):
            counts[i, j] += 1
        return [counts.astype(np.float32)]

    return work


def added_rows(*, count: int) -> Work:
    letters, rows = table_data(count, 10)

    def work() -> list:
        table = np.zeros((27, 10), np.float32)
        for letter, row in zip(letters.tolist(), rows, strict=True):
            table[letter] += row
        return [table]

    return work


def taken_rows(*, count: int) -> Work:
    letters, rows = table_data(count, 64)

    def work() -> list:
        rows[:27][letters].sum()
        grad = np.zeros((27, 64), np.float32)
        np.add.at(grad, letters, np.ones_like(rows))
        return [grad]

    return work
