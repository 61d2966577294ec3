"""Applying an op, written out: for each op a function that does what its kind needs.

Applying an op costs more than computing it when arrays are small. So for ops of one,
two or three operands the steps of `make_apply` and `link` in core/op.py are put
together as one text, without what the op cannot need, and compiled. `FORM` is that
text, of this module's names: a line after a condition is there for ops of which that is
true. What needs a conversion, is no operand or returns several outputs is left to the
core, and so is a student's op.

Where all operands are 0-d, elementwise ops get and save NumPy numbers, which take a
tenth of an array's time. A result becomes an array again, a saved one as a Tensor.
"""

import linecache
from collections.abc import Callable
from functools import cache
from string import Template
from types import CodeType, FunctionType

from numpy import asarray, ndarray

from ..autograd.saved_hooks import active
from ..autograd.views import share_memory
from ..core import op as core
from ..core.graph import edge_of, next_number, watchers
from ..core.mode import mode
from ..core.op import Op, link
from ..core.tensor import Tensor
from .nodes import CONSTANT, OUTPUT, new, node_class, pack, twin_of

# ruff: noqa: F401  the text speaks of them
FEW = 4096  # entries: a plain inner product of more would lose digits
FIT = {int: "fiu", float: "f"}  # arrays that keep their dtype beside these
# Operands whose gradients a backward makes as new arrays, which nobody else has; for a
# view, those that it passes on are new if what it got is.
FRESH = {
    **dict.fromkeys(("Mm", "MmByTransposed", "MmTransposedBy"), (0, 1)),
    **dict.fromkeys(("Addmm", "AddmmOfT"), (1, 2)),
    "T": (0,),
}
Op.fresh, Op.plain = (), None  # `plain`: what forward computes, for use in backwards
Op.by_constant = Op.number_by_constant = None  # see constants.py
core_make_apply = core.make_apply

FORM = """\
           |def apply($args):
           |    if active or op.forward is not forward or op.backward is not backward:
           |        return otherwise($args)
           |    try:
           |        a, x_edge, x_counter = x._data, x._edge, x._version_counter
number     |        if y.__class__ is float or y.__class__ is int:
number     |            b, y_edge, y_counter = y, None, None
number     |        else:
number     |            b, y_edge, y_counter = y._data, y._edge, y._version_counter
factors    |        b, y_edge, y_counter = y._data, y._edge, y._version_counter
n == 3     |        c, z_edge, z_counter = z._data, z._edge, z._version_counter
           |    except AttributeError:
           |        return otherwise($args)
           |    dtype = a.dtype
number     |    if dtype.kind not in FIT[type(y)] if b is y else b.dtype is not dtype:
number     |        return otherwise($args)
factors    |    if b.dtype is not dtype$third:
factors    |        return otherwise($args)
floats     |    if dtype.kind != "f":
floats     |        return otherwise($args)
           |    if not mode.enabled:
           |        x_edge = y_edge = z_edge = None
           |    else:
           |        if x_edge is None and x._requires_grad:
           |            x_edge = edge_of(x)
n > 1      |        if y_edge is None and $tensor and y._requires_grad:
n > 1      |            y_edge = edge_of(y)
n == 3     |        if z_edge is None and z._requires_grad:
n == 3     |            z_edge = edge_of(z)
           |    node = new(fast_node)
           |    node._edges = ($edges)
           |    node._saved = ()
scalars    |    if not a.ndim and dtype.kind == "f":
scalars    |        a = a[()]
number     |    if not a.ndim and dtype.kind == "f":
number     |        if y_counter is None:
number     |            a = a[()]
number     |        elif not b.ndim:
number     |            a, b = a[()], b[()]
tensors    |    given = [o._data if isinstance(o, Tensor) else o for o in options]
           |    try:
           |        out = forward(node, $arrays)
           |    except ValueError:  # the core says why
           |        return otherwise($args)
           |    array = out
           |    if out.__class__ is not ndarray or $unusual:
           |        if out.__class__ is ndarray or out.__class__ is tuple:
           |            core_node = twin_of(node, op.node_class, node._saved)
           |            return link(op, core_node, ($args,), ($arrays,), out)
           |        array = asarray(out)
           |    result = new(Tensor)
           |    result._data = array
           |    result._version_counter = counter = [0]
           |    result._requires_grad = False
           |    result._grad = result._base = result._edge = None
view       |    share_memory(x, result)
           |    if $unrecorded:
           |        return result
           |    result._edge = node
           |    node._number = next_number()
           |    node._next_metadata = None
reshapes   |    if array.dtype is not dtype$stretched:
reshapes   |        node._next_metadata = ((a.shape, dtype),)
number     |    if y_counter is not None:
number     |        a_shape, b_shape = a.shape, b.shape
number     |        if a_shape != b_shape:
number     |            shape = out.shape
number     |            a_form = None if a_shape == shape else (a_shape, dtype)
number     |            b_form = None if b_shape == shape else (b_shape, dtype)
number     |            node._next_metadata = a_form, b_form
product    |    if a.shape != out.shape:
product    |        node._next_metadata = (a.shape, dtype), None, None
three      |    s = out.shape
three      |    forms = [None if o.shape == s else (o.shape, dtype) for o in (a, b, c)]
three      |    node._next_metadata = forms
           |    saved = node._saved
constant   |    if y_edge is None:
constant   |        form = op.by_constant
constant   |        if node._next_metadata and not a.ndim and b.size <= FEW:
constant   |            form = op.number_by_constant or form
constant   |        if op.backward is form.replaces:
constant   |            node.__class__ = form.fast_node
constant   |            if saved:
constant   |                node._saved, node._counters = (b,), ()
constant   |                node._origins, node._versions = (CONSTANT,), None
constant   |            if saved and y_counter is not None:
constant   |                node._counters, node._origins = (y_counter,), (1,)
constant   |                node._versions = (y_counter[0],) if y_counter[0] else None
constant   |            saved = ()
           |    if not saved:
           |        pass
n == 1     |    elif len(saved) == 1 and saved[0] is out:
n == 1     |        node._counters, node._origins = (counter,), (OUTPUT,)
n == 1     |        node._versions = None
n == 1     |    elif len(saved) == 1 and saved[0] is a:
n == 1     |        node._counters, node._origins = (x_counter,), (0,)
n == 1     |        node._versions = (x_counter[0],) if x_counter[0] else None
n > 1      |    elif $both and saved[0] is $p and saved[1] is $q:
n > 1      |        node._counters, node._origins = ($p_counter, $q_counter), $places
n > 1      |        node._versions = None
n > 1      |        if $p_counter[0] or $q_counter[0]:
n > 1      |            node._versions = $p_counter[0], $q_counter[0]
bilinear   |    elif len(saved) == 2 and saved[0] is a and saved[1] is b and $tensor:
bilinear   |        kept, number = (a, x_counter) if x_edge is None else (b, y_counter)
bilinear   |        node._saved, node._counters = (kept, kept), (number,)
bilinear   |        node._origins = (0, CONSTANT) if x_edge is None else (CONSTANT, 1)
bilinear   |        node._versions = (number[0],) if number[0] else None
product    |    elif z_edge is not None and saved[0] is b and saved[1] is c:
product    |        node._saved, node._counters = (b, None), (y_counter,)
product    |        node._origins = (1, CONSTANT)
product    |        node._versions = (y_counter[0],) if y_counter[0] else None
           |    else:
           |        pack(node, ($arrays,), ($args,), out, counter)
           |    if watchers:
           |        for watch in watchers:
           |            watch(node, ($args,), (result,))
           |    return result
"""


def facts_of(op: type[Op]) -> dict | None:
    """What FORM asks about an op; None for an op that is left to the core."""
    n, code = op.operands, op.forward.__code__
    varied = bool(code.co_flags & 4) or code.co_argcount - 1 > (n or 0)
    if n not in (1, 2, 3) or n == 2 and (varied or op.is_view):
        return None
    number = n == 2 and op.elementwise
    facts = {"n": n, "options": varied, "number": number, "floats": op.floats}
    facts |= {"factors": n > 1 and not number, "view": op.is_view}
    facts |= {"reshapes": n == 1 and op.elementwise, "tensors": op.tensors and varied}
    facts |= {"scalars": n == 1 and op.elementwise and not varied}
    facts["bilinear"] = op.used_for == {0: 1, 1: 0}
    facts["product"] = product = n == 3 and op.used_for == {1: 2, 2: 1}
    facts["three"] = n == 3 and op.elementwise and not product
    facts |= {"ordered": not (op.elementwise or op.is_view)}
    return facts | {"constant": op.by_constant is not None}


def source_of(facts: dict) -> str:
    """The text of the function that applies an op of which this is true."""
    lines = [line.split("|", 1) for line in FORM.splitlines()]
    text = "\n".join([code for when, code in lines if eval(when.strip() or "1", facts)])
    n, options = facts["n"], ", *options" * facts["options"]
    arrays, edges = "abc"[:n], [f"{name}_edge" for name in "xyz"[:n]]
    unusual = [f"out is {array}" for array in arrays]
    unusual += ["not out.flags.c_contiguous"] * facts["ordered"]
    product = facts["product"]
    p, q = ("y", "z") if product else ("x", "y")
    return Template(text).substitute(
        args=", ".join("xyz"[:n]) + options,
        arrays=", ".join(arrays) + (", *given" if facts["tensors"] else options),
        third=" or c.dtype is not dtype" * (n == 3),
        tensor="y_counter is not None" if facts["number"] else "True",
        edges=", ".join(edges) + ",",
        unusual=" or ".join(unusual),
        unrecorded=" and ".join([f"{edge} is None" for edge in edges])
        + " or array.dtype.kind != 'f'" * (n == 1 and not facts["floats"]),
        stretched=" or array.shape != a.shape" * facts["options"],
        both=f"len(saved) == 2 and not ({p}_edge is None or {q}_edge is None)",
        p="b" if product else "a",
        q="c" if product else "b",
        p_counter=f"{p}_counter",
        q_counter=f"{q}_counter",
        places="(1, 2)" if product else "(0, 1)",
    )


@cache
def code_of(facts: tuple) -> CodeType:
    """The compiled text; a traceback finds its lines under the name of the facts."""
    source = source_of(dict(facts))
    file = f"<minigrad.speed: {', '.join([name for name, true in facts if true])}>"
    linecache.cache[file] = len(source), None, source.splitlines(True), file
    code = compile(source, file, "exec")
    return next(each for each in code.co_consts if isinstance(each, CodeType))


def make_apply(op: type[Op]) -> Callable[..., Tensor]:
    """The shortest way to apply `op`, in a function of its own."""
    otherwise = core_make_apply(op)
    op.fresh = FRESH.get(op.__name__, ())
    if "plain" in vars(op):
        op.call = staticmethod(plain_call(op))
    elif op.plain is not None:  # of an op that this one varies
        op.call = classmethod(Op.call.__func__)
    facts = facts_of(op)
    if facts is None:
        return otherwise
    scope = {"op": op, "forward": op.forward, "backward": op.backward}
    scope |= globals() | {"otherwise": otherwise, "fast_node": node_class(op)}
    # A code object of its own: CPython caches what it learns about types there.
    apply = FunctionType(code_of(tuple(facts.items())).replace(), scope, "apply")
    apply.__doc__, apply.op = op.__doc__, op
    return apply


def plain_call(op: type[Op]) -> Callable:
    """`op.call` for an op that can compute without ctx: all are Tensors, or none is."""
    plain = op.plain

    def call(a, *rest):
        return op.apply(a, *rest) if isinstance(a, Tensor) else plain(a, *rest)

    return call


def call(op: type[Op], *args):
    """`Op.call`, on a node without a number: it is in no graph."""
    if any([isinstance(arg, Tensor) for arg in args]):
        return op.apply(*args)
    node = new(op.node_class)
    node._saved = node._edges = ()
    return op.forward(node, *args)


def install() -> None:
    """Let ops be applied so, before anything else takes hold of their `apply`."""
    core.make_apply, Op.call = make_apply, classmethod(call)
    for op in (ops := Op.__subclasses__()):  # the list grows while it is read
        ops += op.__subclasses__()
        op.apply = staticmethod(make_apply(op))
