"""Going inside an op: its `forward` and `backward` run once more, on `Sealed` arrays,
and each call of NumPy that they make is a line of the program.

What they call themselves, other functions of minigrad's, is gone into, too, or called
as it is if that does not go. So in what they see of their modules, these stand for
themselves.
"""

from collections.abc import Callable
from functools import partial
from types import FunctionType, ModuleType
from typing import NamedTuple

import numpy as np
from numpy import ndarray

from ..autograd.saved_hooks import active
from ..core import engine
from ..core.graph import Node
from ..core.op import Op
from .lines import Line
from .sealed import HOME, Sealed, each_of, opened
from .writing import Value, Writer

OWN = ("numpy", "minigrad")  # modules whose functions are gone into, or asked


class NotInside(Exception):
    """A function that has to be called: it looks at values, or changes an array."""


class Applied(NamedTuple):
    """An op that was applied."""

    op: type[Op]
    node: Node
    ctx: object  # the Context as its forward left it, or what stands for that
    outputs: list[Value]
    edges: list  # where the gradient of each operand goes: Values, or None
    needs: tuple  # for each operand, whether it needs one


class Context:
    """The `ctx` of an op in a program."""

    def __init__(self, needs: tuple, saved: tuple = (), names=(), noted=()) -> None:
        self.needs_input_grad, self.saved_tensors = needs, saved
        self.__dict__.update(zip(names, noted, strict=True))

    def save_for_backward(self, *arrays) -> None:
        self.saved_tensors = arrays


class Inside:
    """What the Sealed arrays inside of ops tell; `writer` has the lines."""

    def __init__(self, writer: Writer) -> None:
        self.writer, self.applied = writer, []
        self.scopes = {}  # by module: what its functions see

    def seal(self, value: object) -> object:
        """What stands for a Value: a number, where it has no axes."""
        if type(value) is not Value:
            return value
        array = value.array
        is_number = isinstance(array, ndarray) and not array.ndim
        return Sealed(array[()] if is_number else array, value, self)

    def run(self, function: FunctionType, *args):
        """`function(*args)`, its calls of NumPy as lines. NotInside, and no line, if it
        does more than that."""
        start = len(self.writer.lines)
        try:
            names = function.__globals__
            if id(names) not in self.scopes:
                found = {name: self.seen(thing) for name, thing in names.items()}
                self.scopes[id(names)] = found
            rest = "copy", function.__defaults__, function.__closure__
            copy = FunctionType(function.__code__, self.scopes[id(names)], *rest)
            copy.__kwdefaults__ = function.__kwdefaults__
            return copy(*args)
        except Exception as error:  # an op that wants arrays, say
            del self.writer.lines[start:]
            raise NotInside from error

    def seen(self, thing: object) -> object:
        """What stands for a global of a function."""
        if thing is active:  # the tape is there, but the speed ring's forms count
            return ()
        code = getattr(thing, "__code__", None)
        if code and code.co_filename.startswith(HOME) or thing is np.asarray:
            return partial(self.called, thing)  # asarray asks no array itself
        is_op = isinstance(thing, type) and issubclass(thing, Op)
        if is_op or isinstance(thing, ModuleType) and thing.__name__.startswith(OWN):
            return Parts(self, thing)
        return thing

    def called(self, function: Callable, *args, **options):
        """A function, gone into if possible; without arrays, its result is known."""
        kinds = []
        each_of((args, options), lambda each: kinds.append(type(each)))
        if Sealed not in kinds:
            found = function(*args, **options)
            is_array = isinstance(found, ndarray)
            return self.seal(self.writer.constant(found)) if is_array else found
        if isinstance(function, FunctionType) and not options:
            try:
                return self.run(function, *args)
            except NotInside:
                pass
        if ndarray in kinds:  # that it may write into
            raise NotInside
        return self.call(function, args, options)

    def call(self, function: Callable, args: tuple, options: dict):
        """A line, or what comes out if that is known. A product with ones is none: a
        pass begins with a gradient of 1."""
        array, constants = function(*opened(args), **opened(options)), []
        each_of((args, options), lambda a: constants.append(self.writer.is_constant(a)))
        if all(constants):
            return array
        if array is None:
            raise NotInside
        if function is np.multiply:
            for (one, other), known in zip((args, args[::-1]), constants, strict=True):
                if known and is_one(opened(one), other.array):
                    return other
        tree = self.writer.tree_of_call(function, args, options)
        hint = getattr(function, "__name__", "v")
        return self.seal(self.writer.line(hint, tree, array))

    def new(self, hint: str, function: Callable, *args) -> Sealed:
        """A call that is made each time, whatever its arguments are."""
        tree = self.writer.tree_of_call(function, args, {})
        return self.seal(self.writer.line(hint, tree, function(*opened(args))))

    def change(self, target: Sealed, function: Callable, args: tuple, options) -> None:
        new = self.call(function, args, options)
        if form(opened(new)) != form(target.array):
            raise NotInside
        target.array, target.value = new.array, new.value

    def stop(self, *reason) -> None:
        raise NotInside

    expect = plain = stop

    def parts(self, found: object) -> tuple:
        """The several outputs, or gradients, that were returned."""
        if type(found) is not Sealed and isinstance(found, tuple):
            return found
        if not isinstance(opened(found), tuple):
            return (found,)
        parts = [None if p is None else i for i, p in enumerate(found.array)]
        return tuple([i if i is None else found[i] for i in parts])

    # -- ops --------------------------------------------------------------------------

    def forward(self, op: type[Op], node: Node, args, outputs, edges, needs) -> None:
        """The lines of an op."""
        name, ctx, args = op.__name__.lower(), Context(needs), each_of(args, self.seal)
        try:
            parts = self.parts(self.run(op.forward, ctx, *args))
            if any([type(part) is not Sealed for part in parts]):
                raise NotInside  # an array of its own, which has to be a new one
        except NotInside:
            ctx = self.new("ctx", Context, needs)
            parts = self.parts(self.new(name, op.forward, ctx, *args))
        is_ordered = not (op.elementwise or op.is_view)
        for value, part in zip(outputs, parts, strict=True):
            array = part.array
            if is_ordered and np.ndim(array) and not array.flags.c_contiguous:
                part = self.call(np.array, (part,), {"order": "C"})
            value.node = self.writer.named(part.value, name).node
        self.applied.append(Applied(op, node, ctx, outputs, edges, needs))

    def gradients(self, roots: list[Value], upstream: list) -> dict:
        """The lines of a pass from the roots: the gradients, by their Values."""
        grads, sums = {}, set()  # sums: of Values whose gradient is one
        for value, grad in zip(roots, upstream, strict=True):
            self.add(grads, sums, value, self.seal(grad))
        for op, _, ctx, outputs, edges, needs in reversed(self.applied):
            floats = [v for v in outputs if v.array.dtype.kind == "f"]
            if not any(needs) or grads.keys().isdisjoint(floats):
                continue
            got = [grads.get(value) for value in floats]
            sent = self.parts(self.backward(op, ctx, got))
            for value, grad in zip(edges, sent, strict=True):
                if value is not None and grad is not None:
                    self.add(grads, sums, value, self.fitted(grad, value.array))
        return grads

    def backward(self, op: type[Op], ctx, grads: list) -> object:
        """What the backward of an op sends for these gradients of its outputs."""
        if type(ctx) is Context:
            try:
                return self.run(op.backward, ctx, *grads)
            except NotInside:
                noted = vars(ctx).copy()
                first = noted.pop("needs_input_grad"), noted.pop("saved_tensors")
                ctx = self.new("ctx", Context, *first, (*noted,), (*noted.values(),))
        return self.new("sent", op.backward, ctx, *grads)

    def fitted(self, grad: object, array: ndarray) -> object:
        """A gradient in the shape and dtype of its operand."""
        if np.shape(opened(grad)) != array.shape:
            grad = self.called(engine.sum_to_shape, grad, array.shape)
        if opened(grad).dtype != array.dtype:
            grad = self.call(np.asarray, (grad, array.dtype), {})
        return grad

    def add(self, grads: dict, sums: set, value: Value, grad: object) -> None:
        """Add to the gradient of a value. The first sum is a new array, which nobody
        else has yet; to it the others are added in place."""
        if value not in grads:
            grads[value] = grad
        elif value in sums and type(grads[value]) is Sealed:
            total = grads[value].value
            self.writer.lines.append(Line(total, self.writer.tree(grad), "+="))
        else:
            grads[value] = self.call(np.add, (grads[value], grad), {})
            sums.add(value)
        if type(grads[value]) is Sealed:
            self.writer.named(grads[value].value, f"{value.name}_grad")


class Parts:
    """What stands for a module, or an op: so do its functions."""

    def __init__(self, inside: Inside, owner: object) -> None:
        self.inside, self.owner = inside, owner

    def __getattr__(self, name: str) -> object:
        return self.inside.seen(getattr(self.owner, name))

    def call(self, *args):
        """OtherOp.call, on arrays: its forward."""
        op, plain = self.owner, getattr(self.owner, "plain", None)
        if plain is not None:
            return self.inside.called(plain, *args)
        if getattr(op.call, "__func__", None) is not Op.call.__func__:
            return self.inside.called(op.call, *args)
        context = Context((False,) * (op.operands or 0))
        return self.inside.run(op.forward, context, *args)


def form(array) -> tuple:
    return np.shape(array), array.dtype


def is_one(one: object, other) -> bool:
    """True if `one * other` is the other."""
    is_array = isinstance(one, ndarray | np.generic)
    return is_array and form(one) == form(other) and bool((one == 1).all())
