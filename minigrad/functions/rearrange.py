"""Moved to ops/expand.py."""

from ..ops.expand import broadcast_tensors

__all__ = ["broadcast_tensors"]
