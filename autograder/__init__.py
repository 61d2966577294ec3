"""Checks of what students write: one program, two libraries, and why they differ.

    from autograder import check, hint, piece, progress

`@piece` above a class or function registers it as the student's version of a piece of
minigrad. `check` compares it with PyTorch and, if it passes, plugs it in. `progress`
shows what is the student's own, `hint` helps.

Read: `programs/ps2.py` (what is run), `inputs` (on what), `observation` (what is looked
at), `references` (what PyTorch did), `comparison`, `diagnosis`, `pieces`, `checking`.
Importing it imports minigrad, NumPy and the standard library only.
"""

from .checking import check
from .hints import hint
from .overview import progress
from .pieces import PieceError, piece
from .report import CheckFailed

__all__ = ["CheckFailed", "PieceError", "check", "hint", "piece", "progress"]
