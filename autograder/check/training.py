"""A network to train: judged by what its weights say of digits that it has not seen.

The digits are public, and so would be a network that was trained on them beforehand.
So each time the pixels come in another order, and the classes are numbered in another
way, the same for all images. What the student's function returns are layers; whoever
judges takes their numbers, and computes the classes of the held-out images alone.

Read: `Task` (what is handed over, and what is held out), `tasks`, `train` (the
student's function on them), then `Judge`: how much was reached, and why not more.
`trainings` says what else there is to train, and has the whole check.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

import minigrad
from minigrad import nn

from ..pieces.rules import Violation

TIMES, SECONDS = 3, 60  # so often it is called, in so much time in all
WANTED, HALF = 0.88, 0.80  # what earns all points, and what earns half of them
PIXELS, CLASSES, LAYERS, WIDTH = 64, 10, 8, 1024
DIGITS = Path(__file__).parents[2] / "course" / "data" / "digits.npz"
TRAINED_ON = 1500  # the others are of other writers

SLOW = (
    f"It is called {TIMES} times, for {SECONDS} seconds in all. In batches of some "
    "dozen images, 20 times through all of them take a second."
)

# A Linear as weight and bias, a ReLU as None.
Layers = list[tuple[np.ndarray, np.ndarray] | None]


@dataclass(frozen=True, eq=False)
class Task:
    """Images and labels in an order of their own: to train on, and held out."""

    images: np.ndarray  # (1500, 64) in float32, from 0 to 1
    labels: np.ndarray  # (1500,) in int64, from 0 to 9
    held_images: np.ndarray
    held_labels: np.ndarray

    @property
    def given(self) -> tuple[np.ndarray, np.ndarray]:
        """What is trained on."""
        return self.images, self.labels


@cache
def _digits() -> tuple[np.ndarray, np.ndarray]:
    with np.load(DIGITS) as file:
        images = file["images"].reshape(-1, PIXELS) / np.float32(16)
        return images.astype("float32"), file["labels"].astype("int64")


def tasks(seed: int) -> list[Task]:
    """As many tasks as a student's function is given."""
    return [_task(np.random.default_rng([seed, i])) for i in range(TIMES)]


def _task(rng: np.random.Generator) -> Task:
    """The digits with their pixels, classes and training images in a random order."""
    images, labels = _digits()
    images, labels = images[:, rng.permutation(PIXELS)], rng.permutation(10)[labels]
    labels = labels.astype("int64")  # in a browser int32
    order, held = rng.permutation(TRAINED_ON), slice(TRAINED_ON, None)
    return Task(images[order], labels[order], images[held], labels[held])


def train(function: Callable, images: np.ndarray, labels: np.ndarray) -> Layers:
    """What the student's function makes of images and labels. Violation if that is no
    network."""
    given = minigrad.tensor(images), minigrad.tensor(labels)
    return layers_of(function(*given))


# -- layers -----------------------------------------------------------------------


def layers_of(model: object) -> Layers:
    """The numbers of a Sequential of Linear and ReLU. Violation for anything else."""
    if not isinstance(model, nn.Sequential):
        what = "None. Is there a return?"
        if model is not None:
            what = f"an object of type {type(model).__name__}: return nn.Sequential."
        raise Violation(f"train_digits returned {what}")
    found: Layers = []
    for layer in model:
        if isinstance(layer, nn.Linear):
            weight, bias = _array(layer.weight), layer.bias
            none = np.zeros(len(weight), "float32")
            found.append((weight, none if bias is None else _array(bias)))
        elif isinstance(layer, nn.ReLU):
            found.append(None)
        else:
            raise Violation(
                f"The network has a layer of type {type(layer).__name__}. Its layers "
                "are Linear and ReLU: the classes follow from the largest output."
            )
    return _fitting(found)


def _array(tensor) -> np.ndarray:
    return tensor.detach().numpy().astype("float32")


def _fitting(layers: Layers) -> Layers:
    """The layers, if they lead from 64 pixels to 10 classes. Violation if not."""
    width, linear = PIXELS, [each for each in layers if each is not None]
    for weight, bias in linear:
        shape = weight.shape
        if len(shape) != 2 or shape[1] != width or bias.shape != shape[:1]:
            raise Violation(
                f"A Linear of the network has a weight of shape {list(shape)}, and "
                f"gets {width} numbers for each image."
            )
        width = len(weight)
        if width > WIDTH or len(linear) > LAYERS:
            raise Violation(
                f"The network is too large: at most {LAYERS} Linear, and none with "
                f"more than {WIDTH} outputs."
            )
    if width != CLASSES:
        raise Violation(
            f"The network has {width} outputs, and there are {CLASSES} classes: one "
            "output for each."
        )
    return layers


def _outputs(layers: Layers, images: np.ndarray) -> np.ndarray:
    out = images.astype("float64")
    for each in layers:
        if each is None:
            out = np.maximum(out, 0)
        else:
            weight, bias = each
            out = out @ weight.astype("float64").T + bias
    return out


# -- the verdict ------------------------------------------------------------------


@dataclass(frozen=True)
class Judge:
    """How networks of one kind are judged, by the share of images that they know.

    `wanted` earns all points, and `half` half of them. `outputs(network, images)` is
    computed of the numbers alone, `arrays` lists these, `negated` is the network whose
    outputs have the other sign. `anew` says what is secret.
    """

    wanted: float
    half: float
    outputs: Callable
    arrays: Callable
    negated: Callable
    anew: str

    def accuracy(self, network, images: np.ndarray, labels: np.ndarray) -> float:
        """The share of images whose largest output is at the place of their label."""
        return float((self._classes(network, images) == labels).mean())

    def _classes(self, network, images: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            return self.outputs(network, images).argmax(1)

    def said(self, found: float) -> str:
        """An accuracy, beside what is asked for if it is less."""
        known = f"of the held-out digits it knows {found:.1%}"
        if found >= self.wanted:
            return known
        return f"{known}, and {self.wanted:.0%} are asked for"

    def share(self, found: float) -> float:
        """Which part of the points an accuracy earns."""
        return 1.0 if found >= self.wanted else 0.5 if found >= self.half else 0.0

    def judged(self, tasks: list[Task], networks: list) -> float:
        """The accuracy on what was held out: of all trainings, the middle one."""
        pairs = zip(tasks, networks, strict=True)
        each = [self.accuracy(n, of.held_images, of.held_labels) for of, n in pairs]
        return sorted(each)[len(each) // 2]

    def reasons(self, tasks: list[Task], networks: list) -> list[str]:
        """Why it is not more: each sentence was found out from the networks."""
        arrays = [self.arrays(net) for net in networks]
        if not all(np.isfinite(each).all() for net in arrays for each in net):
            return [
                "There are weights that are nan or infinite: the loss exploded. Is the "
                "rate too large, or are gradients added up over the steps?"
            ]
        first, second = arrays[:2]
        if len(first) == len(second) and all(map(np.array_equal, first, second)):
            return [
                "The weights are the same whatever the images are: each time "
                f"{self.anew}. Train on what you are given."
            ]
        changed = {
            says: self.judged([change(each) for each in tasks], networks)
            for says, change in CHANGES.items()
        }
        likely = max(changed, key=changed.get)
        nearly, given = self.wanted - 0.06, self.judged(tasks, networks)
        if changed[likely] >= max(nearly, given + 0.04):  # digits differ by machine
            return [likely]
        if self.judged(tasks, [self.negated(net) for net in networks]) >= self.half:
            return [
                "The outputs are upside down: the smallest is at the right place. Does "
                "the loss grow in training?"
            ]
        pairs = list(zip(tasks, networks, strict=True))
        if all(len({*self._classes(net, of.held_images)}) == 1 for of, net in pairs):
            same = "Every image is put into the same class."
            return [f"{same} {self._why_the_same(pairs)}".strip()]
        if all(map(_is_as_drawn, map(self._weights, networks))):
            return [
                "All weights lie where a new network's are drawn: they have hardly "
                "moved. Does step() come often enough, after backward, with no "
                "zero_grad() in between, and do its parameters belong to the network "
                "that you return?"
            ]
        known = sorted(self.accuracy(net, of.images, of.labels) for of, net in pairs)
        of_training = known[len(known) // 2]
        if of_training < 0.04:
            return [
                "Of the images that it was trained on it knows fewer than who guesses: "
                "the right class is made unlikely. Is the sign of the loss right, and "
                "are images and labels those that you are given?"
            ]
        if of_training < 0.2:
            return [
                "Of the images that it was trained on it knows hardly more than who "
                "guesses, though its weights have moved. Does each image keep its "
                "label, is the sign of the loss right, and are images and labels those "
                "that you are given?"
            ]
        if of_training < self.wanted + 0.05:
            return [
                "Of the images that it was trained on it knows only "
                f"{of_training:.0%}: train longer, with another rate, or in smaller "
                "batches."
            ]
        return [
            f"Of the images that it was trained on it knows {of_training:.0%}, and of "
            "other writers' far fewer."
        ]

    def _weights(self, network) -> list[np.ndarray]:
        return [each for each in self.arrays(network) if each.ndim > 1]

    def _why_the_same(self, pairs: list[tuple]) -> str:
        """Why networks have the same output for all images, if it is seen in them."""
        if not any(each.any() for _, net in pairs for each in self._weights(net)):
            return (
                "All weights are 0, and stay so: none of them gets a gradient. Leave "
                "them random, as a new layer draws them."
            )
        outputs = [self.outputs(net, of.held_images) for of, net in pairs]
        if max(np.ptp(each, axis=0).max() for each in outputs) == 0:
            return (
                "Its ReLUs let nothing pass, for any image. Was the rate too large, do "
                "gradients add up for want of zero_grad(), or is the last layer a ReLU?"
            )
        return ""


def _is_as_drawn(weights: list[np.ndarray]) -> bool:
    """True if no weight has an entry outside of what new ones are drawn from, or one
    just outside, and each is spread over all of that."""
    return all(
        0.8 <= abs(each).max() * (each.size / len(each)) ** 0.5 <= 1.15
        for each in weights
    )


def _flat(layers: Layers) -> list[np.ndarray]:
    """All weights and biases, in their order."""
    return [array for each in layers if each is not None for array in each]


def _negated(layers: Layers) -> Layers:
    """The network whose outputs have the other sign."""
    last = layers[-1]
    return layers if last is None else [*layers[:-1], (-last[0], -last[1])]


_judge = Judge(
    WANTED,
    HALF,
    _outputs,
    _flat,
    _negated,
    "the pixels and the classes are numbered anew",
)
accuracy, said, share = _judge.accuracy, _judge.said, _judge.share
judged, reasons = _judge.judged, _judge.reasons


def _changed(change: Callable) -> Callable[[Task], Task]:
    """A task whose images are changed as somebody may have changed them to train."""

    def changed(of: Task) -> Task:
        images, held = change(of.images, of.images), change(of.held_images, of.images)
        return Task(images, of.labels, held, of.held_labels)

    return changed


_AS_GIVEN = (
    "The network was trained on images {}, and is judged on images as they are given. "
    "Leave them as they are, or undo it in the weights."
)
CHANGES = {
    _AS_GIVEN.format("less their mean, over their deviation"): _changed(
        lambda x, of: (x - of.mean(0)) / (of.std(0) + 1e-5)
    ),
    _AS_GIVEN.format("less one mean, over one deviation"): _changed(
        lambda x, of: (x - of.mean()) / of.std()
    ),
    _AS_GIVEN.format("less their mean"): _changed(lambda x, of: x - of.mean(0)),
    _AS_GIVEN.format("between -1 and 1"): _changed(lambda x, of: 2 * x - 1),
    _AS_GIVEN.format("between 1 and -1, which are inverted"): _changed(
        lambda x, of: 1 - 2 * x
    ),
    _AS_GIVEN.format("from 0 to 16"): _changed(lambda x, of: 16 * x),
    _AS_GIVEN.format("that are inverted"): _changed(lambda x, of: 1 - x),
}


# -- between processes ------------------------------------------------------------


def arrays_of(networks: list[Layers]) -> tuple[list[list[bool]], list[np.ndarray]]:
    """Networks as they are sent: which layers are Linear; weights and biases."""
    forms = [[each is not None for each in net] for net in networks]
    return forms, [array for net in networks for array in _flat(net)]


def networks_of(forms: object, arrays: list[np.ndarray]) -> list[Layers]:
    """What `arrays_of` was given. Violation for what is no network."""
    rest, found = iter(arrays), []
    try:
        for form in forms:
            pairs = [(next(rest), next(rest)) if linear else None for linear in form]
            found.append(_fitting(pairs))
    except (TypeError, StopIteration):
        raise Violation("its networks could not be read") from None
    if len(found) != TIMES or any(each.dtype != "float32" for each in arrays):
        raise Violation("its networks could not be read")
    return found
