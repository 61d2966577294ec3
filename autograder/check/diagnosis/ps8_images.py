"""Mistakes in a convolution, in max-pooling, and in a step of a network.

Each piece is composed of parts (`versions.family`), with tables of wrong ones.
"""

from collections.abc import Callable

import minigrad
from minigrad import Tensor
from minigrad.autograd import Function
from minigrad.nn import functional as F

from .computed import right
from .meanings import Meaning, add_meanings
from .versions import family, wrong_version

Pair = tuple[int, int]

# -- Conv2d -----------------------------------------------------------------------

right(
    "Conv2d",
    out="each kernel times each patch, summed, plus bias in each channel",
    input="the transposed kernels times grad, each patch added where it was cut out",
    weight="the sum over images and places of grad times the patch",
    bias="the sum of grad over images, rows and columns",
)


def sizes(x: Tensor, window: Pair, stride: Pair, padding: Pair) -> list[int]:
    """The height and width of what comes out."""
    axes = zip(x.shape[2:], window, stride, padding, strict=True)
    return [(size + 2 * p - k) // s + 1 for size, k, s, p in axes]


def slid(x: Tensor, w: Tensor, stride: Pair, padding: Pair) -> Tensor:
    """Kernels over images, without a bias."""
    window = tuple(w.shape[2:])
    columns = F.unfold(x, window, padding=padding, stride=stride)
    out = w.flatten(1) @ columns
    return out.reshape(len(x), len(w), *sizes(x, window, stride, padding))


def of_input(grad: Tensor, w: Tensor, size: Pair, stride: Pair, padding: Pair):
    columns = w.flatten(1).t() @ grad.flatten(2)
    return F.fold(columns, size, tuple(w.shape[2:]), padding=padding, stride=stride)


def of_weight(grad: Tensor, x: Tensor, window: Pair, stride: Pair, padding: Pair):
    columns = F.unfold(x, window, padding=padding, stride=stride)
    products = grad.flatten(2) @ columns.transpose(1, 2)
    return products.reshape(len(x), -1, x.shape[1], *window)


ONE, NONE = (1, 1), (0, 0)


def last_wins(grad: Tensor, w: Tensor, size: Pair, stride: Pair, padding: Pair):
    """Patches that are written where they were cut out, and not added."""
    columns = (w.flatten(1).t() @ grad.flatten(2)).reshape(
        len(grad), w.shape[1], -1, *grad.shape[2:]
    )
    return written(columns, size, tuple(w.shape[2:]), stride, padding)


def without_a_stride(grad: Tensor, w: Tensor, size: Pair, stride: Pair, padding: Pair):
    axes = zip(size, w.shape[2:], padding, strict=True)
    places = [n + 2 * p - k + 1 for n, k, p in axes]
    dense = minigrad.zeros(*grad.shape[:2], *places, dtype=grad.dtype)
    dense[:, :, : grad.shape[2], : grad.shape[3]] = grad
    return of_input(dense, w, size, ONE, padding)


def written(columns: Tensor, size: Pair, window: Pair, stride: Pair, padding: Pair):
    """Columns (N, C, K, OH, OW), each written over what was there before."""
    height, width = (n + 2 * p for n, p in zip(size, padding, strict=True))
    out = minigrad.zeros(*columns.shape[:2], height, width, dtype=columns.dtype)
    for i in range(columns.shape[3]):
        for j in range(columns.shape[4]):
            top, left = i * stride[0], j * stride[1]
            patch = columns[..., i, j].reshape(*columns.shape[:2], *window)
            out[:, :, top : top + window[0], left : left + window[1]] = patch
    (up, side), (rows, across) = padding, size
    return out[:, :, up : up + rows, side : side + across]


def each_image_summed(x: Tensor) -> Tensor:
    return x.sum(0)


def conv_of(
    kernel: Callable = lambda w: w,
    stride: Callable = lambda pair: pair,
    padding: Callable = lambda pair: pair,
    plus: Callable = lambda out, b: out + b[:, None, None],
    of_input: Callable = of_input,
    back: Callable = lambda stride, padding: (stride, padding),
    for_weight: Callable = lambda stride, padding: (stride, padding),
    over_images: Callable = each_image_summed,
    turned: Callable = lambda grad: grad,
    of_bias: Callable = lambda grad: grad.sum((0, 2, 3)),
    shared: list | None = None,
) -> type:
    """A Function of these parts."""

    class Conv2d(Function):
        @staticmethod
        def forward(ctx, input, weight, bias, s, p):
            ctx.save_for_backward(input, weight)
            ctx.how = stride(s), padding(p)
            if shared is not None:
                shared[:] = input, weight
            out = slid(input, kernel(weight), *ctx.how)
            return out if bias is None else plus(out, bias)

        @staticmethod
        def backward(ctx, grad):
            needs = ctx.needs_input_grad
            x, w = ctx.saved_tensors if shared is None else shared
            size, window = tuple(x.shape[2:]), tuple(w.shape[2:])
            found = [None] * 3
            if needs[0]:
                found[0] = of_input(grad, kernel(w), size, *back(*ctx.how))
            if needs[1]:
                each = of_weight(grad, x, window, *for_weight(*ctx.how))
                found[1] = turned(kernel(over_images(each)))
            if needs[2]:
                found[2] = of_bias(grad)
            return *found, None, None

    return Conv2d


NOT_TURNED = (
    "The gradient of the input slides the kernel over grad as it is. Each pixel meets "
    "the last weight at the first place and the first weight at the last: turn the "
    "kernel by half a turn (flip both of its axes), or add patches where they were cut "
    "out, as fold does."
)
family(
    "Conv2d",
    conv_of,
    kernel={
        "The kernel is turned around (flipped) in forward. It lies on the image as it "
        "is.": lambda w: w.flip(2, 3),
    },
    stride={
        "The stride is not used.": lambda pair: ONE,
        "Both directions get the stride of the height.": lambda pair: (
            (pair[0], pair[0])
        ),
        "The two numbers of the stride are swapped: it is (height, width).": (
            lambda pair: pair[::-1]
        ),
    },
    padding={
        "The padding is not used.": lambda pair: NONE,
        "The two numbers of the padding are swapped: it is (height, width).": (
            lambda pair: pair[::-1]
        ),
    },
    of_input={
        "The gradient of the input does not use the stride.": without_a_stride,
        NOT_TURNED: lambda grad, w, *how: of_input(grad, w.flip(2, 3), *how),
        "Where patches overlap, the gradient of the input keeps the last one. A pixel "
        "lies in several patches: add them up.": last_wins,
    },
    back={
        "The padding is not cut off the gradient of the input.": (
            lambda stride, padding: (stride, NONE)
        ),
    },
    over_images={
        "The gradient of the weight is the mean over the images. It is the sum.": (
            lambda each: each.mean(0)
        ),
        "The gradient of the weight comes from the first image alone. It is the sum "
        "over all.": lambda each: each[0],
    },
    turned={
        "The gradient of the weight is turned around (flipped). Its entry k, l belongs "
        "to the kernel's entry k, l.": lambda grad: grad.flip(2, 3),
    },
    of_bias={
        "The gradient of the bias is the sum over the images of the mean over the "
        "places. It is the sum over both.": lambda grad: grad.mean((2, 3)).sum(0),
        "The gradient of the bias is a single number, the sum of all of grad. It is a "
        "sum for each output channel.": lambda grad: grad.sum(),
        "The gradient of the bias is summed over the wrong axes. What is left is the "
        "axis of the channels, the second of grad.": lambda grad: grad.sum((1, 2, 3)),
    },
    shared={
        "What backward needs is kept in a place that all calls share, so a later call "
        "spoils an earlier one. Keep it on ctx: every call has its own.": [],
    },
)
add_meanings(
    Meaning(
        "unsupported operand type.*'NoneType'|must be Tensor, not NoneType"
        "|'NoneType' object",
        "The bias may be None. Then nothing is added.",
    ),
    Meaning(
        "shape .* is invalid for input of size|view size is not compatible",
        "The columns hold another number of places than the shape in this line. Height "
        "and width of the output follow from both numbers of stride and padding: "
        "(size + 2 padding - kernel) // stride + 1.",
    ),
    Meaning(
        "sliding blocks|Expected size of input's dimension|output_size|fold",
        "fold wants the size of the image (height, width), and the same kernel, "
        "padding and stride as the unfold that made the columns.",
    ),
    Meaning(
        "mat1 and mat2|shapes cannot be multiplied|batch1|must match the size",
        "Shapes do not fit in the line shown. The columns are (N, C * KH * KW, L), the "
        "weight as a matrix (O, C * KH * KW), and grad in rows (N, O, L).",
    ),
    pieces=("Conv2d",),
)


# -- MaxPool2d --------------------------------------------------------------------

right(
    "MaxPool2d",
    out="the largest entry of each window",
    input="grad at the first largest entry of each window, added up; 0 elsewhere",
)
LOWEST = float("-inf")


def at_first(windows: Tensor) -> Tensor:
    """1 at the first largest entry of each column, 0 elsewhere."""
    numbers = minigrad.arange(windows.shape[2])[:, None]
    return (numbers == windows.max(2, keepdim=True)[1]).double()


def at_last(windows: Tensor) -> Tensor:
    return at_first(windows.flip(2)).flip(2)


def at_all(windows: Tensor) -> Tensor:
    return (windows == windows.max(2, keepdim=True)[0]).double()


def largest(windows: Tensor) -> Tensor:
    return windows.max(2)[0]


def pool_of(
    kernel: Callable = lambda pair: pair,
    stride: Callable = lambda stride, kernel: stride,
    padding: Callable = lambda pair: pair,
    around: float = LOWEST,
    chosen: Callable = largest,
    at: Callable = at_first,
    summed: Callable = F.fold,
    upstream: Callable = lambda grad: grad,
) -> type:
    """A Function of these parts."""

    class MaxPool2d(Function):
        @staticmethod
        def forward(ctx, input, k, s, p):
            ctx.save_for_backward(input)
            k, s, p = kernel(k), stride(s, k), padding(p)
            ctx.how = k, s, p
            out = chosen(windows_of(input, around, k, s, p))
            return out.reshape(*input.shape[:2], *sizes(input, k, s, p))

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            k, s, (up, left) = ctx.how
            windows = windows_of(x, around, *ctx.how)
            rows = upstream(grad).reshape(*x.shape[:2], 1, -1)
            columns = (at(windows) * rows).to(grad.dtype)
            height, width = x.shape[2:]
            size = height + 2 * up, width + 2 * left
            found = summed(columns.flatten(0, 1), size, k, stride=s)
            found = found.reshape(*x.shape[:2], *size)
            inside = found[:, :, up : up + height, left : left + width]
            return inside, None, None, None

    return MaxPool2d


def windows_of(x: Tensor, around: float, k: Pair, s: Pair, p: Pair) -> Tensor:
    """All windows as columns, (N, C, KH * KW, L)."""
    padded = F.pad(x, (p[1], p[1], p[0], p[0]), value=around)
    columns = F.unfold(padded.flatten(0, 1)[:, None], k, stride=s)
    return columns.reshape(*x.shape[:2], *columns.shape[1:])


def overwritten(columns: Tensor, size: Pair, k: Pair, stride: Pair) -> Tensor:
    """fold, but a later window replaces what an earlier one left."""
    rows, across = ((n - w) // s + 1 for n, w, s in zip(size, k, stride, strict=True))
    blocks = columns.reshape(len(columns), 1, -1, rows, across)
    return written(blocks, size, k, stride, NONE)


def placed(columns: Tensor, size: Pair, k: Pair, stride: Pair) -> Tensor:
    """fold, but each entry keeps the last that was written at its place alone."""
    out = minigrad.zeros(len(columns), 1, *size, dtype=columns.dtype)
    across = (size[1] - k[1]) // stride[1] + 1
    for number in range(columns.shape[2]):
        top, left = number // across * stride[0], number % across * stride[1]
        patch = columns[:, None, :, number].reshape(len(columns), 1, *k)
        there = out[:, :, top : top + k[0], left : left + k[1]]
        there[...] = minigrad.where(patch != 0, patch, there)
    return out


family(
    "MaxPool2d",
    pool_of,
    kernel={
        "The two numbers of kernel_size are swapped: it is (height, width).": (
            lambda pair: pair[::-1]
        ),
    },
    stride={
        "The stride is not used: the windows lie side by side.": (
            lambda stride, kernel: kernel
        ),
        "The two numbers of the stride are swapped: it is (height, width).": (
            lambda stride, kernel: stride[::-1]
        ),
        "Both directions get the stride of the height.": lambda stride, kernel: (
            (stride[0], stride[0])
        ),
    },
    padding={
        "The padding is not used.": lambda pair: NONE,
        "The two numbers of the padding are swapped: it is (height, width).": (
            lambda pair: pair[::-1]
        ),
    },
    around={
        "The padding counts as 0, which is larger than negative entries. Padding is "
        "never the largest: use float('-inf').": 0.0,
        "The padding counts as a number that is not small enough. Padding is never the "
        "largest: use float('-inf').": -1.0,
    },
    at={
        "Of equal entries all get the gradient. The first one of them alone does.": (
            at_all
        ),
        "Equal entries share the gradient. The first one of them gets all of it.": (
            lambda windows: at_all(windows) / at_all(windows).sum(2, keepdim=True)
        ),
        "Of equal entries the last one gets the gradient. It is the first.": at_last,
        "The gradient is spread over the window, as if it were a mean. The largest "
        "entry gets all of it.": lambda windows: windows * 0 + 1 / windows.shape[2],
    },
    summed={
        "Where windows overlap, a later one overwrites what an earlier one left. An "
        "entry that is the largest of several gets the sum.": overwritten,
        "Where an entry is the largest of several windows, it gets the gradient of the "
        "last one. It gets the sum.": placed,
    },
    upstream={
        "The upstream gradient is not used.": lambda grad: grad * 0 + 1,
    },
)
FORWARD = {
    "The smallest entry is taken, and not the largest.": lambda windows: (
        windows.abs().where(windows == LOWEST, windows).min(2)[0]
    ),
    "The mean is taken, and not the largest.": lambda windows: windows.mean(2),
}
for _says, _chosen in FORWARD.items():
    wrong_version("MaxPool2d", _says, forward=True)(pool_of(chosen=_chosen))
add_meanings(
    Meaning(
        "shape .* is invalid for input of size|view size is not compatible",
        "There are another number of windows than the shape in this line has places. "
        "(size + 2 padding - kernel) // stride + 1 of them fit, in each direction.",
    ),
    Meaning(
        "sliding blocks|Expected size of input's dimension|output_size|fold",
        "fold wants the size of the image with its border, and the same kernel and "
        "stride as the unfold that made the columns.",
    ),
    pieces=("MaxPool2d",),
)


# -- loss_and_gradients -----------------------------------------------------------


def step_of(
    curve: Callable = F.relu,
    second: Callable = lambda x, curve: curve(x),
    pool: Callable = lambda x: F.max_pool2d(x, 2),
    scores: Callable = F.linear,
    loss: Callable = F.cross_entropy,
    found: Callable = minigrad.autograd.grad,
    order: Callable = list,
) -> Callable:
    """A function of these parts."""

    def loss_and_gradients(lib, images, labels, tensors):
        w1, b1, w2, b2, w3, b3 = tensors
        conv2d = lib.nn.functional.conv2d
        x = pool(curve(conv2d(images, w1, b1, padding=1)))
        x = pool(second(conv2d(x, w2, b2, padding=1), curve))
        value = loss(scores(x.flatten(1), w3, b3), labels)
        return value, order(found(value, tensors))

    return loss_and_gradients


def by_backward(value: Tensor, tensors: list) -> list:
    value.backward()
    return [each.grad.clone() for each in tensors]


family(
    "loss_and_gradients",
    step_of,
    second={
        "There is no ReLU behind the second convolution.": lambda x, curve: x,
    },
    scores={
        "The bias of the Linear is not added.": lambda x, w, b: F.linear(x, w),
        "There is a ReLU behind the Linear. The scores may be negative.": (
            lambda x, w, b: F.relu(F.linear(x, w, b))
        ),
    },
    loss={
        "The loss is the sum over the batch. It is the mean.": lambda x, labels: (
            F.cross_entropy(x, labels, reduction="sum")
        ),
        "Softmax is applied before cross_entropy, which has it inside.": (
            lambda x, labels: F.cross_entropy(x.softmax(1), labels)
        ),
    },
    found={
        "The gradients of an earlier call are still there: backward() adds to .grad. "
        "Use lib.autograd.grad, or set .grad to None first.": by_backward,
    },
    order={
        "The weights come first, then the biases. The order is that of tensors.": (
            lambda found: [found[i] for i in (0, 2, 4, 1, 3, 5)]
        ),
    },
)
add_meanings(
    Meaning(
        "mat1 and mat2|shapes cannot be multiplied",
        "The rows that go into the Linear are of another length than its weight, which "
        "linear transposes itself. padding=1 keeps "
        "height and width, each pooling of 2 x 2 halves them, and flatten(1) keeps the "
        "batch.",
    ),
    Meaning(
        "does not require grad|not have been used in the graph",
        "Something on the way cut the history off: detach, numpy(), no_grad, or a "
        "tensor that is made anew. Use all six tensors as they are.",
    ),
    pieces=("loss_and_gradients",),
)
