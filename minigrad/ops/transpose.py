"""The axes of a tensor in another order, over the same memory."""

import warnings
from functools import lru_cache

from ..autograd.views import ViewOp
from ..errors import axes_of
from ..tensor import Tensor
from .shape import Alias, reshaped_by, sizes_of


@lru_cache(1024)
def inverse(dims: tuple[int, ...]) -> tuple[int, ...]:
    """The permutation that undoes `dims`."""
    return tuple(sorted(range(len(dims)), key=dims.__getitem__))


class Permute(ViewOp):
    """out = a with its axes in the order `dims`"""

    @staticmethod
    def forward(ctx, a, dims):
        ctx.inverse = inverse(dims)
        return a.transpose(dims)

    @staticmethod
    def backward(ctx, grad):
        return Permute.call(grad, ctx.inverse)


class Transpose(ViewOp):
    """out = a with two axes swapped"""

    @staticmethod
    def forward(ctx, a, *dims):
        ctx.dims = dims  # none for a 0-d tensor
        return a.swapaxes(*dims) if dims else a

    @staticmethod
    def backward(ctx, grad):
        return Transpose.call(grad, *ctx.dims)


class T(ViewOp):
    """out = aᵀ for a matrix; a vector stays as it is"""

    @staticmethod
    def plain(a):
        return a.T

    @staticmethod
    def forward(ctx, a):
        return a.T

    @staticmethod
    def backward(ctx, grad):
        return T.call(grad)


# -- functions --------------------------------------------------------------------


def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """Two axes swapped, over the same memory."""
    first, second = axes_of(dim0, input._data.ndim), axes_of(dim1, input._data.ndim)
    return Transpose.apply(input, *first, *second)


def permute(input: Tensor, *axes, dims=None) -> Tensor:
    """The axes in the order `dims`, over the same memory."""
    dims = sizes_of(axes if dims is None else (dims,))
    if len(dims) != input._data.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not "
            f"match the length of the desired ordering of dimensions i.e. input.dim() "
            f"= {input._data.ndim} is not equal to len(dims) = {len(dims)}"
        )
    axes = tuple(axis for dim in dims for axis in axes_of(dim, input._data.ndim))
    if len(set(axes)) < len(axes):
        raise RuntimeError("permute(): duplicate dims are not allowed")
    return Permute.apply(input, axes)


def movedim(input: Tensor, source, destination) -> Tensor:
    """The axes `source` moved to the places `destination`; the others keep order."""
    ndim = input._data.ndim
    given = {"source": source, "destination": destination}
    given = {k: (v,) if isinstance(v, int) else tuple(v) for k, v in given.items()}
    if len(given["source"]) != len(given["destination"]):
        raise RuntimeError(
            f"movedim: Invalid source or destination dims: source "
            f"({list(given['source'])} dims) should contain the same number of dims as "
            f"destination ({list(given['destination'])} dims)"
        )
    if ndim == 0:
        return Alias.apply(input)
    places = []
    for name, dims in given.items():
        places.append([axes_of(dim, ndim)[0] for dim in dims])
        if len(set(places[-1])) < len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({list(dims)})")
    order = [axis for axis in range(ndim) if axis not in places[0]]
    for place, axis in sorted(zip(places[1], places[0], strict=True)):
        order.insert(place, axis)
    return permute(input, order)


def t(input: Tensor) -> Tensor:
    """The transpose of a matrix; a vector stays as it is."""
    if input._data.ndim > 2:
        raise RuntimeError(
            f"t() expects a tensor with <= 2 dimensions, but self is "
            f"{input._data.ndim}D"
        )
    return T.apply(input)


def reversed_axes(input: Tensor) -> Tensor:
    """All axes in reverse order: `x.T`."""
    if input._data.ndim == 0:
        _warn_scalar("T")
    elif input._data.ndim != 2:
        warnings.warn(
            "The use of `x.T` on tensors of dimension other than 2 to reverse their "
            "shape is deprecated and it will throw an error in a future release. "
            "Consider `x.mT` to transpose batches of matrices or `x.permute(*torch."
            "arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor.",
            stacklevel=2,
        )
    return Permute.apply(input, tuple(range(input._data.ndim))[::-1])


def matrix_transpose(input: Tensor) -> Tensor:
    """The last two axes swapped: `x.mT`."""
    if input._data.ndim == 0:
        _warn_scalar("mT")
        return input
    if input._data.ndim == 1:
        raise RuntimeError(
            "tensor.mT is only supported on matrices or batches of matrices. Got "
            f"{input._data.ndim}-D tensor."
        )
    return transpose(input, -2, -1)


def _warn_scalar(name: str) -> None:
    warnings.warn(
        f"Tensor.{name} is deprecated on 0-D tensors. This function is the identity "
        "in these cases.",
        stacklevel=3,
    )


transpose_, t_ = reshaped_by(transpose), reshaped_by(t)


# -- the tables -------------------------------------------------------------------

FUNCTIONS = "transpose permute movedim t".split()
METHODS = [*FUNCTIONS, "transpose_", "t_"]
NUMPY: dict = {}
