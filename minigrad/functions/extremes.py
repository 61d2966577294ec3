"""Moved to ops/extremes.py."""

from ..ops.extremes import clamp_min

__all__ = ["clamp_min"]
