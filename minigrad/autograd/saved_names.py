"""What a node saved, by PyTorch's names: `grad_fn._saved_self`, `_raw_saved_self`."""

from functools import partial

import numpy as np

from .. import errors
from ..core.graph import Node
from ..core.op import OpNode
from ..core.saved import SavedTensor
from ..core.tensor import Tensor
from .saved_hooks import PackedTensor, saved_tensors_hooks

# Names, in the order in which forward saves, and the ops that save so. Behind = stands
# a number, or the attribute of ctx that has a value which is no tensor.
NAMES = {
    "self": "Abs Acos Asin Atan Cos Cosh Erf Log Log10 Log1p Log2 Silu Sin Sinh",
    "result": "Exp Expm1 ReLU Reciprocal Rsqrt Sigmoid Sqrt Tanh",
    "result dim=dim": "Softmax LogSoftmax",
    "self result": "Amax Amin Logsumexp Max Norm NormInf NormP Prod Std",
    "self other": "Mul Div Atan2 Maximum Minimum",
    "self exponent=n": "PowScalar",
    "self exponent result": "Pow",
    "exponent result self=base": "PowOfScalar",
    "self min=min max=max": "Clamp",
    "alpha=1": "Add Sub",
    "alpha=alpha": "AddScaled SubScaled",
    "self_sym_sizes=shape": "Sum Mean View",
    "self_sym_sizes=shape dim=axes": "SumDim MeanDim",
    "indices self_sym_sizes=shape dim=dim": "MaxDim",
    "indices=key self_sym_sizes=shape": "Index",
    "self mat2": "Mm Bmm",
    "self vec": "Mv",
    "self tensor": "Dot",
    "mat1 mat2": "Addmm",
    "input weight": "Convolution ConvolutionInput",
    "self target": "MseLoss HuberLoss",
    "self target weight": "NllLoss NllMean",
    "condition": "Where",
    "mask": "MaskedFill",
}
NAMES_OF = {op: names.split() for names, ops in NAMES.items() for op in ops.split()}


class RawSaved:
    """One place of what a node saved, counted from the end: PyTorch's SavedTensor."""

    def __init__(self, node: OpNode, place: int) -> None:
        if node._piece:
            raise AttributeError("a student's op saves what it likes, in any order")
        node._to_core()
        self._node, self._place = node, place

    def _kept(self) -> object:
        saved = self._node._saved
        if saved is None:
            raise errors.freed()
        return saved[self._place] if len(saved) >= -self._place else None

    def unpack(self) -> Tensor | None:
        """The tensor with its history; None for an operand that is not needed."""
        kept = self._kept()
        if isinstance(kept, int | float):  # the 2 of x * 2
            return Tensor(np.asarray(kept))
        return kept.unpack(self._node) if isinstance(kept, SavedTensor) else None

    def register_hooks(self, pack_hook, unpack_hook) -> None:
        """Keep what `pack_hook(tensor)` gives; backward gets `unpack_hook` of that."""
        node = self._node
        if node._saved is None:
            _, _, why = str(errors.freed()).partition(". ")
            raise RuntimeError(
                "Calling register_hooks on a saved tensor after it has been freed. "
                + why.replace("saved tensors", "saved variables")
            )
        kept = self._kept()
        if isinstance(kept, PackedTensor):
            raise RuntimeError(
                "Calling register_hooks on a saved tensor whose hooks have already "
                "been set. Hint: only one pair of hooks is allowed at a time."
            )
        if not isinstance(kept, SavedTensor):
            raise RuntimeError(
                "Calling register_hooks on a saved tensor with value None is forbidden"
            )
        tensor = kept.unpack(node)
        with saved_tensors_hooks(pack_hook, unpack_hook):
            packed = PackedTensor(tensor, node, kept.dtype)
        node._saved = tuple([packed if each is kept else each for each in node._saved])


def plain_value(node: OpNode, text: str) -> object:
    """A value that is no tensor; the arrays of an index are tensors, in a tuple."""
    if text != "key":
        return 1 if text == "1" else getattr(node, text)
    node._to_core()
    if node._saved is None:
        raise errors.freed()
    saved = [e.unpack(node) if isinstance(e, SavedTensor) else e for e in node._saved]
    return tuple([each if isinstance(each, Tensor) else None for each in saved])


def add_names(kind: type[OpNode]) -> None:
    """Give the nodes of an op the attributes that NAMES has for it."""
    op = vars(kind).get("_op")
    names = NAMES_OF.get(op.__name__, ()) if op else ()
    tensors = [name for name in names if "=" not in name]
    for place, name in enumerate(tensors, -len(tensors)):
        raw = partial(RawSaved, place=place)
        setattr(kind, f"_raw_saved_{name}", property(raw))
        read = lambda node, raw=raw: raw(node).unpack()  # noqa: E731
        setattr(kind, f"_saved_{name}", property(read))
    for name, is_plain, text in (name.partition("=") for name in names):
        if is_plain:
            setattr(kind, f"_saved_{name}", property(partial(plain_value, text=text)))


Node._to_core = lambda self: None  # a node of another kind comes to keep what these do
OpNode.__init_subclass__ = classmethod(add_names)
for _kind in OpNode.__subclasses__():  # of the ops that are there already
    add_names(_kind)
