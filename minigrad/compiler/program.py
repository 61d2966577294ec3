"""Writing: a tape becomes two functions of NumPy, forward and backward.

The text is made of the ops' own `forward` and `backward` (`inline.py`); what cannot be
copied is called. Each line is run when it is written, on the arrays of the recorded
run, so all shapes are known. At the end, lines whose result nobody asks for are
dropped, and what is read once moves to where it is read.
"""

import ast
import builtins
import itertools
import keyword
import linecache
from collections.abc import Callable
from types import ModuleType

import numpy as np
from numpy import ndarray

from ..core import engine
from .inline import Inlined, NotInlined, inlined
from .lines import Line, freed, names_in, needed, nested
from .tape import Entry, Tape, Value

RESERVED = {*dir(builtins), *keyword.kwlist, "np", "saved", "forward", "backward"}
LARGE = 4096  # bytes of an array whose memory is given back as soon as it can be
serial = itertools.count()


class Context:
    """The `ctx` of an op that is called."""

    def __init__(self, needs: tuple, saved: tuple = (), names=(), noted=()) -> None:
        self.needs_input_grad, self.saved_tensors = needs, saved
        self.__dict__.update(zip(names, noted, strict=True))

    def save_for_backward(self, *arrays) -> None:
        self.saved_tensors = arrays


class Differs(Exception):
    """A check that minigrad makes comes out otherwise than in the recorded run."""


def check(condition, expected: bool) -> None:
    if bool(condition) is not expected:
        raise Differs


def tuple_of(names: list[str]) -> str:
    return f"({', '.join(names)}{',' * (len(names) == 1)})"


class Program:
    """The text of a tape, and its functions: `forward(*inputs)` returns the outputs
    and what `backward(saved, *grads)` needs, which returns the gradients of `trained`.
    """

    def __init__(self, tape: Tape, outputs: list[Value], roots: list[Value]) -> None:
        self.tape = tape
        self.lines: list[Line] = []
        self.scope = {"np": np}  # objects of Python's, by name
        self.values = {}  # the arrays of the recorded run, by name: they are dynamic
        self.names, self.contexts = {}, {}  # of Values; of entries: how it was written
        self.bound, self.numbers, self.taken = {}, {}, set(RESERVED)
        self.sums = set()  # names of gradients that are sums
        for value in tape.inputs:
            self.names[value] = name = self.unused(value.name)
            self.values[name] = value.array if value.array.ndim else value.array[()]
        for i, entry in enumerate(tape.entries):
            if entry.target is engine.run_backward:
                got = map(self.expression, entry.args[1])
                grads = self.walk(tape.entries[:i], entry.args[0], got)
                self.names.update(
                    (out, grads[leaf].id)
                    for leaf, out in zip(entry.edges, entry.outputs, strict=True)
                )
            else:
                self.write_forward(entry)
        split = len(self.lines)
        self.trained, upstream, sent = self.write_backward(tape, roots)
        later = needed(self.lines[split:], sent)
        made = {line.name for line in later}.union(upstream)
        read = {n for line in later for n in line.reads}.union(sent)
        self.saved = sorted(read - made, key=list(self.values).index)
        outputs = [self.names[value] for value in outputs]
        kept = [*outputs, *self.saved]
        first = needed(self.lines[:split], kept)
        read = {n for line in first for n in line.reads}.union(kept)
        self.inputs = [value for value in tape.inputs if self.names[value] in read]
        # In the recorded run, for who asks what shares memory.
        self.arrays = [np.asarray(self.values[name]) for name in self.saved]
        self.results = [np.asarray(self.values[name]) for name in outputs]
        inputs = [self.names[value] for value in self.inputs]
        text = [f"def forward({', '.join(inputs)}):"]
        text += [f"    {n} = {n}[()]" for n in inputs if not np.ndim(self.values[n])]
        large = {n for n, a in self.values.items() if getattr(a, "nbytes", 0) >= LARGE}
        text += freed(nested(first, kept), large.difference(kept, inputs))
        text += [f"    return {tuple_of(outputs)}, {tuple_of(self.saved)}"]
        if sent:
            text += ["", "", f"def backward({', '.join(['saved', *upstream])}):"]
            text += [f"    {tuple_of(self.saved)} = saved"] if self.saved else []
            text += freed(nested(later, sent), large.difference(sent, self.saved))
            text += [f"    return {tuple_of(sent)}"]
        self.source = "\n".join(text) + "\n"
        file = f"<minigrad.compile {next(serial)}>"
        lines = self.source.splitlines(True)
        linecache.cache[file] = len(self.source), None, lines, file
        exec(compile(self.source, file, "exec"), self.scope)
        self.forward = self.scope["forward"]
        self.backward = self.scope.get("backward")
        self.values = self.names = self.contexts = self.lines = None  # much memory

    # -- expressions and lines --------------------------------------------------------

    def unused(self, name: str) -> str:
        """`name`, with a number if there is one of that name."""
        name = name if name.isidentifier() else "v"
        stem = name.rstrip("0123456789") or "v"
        while name in self.taken:
            self.numbers[stem] = self.numbers.get(stem, 0) + 1
            name = f"{stem}{self.numbers[stem]}"
        self.taken.add(name)
        return name

    def known(self, thing: object) -> ast.expr:
        """The expression of something known: a constant, or the name it is given."""
        if thing is None or type(thing) in (bool, int, str):
            return ast.Constant(thing)
        if type(thing) is float and np.isfinite(thing):
            return ast.Constant(thing)
        if type(thing) in (tuple, list):
            kind = ast.Tuple if type(thing) is tuple else ast.List
            return kind([self.known(each) for each in thing])
        name = getattr(thing, "__name__", "k")
        if getattr(np, name, None) is thing:
            return ast.Attribute(ast.Name("np"), name)
        if thing is np:
            return ast.Name("np")
        if id(thing) not in self.bound:
            name = "k" if isinstance(thing, ModuleType) else name
            self.bound[id(thing)] = self.unused(name)
            self.scope[self.bound[id(thing)]] = thing
        return ast.Name(self.bound[id(thing)])

    def expression(self, thing: object) -> ast.expr:
        """That of an argument in the tape: Values, perhaps in tuples, and constants."""
        if isinstance(thing, ast.expr):
            return thing
        if isinstance(thing, Value):
            return ast.Name(self.names[thing])
        if type(thing) in (tuple, list):
            kind = ast.Tuple if type(thing) is tuple else ast.List
            return kind([self.expression(each) for each in thing])
        return self.known(thing)

    def called(self, function: Callable, *args: object, **options) -> ast.expr:
        keywords = [ast.keyword(n, self.expression(v)) for n, v in options.items()]
        return ast.Call(self.known(function), [*map(self.expression, args)], keywords)

    def is_dynamic(self, expression: ast.expr) -> bool:
        return not self.values.keys().isdisjoint(names_in(expression))

    def value(self, expression: ast.expr) -> object:
        """What an expression is, or was in the recorded run."""
        if isinstance(expression, ast.Name):
            values = self.values if expression.id in self.values else self.scope
            return values[expression.id]
        if isinstance(expression, ast.Constant):
            return expression.value
        if self.is_dynamic(expression):
            return self.values[self.line("part", expression).id]
        return self.evaluated(expression)

    def evaluated(self, expression: ast.expr) -> object:
        for node in ast.walk(expression):
            node.ctx = ast.Load()
        tree = ast.fix_missing_locations(ast.Expression(expression))
        return eval(compile(tree, "<line>", "eval"), self.scope, self.values)

    def folded(self, expression: ast.expr) -> ast.expr:
        """The expression, or what it comes to if that is known."""
        if not self.is_dynamic(expression):
            return self.known(self.evaluated(expression))
        if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.Mult):
            left, right = expression.left, expression.right
            if self.is_one(left, right):
                return right
        return expression

    def is_one(self, one: ast.expr, other: ast.expr) -> bool:
        """True if `one * other` is the other: a pass begins with a gradient of 1."""
        if self.is_dynamic(one) or not isinstance(ones := self.value(one), ndarray):
            return False
        found = self.value(other)
        same = (ones.shape, ones.dtype) == (found.shape, found.dtype)
        return same and bool((ones == 1).all())

    def line(self, name: str, expression: ast.expr, always: bool = False) -> ast.expr:
        """A line that sets a new name to an expression: the name. What is known needs
        none, but where it is to be made `always` anew; nor what has a name."""
        is_named = isinstance(expression, ast.Name) and expression.id in self.values
        if is_named or not always and not self.is_dynamic(expression):
            return expression
        result, name = self.evaluated(expression), self.unused(name)
        reads = self.values.keys() & names_in(expression)
        self.lines.append(Line(name, expression, reads))
        self.values[name] = result
        return ast.Name(name)

    def atom(self, each: "ast.expr | Inlined") -> "ast.expr | Inlined":
        return each if isinstance(each, Inlined) else self.line("part", each)

    def parts(self, found: ast.expr) -> list[ast.expr]:
        """The several outputs, or gradients, that an expression is; None is none."""
        if isinstance(found, ast.Tuple):
            return found.elts
        array = self.value(found)
        if not isinstance(array, tuple):
            return [found]
        name, numbers = (
            self.line("several", found),
            map(ast.Constant, range(len(array))),
        )
        parts = [ast.Subscript(name, number) for number in numbers]
        nothing = ast.Constant(None)
        return [nothing if a is None else p for a, p in zip(array, parts, strict=True)]

    def forget(self, start: int) -> None:
        """Take the last lines back."""
        for line in self.lines[start:]:
            self.values.pop(line.name, None)
        del self.lines[start:]

    # -- forward ----------------------------------------------------------------------

    def write_forward(self, entry: Entry) -> None:
        target, args = entry.target, [self.expression(arg) for arg in entry.args]
        hint = getattr(target, "__name__", "v").lower()
        if target is bool:
            line = Line("", self.called(check, *args), set(names_in(args[0])))
            self.lines.append(line)
            return
        if target in np.sctypeDict.values():  # the gradient of a loss
            self.names[entry.outputs[0]] = self.known(target(1)).id
            return
        if target is np.array and entry.args[0].tensor is None:  # another name of it
            (value,), (old,) = entry.outputs, args
            self.names[value] = name = self.unused(value.name)
            self.lines.append(Line(name, old, {old.id}))
            self.values[name] = self.values[old.id]
            return
        is_ordered = entry.node and not (target.elementwise or target.is_view)
        if entry.node is None:
            found = self.called(target, *args, **entry.options)
            if isinstance(target, type(ndarray.sum)):  # a method
                owner, *found.args = found.args
                found.func = ast.Attribute(owner, target.__name__)
        else:
            self.contexts[entry] = ctx = Inlined(entry.needs)
            try:
                found = inlined(self, target.forward, ctx, *args)
            except NotInlined:
                ctx = self.called(Context, entry.needs)
                self.contexts[entry] = ctx = self.line("ctx", ctx, always=True)
                found = self.line(hint, self.called(target.forward, ctx, *args))
        for value, part in zip(entry.outputs, self.parts(found), strict=True):
            hint = value.name if value.name.endswith("_new") else hint
            part = self.line(hint, part, always=True)
            array = self.values[part.id]
            if is_ordered and np.ndim(array) and not array.flags.c_contiguous:
                part = self.line(hint, self.called(np.array, part, order="C"))
            self.names[value] = part.id

    # -- backward ---------------------------------------------------------------------

    def write_backward(self, tape: Tape, roots: list[Value]) -> tuple:
        """The lines that carry gradients from the roots back to the inputs: which
        inputs, and the names of the roots' gradients and of theirs."""
        upstream = []
        for value in roots:
            ones = np.ones_like(value.array)
            upstream.append(self.unused("grad"))
            self.values[upstream[-1]] = ones if ones.ndim else ones[()]
        grads = self.walk(tape.entries, roots, map(ast.Name, upstream))
        ends = {*tape.edges.values()}
        trained = [v for v in tape.inputs if v in grads and v in ends]
        return trained, upstream, [grads[value].id for value in trained]

    def walk(self, entries: list[Entry], roots, upstream) -> dict:
        """The lines of a pass from the roots: the gradients, by their Values."""
        grads = {}
        for value, grad in zip(roots, upstream, strict=True):
            self.add(grads, value, grad)
        for entry in reversed(entries):
            floats = [v for v in entry.outputs if v.array.dtype.kind == "f"]
            if not any(entry.needs) or grads.keys().isdisjoint(floats):
                continue
            got = [grads.get(value, ast.Constant(None)) for value in floats]
            sent = self.parts(self.gradients_of(entry, got))
            for value, grad in zip(entry.edges, sent, strict=True):
                if value is not None and self.value(grad) is not None:
                    self.add(grads, value, self.fitted(grad, value.array))
        return grads

    def gradients_of(self, entry: Entry, grads: list[ast.expr]) -> ast.expr:
        """What the backward of an op sends for these gradients of its outputs."""
        op, ctx = entry.target, self.contexts[entry]
        if isinstance(ctx, Inlined):
            try:
                return inlined(self, op.backward, ctx, *grads)
            except NotInlined:
                saved, names = ast.Tuple(ctx.saved), tuple(ctx.noted)
                noted = ast.Tuple([*ctx.noted.values()])
                ctx = self.called(Context, ctx.needs, saved, names, noted)
                ctx = self.line("ctx", ctx, always=True)
        return self.line("sent", self.called(op.backward, ctx, *grads), always=True)

    def fitted(self, grad: ast.expr, array: ndarray) -> ast.expr:
        """A gradient in the shape and dtype of its operand."""
        if np.shape(self.value(grad)) != array.shape:
            args = self.line("part", grad), self.known(array.shape)
            try:
                grad = inlined(self, engine.sum_to_shape, *args)
            except NotInlined:
                grad = self.called(engine.sum_to_shape, *args)
        if self.value(grad).dtype != array.dtype:
            grad = self.called(np.asarray, grad, array.dtype)
        return grad

    def add(self, grads: dict, value: Value, grad: ast.expr) -> None:
        """Add to the gradient of a value. The first sum is a new array, which nobody
        else has; to it the others are added in place."""
        hint = f"{self.names[value]}_grad"
        if value not in grads:
            grads[value] = self.line(hint, grad, always=value.tensor is not None)
        elif grads[value].id in self.sums:
            total, part = grads[value].id, self.line("part", grad, always=True)
            reads = {total, part.id}
            self.lines.append(Line(total, part, reads, "+="))
        else:
            total = ast.BinOp(grads[value], ast.Add(), grad)
            grads[value] = self.line(hint, total, always=True)
            self.sums.add(grads[value].id)
