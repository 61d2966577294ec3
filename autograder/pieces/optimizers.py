"""Optimizers: the update of one parameter, plugged in behind a guard."""

from collections.abc import Callable
from functools import wraps

import numpy as np

from minigrad import Tensor
from minigrad.optim import Optimizer
from minigrad.optim.parts import as_number

from .kinds import MethodsPiece, Parts, PieceError
from .rules import Violation

PARAMETERS = ["param", "grad", "state", "group"]
FORM = f"def update({', '.join(PARAMETERS)})"


class UpdatePiece(MethodsPiece):
    """A class with a static method `update(param, grad, state, group)`, on arrays.

    minigrad keeps tensors in `state`; a student's finds their arrays there. Where the
    group has one of the `others`, settings that the exercise leaves out, minigrad's own
    update is called.
    """

    def __init__(self, set: str, owner: type[Optimizer], others: str) -> None:
        super().__init__(owner.__name__, set, owner, ("update",))
        self.others = others.split()

    def check_form(self, own: object) -> None:
        """PieceError if `own` cannot stand in for the class."""
        if not isinstance(own, type):
            raise PieceError(
                f"{self.name} is a class: write it with the static method update."
            )
        if own is self.owner or issubclass(own, Optimizer):
            raise PieceError(
                f"{self.name} is a class of its own here, and no Optimizer: write "
                f"class {self.name}: with the static method update."
            )
        self.check_static(own, "update", FORM, arguments=tuple(PARAMETERS))

    def parts(self, own: type) -> Parts:
        """The student's update behind its guard."""
        return {"update": self._guarded(own.update)}

    def plug(self, parts: Parts, theirs: bool = True) -> None:
        """Let the optimizer run on the function in `parts`. No node shows it."""
        self.owner.update = staticmethod(parts["update"])

    def _guarded(self, own: Callable) -> Callable:
        reference = self.functions[0]

        @wraps(own)
        def update(param: np.ndarray, grad: np.ndarray, state: dict, group: dict):
            if any(group.get(name) for name in self.others):
                return reference(param, grad, state, group)
            before, kept = grad.copy(), {n: _plain(n, v) for n, v in state.items()}
            if isinstance(group["lr"], Tensor):
                group = group | {"lr": as_number(group["lr"])}
            result = own(param, grad, kept, group)
            self._check(result, param, grad, before, kept)
            for name, value in kept.items():
                is_new = name not in state or value is not _plain(name, state[name])
                state[name] = _as_tensor(name, value) if is_new else state[name]

        return update

    def _check(self, result, param, grad, before, kept: dict) -> None:
        """A Violation for what is right only by luck."""
        name = f"{self.name}.update"
        if result is not None:
            raise Violation(
                f"{name} returned an object of type {type(result).__name__}, which "
                "nobody looks at. Change param in place, and return nothing."
            )
        if grad.tobytes() != before.tobytes():
            raise Violation(
                f"{name} changed grad in place. It is the parameter's .grad, which "
                "others read: compute a new array."
            )
        for key, value in kept.items():
            for what, array in (("grad", grad), ("param", param)):
                if isinstance(value, np.ndarray) and np.shares_memory(value, array):
                    raise Violation(
                        f"{name} keeps {what} itself, or a view of it, as "
                        f"state[{key!r}]: the array changes later. Keep an array of "
                        "your own."
                    )


def _plain(name: str, value: object) -> object:
    """What a student finds in `state`: an array, or the count of steps as a number."""
    if not isinstance(value, Tensor):
        return value
    return value.item() if name == "step" else value._data


def _as_tensor(name: str, value: object) -> object:
    """What minigrad keeps, as PyTorch does: tensors."""
    if isinstance(value, np.ndarray | np.generic | int | float):
        return Tensor(np.array(value, np.float32 if name == "step" else None))
    return value
