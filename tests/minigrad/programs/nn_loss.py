"""Losses of nn.functional: a row has the shapes of its inputs."""

import numpy as np

from .case import Case
from .nn_activation import named

CLASSES = np.array([2, 0, 1, -100])
PLACES = np.array([[1, 0, 2], [2, 2, 0]])


def ints(F, array: np.ndarray):
    """A constant tensor of class numbers, under either library."""
    lib = __import__(F.__name__.partition(".")[0])
    return lib.from_numpy(array)


PAIR = ((2, 3), (2, 3))
SCORES = ((4, 3),)
DIFFERENCES = {
    "F.mse_loss": lambda F, x, y: F.mse_loss(x, y),
    "F.mse_loss sum": lambda F, x, y: F.mse_loss(x, y, reduction="sum"),
    "F.mse_loss none": lambda F, x, y: F.mse_loss(x, y, reduction="none"),
    "F.l1_loss": lambda F, x, y: F.l1_loss(x, y),
    "F.l1_loss none": lambda F, x, y: F.l1_loss(x, y, reduction="none"),
    "F.smooth_l1_loss": lambda F, x, y: F.smooth_l1_loss(x, y),
    "F.smooth_l1_loss sum": lambda F, x, y: F.smooth_l1_loss(
        x, y, reduction="sum", beta=0.6
    ),
    "F.smooth_l1_loss 0": lambda F, x, y: F.smooth_l1_loss(x, y, beta=0.0),
    "F.huber_loss": lambda F, x, y: F.huber_loss(x, y, delta=0.8),
    "F.huber_loss none": lambda F, x, y: F.huber_loss(x, y, reduction="none"),
    "F.kl_div log": lambda F, x, y: F.kl_div(
        x, y, reduction="batchmean", log_target=True
    ),
    "F.bce_with_logits": lambda F, x, y: F.binary_cross_entropy_with_logits(x, y),
    "F.bce_with_logits none": lambda F, x, y: F.binary_cross_entropy_with_logits(
        x, y, reduction="none"
    ),
    "F.bce_with_logits weights": lambda F, x, y: F.binary_cross_entropy_with_logits(
        x, y, weight=y[:1].detach(), pos_weight=x[0].detach(), reduction="sum"
    ),
}
PROBABILITIES = {
    "F.bce": lambda F, x, y: F.binary_cross_entropy(x.sigmoid(), y.sigmoid()),
    "F.bce sum": lambda F, x, y: F.binary_cross_entropy(
        x.sigmoid(), y.sigmoid().detach(), reduction="sum"
    ),
    "F.bce weight": lambda F, x, y: F.binary_cross_entropy(
        x.sigmoid(), y.sigmoid().detach(), y[0].detach(), reduction="none"
    ),
    "F.kl_div": lambda F, x, y: F.kl_div(x, y.exp().detach(), reduction="sum"),
}
COMPOSED = {
    "F.cosine_similarity": lambda F, x, y: F.cosine_similarity(x, y),
    "F.cosine_similarity 0": lambda F, x, y: F.cosine_similarity(x, y, dim=0),
}
CLASS = {
    "F.cross_entropy": lambda F, x: F.cross_entropy(x, ints(F, CLASSES)),
    "F.cross_entropy sum": lambda F, x: F.cross_entropy(
        x, ints(F, CLASSES), reduction="sum"
    ),
    "F.cross_entropy none": lambda F, x: F.cross_entropy(
        x, ints(F, CLASSES), reduction="none"
    ),
    "F.cross_entropy weight": lambda F, x: F.cross_entropy(
        x, ints(F, CLASSES), weight=x[0].detach().exp()
    ),
    "F.cross_entropy ignore": lambda F, x: F.cross_entropy(
        x[:3], ints(F, CLASSES[:3]), ignore_index=2
    ),
    "F.nll_loss": lambda F, x: F.nll_loss(x, ints(F, CLASSES)),
    "F.nll_loss of whole rows": lambda F, x: F.nll_loss(x[:3], ints(F, CLASSES[:3])),
    "F.nll_loss row": lambda F, x: F.nll_loss(x[0], ints(F, np.array(2))),
}
SMOOTHED = {
    f"F.cross_entropy smoothing {reduction}": lambda F, x, r=reduction: F.cross_entropy(
        x, ints(F, CLASSES), label_smoothing=0.2, reduction=r
    )
    for reduction in ("mean", "sum", "none")
} | {
    "F.cross_entropy smoothing weight": lambda F, x: F.cross_entropy(
        x, ints(F, CLASSES), x[0].detach().exp(), label_smoothing=0.2
    ),
    "F.cross_entropy probabilities none": lambda F, x: F.cross_entropy(
        x, x.detach().softmax(1), reduction="none", label_smoothing=0.1
    ),
    "F.cross_entropy probabilities": lambda F, x: F.cross_entropy(
        x, x.detach().softmax(1), weight=x[0].detach().exp()
    ),
    "F.normalize": lambda F, x: F.normalize(x),
    "F.normalize 1, 0": lambda F, x: F.normalize(x, 1, 0),
}
SPATIAL = {
    "F.cross_entropy (N, C, L)": lambda F, x: F.cross_entropy(x, ints(F, PLACES)),
    "F.cross_entropy (N, C, L) none": lambda F, x: F.cross_entropy(
        x, ints(F, PLACES), reduction="none"
    ),
    "F.cross_entropy (N, C, H, W)": lambda F, x: F.cross_entropy(
        x.unsqueeze(2), ints(F, PLACES[:, None]), weight=x[0, :, 0].detach().exp()
    ),
}

CASES = [
    *(Case(name, row, PAIR) for name, row in named(DIFFERENCES).items()),
    *(Case(name, row, PAIR) for name, row in named(PROBABILITIES).items()),
    *(Case(name, row, PAIR, graph=False) for name, row in named(COMPOSED).items()),
    *(Case(name, row, SCORES) for name, row in named(CLASS).items()),
    *(Case(name, row, SCORES, graph=False) for name, row in named(SMOOTHED).items()),
    *(Case(name, row, ((2, 3, 3),)) for name, row in named(SPATIAL).items()),
]
