"""Moved to ops/diagonal.py."""

from ..ops.diagonal import triu

__all__ = ["triu"]
