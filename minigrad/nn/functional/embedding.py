"""Numbers of classes or words: their rows in a table, and as vectors of 0 and 1."""

import numpy as np

from ... import dtypes
from ...core.op import Op
from ...errors import check_tensor
from ...ops.masked import Masked
from ...ops.rows import AddedRows
from ...tensor import Tensor


class Embedding(Op, tensors=True):
    """out = the rows of a table at `indices`; the row `padding` gets no gradient"""

    @staticmethod
    def forward(ctx, table, indices, padding):
        ctx.shape, ctx.padding = table.shape, padding
        ctx.rows = indices.size, table.shape[1]
        ctx.save_for_backward(indices)
        return np.take(table, indices, 0)

    @staticmethod
    def backward(ctx, grad):
        (indices,) = ctx.saved_tensors
        if ctx.padding >= 0:
            grad = Masked.call(grad, (indices != ctx.padding)[..., None])
        rows = grad.reshape(ctx.rows)
        return AddedRows.call(rows, ctx.shape, 0, indices.reshape(ctx.rows[:1]))


# -- the functions ----------------------------------------------------------------


# piece: Embedding
def embedding(input: Tensor, weight: Tensor, padding_idx: int | None = None) -> Tensor:
    """The rows of the weight that the input numbers; padding_idx gets no gradient."""
    check_tensor("embedding", input, "indices", 2)
    if weight.dim() != 2:
        raise RuntimeError("'weight' must be 2-D")
    if input.dtype not in (dtypes.int32, dtypes.int64):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following "
            f"scalar types: Long, Int; but got torch.{dtypes.LEGACY[input.dtype]} "
            "instead (while checking arguments for embedding)"
        )
    indices = input._data
    if indices.size and not (0 <= indices.min() and indices.max() < len(weight)):
        raise IndexError("index out of range in self")
    padding = -1 if padding_idx is None else padding_idx % len(weight)
    return Embedding.apply(weight, input, padding)


def one_hot(input: Tensor, num_classes: int = -1) -> Tensor:
    """A new last axis with a 1 at the number of each class and 0 elsewhere."""
    if input.dtype is not dtypes.int64:
        raise RuntimeError(
            "one_hot is only applicable to index tensor of type LongTensor."
        )
    classes = input._data
    if not classes.size and num_classes <= 0:
        raise RuntimeError("Can not infer total number of classes from empty tensor.")
    if classes.size and classes.min() < 0:
        raise RuntimeError("Class values must be non-negative.")
    num_classes = int(classes.max()) + 1 if num_classes == -1 else num_classes
    if classes.size and classes.max() >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return Tensor((classes[..., None] == np.arange(num_classes)).astype(np.int64, "C"))
