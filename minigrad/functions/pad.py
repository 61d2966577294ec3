"""Moved to ops/pad.py and ops/unfold.py."""

from ..ops.pad import pad
from ..ops.unfold import fold, unfold

__all__ = ["fold", "pad", "unfold"]
