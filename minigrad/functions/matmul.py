"""Moved to ops/matmul.py."""

from ..ops.matmul import matmul

__all__ = ["matmul"]
