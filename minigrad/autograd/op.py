"""Operations that autograd can differentiate: `Op`, for the framework's own.

Read: `OpNode` (the `ctx` of an operation, and its node in the graph), `Op` (what an
operation looks like), `general` (how one is applied and recorded). What it saves is in
`saved.py`; `fast.py` holds shorter ways to apply the usual ones; operations that users
write on Tensors are in `function.py`; how gradients flow is in `engine.py`.

Invariants:

- `ctx` is the graph node: the object that `forward` gets is the one that `backward`
  gets and that `grad_fn` shows. Every engine field of it begins with an underscore,
  so that an attribute that an op puts on `ctx` meets none of them.
- `forward` gets arrays. `backward` gets arrays, or Tensors under `create_graph=True`;
  the same formula serves both.
- An op saves its inputs, its outputs, or bool or integer arrays: what is neither has
  no history, and a second derivative would take it for a constant.
"""

from collections.abc import Callable

import numpy as np
from numpy import ndarray

from .. import promotion
from ..broadcasting import check_shapes
from ..tensor import Tensor
from .grad_mode import mode
from .nodes import Node, edge_of, new, next_number, port, watchers
from .saved import noted, pack
from .views import share_memory


class OpNode(Node):
    """The node of an `Op`, and the `ctx` of its forward and backward."""

    __slots__ = (
        "saved_tensors",  # what forward saved; None once the buffers are freed
        "_origin",  # for each saved array: the input it is, OUTPUT, or CONSTANT
        "_cells",  # the version cells of the saved inputs and output ...
        "_versions",  # ... and their versions then; None stands for all zero
        "_metas",  # (shape, dtype) for inputs that were broadcast or converted
        "_shape",  # of the output; kept only for `watchers`
    )

    _several = None  # of several outputs, the number of each that has a gradient

    def save_for_backward(self, *tensors: ndarray | None) -> None:
        """Keep arrays for backward. Call at most once, in forward."""
        self.saved_tensors = tensors

    @property
    def needs_input_grad(self) -> tuple[bool, ...]:
        """For each input, whether its gradient is needed. Ask in backward.

        In a pass to some inputs only, no gradient beside the way is.
        """
        edges, needed = self._edges, mode.needed
        if needed is None or self._piece:
            if len(edges) == 2:  # written out: half the time
                a, b = edges
                return a is not None, b is not None
            return tuple([edge is not None for edge in edges])
        return tuple([edge in needed for edge in edges])

    @property
    def _input_metadata(self) -> tuple[ndarray, ...]:
        """PyTorch's name for what a node knows of its outputs: here their shapes."""
        shapes = [meta[0] for meta in self.__dict__.get("_outputs", ())]
        if not shapes and (shape := getattr(self, "_shape", None)) is not None:
            shapes = [shape]
        return tuple(np.broadcast_to(np.empty(()), shape) for shape in shapes)


# One slot, two names: what an op calls `saved_tensors` is `_saved` for the engine, as
# it is for a user's Function, whose `saved_tensors` is computed.
OpNode._saved = OpNode.__dict__["saved_tensors"]


# -- operations -------------------------------------------------------------------


OPTIONS = ("operands", "elementwise", "floats", "fresh", "linear", "tensors", "view")


class Op:
    """An operation in NumPy. Write two static methods; the docstring is the formula.

    `forward(ctx, *operands, *options)` gets arrays and returns an array, or a tuple of
    several. `backward(ctx, grad)` gets the gradient of the output (of each output that
    is floating point; None for one that was not used) and returns the gradient of each
    operand (of a single one: alone, without a tuple; None where there is none). It may
    return a gradient in the broadcast shape: the engine sums it down.

    A backward uses operators, indexing, `.shape/.ndim/.dtype`, `.reshape(tuple)`,
    `.T/.mT`, NumPy functions that Tensors know, and other ops by `OtherOp.call`; it
    changes nothing in place. Then one formula serves arrays and Tensors.

    An op that backwards use may have a third static method, `plain(*args)`: what
    forward computes, without ctx. On arrays `call` is no more than that.

    `class Exp(Op)` makes the node class `ExpBackward0`. Class options:

    - `name`: another name for the node class;
    - `operands`: how many leading arguments are differentiated (1; None: each Tensor
      up to the first argument that is none);
    - `elementwise`: the operands are promoted to one dtype, and broadcast;
    - `floats`: integers are promoted to float32, as for exp;
    - `fresh`: the operands whose gradients backward makes as new arrays, which nobody
      else has; for a view, those that it passes on are new if what it got is;
    - `linear`: of two operands, those in which the op is linear (0, 1 or both); of
      three, the last two, if their product is added to the first;
    - `tensors`: an argument after the operands may be a Tensor, too;
    - `view`: the output shares the memory of the first operand.
    """

    node_class: type[OpNode]
    apply: Callable[..., Tensor]
    operands: int | None = 1
    elementwise = False
    floats = False
    fresh: tuple[int, ...] = ()
    linear: tuple[int, ...] = ()
    by_constant: "type[Op] | None" = None  # its nodes where b is a constant
    number_by_constant: "type[Op] | None" = None  # ... and a is a single number
    tensors = False
    view = False
    plain: Callable[..., ndarray] | None = None

    @staticmethod
    def forward(ctx: OpNode, *args):
        raise NotImplementedError("an Op needs a static method forward(ctx, ...)")

    @staticmethod
    def backward(ctx: OpNode, grad):
        raise NotImplementedError("an Op needs a static method backward(ctx, grad)")

    def __init_subclass__(cls, name: str | None = None, **options) -> None:
        for option, value in options.items():
            if option not in OPTIONS:
                raise TypeError(f"{cls.__name__}: an Op has no option {option!r}")
            setattr(cls, option, value)
        cls.node_class = type(
            name or f"{cls.__name__}Backward0",
            # The node of an op's variant inherits the marks of the op's node.
            (getattr(super(cls, cls), "node_class", OpNode),),
            {"__slots__": (), "_op": cls},
        )
        from .fast import fast_apply, plain_call  # it needs this file's classes

        cls.apply = staticmethod(fast_apply(cls))
        if "plain" in cls.__dict__:
            cls.call = staticmethod(plain_call(cls))
        elif cls.plain is not None:  # the plain form of an op that this one varies
            cls.call = classmethod(Op.call.__func__)

    @classmethod
    def call(cls, *args):
        """Apply to Tensors and record it, or compute on plain arrays.

        For use in the backward of another op, which gets either.
        """
        for arg in args:
            if isinstance(arg, Tensor):
                return cls.apply(*args)
        ctx = new(cls.node_class)
        ctx._edges = ctx.saved_tensors = ()
        return cls.forward(ctx, *args)


# -- applying ---------------------------------------------------------------------


def record(node: OpNode, tensors: tuple, arrays: tuple, out: ndarray) -> Tensor:
    """The Tensor of a recorded forward: link `out` to `node`, note what was saved."""
    result = Tensor(out)
    result._edge = node
    if node.saved_tensors:
        pack(node, arrays, tensors, (out,), (result._cell,))
    if watchers:
        noted(node, tensors, (result,))
    return result


def several_outputs(
    op: type["Op"], node: OpNode, args: tuple, arrays: tuple, outs: tuple
) -> tuple[Tensor, ...]:
    """The Tensors of a forward that returned several arrays.

    Each floating-point one has a Port to the node.
    """
    outs = tuple(own_output(node, each, arrays) for each in outs)
    results = tuple(map(Tensor, outs))
    if any(node._edges):
        node._number = next_number()
        node._metas = None
        node._several = tuple(k for k, out in enumerate(outs) if out.dtype.kind == "f")
        node._outputs = tuple((out.shape, out.dtype) for out in outs)
        for k in reversed(node._several):  # so that their hooks run from the first on
            results[k]._edge = port(node, k)
        if node.saved_tensors:
            cells = tuple(result._cell for result in results)
            pack(node, arrays, args, outs, cells)
        if watchers:
            noted(node, args, results)
    for result in results if op.view else ():
        share_memory(args[0], result, several=node)
    return results


def own_output(node: OpNode, out: "ndarray | np.generic", arrays: tuple) -> ndarray:
    """What forward returned, as an array object that nothing else holds.

    As in PyTorch, only elementwise ops and views give entries in another order than the
    usual one in memory.
    """
    op = node._op
    if out.__class__ is not ndarray:  # NumPy's reductions and 0-d ufuncs give scalars
        array = np.asarray(out)
    elif not (op.elementwise or op.view or out.flags.c_contiguous):
        array = out.copy()
    elif any([out is array for array in arrays]):
        array = out.view()
    else:
        return out
    for saved in node.saved_tensors:
        if saved is out:
            node.saved_tensors = tuple(
                [array if saved is out else saved for saved in node.saved_tensors]
            )
            break
    return array


def operand_metas(tensors: tuple, out: ndarray) -> tuple | None:
    """(shape, dtype) of each operand whose gradient comes in another form."""
    shape, dtype, metas, other = out.shape, out.dtype, [], False
    for tensor in tensors:
        meta = None
        if isinstance(tensor, Tensor):
            array = tensor._data
            if array.shape != shape or array.dtype != dtype:
                meta, other = (array.shape, array.dtype), True
        metas.append(meta)
    return tuple(metas) if other else None


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
        operands = ()
        if promoted:
            operands = tuple([operand(arg) for arg in args[:promoted]])
            if any([each is NotImplemented for each in operands]):
                return NotImplemented
            operands = promotion.promote(operands, op.floats)
        arrays = operands + tuple(
            [arg._data if isinstance(arg, Tensor) else arg for arg in args[promoted:]]
        )
        node = new(op.node_class)
        node.saved_tensors = ()
        count = leading_tensors(args) if op.operands is None else op.operands
        record_it = mode.enabled
        node._edges = tuple(
            [
                edge_of(arg) if record_it and isinstance(arg, Tensor) else None
                for arg in args[:count]
            ]
        )
        try:
            out = op.forward(node, *arrays)
        except ValueError:
            check_broadcast(op, arrays[:promoted])
            raise
        if out.__class__ is tuple:
            return several_outputs(op, node, args, arrays, out)
        out = own_output(node, out, arrays)
        if out.dtype.kind == "f" and any(node._edges):
            node._number = next_number()
            node._metas = operand_metas(args[:promoted], out) if promoted else None
            result = record(node, args, arrays, out)
        else:
            result = Tensor(out)
        if op.view:
            share_memory(args[0], result)
        return result

    return apply


def leading_tensors(args: tuple) -> int:
    """How many arguments there are before the first that is no Tensor."""
    for count, arg in enumerate(args):
        if not isinstance(arg, Tensor):
            return count
    return len(args)


def check_broadcast(op: type[Op], operands: tuple) -> None:
    """PyTorch's RuntimeError for operands whose shapes do not broadcast together.

    The factors of a product that is added to an operand need not.
    """
    if op.elementwise and op.linear != (1, 2):
        check_shapes(*map(np.shape, operands))
