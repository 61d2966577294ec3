"""Moved to ops/compare.py."""

from ..ops.compare import eq

__all__ = ["eq"]
