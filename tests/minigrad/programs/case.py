"""What a row of the tables becomes: a program with the shapes of its inputs."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

# Scalars, size-1 axes, vectors, matrices, empty tensors.
ONE = [(), (1,), (4,), (1, 3), (2, 3), (2, 1, 3), (0,), (2, 0)]
# Broadcast either way, or both at once.
TWO = [
    ((), ()),
    ((3,), ()),
    ((), (3,)),
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((3,), (2, 3)),
    ((2, 1), (1, 3)),
    ((1,), (4,)),
    ((2, 3), (2, 3)),
    ((4, 1, 3), (2, 1)),
    ((1, 1), (1,)),
    ((0,), (0,)),
    ((0,), ()),
    ((1,), (0, 3)),
]


class Case(NamedTuple):
    """A program, the shapes of its inputs, and whether these must be positive.

    `graph` is False where minigrad's graph has nodes of its own. `tolerance` is for
    what PyTorch computes to fewer digits than the dtype has. `order` is 1 where PyTorch
    has no second derivative.
    """

    name: str
    program: Callable
    shapes: tuple
    positive: bool = False
    graph: bool = True
    tolerance: float | None = None
    order: int = 2

    def inputs(self, seed: int = 0) -> list[np.ndarray]:
        rng = np.random.default_rng((seed, *map(math.prod, self.shapes)))
        draws = [rng.standard_normal(shape) for shape in self.shapes]
        return [np.exp(draw) for draw in draws] if self.positive else draws

    def __str__(self) -> str:
        return f"{self.name} {' '.join(map(str, self.shapes))}"
