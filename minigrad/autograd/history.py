"""What a Tensor can say of its place in the graph: is_leaf, grad, data, copies.

Read: `History`, which becomes methods and attributes of `Tensor` (`core/tensor.py`).
"""

import copy
import warnings

from numpy import ndarray

from .. import dtypes
from ..core import tensor
from ..core.tensor import Tensor
from ..errors import bool_error, type_name

GRAD_OF_NON_LEAF = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its "
    ".grad attribute won't be populated during autograd.backward(). If you indeed want "
    "the .grad field to be populated for a non-leaf Tensor, use .retain_grad() on the "
    "non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you "
    "access the leaf Tensor instead."
)


class History:
    """Methods and attributes of Tensor."""

    def requires_grad_(self, requires_grad: bool = True) -> "Tensor":
        """Set `requires_grad` in place and return the tensor itself."""
        if requires_grad is not True and requires_grad is not False:
            raise bool_error(
                "requires_grad_", "'requires_grad' (position 1)", requires_grad
            )
        if requires_grad and self._data.dtype.kind != "f":
            raise RuntimeError(
                "only Tensors of floating point dtype can require gradients"
            )
        if self._edge is None or not requires_grad:
            self.requires_grad = requires_grad
        return self

    @property
    def is_leaf(self) -> bool:
        """True if no recorded operation made it. `backward` fills leaves' `.grad`."""
        return self._edge is None

    def is_inference(self) -> bool:
        """False: what `inference_mode` makes is an ordinary tensor here."""
        return False

    def detach(self) -> "Tensor":
        """The same memory without history: requires_grad is False."""
        return tensor.detach(self)

    @property
    def grad_fn(self):
        """The graph node that made this tensor, or None."""
        return None if self._edge is None else self._edge._source()

    @property
    def output_nr(self) -> int:
        """Which output of `grad_fn` this tensor is."""
        return 0 if self._edge is None else self._edge._output_nr

    @property
    def grad(self) -> "Tensor | None":
        """The gradient that `backward` accumulated here; None before it ran."""
        if self._grad is None and self._edge is not None and not self.retains_grad:
            warnings.warn(GRAD_OF_NON_LEAF, UserWarning, stacklevel=2)
        return self._grad

    @grad.setter
    def grad(self, grad: "Tensor | None") -> None:
        if grad is not None:
            _check_grad(self, grad)
        self._grad = grad

    @grad.deleter
    def grad(self) -> None:
        self._grad = None

    @property
    def data(self) -> "Tensor":
        """The same memory without history, and with a version of its own.

        Changes made through it are not noticed by autograd: prefer `detach()`.
        """
        return Tensor(self._data.view())

    @data.setter
    def data(self, other: "Tensor") -> None:
        _check_data(self, other)
        self._data = other._data.view()

    @data.deleter
    def data(self) -> None:
        raise RuntimeError(
            "Deleting tensor data is not allowed. Delete tensor instead!"
        )

    # -- copies -------------------------------------------------------------------

    def __reduce__(self) -> tuple:
        """Copied and pickled as a leaf: values and requires_grad, no history."""
        return _rebuilt, (self._data, self.requires_grad), self.__dict__ or None

    def __deepcopy__(self, memo: dict) -> "Tensor":
        if self._edge is not None:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support "
                "the deepcopy protocol at the moment. If you were attempting to "
                "deepcopy a module, this may be because of a tensor that an operation "
                "made: keep tensor.detach() instead."
            )
        twin = memo[id(self)] = Tensor(self._data.copy(), self._requires_grad)
        twin._grad = copy.deepcopy(self._grad, memo)
        twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return twin


for _name, _member in vars(History).items():
    if _name not in ("__module__", "__dict__", "__weakref__", "__doc__"):
        setattr(Tensor, _name, _member)


def _rebuilt(array: ndarray, requires_grad: bool) -> Tensor:
    return Tensor(array.view(), requires_grad)


def _check_grad(tensor: Tensor, grad: object) -> None:
    """TypeError or RuntimeError for what cannot be the `.grad` of `tensor`."""
    if not isinstance(grad, Tensor):
        raise TypeError(
            "assigned grad expected to be a Tensor or None but got grad of type "
            f"{type_name(grad)}"
        )
    if grad is tensor:
        raise RuntimeError("can't assign Variable as its own grad")
    shape, given = tensor._data.shape, grad._data.shape
    if given != shape:
        raise RuntimeError(
            f"attempting to assign a gradient of size '{list(given)}' to a tensor of "
            f"size '{list(shape)}'. Please ensure that the gradient and the tensor are "
            "the same size"
        )
    if grad._data.dtype != tensor._data.dtype:
        own, given = (dtypes.of(each._data.dtype) for each in (tensor, grad))
        raise RuntimeError(
            f"attempting to assign a gradient with dtype '{dtypes.C_NAMES[given]}' to "
            f"a tensor with grad_dtype '{dtypes.kind(own)}'. The gradient must match "
            "the tensor's dtype"
        )


def _check_data(tensor: Tensor, other: object) -> None:
    """TypeError or RuntimeError for what cannot be the `.data` of `tensor`."""
    if not isinstance(other, Tensor):
        raise TypeError(f"Variable data has to be a tensor, but got {type_name(other)}")
    if tensor.requires_grad and other._data.dtype.kind != "f":
        raise RuntimeError(
            "data set to a tensor that requires gradients must be floating point or "
            "complex dtype"
        )
