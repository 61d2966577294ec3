"""Methods that change a tensor itself, not its entries: its shape, its history.

`x.unsqueeze_(0)` lets x be a view of what it was; `x.detach_()` makes it a leaf.
"""

from collections.abc import Callable

from ..autograd.views import check_may_change
from ..core.mode import mode
from ..tensor import Tensor
from . import shape


def _in_place(operation: Callable[..., Tensor], doc: str) -> Callable:
    def method(self: Tensor, *args, **options) -> Tensor:
        if mode.enabled and self.requires_grad:
            check_may_change(self)
        before = Tensor(self._data)
        before._edge, before._version_counter = self._edge, self._version_counter
        recording, mode.enabled = mode.enabled, True  # or the history would end here
        try:
            after = operation(before, *args, **options)
        finally:
            mode.enabled = recording
        self._data, self._edge = after._data.view(), after._edge
        self._version_counter[0] += 1
        return self

    method.__name__ = method.__qualname__ = f"{operation.__name__}_"
    method.__doc__ = f"{doc}, in place."
    return method


squeeze_ = _in_place(shape.squeeze, "Without axes of size 1")
unsqueeze_ = _in_place(shape.unsqueeze, "A new axis of size 1")
transpose_ = _in_place(shape.transpose, "Two axes exchanged")
t_ = _in_place(shape.t, "The axes of a matrix exchanged")


def detach_(self: Tensor) -> Tensor:
    """Make this tensor a leaf without history, in place.

    A graph that it is a leaf of adds no more gradients to it.
    """
    if self._base is not None:
        raise RuntimeError(
            "Can't detach views in-place. Use detach() instead. A view shares the "
            "history of its base."
        )
    self._edge, self.requires_grad = None, False
    return self


METHODS = "squeeze_ unsqueeze_ transpose_ t_ detach_".split()
FUNCTIONS: list[str] = []
NUMPY: dict = {}
