"""What is used around a network: `utils.data` and `utils.checkpoint`."""

from . import checkpoint, data

__all__ = ["checkpoint", "data"]
