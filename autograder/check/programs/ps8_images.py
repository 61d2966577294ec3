"""Problem set 8, images: convolution, max-pooling, and a step of a network."""

from itertools import product

from ...pieces.student_functions import choose_function
from ..inputs import Between, Exactly, Floats, Whole, given, of_shapes
from .handed_in import after_a_change, handed_in, noticed
from .program import program

# -- Conv2d -----------------------------------------------------------------------


def _images(x: tuple, outputs: int, kernel: tuple, dtype: str = "float64") -> tuple:
    """Images of the shape x, and the weight and bias of a convolution."""
    weight = (outputs, x[1], *kernel)
    return Floats(x, dtype), Floats(weight, dtype), Floats((outputs,), dtype)


SLID = [
    _images((1, 1, 4, 4), 1, (3, 3)),
    _images((2, 1, 4, 5), 3, (2, 3)),
    _images((2, 3, 5, 4), 2, (3, 2)),
    _images((3, 2, 3, 3), 4, (1, 1)),
    _images((1, 2, 3, 4), 2, (3, 4)),
]


@program("Conv2d", bare=True, inputs=SLID)
def kernels_slid(lib, input, weight, bias):
    """conv2d(input, weight, bias)"""
    return lib.nn.functional.conv2d(input, weight, bias)


@program("Conv2d", bare=True, inputs=[each[:2] for each in SLID[1:3]])
def kernels_without_a_bias(lib, input, weight):
    """conv2d(input, weight)"""
    return lib.nn.functional.conv2d(input, weight)


def _with(*rows: tuple) -> list:
    return [(*_images(*row[:3]), *map(given, row[3:])) for row in rows]


@program(
    "Conv2d",
    bare=True,
    inputs=_with(
        ((2, 2, 4, 5), 3, (3, 3), (1, 1)),
        ((2, 2, 4, 3), 3, (2, 3), (0, 1)),
        ((1, 1, 3, 4), 2, (3, 2), (2, 0)),
    ),
)
def images_padded(lib, input, weight, bias, padding):
    """conv2d(input, weight, bias, padding=padding)"""
    return lib.nn.functional.conv2d(input, weight, bias, padding=padding)


@program(
    "Conv2d",
    bare=True,
    inputs=_with(
        ((2, 2, 5, 7), 3, (3, 3), (2, 2)),
        ((2, 1, 6, 8), 2, (3, 2), (1, 3)),
        ((1, 2, 7, 5), 2, (2, 3), (2, 1)),
        ((2, 1, 7, 8), 2, (2, 2), (3, 3)),
    ),
)
def kernels_that_stride(lib, input, weight, bias, stride):
    """conv2d(input, weight, bias, stride=stride)"""
    return lib.nn.functional.conv2d(input, weight, bias, stride=stride)


@program(
    "Conv2d",
    bare=True,
    inputs=_with(
        ((2, 2, 5, 6), 3, (3, 3), (2, 2), (1, 1)),
        ((1, 3, 6, 5), 2, (4, 3), (2, 1), (1, 2)),
    ),
)
def stride_and_padding(lib, input, weight, bias, stride, padding):
    """conv2d(input, weight, bias, stride, padding)"""
    return lib.nn.functional.conv2d(input, weight, bias, stride, padding)


@program("Conv2d", bare=True, inputs=[_images((2, 2, 4, 5), 3, (3, 2), "float32")])
def conv2d_in_float32(lib, input, weight, bias):
    """conv2d(input, weight, bias), in float32"""
    return lib.nn.functional.conv2d(input, weight, bias)


NEEDED = list(product((True, False), repeat=3))[1:-1]


@program(
    "Conv2d",
    opaque=True,
    inputs=[(*_images((2, 2, 4, 5), 3, (3, 2)), given(each)) for each in NEEDED],
)
def convolutions_that_need_less(lib, input, weight, bias, needed):
    """conv2d, where only some of input, weight and bias require grad"""
    tensors = (input, weight, bias)
    some = [a if need else a.detach() for a, need in zip(tensors, needed, strict=True)]
    return lib.nn.functional.conv2d(*some)


@program("Conv2d", inputs=[(*_images((2, 2, 4, 5), 3, (3, 2)), Floats((2, 3, 2, 4)))])
def images_handed_in(lib, x, weight, bias, grad):
    """conv2d(x, weight, bias), backward(grad): what became of x and grad?"""
    found = handed_in(lib, lib.nn.functional.conv2d, x, grad, weight, bias)
    return found | {"gradient of weight": weight.grad, "gradient of bias": bias.grad}


@program("Conv2d", inputs=[_images((2, 2, 4, 5), 3, (3, 2))[:2]])
def a_changed_image(lib, input, weight):
    """input is changed in place between conv2d(input, weight) and backward"""
    made = lambda: lib.nn.functional.conv2d(input, weight).sum()  # noqa: E731
    return noticed(lib, made, lambda: input.mul_(-1.5), "weight", weight)


@program("Conv2d", inputs=[_images((2, 2, 4, 5), 3, (3, 2))[:2]])
def a_changed_kernel(lib, input, weight):
    """weight is changed in place between conv2d(input, weight) and backward"""
    made = lambda: lib.nn.functional.conv2d(input, weight).sum()  # noqa: E731
    return noticed(lib, made, lambda: weight.mul_(-1.5), "input", input)


@program(
    "Conv2d",
    opaque=True,
    inputs=of_shapes([(2, 4, 5, 3), (2, 3, 3, 2), (2,), (2, 3, 3, 2)]),
)
def channels_of_a_convolution_last(lib, images, kernels, bias, factor):
    """conv2d(images and kernels, transposed), transposed back, * factor"""
    images, kernels = images.permute(0, 3, 1, 2), kernels.permute(3, 2, 0, 1)
    out = lib.nn.functional.conv2d(images, kernels, bias)
    return out.permute(0, 2, 3, 1) * factor


@program("Conv2d", opaque=True, inputs=[_images((2, 2, 6, 5), 2, (3, 3))])
def a_kernel_used_twice(lib, input, weight, bias):
    """conv2d(tanh(layer(input)), weight), layer = nn.Conv2d(…, 3, (2, 1), padding=1)"""
    layer = lib.nn.Conv2d(2, 2, 3, (2, 1), padding=1, dtype=input.dtype)
    del layer.weight, layer.bias
    layer.weight, layer.bias = weight, bias
    return lib.nn.functional.conv2d(layer(input).tanh(), weight)


# -- MaxPool2d --------------------------------------------------------------------


@program(
    "MaxPool2d",
    bare=True,
    inputs=[
        (Floats((1, 1, 4, 4)), given((2, 2))),
        (Floats((2, 3, 4, 6)), given((2, 2))),
        (Floats((2, 3, 6, 4)), given((3, 2))),
        (Floats((1, 2, 5, 7)), given((2, 3))),
        (Floats((2, 1, 3, 4)), given((1, 1))),
    ],
)
def windows_side_by_side(lib, input, kernel_size):
    """max_pool2d(input, kernel_size)"""
    return lib.nn.functional.max_pool2d(input, kernel_size)


@program(
    "MaxPool2d",
    bare=True,
    inputs=[
        (Floats((2, 2, 5, 6)), given((3, 3)), given((1, 1))),
        (Floats((2, 2, 7, 5)), given((3, 2)), given((2, 1))),
        (Floats((1, 3, 6, 7)), given((2, 2)), given((3, 2))),
        (Floats((2, 1, 5, 6)), given((2, 3)), given((1, 2))),
    ],
)
def windows_that_stride(lib, input, kernel_size, stride):
    """max_pool2d(input, kernel_size, stride)"""
    return lib.nn.functional.max_pool2d(input, kernel_size, stride)


@program(
    "MaxPool2d",
    bare=True,
    inputs=[
        (Floats((2, 2, 4, 6)), given((2, 2)), given((2, 2)), given((1, 1))),
        (Floats((2, 1, 5, 4)), given((3, 2)), given((2, 2)), given((1, 0))),
        (Floats((1, 2, 4, 5)), given((3, 3)), given((1, 1)), given((1, 1))),
    ],
)
def windows_with_padding(lib, input, kernel_size, stride, padding):
    """max_pool2d(input, kernel_size, stride, padding)"""
    return lib.nn.functional.max_pool2d(input, kernel_size, stride, padding)


@program(
    "MaxPool2d",
    bare=True,
    inputs=[
        (Between((1, 2, 4, 4), -9e12, -2e12), given((2, 2)), given((1, 1))),
        (Exactly((0.1, 0.2, 0.3, -1e12), (1, 2, 4, 4)), given((2, 2)), given((1, 1))),
        (Exactly((-2.0, -2.0, 1.0), (2, 1, 4, 6)), given((2, 3)), given((1, 1))),
    ],
)
def windows_with_dark_borders(lib, input, kernel_size, padding):
    """max_pool2d(input, kernel_size, padding=padding), for negative numbers"""
    return lib.nn.functional.max_pool2d(input, kernel_size, padding=padding)


TIES = Exactly((0.0, 0.0, 0.0, 1.0, 1.0, -1.0), (2, 2, 5, 6))


@program(
    "MaxPool2d",
    opaque=True,
    inputs=[
        (TIES, Floats((2, 2, 5, 6)), given((2, 2)), given((2, 2))),
        (TIES, Floats((2, 2, 5, 6)), given((3, 3)), given((1, 2))),
    ],
)
def windows_with_ties(lib, input, factor, kernel_size, stride):
    """max_pool2d(input, kernel_size, stride) * a factor, with equal entries in input"""
    out = lib.nn.functional.max_pool2d(input, kernel_size, stride)
    return out * factor[:, :, : out.shape[2], : out.shape[3]]


@program("MaxPool2d", bare=True, inputs=[(Floats((2, 3, 4, 6), "float32"),)])
def max_pool2d_in_float32(lib, input):
    """max_pool2d(input, 2), in float32"""
    return lib.nn.functional.max_pool2d(input, 2)


@program("MaxPool2d", inputs=[(Floats((2, 2, 4, 6)), Floats((2, 2, 2, 3)))])
def windows_handed_in(lib, x, grad):
    """max_pool2d(x, 2), backward(grad): what became of x and grad?"""
    return handed_in(lib, lib.nn.functional.max_pool2d, x, grad, 2)


@program("MaxPool2d", inputs=[(Floats((2, 2, 4, 6)),)])
def a_changed_window(lib, input):
    """input is changed in place between max_pool2d(input, 2) and backward"""
    return after_a_change(lib, lambda x: lib.nn.functional.max_pool2d(x, 2), input)


@program("MaxPool2d", opaque=True, inputs=of_shapes([(2, 4, 6, 3), (2, 2, 3, 3)]))
def channels_of_a_pooling_last(lib, images, factor):
    """max_pool2d(images, transposed, 2), transposed back, * factor"""
    out = lib.nn.functional.max_pool2d(images.permute(0, 3, 1, 2), 2)
    return out.permute(0, 2, 3, 1) * factor


@program("MaxPool2d", opaque=True, inputs=[(Floats((2, 2, 8, 8)),)])
def windows_of_windows(lib, input):
    """pool(pool(x) * 2) + pool(x)[:, :, :2, :2], for pool = nn.MaxPool2d(2)"""
    pool = lib.nn.MaxPool2d(2)
    return pool(pool(input) * 2) + pool(input)[:, :, :2, :2]


@program("MaxPool2d", opaque=True, inputs=[(Floats((2, 2, 4, 6)),)])
def windows_of_two_kinds(lib, input):
    """max_pool2d(x, 2)[:, :, :2, :3] + max_pool2d(x, 3, 1, 1)[:, :, :2, :3]"""
    pool = lib.nn.functional.max_pool2d
    return pool(input, 2) + pool(input, 3, 1, 1)[:, :, :2, :3]


# -- loss_and_gradients -----------------------------------------------------------


# piece: loss_and_gradients
def _step(lib, images, labels, tensors) -> tuple:
    """What is asked for, by a loss that is written out."""
    first, first_bias, second, second_bias, last, last_bias = tensors
    functional = lib.nn.functional
    out = functional.conv2d(images, first, first_bias, padding=1).clamp(min=0)
    out = functional.max_pool2d(out, 2)
    out = functional.conv2d(out, second, second_bias, padding=1).clamp(min=0)
    out = functional.max_pool2d(out, 2).reshape(len(images), -1)
    scores = out @ last.t() + last_bias
    loss = -scores.log_softmax(1)[list(range(len(labels))), labels].mean()
    return loss, lib.autograd.grad(loss, tensors)


def _network(
    count: int,
    dtype: str = "float64",
    widths: tuple = (2, 3),
    classes: int = 10,
    scale: float = 0.5,
) -> tuple:
    """Images and labels, and the weights and biases of a network for them."""
    first, second = widths
    kernels = [(first, 1, 3, 3), (first,), (second, first, 3, 3), (second,)]
    shapes = [*kernels, (classes, 4 * second), (classes,)]
    images, labels = Floats((count, 1, 8, 8), dtype), Whole((count,), 0, classes - 1)
    return images, labels, *[Floats(shape, dtype, scale) for shape in shapes]


def _leaves(*tensors) -> list:
    return [each.detach().requires_grad_() for each in tensors]


def _told(loss, gradients) -> dict:
    pairs = zip("w1 b1 w2 b2 w3 b3".split(), gradients, strict=True)
    found = {f"gradient of {name}": each.detach() for name, each in pairs}
    return {"loss": loss.detach()} | found


@program("loss_and_gradients", opaque=True, inputs=[_network(4), _network(1)])
def a_step_of_a_network(lib, images, labels, w1, b1, w2, b2, w3, b3):
    """loss_and_gradients(torch, images, labels, [w1, b1, w2, b2, w3, b3])"""
    step = choose_function(lib, "loss_and_gradients", _step)
    return _told(*step(lib, images.detach(), labels, _leaves(w1, b1, w2, b2, w3, b3)))


@program("loss_and_gradients", opaque=True, inputs=[_network(3)])
def two_steps_of_a_network(lib, images, labels, w1, b1, w2, b2, w3, b3):
    """loss_and_gradients of -images, then of images: both answers, afterwards"""
    step = choose_function(lib, "loss_and_gradients", _step)
    leaves = _leaves(w1, b1, w2, b2, w3, b3)
    first = step(lib, -images.detach(), labels, leaves)
    second = _told(*step(lib, images.detach(), labels, leaves))
    return second | {f"{name}, first": each for name, each in _told(*first).items()}


@program("loss_and_gradients", opaque=True, inputs=[_network(5, "float32")])
def a_step_in_float32(lib, images, labels, w1, b1, w2, b2, w3, b3):
    """loss_and_gradients(torch, images, labels, [w1, …, b3]), in float32"""
    step = choose_function(lib, "loss_and_gradients", _step)
    return _told(*step(lib, images.detach(), labels, _leaves(w1, b1, w2, b2, w3, b3)))


@program(
    "loss_and_gradients",
    opaque=True,
    inputs=[
        _network(2, widths=(4, 1)),
        _network(7, widths=(1, 5), classes=3),
        _network(3, scale=5.0),
    ],
)
def a_step_of_another_width(lib, images, labels, w1, b1, w2, b2, w3, b3):
    """loss_and_gradients(torch, …), for other numbers of channels, or large weights"""
    step = choose_function(lib, "loss_and_gradients", _step)
    return _told(*step(lib, images.detach(), labels, _leaves(w1, b1, w2, b2, w3, b3)))


@program("loss_and_gradients", opaque=True, inputs=[_network(6)])
def a_step_downhill(lib, images, labels, w1, b1, w2, b2, w3, b3):
    """loss_and_gradients, after a step of SGD with the gradients that it returned"""
    step = choose_function(lib, "loss_and_gradients", _step)
    leaves = _leaves(w1, b1, w2, b2, w3, b3)
    _, gradients = step(lib, images.detach(), labels, leaves)
    pairs = zip(leaves, gradients, strict=True)
    moved = [each.detach() - 0.1 * grad.detach() for each, grad in pairs]
    return _told(*step(lib, images.detach(), labels, _leaves(*moved)))
