"""`detect_anomaly`: find the line of the forward pass that a failing backward is of.

Read: `detect_anomaly`, then `trace` (called with each new node) and `visit` (called by
a pass at each node).
"""

import traceback
import warnings

import numpy as np
from numpy import ndarray

from .. import errors
from ..core import engine
from ..core.engine import GraphTask
from ..core.graph import Node, watchers
from ..core.mode import Mode, mode
from ..core.tensor import Tensor
from . import hooks
from .targets import capture

IN_ANOMALY = (
    "the backtrace further above shows the operation that failed to compute its "
    "gradient. The variable in question was changed in there or anywhere later. "
    "Good luck!"
)

Mode.anomaly = False  # inside detect_anomaly ...
Mode.check_nan = True  # ... which looks for nan
Mode.running = None  # the node whose backward runs

_PACKAGE = __file__.rpartition("autograd")[0]


def is_anomaly_enabled() -> bool:
    """True inside `detect_anomaly`."""
    return mode.anomaly


def is_anomaly_check_nan_enabled() -> bool:
    """True if a nan in a gradient counts as an error inside `detect_anomaly`."""
    return mode.check_nan


class set_detect_anomaly:
    """Anomaly detection on or off, at once; as a context manager, until its end."""

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self._before = _state()
        _set(bool(mode), check_nan)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc_info: object) -> None:
        _set(*self._before)


class detect_anomaly(set_detect_anomaly):
    """Inside the block, a backward that fails shows the forward line it belongs to.

    A nan that a backward makes is an error too, unless `check_nan=False`. It makes
    every operation slower: for finding mistakes.
    """

    def __init__(self, check_nan: bool = True) -> None:
        self._check_nan = check_nan
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime "
            "and should only be enabled for debugging.",
            stacklevel=2,
        )

    def __enter__(self) -> None:
        super().__init__(True, self._check_nan)


def _state() -> tuple[bool, bool]:
    return mode.anomaly, mode.check_nan


def _set(on: bool, check_nan: bool) -> None:
    if on and not mode.anomaly:
        watchers.append(trace)
        engine.preparing.append(prepare)
        errors.anomaly_hint.append(IN_ANOMALY)
    elif mode.anomaly and not on:
        watchers.remove(trace)
        engine.preparing.remove(prepare)
        errors.anomaly_hint.remove(IN_ANOMALY)
    mode.anomaly, mode.check_nan = on, check_nan


# -- in the forward pass ----------------------------------------------------------


def trace(node: Node, args: tuple, results: tuple) -> None:
    """Keep where in the user's program a node was made, and during which node's run."""
    if not mode.anomaly:  # it is on in another thread
        return
    lines = traceback.format_stack()[:-2]
    node.metadata["traceback_"] = [line for line in lines if not _is_inside(line)]
    if mode.running is not None:
        node.metadata["parent_"] = mode.running


def _is_inside(line: str) -> bool:
    """True for a line of minigrad's, which would only hide the user's."""
    return line.lstrip().startswith((f'File "{_PACKAGE}', 'File "<minigrad.'))


# -- in the backward pass ---------------------------------------------------------


def prepare(task: GraphTask) -> None:
    """Let a pass call `visit` at every node."""
    if mode.anomaly:
        for node in task.order:
            task.instead[node] = visit


def visit(task: GraphTask, node: Node, grad) -> "tuple | None":
    """What a pass does at a node in anomaly mode."""
    if node._hooks is not None:
        return hooks.visit(task, node, grad, _explained)
    if node in task.captured:
        return capture(task, node, grad, _explained)
    return _explained(task, node, grad)


def _explained(task: GraphTask, node: Node, grad) -> "tuple | None":
    """Run a node; if it fails or gives nan, warn where the user made it."""
    before, mode.running = mode.running, node
    try:
        result = task.call_function(node, grad)
        if mode.check_nan and result is not None:
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
            name = type(node).name()
            raise RuntimeError(
                f"Function '{name}' returned nan values in its {index}th output."
            )


def _warn(node: Node) -> None:
    """Warn where a node was made, and where that was whose backward made it …"""
    text = ERROR
    while node is not None:
        lines, name = node.metadata.get("traceback_"), type(node).name()
        text = NO_TRACEBACK if lines is None else text
        warnings.warn(text.format(name) + "".join(lines or ()), stacklevel=2)
        text, node = INDUCED, node.metadata.get("parent_")


ERROR = "Error detected in {}. Traceback of forward call that caused the error:\n"
NO_TRACEBACK = (
    "Error detected in {}. No forward pass information available. Enable detect "
    "anomaly during forward pass for more information."
)
INDUCED = (
    "\n\nPrevious calculation was induced by {}. Traceback of forward call that "
    "induced the previous calculation:\n"
)
