"""Shorter ways to apply the usual ops. They do what `general` in op.py does.

Skip this file at first reading. Applying an op costs more than computing it when
arrays are small, so the steps of `general` are written out here for four usual forms:
`_unary` (one operand), `_options` (one operand, and arguments that are no operands),
`_binary` (two operands, or one and a Python number), `_ternary` (three operands, and
arguments that are none). What needs a conversion, or is no operand at all, is left to
`general`.

Where all operands are 0-d, minigrad's own elementwise ops get and save NumPy numbers
instead of arrays: NumPy computes with them in a tenth of the time. A result becomes an
array again, and a saved number does when it is made a Tensor (`unpack`). Such numbers
are gradients in flight, too; a student's op gets arrays.

Two things are looked up anew at each call: grad mode, and `op.forward`, so that a
student's version can take its place.
"""

from collections.abc import Callable
from types import FunctionType

from numpy import asarray, floating, ndarray

from ..tensor import Tensor
from .checks import type_name
from .grad_mode import mode
from .nodes import accumulator, new, next_number, watchers
from .op import (
    Op,
    check_broadcast,
    general,
    operand_metas,
    own_output,
    several_outputs,
)
from .saved import CONSTANT, OUTPUT, noted, pack
from .views import share_memory

FEW = 4096  # entries: a plain inner product of more would lose digits
_FIRST, _OUT, _BOTH = (0,), (OUTPUT,), (0, 1)
_SECOND, _CONSTANT = (1,), (CONSTANT,)
_ONLY_FIRST, _ONLY_SECOND = (0, CONSTANT), (CONSTANT, 1)
_FACTORS, _FIRST_FACTOR = (1, 2), (1, CONSTANT)


def fast_apply(op: type[Op]) -> Callable[..., Tensor]:
    """The shortest way to apply `op`, in a function of its own."""
    return _copy(_form(op)(op), f"{op.__name__}.apply")


def plain_call(op: type[Op]) -> Callable:
    """`op.call` for an op that can compute without ctx. It looks at the first operand:
    in a backward either all are Tensors or none is."""
    apply, plain = op.apply, op.plain

    def call(a, *rest):
        return apply(a, *rest) if isinstance(a, Tensor) else plain(a, *rest)

    return _copy(call, f"{op.__name__}.call")


def _copy(function: FunctionType, name: str) -> FunctionType:
    """The function with a code object of its own.

    CPython caches what it learns about types in the code object. Ops that shared one
    would evict each other's entries.
    """
    code = function.__code__.replace()
    return FunctionType(code, function.__globals__, name, None, function.__closure__)


def _form(op: type[Op]) -> Callable:
    """The fast path for ops of one, two or three operands."""
    takes = op.forward.__code__.co_argcount - 1  # less ctx
    if op.operands == 1:
        return _unary if takes == 1 and not op.view else _options
    if op.operands == 3 and op.elementwise:
        return _ternary
    return _binary if op.operands == takes == 2 and not op.view else general


def _unary(op: type[Op]) -> Callable[[Tensor], Tensor]:
    node_class, otherwise = op.node_class, general(op)
    elementwise, floats = op.elementwise, op.floats

    def apply(x):
        if not isinstance(x, Tensor):
            raise TypeError(
                f"{op.__name__.lower()}(): argument 'input' (position 1) must be "
                f"Tensor, not {type_name(x)}"
            )
        edge, a = x._edge, x._data
        if not mode.enabled:
            edge = None
        elif edge is None and x._requires_grad:
            edge = accumulator(x)
        if edge is None and floats and a.dtype.kind != "f":
            return otherwise(x)
        node = new(node_class)
        node._edges = (edge,)
        node.saved_tensors = ()
        if elementwise and not a.ndim and a.dtype.kind == "f" and not node._piece:
            a = a[()]  # a number: see above
        out = op.forward(node, a)
        array = out
        if out.__class__ is not ndarray or out is a:
            if out.__class__ is tuple:
                return several_outputs(op, node, (x,), (a,), out)
            if isinstance(a, floating):
                array = asarray(out)
            else:
                array = out = own_output(node, out, (a,))
        result = new(Tensor)
        result._data = array
        result._cell = cell = [0]
        result._requires_grad = False
        result._grad = result._base = None
        if edge is None:
            result._edge = None
            return result
        result._edge = node
        node._number = next_number()
        node._metas = None
        saved = node.saved_tensors
        if saved:
            if len(saved) == 1 and saved[0] is out:
                node._cells, node._origin, node._versions = (cell,), _OUT, None
            elif len(saved) == 1 and saved[0] is a:
                node._cells, node._origin = (x._cell,), _FIRST
                node._versions = (x._cell[0],) if x._cell[0] else None
            else:
                pack(node, (a,), (x,), (out,), (cell,))
        if watchers:
            noted(node, (x,), (result,))
        return result

    return apply


def _binary(op: type[Op]) -> Callable[[Tensor, "Tensor | float"], Tensor]:
    node_class, otherwise = op.node_class, general(op)
    elementwise, floats = op.elementwise, op.floats
    bilinear = op.linear == (0, 1)

    def apply(x, y):
        try:
            a, x_edge, y_edge, y_cell = x._data, x._edge, None, None
        except AttributeError:
            return otherwise(x, y)
        dtype = a.dtype
        if isinstance(y, Tensor):
            b, y_cell = y._data, y._cell
            if dtype is not b.dtype or (floats and dtype.kind != "f"):
                return otherwise(x, y)
        elif y.__class__ is float or y.__class__ is int:
            b = y
            if not elementwise or dtype.kind != "f":
                return otherwise(x, y)
        else:
            return otherwise(x, y)
        if mode.enabled:
            if x_edge is None and x._requires_grad:
                x_edge = accumulator(x)
            if y_cell is not None:
                y_edge = y._edge
                if y_edge is None and y._requires_grad:
                    y_edge = accumulator(y)
        else:
            x_edge = None
        node = new(node_class)
        node._edges = (x_edge, y_edge)
        node.saved_tensors = ()
        if elementwise and not a.ndim and not node._piece:  # numbers: see above
            if y_cell is None:
                a = a[()]
            elif not b.ndim and dtype.kind == "f":
                a, b = a[()], b[()]
        try:
            out = op.forward(node, a, b)
        except ValueError:
            check_broadcast(op, (a, b))
            raise
        array = out
        if out.__class__ is not ndarray or out is a or out is b:
            if out.__class__ is tuple:
                return several_outputs(op, node, (x, y), (a, b), out)
            if isinstance(a, floating):
                array = asarray(out)
            else:
                array = out = own_output(node, out, (a, b))
        result = new(Tensor)
        result._data = array
        result._cell = cell = [0]
        result._requires_grad = False
        result._grad = result._base = None
        if x_edge is None and y_edge is None:
            result._edge = None
            return result
        result._edge = node
        node._number = next_number()
        node._metas = None
        if elementwise and y_cell is not None:
            a_shape, b_shape = a.shape, b.shape
            if a_shape != b_shape:
                shape = out.shape
                node._metas = (
                    None if a_shape == shape else (a_shape, dtype),
                    None if b_shape == shape else (b_shape, dtype),
                )
        saved = node.saved_tensors
        constant = op.by_constant if y_edge is None else None
        if node._metas and constant and not a.ndim and b.size <= FEW:
            constant = op.number_by_constant or constant
        if constant is not None and _fits(constant, op, saved, a, b):
            node.__class__ = constant.node_class
            if saved:
                node.saved_tensors = (b,)
                if y_cell is None:
                    node._cells, node._origin, node._versions = (), _CONSTANT, None
                else:
                    node._cells, node._origin = (y_cell,), _SECOND
                    node._versions = (y_cell[0],) if y_cell[0] else None
        elif saved:
            if len(saved) != 2 or saved[0] is not a or saved[1] is not b:
                pack(node, (a, b), (x, y), (out,), (cell,))
            elif y_edge is not None and x_edge is not None:
                x_cell = x._cell
                node._cells, node._origin = (x_cell, y_cell), _BOTH
                node._versions = (
                    (x_cell[0], y_cell[0]) if x_cell[0] or y_cell[0] else None
                )
            elif bilinear and y_cell is not None and not node._piece:
                # Of one gradient, only the other operand is kept: see `pack`.
                kept, kept_cell, origin = a, x._cell, _ONLY_FIRST
                if y_edge is None:
                    kept, kept_cell, origin = b, y_cell, _ONLY_SECOND
                node.saved_tensors = (kept, kept)
                node._cells, node._origin = (kept_cell,), origin
                node._versions = (kept_cell[0],) if kept_cell[0] else None
            else:
                pack(node, (a, b), (x, y), (out,), (cell,))
        if watchers:
            noted(node, (x, y), (result,))
        return result

    return apply


def _fits(constant: type[Op], op: type[Op], saved: tuple, a, b) -> bool:
    """True if `constant` is for what `op` is: neither method is a student's."""
    if op.backward is not constant.replaces:
        return False
    return not saved or (len(saved) == 2 and saved[0] is a and saved[1] is b)


def _options(op: type[Op]) -> Callable[..., Tensor]:
    node_class, otherwise = op.node_class, general(op)
    elementwise, floats, view, tensors = op.elementwise, op.floats, op.view, op.tensors
    ordered = not (elementwise or view)

    def apply(x, *options):
        if not isinstance(x, Tensor):
            return otherwise(x, *options)
        edge, a = x._edge, x._data
        if not mode.enabled:
            edge = None
        elif edge is None and x._requires_grad:
            edge = accumulator(x)
        if edge is None and floats and a.dtype.kind != "f":
            return otherwise(x, *options)
        node = new(node_class)
        node._edges = (edge,)
        node.saved_tensors = ()
        args, arrays = (x,), (a,)
        if tensors:
            args += options
            options = [o._data if isinstance(o, Tensor) else o for o in options]
            arrays = a, *options
        out = op.forward(node, a, *options)
        if out.__class__ is tuple:
            return several_outputs(op, node, args, arrays, out)
        if (
            out.__class__ is not ndarray
            or out is a
            or (ordered and not out.flags.c_contiguous)
        ):
            out = own_output(node, out, arrays)
        result = new(Tensor)
        result._data = out
        result._cell = cell = [0]
        result._edge = None
        result._requires_grad = False
        result._grad = result._base = None
        if view:
            share_memory(x, result)
        if edge is None or out.dtype.kind != "f":
            return result
        result._edge = node
        node._number = next_number()
        node._metas = None
        if elementwise and (out.shape != a.shape or out.dtype is not a.dtype):
            node._metas = ((a.shape, a.dtype),)
        saved = node.saved_tensors
        if saved:
            if len(saved) == 1 and saved[0] is out:
                node._cells, node._origin, node._versions = (cell,), _OUT, None
            elif len(saved) == 1 and saved[0] is a:
                node._cells, node._origin = (x._cell,), _FIRST
                node._versions = (x._cell[0],) if x._cell[0] else None
            else:
                pack(node, arrays, args, (out,), (cell,))
        if watchers:
            noted(node, args, (result,))
        return result

    return apply


def _ternary(op: type[Op]) -> Callable[..., Tensor]:
    node_class, otherwise, floats = op.node_class, general(op), op.floats
    product = op.linear == (1, 2)

    def apply(x, y, z, *options):
        try:
            a, b, c = x._data, y._data, z._data
            x_edge, y_edge, z_edge = x._edge, y._edge, z._edge
        except AttributeError:
            return otherwise(x, y, z, *options)
        if not (a.dtype is b.dtype is c.dtype) or (floats and a.dtype.kind != "f"):
            return otherwise(x, y, z, *options)
        if mode.enabled:
            if x_edge is None and x._requires_grad:
                x_edge = accumulator(x)
            if y_edge is None and y._requires_grad:
                y_edge = accumulator(y)
            if z_edge is None and z._requires_grad:
                z_edge = accumulator(z)
        else:
            x_edge = y_edge = z_edge = None
        node = new(node_class)
        node._edges = (x_edge, y_edge, z_edge)
        node.saved_tensors = ()
        try:
            out = op.forward(node, a, b, c, *options)
        except ValueError:
            check_broadcast(op, (a, b, c))
            raise
        if out.__class__ is not ndarray or out is a or out is b or out is c:
            out = own_output(node, out, (a, b, c))
        result = new(Tensor)
        result._data = out
        result._cell = cell = [0]
        result._requires_grad = False
        result._grad = result._base = None
        if x_edge is None and y_edge is None and z_edge is None:
            result._edge = None
            return result
        result._edge = node
        node._number = next_number()
        if product:  # its factors do not broadcast
            shape = a.shape
            node._metas = None if shape == out.shape else ((shape, a.dtype), None, None)
        else:
            node._metas = operand_metas((x, y, z), out)
        saved = node.saved_tensors
        if saved:
            y_cell, z_cell = y._cell, z._cell
            if not product or z_edge is None or saved[0] is not b or saved[1] is not c:
                pack(node, (a, b, c), (x, y, z), (out,), (cell,))
            elif y_edge is None:  # only what a gradient needs is kept: see `pack`
                node.saved_tensors = (b, None)
                node._cells, node._origin = (y_cell,), _FIRST_FACTOR
                node._versions = (y_cell[0],) if y_cell[0] else None
            else:
                node._cells, node._origin = (y_cell, z_cell), _FACTORS
                node._versions = (
                    (y_cell[0], z_cell[0]) if y_cell[0] or z_cell[0] else None
                )
        if watchers:
            noted(node, (x, y, z), (result,))
        return result

    return apply
