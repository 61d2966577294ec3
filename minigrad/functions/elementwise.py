"""Moved to ops/elementwise.py, ops/compare.py and ops/arguments.py."""

from ..ops.arguments import operand
from ..ops.compare import where
from ..ops.elementwise import Mul
from ..ops.public import public

mul = public("mul", Mul)

__all__ = ["mul", "operand", "where"]
