"""What a piece prints while it is checked: a check runs it some hundred times."""

import contextlib
import io
import sys
from collections.abc import Iterator
from typing import TextIO

LINES = 30  # shown of what is printed during a check


class _Shortened(io.TextIOBase):
    """Writes the first lines to `out`, and counts the others."""

    def __init__(self, out: TextIO) -> None:
        self._out, self._lines, self.left_out = out, 0, 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        lines = text.splitlines(keepends=True)
        room = max(LINES - self._lines, 0)
        self._out.write("".join(lines[:room]))
        ends = text.count("\n")
        self.left_out += max(ends - max(LINES - self._lines, 0), 0)
        self._lines += ends
        return len(text)

    def flush(self) -> None:
        self._out.flush()


@contextlib.contextmanager
def shortened() -> Iterator[None]:
    """Of what is printed inside only the first lines are shown, and a word of the
    rest."""
    out = sys.stdout
    short = _Shortened(out)
    try:
        with contextlib.redirect_stdout(short):
            yield
    finally:
        if short.left_out:
            out.write(f"… and {short.left_out} more lines, printed by this check.\n")
