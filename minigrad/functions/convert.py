"""Moved to ops/convert.py."""

from ..ops.convert import in_dtype, in_float32, to

__all__ = ["in_dtype", "in_float32", "to"]
