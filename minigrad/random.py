"""`torch.random`: the state of the default stream, and its seed."""

from collections.abc import Iterator
from contextlib import contextmanager

from .generator import default_generator, initial_seed, manual_seed, seed
from .ops.random import get_rng_state, set_rng_state

__all__ = [
    "default_generator",
    "fork_rng",
    "get_rng_state",
    "initial_seed",
    "manual_seed",
    "seed",
    "set_rng_state",
]


@contextmanager
def fork_rng(devices: object = None, enabled: bool = True) -> Iterator[None]:
    """What is drawn inside leaves the default stream as it was before."""
    if not enabled:
        yield
        return
    before = get_rng_state()
    try:
        yield
    finally:
        set_rng_state(before)
