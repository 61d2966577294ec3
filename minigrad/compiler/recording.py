"""Recording: while a tape is open, it learns all that is done with tensors.

Every reading of a tensor's array passes by `_read`: the core, which applies ops, gets
the array, all others get a sealed one (`sealed.py`). So nothing is computed that the
tape does not know of; what it cannot follow stops it, with the line of the program that
asked. The recorded run is an ordinary run: its results and its graph are the caller's,
whether the tape was stopped or not.
"""

import contextlib
import sys
import threading
from collections.abc import Iterator

from numpy import ndarray

from ..autograd.saved_hooks import active
from ..core import engine
from ..core import function as core_function
from ..core import op as core_op
from ..core.graph import Node
from ..core.mode import mode
from ..core.tensor import Tensor
from .sealed import HOME, Sealed, opened
from .tape import Tape, own_frames, slot
from .writing import Value

CORE = {f"{HOME}/core/{name}.py" for name in ("op", "graph", "saved", "engine")}
# What makes a tensor of the program's own numbers: the same one each time.
MAKERS = {f"{HOME}/{name}.py" for name in ("creation", "ops/ranges", "core/engine")}
slots = {name: Tensor.__dict__[name] for name in ("_grad", "_requires_grad", "_hooks")}
lock = threading.RLock()  # one tape at a time
closed = Tape()
closed.is_open = False
current = closed


def _is_here() -> bool:
    return current.listens and current.thread == threading.get_ident()


def is_recording() -> bool:
    """True while a tape of this thread is open."""
    return current.is_open and current.thread == threading.get_ident()


def _read(tensor: Tensor) -> ndarray:
    array = slot.__get__(tensor)
    reader = sys._getframe(1).f_code.co_filename
    if not _is_here() or current.links or reader in CORE:
        return array
    return Sealed(array.view(), current.value_of(tensor), current)


def _write(tensor: Tensor, array: ndarray) -> None:
    given, array = array, opened(array)
    slot.__set__(tensor, array)
    if not _is_here():
        return
    if id(tensor) in current.values:
        current.stop("an array is given to a tensor")
    value, frames = current.value_of_array(given), own_frames(sys._getframe(1))
    if value is None and not current.links:  # else it is the result of an op
        files = {frame.f_code.co_filename for frame in frames}
        if MAKERS.isdisjoint(files) or current.reads(frames):
            current.stop("a tensor is made outside of operations")
        else:
            value = Value(array, current.constant(array.copy()).node)
    if value is not None:
        current.made(tensor, value)


def _watched(name: str) -> property:
    """A part that is not to be changed, but for .grad, of tensors from outside."""

    def use(tensor: Tensor, *value):
        is_new = sys._getframe(1).f_code.co_name == "__init__"
        if _is_here() and not is_new and all([k is not tensor for k in current.kept]):
            if name == "_grad":
                current.look_at_grad(tensor, not value)
            else:
                current.stop(f"{name.strip('_')} of a tensor is changed")
        return (slots[name].__set__ if value else slots[name].__get__)(tensor, *value)

    return property(use if name == "_grad" else slots[name].__get__, use)


def _recorded_edges(inputs: tuple) -> list:
    edges = recorded_edges(inputs)
    if is_recording():
        if current.inside:
            current.inside = False
            current.stop("an operation fails")
        if mode.saved_hooks or mode.anomaly:
            current.stop("what is saved, or made, is watched")
        current.inside = True
    return edges


def _link(op, node, args, arrays, outs):
    if not is_recording():
        return link(op, node, args, arrays, outs)
    current.inside, current.links = False, True
    try:
        current.known([a for a in args if current.listens and isinstance(a, Tensor)])
        result = link(op, node, args, arrays, opened(outs))
    finally:
        current.links = False
    if current.listens:
        results = result if isinstance(result, tuple) else (result,)
        current.attempt(current.linked, op, node, args, arrays, results)
    return result


def _run(order: list[Node], grads: dict, task: engine.GraphTask) -> None:
    if _is_here() and not task.create_graph:
        current.walk(run, order, grads, task)
    else:
        run(order, grads, task)


def _apply_function(*args):
    if _is_here():
        current.stop("a Function is applied")
    return apply_function(*args)


link, recorded_edges, run = core_op.link, core_op.recorded_edges, engine.run
apply_function = core_function.apply


@contextlib.contextmanager
def recording() -> Iterator[Tape]:
    """A tape of what this thread does in the block."""
    global current, apply_function, run
    with lock:
        tape = current = Tape()
        apply_function = core_function.apply  # perhaps a student's
        core_op.link, core_op.recorded_edges = _link, _recorded_edges
        core_function.apply = _apply_function
        run, engine.run = engine.run, _run
        Tensor._data = property(_read, _write)
        for name in slots:
            setattr(Tensor, name, _watched(name))
        active.append(tape)
        try:
            yield tape
        finally:
            if tape.inside:
                tape.inside = False
                tape.stop("an operation fails")
            active.remove(tape)
            Tensor._data = slot
            for name, part in slots.items():
                setattr(Tensor, name, part)
            core_op.link, core_op.recorded_edges = link, recorded_edges
            core_function.apply, engine.run = apply_function, run
            tape.is_open, current = False, closed
