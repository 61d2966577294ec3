"""PyTorch's name for the place of `RemovableHandle`."""

from ..autograd.hooks import RemovableHandle

__all__ = ["RemovableHandle"]
