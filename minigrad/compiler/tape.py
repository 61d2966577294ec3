"""Recording: what a function does with tensors, one entry for each operation.

While a tape is open, every reading of a tensor's array passes by `_read`: the core,
which applies ops, gets the array, all others get a sealed one (`sealed.py`). So nothing
is computed that the tape does not know of; what it cannot follow stops it, with the
line of the program that asked. The recorded run is an ordinary run: its results and its
graph are the caller's, whether the tape was stopped or not.
"""

import contextlib
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy import ndarray

from ..autograd.saved_hooks import active
from ..core import engine
from ..core import function as core_function
from ..core import op as core_op
from ..core.graph import Node, edge_of
from ..core.mode import mode
from ..core.op import Op
from ..core.tensor import Tensor
from .sealed import HOME, Sealed, each_of, opened, seal

CORE = {f"{HOME}/core/{name}.py" for name in ("op", "graph", "saved", "engine")}
# What makes a tensor of the program's own numbers: the same one each time.
MAKERS = {f"{HOME}/{name}.py" for name in ("creation", "ops/ranges", "core/engine")}
OWN = (HOME, "<minigrad")  # the text of `speed/forms.py` has a name of its own
LONGEST = 50_000  # entries
slot = Tensor.__dict__["_data"]
slots = {name: Tensor.__dict__[name] for name in ("_grad", "_requires_grad", "_hooks")}
lock = threading.RLock()  # one tape at a time


@dataclass(eq=False)
class Value:
    """An array of the recorded run: an input, or what an entry computed."""

    name: str
    array: ndarray
    tensor: Tensor | None = None  # of an input


@dataclass(eq=False)
class Entry:
    """One op, with its node, or one call of NumPy, without."""

    target: object
    args: tuple  # Values, and constants; in tuples and lists, too
    outputs: list[Value]
    node: Node | None = None
    edges: tuple = ()  # where the gradient of each operand goes: Values, or None
    needs: tuple = ()  # for each operand, whether it needs one
    options: dict = field(default_factory=dict)


class Tape:
    """The entries of one run, and the inputs that it found: arguments first."""

    def __init__(self) -> None:
        self.entries, self.inputs, self.reason = [], [], None
        self.values, self.edges = {}, {}  # of tensors, by id; by edge: their Values
        self.places = {}  # by memory, shape and dtype: the Values that were sealed
        self.kept = []  # tensors of the run stay alive: an id is not used again
        self.thread = threading.get_ident()
        self.is_open, self.inside = True, False  # inside: of the forward of an op

    @property
    def listens(self) -> bool:
        """False at the end, when it was stopped, and inside the forward of an op."""
        return self.is_open and not self.inside and self.reason is None

    def stop(self, reason: str) -> None:
        """Give up: the first reason, and the line of the program, are kept."""
        if self.listens:
            frame = sys._getframe(1)
            while frame.f_back and frame.f_code.co_filename.startswith(OWN):
                frame = frame.f_back
            place = frame.f_code.co_filename, frame.f_lineno
            self.reason = reason, *place

    def input(self, tensor: Tensor, name: str | None = None) -> Value:
        """The Value of a tensor that the run did not make."""
        array = slot.__get__(tensor).view(ndarray)
        value = Value(name or f"kept{len(self.inputs)}", array, tensor)
        self.inputs.append(value)
        self.values[id(tensor)] = value
        self.places[_place(array)] = value
        edge = edge_of(tensor)
        if edge is not None:
            self.edges[edge] = value
        return value

    def made(self, tensor: Tensor, value: Value) -> None:
        self.values[id(tensor)] = value
        self.kept.append(tensor)
        self.places[_place(value.array)] = value

    def value_of(self, tensor: Tensor) -> Value:
        value = self.values.get(id(tensor))
        return self.input(tensor) if value is None else value

    def call(self, function, args, options):
        """Call a function of NumPy with Sealed arrays among its arguments: an entry."""
        result = function(*opened(args), **opened(options))
        if function is ndarray.__getitem__:
            self.check_key(args[1])
        if not self.listens:
            return result
        if not isinstance(result, ndarray | np.generic):
            self.stop("a value is taken out of a tensor")
            return result
        value = self.new(np.asarray(result))
        known = self.known((tuple(args), options))
        self.entries.append(Entry(function, known[0], [value], options=known[1]))
        return seal(value.array, value, self)

    def new(self, array: ndarray) -> Value:
        value = Value(f"v{len(self.entries)}", array)
        self.places.setdefault(_place(array), value)
        return value

    def expect(self, value: Value | None, answer: bool) -> None:
        """A check: each run has to find the same."""
        if value is None:
            self.stop("control flow depends on a value")
        elif self.listens:
            self.entries.append(Entry(bool, (value, answer), []))

    def known(self, args):
        """Arguments with Values in place of arrays and tensors."""
        return each_of(args, self.known_one)

    def known_one(self, arg):
        if isinstance(arg, Tensor):
            return self.value_of(arg)
        if isinstance(arg, ndarray):
            value = getattr(arg, "value", None) or self.places.get(_place(arg))
            if value is None:
                self.stop("an array is made outside of operations")
            return value
        return arg

    def check_key(self, key) -> None:
        """Which entries a mask takes depends on values, and so does their number."""
        parts = key if isinstance(key, tuple) else (key,)
        if any([getattr(part, "dtype", None) == np.bool_ for part in parts]):
            self.stop("the shape of a result depends on values")

    def linked(self, op: type[Op], node: Node, args, arrays, results) -> None:
        """An op was applied."""
        known = [self.known(arg) for arg in args]
        for i, (value, array) in enumerate(zip(known, arrays, strict=True)):
            if isinstance(value, Value) and value.array.dtype != array.dtype:
                known[i] = self.new(array)  # it was promoted
                converted = Entry(ndarray.astype, (value, array.dtype), [known[i]])
                self.entries.append(converted)
            elif isinstance(array, np.generic) and not isinstance(value, Value):
                known[i] = array
        if op.__name__ == "Index":
            self.check_key(arrays[1])
        values = [self.values[id(result)] for result in results]  # since `_write`
        for value, result in zip(values, results, strict=True):
            if result._edge is not None:
                self.edges[result._edge] = value
        edges = tuple([self.edges.get(edge) for edge in node._edges])
        needs = tuple([edge is not None for edge in node._edges])
        self.entries.append(Entry(op, tuple(known), values, node, edges, needs))
        if len(self.entries) > LONGEST:
            self.stop("there are too many operations")


closed = Tape()
closed.is_open = False


def _place(array: ndarray) -> tuple:
    address = array.__array_interface__["data"][0]
    return address, array.shape, array.dtype, array.strides


# -- while a tape is open ------------------------------------------------------------

current = closed


def _is_here() -> bool:
    return current.listens and current.thread == threading.get_ident()


def is_recording() -> bool:
    """True while a tape of this thread is open."""
    return current.is_open and current.thread == threading.get_ident()


def _read(tensor: Tensor) -> ndarray:
    array = slot.__get__(tensor)
    if not _is_here() or sys._getframe(1).f_code.co_filename in CORE:
        return array.view(ndarray) if array.__class__ is Sealed else array
    return seal(array.view(ndarray), current.value_of(tensor), current)


def _write(tensor: Tensor, array: ndarray) -> None:
    slot.__set__(tensor, array)
    if not _is_here():
        return
    if id(tensor) in current.values:
        current.stop("an array is given to a tensor")
    frame, files = sys._getframe(1), []
    while frame and frame.f_code.co_filename.startswith(HOME):
        files.append(frame.f_code.co_filename)
        frame = frame.f_back
    value = getattr(array, "value", None) or current.places.get(_place(array))
    if files[1:2] == [core_op.__file__]:  # the result of an op
        value = current.new(array)
    if value is not None:
        slot.__set__(tensor, array.view(ndarray))
        current.made(tensor, value)
        return
    current.kept.append(tensor)
    if isinstance(array, Sealed) or MAKERS.isdisjoint(files):
        current.stop("a tensor is made outside of operations")


def _watched(name: str) -> property:
    """A part that is not to be changed, nor .grad read, of tensors from outside."""

    def use(tensor: Tensor, *value):
        is_new = sys._getframe(1).f_code.co_name == "__init__"
        if _is_here() and not is_new and all([k is not tensor for k in current.kept]):
            current.stop(f"{name.strip('_')} of a tensor is looked at, or changed")
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
    current.inside = False
    current.known([a for a in args if current.listens and isinstance(a, Tensor)])
    result = link(op, node, args, arrays, opened(outs))
    if current.listens:
        results = result if isinstance(result, tuple) else (result,)
        current.linked(op, node, args, arrays, results)
    return result


def _prepare(task) -> None:
    if _is_here() and not task.create_graph:
        current.stop("a backward pass runs")


def _apply_function(*args):
    if _is_here():
        current.stop("a Function is applied")
    return apply_function(*args)


link, recorded_edges = core_op.link, core_op.recorded_edges
apply_function = core_function.apply


@contextlib.contextmanager
def recording() -> Iterator[Tape]:
    """A tape of what this thread does in the block."""
    global current, apply_function
    with lock:
        tape = current = Tape()
        apply_function = core_function.apply  # perhaps a student's
        core_op.link, core_op.recorded_edges = _link, _recorded_edges
        core_function.apply = _apply_function
        Tensor._data = property(_read, _write)
        for name in slots:
            setattr(Tensor, name, _watched(name))
        active.append(tape)
        engine.preparing.append(_prepare)
        try:
            yield tape
        finally:
            if tape.inside:
                tape.inside = False
                tape.stop("an operation fails")
            engine.preparing.remove(_prepare)
            active.remove(tape)
            Tensor._data = slot
            for name, part in slots.items():
                setattr(Tensor, name, part)
            core_op.link, core_op.recorded_edges = link, recorded_edges
            core_function.apply = apply_function
            tape.is_open, current = False, closed
