"""Moved to ops/shape.py."""

from ..ops.expand import expand
from ..ops.shape import reshape, squeeze, unsqueeze, view

__all__ = ["expand", "reshape", "squeeze", "unsqueeze", "view"]
