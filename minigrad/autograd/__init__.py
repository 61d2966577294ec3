"""Automatic differentiation.

The reader's tour: `../tensor.py`, `op.py`, `../ops/elementwise.py`, `engine.py`,
`gradcheck.py`. Then `function.py` (the users' Function), `grad_mode.py`, `hooks.py`,
`views.py`.
"""

from . import functional, graph
from .anomaly_mode import detect_anomaly, set_detect_anomaly
from .engine import backward, grad
from .function import Function
from .grad_mode import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    no_grad,
    set_grad_enabled,
)
from .gradcheck import gradcheck, gradgradcheck
from .op import Op
from .variable import Variable

__all__ = [
    "Function",
    "Op",
    "Variable",
    "backward",
    "detect_anomaly",
    "enable_grad",
    "functional",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "graph",
    "inference_mode",
    "is_grad_enabled",
    "no_grad",
    "set_detect_anomaly",
    "set_grad_enabled",
]
