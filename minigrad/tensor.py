"""A Tensor: an array that knows where it came from. No arithmetic in this file.

Read: `Tensor`, then `detach` below it. Operators and methods that compute are added by
`methods.py`, from the ops.

What a Tensor holds:

- `_data`, a NumPy array. No two Tensors hold the same array *object* (an alias holds
  a view of it), so an array that an op saved can be traced to the Tensor it came from.
- `_edge`, where its gradient goes: the node that made it (or a `Port` of that node
  for an output after the first), or None for a leaf.
- `_cell`, the version of its memory, in a list of one number. Views and detached
  aliases share the list, so that each sees an in-place change made through another.
"""

import copy
import warnings
from collections.abc import Iterator

import numpy as np

from . import dtypes, printing


class Size(tuple):
    """A shape. Prints as PyTorch prints it; `numel()` is the number of elements."""

    __slots__ = ()

    def numel(self) -> int:
        return int(np.prod(self, dtype=np.int64))

    def __getitem__(self, key):
        part = tuple.__getitem__(self, key)
        return Size(part) if isinstance(key, slice) else part

    def __add__(self, other: tuple) -> "Size":
        return Size(tuple.__add__(self, other))

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"


class Tensor:
    """An n-dimensional array whose history autograd records.

    Made by `minigrad.tensor`, the creation functions and operations. `data` is a NumPy
    array that no other Tensor holds.
    """

    __slots__ = (
        "_data",
        "_edge",
        "_cell",
        "_requires_grad",  # a leaf's flag; what has an edge requires grad anyway
        "_grad",
        "_base",  # the Tensor that this one is a view of, or None
        # Seldom set, so read with getattr(..., default):
        "_accumulator",  # weak: the node holds its leaf, the leaf must not hold it
        "_hooks",  # of a leaf; those of other tensors are kept by their node
        "_made",  # how, if it is a view that no recorded operation may change
        "_views",  # weak: the views of this one
        "__dict__",
        "__weakref__",
    )

    def __init__(
        self, data: np.ndarray | None = None, requires_grad: bool = False, *sizes: int
    ) -> None:
        if not isinstance(data, np.ndarray):  # PyTorch's old constructor
            data, requires_grad = _legacy_array(data, requires_grad, sizes), False
        self._data = data
        self._edge = None
        self._cell = [0]
        self._requires_grad = False
        self._grad = None
        self._base = None
        if requires_grad:
            _check_floats(data)
            self._requires_grad = True

    # -- its place in the graph ---------------------------------------------------

    @property
    def requires_grad(self) -> bool:
        """True if gradients with respect to this tensor can be computed."""
        return self._edge is not None or self._requires_grad

    @requires_grad.setter
    def requires_grad(self, flag: bool) -> None:
        if flag is not True and flag is not False:
            raise RuntimeError("requires_grad must be a bool")
        if self._edge is not None:
            raise RuntimeError(
                "you can only change requires_grad flags of leaf variables."
                + (
                    ""
                    if flag
                    else " If you want to use a computed variable in a subgraph that "
                    "doesn't require differentiation use var_no_grad = var.detach()."
                )
            )
        if flag:
            _check_floats(self._data)
        self._requires_grad = flag

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

    @property
    def grad_fn(self):
        """The graph node that made this tensor, or None."""
        return None if self._edge is None else self._edge._source()

    @property
    def output_nr(self) -> int:
        """Which output of `grad_fn` this tensor is."""
        return 0 if self._edge is None else self._edge._index

    @property
    def grad(self) -> "Tensor | None":
        """The gradient that `backward` accumulated here; None before it ran."""
        if self._grad is None and self._edge is not None and not self.retains_grad:
            warnings.warn(
                "The .grad attribute of a Tensor that is not a leaf Tensor is being "
                "accessed. Its .grad attribute won't be populated during "
                "autograd.backward(). If you indeed want the .grad field to be "
                "populated for a non-leaf Tensor, use .retain_grad() on the non-leaf "
                "Tensor. If you access the non-leaf Tensor by mistake, make sure you "
                "access the leaf Tensor instead.",
                UserWarning,
                stacklevel=2,
            )
        return self._grad

    @grad.setter
    def grad(self, grad: "Tensor | None") -> None:
        if grad is not None:
            _check_assigned_grad(self, grad)
        self._grad = grad

    @grad.deleter
    def grad(self) -> None:
        self._grad = None

    @property
    def _version(self) -> int:
        """How many times the memory of this tensor was changed in place."""
        return self._cell[0]

    # -- aliases of its memory ----------------------------------------------------

    def detach(self) -> "Tensor":
        """The same memory without history: requires_grad is False."""
        return detach(self)

    @property
    def data(self) -> "Tensor":
        """The same memory without history, and with a version of its own.

        Changes made through it are not noticed by autograd: prefer `detach()`.
        """
        return Tensor(self._data.view())

    @data.setter
    def data(self, other: "Tensor") -> None:
        if not isinstance(other, Tensor):
            raise TypeError(
                "Variable data has to be a tensor, but got " + type(other).__name__
            )
        if self.requires_grad and other._data.dtype.kind != "f":
            raise RuntimeError(
                "data set to a tensor that requires gradients must be floating point "
                "or complex dtype"
            )
        self._data = other._data.view()

    @data.deleter
    def data(self) -> None:
        raise RuntimeError(
            "Deleting tensor data is not allowed. Delete tensor instead!"
        )

    def numpy(self, *, force: bool = False) -> np.ndarray:
        """The values as a NumPy array that shares the tensor's memory.

        With `force`, also of a tensor that requires grad.
        """
        from .autograd.grad_mode import is_grad_enabled  # it imports this file

        if self.requires_grad and is_grad_enabled() and not force:
            raise RuntimeError(
                "Can't call numpy() on Tensor that requires grad. "
                "Use tensor.detach().numpy() instead."
            )
        return self._data.view()

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        return np.array(self.numpy(), dtype=dtype, copy=copy)

    # -- shape and type -----------------------------------------------------------

    @property
    def shape(self) -> Size:
        return Size(self._data.shape)

    def size(self, dim: int | None = None) -> "Size | int":
        """The shape, or its entry `dim`."""
        if dim is None:
            return self.shape
        if self._data.ndim == 0:
            raise IndexError(
                f"Dimension specified as {dim} but tensor has no dimensions"
            )
        if not -self._data.ndim <= dim < self._data.ndim:
            raise dimension_error(dim, self._data.ndim)
        return self._data.shape[dim]

    @property
    def ndim(self) -> int:
        return self._data.ndim

    def dim(self) -> int:
        """The number of dimensions."""
        return self._data.ndim

    def numel(self) -> int:
        """The number of elements."""
        return self._data.size

    @property
    def dtype(self) -> dtypes.dtype:
        return dtypes.of(self._data.dtype)

    def is_floating_point(self) -> bool:
        return self._data.dtype.kind == "f"

    def __len__(self) -> int:
        if self._data.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        return len(self._data)

    def __iter__(self) -> Iterator["Tensor"]:
        if self._data.ndim == 0:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind())

    # -- values as Python objects -------------------------------------------------

    def item(self) -> float | int | bool:
        """The only element as a Python number."""
        if self._data.size != 1:
            raise RuntimeError(
                f"a Tensor with {self._data.size} elements cannot be converted to "
                "Scalar"
            )
        return self._data.item()

    def tolist(self):
        """The values as (nested lists of) Python numbers."""
        return self._data.tolist()

    def __bool__(self) -> bool:
        if self._data.size != 1:
            many = "more than one value" if self._data.size else "no values"
            raise RuntimeError(f"Boolean value of Tensor with {many} is ambiguous")
        return bool(self._data.item())

    def __float__(self) -> float:
        if self.requires_grad:
            warnings.warn(
                "Converting a tensor with requires_grad=True to a scalar may lead to "
                "unexpected behavior.\nConsider using tensor.detach() first.",
                UserWarning,
                stacklevel=2,
            )
        return float(_only_element(self))

    def __int__(self) -> int:
        return int(_only_element(self))

    def __index__(self) -> int:
        if self._data.size != 1 or self._data.dtype.kind not in "iub":
            raise TypeError(
                "only integer tensors of a single element can be converted to an index"
            )
        return self._data.item()

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return printing.tensor_text(self)

    def __format__(self, spec: str) -> str:
        if self._data.ndim == 0:
            return format(self._data.item(), spec)
        return object.__format__(self, spec)

    def __contains__(self, value: "Tensor | float") -> bool:
        if not isinstance(value, Tensor | int | float):
            raise RuntimeError(
                "Tensor.__contains__ only supports Tensor or scalar, but you passed in "
                f"a {type(value)}."
            )
        return bool((self == value)._data.any())

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


def _legacy_array(first: object, second: int, rest: tuple) -> np.ndarray:
    """What `Tensor(2, 3)` and `Tensor([1, 2])` ask for: sizes or data."""
    from .functions.legacy import array_of  # it imports this file

    given = () if first is None else (first,)
    sizes = () if second is False else (second,)
    return array_of((*given, *sizes, *rest), dtypes.get_default_dtype())


def _rebuilt(array: np.ndarray, requires_grad: bool) -> Tensor:
    return Tensor(array.view(), requires_grad)


def _check_floats(array: np.ndarray) -> None:
    if array.dtype.kind != "f":
        raise RuntimeError(
            "only Tensors of floating point and complex dtype can require gradients"
        )


def bool_error(function: str, argument: str, given: object) -> TypeError:
    """PyTorch's error for a flag that is neither True nor False."""
    from .autograd.checks import type_name  # it imports this file

    return TypeError(
        f"{function}(): argument {argument} must be bool, not {type_name(given)}"
    )


def dimension_error(dim: int, ndim: int) -> IndexError:
    """PyTorch's error for an axis that a tensor does not have."""
    limit = max(ndim, 1)
    return IndexError(
        f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], "
        f"but got {dim})"
    )


# piece: detach
def detach(tensor: Tensor) -> Tensor:
    """An alias of `tensor` without history. It shares memory and version."""
    alias = Tensor(tensor._data.view())
    alias._cell = tensor._cell
    return alias


def _only_element(tensor: Tensor) -> float | int | bool:
    if tensor._data.size != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return tensor._data.item()


def _check_assigned_grad(tensor: Tensor, grad: Tensor) -> None:
    if not isinstance(grad, Tensor):
        raise TypeError(
            "assigned grad expected to be a Tensor or None but got grad of type "
            f"{type(grad).__name__}"
        )
    if grad is tensor:
        raise RuntimeError("can't assign Variable as its own grad")
    if grad._data.shape != tensor._data.shape:
        raise RuntimeError(
            f"attempting to assign a gradient of size '{list(grad.shape)}' to a tensor "
            f"of size '{list(tensor.shape)}'. Please ensure that the gradient and the "
            "tensor are the same size"
        )
    if grad._data.dtype != tensor._data.dtype:
        raise RuntimeError(
            "attempting to assign a gradient with dtype "
            f"'{dtypes.C_NAMES[grad.dtype]}' to a tensor with grad_dtype "
            f"'{dtypes.kind(tensor.dtype)}'. The gradient must match the tensor's "
            "dtype"
        )
