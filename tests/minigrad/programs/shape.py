"""Operations that rearrange or take entries."""

from .case import Case

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

IN_PLACE = {  # of shape (2, 3)
    "unsqueeze_": lambda lib, x: (x * 2).unsqueeze_(1) * x,
    "squeeze_": lambda lib, x: (x[:1] * 2).squeeze_() * x,
    "transpose_": lambda lib, x: (x * 2).transpose_(0, 1) @ x,
    "t_": lambda lib, x: x @ (x * 2).t_(),
}

CASES = [Case(name, MATRIX[name], ((2, 3),)) for name in MATRIX]
CASES += [Case(name, IN_PLACE[name], ((2, 3),), graph=False) for name in IN_PLACE]
