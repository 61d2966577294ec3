"""Integrals and derivatives of functions that are known at points only."""

from ..creation import tensor
from ..ops.index import Slice
from ..tensor import Tensor
from .checks import axis_of
from .join import cat
from .reduce import sum
from .scan import cumsum
from .shape import reshape


def _part(input: Tensor, axis: int, start: int | None, stop: int | None) -> Tensor:
    return Slice.apply(input, axis, slice(start, stop))


def _pieces(name: str, y: Tensor, x: Tensor | None, dx, dim: int) -> tuple[Tensor, int]:
    """The areas between neighbours along an axis, and the axis."""
    if y._data.ndim == 0:
        raise IndexError("Dimension specified as -1 but tensor has no dimensions")
    axis = axis_of(dim, y._data.ndim)
    heights = _part(y, axis, 1, None) + _part(y, axis, None, -1)
    if x is None:
        return heights * (dx / 2.0), axis
    if x._data.ndim == 1:
        if x._data.size != y._data.shape[axis]:
            raise RuntimeError(
                f"{name}: There must be one `x` value for each sample point"
            )
        x = reshape(x, -1, *(1,) * (y._data.ndim - axis - 1))
    axis_x = axis - y._data.ndim + x._data.ndim
    return heights * (
        _part(x, axis_x, 1, None) - _part(x, axis_x, None, -1)
    ) / 2.0, axis


def trapezoid(
    y: Tensor, x: Tensor | None = None, *, dx: float = 1, dim: int = -1
) -> Tensor:
    """The integral along an axis by trapezoids, at points `x` or `dx` apart."""
    pieces, axis = _pieces("trapezoid", y, x, dx, dim)
    return sum(pieces, axis)


def trapz(
    y: Tensor, x: Tensor | None = None, *, dx: float = 1, dim: int = -1
) -> Tensor:
    """The integral along an axis by trapezoids: another name of `trapezoid`."""
    return trapezoid(y, x, dx=dx, dim=dim)


def cumulative_trapezoid(
    y: Tensor, x: Tensor | None = None, *, dx: float = 1, dim: int = -1
) -> Tensor:
    """The integrals up to each point but the first one."""
    pieces, axis = _pieces("cumulative_trapezoid", y, x, dx, dim)
    return cumsum(pieces, axis)


def gradient(
    input: Tensor,
    *,
    spacing: "float | list" = 1,
    dim: "int | tuple[int, ...] | None" = None,
    edge_order: int = 1,
) -> tuple[Tensor, ...]:
    """The derivative along each axis of a function known at points, by differences.

    `spacing`: how far apart they are, one number or one for each axis, or a vector of
    their places for each axis. At the edges differences of order `edge_order`, 1 or 2.
    """
    if edge_order not in (1, 2):
        raise RuntimeError(
            "torch.gradient only supports edge_order=1 and edge_order=2."
        )
    ndim = input._data.ndim
    dims = range(ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
    axes = [axis_of(each, ndim) for each in dims]
    several = isinstance(spacing, list | tuple)
    spacings = list(spacing) if several else [spacing] * len(axes)
    if len(spacings) != len(axes):
        raise RuntimeError(
            "torch.gradient expected spacing to be unspecified, a scalar, or a list of "
            f"length equal to the number of axes, {len(axes)}, but got a list of "
            f"length {len(spacings)}"
        )
    for axis in axes:
        if input._data.shape[axis] < edge_order + 1:
            raise RuntimeError(
                "torch.gradient expected each dimension size to be at least "
                "edge_order+1"
            )
    pairs = zip(axes, spacings, strict=True)
    return tuple(_slope(input, axis, each, edge_order) for axis, each in pairs)


def _slope(input: Tensor, axis: int, spacing, edge_order: int) -> Tensor:
    """The derivative along one axis."""
    count = input._data.shape[axis]
    if isinstance(spacing, Tensor) and spacing._data.ndim:
        steps = _part(spacing, 0, 1, None) - _part(spacing, 0, None, -1)
    else:
        value = float(spacing)
        steps = tensor([value] * (count - 1), dtype=input.dtype)
    steps = reshape(steps, -1, *(1,) * (input._data.ndim - axis - 1))
    rises = _part(input, axis, 1, None) - _part(input, axis, None, -1)
    slopes = rises / steps
    first, last = _part(slopes, axis, 0, 1), _part(slopes, axis, -1, None)
    if count == 2:
        return cat([first, last], axis)
    before, after = _part(steps, 0, None, -1), _part(steps, 0, 1, None)
    left, right = _part(slopes, axis, None, -1), _part(slopes, axis, 1, None)
    share = before / (before + after)  # the nearer neighbour counts more
    inner = left + (right - left) * share
    if edge_order == 2:  # the slope of the parabola through three points is linear
        first = first + first - _part(inner, axis, 0, 1)
        last = last + last - _part(inner, axis, -1, None)
    return cat([first, inner, last], axis)


FUNCTIONS = ["trapezoid", "trapz", "cumulative_trapezoid", "gradient"]
METHODS: list[str] = []
NUMPY: dict = {}
