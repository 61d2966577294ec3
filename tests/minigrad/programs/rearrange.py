"""Views of other kinds, copies in another order, diagonals and triangles."""

from .case import Case

DEEP = {  # of shape (2, 3, 4)
    "ravel": lambda lib, x: x.ravel(),
    "ravel of a view": lambda lib, x: lib.ravel(x.mT),
    "unflatten": lambda lib, x: x.unflatten(2, (2, -1)),
    "unflatten()": lambda lib, x: lib.unflatten(x, -1, (2, 1, 2)),
    "movedim": lambda lib, x: x.movedim(0, 2),
    "movedim of several": lambda lib, x: lib.movedim(x, (0, 1), (-1, 0)),
    "view_as": lambda lib, x: x.view_as(lib.zeros(4, 6)),
    "expand_as": lambda lib, x: x.expand_as(lib.zeros(5, 2, 3, 4)),
    "broadcast_to": lambda lib, x: lib.broadcast_to(x[:, :1], (2, 5, 4)),
    "broadcast_tensors": lambda lib, x: lib.broadcast_tensors(x, x[0, :, :1]),
    "select": lambda lib, x: x.select(1, -1),
    "narrow": lambda lib, x: x.narrow(-1, 1, 2),
    "narrow()": lambda lib, x: lib.narrow(x, 1, -2, 1),
    "unfold": lambda lib, x: x.unfold(2, 2, 1),
    "unfold apart": lambda lib, x: x.unfold(-1, 1, 3) * 2,
    "unfold overlapping": lambda lib, x: x.unfold(1, 3, 2).sin(),
    "flip": lambda lib, x: x.flip(0, -1),
    "flip of a list": lambda lib, x: lib.flip(x, [1]),
    "roll": lambda lib, x: x.roll(5),
    "roll of a dim": lambda lib, x: lib.roll(x, -1, 2),
    "roll of dims": lambda lib, x: x.roll((1, 2), (0, 2)),
    "tril": lambda lib, x: x.tril(),
    "tril below": lambda lib, x: lib.tril(x, -1),
    "triu": lambda lib, x: x.triu(diagonal=1),
    "triu()": lambda lib, x: lib.triu(x),
    "diagonal": lambda lib, x: x.diagonal(),
    "diagonal of dims": lambda lib, x: lib.diagonal(x, 1, 2, 0),
    "diagonal outside": lambda lib, x: x.diagonal(5),
    "diag_embed": lambda lib, x: x.diag_embed(),
    "diag_embed of dims": lambda lib, x: lib.diag_embed(x, -1, 2, 0),
    "diag of a vector": lambda lib, x: x[0, 0].diag(),
    "diag above": lambda lib, x: lib.diag(x[0, 0], 1),
    "diag of a matrix": lambda lib, x: lib.diag(x[0], -1),
    "meshgrid": lambda lib, x: lib.meshgrid(x[0, 0], x[:, 0, 0], indexing="ij"),
    "meshgrid xy": lambda lib, x: lib.meshgrid(
        [x[0, 0], x[:, 0, 0], x[0, 0, 0]], indexing="xy"
    ),
}

CASES = [Case(name, DEEP[name], ((2, 3, 4),)) for name in DEEP]
