"""Moved to ops/random.py."""

from ..ops.random import multinomial, rand

__all__ = ["multinomial", "rand"]
