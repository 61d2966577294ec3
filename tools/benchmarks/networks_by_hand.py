"""`networks.py` by hand in NumPy, forward and backward, as in `by_hand.py`.

Weights, inputs and classes are those that `networks.py` draws. What is not asked for,
such as the gradient of the inputs, is not computed.
"""

from collections.abc import Iterable

import numpy as np

from .programs import Work

Array = np.ndarray
LR = np.float32(1e-3)


def drawn(shapes: Iterable[tuple[int, ...]], scale: float = 0.1) -> list[Array]:
    """Parameters of these shapes, as `networks.filled` draws them."""
    draw = np.random.default_rng(0)
    return [draw.normal(0, scale, shape).astype(np.float32) for shape in shapes]


def classified(shape: tuple[int, ...], classes: int) -> tuple[Array, Array]:
    """Inputs and classes, as `networks.classified` draws them."""
    draw = np.random.default_rng(1)
    inputs = draw.normal(0, 1, shape).astype(np.float32)
    return inputs, draw.integers(0, classes, shape[0])


def cross_entropy(scores: Array, entries: tuple[Array, Array]) -> tuple:
    """The mean loss and its gradient. `scores`, (batch, classes), is overwritten."""
    scores -= scores.max(1, keepdims=True)
    powers = np.exp(scores)
    sums = np.add.reduce(powers, 1, keepdims=True)
    loss = (np.log(sums[:, 0]) - scores[entries]).mean()
    grad = powers / sums
    grad[entries] -= 1
    grad *= np.float32(1 / len(scores))
    return loss, grad


def descend(parameters: list[Array], grads: list[Array]) -> None:
    for parameter, grad in zip(parameters, grads, strict=True):
        parameter -= LR * grad


# -- the MLP ----------------------------------------------------------------------


def dense(sizes: tuple[int, ...]) -> list[Array]:
    """Weights and biases, layer by layer."""
    pairs = zip(sizes, sizes[1:], strict=False)
    return drawn((shape for n, m in pairs for shape in ((m, n), (m,))), 0.05)


def mlp(*, sizes: tuple[int, ...], batch: int) -> Work:
    parameters = dense(sizes)
    inputs, targets = classified((batch, sizes[0]), sizes[-1])
    layers = list(zip(parameters[::2], parameters[1::2], strict=True))
    entries = np.arange(batch), targets

    def work() -> list:
        hidden = [inputs]
        for w, b in layers[:-1]:
            out = hidden[-1] @ w.T
            out += b
            hidden.append(np.maximum(out, 0, out=out))
        w, b = layers[-1]
        loss, grad = cross_entropy(hidden[-1] @ w.T + b, entries)
        grads = []
        for i in reversed(range(len(layers))):
            grads[:0] = [grad.T @ hidden[i], np.add.reduce(grad, 0)]
            if i:
                grad = grad @ layers[i][0]
                grad *= hidden[i] > 0
        descend(parameters, grads)
        return [loss, *grads]

    return work


def mlp_forward(*, sizes: tuple[int, ...], batch: int) -> Work:
    parameters = dense(sizes)
    inputs, _ = classified((batch, sizes[0]), sizes[-1])
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


# -- the CNN ----------------------------------------------------------------------
# Images are (channels, batch, height, width): so a convolution is one matrix product.


def columns(images: Array) -> Array:
    """The 3 × 3 patches around each pixel, zeros outside: (channels · 9, pixels)."""
    channels, batch, height, width = images.shape
    padded = np.zeros((channels, batch, height + 2, width + 2), np.float32)
    padded[:, :, 1:-1, 1:-1] = images
    patches = np.empty((channels, 3, 3, batch, height, width), np.float32)
    for i in range(3):
        for j in range(3):
            patches[:, i, j] = padded[:, :, i : i + height, j : j + width]
    return patches.reshape(channels * 9, -1)


def images_of(patches: Array, shape: tuple[int, ...]) -> Array:
    """The transpose of `columns`: each entry is added to its pixel."""
    channels, batch, height, width = shape
    patches = patches.reshape(channels, 3, 3, batch, height, width)
    padded = np.zeros((channels, batch, height + 2, width + 2), np.float32)
    for i in range(3):
        for j in range(3):
            padded[:, :, i : i + height, j : j + width] += patches[:, i, j]
    return padded[:, :, 1:-1, 1:-1]


def pool(images: Array) -> tuple[Array, tuple[Array, ...]]:
    """ReLU of the largest of each 2 × 2, and where it was positive and first."""
    a, b = images[..., ::2, ::2], images[..., ::2, 1::2]
    c, d = images[..., 1::2, ::2], images[..., 1::2, 1::2]
    top, bottom = np.maximum(a, b), np.maximum(c, d)
    out = np.maximum(top, bottom)
    positive = out > 0
    np.maximum(out, 0, out=out)
    above, below = positive & (top >= bottom), positive & (top < bottom)
    left, lower_left = a >= b, c >= d
    return out, (above & left, above & ~left, below & lower_left, below & ~lower_left)


def unpool(grad: Array, places: tuple[Array, ...]) -> Array:
    """The gradient of what `pool` was given."""
    *outer, height, width = grad.shape
    out = np.empty((*outer, height, 2, width, 2), np.float32)
    for number, place in enumerate(places):
        np.multiply(grad, place, out=out[..., number // 2, :, number % 2])
    return out.reshape(*outer, 2 * height, 2 * width)


def cnn(*, channels: tuple[int, int], size: int, batch: int) -> Work:
    first, second = channels
    left = size // 4
    shapes = [(first, 1, 3, 3), (first,), (second, first, 3, 3), (second,)]
    parameters = drawn([*shapes, (10, second * left**2), (10,)])
    w1, b1, w2, b2, w3, b3 = parameters
    kernel1, kernel2 = w1.reshape(first, -1), w2.reshape(second, -1)  # views
    inputs, targets = classified((batch, 1, size, size), 10)
    inputs = inputs.reshape(1, batch, size, size)
    entries = np.arange(batch), targets

    def work() -> list:
        patches1 = columns(inputs)
        out = kernel1 @ patches1
        out += b1[:, None]
        hidden1, places1 = pool(out.reshape(first, batch, size, size))
        patches2 = columns(hidden1)
        out = kernel2 @ patches2
        out += b2[:, None]
        hidden2, places2 = pool(out.reshape(second, *hidden1.shape[1:]))
        flat = hidden2.transpose(1, 0, 2, 3).reshape(batch, -1)
        loss, grad = cross_entropy(flat @ w3.T + b3, entries)

        w3_grad, b3_grad = grad.T @ flat, np.add.reduce(grad, 0)
        grad = (grad @ w3).reshape(batch, second, left, left).transpose(1, 0, 2, 3)
        grad = unpool(grad, places2).reshape(second, -1)
        w2_grad, b2_grad = grad @ patches2.T, np.add.reduce(grad, 1)
        grad = images_of(kernel2.T @ grad, hidden1.shape)
        grad = unpool(grad, places1).reshape(first, -1)
        w1_grad, b1_grad = grad @ patches1.T, np.add.reduce(grad, 1)

        w1_grad, w2_grad = w1_grad.reshape(w1.shape), w2_grad.reshape(w2.shape)
        grads = [w1_grad, b1_grad, w2_grad, b2_grad, w3_grad, b3_grad]
        descend(parameters, grads)
        return [loss, *grads]

    return work


# -- the transformer --------------------------------------------------------------


def normalize(x: Array, weight: Array, bias: Array) -> tuple[Array, Array, Array]:
    """Layer norm of the rows of x; also the rows before weight and bias, and 1/σ."""
    width = np.float32(x.shape[1])
    x = x - np.add.reduce(x, 1, keepdims=True) / width
    variance = np.einsum("ij,ij->i", x, x)[:, None] / width
    scale = 1 / np.sqrt(variance + np.float32(1e-5))
    x *= scale
    return x * weight + bias, x, scale


def normalize_back(
    grad: Array, weight: Array, rows: Array, scale: Array
) -> tuple[Array, Array, Array]:
    """The gradients of what `normalize` was given."""
    width = np.float32(grad.shape[1])
    weight_grad = np.einsum("ij,ij->j", grad, rows)
    bias_grad = np.add.reduce(grad, 0)
    grad = grad * weight
    along = np.einsum("ij,ij->i", grad, rows)[:, None] / width
    mean = np.add.reduce(grad, 1, keepdims=True) / width
    grad -= mean
    grad -= rows * along
    grad *= scale
    return grad, weight_grad, bias_grad


def transformer(*, width: int, heads: int, length: int, batch: int) -> Work:
    inner, rows, each = 4 * width, batch * length, width // heads
    shapes = [(3 * width, width), (3 * width,), (width, width), (width,)]
    shapes += [(inner, width), (inner,), (width, inner), (width,), *4 * [(width,)]]
    parameters = drawn(shapes)
    w_in, b_in, w_out, b_out, w1, b1, w2, b2, n1, m1, n2, m2 = parameters
    inputs, _ = classified((batch, length, width), 2)
    x = inputs.reshape(rows, width)
    upstream = x / np.float32(x.size)  # the weights of the sum are the inputs again
    root = np.float32(each**-0.5)

    def work() -> list:
        # (rows, 3 · width) as (query key value, batch, head, place, width of a head)
        joint = (x @ w_in.T + b_in).reshape(batch, length, 3, heads, each)
        q, k, v = np.ascontiguousarray(joint.transpose(2, 0, 3, 1, 4))
        q *= root
        scores = q @ k.swapaxes(2, 3)
        scores -= scores.max(3, keepdims=True)
        np.exp(scores, out=scores)
        scores /= np.add.reduce(scores, 3, keepdims=True)
        heard = (scores @ v).transpose(0, 2, 1, 3).reshape(rows, width)
        attended = heard @ w_out.T
        attended += b_out
        attended += x
        middle, rows1, scale1 = normalize(attended, n1, m1)
        hidden = middle @ w1.T
        hidden += b1
        np.maximum(hidden, 0, out=hidden)
        out = hidden @ w2.T
        out += b2
        out += middle
        out, rows2, scale2 = normalize(out, n2, m2)
        np.vdot(out, upstream)  # the loss

        grad, n2_grad, m2_grad = normalize_back(upstream, n2, rows2, scale2)
        w2_grad, b2_grad = grad.T @ hidden, np.add.reduce(grad, 0)
        hidden_grad = grad @ w2
        hidden_grad *= hidden > 0
        w1_grad, b1_grad = hidden_grad.T @ middle, np.add.reduce(hidden_grad, 0)
        grad += hidden_grad @ w1
        grad, n1_grad, m1_grad = normalize_back(grad, n1, rows1, scale1)
        w_out_grad, b_out_grad = grad.T @ heard, np.add.reduce(grad, 0)
        grad = (grad @ w_out).reshape(batch, length, heads, each).transpose(0, 2, 1, 3)
        # Softmax: the gradient of a row of scores is p (g - Σ p g).
        joint_grad = np.empty((3, batch, heads, length, each), np.float32)
        np.matmul(scores.swapaxes(2, 3), grad, out=joint_grad[2])
        scores_grad = grad @ v.swapaxes(2, 3)
        scores_grad *= scores
        scores_grad -= scores * np.add.reduce(scores_grad, 3, keepdims=True)
        np.matmul(scores_grad, k, out=joint_grad[0])
        joint_grad[0] *= root
        np.matmul(scores_grad.swapaxes(2, 3), q, out=joint_grad[1])
        grad = joint_grad.transpose(1, 3, 0, 2, 4).reshape(rows, 3 * width)
        w_in_grad, b_in_grad = grad.T @ x, np.add.reduce(grad, 0)
        return [
            *(w_in_grad, b_in_grad, w_out_grad, b_out_grad),
            *(w1_grad, b1_grad, w2_grad, b2_grad),
            *(n1_grad, m1_grad, n2_grad, m2_grad),
        ]

    return work
