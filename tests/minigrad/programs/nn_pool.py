"""Pooling, resizing, normalization and embedding of nn.functional."""

import numpy as np

from .nn_conv import of_tables
from .nn_loss import ints

IMAGE = ((2, 3, 5, 6),)
SIGNAL = ((2, 3, 8),)
WORDS = np.array([[1, 3, 1], [0, 1, 2]])

POOL = {
    "F.max_pool2d": (lambda F, x: F.max_pool2d(x, 2), IMAGE),
    "F.max_pool2d overlap": (lambda F, x: F.max_pool2d(x, 3, 1, padding=1), IMAGE),
    "F.max_pool2d dilation": (
        lambda F, x: F.max_pool2d(x, (2, 3), (2, 1), (1, 0), (2, 2)),
        IMAGE,
    ),
    "F.max_pool2d ceil": (lambda F, x: F.max_pool2d(x, 2, ceil_mode=True), IMAGE),
    "F.max_pool2d ties": (
        lambda F, x: F.max_pool2d((x * 2).round().abs(), 2),
        ((3, 6, 8),),
    ),
    "F.max_pool2d indices": (
        lambda F, x: F.max_pool2d(x, 3, 2, 1, return_indices=True),
        IMAGE,
    ),
    "F.max_pool1d": (lambda F, x: F.max_pool1d(x, 3, 2, 1), SIGNAL),
    "F.max_pool1d indices": (
        lambda F, x: F.max_pool1d(x, 2, return_indices=True),
        SIGNAL,
    ),
    "F.avg_pool2d": (lambda F, x: F.avg_pool2d(x, 2), IMAGE),
    "F.avg_pool2d padding": (lambda F, x: F.avg_pool2d(x, 3, 2, 1), IMAGE),
    "F.avg_pool2d without padding": (
        lambda F, x: F.avg_pool2d(x, 3, 2, 1, count_include_pad=False),
        IMAGE,
    ),
    "F.avg_pool2d ceil": (lambda F, x: F.avg_pool2d(x, 2, 3, ceil_mode=True), IMAGE),
    "F.avg_pool2d divisor": (
        lambda F, x: F.avg_pool2d(x, 2, 1, divisor_override=3),
        IMAGE,
    ),
    "F.avg_pool1d": (lambda F, x: F.avg_pool1d(x, 3, 2, 1), SIGNAL),
    "F.adaptive_avg_pool2d": (lambda F, x: F.adaptive_avg_pool2d(x, (2, 4)), IMAGE),
    "F.adaptive_avg_pool2d 1": (lambda F, x: F.adaptive_avg_pool2d(x, 1), IMAGE),
    "F.adaptive_avg_pool2d None": (
        lambda F, x: F.adaptive_avg_pool2d(x, (None, 3)),
        IMAGE,
    ),
    "F.adaptive_avg_pool1d": (lambda F, x: F.adaptive_avg_pool1d(x, 3), SIGNAL),
    "F.interpolate": (lambda F, x: F.interpolate(x, scale_factor=2), IMAGE),
    "F.interpolate smaller": (lambda F, x: F.interpolate(x, size=(3, 4)), IMAGE),
    "F.interpolate 1D": (lambda F, x: F.interpolate(x, scale_factor=1.7), SIGNAL),
}
OWN_GRAPH = {
    "F.interpolate bilinear": (
        lambda F, x: F.interpolate(x, scale_factor=1.6, mode="bilinear"),
        IMAGE,
    ),
    "F.interpolate corners": (
        lambda F, x: F.interpolate(x, (7, 3), mode="bilinear", align_corners=True),
        IMAGE,
    ),
    "F.interpolate linear": (lambda F, x: F.interpolate(x, 5, mode="linear"), SIGNAL),
    "F.rms_norm": (lambda F, x, w: F.rms_norm(x, (6,), w), ((2, 6), (6,))),
}
# The gradient as a program: its derivatives are the second and third ones.
GRADIENTS = {
    "F.max_pool2d gradient": (
        lambda F, x: gradient(F, F.max_pool2d(x, 3, 2, 1), x),
        IMAGE,
    ),
    "F.embedding gradient": (
        lambda F, w: gradient(F, F.embedding(ints(F, WORDS), w, padding_idx=1), w),
        ((4, 3),),
    ),
}
NORM = {
    "F.layer_norm": (
        lambda F, x, w, b: F.layer_norm(x, (4,), w, b),
        ((2, 3, 4), (4,), (4,)),
    ),
    "F.layer_norm two axes": (
        lambda F, x, w: F.layer_norm(x, (3, 4), w),
        ((2, 3, 4), (3, 4)),
    ),
    "F.layer_norm plain": (lambda F, x: F.layer_norm(x, (6,), eps=0.1), ((2, 6),)),
    "F.batch_norm": (
        lambda F, x, w, b: F.batch_norm(x, None, None, w, b, True),
        ((4, 3, 2, 2), (3,), (3,)),
    ),
    "F.batch_norm rows": (
        lambda F, x: F.batch_norm(x, None, None, training=True),
        ((5, 3),),
    ),
    "F.batch_norm evaluation": (
        lambda F, x, w, b, m: F.batch_norm(x, m.detach(), m.detach().exp(), w, b),
        ((4, 3, 5), (3,), (3,), (3,)),
    ),
    "F.group_norm": (
        lambda F, x, w, b: F.group_norm(x, 2, w, b),
        ((2, 4, 3, 2), (4,), (4,)),
    ),
    "F.instance_norm": (
        lambda F, x, w, b: F.instance_norm(x, weight=w, bias=b),
        ((2, 3, 4, 2), (3,), (3,)),
    ),
    "F.embedding": (lambda F, w: F.embedding(ints(F, WORDS), w), ((4, 3),)),
    "F.embedding padding": (
        lambda F, w: F.embedding(ints(F, WORDS), w, padding_idx=1),
        ((4, 3),),
    ),
}


def gradient(F, out, x):
    """The gradient of the sum of cubes, as a part of the graph."""
    lib = __import__(F.__name__.partition(".")[0])
    return lib.autograd.grad((out * out * out).sum(), x, create_graph=True)[0]


CASES = [*of_tables(POOL, NORM), *of_tables(OWN_GRAPH, GRADIENTS, graph=False)]
