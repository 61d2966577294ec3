"""How a hook is added to a dict of hooks."""

from collections import OrderedDict
from collections.abc import Callable

from ...autograd.hooks import RemovableHandle


def register(
    hooks: OrderedDict, hook: Callable, prepend: bool = False
) -> RemovableHandle:
    """Add `hook`, first if `prepend`."""
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle
