"""`Module`: a part of a network with its parameters, and what a call of it does.

It is put together from four files, to be read in this order: registry.py (what it
holds), tree.py (its submodules), state.py (saving and loading), and here calls, hooks
and the printed form. How hooks see the gradients is in backward_hook.py.
"""

from collections.abc import Callable
from typing import Any

from ...autograd.hooks import RemovableHandle
from ...errors import refuse_pytorch
from ...tensor import Tensor
from .backward_hook import BackwardHook
from .handles import register
from .state import State


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
        forward = self.forward
        if (
            self._forward_hooks
            or self._forward_pre_hooks
            or self._backward_hooks
            or self._backward_pre_hooks
        ):
            forward = self._call_hooked
        try:
            result = forward(*args, **kwargs)
        except Exception:
            refuse_pytorch(args, *kwargs.values())
            raise
        if result.__class__ is not Tensor:
            refuse_pytorch(result)
        return result

    def _call_hooked(self, *args: Any, **kwargs: Any) -> Any:
        for hook in self._forward_pre_hooks.values():
            replaced = hook(self, args)
            if replaced is not None:
                args = replaced if isinstance(replaced, tuple) else (replaced,)
        backward_hook = None
        if self._backward_hooks or self._backward_pre_hooks:
            hooks = self._backward_hooks.values(), self._backward_pre_hooks.values()
            backward_hook = BackwardHook(self, *map(tuple, hooks))
            args = backward_hook.on_inputs(args)
        result = self.forward(*args, **kwargs)
        for hook in self._forward_hooks.values():
            replaced = hook(self, args, result)
            result = result if replaced is None else replaced
        if backward_hook is not None:
            result = backward_hook.on_outputs(result)
        return result

    # -- hooks --------------------------------------------------------------------

    def register_forward_pre_hook(
        self, hook: Callable, *, prepend: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, args)` before forward; what it returns replaces `args`."""
        return register(self._forward_pre_hooks, hook, prepend)

    def register_forward_hook(
        self, hook: Callable, *, prepend: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, args, output)` after forward; it may return a new output.

        Keyword arguments of the call are not among `args`.
        """
        return register(self._forward_hooks, hook, prepend)

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

    # -- the printed form ---------------------------------------------------------

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


def changed(module: Module, **defaults: Any) -> str:
    """Those attributes that are not as usual: ", groups=2" for `groups=1`."""
    found = {name: getattr(module, name) for name in defaults}
    return "".join(
        f", {name}={value}" for name, value in found.items() if value != defaults[name]
    )


def indented(text: str) -> str:
    """`text` with every line but the first moved to the right."""
    return text.replace("\n", "\n  ")


def block(name: str, lines: list[str]) -> str:
    """`name(...)` with each of `lines` on a line of its own."""
    if not lines:
        return f"{name}()"
    return f"{name}(\n  " + "\n  ".join(lines) + "\n)"
