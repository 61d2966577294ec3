"""Recording: what stands in minigrad while a tape is open, and tells it what is done.

The recorded run is an ordinary run: its results and its graph are the caller's, whether
the tape is stopped or not. The engine, and the forward and backward of each op, run on
Sealed arrays like all else. Where an op does more with them than the tape knows of, the
call of its forward or backward is a line.
"""

import contextlib
import functools
import operator
import sys
import threading
from collections.abc import Callable, Iterator

import numpy as np
from numpy import ndarray

from ..autograd import rebase_history
from ..autograd.engine import copy_for
from ..autograd.targets import limit
from ..core import arithmetic, engine
from ..core.graph import AccumulateGrad, Node, watchers
from ..core.mode import mode
from ..core.op import Op
from ..core.outputs import Port
from ..core.tensor import Tensor
from ..ops.broadcasting import row as make_row
from .program import Line, Value
from .sealed import Sealed, each_of, flat, is_sealed, opened
from .tape import Tape, array_of, slots

lock = threading.RLock()  # one tape at a time
run, accumulate = engine.run, engine.accumulate
Layout = rebase_history.Layout


class Recording(Tape):
    """A tape that stands beside a run."""

    def __init__(self) -> None:
        super().__init__()
        self.patched = []

    def put(self, owner: object, name: str, thing: object) -> None:
        """Let something stand here until the tape is closed."""
        self.patched.append((owner, name, vars(owner)[name]))
        setattr(owner, name, thing)

    def open(self) -> None:
        watchers.append(self.watch)
        for name in ("_grad", "_requires_grad", "_hooks"):
            self.put(Tensor, name, _watched(name))
        for op in (ops := Op.__subclasses__()):  # the list grows while it is read
            ops += op.__subclasses__()
            for name in {"forward", "backward"} & vars(op).keys():
                own = vars(op)[name]
                if isinstance(own, staticmethod):  # an op may lack it, by a slip
                    self.put(op, name, self.method(op, name, own.__func__))
            if "call" in vars(op):  # which goes around them
                self.put(op, "call", vars(Op)["call"])
            if "plain" in vars(op):
                self.put(op, "plain", self.line_at_worst(vars(op)["plain"].__func__))
        for name, module in [*sys.modules.items()]:
            if name.startswith("minigrad.") and vars(module).get("row") is make_row:
                self.put(module, "row", self.row)
        for name in ("asarray", "array"):
            self.put(np, name, functools.partial(self.as_array, getattr(np, name)))
        for owner, name in (engine, "sum_to_shape"), (arithmetic, "broadcast_to"):
            self.put(owner, name, self.line_at_worst(vars(owner)[name]))
        self.put(engine, "run", self.run)
        self.put(engine, "accumulate", self.accumulate)
        layout = lambda *arrays: Layout(*opened(arrays))  # noqa: E731
        self.put(rebase_history, "Layout", layout)
        as_array = lambda tensor, *_, **__: tensor._data.__array__()  # noqa: E731
        self.put(Tensor, "__array__", as_array)
        self.put(Node, "_hooks", property(lambda n: vars(n).get("_hooks"), self.hook))
        self.put(Tensor, "_data", property(_read, _write))

    def close(self) -> None:
        self.open_nodes()
        self.is_open = False
        watchers.remove(self.watch)
        for each in reversed(self.patched):
            setattr(*each)

    # -- arrays -----------------------------------------------------------------------

    def as_array(self, function: Callable, array, *args, **options):
        """np.asarray, np.array: of a Sealed one, a line at most."""
        if type(array) is not Sealed:
            return function(array, *args, **options)
        out = function(array.array, *args, **options)
        is_same = out is array.array and function.__name__ == "asarray"
        return array if is_same else self.call(function, (array, *args), options)

    def row(self, *args) -> "ndarray | Sealed":
        """A vector of equal numbers: sums are products with it."""
        made = make_row(*args)
        is_inlined = self.inside and self.is_here()
        return Sealed(made, self.constant(made), self) if is_inlined else made

    def accumulate(self, leaf: Tensor, grad: Tensor) -> None:
        """As the engine does. Whether the program has to copy a first gradient is seen
        when all is known, in `Plan`."""
        if leaf._grad is not None or mode.enabled:
            return accumulate(leaf, grad)
        array = grad._data
        leaf._grad = tensor = copy_for(leaf, opened(array))
        if type(array) is Sealed and self.listens:
            self.sealed[id(tensor)] = self.copied(array, array_of(tensor))

    def hook(self, node: Node, hooks: object) -> None:
        if self.is_here():
            self.stop("a hook is registered")
        vars(node)["_hooks"] = hooks

    # -- ops --------------------------------------------------------------------------

    def method(self, op: type[Op], name: str, function: Callable) -> staticmethod:
        """What stands for an op's forward or backward."""
        hint = op.__name__.lower()
        otherwise = functools.partial(self.call_op, op, name)

        def call(*args, **options):
            if options or not is_sealed(args):
                return function(*args, **options)
            self.ops.add(op)
            found = self.attempt(function, args, otherwise)
            if name == "forward" and not self.inside:
                for each in flat(found):
                    if type(each) is Sealed:
                        self.named(each.value.node, hint)
            return found

        return staticmethod(call)

    def attempt(self, function: Callable, args: tuple, otherwise: Callable):
        """What the function returns, its calls of NumPy as lines; where that does not
        go, what `otherwise` makes of it."""
        if not (self.listens and is_sealed(args)):
            return function(*opened(args))
        start, self.inside = len(self.lines), self.inside + 1
        try:
            return function(*args)
        except Exception:  # it may be Escaped
            del self.lines[start:]
        finally:
            self.inside -= 1
        try:
            return otherwise(function, args, {})
        except Exception as error:  # the function's own
            if not self.inside:
                self.stop(str(error))
            raise

    def line_at_worst(self, function: Callable) -> staticmethod:
        """A function of arrays alone."""
        return staticmethod(lambda *args: self.attempt(function, args, self.call))

    def call_op(self, op: type[Op], name: str, _, args: tuple, options: dict):
        """The call of an op's forward or backward as a line."""
        (ctx, *args), left, saved = args, {}, ()
        if name == "backward":
            left = {n: v for n, v in vars(ctx).items() if n[0] != "_"}
            saved = ctx.saved_tensors
        self.check_key(args)
        args = op, name, ctx.needs_input_grad, saved, left, *args
        told = run_op(*opened(args))
        row = (*flat(told),)
        known = {id(each.array): each for each in flat(args) if type(each) is Sealed}
        args = Forms(map(form_of, row)), *args
        name = op.__name__.lower() if name == "forward" else "sent"
        whole = Sealed(row, self.line_of(parts_of_op, args, {}, (), name), self)
        parts, count = [], len([*flat(told[0])])
        for i, each in enumerate(row):
            is_array = isinstance(each, ndarray | np.generic)
            part = self.call(operator.getitem, (whole, i), {}) if is_array else each
            # Which of its operands it returns may depend on values; not what it saves.
            parts.append(part if i < count else known.get(id(each), part))
            known[id(each)] = parts[-1]
        rest = iter(parts)
        found, ctx._saved, left = each_of(told, lambda _: next(rest))
        ctx.__dict__.update(left)
        return found[0] if len(found) == 1 else found

    # -- the walk back ----------------------------------------------------------------

    def run(self, order: list[Node], grads: dict, task: engine.GraphTask) -> None:
        """As the engine does. The first sum of gradients is a new array, which nobody
        else has yet; to it the others are added in place."""
        if self.is_here():
            if any([node._hooks is not None for node in order]):
                self.stop("a hook is registered")
            ends = {n for n in order if isinstance(n, AccumulateGrad | Port)}
            if not (self.nodes | ends).issuperset({*order}.difference(task.ends)):
                self.stop("a backward pass leaves the function")
        if not self.is_here():
            grads.update(opened(grads))
            return run(order, grads, task)
        sums = set()
        for node in order:
            sent = task.step(node, grads.pop(node, None)) or ()
            for edge, grad in zip(node._edges, sent, strict=False):
                if edge is None or grad is None:
                    continue
                total = grads.get(edge)
                if edge in sums and type(total) is Sealed and self.listens:
                    total.array[...] += opened(grad)
                    self.lines.append(Line(total.value.node, self.tree(grad), "+="))
                elif edge in grads:
                    grads[edge] = total + grad
                    sums.add(edge)
                else:
                    grads[edge] = grad
                if type(grads[edge]) is Sealed and edge in self.edges:
                    name = f"{self.edges[edge].name}_grad"
                    self.named(grads[edge].value.node, name)

    def gradients(self, roots: list[Tensor], upstream: list[Value]) -> list[tuple]:
        """The lines of a pass from the roots: the inputs, each with what arrives."""
        task = engine.GraphTask(roots, True, False)
        limit(task, [*self.ends], True)
        grads, before = {}, (mode.enabled, mode.graph_task)
        for root, value in zip(task.roots, upstream, strict=True):
            grad = Sealed(value.array, value, self)
            grads[root] = grads[root] + grad if root in grads else grad
        mode.enabled, mode.graph_task = False, task
        try:
            self.run(task.order, grads, task)
        finally:
            mode.enabled, mode.graph_task = before
        found = [(value, task.captured.get(e)) for e, value in self.ends.items()]
        return [(value, grad) for value, grad in found if grad is not None]


def run_op(op: type[Op], name: str, needs, saved, left, *args) -> tuple:
    """What a forward or backward returns, as a tuple, and what it leaves on the ctx."""
    ctx = op.node_class(*[each or None for each in needs])
    ctx._saved = saved
    ctx.__dict__.update(left)
    found = getattr(op, name)(ctx, *args)
    return found if isinstance(found, tuple) else (found,), ctx._saved, vars(ctx)


def parts_of_op(forms: tuple, *args) -> tuple:
    """All of it in one row: a line can have a part. ValueError if it is not what the
    lines after it were written for."""
    row = (*flat(run_op(*args)),)
    if tuple(map(form_of, row)) != forms:
        raise ValueError("an operation ends otherwise than in the recorded run")
    return row


class Forms(tuple):
    """What `parts_of_op` has to find: no tuple in the text of a program."""


def form_of(part: object) -> object:
    is_array = isinstance(part, ndarray | np.generic)
    return (part.shape, part.dtype) if is_array else part


closed = Recording()
closed.is_open = False
current = closed


def is_recording() -> bool:
    """True while a tape of this thread is open."""
    return current.is_open and current.thread == threading.get_ident()


@contextlib.contextmanager
def recording() -> Iterator[Recording]:
    """A tape of what this thread does in the block."""
    global current
    with lock:
        tape = current = Recording()
        try:
            tape.open()
            yield tape
        finally:
            tape.close()
            current = closed


def _read(tensor: Tensor) -> "ndarray | Sealed":
    return current.read(tensor) if current.is_here() else array_of(tensor)


def _write(tensor: Tensor, array: "ndarray | Sealed") -> None:
    if type(array) is not Sealed or current.sealed.get(id(tensor)) is not array:
        slots["_data"].__set__(tensor, opened(array))
    if current.is_here():
        current.write(tensor, array)


def _watched(name: str) -> property:
    """A part that is not to be changed, but for .grad, of tensors from outside."""

    def use(tensor: Tensor, *value):
        if current.is_here():
            current.look_at(name, tensor, not value)
        return (slots[name].__set__ if value else slots[name].__get__)(tensor, *value)

    return property(use, use)
