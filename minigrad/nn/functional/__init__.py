"""The functions that layers are made of, under PyTorch's names and with its arguments.

One file a family: its ops, and the functions that choose them. The families that are
more than layers, activations and losses, stand in `minigrad/ops`.
"""

from ...ops.activation import (
    elu,
    glu,
    hardtanh,
    leaky_relu,
    logsigmoid,
    prelu,
    relu,
    relu6,
    relu_,
    selu,
    sigmoid,
    silu,
    softplus,
    softsign,
    tanh,
)
from ...ops.class_loss import cross_entropy, nll_loss
from ...ops.conv import conv1d, conv2d, conv_transpose2d
from ...ops.gelu import gelu
from ...ops.loss import (
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    huber_loss,
    kl_div,
    l1_loss,
    mse_loss,
    smooth_l1_loss,
)
from ...ops.pad import pad
from ...ops.unfold import fold, unfold
from .attention import scaled_dot_product_attention
from .dropout import dropout, dropout1d, dropout2d
from .embedding import embedding, one_hot
from .images import interpolate, pixel_shuffle
from .linear import cosine_similarity, linear, normalize
from .max_pool import max_pool1d, max_pool2d
from .normalization import batch_norm, group_norm, instance_norm, layer_norm, rms_norm
from .pool import adaptive_avg_pool1d, adaptive_avg_pool2d, avg_pool1d, avg_pool2d
from .softmax import log_softmax, softmax

# ruff: noqa: F401  its imports are what it offers
__all__ = [name for name, value in globals().items() if callable(value)]

from ...ops.public import publish  # noqa: E402  last, as it is none of them

__getattr__ = publish(globals())
