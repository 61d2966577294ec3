"""Operations that autograd can differentiate: `Op`, for the framework's own.

Read: `OpNode` (the `ctx` of an operation, and its node in the graph), `pack` and
`unpack` (what it saves), `Op` (what an operation looks like), `general` (how one is
applied and recorded). `fast.py` holds shorter ways to apply the usual ones; operations
that users write on Tensors are in `custom.py`; how gradients flow is in `engine.py`.

Invariants:

- `ctx` is the graph node: the object that `forward` gets is the one that `backward`
  gets and that `grad_fn` shows. Every engine field of it begins with an underscore,
  so that an attribute that an op puts on `ctx` meets none of them.
- `forward` gets arrays. `backward` gets arrays, or Tensors under `create_graph=True`;
  the same formula serves both.
- An op saves its inputs, its output, or bool or integer arrays. `_origin` says which
  input each saved array is: it is how a saved array becomes a Tensor with a history
  again, and why a second derivative needs no definition of its own.
"""

from collections.abc import Callable

import numpy as np
from numpy import ndarray

from .. import promotion
from ..broadcasting import size_error
from ..tensor import Tensor
from .grad_mode import mode
from .graph import AccumulateGrad, Node, edge_of, new, next_number, readers


class OpNode(Node):
    """The node of an `Op`, and the `ctx` of its forward and backward."""

    __slots__ = (
        "saved_tensors",  # what forward saved; None once the buffers are freed
        "_origin",  # for each saved array: the input it is, OUTPUT, or CONSTANT
        "_cells",  # the version cells of the saved inputs and output ...
        "_versions",  # ... and their versions then; None stands for all zero
        "_metas",  # (shape, dtype) for inputs that were broadcast or converted
        "_shape",  # of the output; kept only if there are `readers`
    )

    def save_for_backward(self, *tensors: ndarray | None) -> None:
        """Keep arrays for backward. Call at most once, in forward."""
        self.saved_tensors = tensors

    @property
    def needs_input_grad(self) -> tuple[bool, ...]:
        """For each input, whether its gradient is needed."""
        return tuple(edge is not None for edge in self._edges)

    @property
    def _input_metadata(self) -> tuple[ndarray, ...]:
        """PyTorch's name for what a node knows of its outputs: here their shapes."""
        shape = getattr(self, "_shape", None)
        return () if shape is None else (np.broadcast_to(np.empty(()), shape),)

    def _traced(self) -> "OpNode":
        """A copy of this node whose saved arrays are Tensors with their history."""
        twin = new(self.__class__)
        twin._number = self._number
        twin._edges = self._edges
        twin.__dict__.update(self.__dict__)
        for name, value in self.__dict__.items():
            if value.__class__ is ndarray and value.dtype.kind == "f":
                raise RuntimeError(
                    constant_error(self, f"keeps a float array in ctx.{name} that")
                )
        if self.saved_tensors:
            cells = iter(self._cells)
            twin.saved_tensors = tuple(
                unpack(self, array, origin, next(cells) if origin >= OUTPUT else None)
                for array, origin in zip(self.saved_tensors, self._origin, strict=True)
            )
        else:
            twin.saved_tensors = ()
        return twin


# One slot, two names: what an op calls `saved_tensors` is `_saved` for the engine, as
# it is for a user's Function, whose `saved_tensors` is computed.
OpNode._saved = OpNode.__dict__["saved_tensors"]

OUTPUT, CONSTANT, UNKNOWN = -1, -2, -3


def pack(node: OpNode, arrays: tuple, tensors: tuple, out: ndarray, cell: list) -> None:
    """Note where each saved array came from, and the version it was saved at.

    `arrays` are what forward got, `tensors` the arguments they were taken from; `out`
    is what forward returned and `cell` its version cell.
    """
    unused = _unused_operand(node)
    kept, origin, cells = [], [], []
    for saved in node.saved_tensors:
        found = CONSTANT
        if saved is out:
            found = OUTPUT
            cells.append(cell)
        elif saved.__class__ is ndarray:
            found = CONSTANT if saved.dtype.kind in "biu" else UNKNOWN
            for i, array in enumerate(arrays):
                if saved is not array:
                    continue
                if i != unused:
                    found = i
                    cells.append(tensors[i]._cell)
                else:
                    found = CONSTANT
                    if not node._piece:  # a student's formula may ask for its shape
                        saved = arrays[1 - i]
                break
        kept.append(saved)
        origin.append(found)
    node.saved_tensors = tuple(kept)
    node._origin = tuple(origin)
    node._cells = tuple(cells)
    versions = tuple([cell[0] for cell in cells])
    node._versions = versions if any(versions) else None


def _unused_operand(node: OpNode) -> int | None:
    """The operand whose value no gradient that is needed depends on.

    Where an op is linear in an operand, only the other's gradient depends on it. If
    that one is not needed, the operand is not kept (the other stands in its place),
    and changing it in place is allowed.
    """
    edges = node._edges
    for i in node._op.linear:
        if len(edges) == 2 and edges[1 - i] is None:
            return i
    return None


def unpack(node: OpNode, saved: ndarray, origin: int, cell: list | None):
    """The Tensor that a saved array was, with the history that it had."""
    if saved.__class__ is not ndarray:
        return saved
    if origin == UNKNOWN:
        raise RuntimeError(constant_error(node, "saved a float array that"))
    if origin == CONSTANT:
        return Tensor(saved.view())
    if origin == OUTPUT:
        return with_history(saved, node, cell)
    edge = node._edges[origin] if origin < len(node._edges) else None
    if edge.__class__ is AccumulateGrad and edge.variable._data is saved:
        return edge.variable
    if edge is not None and node._metas is not None:
        edge = converted(edge, node._metas[origin], saved)
    return with_history(saved, edge, cell)


def constant_error(node: OpNode, what: str) -> str:
    """Why a second derivative would be wrong, and what to do."""
    return (
        f"{node.name()} {what} is neither an input nor the output, so "
        "create_graph=True would treat it as a constant and give a wrong derivative. "
        f"In {node._op.__name__}.backward, recompute it from the inputs, or return it "
        "from forward as an output."
    )


def with_history(array: ndarray, edge: Node | None, cell: list) -> Tensor:
    """A new Tensor over the memory of `array`, whose gradient goes to `edge`."""
    tensor = Tensor(array.view())
    tensor._edge = edge
    tensor._cell = cell
    return tensor


def converted(edge: Node, meta: tuple | None, saved: ndarray) -> Node:
    """The edge of an operand that promotion converted: through a conversion back."""
    if meta is None or meta[1] is saved.dtype:
        return edge
    from ..ops.shape import Convert  # an op itself: imported when it is there

    node = new(Convert.node_class)
    node._number = next_number()
    node._edges = (edge,)
    node._metas = (meta,)
    node.saved_tensors = ()
    return node


# -- operations -------------------------------------------------------------------


class Op:
    """An operation in NumPy. Write two static methods; the docstring is the formula.

    `forward(ctx, *operands, *options)` gets arrays and returns an array.
    `backward(ctx, grad)` gets the gradient of the output and returns the gradient of
    each operand (of a single one: alone, without a tuple; None where there is none).
    It may return a gradient in the broadcast shape: the engine sums it down.

    A backward uses operators, indexing, `.shape/.ndim/.dtype`, `.reshape(tuple)`,
    `.T/.mT`, NumPy functions that Tensors know, and other ops by `OtherOp.call`; it
    changes nothing in place. Then one formula serves arrays and Tensors.

    `class Exp(Op)` makes the node class `ExpBackward0`. Class options:

    - `name`: another name for the node class;
    - `operands`: how many leading arguments are differentiated (1; None: each Tensor);
    - `elementwise`: the operands are promoted to one dtype, and broadcast;
    - `floats`: integers are promoted to float32, as for exp;
    - `linear`: of two operands, those in which the op is linear (0, 1 or both);
    - `view`: the output shares the memory of the first operand.
    """

    node_class: type[OpNode]
    apply: Callable[..., Tensor]
    operands: int | None = 1
    elementwise = False
    floats = False
    linear: tuple[int, ...] = ()
    view = False

    @staticmethod
    def forward(ctx: OpNode, *args):
        raise NotImplementedError("an Op needs a static method forward(ctx, ...)")

    @staticmethod
    def backward(ctx: OpNode, grad):
        raise NotImplementedError("an Op needs a static method backward(ctx, grad)")

    def __init_subclass__(cls, name: str | None = None, **options) -> None:
        for option, value in options.items():
            if option not in ("operands", "elementwise", "floats", "linear", "view"):
                raise TypeError(f"{cls.__name__}: an Op has no option {option!r}")
            setattr(cls, option, value)
        cls.node_class = type(
            name or f"{cls.__name__}Backward0",
            # The node of an op's variant inherits the marks of the op's node.
            (getattr(super(cls, cls), "node_class", OpNode),),
            {"__slots__": (), "_op": cls},
        )
        from .fast import fast_apply  # it needs this file's classes

        cls.apply = staticmethod(fast_apply(cls))

    @classmethod
    def call(cls, *args):
        """Apply to Tensors and record it, or compute on plain arrays.

        For use in the backward of another op, which gets either.
        """
        if any(isinstance(arg, Tensor) for arg in args):
            return cls.apply(*args)
        return cls.forward(blank(cls), *args)


def blank(op: type[Op]) -> OpNode:
    """A ctx for a forward that is not recorded."""
    node = new(op.node_class)
    node._edges = ()
    node.saved_tensors = ()
    return node


# -- applying ---------------------------------------------------------------------


def record(node: OpNode, tensors: tuple, arrays: tuple, out: ndarray) -> Tensor:
    """The Tensor of a recorded forward: link `out` to `node`, note what was saved."""
    result = new(Tensor)
    result._data = out
    result._edge = node
    result._cell = cell = [0]
    result._requires_grad = False
    result._grad = None
    if node.saved_tensors:
        pack(node, arrays, tensors, out, cell)
    return result


def own_output(node: OpNode, out: "ndarray | np.generic", arrays: tuple) -> ndarray:
    """What forward returned, as an array object that nothing else holds."""
    if out.__class__ is not ndarray:  # NumPy's reductions and 0-d ufuncs give scalars
        array = np.asarray(out)
    elif any(out is array for array in arrays):
        array = out.view()
    else:
        return out
    if node.saved_tensors:
        node.saved_tensors = tuple(
            array if saved is out and array is not saved else saved
            for saved in node.saved_tensors
        )
    return array


def operand_metas(tensors: tuple, out: ndarray) -> tuple | None:
    """(shape, dtype) of each operand whose gradient comes in another form."""
    metas = tuple(
        (tensor._data.shape, tensor._data.dtype)
        if isinstance(tensor, Tensor)
        and (tensor._data.shape != out.shape or tensor._data.dtype != out.dtype)
        else None
        for tensor in tensors
    )
    return metas if any(metas) else None


def operand(arg: object) -> object:
    """An argument as forward gets it, or NotImplemented where it is no operand."""
    if isinstance(arg, Tensor):
        return arg._data
    if isinstance(arg, np.generic):
        arg = arg.item()
    return arg if isinstance(arg, (bool, int, float)) else NotImplemented


def general(op: type[Op]) -> Callable[..., Tensor]:
    promoted = op.operands if op.elementwise or op.floats else 0

    def apply(*args):
        operands = tuple(operand(arg) for arg in args[:promoted])
        if any(each is NotImplemented for each in operands):
            return NotImplemented
        if promoted:
            operands = promotion.promote(operands, op.floats)
        arrays = operands + tuple(
            arg._data if isinstance(arg, Tensor) else arg for arg in args[promoted:]
        )
        node = new(op.node_class)
        node.saved_tensors = ()
        node._edges = tuple(
            edge_of(arg) if mode.enabled and isinstance(arg, Tensor) else None
            for arg in args[: op.operands]
        )
        try:
            out = op.forward(node, *arrays)
        except ValueError:
            check_broadcast(op, arrays[:promoted])
            raise
        out = own_output(node, out, arrays)
        if out.dtype.kind == "f" and any(edge is not None for edge in node._edges):
            node._number = next_number()
            if readers:
                node._shape = out.shape
            node._metas = operand_metas(args[:promoted], out) if promoted else None
            result = record(node, args, arrays, out)
        else:
            result = Tensor(out)
        if op.view:
            share_memory(args[0], result)
        return result

    return apply


def check_broadcast(op: type[Op], operands: tuple) -> None:
    """PyTorch's RuntimeError for operands whose shapes do not broadcast together."""
    if op.elementwise and len(operands) == 2:
        a, b = (np.shape(operand) for operand in operands)
        try:
            np.broadcast_shapes(a, b)
        except ValueError:
            raise size_error(a, b) from None


def share_memory(base: Tensor, view: Tensor) -> None:
    """Make `view` a view of `base`: one version, and in-place changes know of it."""
    view._cell = base._cell
    view._base = getattr(base, "_base", base)
    view._base._viewed = True
