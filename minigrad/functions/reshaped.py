"""Methods that change a tensor itself, not its entries: its shape, its history.

`x.unsqueeze_(0)` lets x be a view of what it was; `x.detach_()` makes it a leaf.
"""

from collections.abc import Callable

import numpy as np

from ..autograd.views import check_may_change
from ..core.mode import mode
from ..indexing import setitem
from ..tensor import Tensor
from . import shape
from .rearrange import flip
from .reduce import sum


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
swapaxes_ = swapdims_ = transpose_
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


def fill_diagonal_(self: Tensor, fill_value: float, wrap: bool = False) -> Tensor:
    """Fill the main diagonal with a number, in place.

    With `wrap` it goes on below a tall matrix, after a row without.
    """
    array = self._data
    if array.ndim < 2:
        raise RuntimeError("dimensions must larger than 1")
    if array.ndim > 2 and len(set(array.shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    places = [np.arange(min(array.shape))] * array.ndim
    if wrap and array.ndim == 2:
        places = np.unravel_index(
            np.arange(0, array.size, array.shape[1] + 1), array.shape
        )
    setitem(self, tuple(map(Tensor, places)), fill_value)
    return self


def sum_to_size(self: Tensor, *size) -> Tensor:
    """The sums over the axes that broadcasting had added or stretched to get here."""
    sizes, own = shape.sizes_of(size), self._data.shape
    added = len(own) - len(sizes)
    fits = added >= 0 and all(
        want in (1, have) for want, have in zip(sizes, own[added:], strict=True)
    )
    if not fits:
        raise RuntimeError(
            f"size {{{list(sizes)}}} is not expandable to size {{{list(own)}}}."
        )
    axes = [*range(added)]
    axes += [added + i for i, want in enumerate(sizes) if want != own[added + i]]
    return shape.reshape(sum(self, tuple(axes)), *sizes) if axes else self


def __reversed__(self: Tensor) -> Tensor:
    """The entries along the first axis in reverse order."""
    return flip(self, 0) if self._data.ndim else self


# -- functions that change a tensor -----------------------------------------------

# `torch.exp_(x)` is `x.exp_()`.
_CHANGES = """
    abs acos acosh arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan atanh
    ceil clamp clamp_max clamp_min clip cos cosh deg2rad erf erfc exp exp2 expm1
    fill fix floor frac gcd index_put lcm ldexp log log10 log1p log2 logit nan_to_num
    neg negative rad2deg reciprocal relu round rsqrt sigmoid sin sinc sinh sqrt square
    tan tanh trunc xlogy zero
""".split()


def _function(name: str) -> Callable:
    def function(input: Tensor, *args, **options) -> Tensor:
        return getattr(input, name)(*args, **options)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"input.{name}(…): the input is changed in place."
    return function


globals().update({f"{name}_": _function(f"{name}_") for name in _CHANGES})


def fill(input: Tensor, value: "float | Tensor") -> Tensor:
    """A tensor of the same shape and dtype, `value` everywhere."""
    return input.clone().fill_(value)


METHODS = """
    squeeze_ unsqueeze_ transpose_ swapaxes_ swapdims_ t_ detach_ fill_diagonal_
    sum_to_size __reversed__
""".split()
FUNCTIONS = ["fill", "detach_", *(f"{name}_" for name in _CHANGES)]
NUMPY: dict = {}
