"""Tensors."""

from numpy import ndarray

from .. import errors


class Tensor:
    """An n-dimensional array whose history autograd records."""

    # _data: the array. No other result has this very object, so save_as_tensors can
    #     find the tensor of an array that forward saved
    # _edge: where its gradient goes, the node that made it (grad_fn); None for a leaf
    # _requires_grad, _grad, _grad_accumulator: used for leaves
    # _version_counter: a list of one number, how often the memory was changed in place;
    #     shared with aliases: tensors on the same memory
    # Slots are found faster than what is in __dict__, which is for users' names.
    __slots__ = ("_data", "_edge", "_version_counter", "_requires_grad", "_grad")
    __slots__ += ("_grad_accumulator", "__dict__", "__weakref__")
    __slots__ += ("_base", "_views", "_creation_meta", "_hooks")  # `../autograd/`

    def __init__(self, data=None, requires_grad=False, *sizes) -> None:
        if not isinstance(data, ndarray):  # users' Tensor([1.0]); Tensor(2, 3): sizes
            data, requires_grad = self._legacy_data(data, requires_grad, *sizes), False
        self._data, self._version_counter = data, [0]
        self._edge = self._grad = self._base = None  # the other slots: only if used
        self._requires_grad = False
        if requires_grad:
            self.requires_grad = True  # by the setter, which checks

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


# piece: detach
def detach(tensor: Tensor) -> Tensor:
    """An alias of `tensor` without its history."""
    alias = Tensor(tensor._data.view())
    alias._version_counter = tensor._version_counter
    return alias
