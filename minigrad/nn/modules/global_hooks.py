"""Hooks on all modules: they run before those of the module itself."""

from collections import OrderedDict
from collections.abc import Callable

from ...autograd.hooks import RemovableHandle
from .handles import register

PRE = OrderedDict()
FORWARD = OrderedDict()
WITH_KWARGS = OrderedDict()  # marks hooks of FORWARD
ALWAYS_CALLED = OrderedDict()  # marks hooks of FORWARD
BACKWARD_PRE = OrderedDict()
BACKWARD = OrderedDict()


def register_module_forward_pre_hook(hook: Callable) -> RemovableHandle:
    """Call `hook(module, args)` before the forward of every module.

    What it returns, if not None, replaces `args`.
    """
    return register(PRE, hook)


def register_module_forward_hook(
    hook: Callable, *, with_kwargs: bool = False, always_call: bool = False
) -> RemovableHandle:
    """Call `hook(module, args, output)` after the forward of every module.

    What it returns, if not None, replaces the output. `with_kwargs`: `hook(module,
    args, kwargs, output)`. `always_call`: also when forward raised an error.
    """
    marks = (WITH_KWARGS,) if with_kwargs else ()
    marks += (ALWAYS_CALLED,) if always_call else ()
    return register(FORWARD, hook, marks=marks)


def register_module_full_backward_pre_hook(hook: Callable) -> RemovableHandle:
    """Call `hook(module, grad_output)` before the backward of every module."""
    return register(BACKWARD_PRE, hook)


def register_module_full_backward_hook(hook: Callable) -> RemovableHandle:
    """Call `hook(module, grad_input, grad_output)` after that of every module."""
    return register(BACKWARD, hook)
