"""Checks of what students write: one program, two libraries, and why they differ.

    from autograder import check, hint, piece, progress, use_mine

`@piece` above a class or function registers it as the student's version of a piece of
minigrad. `check` compares it with PyTorch and, if it passes, plugs it in and saves it;
`use_mine` plugs saved pieces into another notebook. `progress` shows what is the
student's own, `hint` helps. `backup` puts all work into one file, `restore` gets it
back.

Read: `programs/ps2.py` (what is run), `inputs` (on what), `observation` (what is looked
at), `references` (what PyTorch did), `comparison`, `diagnosis`, `pieces`, `checking`.
Importing it imports minigrad, NumPy and the standard library only.
"""

from .archive import backup, restore
from .checking import check
from .hints import hint
from .overview import progress
from .pieces import PieceError, piece
from .report import CheckFailed
from .saving import use_mine
from .work import WorkError

__all__ = [
    "CheckFailed",
    "PieceError",
    "WorkError",
    "backup",
    "check",
    "hint",
    "piece",
    "progress",
    "restore",
    "use_mine",
]
