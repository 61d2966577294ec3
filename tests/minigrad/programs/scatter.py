"""Entries put into a copy: reduced, by any key, in place of a part."""

from .case import Case
from .gather import index

REDUCTIONS = ("sum", "prod", "mean", "amax", "amin")
TWO = {  # of shapes (3, 4) and (3, 4)
    "scatter_reduce with a zero": lambda lib, x, y: x.scatter_reduce(
        1,
        index(lib, [0, 0, 3, 2]),
        y[:1] * lib.tensor([0.0, 1.0, 0.0, 1.0], dtype=y.dtype),
        "prod",
    ),
    "scatter_reduce of scalars": lambda lib, x, y: x[0, 0].scatter_reduce(
        0, lib.tensor([0, 0]), y[0, :2], "amax"
    ),
    "scatter_reduce_": lambda lib, x, y: (x * 2).scatter_reduce_(
        0, index(lib, [0, 0, 2]), y[:1, :3], "prod", include_self=False
    ),
    "put": lambda lib, x, y: x.put(index(lib, [0, -1], [3, 5]), y[:2, :2]),
    "put, added": lambda lib, x, y: x.put(
        index(lib, [0, -1], [0, 5]), y[:2, :2], accumulate=True
    ),
    "put_": lambda lib, x, y: (x * 2).put_(lib.tensor([0, 7]), y[0, :2]),
    "index_put": lambda lib, x, y: x.index_put(
        (lib.tensor([0, 2]), lib.tensor([1, 1])), y[0, :2]
    ),
    "index_put, added": lambda lib, x, y: lib.index_put(
        x, (lib.tensor([0, 0]), lib.tensor([1, 1])), y[0, :2], True
    ),
    "index_put of a row, added": lambda lib, x, y: lib.index_put(
        x, (lib.tensor([0, 0]),), y[0], accumulate=True
    ),
    "index_put_ by a mask": lambda lib, x, y: (x * 1).index_put_((x > 0,), y[0, 0]),
    "index_put_, added": lambda lib, x, y: (x * 1).index_put_(
        [lib.tensor([1, 1, 0])], y, accumulate=True
    ),
    "select_scatter": lambda lib, x, y: x.select_scatter(y[0], 0, 1),
    "slice_scatter": lambda lib, x, y: lib.slice_scatter(x, y[:, :2], 1, 0, 4, 2),
    "diagonal_scatter": lambda lib, x, y: x.diagonal_scatter(y[:, 0], 1),
}


def reduced(reduction: str, include_self: bool):
    def program(lib, x, y):
        i, j = index(lib, [0, 0, 3], [1, 1, 1]), index(lib, [2, 2, 0, 1], [2, 0, 0, 0])
        return (
            x.scatter_reduce(1, i, y[1:, :3], reduction, include_self=include_self),
            lib.scatter_reduce(
                x, 0, j, y[:2], reduce=reduction, include_self=include_self
            ),
        )

    return program


for _name in REDUCTIONS:
    TWO[f"scatter_reduce {_name}"] = reduced(_name, True)
    TWO[f"scatter_reduce {_name} of sources"] = reduced(_name, False)

CASES = [Case(name, TWO[name], ((3, 4), (3, 4)), graph=False) for name in TWO]
