"""Settings of layers, given once for every axis: what layers of one's own call."""

from collections.abc import Callable, Iterable
from typing import Any


def _ntuple(n: int) -> Callable[[Any], tuple]:
    """The function that makes a value `n` equal ones, and leaves several as they are.

    Unlike `ntuple` of new.py it takes anything for one value that is not iterable.
    """

    def parse(x: Any) -> tuple:
        return tuple(x) if isinstance(x, Iterable) else (x,) * n

    return parse


_single, _pair, _triple, _quadruple = map(_ntuple, (1, 2, 3, 4))
