"""A network for images: convolutions, judged as the network of problem set 5 is.

A convolution looks at neighbours, so pixels cannot come in another order, as they do
there (`training`). Each time all images are turned or reflected in the same way, one
of eight, and the classes are numbered in another way.

Read: `tasks` (what is handed over), `layers_of` (which networks are judged),
`_through` (what a layer makes of images).
"""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

import minigrad
from minigrad import nn

from ..pieces.rules import Violation
from . import training
from .training import CLASSES, TIMES, TRAINED_ON, Task

SECONDS = 120  # for all calls
WANTED, HALF = 0.93, 0.90  # what earns all points, and what earns half of them
SIDE, LAYERS, LARGEST = 8, 16, 100_000  # of an image; at most, and numbers in all

SLOW = (
    f"It is called {TIMES} times, for {SECONDS} seconds in all. In batches of some "
    "dozen images, 20 times through all of them take two to five seconds. Where it is "
    "much longer, look for a loop over pixels in a piece of yours."
)

# A layer is what it is called, its settings, and its weight and bias if it has these.
Layer = tuple[str, list[int], list[np.ndarray]]
Layers = list[Layer]


def tasks(seed: int) -> list[Task]:
    """As many tasks as a student's function is given."""
    return [_task(np.random.default_rng([seed, i])) for i in range(TIMES)]


def _task(rng: np.random.Generator) -> Task:
    """The digits turned or reflected, with their classes in a random order."""
    images, labels = training._digits()
    images, labels = images.reshape(-1, 1, SIDE, SIDE), rng.permutation(10)[labels]
    labels = labels.astype("int64")  # in a browser int32
    images = np.rot90(images, rng.integers(4), (2, 3))
    images = images.swapaxes(2, 3) if rng.integers(2) else images
    images = np.ascontiguousarray(images)
    order, held = rng.permutation(TRAINED_ON), slice(TRAINED_ON, None)
    return Task(images[order], labels[order], images[held], labels[held])


def train(function: Callable, images: np.ndarray, labels: np.ndarray) -> Layers:
    """What the student's function makes of images and labels. Violation if that is no
    network."""
    given = minigrad.tensor(images), minigrad.tensor(labels)
    return layers_of(function(*given))


# -- layers -----------------------------------------------------------------------

KNOWN = {
    nn.Conv2d: ("stride", "padding"),
    nn.MaxPool2d: ("kernel_size", "stride", "padding"),
    nn.Linear: (),
    nn.ReLU: (),
    nn.Flatten: (),
    nn.Dropout: (),
}
COUNTS = {kind.__name__: 2 * len(names) for kind, names in KNOWN.items()}


def layers_of(model: object) -> Layers:
    """The numbers of a Sequential of such layers. Violation for anything else."""
    if not isinstance(model, nn.Sequential):
        what = "None. Is there a return?"
        if model is not None:
            what = f"an object of type {type(model).__name__}: return nn.Sequential."
        raise Violation(f"train_images returned {what}")
    return _fitting([_layer(each) for each in model])


def _layer(layer: nn.Module) -> Layer:
    kind = type(layer)
    if kind not in KNOWN:
        raise Violation(
            f"The network has a layer of type {kind.__name__}. Its layers are "
            f"{', '.join(each.__name__ for each in KNOWN)}."
        )
    if getattr(layer, "groups", 1) != 1 or getattr(layer, "ceil_mode", False):
        raise Violation(f"A {kind.__name__} has groups or ceil_mode: leave these out.")
    settings = [_pair(layer, name) for name in KNOWN[kind]]
    if _pair(layer, "dilation", 1) != (1, 1):
        raise Violation(f"A {kind.__name__} has a dilation: leave it out.")
    arrays = []
    if kind in (nn.Conv2d, nn.Linear):
        weight, bias = _array(layer.weight), layer.bias
        none = np.zeros(len(weight), "float32")
        arrays = [weight, none if bias is None else _array(bias)]
    return kind.__name__, [n for pair in settings for n in pair], arrays


def _pair(layer: nn.Module, name: str, default: int = 0) -> tuple[int, int]:
    value = getattr(layer, name, default)
    if isinstance(value, str):
        raise Violation(f'A convolution has padding="{value}": write it as a number.')
    one, other = value if isinstance(value, tuple | list) else (value, value)
    return int(one), int(other)


def _array(tensor) -> np.ndarray:
    if tensor.numel() > LARGEST:
        raise Violation(f"The network is too large: at most {LARGEST} numbers in all.")
    return tensor.detach().numpy().astype("float32")


def _fitting(layers: Layers) -> Layers:
    """The layers, if they lead from images to 10 classes. Violation if not."""
    if len(layers) > LAYERS or sum(a.size for *_, of in layers for a in of) > LARGEST:
        raise Violation(
            f"The network is too large: at most {LAYERS} layers with {LARGEST} numbers "
            "in all."
        )
    out = np.zeros((1, 1, SIDE, SIDE))
    for number, layer in enumerate(layers):
        try:
            with np.errstate(all="ignore"):  # weights may be infinite
                out = _through(layer, out)
        except (ValueError, IndexError, TypeError):
            raise Violation(
                f"Layer {number} of the network, {layer[0]}, does not fit what it "
                f"gets, which has the shape {list(out.shape[1:])} for each image."
            ) from None
    if out.shape != (1, CLASSES):
        raise Violation(
            f"For an image the network gives {list(out.shape[1:])} numbers, and there "
            f"are {CLASSES} classes: one number for each."
        )
    return layers


def _through(layer: Layer, x: np.ndarray) -> np.ndarray:
    """What a layer makes of images. ValueError where it does not fit."""
    name, settings, arrays = layer
    if name == "Conv2d":
        weight, bias = arrays
        windows = _windows(x, weight.shape[2:], settings[:2], settings[2:], 0)
        out = np.tensordot(windows, weight, ((1, 4, 5), (1, 2, 3))) + bias
        return np.moveaxis(out, 3, 1)
    if name == "MaxPool2d":
        kernel, stride, padding = settings[:2], settings[2:4], settings[4:]
        return _windows(x, kernel, stride, padding, -np.inf).max((-2, -1))
    if name == "Linear":
        weight, bias = arrays
        return x @ weight.T + bias
    if name == "Flatten":
        return x.reshape(len(x), -1)
    return np.maximum(x, 0) if name == "ReLU" else x


def _windows(x: np.ndarray, kernel, stride, padding, around: float) -> np.ndarray:
    """The windows of images, each with its own two axes at the end."""
    if x.ndim != 4 or min(*kernel, *stride) < 1 or not 0 <= min(padding) <= SIDE:
        raise ValueError
    sides = [(0, 0), (0, 0), *[(size, size) for size in padding]]
    padded = np.pad(x, sides, constant_values=around)
    windows = sliding_window_view(padded, kernel, (2, 3))
    return windows[:, :, :: stride[0], :: stride[1]]


def _outputs(layers: Layers, images: np.ndarray) -> np.ndarray:
    out = images.astype("float64")
    for layer in layers:
        out = _through(layer, out)
    return out


# -- the verdict ------------------------------------------------------------------


def _flat(layers: Layers) -> list[np.ndarray]:
    """All weights and biases, in their order."""
    return [array for *_, arrays in layers for array in arrays]


def _negated(layers: Layers) -> Layers:
    """The network whose outputs have the other sign."""
    *others, (name, settings, arrays) = layers
    return [*others, (name, settings, [-each for each in arrays])]


_judge = training.Judge(
    WANTED,
    HALF,
    _outputs,
    _flat,
    _negated,
    "the images are turned in another way, and the classes are numbered anew",
)
said, share, judged = _judge.said, _judge.share, _judge.judged
reasons = _judge.reasons


# -- between processes ------------------------------------------------------------


def arrays_of(networks: list[Layers]) -> tuple[list, list[np.ndarray]]:
    """Networks as they are sent: the names and settings of their layers; arrays."""
    forms = [[[name, settings] for name, settings, _ in net] for net in networks]
    return forms, [array for net in networks for array in _flat(net)]


def networks_of(forms: object, arrays: list[np.ndarray]) -> list[Layers]:
    """What `arrays_of` was given. Violation for what is no network."""
    rest, found = iter(arrays), []
    try:
        for form in forms:
            layers = [_read(name, settings, rest) for name, settings in form]
            found.append(_fitting(layers))
    except (TypeError, ValueError, StopIteration):
        raise Violation("its networks could not be read") from None
    if len(found) != TIMES or any(each.dtype != "float32" for each in arrays):
        raise Violation("its networks could not be read")
    return found


def _read(name: object, settings: object, rest: Iterator[np.ndarray]) -> Layer:
    """A layer as it was sent. ValueError for what is none."""
    numbers = [n for n in settings if type(n) is int and 0 <= n <= SIDE]
    if name not in COUNTS or not len(numbers) == len(settings) == COUNTS[name]:
        raise ValueError
    count = 2 if name in ("Conv2d", "Linear") else 0
    return name, numbers, [next(rest) for _ in range(count)]
