"""Softmax and its kin where no axis need be given: with PyTorch's notice."""

import warnings

from ...tensor import Tensor


def softmax(input: Tensor, dim: int | None = None, *, dtype=None) -> Tensor:
    """exp(input) / Σ exp(input) over the axis `dim`, computed in `dtype`."""
    return input.softmax(_axis("softmax", input, dim), dtype=dtype)


def log_softmax(input: Tensor, dim: int | None = None, *, dtype=None) -> Tensor:
    """input - log Σ exp(input) over the axis `dim`, computed in `dtype`."""
    return input.log_softmax(_axis("log_softmax", input, dim), dtype=dtype)


def _axis(name: str, input: Tensor, dim: int | None) -> int:
    if dim is not None:
        return dim
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to "
        "include dim=X as an argument.",
        stacklevel=4,
    )
    return 0 if input.dim() in (0, 1, 3) else 1
