"""Between minigrad and a student's op during a check: what goes in, what comes out.

Read: `Call` (what is noted), `Watch` (the two functions that are plugged in place of
the student's), then the rules: `_check_output`, `_check_gradients`, `_unchanged`.

A rule that is broken raises `Violation`, with the reason in the student's terms. The
rules are those without which the numbers are right only by luck: arrays come out, of
the right number and form; nothing that was handed in is changed or handed back.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from minigrad import Tensor

from ..pieces.kinds import OpPiece, Piece
from ..pieces.rules import DTYPE_LOST, Violation, missing_return, plain_array
from .flow import summed_down


@dataclass
class Call:
    """One call of forward: what it got, copies of that, what it returned and saved."""

    ctx: object
    args: tuple
    before: tuple
    out: object = None
    saved: tuple = ()

    @property
    def saved_others(self) -> bool:
        """True if it saved a float array that is neither an operand nor the output."""
        known = [id(each) for each in (*self.args, self.out)]
        return any(
            isinstance(array, np.ndarray | np.generic)
            and array.dtype.kind == "f"
            and id(array) not in known
            for array in self.saved
        )


class Watch:
    """A student's op under observation. `parts` is what to plug in its place."""

    def __init__(self, piece: OpPiece, parts: dict[str, Callable]) -> None:
        self.name = piece.name
        self.elementwise = piece.op.elementwise
        self.operands = piece.op.operands
        self._own = parts
        self.parts = {"forward": self._forward, "backward": self._backward}
        names = [*inspect.signature(parts["forward"]).parameters][1:]
        self._names = names or ["the operand"]
        self.errors = {"all": "ignore"}  # what NumPy does about them
        self.start()

    def start(self) -> None:
        """Forget what was noted, before another run."""
        self.calls: list[Call] = []
        self.running: tuple[str, tuple] | None = None  # what runs now, and with what

    def operand_name(self, index: int) -> str:
        """What the student calls an operand."""
        return self._names[min(index, len(self._names) - 1)]

    def _forward(self, ctx, *args):
        if self.running and self.running[0] == "forward":
            raise Violation(
                f"{self.name}.forward calls itself: minigrad's {self.name} is this one "
                "now, for Tensors too. Compute with the NumPy arrays that it gets."
            )
        call = Call(ctx, args, tuple(_copy(arg) for arg in args))
        self.calls.append(call)
        outer, self.running = self.running, ("forward", (ctx, *args))
        with np.errstate(**self.errors):
            out = self._own["forward"](ctx, *args)
        self.running = outer
        call.out, call.saved = out, ctx._saved
        self._unchanged(call, "forward")
        self._check_attributes(ctx)
        self._check_output(out, call)
        return out

    def _backward(self, ctx, grad):
        outer, self.running = self.running, ("backward", (ctx, grad))
        call = next((call for call in self.calls if call.ctx is ctx), None)
        if call is not None:  # the caller may have changed them since forward
            call.before = tuple(_copy(arg) for arg in call.args)
            out = _copy(call.out)
        before = _copy(grad)
        with np.errstate(**self.errors):
            result = self._own["backward"](ctx, grad)
        self.running = outer
        if call is None or isinstance(grad, Tensor):  # under create_graph
            return result
        if not _same(grad, before):
            raise Violation(
                f"{self.name}.backward changed the gradient it got, in place. Others "
                "still need that array: compute a new one."
            )
        self._unchanged(call, "backward")
        if not _same(call.out, out):
            raise Violation(
                f"{self.name}.backward changed the output of {self.name}.forward in "
                "place. Whoever called it goes on using that array: compute a new one."
            )
        self._check_gradients(result, call)
        return result

    # -- the rules ----------------------------------------------------------------

    def _check_attributes(self, ctx: object) -> None:
        for name, value in vars(ctx).items():
            parts = value if isinstance(value, tuple | list) else [value]
            if any(_is_numbers(each) for each in parts):
                raise Violation(
                    f"{self.name}.forward keeps an array as ctx.{name}. Then nobody "
                    "notices if it is changed in place before backward, and the graph "
                    "cannot free it: hand it to ctx.save_for_backward."
                )

    def _check_output(self, out: object, call: Call) -> None:
        place = f"{self.name}.forward returned"
        if isinstance(out, tuple):
            raise Violation(
                f"{place} a tuple of {len(out)}: return the one array that is its "
                "output."
            )
        array = plain_array(out, place)
        for index, arg in enumerate(call.args):
            if isinstance(arg, np.ndarray) and np.shares_memory(array, arg):
                name = self.operand_name(index)
                raise Violation(
                    f"{place} its input {name}, or a view of it. A change of {name} "
                    "would change the output too: return a new array."
                )

    def _check_gradients(self, result: object, call: Call) -> None:
        place = f"{self.name}.backward returned"
        count = self._count(call)
        if result is None:
            raise Violation(f"{place} None. {missing_return(self._own['backward'])}")
        if isinstance(result, list):
            raise Violation(f"{place} a list: return a tuple, or a single array.")
        grads = result if isinstance(result, tuple) else (result,)
        extra = [each for each in grads[count:] if each is not None]
        if len(grads) < count or extra:
            raise Violation(
                f"{place} {_number_of(len(grads), 'gradient')}, but "
                f"{self.name}.forward has {_number_of(count, 'operand')}: "
                + ", ".join(self.operand_name(i) for i in range(count))
                + "."
                + self._misplaced(grads, count)
            )
        needed = call.ctx.needs_input_grad
        for index in range(count):
            if needed[index]:
                self._check_gradient(grads[index], index, call)

    def _misplaced(self, grads: tuple, count: int) -> str:
        """What to do about gradients of arguments that have none."""
        others = self._names[count : len(grads)]
        if len(grads) <= count or not others:
            return ""
        names = " and ".join(others)
        if any(each is None for each in grads[:count]):
            return (
                " The gradients stand in the wrong places: they come in the order of "
                "forward's arguments."
            )
        return f" There is no gradient for {names}: return None there, or nothing."

    def _check_gradient(self, given: object, index: int, call: Call) -> None:
        name = self.operand_name(index)
        place = f"{self.name}.backward returned"
        if given is None:
            raise Violation(f"{place} None as the gradient of {name}, which needs one.")
        array = plain_array(given, f"As the gradient of {name}, {place}")
        want = call.args[index].shape
        fits = summed_down(array, want) if self.elementwise else array
        if fits.shape != want:
            raise Violation(
                f"{place} a gradient of shape {array.shape} for {name}, which has the "
                f"shape {want}.",
                call,
                index,
                array,
            )
        if array.ndim > max(len(want), np.ndim(call.out)):  # the engine would sum it
            raise Violation(
                f"{place} a gradient of shape {array.shape} for {name}, which has the "
                f"shape {want}: one axis too many. Did a tuple, such as "
                "ctx.saved_tensors, take part in the arithmetic?"
            )
        dtype = call.args[index].dtype
        if array.dtype != dtype:  # the engine would convert it: luck
            raise Violation(
                f"{DTYPE_LOST} the gradient of {name} is {array.dtype}, "
                f"PyTorch's is {dtype}.",
                call,
                index,
                array.astype(dtype),
            )

    def _unchanged(self, call: Call, method: str) -> None:
        for index, (arg, before) in enumerate(zip(call.args, call.before, strict=True)):
            if not _same(arg, before):
                name = self.operand_name(index)
                raise Violation(
                    f"{self.name}.{method} changed {name} in place. The array belongs "
                    "to the caller, who goes on using it: compute a new one."
                )

    def _count(self, call: Call) -> int:
        if self.operands is not None:
            return self.operands
        return len(call.ctx.needs_input_grad)


def watched(piece: Piece, parts: dict[str, Callable]) -> Watch | None:
    """The Watch of a student's op; other pieces have none."""
    return Watch(piece, parts) if isinstance(piece, OpPiece) else None


def _copy(value: object) -> object:
    return value.copy() if isinstance(value, np.ndarray) else value


def _same(value: object, before: object) -> bool:
    """True if an array still holds what it held, to the bit."""
    if not isinstance(value, np.ndarray):
        return True
    return value.shape == before.shape and value.tobytes() == before.tobytes()


def _is_numbers(value: object) -> bool:
    """True for an array of floats that are not all equal, as those of zeros are."""
    if not isinstance(value, np.ndarray) or value.dtype.kind != "f":
        return False
    return value.size > 0 and bool((value != value.flat[0]).any())


def _number_of(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")
