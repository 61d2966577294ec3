"""Automatic differentiation.

How it works is in `../core/`. Here is what else PyTorch's autograd has: hooks, views
and changes in place, anomaly mode, saved-tensor hooks, gradcheck, `functional`.
"""

import sys as _sys

from ..core.op import Op
from ..ops.public import publish
from . import functional, graph, history
from . import saved_names as saved_names
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

__all__ = [
    "Function",
    "Op",
    "backward",
    "detect_anomaly",
    "enable_grad",
    "functional",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "graph",
    "history",
    "inference_mode",
    "is_grad_enabled",
    "no_grad",
    "set_detect_anomaly",
    "set_grad_enabled",
]

__getattr__ = publish(globals())

if _sys.platform == "emscripten":
    from . import in_browser as in_browser
