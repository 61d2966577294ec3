"""The inputs that programs are run on: what kinds there are, and the usual grid.

Read: `Floats` and its siblings (one argument of a program), `grid` (the cases that a
program gets unless it says otherwise), `drawn` (the numbers).

A case is a tuple of such arguments, one per parameter of the program. Shapes are never
square by chance, so that a gradient along the wrong axis does not fit.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Floats:
    """Normal random numbers: a tensor that requires grad."""

    shape: tuple[int, ...]
    dtype: str = "float64"
    scale: float = 1.0

    def draw(self, rng: np.random.Generator) -> np.ndarray:
        numbers = rng.standard_normal(self.shape) * self.scale
        return np.asarray(numbers, self.dtype)  # NumPy makes scalars of 0-d arrays


@dataclass(frozen=True)
class Between:
    """Random numbers from `low` to `high`: a tensor that requires grad."""

    shape: tuple[int, ...]
    low: float
    high: float
    dtype: str = "float64"

    def draw(self, rng: np.random.Generator) -> np.ndarray:
        numbers = rng.uniform(self.low, self.high, self.shape)
        return np.asarray(numbers, self.dtype)


@dataclass(frozen=True)
class Exactly:
    """These numbers (0, inf, nan …), in a random order: a tensor that requires grad."""

    values: tuple[float, ...]
    shape: tuple[int, ...]

    def draw(self, rng: np.random.Generator) -> np.ndarray:
        count = math.prod(self.shape)
        repeated = np.resize(np.array(self.values, "float64"), count)
        return rng.permutation(repeated).reshape(self.shape)


@dataclass(frozen=True)
class Whole:
    """Random whole numbers from `low` to `high`: an int64 tensor, without gradient."""

    shape: tuple[int, ...]
    low: int = -9
    high: int = 9

    def draw(self, rng: np.random.Generator) -> np.ndarray:
        return rng.integers(self.low, self.high + 1, self.shape, dtype="int64")


@dataclass(frozen=True)
class OneOf:
    """One of these Python values, handed to the program as it is."""

    values: tuple

    def draw(self, rng: np.random.Generator) -> object:
        return self.values[rng.integers(len(self.values))]


@dataclass(frozen=True)
class Sequences:
    """A tuple of a few of these Python values, drawn one by one."""

    values: tuple
    lengths: tuple[int, ...]

    def draw(self, rng: np.random.Generator) -> tuple:
        count = rng.choice(self.lengths)
        return tuple(self.values[rng.integers(len(self.values))] for _ in range(count))


@dataclass(frozen=True)
class Plan:
    """A random graph: steps (operation, operand, ...) that a program follows.

    Operands are numbers: first those of the `leaves`, then those of earlier steps.
    Every second one is the step before, so that graphs are deep as well as wide.
    """

    leaves: int
    steps: int

    def draw(self, rng: np.random.Generator) -> tuple:
        plan = []
        for known in range(self.leaves, self.leaves + self.steps):
            name = list(OPERATIONS)[rng.integers(len(OPERATIONS))]
            sources = [
                known - 1 if rng.random() < 0.5 else int(rng.integers(known))
                for _ in range(OPERATIONS[name].count("{}"))
            ]
            plan.append((name, *sources))
        return tuple(plan)


# What the steps of a plan are called, and how they are written.
OPERATIONS = {
    "add": "{} + {}",
    "sub": "{} - {}",
    "mul": "{} * {}",
    "tanh": "tanh {}",
    "sin": "sin {}",
    "neg": "-{}",
}


def plan_text(plan: tuple, leaves: Sequence[str]) -> str:
    """A plan as formulas: "s = a * b, t = tanh s"."""
    names = [*leaves, *(f"t{i}" for i in range(1, len(plan) + 1))]
    formulas = (
        OPERATIONS[name].format(*(names[source] for source in sources))
        for name, *sources in plan
    )
    return ", ".join(
        f"{name} = {formula}"
        for name, formula in zip(names[len(leaves) :], formulas, strict=True)
    )


Argument = Floats | Between | Exactly | Whole | OneOf | Sequences | Plan
Case = tuple[Argument, ...]


def given(value: object) -> OneOf:
    """This Python value, handed to the program as it is."""
    return OneOf((value,))


def grid(parameters: int) -> list[Case]:
    """The cases for a program of one or two tensors that may have any shape.

    A matrix, axes of size 1 (broadcast both ways), fewer axes, 0-d, no entries, and
    one in float32.
    """
    if parameters == 1:
        shapes = [((3, 4),), ((3, 1),), ((2, 3, 4),), ((),), ((0, 3),)]
        single = ((2, 3),)
    elif parameters == 2:
        shapes = [
            ((3, 4), (3, 4)),
            ((3, 1), (1, 4)),
            ((1, 4), (3, 1)),
            ((4,), (2, 3, 4)),
            ((2, 3, 4), (3, 1)),
            ((), (3,)),
            ((3,), ()),
            ((), ()),
            ((0, 3), (1, 3)),
        ]
        single = ((2, 3), (3,))
    else:
        raise ValueError(f"say which inputs: there is no grid of {parameters} tensors")
    cases = [tuple(Floats(shape) for shape in case) for case in shapes]
    return [*cases, tuple(Floats(shape, "float32") for shape in single)]


def of_shapes(*cases: Sequence[tuple[int, ...]]) -> list[Case]:
    """Cases of float64 tensors, each given by the shapes of its tensors."""
    return [tuple(Floats(tuple(shape)) for shape in case) for case in cases]


def drawn(case: Case, rng: np.random.Generator) -> list:
    """The values of a case: arrays, and Python values."""
    return [argument.draw(rng) for argument in case]


def is_differentiable(value: object) -> bool:
    """True for an input that becomes a tensor that requires grad."""
    return isinstance(value, np.ndarray) and value.dtype.kind == "f"
