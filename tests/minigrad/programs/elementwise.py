"""Operations that act entry by entry."""

from .case import ONE, TWO, Case

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

CASES = [
    Case(name, rows[name], (shape,))
    for rows in (ELEMENTWISE, SHARED)
    for name in rows
    for shape in ONE
]
CASES += [Case(n, POSITIVE[n], (s,), True) for n in POSITIVE for s in ONE]
CASES += [Case(n, BINARY[n], pair, True) for n in BINARY for pair in TWO]
