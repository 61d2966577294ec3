"""Problem set 2: what each op saves is freed, and a change of it noticed.

Whether an op saves its input or its output is left to whoever writes it: what changes
is what every formula needs.
"""

from collections.abc import Callable

from ..inputs import Between, Floats
from .program import program
from .rows import followed, steps


def saving(
    piece: str, formula: str, function: Callable, *operands, changes: str = ""
) -> None:
    """A program that runs a piece again and again, and changes these operands."""

    def of_one(lib, a, steps):
        return _followed(lib, function, steps, a)

    def of_two(lib, a, b, steps):
        return _followed(lib, function, steps, a, b)

    made = of_one if len(operands) == 1 else of_two
    made.__name__ = f"what_{piece.lower()}_saves"
    made.__doc__ = f"out = {formula} again and again, as the steps say"
    kinds = [f"{name} changes" for name in changes]
    drawn = steps("it runs", "it runs and is passed through", "backward", *kinds)
    program(piece, inputs=[(*operands, drawn)] * 3)(made)


def _followed(lib, function: Callable, steps: tuple, *leaves) -> dict:
    """The gradients of the first leaf; it is copies of the leaves that change."""
    copies = [each.clone() for each in leaves]

    def runs():
        return function(*copies).sum()

    def passed():
        total = runs()
        lib.autograd.grad(total, leaves[0])
        return total

    def changes(tensor):
        with lib.no_grad():
            tensor.mul_(0.9)

    acts = {
        "it runs": runs,
        "it runs and is passed through": passed,
        "a changes": lambda: changes(copies[0]),
        "b changes": lambda: changes(copies[-1]),
    }
    return {"gradients of a": followed(lib, leaves[0], steps, acts)}


MATRIX, VECTOR, POSITIVE = Floats((2, 3)), Floats((3,)), Between((2, 3), 0.2, 3.0)
BATCHES = Floats((2, 2, 3)), Floats((2, 3, 4))

saving("Mul", "a * b", lambda a, b: a * b, MATRIX, VECTOR, changes="ab")
saving("Div", "a / b", lambda a, b: a / b, MATRIX, VECTOR, changes="b")
saving("Pow", "a ** 3", lambda a: a**3, MATRIX)
saving("Exp", "exp(a)", lambda a: a.exp(), MATRIX)
saving("Log", "log(a)", lambda a: a.log(), POSITIVE, changes="a")
saving("Tanh", "tanh(a)", lambda a: a.tanh(), MATRIX)
saving("ReLU", "relu(a)", lambda a: a.relu(), MATRIX)
saving("Abs", "abs(a)", lambda a: a.abs(), MATRIX)
saving("Max", "a.amax(1)", lambda a: a.amax(1), MATRIX)
saving("Norm", "a.norm(dim=1)", lambda a: a.norm(dim=1), MATRIX)
saving("Dot", "a @ b", lambda a, b: a @ b, VECTOR, VECTOR, changes="ab")
saving("Mv", "a @ b", lambda a, b: a @ b, MATRIX, VECTOR, changes="ab")
saving("Mm", "a @ b", lambda a, b: a @ b, MATRIX, Floats((3, 4)), changes="ab")
saving("Bmm", "a @ b", lambda a, b: a @ b, *BATCHES, changes="ab")
