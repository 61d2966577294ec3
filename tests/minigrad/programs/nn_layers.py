"""Layers of nn that are one node each: attention of a tensor to itself, RNNs."""

import numpy as np

from .case import Case


def prepared(lib, module):
    """In float64, with numbers in place of the parameters: the same for both."""
    rng = np.random.default_rng(6)
    module.double()
    with lib.no_grad():
        for parameter in module.parameters():
            values = rng.standard_normal(tuple(parameter.shape)) * 0.5
            parameter.copy_(lib.from_numpy(values))
    return module


def self_attention(lib, x):
    module = prepared(lib, lib.nn.MultiheadAttention(4, 2, batch_first=True))
    return module.to(x.dtype)(x, x, x, need_weights=False)[0]


def recurrent(name: str, **options):
    def program(lib, x):
        module = prepared(lib, getattr(lib.nn, name)(3, 2, **options)).to(x.dtype)
        outputs, states = module(x)
        return outputs, states

    return program


ROWS = {
    "RNN": recurrent("RNN"),
    "RNN relu": recurrent("RNN", nonlinearity="relu"),
    "LSTM": recurrent("LSTM", bidirectional=True),
    "GRU": recurrent("GRU", bidirectional=True),
}
CASES = [
    # PyTorch's own attention has no second derivative.
    Case("self-attention", self_attention, ((2, 3, 4),), graph=False, order=1),
    *(Case(name, row, ((4, 2, 3),), graph=False) for name, row in ROWS.items()),
]
