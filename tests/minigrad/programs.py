"""Every differentiable operation as small programs, with the shapes to try them on.

Read: `CASES`, which the tests run, and the tables it is made of: one row per operation,
`name: program`. A new op of minigrad needs a row here, or a test fails.
"""

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

ELEMENTWISE = {
    "neg": lambda lib, x: -x,
    "neg()": lambda lib, x: lib.neg(x),
    "exp": lambda lib, x: x.exp(),
    "tanh": lambda lib, x: lib.tanh(x),
    "sin": lambda lib, x: x.sin(),
    "cos": lambda lib, x: lib.cos(x),
    "relu": lambda lib, x: x.relu(),
    "abs": lambda lib, x: abs(x),
    "abs()": lambda lib, x: lib.abs(x),
    "sign": lambda lib, x: x.sign() * x,
    "sign alone": lambda lib, x: lib.sign(x),
    "reciprocal": lambda lib, x: x.reciprocal(),
    "square": lambda lib, x: x.square(),
    "clone": lambda lib, x: x.clone(),
    "x + 2": lambda lib, x: x + 2,
    "2.5 + x": lambda lib, x: 2.5 + x,
    "x - 2": lambda lib, x: x - 2,
    "2 - x": lambda lib, x: 2 - x,
    "x * 3": lambda lib, x: x * 3,
    "3.5 * x": lambda lib, x: 3.5 * x,
    "x / 3": lambda lib, x: x / 3,
    "3 / x": lambda lib, x: 3 / x,
    "x ** 0": lambda lib, x: x**0,
    "x ** 1": lambda lib, x: x**1,
    "x ** 2": lambda lib, x: x**2,
    "x ** 3": lambda lib, x: lib.pow(x, 3),
    "x ** 5": lambda lib, x: x.pow(5),
    "x ** -1": lambda lib, x: x**-1,
    "x ** -2.0": lambda lib, x: x**-2.0,
    "2.5 ** x": lambda lib, x: 2.5**x,
    "fill_": lambda lib, x: (x + 1).fill_(2.5),
    "zero_": lambda lib, x: (x + 1).zero_() * x,
    "to float32": lambda lib, x: x.to(lib.float32) * 2,
    "to float64": lambda lib, x: x.double() * 2,
}
POSITIVE = {
    "log": lambda lib, x: x.log(),
    "sqrt": lambda lib, x: lib.sqrt(x),
    "x ** 0.5": lambda lib, x: x**0.5,
    "x ** -0.5": lambda lib, x: x**-0.5,
    "x ** 1.5": lambda lib, x: x**1.5,
}
# One value used twice: both operands, and both orders of a diamond.
SHARED = {
    "x + x": lambda lib, x: x + x,
    "x - x": lambda lib, x: x - x,
    "x * x": lambda lib, x: x * x,
    "x / x": lambda lib, x: x / x,
    "x ** x": lambda lib, x: abs(x) ** abs(x),
    "x * x + x": lambda lib, x: x * x + x,
    "x + x * x": lambda lib, x: x + x * x,
    "tanh(x) * x": lambda lib, x: x.tanh() * x,
    "x * tanh(x)": lambda lib, x: x * x.tanh(),
    "diamond of views": lambda lib, x: x.reshape(-1) * 2 + x.reshape(-1).exp(),
    "y used thrice": lambda lib, x: (lambda y: y * y.sin() + y)(x * 2),
}
BINARY = {
    "add": lambda lib, x, y: x + y,
    "sub": lambda lib, x, y: x - y,
    "mul": lambda lib, x, y: x * y,
    "div": lambda lib, x, y: x / y,
    "pow": lambda lib, x, y: x**y,
    "add()": lambda lib, x, y: lib.add(x, y),
    "sub()": lambda lib, x, y: x.sub(y),
    "mul()": lambda lib, x, y: lib.mul(x, y),
    "div()": lambda lib, x, y: x.div(y),
    "copy_": lambda lib, x, y: (x + y).copy_(y) * x,
    "where": lambda lib, x, y: lib.where(x > 1, x, y),
    "where with a number": lambda lib, x, y: lib.where(x > y, x, 2.0),
}
REDUCTIONS = {
    "sum": lambda lib, x: x.sum(),
    "sum()": lambda lib, x: lib.sum(x),
    "sum of dim": lambda lib, x: x.sum(0),
    "sum keepdim": lambda lib, x: x.sum(dim=-1, keepdim=True),
    "sum dim=None": lambda lib, x: x.sum(dim=None),
    "sum dim=()": lambda lib, x: x.sum(()),
    "mean": lambda lib, x: x.mean(),
    "mean of dim": lambda lib, x: lib.mean(x, -1),
    "mean keepdim": lambda lib, x: x.mean(0, keepdim=True),
    "mean dim=None": lambda lib, x: x.mean(None),
    "norm": lambda lib, x: x.norm(),
    "norm()": lambda lib, x: lib.norm(x),
    "norm of dim": lambda lib, x: x.norm(dim=-1),
    "norm keepdim": lambda lib, x: x.norm(dim=0, keepdim=True),
}
MATRIX = {  # of shape (2, 3)
    "sum of both dims": lambda lib, x: x.sum((1, 0), keepdim=True),
    "mean of both dims": lambda lib, x: x.mean((0, -1)),
    "norm of both dims": lambda lib, x: x.norm(2, (0, 1)),
    "reshape": lambda lib, x: x.reshape(3, 2),
    "reshape()": lambda lib, x: lib.reshape(x, (-1, 1, 2)),
    "reshape with a copy": lambda lib, x: x.T.reshape(6),
    "reshape out of order": lambda lib, x: x.T.reshape(3, 1, 2),
    "view": lambda lib, x: x.view(6),
    "view out of order": lambda lib, x: x.T.view(3, 1, 2),
    "flatten": lambda lib, x: x.T.flatten(),
    "T": lambda lib, x: x.T,
    "t": lambda lib, x: lib.t(x),
    "mT": lambda lib, x: x.mT,
    "transpose": lambda lib, x: x.transpose(-1, 0),
    "permute": lambda lib, x: lib.permute(x, (1, 0)),
    "unsqueeze": lambda lib, x: x.unsqueeze(1),
    "squeeze": lambda lib, x: x[:1].squeeze(),
    "squeeze of a dim": lambda lib, x: x[:1].squeeze(0),
    "squeeze of nothing": lambda lib, x: x.squeeze(0),
    "squeeze of dims": lambda lib, x: x[:1, :1].squeeze((0, 1)),
    "expand": lambda lib, x: x.expand(4, 2, -1),
    "expand an axis": lambda lib, x: x[:, :1].expand(2, 5),
    "contiguous": lambda lib, x: x.T.contiguous(),
    "x[...]": lambda lib, x: x[...],
    "x[1]": lambda lib, x: x[1],
    "x[:, -1]": lambda lib, x: x[:, -1],
    "x[0, 1]": lambda lib, x: x[0, 1],
    "x[None, 0]": lambda lib, x: x[None, 0],
    "x[:, ::2]": lambda lib, x: x[:, ::2],
    "x[[1, 0, 1]]": lambda lib, x: x[[1, 0, 1]],
    "x[:, [0, 0]]": lambda lib, x: x[:, [0, 0]],
    "x[mask]": lambda lib, x: x[x > 0],
}
PRODUCTS = {
    "dot": ((3,), (3,)),
    "matrix vector": ((2, 3), (3,)),
    "vector matrix": ((3,), (3, 2)),
    "matrices": ((2, 3), (3, 4)),
    "row times column": ((1, 3), (3, 1)),
    "no rows": ((0, 3), (3, 2)),
    "nothing to sum": ((2, 0), (0, 3)),
    "stack times matrix": ((4, 2, 3), (3, 2)),
    "stack times vector": ((4, 2, 3), (3,)),
    "matrix times stack": ((2, 3), (4, 3, 2)),
    "vector times stack": ((3,), (4, 3, 2)),
    "stacks": ((4, 2, 3), (4, 3, 2)),
    "broadcast left": ((1, 2, 3), (4, 3, 2)),
    "broadcast right": ((4, 2, 3), (1, 3, 2)),
    "broadcast both": ((4, 1, 2, 3), (5, 3, 2)),
    "deep stack times vector": ((5, 4, 2, 3), (3,)),
    "empty stack": ((0, 2, 3), (0, 3, 2)),
}


class Case(NamedTuple):
    """A program, the shapes of its inputs, and whether these must be positive."""

    name: str
    program: Callable
    shapes: tuple
    positive: bool = False

    def inputs(self, seed: int = 0) -> list[np.ndarray]:
        rng = np.random.default_rng((seed, *map(math.prod, self.shapes)))
        draws = [rng.standard_normal(shape) for shape in self.shapes]
        return [np.exp(draw) for draw in draws] if self.positive else draws

    def __str__(self) -> str:
        return f"{self.name} {' '.join(map(str, self.shapes))}"


def _cases() -> list[Case]:
    rows = {**ELEMENTWISE, **SHARED, **REDUCTIONS}
    cases = [Case(name, rows[name], (shape,)) for name in rows for shape in ONE]
    cases += [Case(n, POSITIVE[n], (s,), True) for n in POSITIVE for s in ONE]
    cases += [Case(n, BINARY[n], pair, True) for n in BINARY for pair in TWO]
    cases += [Case(n, MATRIX[n], ((2, 3),)) for n in MATRIX]
    cases += [Case(n, lambda lib, a, b: a @ b, PRODUCTS[n]) for n in PRODUCTS]
    return cases


CASES = _cases()
