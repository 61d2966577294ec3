"""Moved to ops/shape.py."""

from ..ops.shape import expand, reshape, squeeze, unsqueeze, view

__all__ = ["expand", "reshape", "squeeze", "unsqueeze", "view"]
