"""Moved to ops/public.py."""

from ..ops.public import as_function, named, public, with_numpy_names

__all__ = ["as_function", "named", "public", "with_numpy_names"]
