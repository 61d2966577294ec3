"""Walks over a Module and its submodules: lists of members, and changes of all.

Read: `named_modules`, `_named_members`, what is listed by them, then what is done to
every module (`apply`, `train`) or every tensor (`to`, `requires_grad_`).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from ... import dtypes
from ...autograd.grad_mode import no_grad
from ...tensor import Tensor
from ..parameter import Parameter
from .registry import Registry


# piece: Module
class Tree(Registry):
    """A Module as the root of a tree of Modules."""

    # -- lists --------------------------------------------------------------------

    def named_modules(
        self, memo: set | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> "Iterator[tuple[str, Tree]]":
        """Every module of the tree with its path, this one first; each once."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(
        self, table: str, prefix: str, recurse: bool, remove_duplicate: bool
    ) -> Iterator[tuple[str, Any]]:
        """What every module has in `table`, with its path, each once; never None."""
        memo = set()
        modules = [(prefix, self)]
        if recurse:
            modules = self.named_modules(None, prefix, remove_duplicate)
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in memo:
                    continue
                if remove_duplicate:
                    memo.add(member)
                yield f"{path}.{name}" if path else name, member

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """Every parameter with its path; of this module alone without `recurse`."""
        return self._named_members("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """Every parameter, for an optimizer."""
        return (param for _, param in self.named_parameters(recurse=recurse))

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """Every buffer with its path."""
        return self._named_members("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """Every buffer."""
        return (buffer for _, buffer in self.named_buffers(recurse=recurse))

    def named_children(self) -> "Iterator[tuple[str, Tree]]":
        """The direct submodules with their names, each once."""
        return self._named_members("_modules", "", False, True)

    def children(self) -> "Iterator[Tree]":
        """The direct submodules."""
        return (module for _, module in self.named_children())

    def modules(self, remove_duplicate: bool = True) -> "Iterator[Tree]":
        """Every module of the tree."""
        named = self.named_modules(remove_duplicate=remove_duplicate)
        return (module for _, module in named)

    # -- changes of every module --------------------------------------------------

    def apply(self, fn: "Callable[[Tree], None]") -> "Tree":
        """Call `fn` on every module, children first; for initialisation."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode: bool = True) -> "Tree":
        """Set the training mode, which dropout and batch normalisation ask for."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> "Tree":
        """Set the evaluation mode: `train(False)`."""
        return self.train(False)

    # -- changes of every tensor --------------------------------------------------

    def requires_grad_(self, requires_grad: bool = True) -> "Tree":
        """Set `requires_grad` of every parameter: False freezes the module."""
        for param in self.parameters():
            param.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Reset the gradients of every parameter: to None, or to zeros."""
        reset_grads(self.parameters(), set_to_none)

    def _apply(self, fn: Callable[[Tensor], Tensor]) -> "Tree":
        """Replace the memory of every parameter, its gradient, and every buffer."""
        for module in self.children():
            module._apply(fn)
        with no_grad():
            for param in self._parameters.values():
                for tensor in (param, getattr(param, "_grad", None)):
                    if tensor is not None and (new := fn(tensor)) is not tensor:
                        tensor.data = new
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def to(self, *args: Any, **kwargs: Any) -> "Tree":
        """Convert floating point parameters and buffers, in place.

        As `Tensor.to`: `to(dtype)`, `to(device)`, `to(device, dtype)`, `to(tensor)`.
        """
        dtype = Tensor(np.empty(0, np.float16)).to(*args, **kwargs).dtype
        if not dtype.is_floating_point:
            raise TypeError(
                "nn.Module.to only accepts floating point or complex dtypes, but got "
                f"desired dtype={dtype}"
            )

        def converted(tensor: Tensor) -> Tensor:
            floating = tensor.is_floating_point()
            return tensor.to(*args, **kwargs) if floating else tensor

        return self._apply(converted)

    def float(self) -> "Tree":
        """All floating point parameters and buffers in float32."""
        return self.to(dtypes.float32)

    def double(self) -> "Tree":
        """All floating point parameters and buffers in float64."""
        return self.to(dtypes.float64)

    def half(self) -> "Tree":
        """All floating point parameters and buffers in float16."""
        return self.to(dtypes.float16)

    def cpu(self) -> "Tree":
        """The module itself: minigrad's memory is the CPU's."""
        return self

    def cuda(self, device: Any = None) -> "Tree":
        """AssertionError, as without CUDA, unless there is no tensor to move."""
        return self._apply(lambda tensor: tensor.cuda(device))


def reset_grads(params: Iterable[Tensor], set_to_none: bool) -> None:
    """Forget the gradients, or fill them with zeros in place."""
    for param in params:
        if set_to_none or param._grad is None:
            param._grad = None
            continue
        grad = param._grad
        if grad.grad_fn is not None:
            grad = param._grad = grad.detach()
        grad.requires_grad_(False)
        grad.zero_()
