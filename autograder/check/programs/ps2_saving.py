"""Problem set 2: what each op saves is freed, and a change of it noticed.

Whether an op saves its input or its output is left to whoever writes it: what changes
is what every formula needs.
"""

import inspect
from collections.abc import Callable

from ..inputs import Argument, Between, Floats, Sequences
from .program import program
from .rows import followed, outcome, steps


def saving(
    piece: str,
    formula: str,
    function: Callable,
    *operands: Argument,
    changes: str = "",
    saves: bool = True,
) -> None:
    """Programs that pass through a piece twice, and change these of its operands.

    A piece that `saves` nothing lets all of that happen. One that saves floats, and
    may choose which, has saved operands or its output: if all of them change, that is
    noticed, and if one is enough, the other may change.
    """

    def freed(lib, *leaves):
        out = function(*leaves).sum()
        out.backward()
        out.backward()
        return out

    def changed(lib, *leaves):
        copies = dict(zip("ab", [each + 1 for each in leaves], strict=False))
        out = function(*copies.values()).sum()
        with lib.no_grad():
            copies[changes[0]].mul_(2.0)
        out.backward()
        return out

    def spoilt(lib, *leaves):
        copies = [each + 1 for each in leaves]
        made = function(*copies)
        out = made.sum()
        with lib.no_grad():
            for each in (made, *copies):
                each.mul_(2.0)
        said = outcome(out.backward)
        return {"a change is noticed": "modified by an inplace operation" in said}

    def spared(lib, *leaves):
        for which in (-1,) if changes else (-1, 0):
            copies = [each + 1 for each in leaves]
            made = function(*copies)
            out = made.sum()
            with lib.no_grad():
                [*copies, made][which].mul_(2.0)
            try:
                grad = lib.autograd.grad(out, leaves[0])[0]
                return {"gradient of a, times a": grad * leaves[0].detach()}
            except RuntimeError as error:
                said = error
        raise said

    def saved(lib, *leaves_and_steps):
        *leaves, steps = leaves_and_steps
        return _followed(lib, function, steps, leaves)

    out = f"out = ({formula}).sum()"
    again = f"{out}, and backward() twice without retain_graph"
    _add(piece, freed, again, operands, raises=saves)
    if changes:
        text = f"{out}, where {changes[0]} is doubled in place before backward()"
        _add(piece, changed, text, operands, raises=saves)
    kinds = [f"{name} changes" for name in changes]
    if saves and not changes and piece not in BY_MASKS:
        kinds.append("all of them change")
        text = (
            f"{out}, where the result and what it is made of change before backward()"
        )
        _add(piece, spoilt, text, operands)
    if saves and piece not in MAY_SAVE_BOTH:
        which = "the result" if changes else "the result, or else a,"
        text = f"{out}, where {which} is doubled in place before backward()"
        _add(piece, spared, text, operands)
    drawn = steps("it runs", "it runs and is passed through", "backward", *kinds)
    _add(piece, saved, f"{out} again and again, as the steps say", (*operands, drawn))


def _add(piece: str, made: Callable, text: str, case: tuple, raises=False) -> None:
    """Make `made` a program: its parameters are a, b and steps, as a case has them."""
    operands = [each for each in case if not isinstance(each, Sequences)]
    names = ["lib", *"ab"[: len(operands)], *["steps"] * (len(case) - len(operands))]
    made.__name__, made.__doc__ = f"{piece.lower()}_{made.__name__}", text
    made.__qualname__ = made.__name__
    globals()[made.__name__] = made  # so that it can be sent to another process
    made.__signature__ = inspect.Signature(
        [inspect.Parameter(each, inspect.Parameter.POSITIONAL_ONLY) for each in names]
    )
    program(piece, inputs=[case], raises=raises)(made)


def _followed(lib, function: Callable, steps: tuple, leaves: list) -> dict:
    """The gradients of the first leaf; it is copies of the leaves that change."""
    copies, made = [each.clone() for each in leaves], []

    def runs():
        made.append(function(*copies))
        return made[-1].sum()

    def passed():
        total = runs()
        lib.autograd.grad(total, leaves[0])
        return total

    def changes(*tensors):
        with lib.no_grad():
            for each in tensors:
                each.mul_(0.9)

    acts = {
        "it runs": runs,
        "it runs and is passed through": passed,
        "a changes": lambda: changes(copies[0]),
        "b changes": lambda: changes(copies[-1]),
        "all of them change": lambda: changes(*made, *copies),
    }
    return {"gradients of a": followed(lib, leaves[0], steps, acts)}


BY_MASKS = "ReLU", "Abs", "Max"  # a mask, or signs, may be saved in their place
# Their slopes may be written with operands and output. (Of Log it is not asked: an
# answer that saves both was taken for right; and ps6 lets Tanh and Mm save both.)
MAY_SAVE_BOTH = "Div", "Max", "Norm", "Log", "Tanh", "Mm"

MATRIX, VECTOR, POSITIVE = Floats((2, 3)), Floats((3,)), Between((2, 3), 0.2, 3.0)
BATCHES = Floats((2, 2, 3)), Floats((2, 3, 4))

saving("Add", "a + b", lambda a, b: a + b, MATRIX, VECTOR, changes="ab", saves=False)
saving("Sum", "a.sum(1)", lambda a: a.sum(1), MATRIX, changes="a", saves=False)
saving("Mean", "a.mean(1)", lambda a: a.mean(1), MATRIX, changes="a", saves=False)
saving("Mul", "a * b", lambda a, b: a * b, MATRIX, VECTOR, changes="ab")
saving("Div", "a / b", lambda a, b: a / b, MATRIX, VECTOR, changes="b")
saving("Pow", "a ** 3", lambda a: a**3, MATRIX)
saving("Exp", "exp(a)", lambda a: a.exp(), MATRIX)
saving("Log", "log(a)", lambda a: a.log(), POSITIVE, changes="a")
saving("Tanh", "tanh(a)", lambda a: a.tanh(), MATRIX)
saving("ReLU", "relu(a)", lambda a: a.relu(), Floats((2, 3), scale=1e-7))
saving("Abs", "abs(a)", lambda a: a.abs(), MATRIX)
saving("Max", "a.amax(1)", lambda a: a.amax(1), MATRIX)
saving("Norm", "a.norm(dim=1)", lambda a: a.norm(dim=1), MATRIX)
saving("Dot", "a @ b", lambda a, b: a @ b, VECTOR, VECTOR, changes="ab")
saving("Mv", "a @ b", lambda a, b: a @ b, MATRIX, VECTOR, changes="ab")
saving("Mm", "a @ b", lambda a, b: a @ b, MATRIX, Floats((3, 4)), changes="ab")
saving("Bmm", "bmm(a, b)", lambda a, b: a.bmm(b), *BATCHES, changes="ab")
