"""Settings of layers, given once for every axis: what layers of one's own call too."""

from collections.abc import Iterable
from functools import partial
from typing import Any


def ntuple(value: Any, count: int) -> tuple:
    """One value as `count` equal ones; several as they are."""
    return tuple(value) if isinstance(value, Iterable) else (value,) * count


_single, _pair = partial(ntuple, count=1), partial(ntuple, count=2)
