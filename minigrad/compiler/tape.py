"""The tape: what a function does with tensors, written down as it happens.

An op is a line for each call of NumPy in its `forward` (`inside.py`), and is kept for
the walk back; a call of NumPy outside of ops is a line, too. A walk inside the function
is written at once.
"""

import operator
import sys
import threading
from collections.abc import Callable
from types import FrameType

import numpy as np
from numpy import ndarray

from ..core.graph import AccumulateGrad, Node, edge_of
from ..core.op import Op
from ..core.outputs import Port
from ..core.tensor import Tensor
from .inside import Inside
from .lines import Line
from .sealed import HOME, Sealed, each_of, method, opened
from .writing import Value, Writer

OWN = (HOME, "<minigrad")  # the text of `speed/forms.py` has a name of its own
LONGEST = 100_000  # lines
slot, grad_slot = Tensor.__dict__["_data"], Tensor.__dict__["_grad"]


def check(condition, expected: bool) -> None:
    """A check that minigrad makes, of an argument's values say, has to end alike."""
    if bool(condition) is not expected:
        raise ValueError("a check ends otherwise than in the recorded run")


class Tape(Writer):
    """The lines of one run, and the inputs that it found: arguments first."""

    def __init__(self) -> None:
        super().__init__()
        self.inputs, self.reason = [], None
        self.values, self.edges = {}, {}  # of tensors, by id; by edge: their Values
        self.places = {}  # by memory, shape and dtype: the Values that were sealed
        self.kept = []  # tensors of the run stay alive: an id is not used again
        self.readers = []  # calls from the program in which values were taken
        self.noted = []  # Values that calls of NumPy have made
        self.changed = []  # Values that were changed in place
        self.leaves = {}  # whose .grad is used: what it was, and whether that is asked
        self.of_ops = Inside(self)
        self.thread = threading.get_ident()
        self.is_open = True
        self.inside = self.links = False  # of the forward of an op; what follows it

    @property
    def listens(self) -> bool:
        """False at the end, when it was stopped, and inside the forward of an op."""
        return self.is_open and not self.inside and self.reason is None

    def stop(self, reason: str) -> None:
        """Give up: the first reason, and the line of the program, are kept."""
        if self.listens:
            frame = own_frames(sys._getframe(1))[-1].f_back
            self.reason = reason, frame.f_code.co_filename, frame.f_lineno

    def attempt(self, write: Callable, *args):
        """What `write(*args)` returns; where that fails, the function just runs on."""
        try:
            return write(*args)
        except Exception as error:
            self.stop(str(error))
            return None

    # -- the Values of tensors and arrays ---------------------------------------------

    def input(self, tensor: Tensor, name: str | None = None) -> Value:
        """The Value of a tensor that the run did not make."""
        value = self.given(name or f"kept{len(self.inputs)}", slot.__get__(tensor))
        value.tensor, value.version = tensor, tensor._version
        if any([np.may_share_memory(value.array, e.array) for e in self.changed]):
            self.stop("a view of what was changed in place is used")
        self.inputs.append(value)
        self.values[id(tensor)] = value
        self.places[place_of(value.array)] = value
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

    def value_of_array(self, array: "ndarray | Sealed") -> Value | None:
        if type(array) is Sealed:
            return array.value
        return self.places.get(place_of(array))

    def known(self, args):
        """Arguments with Values in place of arrays and tensors."""
        return each_of(args, self.known_one)

    def known_one(self, arg):
        if not isinstance(arg, Tensor | ndarray):
            return arg
        is_tensor = isinstance(arg, Tensor)
        value = self.value_of(arg) if is_tensor else self.value_of_array(arg)
        if value is None and not self.reads(own_frames(sys._getframe(1))):
            return self.constant(arg.copy())  # say, of a list
        if value is None:
            self.stop("an array is made outside of operations")
        elif (value := last(value)).is_stale:
            self.stop("a view of what was changed in place is used")
        return value

    # -- what Sealed arrays tell ------------------------------------------------------

    def plain(self, array: ndarray) -> ndarray:
        """What NumPy gets where it reads one itself; its place tells what it is."""
        frames = own_frames(sys._getframe(2))
        if not frames:
            self.stop("NumPy takes a value out of a tensor, or changes it")
        self.readers += frames[-1:]
        return array

    def reads(self, frames: list[FrameType]) -> bool:
        """Whether values were taken in the call from the program that these are in."""
        return any([frames[-1] is each for each in self.readers])

    def call(self, function, args, options):
        """Call a function of NumPy with Sealed arrays among its arguments: a line."""
        result = function(*opened(args), **opened(options))
        if function is operator.getitem:
            self.check_key(args[1])
        if not self.listens:
            return result
        if not isinstance(result, ndarray | np.generic):
            self.stop("a value is taken out of a tensor")
            return result
        value = self.called(function, args, options, np.asarray(result))
        return Sealed(value.array, value, self)

    def called(self, function, args, options, array: ndarray, name: str = "") -> Value:
        args, options = self.known((tuple(args), options))
        hint = getattr(function, "__name__", "v")
        if self.reason:  # something in it is unknown
            return Value(array)
        is_copy = name and function is np.array and args[0].tensor is None
        tree = self.tree_of_call(function, args, options)
        value = self.line(hint, self.tree(args[0]) if is_copy else tree, array, name)
        self.places.setdefault(place_of(array), value)
        self.noted.append(value)
        return value

    def change(self, target: Sealed, function, args, options) -> None:
        """A call of NumPy that changes an array: from here on its Value is another."""
        result = function(*opened(args), **opened(options))
        old, array = self.known_one(target), target.array
        first = next((v for v in self.changed if last(v) is old), old)
        name = f"{first.name}_new" if self.listens else ""
        new = self.called(function, args, options, np.array(result), name)
        array[...] = result
        same = (result.shape, result.dtype) == (array.shape, array.dtype)
        if not (self.listens and same):
            return self.stop("an array gets values of another shape or dtype")
        for each in [*self.values.values(), *self.noted]:
            if last(each) is not old and np.may_share_memory(each.array, array):
                each.is_stale = True
                if first.tensor is None or each.tensor is not None:
                    self.stop("a view is changed in place")
        old.newer = Value(array, new.node)
        self.changed += [first] * (first is old)

    def expect(self, value: Value | None, answer: bool) -> None:
        """A check: each run has to find the same."""
        if value is None:
            self.stop("control flow depends on a value")
        elif self.listens:
            tree = self.tree_of_call(check, (value, answer), {})
            self.lines.append(Line(Value(None, None), tree))

    def check_key(self, key) -> None:
        """Which entries a mask takes depends on values, and so does their number."""
        parts = key if isinstance(key, tuple) else (key,)
        if any([getattr(part, "dtype", None) == np.bool_ for part in parts]):
            self.stop("the shape of a result depends on values")

    # -- ops --------------------------------------------------------------------------

    def linked(self, op: type[Op], node: Node, args, arrays, results) -> None:
        """An op was applied."""
        known = [self.known(arg) for arg in args]
        for i, (value, array) in enumerate(zip(known, arrays, strict=True)):
            if isinstance(value, Value) and value.array.dtype != array.dtype:
                promoted = value, array.dtype
                known[i] = self.called(method("astype"), promoted, {}, array)
            elif isinstance(array, np.generic) and not isinstance(value, Value):
                known[i] = array
        if op.__name__ == "Index":
            self.check_key(arrays[1])
        outputs = [Value(slot.__get__(result)) for result in results]
        for value, result in zip(outputs, results, strict=True):
            self.made(result, value)
            if result._edge is not None:
                self.edges[result._edge] = value
        if any([edge and edge not in self.edges for edge in node._edges]):
            self.stop("the history of a tensor is changed")
        if len(self.lines) > LONGEST:
            self.stop("there are too many operations")
        if self.reason is None:
            needs = tuple([edge is not None for edge in node._edges])
            edges = [self.edges.get(edge) for edge in node._edges]
            self.of_ops.forward(op, node, known, outputs, edges, needs)

    # -- the walk back ----------------------------------------------------------------

    def look_at_grad(self, leaf: Tensor, reads: bool) -> None:
        """`.grad` is asked for, or set."""
        self.value_of(leaf)
        self.leaves.setdefault(leaf, (grad_slot.__get__(leaf), reads))

    def walk(self, run, order: list[Node], grads: dict, task) -> None:
        """A backward pass that adds to the `.grad` of leaves."""
        leaves = [n.variable for n in order if isinstance(n, AccumulateGrad)]
        nodes = {each.node for each in self.of_ops.applied}
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
        roots, upstream = [*map(self.edges.get, grads)], self.known([*grads.values()])
        self.inside = True
        run(order, grads, task)
        self.inside = False
        found = self.attempt(self.of_ops.gradients, roots, upstream)
        for leaf in leaves:
            grad, value = grad_slot.__get__(leaf), self.values[id(leaf)]
            if grad is not None and self.reason is None:
                self.made(grad, Value(slot.__get__(grad), self.tree(found[value])))


def own_frames(frame: FrameType) -> list[FrameType]:
    """Those of minigrad's, up to the line of the program."""
    found = []
    while frame and frame.f_code.co_filename.startswith(OWN):
        found.append(frame)
        frame = frame.f_back
    return found


def last(value: Value) -> Value:
    """The Value of the same array now: after all changes in place."""
    while value.newer is not None:
        value = value.newer
    return value


def place_of(array: ndarray) -> tuple:
    address = array.__array_interface__["data"][0]
    return address, array.shape, array.dtype, array.strides
