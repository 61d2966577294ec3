"""Problem set 8, images: predictions; how wrong numbers come about."""

from .computed import question


@question(
    lambda a, b: (
        f"Conv2d(1, {a}, 5), ReLU(), MaxPool2d(2), Conv2d({a}, {b}, 3",
        f"return {a} * 25 + {a} + {b} * {a} * 9 + {b} * 4 * 4 * 10 + 10",
    ),
    a=(6, 4, 5, 8),
    b=(16, 12, 20, 24),
)
def numbers_to_learn(lib, a, b):
    """Conv2d(1, {a}, 5), windows of 2 x 2, Conv2d({a}, {b}, 3), Linear: how many
    numbers"""
    nn = lib.nn
    layers = [nn.Conv2d(1, a, 5), nn.Conv2d(a, b, 3, padding=1, bias=False)]
    layers.append(nn.Linear(b * 4 * 4, 10))
    count = sum(each.numel() for net in layers for each in net.parameters())
    return lib.tensor(float(count))


@question(
    lambda kernels: (f"Conv2d(3, {kernels}, kernel_size", f"return {kernels} * ("),
    kernels=(5, 6, 8, 9),
)
def numbers_that_come_out(lib, kernels):
    """Conv2d(3, {kernels}, (3, 5), stride=2, padding=(0, 1)), an image of 12 x 15:
    how many"""
    layer = lib.nn.Conv2d(3, kernels, (3, 5), stride=2, padding=(0, 1))
    return lib.tensor(float(layer(lib.zeros(1, 3, 12, 15)).numel()))


@question
def pixels_behind_one_number(lib):
    """3 x 3 with stride 2, 3 x 3, then windows of 2 x 2: how many pixels"""
    functional, kernel = lib.nn.functional, lib.ones(1, 1, 3, 3)
    image = lib.ones(1, 1, 33, 33, requires_grad=True)
    out = functional.conv2d(functional.conv2d(image, kernel, stride=2), kernel)
    out = functional.avg_pool2d(out, 2)  # each window whole, as a maximum looks at it
    (grad,) = lib.autograd.grad(out[0, 0, 3, 3], image)
    return (grad != 0).sum().double()


def _outputs(kernels: int) -> dict[float, str]:
    return {
        35.0: "That is one of the images that come out. There is one for each kernel.",
        105.0: f"There come out as many images as there are kernels, {kernels}, and "
        "not the 3 that come in.",
        105.0
        * kernels: "A kernel looks at all 3 channels at once, and makes one image "
        "of them.",
        42.0
        * kernels: "Is it rounded up? What is left over after the last step is cut "
        "off.",
        24.0 * kernels: "One is missing in each direction: the first place counts as "
        "well.",
        30.0 * kernels: "padding=(0, 1) adds one column on each side: 17 columns, and "
        "not 15.",
        36.0 * kernels: "The padding is (0, 1): nothing above and below, a column on "
        "each side.",
        32.0 * kernels: "The kernel is 3 high and 5 wide, not the other way round.",
        130.0 * kernels: "The stride is 2: every second place only.",
        180.0 * kernels: "A kernel has to fit as a whole, and the stride is 2.",
        49.0 * kernels: "The kernel is 3 high, and nothing is added above and below.",
        7.0: "That is the width of what comes out.",
        float(kernels): "That is the number of images.",
        5.0: "That is the height of what comes out"
        + (", or the number of images." if kernels == 5 else "."),
    }


def _learned(a: int, b: int) -> dict[float, str]:
    whole = 26 * a + 9 * a * b + 160 * b + 10
    return {
        26.0 * a: "That is the first convolution alone.",
        whole - 26.0 * a: "That is without the first convolution.",
        26.0 * a + 9 * a * b: "That is both convolutions, and no Linear.",
        whole + float(b): "The second convolution has no bias: bias=False.",
        whole
        - a
        - 10.0: "The biases of the first convolution and of the Linear count, too.",
        whole
        - float(a): "The bias of the first convolution counts: one number for each "
        f"of its {a} outputs.",
        whole - 10.0: "The bias of the Linear counts: one number for each class.",
        whole - 9.0 * b * (a - 1): "A kernel of the second convolution has an area for "
        f"each of the {a} channels that come in.",
        whole
        + 480.0 * b: "Pooling halves both sides: 4 x 4 numbers are left of each of "
        f"the {b} images, not 8 x 8.",
        whole
        - 120.0 * b: "padding=1 keeps the size: 4 x 4 numbers are left of each of "
        f"the {b} images, not 2 x 2.",
        whole
        - 150.0 * b: f"Behind Flatten there are {b} x 4 x 4 numbers, and not {b}.",
        whole - 24.0 * a - 8 * a * b: "A kernel has an area: 5 x 5 in the first "
        "convolution, 3 x 3 in the second.",
        16.0 * b: "That is what comes into the Linear.",
    }


WRONG = {
    "numbers_to_learn": _learned,
    "numbers_that_come_out": _outputs,
    "pixels_behind_one_number": {
        9.0: "That is one side of the square. How many pixels are in it?",
        49.0: "The window of 2 x 2 is missing: it sees two neighbours, which are two "
        "pixels apart.",
        64.0: "A side of 8 is 4 numbers, two pixels apart: 3 * 2 pixels between the "
        "first and the last, and a kernel of 3 around.",
        36.0: "The stride is not taken into account: behind it, neighbours are two "
        "pixels apart.",
        25.0: "That is without the stride, and without the window of 2 x 2.",
        100.0: "One side is too long by a pixel: the windows overlap.",
        121.0: "A side of 11 is too long. The second convolution has no stride; and 4 "
        "numbers that are two pixels apart reach over 3 * 2, not 4 * 2, and a kernel.",
        324.0: "The sides are multiplied, 3 x 3 x 2. The windows overlap.",
        22.0: "The areas are not added: windows of windows are looked at.",
        16.0: "The first convolution counts, too: 3 x 3 pixels behind each of its "
        "numbers.",
    },
}
