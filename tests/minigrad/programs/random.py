"""In-place draws: the stream is PyTorch's, and no gradient passes."""

from .case import Case

DRAWS = {
    "uniform_": lambda lib, y: y.uniform_(-1, 2),
    "normal_": lambda lib, y: y.normal_(1, 0.5),
    "random_(9)": lambda lib, y: y.random_(9),
    "random_(2, 9)": lambda lib, y: y.random_(2, 9),
    "bernoulli_": lambda lib, y: y.bernoulli_(0.4),
    "bernoulli_ of a tensor": lambda lib, y: y.bernoulli_(lib.full((3, 4), 0.4)),
    "exponential_": lambda lib, y: y.exponential_(2.0),
}


def _program(draw):
    def program(lib, x):
        lib.manual_seed(0)
        y = draw(lib, x * 2)
        return y, y * x

    return program


# PyTorch's node has an edge for the probabilities too, though no gradient goes there.
CASES = [
    Case(name, _program(DRAWS[name]), ((3, 4),), graph="of a tensor" not in name)
    for name in DRAWS
]
