"""The tape: what a function does with tensors, one entry for each operation."""

import sys
import threading
from dataclasses import dataclass, field

import numpy as np
from numpy import ndarray

from ..core import engine
from ..core.graph import AccumulateGrad, Node, edge_of
from ..core.op import Op
from ..core.outputs import Port
from ..core.tensor import Tensor
from .sealed import HOME, Sealed, each_of, opened, seal

OWN = (HOME, "<minigrad")  # the text of `speed/forms.py` has a name of its own
LONGEST = 50_000  # entries
slot, grad_slot = Tensor.__dict__["_data"], Tensor.__dict__["_grad"]


@dataclass(eq=False)
class Value:
    """An array of the recorded run: an input, or what an entry computed."""

    name: str
    array: ndarray
    tensor: Tensor | None = None  # of an input
    version: int = 0  # of that tensor, at first
    newer: "Value | None" = None  # after a change in place
    is_stale: bool = False  # a view of what was changed


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
        self.changed = []  # Values that were changed in place
        self.leaves = {}  # whose .grad is used: what it was, and whether that is asked
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
        name = name or f"kept{len(self.inputs)}"
        value = Value(name, array, tensor, tensor._version)
        if any([np.may_share_memory(array, each.array) for each in self.changed]):
            self.stop("a view of what was changed in place is used")
        self.inputs.append(value)
        self.values[id(tensor)] = value
        self.places[place_of(array)] = value
        edge = edge_of(tensor)
        if edge is not None:
            self.edges[edge] = value
        return value

    def made(self, tensor: Tensor, value: Value) -> None:
        self.values[id(tensor)] = value
        self.kept.append(tensor)
        self.places[place_of(value.array)] = value

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

    def change(self, target: Sealed, function, args, options) -> None:
        """A call of NumPy that changes an array: from here on its Value is another."""
        result = function(*opened(args), **opened(options))
        old, array = self.known_one(target), target.view(ndarray)
        known = self.known((tuple(args), options))
        array[...] = result
        same = (result.shape, result.dtype) == (array.shape, array.dtype)
        if not (self.listens and same):
            return self.stop("an array gets values of another shape or dtype")
        first = next((v for v in self.changed if last(v) is old), old)
        made = [each for entry in self.entries for each in entry.outputs]
        for each in [*self.inputs, *made]:
            if last(each) is not old and np.may_share_memory(each.array, array):
                each.is_stale = True
                if first.tensor is None or each.tensor is not None:
                    self.stop("a view is changed in place")
        old.newer = Value(f"{first.name}_new", array)
        self.changed += [first] * (first is old)
        entry = Entry(function, known[0], [old.newer], options=known[1])
        self.entries.append(entry)

    def new(self, array: ndarray) -> Value:
        value = Value(f"v{len(self.entries)}", array)
        self.places.setdefault(place_of(array), value)
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
        if not isinstance(arg, Tensor | ndarray):
            return arg
        if isinstance(arg, Tensor):
            value = self.value_of(arg)
        else:
            value = getattr(arg, "value", None) or self.places.get(place_of(arg))
        if value is None:
            self.stop("an array is made outside of operations")
        elif (value := last(value)).is_stale:
            self.stop("a view of what was changed in place is used")
        return value

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
        if any([edge and edge not in self.edges for edge in node._edges]):
            self.stop("the history of a tensor is changed")
        edges = tuple([self.edges.get(edge) for edge in node._edges])
        needs = tuple([edge is not None for edge in node._edges])
        self.entries.append(Entry(op, tuple(known), values, node, edges, needs))
        if len(self.entries) > LONGEST:
            self.stop("there are too many operations")

    def look_at_grad(self, leaf: Tensor, reads: bool) -> None:
        """`.grad` is asked for, or set."""
        self.value_of(leaf)
        self.leaves.setdefault(leaf, (grad_slot.__get__(leaf), reads))

    def walk(self, run, order: list[Node], grads: dict, task) -> None:
        """A backward pass that adds to the `.grad` of leaves: one entry."""
        nodes = {entry.node for entry in self.entries}
        leaves = [n.variable for n in order if isinstance(n, AccumulateGrad)]
        nodes |= {n for n in order if isinstance(n, AccumulateGrad | Port)}
        if not nodes.issuperset(order):
            self.stop("a backward pass leaves the function")
        if task.needed is not None:
            self.stop("a backward pass to some tensors runs")
        if any([node._hooks is not None for node in order]):
            self.stop("a hook is registered")
        for leaf in leaves:
            self.look_at_grad(leaf, True)
            is_own = any([each is leaf for each in self.kept])
            if is_own or grad_slot.__get__(leaf) is not None:
                self.stop("gradients are added to those that are there")
        roots = tuple(map(self.edges.get, grads)), self.known(tuple(grads.values()))
        self.inside = True
        run(order, grads, task)
        self.inside = False
        outputs, edges = [], []
        for leaf in leaves:
            grad = grad_slot.__get__(leaf)
            if grad is not None:
                edges.append(self.values[id(leaf)])
                outputs.append(Value(f"{edges[-1].name}_grad", slot.__get__(grad)))
                self.made(grad, outputs[-1])
        entry = Entry(engine.run_backward, roots, outputs, edges=tuple(edges))
        self.entries.append(entry)


def last(value: Value) -> Value:
    """The Value of the same array now: after all changes in place."""
    while value.newer is not None:
        value = value.newer
    return value


def place_of(array: ndarray) -> tuple:
    address = array.__array_interface__["data"][0]
    return address, array.shape, array.dtype, array.strides
