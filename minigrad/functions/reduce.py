"""Functions that reduce axes: sums, means, norms.

Each checks its arguments, with PyTorch's errors, and chooses the op whose node PyTorch
would show.
"""

from .. import dtypes
from ..ops import reduce
from ..tensor import Tensor
from .shape import to


class SumDim(reduce.Sum, name="SumBackward1"):
    """The node that PyTorch shows for a sum over given axes."""


class MeanDim(reduce.Mean, name="MeanBackward1"):
    """The node that PyTorch shows for a mean over given axes."""


_ALL = object()  # no `dim` was given; PyTorch records another node for dim=None


def sum(input: Tensor, dim=_ALL, keepdim: bool = False, *, dtype=None) -> Tensor:
    """The sum over the axes `dim`, an int or a tuple; over all if left out."""
    if dtype is not None:
        input = to(input, dtype)
    if dim is _ALL and not keepdim:
        return reduce.Sum.apply(input)
    _check_reduction("sum", dim, keepdim)
    return SumDim.apply(input, dim, keepdim)


def mean(input: Tensor, dim=_ALL, keepdim: bool = False, *, dtype=None) -> Tensor:
    """The mean over the axes `dim`, an int or a tuple; over all if left out."""
    if dtype is not None:
        input = to(input, dtype)
    if not input.is_floating_point():
        kind = dtypes.kind(input.dtype)
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a "
            f"floating point or complex dtype. Got: {kind}"
        )
    if dim is _ALL and not keepdim:
        return reduce.Mean.apply(input)
    _check_reduction("mean", dim, keepdim)
    return MeanDim.apply(input, dim, keepdim)


def _check_reduction(name: str, dim, keepdim: bool) -> None:
    """TypeError for keepdim without dim, and for axes given as separate arguments."""
    if dim is _ALL:
        raise TypeError(
            f"{name}() received an invalid combination of arguments - got "
            "(keepdim=bool, ), but expected one of:\n * (*, torch.dtype dtype = None)\n"
            " * (tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None)"
        )
    if keepdim.__class__ is not bool:
        raise TypeError(
            f"{name}(): argument 'keepdim' (position 2) must be bool, not "
            f"{type(keepdim).__name__}"
        )


def norm(input: Tensor, p: float = 2, dim=None, keepdim: bool = False) -> Tensor:
    """The Euclidean norm √(Σ x²) over the axes `dim`; over all if left out."""
    if p not in (2, "fro"):
        raise NotImplementedError(f"minigrad has the norm for p=2 only, not p={p!r}")
    if not input.is_floating_point():
        kind = dtypes.kind(input.dtype)
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as "
            f"input. Got {kind}"
        )
    return reduce.Norm.apply(input, dim, keepdim)


METHODS = FUNCTIONS = "sum mean norm".split()
NUMPY = {}
