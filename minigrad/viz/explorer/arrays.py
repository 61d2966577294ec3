"""Arrays as the page shows them: small ones in full, large ones as a heat map.

Read: `Arrays` (each array once), then `shown`.
"""

import base64
import hashlib

import numpy as np

from ..labels import shape_text
from .words import number, numbers

FULL = 64  # entries up to which every number is shown
HEAT = (24, 48)  # rows and columns of a heat map, at most
MANY, SMALL_HEAT = 80, (12, 24)  # of many arrays, so that the page stays light
NOT_FINITE = -128


class Arrays:
    """The arrays of a record, by number; equal ones have one number."""

    def __init__(self) -> None:
        self.arrays: list[np.ndarray] = []
        self._known: dict[tuple, int] = {}

    def add(self, array: np.ndarray) -> int:
        """The number of an array."""
        digest = hashlib.sha256(np.ascontiguousarray(array)).digest()
        key = (array.shape, array.dtype.str, digest)
        if key not in self._known:
            self._known[key] = len(self.arrays)
            self.arrays.append(array)
        return self._known[key]

    def shown(self) -> list[dict]:
        """All of them as data for the page."""
        heat = SMALL_HEAT if len(self.arrays) > MANY else HEAT
        return [shown(array, heat) for array in self.arrays]


def shown(array: np.ndarray, heat: tuple[int, int] = HEAT) -> dict:
    """`words` and, by its size: nothing more, `rows` of numbers, or a heat map.

    `levels` (for each entry of the table) and `heat.data` (for each block of entries,
    its mean) are hundredths of the largest absolute value.
    """
    data = {"words": numbers(array), "shape": shape_text(array.shape)}
    if array.ndim == 0 or array.size == 0:
        return data
    table = array.astype(np.float64).reshape(-1, array.shape[-1])
    if array.size <= FULL and array.shape[-1] <= 16:
        data["rows"] = [[f"{value:.3g}" for value in row] for row in table.tolist()]
        data["levels"] = _levels(table).tolist()
        return data
    data["facts"] = _facts(array)
    small = _averaged(_averaged(table, heat[0]).T, heat[1]).T
    levels = _levels(small)
    data["heat"] = {
        "rows": levels.shape[0],
        "columns": levels.shape[1],
        "averaged": small.shape != table.shape,
        "data": base64.b64encode(levels.astype(np.int8).tobytes()).decode(),
    }
    return data


def _levels(table: np.ndarray) -> np.ndarray:
    finite = np.isfinite(table)
    largest = np.abs(table[finite]).max(initial=0.0)
    scaled = np.zeros(table.shape)
    np.divide(table, largest, out=scaled, where=finite & (largest > 0))
    return np.where(finite, np.round(100 * scaled), NOT_FINITE).astype(int)


def _averaged(table: np.ndarray, most: int) -> np.ndarray:
    """The rows, or at most `most` means of rows that follow each other."""
    if len(table) <= most:
        return table
    parts = np.array_split(table, most)
    return np.stack([part.mean(axis=0) for part in parts])


def _facts(array: np.ndarray) -> str:
    finite = array[np.isfinite(array)].astype(np.float64)
    if finite.size == 0:
        return "no finite entry"
    zeros = int(np.count_nonzero(array == 0))
    facts = [
        f"from {number(float(finite.min()))} to {number(float(finite.max()))}",
        f"mean {number(float(finite.mean()))}",
        f"norm {number(float(np.sqrt(np.sum(finite**2))))}",
    ]
    if zeros:
        facts.append(f"{zeros} of {array.size} are 0")
    if finite.size < array.size:
        facts.append(f"{array.size - finite.size} not finite")
    return ", ".join(facts)
