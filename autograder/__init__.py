"""Checks of what students write: one program, two libraries, and why they differ.

    from autograder import check, hint, piece, progress, use_mine

`@piece` above a class or function registers it as the student's version of a piece of
minigrad. `check` compares it with PyTorch and, if it passes, plugs it in and saves it;
`use_mine` plugs saved pieces into another notebook. `progress` shows what is the
student's own, `hint` helps. `backup` puts all work into one file, `restore` gets it
back.

Read: `pieces` (what can be written anew), `check` (how it is compared with PyTorch),
`checking` (the function `check`), `work` (what a student keeps). For instructors:
`authoring` and `grading`. Each imports only those before it.
Importing it imports minigrad, NumPy and the standard library only.
"""

from .check.hints import hint
from .check.report import CheckFailed
from .checking import check
from .notebook import watch_cells
from .pieces.kinds import PieceError
from .pieces.registry import piece
from .work.archive import backup, restore
from .work.folder import WorkError
from .work.progress import progress
from .work.saving import offer, use_mine

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

watch_cells()
offer()
