"""Joining, cutting and repeating."""

from .case import Case

PAIRS = {  # of shapes (2, 3) and (2, 3)
    "cat": lambda lib, x, y: lib.cat([x, y]),
    "cat of columns": lambda lib, x, y: lib.cat((x, y, x), dim=-1),
    "cat of one": lambda lib, x, y: lib.concat([x * y]),
    "cat of two sizes": lambda lib, x, y: lib.concatenate([x, y[:1], y[:0]]),
    "stack": lambda lib, x, y: lib.stack([x, y]),
    "stack behind": lambda lib, x, y: lib.stack([x, y, x], -1),
    "hstack": lambda lib, x, y: lib.hstack([x, y]),
    "hstack of vectors": lambda lib, x, y: lib.hstack([x[0], y[0]]),
    "hstack of scalars": lambda lib, x, y: lib.hstack([x[0, 0], y[0, 0]]),
    "vstack": lambda lib, x, y: lib.vstack([x, y[0]]),
}
PIECES = {  # of shape (5, 4)
    "split": lambda lib, x: x.split(2),
    "split of columns": lambda lib, x: lib.split(x, 2, dim=-1),
    "split in one": lambda lib, x: x.split(9),
    "split with sizes": lambda lib, x: x.split([1, 0, 4]),
    "split, one piece used": lambda lib, x: x.split(2)[1] * 2,
    "split, pieces multiplied": lambda lib, x: (lambda a, b: a * b)(*x.split(2, 1)),
    "chunk": lambda lib, x: x.chunk(3),
    "chunk of columns": lambda lib, x: lib.chunk(x, 2, 1),
    "chunk of nothing": lambda lib, x: x[:0].chunk(2),
    "unbind": lambda lib, x: x.unbind(),
    "unbind of columns": lambda lib, x: lib.unbind(x, -1),
    "unbind, one used": lambda lib, x: x.unbind(1)[2].sin(),
    "iteration": lambda lib, x: sum(row * i for i, row in enumerate(x.unbind())),
    "repeat": lambda lib, x: x.repeat(2, 3),
    "repeat of a list": lambda lib, x: x.repeat([2, 1, 1]),
    "repeat once": lambda lib, x: x.repeat(1, 1),
    "repeat of a scalar": lambda lib, x: x[0, 0].repeat(3),
    "tile": lambda lib, x: x.tile(2),
    "tile()": lambda lib, x: lib.tile(x, (2, 1, 2)),
    "tile by nothing": lambda lib, x: x.tile(()),
    "repeat_interleave": lambda lib, x: x.repeat_interleave(2, 1),
    "repeat_interleave of all": lambda lib, x: lib.repeat_interleave(x, 3),
    "repeat_interleave by a tensor": lambda lib, x: x.repeat_interleave(
        lib.tensor([1, 0, 3, 1, 1]), dim=0
    ),
    "repeat_interleave by one": lambda lib, x: x.repeat_interleave(lib.tensor([2])),
}

CASES = [Case(name, PAIRS[name], ((2, 3), (2, 3))) for name in PAIRS]
CASES += [Case(name, PIECES[name], ((5, 4),)) for name in PIECES]
