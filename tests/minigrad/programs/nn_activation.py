"""Activations and softmax of nn.functional."""

from .case import ONE, Case

ACTIVATIONS = {
    "F.relu": lambda F, x: F.relu(x),
    "F.relu6": lambda F, x: F.relu6(x * 4),
    "F.leaky_relu": lambda F, x: F.leaky_relu(x),
    "F.leaky_relu 1.5": lambda F, x: F.leaky_relu(x, 1.5),
    "F.elu": lambda F, x: F.elu(x, 0.7),
    "F.selu": lambda F, x: F.selu(x),
    "F.gelu": lambda F, x: F.gelu(x),
    "F.gelu tanh": lambda F, x: F.gelu(x, approximate="tanh"),
    "F.silu": lambda F, x: F.silu(x),
    "F.softplus": lambda F, x: F.softplus(x, 2, 1.5),
    "F.softsign": lambda F, x: F.softsign(x),
    "F.hardtanh": lambda F, x: F.hardtanh(x, -0.5, 0.7),
    "F.logsigmoid": lambda F, x: F.logsigmoid(x),
    "F.sigmoid": lambda F, x: F.sigmoid(x),
    "F.tanh": lambda F, x: F.tanh(x),
    "F.softmax": lambda F, x: F.softmax(x, -1),
    "F.log_softmax": lambda F, x: F.log_softmax(x, -1),
}
AXES = {
    "x.softmax(0)": lambda lib, x: x.softmax(0),
    "log_softmax 1": lambda lib, x: lib.log_softmax(x, 1),
    "softmax to float64": lambda lib, x: lib.softmax(x, dim=1, dtype=lib.float64),
    "F.glu": lambda lib, x: lib.nn.functional.glu(x),
    "F.glu 1": lambda lib, x: lib.nn.functional.glu(x, 1),
}
PRELU = [((3, 4), (4,)), ((3, 4), (1,)), ((2, 3, 4), (3,)), ((5,), (1,)), ((), (1,))]


def named(programs: dict) -> dict:
    """The programs as functions of the library instead of nn.functional."""
    return {
        name: lambda lib, *args, program=program: program(lib.nn.functional, *args)
        for name, program in programs.items()
    }


CASES = [
    *(Case(name, row, (s,)) for name, row in named(ACTIVATIONS).items() for s in ONE),
    *(Case(name, AXES[name], ((2, 4, 6),)) for name in AXES),
    *(
        Case("F.prelu", lambda lib, x, w: lib.nn.functional.prelu(x, w), shapes)
        for shapes in PRELU
    ),
]
