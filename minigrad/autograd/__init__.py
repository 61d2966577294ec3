"""Automatic differentiation.

The reader's tour: `../tensor.py`, `function.py`, `../ops/elementwise.py`, `engine.py`,
`gradcheck.py`. Then `custom.py` (the users' Function) and `grad_mode.py`.
"""

from .custom import Function
from .engine import backward, grad
from .function import Op
from .grad_mode import (
    enable_grad,
    is_grad_enabled,
    no_grad,
    set_grad_enabled,
)
from .gradcheck import gradcheck

__all__ = [
    "Function",
    "Op",
    "backward",
    "enable_grad",
    "grad",
    "gradcheck",
    "is_grad_enabled",
    "no_grad",
    "set_grad_enabled",
]
