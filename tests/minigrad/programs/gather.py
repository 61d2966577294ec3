"""Taking and changing the entries that an index or a mask names."""

from .case import Case


def index(lib, *rows):
    return lib.tensor(rows)


ONE = {  # of shape (3, 4)
    "gather": lambda lib, x: x.gather(1, index(lib, [0, 0, 3], [1, 2, 1])),
    "gather of rows": lambda lib, x: lib.gather(x, 0, index(lib, [2, 0, 0, 1])),
    "gather one each": lambda lib, x: x.gather(-1, index(lib, [1], [0], [3])),
    "gather int32": lambda lib, x: x.gather(0, index(lib, [1, 1]).int()),
    "gather nothing": lambda lib, x: x.gather(0, index(lib, []).long()),
    "gather of a scalar": lambda lib, x: x[0, 0].gather(0, lib.tensor([0, 0])),
    "scatter a number": lambda lib, x: x.scatter(1, index(lib, [0, 3], [2, 2]), 2.5),
    "index_select": lambda lib, x: x.index_select(0, lib.tensor([0, 2, 2])),
    "index_select of columns": lambda lib, x: lib.index_select(x, 1, lib.tensor([3])),
    "index_select of a scalar": lambda lib, x: x[0, 0].index_select(0, lib.tensor([0])),
    "index_select by a scalar": lambda lib, x: x.index_select(1, lib.tensor(1)),
    "masked_fill": lambda lib, x: x.masked_fill(x > 0, 2.5),
    "masked_fill of rows": lambda lib, x: lib.masked_fill(x, x[:, :1] > 0, -1e9),
    "masked_fill_": lambda lib, x: (x * 2).masked_fill_(mask=x > 0, value=1),
    "masked_fill with infinity": lambda lib, x: x.masked_fill(x > 0, -float("inf")),
    "masked_select": lambda lib, x: x.masked_select(x > 0),
    "masked_select of columns": lambda lib, x: lib.masked_select(x, x[0] > 0),
}
TWO = {  # of shapes (3, 4) and (3, 4)
    "scatter": lambda lib, x, y: x.scatter(
        1, index(lib, [0, 3, 1], [2, 1, 0]), y[1:, 1:]
    ),
    "scatter of rows": lambda lib, x, y: lib.scatter(
        x, 0, index(lib, [2, 1, 0, 1]), y[:1]
    ),
    "scatter_": lambda lib, x, y: (x * 2).scatter_(
        1, index(lib, [0, 3, 1]), src=y[:1, :3]
    ),
    "scatter_add": lambda lib, x, y: x.scatter_add(
        1, index(lib, [0, 0, 3], [1, 1, 1]), y[1:, :3]
    ),
    "scatter_add of rows": lambda lib, x, y: lib.scatter_add(
        x, 0, index(lib, [2, 2, 0, 1], [2, 0, 0, 0]), y[:2]
    ),
    "scatter_add one each": lambda lib, x, y: x.scatter_add(
        1, index(lib, [0], [0], [3]), y[:, :1]
    ),
    "scatter_add_": lambda lib, x, y: (x * 2).scatter_add_(
        0, index=index(lib, [0, 0, 0]), src=y[:1, :3]
    ),
    "scatter of scalars": lambda lib, x, y: (
        x[0, 0].scatter(0, lib.tensor(0), y[0, 0]),
        x[0, 0].scatter_add(0, lib.tensor([0, 0]), y[0, :2]),
        x[0, 0].scatter(0, lib.tensor(0), 3.0),
    ),
    "index_add": lambda lib, x, y: x.index_add(0, lib.tensor([2, 0, 2]), y),
    "index_add alpha": lambda lib, x, y: lib.index_add(
        x, 1, lib.tensor([0, 0, 1, 3]), y, alpha=-2
    ),
    "index_add_": lambda lib, x, y: (x * 2).index_add_(
        0, lib.tensor([1]), y[:1], alpha=3
    ),
    "index_add of scalars": lambda lib, x, y: x[0, 0].index_add(
        0, lib.tensor(0), y[0, 0]
    ),
    "masked_fill with a tensor": lambda lib, x, y: x.masked_fill(x > y, y[0, 0]),
}

CASES = [Case(name, ONE[name], ((3, 4),)) for name in ONE]
CASES += [Case(name, TWO[name], ((3, 4), (3, 4))) for name in TWO]
# minigrad expands to the shape of the mask first, with a node for it.
CASES.append(
    Case(
        "a mask larger than the input",
        lambda lib, x, y: (x.masked_fill(y > 0, 2), x.masked_select(y > 0)),
        ((4,), (3, 4)),
        graph=False,
    )
)
