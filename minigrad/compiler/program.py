"""The program while it is written, line by line, and what is made of it in the end.

A line sets a name to an expression of Python's `ast`. Lines whose result nobody asks
for are dropped, and what is read once moves to where it is read.
"""

import ast
import builtins
import itertools
import keyword
import linecache
import operator
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy import ndarray

from .sealed import Sealed, as_copy, opened

LARGEST, LONGEST = 40, 100_000  # parts of one line; lines
LARGE = 4096  # bytes of an array whose memory is given back as soon as it can be
RESERVED = {*dir(builtins), *keyword.kwlist, "np", "saved", "forward", "backward"}
# What is not shown as a call of the function.
SHOWN = {np.add: "a + b", np.subtract: "a - b", np.multiply: "a * b"}
SHOWN |= {np.divide: "a / b", np.matmul: "a @ b", operator.pow: "a ** b"}
SHOWN |= {np.less: "a < b", np.less_equal: "a <= b", np.equal: "a == b"}
SHOWN |= {np.greater: "a > b", np.greater_equal: "a >= b", np.not_equal: "a != b"}
SHOWN |= {np.negative: "-a", np.invert: "~a", operator.getitem: "a[b]"}
SHOWN |= {np.transpose: "a.T", np.matrix_transpose: "a.mT"}
NUMPY = dict(vars(np))  # what it has while no tape is open
serial = itertools.count()


class Value:
    """An array of the recorded run, and its name in the program."""

    tensor = first = None  # of an input; and its name at first
    version = 0  # of the tensor at first
    is_stale = False  # True for a view of what was changed in place

    def __init__(self, array: object, node: ast.Name | None) -> None:
        self.array, self.node = array, node

    name = property(lambda self: self.node.id)


@dataclass
class Line:
    """One line: the name that it sets, and what to. A check sets none."""

    node: ast.Name | None
    tree: ast.expr
    operator: str = "="

    name = property(lambda self: self.node.id if self.node else "")

    def __str__(self) -> str:
        text = ast.unparse(self.tree)
        return f"    {self.name} {self.operator} {text}" if self.name else f"    {text}"


class Replaced(ast.NodeTransformer):
    """Puts the trees of a dict in the place of names, each once."""

    def __init__(self, trees: dict[str, ast.expr]) -> None:
        self.trees = trees

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.trees.pop(node.id, node)


class Writer:
    """The lines so far. A constant is a Value whose name is one of `scope`."""

    stop: Callable[[str], None]  # gives up, with a reason

    def __init__(self) -> None:
        self.lines, self.values, self.inputs = [], [], []
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
        value = Value(array, ast.Name(self.unused(name)))
        value.first = value.name
        self.values.append(value)
        return value

    def constant(self, thing: object) -> Value:
        """An object of the recorded run; of an array that may change, a copy."""
        changes = isinstance(thing, ndarray) and thing.flags.writeable
        if changes or id(thing) not in self.bound:
            name = getattr(thing, "__qualname__", "k").replace(".", "_")
            name = self.unused(name)
            self.scope[name] = thing.copy() if changes else thing
            self.bound[id(thing)] = name, thing  # which stays alive, as its id does
        return Value(thing, ast.Name(self.bound[id(thing)][0]))

    def is_constant(self, thing: object) -> bool:
        return type(thing) is not Sealed or thing.value.name in self.scope

    def line(self, tree: ast.expr, array: object, hint: str, name: str = "") -> Value:
        """A new line; its name is chosen later if there is only a hint."""
        node = ast.Name(self.unused(name) if name else f"?{next(serial)}")
        if not name:
            self.hints[node] = hint.strip("_")
        if len(self.lines) > LONGEST:
            self.stop("there are too many operations")
        self.lines.append(Line(node, tree))
        self.values.append(Value(array, node))
        return self.values[-1]

    def named(self, node: ast.Name, name: str) -> None:
        """Choose this name, if it has none."""
        if node in self.hints:
            del self.hints[node]
            node.id = self.unused(name)

    def tree(self, thing: object) -> ast.expr:
        """The expression of an argument."""
        if type(thing) is Sealed:
            if thing.value.is_stale:
                self.stop("a view of what was changed in place is used")
            return thing.value.node
        if thing is None or thing is Ellipsis or type(thing) in (bool, int, str):
            return ast.Constant(thing)
        if type(thing) is float and np.isfinite(thing):
            return ast.Constant(thing)
        if type(thing) in (tuple, list):
            kind = ast.Tuple if type(thing) is tuple else ast.List
            return kind([self.tree(each) for each in thing])
        if type(thing) is dict:
            keys, values = map(ast.Constant, thing), map(self.tree, thing.values())
            return ast.Dict([*keys], [*values])
        if type(thing) is slice:
            ends = thing.start, thing.stop, thing.step
            return ast.Call(ast.Name("slice"), [*map(self.tree, ends)], [])
        name = getattr(thing, "__name__", "")
        if NUMPY.get(name) is thing:
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

    def output(self, thing: object) -> Value:
        """What the program returns: a copy, of a constant, and of what was `copied`."""
        if not self.is_constant(thing):
            if np.may_share_memory(thing.array, thing.value.array):
                return Value(thing.array, self.tree(thing))
        array = as_copy(opened(thing))
        return self.line(self.tree_of_call(as_copy, (thing,), {}), array, "copy")


class Program:
    """The text of the lines, and its functions: `forward(*inputs)` returns the outputs
    and what `backward(saved, *grads)` needs, which returns `sent`.

    `inputs` are the Values that forward reads; `results` and `saved` the arrays of the
    recorded run that it returned.
    """

    def __init__(self, writer: Writer, split: int, outputs, upstream, sent) -> None:
        for line in writer.lines:
            writer.named(line.node, writer.hints.get(line.node, ""))
        arrays = {value.name: value.array for value in writer.values}
        self.results = [value.array for value in outputs]
        outputs, upstream, sent = (
            [value.name for value in part] for part in (outputs, upstream, sent)
        )
        later = needed(writer.lines[split:], sent)
        read = unset(later, sent) - {*upstream}
        saved = [name for name in arrays if name in read]
        first = needed(writer.lines[:split], [*outputs, *saved])
        read = unset(first, [*outputs, *saved])
        self.inputs = [value for value in writer.inputs if value.first in read]
        self.saved = [arrays[name] for name in saved]
        inputs = [value.first for value in self.inputs]
        text = [f"def forward({', '.join(inputs)}):"]
        text += [f"    {n} = {n}[()]" for n in inputs if not np.ndim(arrays[n])]
        large = {n for n, a in arrays.items() if getattr(a, "nbytes", 0) >= LARGE}
        text += freed(nested(first, [*outputs, *saved]), large, [*outputs, *saved])
        text += [f"    return {tuple_of(outputs)}, {tuple_of(saved)}"]
        if sent:
            text += ["", "", f"def backward({', '.join(['saved', *upstream])}):"]
            text += [f"    {tuple_of(saved)} = saved"] if saved else []
            text += freed(nested(later, sent), large, [*sent, *saved])
            text += [f"    return {tuple_of(sent)}"]
        self.source = "\n".join(text) + "\n"
        used = names_in(ast.parse(self.source))
        self.scope = {name: writer.scope[name] for name in used if name in writer.scope}
        file, functions = f"<minigrad.compile {next(serial)}>", {}
        lines = self.source.splitlines(True)
        linecache.cache[file] = len(self.source), None, lines, file
        exec(compile(self.source, file, "exec"), self.scope, functions)
        self.forward, self.backward = map(functions.get, ("forward", "backward"))


def tuple_of(names: list[str]) -> str:
    return f"({', '.join(names)}{',' * (len(names) == 1)})"


def names_in(tree: ast.AST) -> list[str]:
    return [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]


def needed(lines: list[Line], names: Iterable[str]) -> list[Line]:
    """The lines on which `names` depend, and the checks."""
    wanted, found = set(names), []
    for line in reversed(lines):
        if not line.name or line.name in wanted:
            wanted.update(names_in(line.tree))
            found.append(line)
    return found[::-1]


def unset(lines: list[Line], names: Iterable[str]) -> set[str]:
    """What the lines read, or `names` are, and no line sets."""
    read = {name for line in lines for name in names_in(line.tree)}.union(names)
    return read - {line.name for line in lines if line.operator == "="}


def nested(lines: list[Line], names: Iterable[str]) -> list[Line]:
    """The lines, with what is read once in the place where it is read: the memory of
    what nobody else reads is free again at once."""
    uses = Counter(name for line in lines for name in names_in(line.tree))
    uses.update([*names, *names])
    uses.update([line.name for line in lines if line.operator == "+="] * 2)
    put, found = {}, []
    for line in lines:
        line.tree = Replaced(put).visit(line.tree)
        is_small = len([*ast.walk(line.tree)]) < LARGEST
        if line.operator == "=" and line.name and uses[line.name] == 1 and is_small:
            put[line.name] = line.tree
        else:
            found.append(line)
    return found


def freed(lines: list[Line], large: set[str], kept: list[str]) -> list[str]:
    """The text of the lines; after its last use, the name of a large array goes."""
    last = {name: line for line in lines for name in [line.name, *names_in(line.tree)]}
    own = {line.name for line in lines}.intersection(large).difference(kept)
    text = []
    for line in lines:
        text.append(str(line))
        used = dict.fromkeys([line.name, *names_in(line.tree)])
        if gone := [n for n in used if n in own and last[n] is line]:
            text.append(f"    del {', '.join(gone)}")
    return text
