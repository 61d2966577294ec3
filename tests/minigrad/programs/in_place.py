"""Assignments to a part: the operations that `x[key] = value` records."""

from .case import Case


def assigned(key, value):
    def program(lib, x):
        y = x * 1
        y[key(lib, x)] = value(lib, x)
        return y * x

    return program


ASSIGNMENTS = {
    "row by a row": assigned(lambda lib, x: 0, lambda lib, x: x[1] * 2),
    "row by a number": assigned(lambda lib, x: 0, lambda lib, x: 0.5),
    "all by one": assigned(lambda lib, x: slice(None), lambda lib, x: x.sum()),
    "rows by a list": assigned(lambda lib, x: [1, 0], lambda lib, x: x.sin()),
    "mask by a number": assigned(lambda lib, x: x > 0, lambda lib, x: 2.0),
}

CASES = [Case(f"{name} ", ASSIGNMENTS[name], ((2, 3),)) for name in ASSIGNMENTS]
