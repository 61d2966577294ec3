"""What happens at each new node while somebody watches (`nodes.watchers`).

Three things need it: pictures keep the shapes of results, anomaly detection the line
of the user's program, saved-tensor hooks pack what the node saved. `noted` in saved.py
calls them. Read: `trace` and `explained`, then `Packed` and `packed`.
"""

import traceback
import warnings
from collections.abc import Callable

import numpy as np
from numpy import ndarray

from ..tensor import Tensor
from .grad_mode import mode
from .nodes import Node

_PACKAGE = __file__.rpartition("autograd")[0]


def trace(node: Node) -> None:
    """Keep where in the user's program a node was made, and during which node's run."""
    lines = traceback.format_stack()[:-2]
    node.metadata["traceback_"] = [line for line in lines if not _own(line)]
    if mode.running is not None:
        node.metadata["parent_"] = mode.running


def _own(line: str) -> bool:
    """True for a line of minigrad's, which would only hide the user's."""
    return line.lstrip().startswith(f'File "{_PACKAGE}')


def explained(node: Node, function: Callable, *args) -> tuple:
    """Run a backward; if it fails or gives nan, warn where the user made its node."""
    before, mode.running = mode.running, node
    try:
        result = function(*args)
        if mode.check_nan:
            _check_nan(node, result)
        return result
    except Exception:
        _warn(node)
        raise
    finally:
        mode.running = before


def _check_nan(node: Node, result: tuple) -> None:
    for index, grad in enumerate(result):
        array = grad._data if isinstance(grad, Tensor) else grad
        if isinstance(array, ndarray) and np.isnan(array).any():
            raise RuntimeError(
                f"Function '{node.name()}' returned nan values in its {index}th output."
            )


def _warn(node: Node) -> None:
    lines = node.metadata.get("traceback_")
    if lines is None:
        text = (
            f"Error detected in {node.name()}. No forward pass information available. "
            "Enable detect anomaly during forward pass for more information."
        )
    else:
        text = (
            f"Error detected in {node.name()}. Traceback of forward call that caused "
            "the error:\n" + "".join(lines)
        )
    parent = node.metadata.get("parent_")
    warnings.warn(text, stacklevel=2)
    if parent is not None:
        made = "".join(parent.metadata.get("traceback_", ()))
        warnings.warn(
            "Previous calculation was induced by "
            f"{parent.name()}. Traceback of forward call that induced the previous "
            f"calculation:\n{made}",
            stacklevel=2,
        )


class Packed:
    """A saved tensor in the form that a pack hook gave it."""

    __slots__ = ("value", "unpack")

    def __init__(self, value: object, unpack) -> None:
        self.value = value
        self.unpack = unpack

    def tensor(self) -> Tensor:
        """What the unpack hook makes of it; TypeError if that is no Tensor."""
        hooks, mode.saved_hooks = mode.saved_hooks, ()
        try:
            tensor = self.unpack(self.value)
        finally:
            mode.saved_hooks = hooks
        if not isinstance(tensor, Tensor):
            raise TypeError(
                "Output of saved tensor unpack_hook expected to be a Tensor but got "
                f"result of type {type(tensor).__name__}"
            )
        return tensor


def packed(tensor: Tensor) -> Packed:
    """A tensor through the innermost pack hook of this thread."""
    hooks = mode.saved_hooks
    pack, unpack = hooks[-1]
    before = tensor._cell[0]
    mode.saved_hooks = ()  # what a hook computes is not packed again
    try:
        value = pack(tensor)
    finally:
        mode.saved_hooks = hooks
    if tensor._cell[0] != before:
        raise RuntimeError(
            "A saved tensor pack hook is modifying its input in place. Tensors "
            "provided as input to pack hook cannot be modified by in-place operations "
            "as this can lead to unexpected side-effects."
        )
    return Packed(value, unpack)
