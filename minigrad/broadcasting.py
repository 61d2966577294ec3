"""Broadcasting: an array stretched to a shape, and the error where it cannot be."""

from numpy import broadcast_to as _broadcast_to
from numpy import ndarray


def stretched(array: ndarray, shape: tuple[int, ...]) -> ndarray:
    """`array` broadcast to `shape`, over the same memory.

    As np.broadcast_to, which takes five times as long: one number, the gradient of a
    loss, is the usual case.
    """
    if array.__class__ is ndarray and array.ndim == 0:
        return ndarray(shape, array.dtype, array, 0, (0,) * len(shape))
    return _broadcast_to(array, shape)


def size_error(a: tuple[int, ...], b: tuple[int, ...]) -> RuntimeError:
    """The error for two shapes, which names the last axis that differs."""
    length = max(len(a), len(b))
    for back in range(1, length + 1):
        x = a[-back] if back <= len(a) else 1
        y = b[-back] if back <= len(b) else 1
        if x != y and 1 not in (x, y):
            return RuntimeError(
                f"The size of tensor a ({x}) must match the size of tensor b ({y}) at "
                f"non-singleton dimension {length - back}"
            )
    raise AssertionError(f"{a} and {b} broadcast")
