"""What is used around a network: `utils.data` and `utils.checkpoint`."""

from ..names import module_getattr
from . import checkpoint, data

__all__ = ["checkpoint", "data"]

__getattr__ = module_getattr(__name__)
