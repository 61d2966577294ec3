"""A text to train on: judged by how well its weights foretell passages of it.

The text is public, and so would be a model that was trained on it beforehand. So each
time its characters are numbered in another order, and other passages are held out. What
the student's function returns are the weights of a model with one block of attention;
whoever judges takes their numbers, and computes its loss on these passages alone.

Read: `Task` (what is handed over, and what is held out), `train`, `Model` and `scores`
(what is computed of its weights), `judged` (the loss that was reached), `reasons`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

import minigrad
from minigrad import nn

from ..pieces.rules import Violation

TIMES, SECONDS = 3, 120  # so often it is called, in so much time in all
WANTED, HALF = 2.2, 2.35  # the loss that earns all points, and half of them
TEXT = Path(__file__).parents[2] / "course" / "data" / "text.txt"
HELD, PASSAGE = 10_000, 1_000  # characters that are held out, in passages as long
RARE = 20  # characters that stand there less often are left out
LENGTHS, WIDTH = (8, 128), 256  # of a context; of each layer
SLOW = (
    f"It is called {TIMES} times, for {SECONDS} seconds in all. 600 steps with 32 "
    "pieces of 32 characters each take some seconds."
)


@dataclass(frozen=True, eq=False)
class Task:
    """A text as numbers of characters, and passages of it that are held out."""

    text: np.ndarray  # int64, from 0 on
    passages: np.ndarray  # one behind another
    given = property(lambda self: (self.text,))


@cache
def _codes() -> np.ndarray:
    """The text as numbers of its characters, without rare ones."""
    letters = np.array(list(TEXT.read_text(encoding="utf-8")))
    _, codes, counts = np.unique(letters, return_inverse=True, return_counts=True)
    return np.unique(codes[counts[codes] >= RARE], return_inverse=True)[1]


def tasks(seed: int) -> list[Task]:
    """As many tasks as a student's function is given."""
    return [_task(np.random.default_rng([seed, i])) for i in range(TIMES)]


def _task(rng: np.random.Generator) -> Task:
    """The text with its characters renamed, less passages at random places."""
    codes = _codes()
    codes = rng.permutation(codes.max() + 1)[codes].astype("int64")  # not int32
    starts = rng.permutation(len(codes) // PASSAGE)[: HELD // PASSAGE] * PASSAGE
    held = (starts[:, None] + np.arange(PASSAGE)).flatten()
    return Task(np.delete(codes, held), codes[held])


def train(function: Callable, text: np.ndarray) -> "Model":
    """What the student's function makes of a text. Violation if that is no model."""
    return model_of(function(minigrad.tensor(text)), int(text.max()) + 1)


# -- a model ----------------------------------------------------------------------

# The parameters of a model, with their shapes: V characters, L places, width E, H.
SHAPES = {
    "tokens.weight": "VE",
    "positions.weight": "LE",
    **{f"norm{i}.{name}": "E" for i in (1, 2, 3) for name in ("weight", "bias")},
    **{f"{name}.weight": "EE" for name in ("query", "key", "value", "mix")},
    "mix.bias": "E",
    "up.weight": "HE",
    "up.bias": "H",
    "down.weight": "EH",
    "down.bias": "E",
    "head.weight": "VE",
    "head.bias": "V",
}
Model = dict[str, np.ndarray]


def model_of(found: object, size: int) -> Model:
    """The numbers of a Module with these parameters. Violation for anything else."""
    if not isinstance(found, nn.Module):
        what = "None. Is there a return?"
        if found is not None:
            what = f"an object of type {type(found).__name__}: return the model."
        raise Violation(f"train_text returned {what}")
    state = dict(found.named_parameters())
    missing = [name for name in SHAPES if name not in state]
    if missing:
        raise Violation(
            f"The model has no parameter {missing[0]}. Its layers have the names and "
            "biases of the table."
        )
    if more := [name for name in state if name not in SHAPES]:
        raise Violation(
            f"The model has a parameter {more[0]}, which the table has not: the judge "
            "would compute without it."
        )
    arrays = {name: state[name].detach().numpy().astype("float32") for name in SHAPES}
    return _fitting(arrays, size)


def _fitting(model: Model, size: int) -> Model:
    """The model, if its shapes fit. Violation if not."""
    sizes = {"V": size}
    for name, letters in SHAPES.items():
        shape = model[name].shape
        if len(shape) != len(letters):
            raise Violation(f"{name} has the shape {list(shape)}: {_shape(letters)}.")
        for letter, number in zip(letters, shape, strict=True):
            if sizes.setdefault(letter, number) != number:
                raise Violation(
                    f"{name} has the shape {list(shape)}. In the table it is "
                    f"{_shape(letters)}, and {letter} is {sizes[letter]}."
                )
    if not LENGTHS[0] <= sizes["L"] <= LENGTHS[1]:
        raise Violation(
            f"The model has {sizes['L']} positions: from {LENGTHS[0]} to {LENGTHS[1]}."
        )
    if max(sizes["E"], sizes["H"]) > WIDTH or not min(sizes["E"], sizes["H"]):
        raise Violation(f"The model is too large: E and H are at most {WIDTH}.")
    return model


def _shape(letters: str) -> str:
    return f"({', '.join(letters)}{',' * (len(letters) == 1)})"


@dataclass(frozen=True)
class Form:
    """How a model is computed; other than the usual is what may have been trained."""

    causal: bool = True
    scaled: bool = True
    added: bool = True  # to what goes into each half
    norms_first: bool = True
    positions: bool = True
    curve: Callable = lambda a: np.maximum(a, 0)


USUAL = Form()


def scores(model: Model, codes: np.ndarray, form: Form = USUAL) -> np.ndarray:
    """The scores of all next characters, for codes of shape (rows, L)."""
    p = {name: each.astype("float64") for name, each in model.items()}

    def linear(name, x):
        return x @ p[f"{name}.weight"].T + p.get(f"{name}.bias", 0)

    def norm(name, x, wanted=True):
        if not wanted:
            return x
        x = x - x.mean(-1, keepdims=True)
        x = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5)
        return x * p[f"{name}.weight"] + p[f"{name}.bias"]

    def half(x, name, part):
        new = part(norm(name, x, form.norms_first)) + (x if form.added else 0)
        return norm(name, new, not form.norms_first)

    def attention(a):
        query, key, value = (linear(each, a) for each in ("query", "key", "value"))
        scores = query @ key.swapaxes(1, 2)
        if form.scaled:
            scores /= np.sqrt(a.shape[-1])
        if form.causal:
            scores = np.where(np.tri(a.shape[1], dtype=bool), scores, -np.inf)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        return linear("mix", weights / weights.sum(-1, keepdims=True) @ value)

    x = p["tokens.weight"][codes] + p["positions.weight"] * form.positions
    x = half(x, "norm1", attention)
    x = half(x, "norm2", lambda a: linear("down", form.curve(linear("up", a))))
    return linear("head", norm("norm3", x))


def loss(model: Model, codes: np.ndarray, form: Form = USUAL, step: int = 1) -> float:
    """The mean of -log p of the next character (or the one `step` places on), over a
    text that is cut into pieces as long as the context."""
    length = len(model["positions.weight"])
    starts = np.arange(0, len(codes) - length - max(step, 1), length)[:, None]
    places = starts + np.arange(length)
    with np.errstate(all="ignore"):
        found = scores(model, codes[places], form)
        found = found - found.max(-1, keepdims=True)
        logs = found - np.log(np.exp(found).sum(-1, keepdims=True))
    wanted = codes[places + step][..., None]
    mean = float(-np.take_along_axis(logs, wanted, -1).mean())
    return mean if np.isfinite(mean) else float("inf")


# -- the verdict ------------------------------------------------------------------


def said(found: float) -> str:
    """A loss, beside what is asked for if it is more."""
    reached = f"its loss on the held-out passages is {found:.3f}"
    return reached if found <= WANTED else f"{reached}, and {WANTED:g} is asked for"


def share(found: float) -> float:
    """Which part of the points a loss earns."""
    return 1.0 if found <= WANTED else 0.5 if found <= HALF else 0.0


def judged(tasks: list[Task], models: list[Model], *how) -> float:
    """The loss on what was held out: of all trainings, the one in the middle."""
    pairs = zip(tasks, models, strict=True)
    return sorted(loss(model, of.passages, *how) for of, model in pairs)[TIMES // 2]


def reasons(tasks: list[Task], models: list[Model]) -> list[str]:
    """Why it is not less: each sentence was found out from the models."""
    if not all(np.isfinite(each).all() for model in models for each in model.values()):
        return [
            "There are weights that are nan or infinite: the loss exploded. Is the "
            "rate too large, or are gradients added up over the steps?"
        ]
    first, second = (list(model.values()) for model in models[:2])
    if len(first) == len(second) and all(map(np.array_equal, first, second)):
        return [
            "The weights are the same whatever the text is: each time the characters "
            "are numbered anew. Train on what you are given."
        ]
    tasks = [Task(of.text[:LOOKED], of.passages[:LOOKED]) for of in tasks]
    found = judged(tasks, models)
    others = {says: judged(tasks, models, *how) for says, how in FORMS.items()}
    likely = min(others, key=others.get)
    if others[likely] < min(found - 0.1, GUESSED):
        return [likely]
    size = len(models[0]["head.bias"])
    if found > np.log(size) - 0.1:
        return [
            f"That is guessing: with {size} characters a guess has the loss "
            f"ln {size} = {np.log(size):.2f}. Does the loss fall in training, and does "
            "step() move the parameters of the model that you return?"
        ]
    of_training = sorted(
        loss(model, of.text) for of, model in zip(tasks, models, strict=True)
    )[TIMES // 2]
    if of_training < WANTED:
        return [
            f"On the text that it was trained on the loss is {of_training:.2f}: it "
            "knows that by heart, and other passages less. Let each step see other "
            "places of the text, or make the model smaller."
        ]
    return [
        f"On the text that it was trained on the loss is {of_training:.2f}, no better: "
        "train longer, with another rate, or with more pieces in each step. Is each "
        "part of the model used in its forward?"
    ]


LOOKED = 2_000  # characters in which a reason is looked for
GUESSED = 2.9  # below this, a model knows more than how often each character comes
_ANOTHER = "The model was trained to compute something else than the exercise says: {}."
FORMS: dict[str, tuple] = {
    _ANOTHER.format(
        "without the causal mask, so that it reads the character that it is to foretell"
    ): (Form(causal=False),),
    _ANOTHER.format("the scores of attention are not divided by √E"): (
        Form(scaled=False),
    ),
    _ANOTHER.format(
        "what goes into a half of the block is not added to what comes out"
    ): (Form(added=False),),
    _ANOTHER.format("norm1 and norm2 stand after the addition, and not first"): (
        Form(norms_first=False),
    ),
    _ANOTHER.format("the positions are not added to the tokens"): (
        Form(positions=False),
    ),
    _ANOTHER.format("there is no ReLU between up and down"): (Form(curve=lambda a: a),),
    _ANOTHER.format("there stands tanh in the place of the ReLU"): (
        Form(curve=np.tanh),
    ),
    _ANOTHER.format("there stands GELU in the place of the ReLU"): (
        Form(curve=lambda a: a / (1 + np.exp(-1.702 * a))),
    ),
    "The model foretells the character that it sees, and not the next one: the target "
    "is the text moved by one.": (USUAL, 0),
    "The model foretells the character before the one it sees: the target is the text "
    "moved by one, in the other direction.": (USUAL, -1),
    "The model foretells the character after the next: the target is moved by two.": (
        USUAL,
        2,
    ),
}


# -- between processes ------------------------------------------------------------


def arrays_of(models: list[Model]) -> tuple[list, list[np.ndarray]]:
    """Models as they are sent: nothing but their arrays, in the order of the table."""
    return [len(models)], [array for model in models for array in model.values()]


def networks_of(forms: object, arrays: list[np.ndarray]) -> list[Model]:
    """What `arrays_of` was given. Violation for what is no model."""
    count = len(SHAPES)
    whole = len(arrays) == TIMES * count
    if not whole or any(each.dtype != "float32" for each in arrays):
        raise Violation("its models could not be read")
    size = int(_codes().max()) + 1
    rows = [arrays[i * count : (i + 1) * count] for i in range(TIMES)]
    return [_fitting(dict(zip(SHAPES, row, strict=True)), size) for row in rows]
