"""`Module`: a part of a network with its parameters, and what a call of it does.

Read: `Module`, then the files it is put together from: registry.py (what it holds),
tree.py (its submodules), state.py (saving and loading); how hooks on its gradients work
is in backward_hook.py, hooks on all modules are in global_hooks.py.
"""

import warnings
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from ...autograd.hooks import RemovableHandle
from ...tensor import Tensor
from .backward_hook import BackwardHook
from .global_hooks import (
    ALWAYS_CALLED,
    BACKWARD,
    BACKWARD_PRE,
    FORWARD,
    PRE,
    WITH_KWARGS,
    register_module_forward_hook,
    register_module_forward_pre_hook,
    register_module_full_backward_hook,
    register_module_full_backward_pre_hook,
)
from .handles import register
from .registry import HOOKS
from .state import State

__all__ = [
    "Module",
    "register_module_forward_hook",
    "register_module_forward_pre_hook",
    "register_module_full_backward_hook",
    "register_module_full_backward_pre_hook",
]


class Module(State):
    """The base class of every layer and network: write `__init__` and `forward`.

    `__init__` calls `super().__init__()` first. Parameters and Modules that are
    assigned to attributes then belong to the module.
    """

    def forward(self, *input: Any) -> Any:
        """What the module computes. Call the module itself: it runs the hooks too."""
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        own = self.__dict__
        if not (
            own["_forward_hooks"]
            or own["_forward_pre_hooks"]
            or own["_backward_hooks"]
            or own["_backward_pre_hooks"]
            or PRE
            or FORWARD
            or BACKWARD
            or BACKWARD_PRE
        ):
            return self.forward(*args, **kwargs)
        called = set()
        try:
            return self._call_hooked(args, kwargs, called)
        except Exception:
            self._call_remaining(args, kwargs, called)
            raise

    def _call_hooked(self, args: tuple, kwargs: dict, called: set) -> Any:
        for number, hook in (*PRE.items(), *self._forward_pre_hooks.items()):
            with_kwargs = number in self._forward_pre_hooks_with_kwargs
            args, kwargs = _before(self, hook, args, kwargs, with_kwargs)
        backward_hook = None
        backward_hooks = *BACKWARD.values(), *self._backward_hooks.values()
        before_hooks = *BACKWARD_PRE.values(), *self._backward_pre_hooks.values()
        if backward_hooks or before_hooks:
            backward_hook = BackwardHook(self, backward_hooks, before_hooks)
            args = backward_hook.on_inputs(args)
        result = self.forward(*args, **kwargs)
        for number, hook in (*FORWARD.items(), *self._forward_hooks.items()):
            called.add(number)
            with_kwargs = number in (WITH_KWARGS | self._forward_hooks_with_kwargs)
            given = (args, kwargs) if with_kwargs else (args,)
            replaced = hook(self, *given, result)
            result = result if replaced is None else replaced
        if backward_hook is None:
            return result
        if not isinstance(result, Tensor | tuple):
            warnings.warn(
                "For backward hooks to be called, module output should be a Tensor or "
                f"a tuple of Tensors but received {type(result)}",
                stacklevel=3,
            )
        return backward_hook.on_outputs(result)

    def _call_remaining(self, args: tuple, kwargs: dict, called: set) -> None:
        """After an error: the hooks that are to be called in any case."""
        always = ALWAYS_CALLED | self._forward_hooks_always_called
        for number, hook in (*FORWARD.items(), *self._forward_hooks.items()):
            if number not in always or number in called:
                continue
            with_kwargs = number in (WITH_KWARGS | self._forward_hooks_with_kwargs)
            given = (args, kwargs) if with_kwargs else (args,)
            try:
                hook(self, *given, None)
            except Exception as error:
                warnings.warn(
                    "module forward hook with ``always_call=True`` raised an exception "
                    "that was silenced as another error was raised in forward: "
                    f"{error}",
                    stacklevel=3,
                )

    # -- hooks --------------------------------------------------------------------

    def register_forward_pre_hook(
        self, hook: Callable, *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, args)` before forward; what it returns replaces `args`.

        `with_kwargs`: `hook(module, args, kwargs)`, which returns None or both.
        """
        marks = (self._forward_pre_hooks_with_kwargs,) if with_kwargs else ()
        return register(self._forward_pre_hooks, hook, prepend, marks)

    def register_forward_hook(
        self,
        hook: Callable,
        *,
        prepend: bool = False,
        with_kwargs: bool = False,
        always_call: bool = False,
    ) -> RemovableHandle:
        """Call `hook(module, args, output)` after forward; it may return a new output.

        `with_kwargs`: `hook(module, args, kwargs, output)`. `always_call`: also when
        forward raised an error.
        """
        marks = (self._forward_hooks_with_kwargs,) if with_kwargs else ()
        marks += (self._forward_hooks_always_called,) if always_call else ()
        return register(self._forward_hooks, hook, prepend, marks)

    def register_full_backward_hook(
        self, hook: Callable, prepend: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, grad_input, grad_output)` when its gradients are there.

        It may return new gradients of the inputs.
        """
        return register(self._backward_hooks, hook, prepend)

    def register_full_backward_pre_hook(
        self, hook: Callable, prepend: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, grad_output)` before the module's backward.

        It may return new gradients of the outputs.
        """
        return register(self._backward_pre_hooks, hook, prepend)

    # -- text and copies ----------------------------------------------------------

    def _get_name(self) -> str:
        return type(self).__name__

    def extra_repr(self) -> str:
        """What a module of this class adds to its printed form."""
        return ""

    def __repr__(self) -> str:
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        if len(lines) == 1 and not self._modules:
            return f"{self._get_name()}({lines[0]})"
        for name, module in self._modules.items():
            lines.append(f"({name}): {indented(repr(module))}")
        return block(self._get_name(), lines)

    def __setstate__(self, state: dict) -> None:
        self.__dict__.update({table: OrderedDict() for table in HOOKS} | state)


def indented(text: str) -> str:
    """`text` with every line but the first moved to the right."""
    return text.replace("\n", "\n  ")


def block(name: str, lines: list[str]) -> str:
    """`name(...)` with each of `lines` on a line of its own."""
    if not lines:
        return f"{name}()"
    return f"{name}(\n  " + "\n  ".join(lines) + "\n)"


def _before(
    module: Module, hook: Callable, args: tuple, kwargs: dict, with_kwargs: bool
) -> tuple[tuple, dict]:
    """The arguments of forward after one pre-hook."""
    if not with_kwargs:
        replaced = hook(module, args)
        if replaced is None:
            return args, kwargs
        return (replaced if isinstance(replaced, tuple) else (replaced,)), kwargs
    replaced = hook(module, args, kwargs)
    if replaced is None:
        return args, kwargs
    if not isinstance(replaced, tuple) or len(replaced) != 2:
        raise RuntimeError(
            "forward pre-hook must return None or a tuple of (new_args, new_kwargs), "
            f"but got {replaced}."
        )
    return replaced
