"""Numbers of classes or words: their rows in a table, and as vectors of 0 and 1."""

import numpy as np

from ... import dtypes
from ...inplace import store
from ...ops.embedding import Embedding
from ...tensor import Tensor
from .checks import check_tensor


def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """The rows of the weight that the input numbers.

    The row padding_idx gets no gradient; with max_norm the rows met are first scaled
    down to that norm, in place.
    """
    check_tensor("embedding", input, "indices", 2)
    if sparse or scale_grad_by_freq:
        name = "sparse" if sparse else "scale_grad_by_freq"
        raise NotImplementedError(f"minigrad has no embedding with {name}=True")
    padding = -1 if padding_idx is None else _row(padding_idx, len(weight))
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
    if max_norm is not None:
        _limit(weight, indices, max_norm, norm_type)
    return Embedding.apply(weight, input, padding)


def _row(padding_idx: int, rows: int) -> int:
    if not -rows <= padding_idx < rows:
        raise AssertionError("Padding_idx must be within num_embeddings")
    return padding_idx % rows


def _limit(weight: Tensor, indices, max_norm: float, norm_type: float) -> None:
    """Scale the rows met down to a norm of max_norm, in place."""
    rows = np.unique(indices)
    values = weight._data.copy()
    norms = np.linalg.norm(values[rows], norm_type, 1, keepdims=True)
    large = norms[:, 0] > max_norm
    values[rows[large]] *= max_norm / (norms[large] + 1e-7)
    store(weight, values)


def one_hot(input: Tensor, num_classes: int = -1) -> Tensor:
    """A new last axis with a 1 at the number of each class and 0 elsewhere."""
    if input.dtype is not dtypes.int64:
        raise RuntimeError(
            "one_hot is only applicable to index tensor of type LongTensor."
        )
    classes = input._data
    if not classes.size:
        if num_classes <= 0:
            raise RuntimeError(
                "Can not infer total number of classes from empty tensor."
            )
        return Tensor(np.zeros((*classes.shape, num_classes), np.int64))
    if classes.min() < 0:
        raise RuntimeError("Class values must be non-negative.")
    if num_classes == -1:
        num_classes = int(classes.max()) + 1
    if classes.max() >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return Tensor(
        (classes[..., None] == np.arange(num_classes)).astype(np.int64, order="C")
    )
