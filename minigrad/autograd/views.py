"""Views: tensors over the memory of another.

Read: `ViewOp` (an op whose output is a view), `share_memory` (each view is known to its
base), `check_may_change`. What a change in place does to views is in
`rebase_history.py`.
"""

import weakref

from ..core.mode import mode
from ..core.op import Op, OpNode
from ..core.tensor import Tensor


class ViewOp(Op):
    """An op whose output shares the memory of its first operand."""

    is_view = True

    @staticmethod
    def finish(node: OpNode, args: tuple, results: tuple) -> None:
        """Make the results views of the operand."""
        several = ("several", node) if len(results) > 1 else None
        for result in results:
            share_memory(args[0], result, several)


Op.tensors = False  # an argument after the operands may be a Tensor, too


class Views(list):
    """Weak references to the views of a base; dead ones are dropped now and then."""

    limit = 32
    of_function = False  # True if one is an output of a user's Function

    def drop_dead(self) -> None:
        self[:] = [each for each in self if each() is not None]
        self.limit = max(32, 2 * len(self))

    def alive(self) -> list[Tensor]:
        return [view for each in self if (view := each()) is not None]


def share_memory(base: Tensor, view: Tensor, creation: tuple | None = None) -> None:
    """Make `view` a view of `base`: they share a version, and the base knows of it.

    `creation` says how it was made, if no recorded operation may change it: ("several",
    node) for one of several views, ("custom", node) for an output of a user's Function.
    """
    root = base if base._base is None else base._base
    view._version_counter = root._version_counter
    view._base = root
    if not mode.enabled:
        view._creation_meta = NO_GRAD
    elif creation is not None:
        view._creation_meta = creation
    elif root is not base:
        creation = getattr(base, "_creation_meta", None)
        if creation is not None:  # what must not be changed stays so
            view._creation_meta = creation
    views = getattr(root, "_views", None)
    if views is None:
        views = root._views = Views()
    views.append(weakref.ref(view))
    if len(views) > views.limit:
        views.drop_dead()


NO_GRAD = ("no_grad", None)


# -- may it be changed? -----------------------------------------------------------


def check_may_change(tensor: Tensor) -> None:
    """RuntimeError for a tensor that no recorded operation may change in place."""
    base = tensor._base
    creation = getattr(tensor, "_creation_meta", None)
    if creation is not None:
        raise RuntimeError(
            creation_error(tensor, creation, "is being modified inplace")
        )
    if base is not None and base._edge is None and base._requires_grad:
        raise RuntimeError(
            "a view of a leaf Variable that requires grad is being used in an "
            "in-place operation."
        )
    if tensor._edge is None and tensor._requires_grad:
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation."
        )


def creation_error(tensor: Tensor, creation: tuple, what: str) -> str:
    """PyTorch's words for a view that a recorded change in place would make wrong."""
    kind, node = creation
    if kind == "no_grad" or tensor._edge is None:
        what = what.replace("inplace", "inplace with grad mode enabled")
        text = f"A view was created in no_grad mode and {what}"
    else:
        name = type(node).name().rstrip("0123456789").removesuffix("Backward")
        text = f"Output {tensor.output_nr} of {name} is a view and {what}"
    return f"{text}. {REASONS[kind]}"


REASONS = {
    "no_grad": (
        "Given that this use case is ambiguous and error-prone, it is forbidden. You "
        "can clarify your code by moving both the view and the inplace either both "
        "inside the no_grad block (if you don't want the inplace to be tracked) or "
        "both outside (if you want the inplace to be tracked)."
    ),
    "several": (
        "This view is the output of a function that returns multiple views. Such "
        "functions do not allow the output views to be modified inplace. You should "
        "replace the inplace operation by an out-of-place one."
    ),
    "custom": (
        "This view was created inside a custom Function (or because an input was "
        "returned as-is) and the autograd logic to handle view+inplace would override "
        "the custom backward associated with the custom Function, leading to incorrect "
        "gradients. This behavior is forbidden. You can fix this by cloning the output "
        "of the custom Function."
    ),
}
