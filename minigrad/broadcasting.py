"""Broadcasting: an array stretched to a shape, and the error where it cannot be."""

from numpy import asarray, broadcast_shapes, ndarray
from numpy import broadcast_to as _broadcast_to


def stretched(array: ndarray, shape: tuple[int, ...]) -> ndarray:
    """`array` broadcast to `shape`, over the same memory.

    As np.broadcast_to, which takes four times as long. The gradient of a sum is the
    usual case: one number, or an array with the summed axes as size 1.
    """
    if array.__class__ is not ndarray:
        array = asarray(array)  # a number, as NumPy makes them of 0-d arrays
    if array.flags.c_contiguous:
        if array.ndim == 0:
            return ndarray(shape, array.dtype, array, 0, (0,) * len(shape))
        if array.ndim == len(shape):
            strides = [
                stride if n == size else 0 if n == 1 else None
                for n, size, stride in zip(
                    array.shape, shape, array.strides, strict=True
                )
            ]
            if None not in strides:
                return ndarray(shape, array.dtype, array, 0, strides)
    return _broadcast_to(array, shape)


def check_shapes(*shapes: tuple[int, ...]) -> None:
    """PyTorch's RuntimeError for shapes that do not broadcast together."""
    together: tuple[int, ...] = ()
    for shape in shapes:
        try:
            together = broadcast_shapes(together, shape)
        except ValueError:
            raise size_error(together, shape) from None


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
