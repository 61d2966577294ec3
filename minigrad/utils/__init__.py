"""What is used around a network: `utils.data`, `utils.checkpoint`, `utils.hooks`."""

from ..names import module_getattr
from . import checkpoint, data, hooks

__all__ = ["checkpoint", "data", "hooks"]

__getattr__ = module_getattr(__name__)
