"""The lines of a program while they are written: names, expressions, lines.

What is called with what is known; the text of it is made here.
"""

import ast
import builtins
import itertools
import keyword
import operator
from collections.abc import Callable

import numpy as np
from numpy import ndarray

from .lines import Line, Replaced
from .sealed import Sealed

RESERVED = {*dir(builtins), *keyword.kwlist, "np", "saved", "forward", "backward"}
# What is not shown as a call of the function.
SHOWN = {np.add: "a + b", np.subtract: "a - b", np.multiply: "a * b"}
SHOWN |= {np.divide: "a / b", np.matmul: "a @ b", operator.pow: "a ** b"}
SHOWN |= {np.less: "a < b", np.less_equal: "a <= b", np.equal: "a == b"}
SHOWN |= {np.greater: "a > b", np.greater_equal: "a >= b", np.not_equal: "a != b"}
SHOWN |= {np.negative: "-a", np.invert: "~a", operator.getitem: "a[b]"}
SHOWN |= {np.transpose: "a.T", np.matrix_transpose: "a.mT"}
serial = itertools.count()


class Value:
    """An array of the recorded run, and its name in the program."""

    def __init__(self, array: object, node: ast.Name | None = None) -> None:
        self.array, self.node = array, node
        self.tensor, self.version = None, 0  # of an input, and its version at first
        self.newer, self.is_stale = None, False  # after a change; a view of what was

    name = property(lambda self: self.node.id)


class Writer:
    """The lines so far. A constant is a Value whose name is one of `scope`."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.scope = {"np": np}  # objects of Python's, by name
        self.bound, self.numbers, self.taken = {}, {}, set(RESERVED)
        self.hints = {}  # of names that are not chosen yet

    def unused(self, name: str) -> str:
        """`name`, with a number if there is one of that name."""
        name = name if name.isidentifier() else "v"
        stem = name.rstrip("0123456789") or "v"
        while name in self.taken:
            self.numbers[stem] = self.numbers.get(stem, 0) + 1
            name = f"{stem}{self.numbers[stem]}"
        self.taken.add(name)
        return name

    def given(self, name: str, array: ndarray) -> Value:
        """What a function of the program gets."""
        return Value(array, ast.Name(self.unused(name)))

    def constant(self, thing: object) -> Value:
        if id(thing) not in self.bound:
            name = self.unused(getattr(thing, "__name__", "k"))
            self.bound[id(thing)], self.scope[name] = name, thing
        return Value(thing, ast.Name(self.bound[id(thing)]))

    def is_constant(self, thing: object) -> bool:
        value = thing.value if type(thing) is Sealed else thing
        return type(value) is not Value or value.name in self.scope

    def line(self, hint: str, tree: ast.expr, array: object, name: str = "") -> Value:
        """A new line; its name is chosen later if there is only a hint."""
        node = ast.Name(self.unused(name) if name else f"?{next(serial)}")
        if not name:
            self.hints[node] = hint.strip("_")
        value = Value(array, node)
        self.lines.append(Line(value, tree))
        return value

    def named(self, thing: object, name: str) -> object:
        """The same under this name, if it has none."""
        node = getattr(thing, "node", None)
        if node in self.hints:
            del self.hints[node]
            node.id = self.unused(name)
        return thing

    def tree(self, thing: object) -> ast.expr:
        """The expression of an argument."""
        if type(thing) is Sealed:
            return thing.value.node
        if type(thing) is Value:
            return thing.node
        if thing is None or thing is Ellipsis or type(thing) in (bool, int, str):
            return ast.Constant(thing)
        if type(thing) is float and np.isfinite(thing):
            return ast.Constant(thing)
        if type(thing) in (tuple, list):
            kind = ast.Tuple if type(thing) is tuple else ast.List
            return kind([self.tree(each) for each in thing])
        if type(thing) is slice:
            ends = thing.start, thing.stop, thing.step
            return ast.Call(ast.Name("slice"), [*map(self.tree, ends)], [])
        name = getattr(thing, "__name__", "")
        if getattr(np, name, None) is thing:
            return ast.Attribute(ast.Name("np"), name)
        if isinstance(getattr(thing, "__self__", None), np.ufunc):  # np.add.reduce
            return ast.Attribute(self.tree(thing.__self__), name)
        return self.constant(thing).node

    def tree_of_call(self, function: Callable, args: tuple, options: dict) -> ast.expr:
        trees = [self.tree(arg) for arg in args]
        shown = SHOWN.get(function, "") if not options else ""
        if shown and len(trees) == 1 + ("b" in shown):
            names = dict(zip("ab", trees, strict=False))
            return Replaced(names).visit(ast.parse(shown, mode="eval").body)
        keywords = [ast.keyword(name, self.tree(v)) for name, v in options.items()]
        if hasattr(function, "is_method"):
            target = ast.Attribute(trees.pop(0), function.__name__)
        else:
            target = self.tree(function)
        return ast.Call(target, trees, keywords)
