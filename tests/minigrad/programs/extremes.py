"""Maxima, minima, clamp, rounding and remainders."""

from .case import Case

SHAPES = [(), (4,), (2, 3), (2, 0)]
PAIRS = [((), ()), ((3,), ()), ((2, 3), (3,)), ((4, 1, 3), (2, 1)), ((1,), (0, 3))]

UNARY = {
    "clamp": lambda lib, x: x.clamp(-0.5, 0.5),
    "clamp min": lambda lib, x: lib.clamp(x, min=-0.5),
    "clamp max": lambda lib, x: x.clip(max=0.5),
    "clamp without room": lambda lib, x: x.clamp(1, -1),
    "clamp_min": lambda lib, x: x.clamp_min(0),
    "clamp_max": lambda lib, x: lib.clamp_max(x, 0.5),
    "clamp_": lambda lib, x: (x * 2).clamp_(min=-1, max=1) * x,
    "floor": lambda lib, x: x.floor(),
    "ceil": lambda lib, x: lib.ceil(x),
    "trunc": lambda lib, x: (x * 2).trunc(),
    "round": lambda lib, x: (x * 2).round(),
    "round to decimals": lambda lib, x: x.round(decimals=1),
    "round to tens": lambda lib, x: lib.round(x * 20, decimals=-1),
    "remainder of a number": lambda lib, x: x % 0.75,
    "remainder of -2": lambda lib, x: x.remainder(-2),
    "div by a number, floor": lambda lib, x: x.div(0.3, rounding_mode="floor"),
}
BINARY = {
    "maximum": lambda lib, x, y: lib.maximum(x, y),
    "minimum": lambda lib, x, y: x.minimum(y),
    "max of two": lambda lib, x, y: lib.max(x, y),
    "min of two": lambda lib, x, y: x.min(y),
    "clamp to tensors": lambda lib, x, y: x.clamp(y, y + 1),
    "clamp to tensors without room": lambda lib, x, y: x.clamp(y, y - 1),
    "clamp to a lower tensor": lambda lib, x, y: x.clamp(min=y),
    "clamp to an upper tensor": lambda lib, x, y: lib.clamp(x, max=y),
    "remainder": lambda lib, x, y: x % y,
    "div rounded down": lambda lib, x, y: x.div(y, rounding_mode="floor"),
    "div rounded to 0": lambda lib, x, y: lib.div(x, y, rounding_mode="trunc"),
}
# One value used twice: every pair is a tie.
TIES = {
    "maximum": lambda lib, x: lib.maximum(x, x),
    "clamp": lambda lib, x: x.clamp(x, x),
}

CASES = [
    Case(name, rows[name], (shape,))
    for rows in (UNARY, TIES)
    for name in rows
    for shape in SHAPES
]
CASES += [Case(n, BINARY[n], pair) for n in BINARY for pair in PAIRS]
