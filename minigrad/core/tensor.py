"""A Tensor: an array that knows where it came from. Operators are added later."""

from numpy import ndarray

from .. import errors


class Tensor:
    """An n-dimensional array whose history autograd records."""

    # `_data` is the array, an object that no other Tensor has: by `is`, saved.py finds
    # the tensor of an array. `_edge` (grad_fn) is the node that made it; None for a
    # leaf. Leaves alone use `_requires_grad`, `_grad` and `_grad_accumulator` (see
    # edge_of). `_version_counter` is a list of one number, the changes in place so far,
    # which aliases share: tensors over the same memory.
    # Slots are faster; what users put on a tensor goes to `__dict__`.
    __slots__ = ("_data", "_edge", "_version_counter", "_requires_grad", "_grad")
    __slots__ += ("_grad_accumulator", "__dict__", "__weakref__")
    __slots__ += ("_base", "_views", "_creation_meta", "_hooks")  # of `../autograd/`

    def __init__(self, data=None, requires_grad=False, *sizes) -> None:
        if not isinstance(data, ndarray):  # Tensor(2, 3), the sizes: see `../ops/`
            data, requires_grad = self._legacy_data(data, requires_grad, *sizes), False
        self._data = data
        self._edge = self._grad = None
        self._base = None  # the tensor that this one is a view of: for `../autograd/`
        self._version_counter = [0]
        self._requires_grad = False
        if requires_grad:
            self.requires_grad = True  # by the setter below, which checks

    @property
    def requires_grad(self) -> bool:
        """True if gradients with respect to this tensor can be computed."""
        return self._edge is not None or self._requires_grad

    @requires_grad.setter
    def requires_grad(self, flag: bool) -> None:
        errors.check_requires_grad(flag, self._edge is None, self._data)
        self._requires_grad = flag

    @property
    def _version(self) -> int:
        return self._version_counter[0]

    @property
    def data(self) -> "Tensor":
        """The same memory without history, and with a version of its own."""
        return Tensor(self._data.view())


# piece: detach
def detach(tensor: Tensor) -> Tensor:
    """An alias of `tensor` without its history: what `tensor.detach()` returns."""
    alias = tensor.data
    alias._version_counter = tensor._version_counter
    return alias
