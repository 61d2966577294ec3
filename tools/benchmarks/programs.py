"""The work that is measured, on tensors: each program written once, for any library.

`program(lib, ...)` makes its data with `lib`, which is torch or minigrad, and returns
the work: a function without arguments that returns the numbers to be compared. Sizes
are keyword arguments, so that tests can run every program small.
"""

from collections.abc import Callable
from types import ModuleType

import numpy as np

Work = Callable[[], list]


def chain_data(count: int = 10) -> list[np.ndarray]:
    """x, w and b of the chains, such that values and slopes keep their size.

    Numbers that fade away become subnormal, which cost any library many times more.
    """
    draw = np.random.default_rng(0)
    x = draw.uniform(-0.01, 0.01, count)
    w = draw.uniform(0.9999, 1.0001, count)
    return [array.astype(np.float32) for array in (x, w, np.arctanh(x))]


def chain_of(lib: ModuleType, x, w, b, subtracted, rounds: int):
    """Four operations a round, each on the output of the one before."""
    y = x
    for _ in range(rounds):
        y = y * w
        y = y + b
        y = lib.tanh(y)
        y = y - subtracted
    return y


def ready(lib: ModuleType, function: Callable, compiled: bool) -> Callable:
    """The function, compiled if minigrad runs it: PyTorch's compiler wants C++."""
    if compiled and lib.__name__ == "minigrad":
        return lib.compile(function, fullgraph=True)
    return function


def chain(lib: ModuleType, *, rounds: int, count: int = 10, compiled=False) -> Work:
    """A chain of elementwise operations, forward and backward.

    All operands require gradients.
    """
    x, w, b = (lib.tensor(array, requires_grad=True) for array in chain_data(count))
    total = ready(lib, lambda: chain_of(lib, x, w, b, x, rounds).sum(), compiled)

    def work() -> list:
        x.grad = w.grad = b.grad = None
        total().backward()
        return [x.grad, w.grad, b.grad]

    return work


def chain_with_constants(lib: ModuleType, *, rounds: int) -> Work:
    """The same chain, where only its start requires a gradient."""
    x, w, b = (lib.tensor(array) for array in chain_data())
    x.requires_grad_()

    def work() -> list:
        x.grad = None
        chain_of(lib, x, w, b, b, rounds).sum().backward()
        return [x.grad]

    return work


def chain_forward(lib: ModuleType, *, rounds: int) -> Work:
    """The same chain forward only, under no_grad."""
    x, w, b = (lib.tensor(array, requires_grad=True) for array in chain_data())

    def work() -> list:
        with lib.no_grad():
            return [chain_of(lib, x, w, b, x, rounds)]

    return work


def scalar_mlp(lib: ModuleType, *, points: int, hidden: int, compiled=False) -> Work:
    """micrograd's demo: a network of single numbers, its hinge loss and gradients.

    Every weight, input and intermediate value is a tensor without axes.
    """
    draw = np.random.default_rng(0)
    sizes = [2, hidden, hidden, 1]
    layers = [
        [
            (
                [lib.tensor(w, requires_grad=True) for w in draw.uniform(-1, 1, n)],
                lib.tensor(0.0, dtype=lib.float64, requires_grad=True),
            )
            for _ in range(m)
        ]
        for n, m in zip(sizes, sizes[1:], strict=False)
    ]
    parameters = [p for layer in layers for w, b in layer for p in (*w, b)]
    inputs = [[lib.tensor(x) for x in row] for row in draw.normal(0, 1, (points, 2))]
    labels = draw.choice([-1.0, 1.0], points).tolist()

    def score(values: list):
        for i, layer in enumerate(layers):
            outputs = []
            for weights, bias in layer:
                out = bias
                for w, x in zip(weights, values, strict=True):
                    out = out + w * x
                outputs.append(out if i == len(layers) - 1 else out.relu())
            values = outputs
        return values[0]

    def loss():
        losses = [
            (1 + -label * score(row)).relu()
            for row, label in zip(inputs, labels, strict=True)
        ]
        penalty = sum(p * p for p in parameters)
        return sum(losses) * (1 / points) + 1e-4 * penalty

    loss = ready(lib, loss, compiled)

    def work() -> list:
        for p in parameters:
            p.grad = None
        loss().backward()
        return [p.grad for p in parameters]

    return work


def sine_data(points: int) -> tuple[np.ndarray, np.ndarray, list[float]]:
    """x, sin x, and the four coefficients to start from."""
    x = np.linspace(-np.pi, np.pi, points).astype(np.float32)
    return x, np.sin(x), [0.1, -0.2, 0.3, -0.1]


def sine_fit(lib: ModuleType, *, points: int, steps: int, compiled=False) -> Work:
    """A cubic fitted to the sine by gradient descent on four tensors without axes."""
    x_data, y_data, start = sine_data(points)
    x, y = lib.tensor(x_data), lib.tensor(y_data)

    def step(a, b, c, d):
        error = a + b * x + c * x**2 + d * x**3 - y
        error.pow(2).sum().backward()
        with lib.no_grad():
            for p in (a, b, c, d):
                p -= 1e-6 * p.grad
                p.grad = None

    step = ready(lib, step, compiled)

    def work() -> list:
        parameters = [lib.tensor(v, requires_grad=True) for v in start]
        for _ in range(steps):
            step(*parameters)
        return parameters

    return work


def rnn_data(steps: int, hidden: int, batch: int) -> list[np.ndarray]:
    """The weights of the input and of the state, the bias, and the inputs."""
    draw = np.random.default_rng(0)
    shapes = (hidden, hidden), (hidden, hidden), (hidden,), (steps, batch, hidden)
    scales = 0.05, 1.2 * hidden**-0.5, 0.1, 1
    return [
        draw.normal(0, scale, shape).astype(np.float32)
        for shape, scale in zip(shapes, scales, strict=True)
    ]


def rnn_loop(
    lib: ModuleType, *, steps: int, hidden: int, batch: int, compiled=False
) -> Work:
    """A recurrent network written as a loop over the time steps, with its gradients."""
    *weights, inputs_data = rnn_data(steps, hidden, batch)
    w_x, w_h, b = parameters = [lib.tensor(w, requires_grad=True) for w in weights]
    inputs, start = lib.tensor(inputs_data), lib.zeros(batch, hidden)

    def loss():
        h = start
        for t in range(steps):
            h = lib.tanh(inputs[t] @ w_x + h @ w_h + b)
        return h.pow(2).mean()

    loss = ready(lib, loss, compiled)

    def work() -> list:
        for p in parameters:
            p.grad = None
        loss().backward()
        return [p.grad for p in parameters]

    return work


def penalty_data(
    batch: int, features: int, width: int
) -> tuple[list[np.ndarray], np.ndarray]:
    """The weights of a critic with two hidden layers, and its inputs."""
    draw, sizes = np.random.default_rng(0), [features, width, width, 1]
    weights = [
        draw.normal(0, n**-0.5, (n, m)).astype(np.float32)
        for n, m in zip(sizes, sizes[1:], strict=False)
    ]
    return weights, draw.normal(0, 1, (batch, features)).astype(np.float32)


def gradient_penalty(
    lib: ModuleType, *, batch: int, features: int, width: int, compiled=False
) -> Work:
    """Double backward: how far a critic's slopes are from 1, and its gradients."""
    drawn, inputs = penalty_data(batch, features, width)
    weights = [lib.tensor(each) for each in drawn]
    biases = [lib.zeros(each.shape[1]) for each in drawn]
    parameters = [p.requires_grad_() for p in (*weights, *biases)]
    x = lib.tensor(inputs, requires_grad=True)

    def loss():
        hidden = x
        for w, b in zip(weights[:-1], biases[:-1], strict=True):
            hidden = lib.tanh(hidden @ w + b)
        out = hidden @ weights[-1] + biases[-1]
        (slope,) = lib.autograd.grad(out.sum(), x, create_graph=True)
        penalty = ((slope.pow(2).sum(1) + 1e-12).sqrt() - 1).pow(2).mean()
        return out.mean() + 10 * penalty

    loss = ready(lib, loss, compiled)

    def work() -> list:
        for p in parameters:
            p.grad = None
        loss().backward()
        # The last bias is left out: no slope depends on it.
        return [p.grad for p in parameters[:-1]]

    return work


def gradcheck(lib: ModuleType, *, shape: tuple[int, ...]) -> Work:
    """gradcheck of sin(x) x, an elementwise function."""
    x = lib.tensor(np.random.default_rng(0).normal(0, 1, shape), requires_grad=True)

    def work() -> list:
        return [float(lib.autograd.gradcheck(lambda t: lib.sin(t) * t, (x,)))]

    return work


def gradcheck_of_function(lib: ModuleType, *, shape: tuple[int, ...]) -> Work:
    """gradcheck of the same as a Function that a user wrote."""

    class SineTimes(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return lib.sin(x) * x

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad * (lib.cos(x) * x + lib.sin(x))

    x = lib.tensor(np.random.default_rng(0).normal(0, 1, shape), requires_grad=True)

    def work() -> list:
        return [float(lib.autograd.gradcheck(SineTimes.apply, (x,)))]

    return work


# -- entries and rows of a table --------------------------------------------------


def table_data(count: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of letters, one in 27, and a row of numbers for each."""
    draw = np.random.default_rng(0)
    return draw.integers(0, 27, count), draw.normal(0, 1, (count, width)).astype("f4")


def counted_pairs(lib: ModuleType, *, count: int) -> Work:
    """How often each letter follows another: single entries change in a loop."""
    letters = table_data(count, 1)[0].tolist()

    def work() -> list:
        counts = lib.zeros((27, 27), dtype=lib.int32)
        for i, j in zip(letters, letters[1:], strict=False):
            counts[i, j] += 1
        return [counts.float()]

    return work


def added_rows(lib: ModuleType, *, count: int) -> Work:
    """The gradient of an embedding written as a loop: rows change one by one."""
    letters, rows = (lib.tensor(array) for array in table_data(count, 10))
    letters, rows = letters.reshape(-1, 2), rows.reshape(-1, 2, 10)

    def work() -> list:
        table = lib.zeros(27, 10)
        for k in range(len(letters)):
            for j in range(2):
                table[letters[k, j]] += rows[k, j]
        return [table]

    return work


def taken_rows(lib: ModuleType, *, count: int) -> Work:
    """Rows of a table by their numbers, forward and backward."""
    letters, rows = table_data(count, 64)
    letters, table = lib.tensor(letters), lib.tensor(rows[:27], requires_grad=True)

    def work() -> list:
        table.grad = None
        table[letters].sum().backward()
        return [table.grad]

    return work
