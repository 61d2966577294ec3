"""Pieces of problem set 6: a checkpoint's Function, and the hooks of a tensor."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from minigrad import Tensor, is_grad_enabled, zeros
from minigrad.autograd import Function, hooks
from minigrad.utils.checkpoint import CheckpointFunction

from .functions import FunctionPiece, check_attributes
from .kinds import METHODS, MethodsPiece, Parts, Piece, PieceError
from .rules import Violation


class CheckpointPiece(FunctionPiece):
    """The Function of a checkpoint. Its two methods are plugged into minigrad's."""

    in_minigrad = True

    def __init__(self, set: str) -> None:
        Piece.__init__(self, "CheckpointFunction", set, CheckpointFunction, METHODS)
        self.outputs, self.grads = 1, "*grads"

    def check_form(self, own: object) -> None:
        """PieceError if `own` cannot stand in for the Function."""
        super().check_form(own)
        forms = {
            "forward": ("ctx, function, preserve_rng_state, *inputs", 5),
            "backward": ("ctx, *grads", 3),
        }
        for method, (form, count) in forms.items():
            arguments = tuple(map(str, range(count)))
            self.check_static(own, method, f"def {method}({form})", Function, arguments)

    def parts(self, own: type[Function]) -> Parts:
        """The student's two methods, behind guards."""
        return {
            "forward": self._forward(own.forward),
            "backward": self._guarded(own.backward),
        }

    reference_parts = Piece.parts

    def plug(self, parts: Parts, theirs: bool = True) -> None:
        """Let minigrad's checkpoints run on these methods."""
        Piece.plug(self, {name: staticmethod(parts[name]) for name in self.names})

    def _forward(self, own: Callable) -> Callable:
        @wraps(own)
        def forward(ctx, function, preserve_rng_state, *inputs):
            out = own(ctx, _for_a_student(function), preserve_rng_state, *inputs)
            if out is None:
                raise Violation(
                    f"{self.name}.forward returned None. Is there a return?"
                )
            check_attributes(self.name, ctx, inputs, out)
            return out

        return forward

    def _check_needed(self, grads: tuple, needed: tuple[bool, ...]) -> None:
        """There may be none for an input that the function does not use."""


def _for_a_student(function: Callable) -> Callable:
    """The function, with outputs from which a pass can start wherever it is recorded:
    an exercise asks for no others."""

    def run(*inputs: Tensor):
        outputs = function(*inputs)
        several = outputs if isinstance(outputs, tuple) else (outputs,)
        start = [getattr(each, "requires_grad", False) for each in several]
        if not is_grad_enabled() or all(start):
            return outputs
        if not any(start):
            raise RuntimeError(
                "none of output has requires_grad=True, this checkpoint() is not "
                "necessary"
            )
        return tuple(map(_started_from, several))

    return run


def _started_from(output: object) -> Tensor:
    if not isinstance(output, Tensor):
        output = zeros(())
    return output if output.requires_grad else output.detach().requires_grad_()


class HooksPiece(MethodsPiece):
    """The methods by which the hooks of a tensor are kept and called. `self` is the
    dict of minigrad's in which they are."""

    def __init__(self, set: str) -> None:
        super().__init__(
            "TensorHooks", set, hooks.TensorHooks, ("add", "remove", "run")
        )

    def check_form(self, own: object) -> None:
        """PieceError if `own` cannot stand in for the class."""
        if isinstance(own, type) and issubclass(own, dict):
            raise PieceError(
                f"{self.name} has no base class here: write class {self.name}:"
            )
        super().check_form(own)

    def parts(self, own: type) -> Parts:
        """The student's methods; hooks are looked at as minigrad does."""
        add, remove, run = (getattr(own, name) for name in self.names)

        def adds(self, number, hook):
            return add(self, number, Checked(hook))

        @wraps(run)
        def runs(hooks, grad):
            found = run(hooks, grad)
            if found is None and grad is not None:
                raise Violation(f"{self.name}.run returned None. {_NONE}")
            if not isinstance(found, Tensor | None):
                raise Violation(
                    f"{self.name}.run returned an object of type "
                    f"{type(found).__name__}: return the gradient."
                )
            return found

        return {"add": adds, "remove": remove, "run": runs}


_NONE = (
    "It returns the gradient in the end. What a hook returns takes its place, but None "
    "does not."
)


@dataclass(frozen=True)
class Checked:
    """A hook whose result is a gradient, or PyTorch's error; the same hook, wrapped
    twice, is equal. (A hook of a node gets a tuple, and is looked at elsewhere.)"""

    hook: Callable

    @property
    def __name__(self) -> str:  # which errors tell
        return getattr(self.hook, "__name__", type(self.hook).__name__)

    def __call__(self, grad, *others):
        result = self.hook(grad, *others)
        if result is not None and not isinstance(grad, tuple):
            hooks.check_same_kind(self.hook, grad, result)
        return result
