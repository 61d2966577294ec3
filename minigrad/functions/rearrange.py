"""Moved to ops/shape.py."""

from ..ops.shape import broadcast_tensors

__all__ = ["broadcast_tensors"]
