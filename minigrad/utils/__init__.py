"""What is used around a network: `utils.data`, `utils.checkpoint`, `utils.hooks`."""

from . import checkpoint, data, hooks

__all__ = ["checkpoint", "data", "hooks"]
