"""Moved to ops/mask.py."""

from ..ops.mask import nonzero

__all__ = ["nonzero"]
