"""`Op`: the framework's own operations, how they are applied and recorded."""

from itertools import takewhile

import numpy as np

from .. import errors, promotion
from .graph import Node, metadata_of, recorded_edges, watchers
from .mode import mode
from .outputs import by_output, point_back
from .saved import SavedTensor, save_as_tensors
from .tensor import Tensor


class OpNode(Node):
    """The node of an `Op`, its `_op`, and the `ctx` of its methods."""

    def save_for_backward(self, *arrays) -> None:
        """Keep operands, outputs, or arrays of integers or bools. Call it once."""
        self._saved = arrays  # after forward, save_as_tensors replaces them

    @property
    def needs_input_grad(self) -> tuple[bool, ...]:
        """For each operand, whether its gradient is needed."""
        return tuple([edge is not None for edge in self._edges])

    def _restored(self, saved: object) -> object:
        """An array; in a recorded pass, when `mode.enabled`, a Tensor."""
        if isinstance(saved, SavedTensor):
            tensor, dtype = saved.unpack(self), saved.dtype
            is_same = tensor._data.dtype == dtype  # else forward got it promoted
            saved = tensor if is_same else tensor._convert(dtype)
        if isinstance(saved, Tensor):  # also one kept bare: see save_as_tensors
            return saved if mode.enabled else saved._data
        if mode.enabled and isinstance(saved, np.ndarray | np.floating):
            raise errors.constant(self, "saved a float array that")
        return saved

    def _gradients(self, grad) -> tuple:
        if mode.enabled:
            errors.check_attributes(self)  # floats set on ctx have no history: refused
        result = self._op.backward(self, *by_output(self, grad))
        result = result if isinstance(result, tuple) else (result,)
        if len(result) != len(self._edges):
            errors.check_count(type(self).__name__, result, len(self._edges))
        return result[: len(self._edges)]  # None may follow, for options


class Op:
    """An operation in NumPy: two static methods. `ctx` is the node.

    `forward(ctx, *operands, *options)` gets arrays and returns an array, or several.
    `backward(ctx, grad)` gets the gradient of each output of floats and returns that of
    each operand, or None: arrays, or Tensors in a recorded pass. It uses what they
    share: operators, indexing, `.shape`, `.reshape(tuple)`, `.T`, functions of NumPy,
    and other ops by `OtherOp.call`.
    """

    node_class = OpNode  # each op has its own: MulBackward0, whose `_op` is Mul
    operands = 1  # how many arguments are operands; None: all Tensors that come first
    elementwise = False  # operands are promoted to one dtype and broadcast: see `fit`
    floats = False  # integers become floats, as for exp
    # {0: 1}: operand 0 is saved only for operand 1's gradient. If operand 1 needs none,
    # 0 may be changed in place: its version is not checked.
    used_for = {}
    is_view, finish = False, None  # a ViewOp of `../autograd/` ties base and results

    @staticmethod
    def forward(ctx: OpNode, *args):
        raise NotImplementedError("an Op needs static methods forward and backward")

    backward = forward

    # Runs at each `class Name(Op, operands=2)`, with the keywords of that line.
    def __init_subclass__(cls, name: str | None = None, **options) -> None:
        errors.check_options(cls, Op, options)
        for option, value in options.items():
            setattr(cls, option, value)
        name, parent = name or f"{cls.__name__}Backward0", cls.node_class
        cls.node_class = type(name, (parent,), {"_op": cls})
        cls.apply = staticmethod(make_apply(cls))

    @classmethod
    def call(cls, *args):
        """Apply to Tensors, or compute on arrays: for a backward."""
        is_applied = any([isinstance(arg, Tensor) for arg in args])
        return cls.apply(*args) if is_applied else cls.forward(cls.node_class(), *args)


def make_apply(op: type[Op]):
    """The function that applies `op` to Tensors: if recorded, the result has a node."""
    # Of these all operands are checked (`a + array` is refused, as in PyTorch) and
    # promoted; the public functions of other ops do so themselves.
    known = Tensor | int | float | np.generic
    count = op.operands if op.elementwise or op.floats else 0

    def apply(*args):
        if not all([isinstance(arg, known) for arg in args[:count]]):
            return errors.not_implemented(args)  # Python asks the other operand's class
        arrays = tuple([arg._data if isinstance(arg, Tensor) else arg for arg in args])
        dtypes = {getattr(array, "dtype", None) for array in arrays[:count]}
        if len(dtypes) > 1 or op.floats:  # or a number beside an array
            arrays = promotion.promote(arrays[:count], op.floats) + arrays[count:]
        operands = args[: op.operands]
        if op.operands is None:
            operands = tuple(takewhile(lambda arg: isinstance(arg, Tensor), args))
        node = op.node_class(*recorded_edges(operands))
        try:
            outs = op.forward(node, *arrays)
        except ValueError:  # if shapes do not fit, in PyTorch's words
            errors.check_broadcast(op, arrays[:count])
            raise
        return link(op, node, args, arrays, outs)

    apply.__doc__, apply.op = op.__doc__, op  # for `../ops/public.py`
    return apply


def link(op: type[Op], node: OpNode, args: tuple, arrays: tuple, outs):
    """The Tensors of what forward returned. If a gradient is needed they point back to
    the node."""
    several = isinstance(outs, tuple)
    outs = outs if several else (outs,)
    results = tuple([Tensor(new_array(op, out, arrays)) for out in outs])
    if any(node._edges) and point_back(node, results):  # False if no result is a float
        if op.elementwise:  # broadcast and promoted: `fit` undoes it
            node._next_metadata = [metadata_of(arg) for arg in args[: op.operands]]
        save_as_tensors(node, (*arrays, *outs), (*args, *results))
        for watch in watchers:
            watch(node, args, results)
    if op.finish is not None:
        op.finish(node, args, results)
    return results if several else results[0]


def new_array(op: type[Op], out, arrays: tuple) -> np.ndarray:
    """What forward returned, as an array object that no other Tensor has."""
    array = np.asarray(out)  # for 0-d operands NumPy returns a scalar
    # As in PyTorch, results are contiguous; elementwise ops keep the operands' layout.
    if not (op.elementwise or op.is_view or array.flags.c_contiguous):
        return array.copy()
    return array.view() if any([array is each for each in arrays]) else array
