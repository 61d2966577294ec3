"""Moved to ops/arguments.py."""

from ..ops.arguments import axis_of, check_kind, check_some, joined, number, tensor_of

__all__ = ["axis_of", "check_kind", "check_some", "joined", "number", "tensor_of"]
