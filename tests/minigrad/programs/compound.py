"""Operations of two or three operands in one step."""

from .case import Case
from .extremes import PAIRS

BINARY = {
    "add alpha": lambda lib, x, y: lib.add(x, y, alpha=2),
    "sub alpha": lambda lib, x, y: x.sub(y, alpha=-0.5),
    "xlogy": lambda lib, x, y: lib.xlogy(x, y),
    "atan2": lambda lib, x, y: lib.atan2(x, -y),
    "lerp": lambda lib, x, y: x.lerp(y, 0.3),
    "lerp beyond": lambda lib, x, y: lib.lerp(x, y, 1.75),
}
UNARY = {
    "add a number, alpha": lambda lib, x: x.add(2, alpha=3),
}
TERNARY = {
    "lerp by a tensor": lambda lib, x, y, z: lib.lerp(x, y, z / 3),
    "addcmul": lambda lib, x, y, z: lib.addcmul(x, y, z),
    "addcmul value": lambda lib, x, y, z: x.addcmul(y, z, value=-2.5),
    "addcdiv": lambda lib, x, y, z: x.addcdiv(y, z),
    "addcdiv value": lambda lib, x, y, z: lib.addcdiv(x, y, z, value=0.5),
}
TRIPLES = [((), (), ()), ((2, 3), (3,), (2, 1)), ((1,), (4,), ()), ((0,), (0,), ())]

CASES = [Case(n, UNARY[n], (s,)) for n in UNARY for s in [(), (2, 3)]]
CASES += [Case(n, BINARY[n], pair, True) for n in BINARY for pair in PAIRS]
CASES += [Case(n, TERNARY[n], three, True) for n in TERNARY for three in TRIPLES]
