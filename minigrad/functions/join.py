"""Moved to ops/join.py."""

from ..ops.join import cat, stack

__all__ = ["cat", "stack"]
