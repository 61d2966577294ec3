"""The tape: each call of NumPy that is made while a function runs is a line.

A tensor's array is `Sealed` meanwhile, for all who read it. So nothing is computed that
the tape does not know of; what it cannot follow stops it, with the line of the program
that asked. How it gets there, and what it does with ops, is in `recording.py`.
"""

import operator
import sys
import threading
from collections.abc import Callable

import numpy as np
from numpy import ndarray

from ..core.graph import Node, edge_of
from ..core.mode import mode
from ..core.tensor import Tensor
from .program import Line, Value, Writer
from .sealed import HOME, Sealed, as_copy, flat, is_sealed, opened

OWN = (HOME, "<minigrad")  # the text of `speed/forms.py` has a name of its own
slots = {n: Tensor.__dict__[n] for n in ("_data", "_grad", "_requires_grad", "_hooks")}
array_of = slots["_data"].__get__


class Escaped(Exception):
    """Inside of an op something is done that is no line."""


class Tape(Writer):
    """The lines of one run, and the inputs that it found: arguments first."""

    def __init__(self) -> None:
        super().__init__()
        self.reason = None  # why it was stopped, and where
        self.sealed, self.made = {}, {}  # by id: of a tensor; tensors of the run
        self.edges, self.ends = {}, {}  # the Values of edges; of those of inputs alone
        self.nodes, self.ops = set(), set()  # that were made; that ran
        self.changed = []  # inputs that were changed in place
        self.leaves = {}  # whose .grad is used: what it was, and whether that is asked
        self.inside = 0  # of so many ops
        self.thread, self.is_open = threading.get_ident(), True

    @property
    def listens(self) -> bool:
        return self.is_open and self.reason is None

    def is_here(self) -> bool:
        """True in the thread whose run is recorded."""
        return self.listens and self.thread == threading.get_ident()

    def stop(self, reason: str) -> None:
        """Give up: the first reason, and the line of the program, are kept."""
        if not self.listens:
            return
        if self.inside:
            raise Escaped(reason)
        frame = sys._getframe(1)
        while frame.f_back and frame.f_code.co_filename.startswith(OWN):
            frame = frame.f_back
        self.reason = reason, frame.f_code.co_filename, frame.f_lineno
        self.open_nodes()

    def open_nodes(self) -> None:
        """The graph is the caller's from now on."""
        for node in self.nodes:
            node._saved = opened(node._saved)
            left = {n: opened(v) for n, v in vars(node).items() if is_sealed(v)}
            node.__dict__.update(left)

    # -- tensors and nodes ------------------------------------------------------------

    def input(self, tensor: Tensor, name: str | None = None) -> None:
        """A tensor that the run did not make."""
        array = array_of(tensor)
        value = self.given(name or f"kept{len(self.inputs)}", array)
        value.tensor, value.version = tensor, tensor._version
        if any([np.may_share_memory(array, e.array) for e in self.changed]):
            self.stop("a view of what was changed in place is used")
        self.inputs.append(value)
        self.sealed[id(tensor)] = Sealed(array, value, self)
        if (edge := edge_of(tensor)) is not None:
            self.edges[edge] = self.ends[edge] = value

    def read(self, tensor: Tensor) -> Sealed:
        if id(tensor) not in self.sealed:
            self.input(tensor)
        return self.sealed[id(tensor)]

    def write(self, tensor: Tensor, array: "ndarray | Sealed") -> None:
        """A new tensor; what is no Sealed one are the program's own numbers."""
        if id(tensor) not in self.sealed:
            if type(array) is not Sealed:
                array = Sealed(array, self.constant(array), self)
            self.sealed[id(tensor)], self.made[id(tensor)] = array, tensor
        elif array is not self.sealed[id(tensor)]:
            self.stop("an array is given to a tensor")

    def look_at(self, name: str, tensor: Tensor, is_read: bool) -> None:
        """`.grad` of a tensor from outside is asked for, or set; nothing else is."""
        if name == "_hooks" and not is_read:
            self.stop("a hook is registered")
        elif name == "_grad" and id(tensor) not in self.made:
            self.read(tensor)
            self.leaves.setdefault(tensor, (slots[name].__get__(tensor), is_read))
        elif not is_read and id(tensor) not in self.made:
            self.stop(f"{name.strip('_')} of a tensor is changed")

    def watch(self, node: Node, args: tuple, results: tuple) -> None:
        """A node was made."""
        if self.is_here():
            self.nodes.add(node)
            if mode.saved_hooks or mode.anomaly:
                self.stop("what is saved, or made, is watched")
            for each in results:
                if isinstance(each, Tensor) and each._edge is not None:
                    self.edges[each._edge] = self.read(each).value

    # -- what Sealed arrays tell ------------------------------------------------------

    def call(self, function: Callable, args: tuple, options: dict):
        """Call a function of NumPy with Sealed arrays among its arguments: a line. A
        product with ones is none: a pass begins with a gradient of 1."""
        array = function(*opened(args), **opened(options))
        if function is operator.getitem:
            self.check_key(args[1])
        if not self.listens:
            return array
        if not isinstance(array, ndarray | np.generic):
            self.stop("a value is taken out of a tensor")
            return array
        if all(map(self.is_constant, flat((args, options)))):
            return array
        if function is np.multiply:
            for one, other in (args, args[::-1]):
                if self.is_constant(one) and is_one(opened(one), opened(other)):
                    return self.copied(other, other.array.copy())
        array = np.asarray(array)
        return Sealed(array, self.line_of(function, args, options, array), self)

    def copied(self, sealed: Sealed, array: ndarray) -> Sealed:
        """A copy which the program does not make: only here may one be changed."""
        self.values.append(Value(sealed.array, sealed.value.node))
        return Sealed(array, self.values[-1], self)

    def line_of(self, function, args, options, array: object, name="") -> Value:
        tree = self.tree_of_call(function, args, options)
        return self.line(tree, array, getattr(function, "__name__", "v"), name)

    def change(self, target: Sealed, function, args, options) -> None:
        """A call of NumPy that changes an array: from here on it has another name."""
        result = function(*opened(args), **opened(options))
        value, array = target.value, target.array
        if (np.shape(result), result.dtype) != (array.shape, array.dtype):
            self.stop("an array is changed in place by one of another form")
        if self.listens:
            one, old = args[0], value.node
            name = "" if old in self.hints else f"{value.first or value.name}_new"
            is_new = function is as_copy and not self.is_constant(one)
            is_new = is_new and one.array.base is None and one.value.first is None
            if is_new:  # and nobody changes it
                value.node = self.line(self.tree(one), array, "new", name).node
            else:
                value.node = self.line_of(function, args, options, array, name).node
            self.values.pop()  # `value` stands for it
            for each in self.values:
                if each is not value and np.may_share_memory(each.array, array):
                    each.is_stale = True
                    if each.tensor is not None:
                        self.stop("a view is changed in place")
            self.values.append(Value(value.array, old))
            value.array = array
            if value.tensor is not None and value not in self.changed:
                self.changed.append(value)
        casting = "unsafe" if function is as_copy else "same_kind"
        np.copyto(array, result, casting)

    def expect(self, sealed: Sealed, answer: bool) -> None:
        """A check that minigrad makes: each run has to find the same."""
        if self.inside:
            self.stop("control flow depends on a value")
        elif self.listens and not self.is_constant(sealed):
            tree = self.tree_of_call(check, (sealed, answer), {})
            self.lines.append(Line(None, tree))

    def check_key(self, key) -> None:
        """Which entries a mask takes depends on values, and so does their number."""
        if any([getattr(part, "dtype", None) == np.bool_ for part in flat(key)]):
            self.stop("the shape of a result depends on values")


def check(condition, expected: bool) -> None:
    """A check that minigrad makes, of an argument's values say, has to end alike."""
    if bool(condition) is not expected:
        raise ValueError("a check ends otherwise than in the recorded run")


def is_one(one: object, other) -> bool:
    """True if `one * other` is the other."""
    if not isinstance(one, ndarray | np.generic) or np.shape(one) != np.shape(other):
        return False
    return one.dtype == other.dtype and bool((one == 1).all())
