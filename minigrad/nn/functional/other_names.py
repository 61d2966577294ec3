"""Functions that PyTorch also shows as `torch.NAME`, some with other arguments."""

from ...tensor import Tensor
from .activation import celu, hardshrink, prelu, selu, threshold
from .conv import (
    conv1d,
    conv2d,
    conv3d,
    conv_transpose1d,
    conv_transpose2d,
    conv_transpose3d,
)
from .distance import cosine_similarity, pairwise_distance
from .dropout import alpha_dropout as _alpha_dropout
from .dropout import dropout as _dropout
from .in_place import celu_, selu_, threshold_
from .linear import bilinear
from .margin_loss import (
    cosine_embedding_loss,
    hinge_embedding_loss,
    margin_ranking_loss,
    triplet_margin_loss,
)
from .normalization import group_norm, layer_norm, rms_norm
from .pool import (
    adaptive_avg_pool1d,
    adaptive_max_pool1d,
    avg_pool1d,
    max_pool1d,
    max_pool2d,
)
from .random_activation import rrelu
from .shuffle import channel_shuffle, pixel_shuffle, pixel_unshuffle
from .sparse import embedding as _embedding

__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_max_pool1d",
    "alpha_dropout",
    "avg_pool1d",
    "bilinear",
    "celu",
    "celu_",
    "channel_shuffle",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "cosine_embedding_loss",
    "cosine_similarity",
    "dropout",
    "embedding",
    "group_norm",
    "hardshrink",
    "hinge_embedding_loss",
    "layer_norm",
    "margin_ranking_loss",
    "max_pool1d",
    "max_pool2d",
    "pairwise_distance",
    "pixel_shuffle",
    "pixel_unshuffle",
    "prelu",
    "rms_norm",
    "rrelu",
    "selu",
    "selu_",
    "threshold",
    "threshold_",
    "triplet_margin_loss",
]


def dropout(input: Tensor, p: float, train: bool) -> Tensor:
    """Each entry 0 with probability p, else divided by 1 - p, if `train`."""
    return _dropout(input, p, train)


def alpha_dropout(input: Tensor, p: float, train: bool) -> Tensor:
    """Dropout that keeps mean and variance of normal entries, if `train`."""
    return _alpha_dropout(input, p, train)


def embedding(
    weight: Tensor,
    indices: Tensor,
    padding_idx: int = -1,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """The rows of the weight that `indices` number."""
    padding = None if padding_idx == -1 else padding_idx
    return _embedding(
        indices,
        weight,
        padding,
        scale_grad_by_freq=scale_grad_by_freq,
        sparse=sparse,
    )
