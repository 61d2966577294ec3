"""How a tensor prints: exactly as PyTorch prints it.

Read: `tensor_text`, `_Format` (how the numbers of one tensor look), `_array_text` (how
they are laid out). Options are set by `set_printoptions`.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy import ndarray

from . import dtypes


@dataclass
class _Options:
    precision: int = 4
    threshold: int = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


options = _Options()

_PROFILES = {
    "default": _Options(),
    "short": _Options(precision=2, edgeitems=2),
    "full": _Options(threshold=math.inf),
}


def set_printoptions(
    precision: int | None = None,
    threshold: int | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Set how tensors print: digits, when and how to summarise, line width.

    `sci_mode` True or False forces or forbids the scientific form; left out, it is
    chosen from the values.
    """
    given = {"precision": precision, "threshold": threshold}
    given |= {"edgeitems": edgeitems, "linewidth": linewidth}
    start = options if profile is None else _PROFILES[profile]
    chosen = {**vars(start), **{k: v for k, v in given.items() if v is not None}}
    vars(options).update(chosen, sci_mode=sci_mode)


def tensor_text(tensor) -> str:
    """`tensor(...)` with what PyTorch adds: size, dtype, grad_fn, requires_grad."""
    array, notes = tensor._data, []
    usual = (dtypes.get_default_dtype().numpy,)
    if array.size:
        text = _array_text(array, _Format(_corners(array)), 7, _summarised(array))
        usual += (dtypes.int64.numpy, dtypes.bool_.numpy)
    else:
        text = "[]"
        if array.ndim != 1:
            notes.append(f"size={tuple(array.shape)}")
    if array.dtype not in usual:
        notes.append(f"dtype={tensor.dtype}")
    if tensor.grad_fn is not None:
        notes.append(f"grad_fn=<{type(tensor.grad_fn).__name__}>")
    elif tensor.requires_grad:
        notes.append("requires_grad=True")
    return _with_notes("tensor(" + text, notes) + ")"


def _with_notes(text: str, notes: list[str]) -> str:
    """`text, note, note`, with a new line where the last one would become too long."""
    column = len(text) - text.rfind("\n") + 1
    for note in notes:
        if column + len(note) + 2 > options.linewidth:
            text += ",\n" + " " * 7 + note
            column = 7 + len(note)
        else:
            text += ", " + note
            column += len(note) + 2
    return text


def _summarised(array: ndarray) -> bool:
    return array.size > options.threshold


def _corners(array: ndarray) -> ndarray:
    """The entries that will be shown: all, or `edgeitems` at both ends of each axis."""
    if not _summarised(array):
        return array
    edge = options.edgeitems
    for axis, size in enumerate(array.shape):
        if size > 2 * edge:
            ends = list(range(edge)) + list(range(size - edge, size))
            array = array.take(ends, axis)
    return array


class _Format:
    """How each number of one tensor is written: one form and one width for all."""

    def __init__(self, shown: ndarray) -> None:
        self.floating = shown.dtype.kind == "f"
        self.scientific, self.whole = False, True
        values = shown.ravel()
        if self.floating:
            values = values[np.isfinite(values) & (values != 0)]
            if values.size:
                self._choose_form(values)
        texts = [self._bare(value) for value in values.tolist()]
        self.width = max(map(len, texts), default=1)

    def _choose_form(self, values: ndarray) -> None:
        sizes = np.abs(values).astype(np.float64)
        smallest, largest = sizes.min(), sizes.max()
        self.whole = bool((values == np.ceil(values)).all())
        self.scientific = options.sci_mode
        if self.scientific is None:
            self.scientific = bool(
                largest / smallest > 1000 or largest > 1e8 or smallest < 1e-4
            )

    def _bare(self, value: float | int | bool) -> str:
        if not self.floating:
            return str(value)
        if self.scientific:
            return f"{value:.{options.precision}e}"
        if self.whole:
            return f"{value:.0f}" + ("." if math.isfinite(value) else "")
        return f"{value:.{options.precision}f}"

    def __call__(self, value: float | int | bool) -> str:
        return self._bare(value).rjust(self.width)


def _array_text(array: ndarray, text_of: _Format, indent: int, short: bool) -> str:
    """The nested brackets of `array`, whose first bracket stands at column `indent`."""
    if array.ndim == 0:
        return text_of(array.item())
    edge = options.edgeitems
    parts, dots = list(array) if array.ndim > 1 else array.tolist(), []
    if short and len(parts) > 2 * edge:
        dots = ["..." if array.ndim > 1 or edge == 0 else " ..."]
        parts = parts[:edge] + parts[len(parts) - edge :]
    if array.ndim == 1:
        texts = list(map(text_of, parts))
    else:
        texts = [_array_text(part, text_of, indent + 1, short) for part in parts]
    if dots:
        texts[edge:edge] = dots
    if array.ndim == 1:
        per_line = max(1, (options.linewidth - indent) // (text_of.width + 2))
        lines = [
            ", ".join(texts[i : i + per_line]) for i in range(0, len(texts), per_line)
        ]
        return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"
    return "[" + ("," + "\n" * (array.ndim - 1) + " " * (indent + 1)).join(texts) + "]"
