"""How a hook is added to a dict of hooks: for Modules and optimizers."""

from collections import OrderedDict
from collections.abc import Callable

from ...autograd.hooks import RemovableHandle


def register(
    hooks: OrderedDict,
    hook: Callable,
    prepend: bool = False,
    marks: tuple[OrderedDict, ...] = (),
) -> RemovableHandle:
    """Add `hook`, first if `prepend`, and mark its number in each of `marks`."""
    handle = RemovableHandle(hooks, extra_dict=list(marks))
    hooks[handle.id] = hook
    for mark in marks:
        mark[handle.id] = True
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle
