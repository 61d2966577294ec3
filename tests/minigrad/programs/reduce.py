"""Reductions."""

from .case import ONE, Case

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

CASES = [Case(name, REDUCTIONS[name], (s,)) for name in REDUCTIONS for s in ONE]
