"""`Op`: the framework's own operations, how they are applied and recorded."""

from itertools import takewhile

import numpy as np

from .. import errors, promotion
from .graph import metadata_of, recorded_edges, watchers
from .mode import mode
from .outputs import by_output, point_back
from .saved import SavedTensor, SavingNode, save_as_tensors
from .tensor import Tensor


class OpNode(SavingNode):
    """The node of an `Op` (`_op`), and the `ctx` of its forward and backward."""

    def save_for_backward(self, *arrays) -> None:
        """Keep arrays for backward. Call it once, in forward."""
        self._saved = arrays  # after forward, save_as_tensors replaces them

    @property
    def needs_input_grad(self) -> tuple[bool, ...]:
        """For each operand, whether its gradient is needed."""
        return tuple([edge is not None for edge in self._edges])

    def _restored(self, saved: object) -> object:
        # In a pass `mode.enabled` is create_graph: if True, backward gets Tensors.
        if isinstance(saved, SavedTensor):
            dtype, saved = saved.dtype, saved.unpack(self)
            if saved._data.dtype != dtype:  # forward got it promoted
                saved = saved._convert(dtype)
        if isinstance(saved, Tensor):
            return saved if mode.enabled else saved._data
        if mode.enabled and isinstance(saved, np.ndarray | np.floating):
            raise errors.constant(self, "saved a float array that")
        return saved

    def _gradients(self, grad) -> tuple:
        if mode.enabled:  # recorded: floats on ctx, which have no history, are an error
            errors.check_attributes(self)
        result = self._op.backward(self, *by_output(self, grad))  # one output: grad
        result = result if isinstance(result, tuple) else (result,)
        if len(result) != len(self._edges):
            errors.check_count(type(self).__name__, result, len(self._edges))
        return result


class Op:
    """An operation in NumPy: two static methods. `ctx` is the node.

    `forward(ctx, *operands, *options)` gets arrays and returns an array, or several.
    `backward(ctx, grad)` gets the gradient of each output of floats and returns that of
    each operand, or None; if elementwise, `fit` sums each to its operand's shape.

    In a recorded pass it gets Tensors, so it is written in what these and arrays share:
    operators, indexing, `.shape`, `.reshape(tuple)`, `.T`, NumPy functions, and other
    ops by `OtherOp.call`. Only inputs, outputs, and arrays of no floats may be saved.
    """

    node_class = OpNode  # each op has its own: MulBackward0, whose `_op` is Mul
    operands = 1  # how many have a gradient; None: all Tensors that come first
    elementwise = False  # operands are promoted to one dtype, and broadcast
    floats = False  # integers become floats, as for exp
    used_for = {}  # {0: 1}: operand 0 is saved for the gradient of 1 only
    is_view = False  # its output is a view to users: see ViewOp
    finish = None  # finish(node, args, results) is called last: see ViewOp

    @staticmethod
    def forward(ctx: OpNode, *args):
        raise NotImplementedError("an Op needs static methods forward and backward")

    backward = forward

    # Runs at each `class Name(Op, operands=2)`, with the keywords of that line.
    def __init_subclass__(cls, name: str | None = None, **options) -> None:
        for option, value in options.items():
            if not hasattr(Op, option):
                raise TypeError(f"{cls.__name__}: an Op has no option {option!r}")
            setattr(cls, option, value)
        name, parent = name or f"{cls.__name__}Backward0", cls.node_class
        cls.node_class = type(name, (parent,), {"_op": cls})
        cls.apply = staticmethod(make_apply(cls))

    @classmethod
    def call(cls, *args):
        """Apply to Tensors, or compute on arrays: for use in a backward."""
        is_applied = any([isinstance(arg, Tensor) for arg in args])
        return cls.apply(*args) if is_applied else cls.forward(cls.node_class(), *args)


def make_apply(op: type[Op]):
    """The function that applies `op` to Tensors, and records it as one node."""
    known = Tensor | int | float | np.generic  # what an operand can be
    count = op.operands if op.elementwise or op.floats else 0  # so many are promoted

    def apply(*args):
        arrays = tuple([arg._data if isinstance(arg, Tensor) else arg for arg in args])
        if not all([isinstance(arg, known) for arg in args[:count]]):
            return errors.not_implemented(args)  # so Python asks the other operand
        # A number has no dtype, and is promoted to that of the others.
        dtypes = {getattr(array, "dtype", None) for array in arrays[:count]}
        if len(dtypes) > 1 or op.floats:
            arrays = promotion.promote(arrays[:count], op.floats) + arrays[count:]
        if op.operands is None:
            inputs = tuple(takewhile(lambda arg: isinstance(arg, Tensor), args))
        else:
            inputs = args[: op.operands]
        node = op.node_class(*recorded_edges(inputs))  # dropped if all of them are None
        try:
            outs = op.forward(node, *arrays)
        except ValueError:  # do the shapes not fit? In PyTorch's words
            errors.check_broadcast(op, arrays[:count])
            raise
        return link(op, node, args, arrays, outs)

    apply.__doc__, apply.op = op.__doc__, op  # for `../ops/public.py`
    return apply


def link(op: type[Op], node: OpNode, args: tuple, arrays: tuple, outs):
    """The Tensors of what forward returned; if recorded, with edges to the node."""
    several = isinstance(outs, tuple)
    outs = outs if several else (outs,)
    results = tuple([Tensor(new_array(op, out, arrays)) for out in outs])
    floats = [k for k, each in enumerate(results) if each._data.dtype.kind == "f"]
    if floats and any(node._edges):  # an input needs grad, an output can have it
        point_back(results, floats, node)  # sets their _edge
        if op.elementwise:  # `fit` undoes what broadcasting and promotion did
            node._next_metadata = [metadata_of(arg) for arg in args[: op.operands]]
        save_as_tensors(node, (*arrays, *outs), (*args, *results))
        for watch in watchers:
            watch(node, args, results)
    if op.finish is not None:
        op.finish(node, args, results)
    return results if several else results[0]


def new_array(op: type[Op], out, arrays: tuple) -> np.ndarray:
    """What forward returned, as an array object that no other Tensor holds."""
    array = np.asarray(out)  # NumPy makes numbers of 0-d arrays
    # Elementwise, the memory layout of the operands stays; of a view, the memory.
    if not (op.elementwise or op.is_view or array.flags.c_contiguous):
        return array.copy()  # in C order, as PyTorch's results that are no views
    return array.view() if any([array is each for each in arrays]) else array
