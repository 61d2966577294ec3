"""What a piece prints while it is checked: a check runs it some hundred times, and what
its first run prints is shown, once."""

import contextlib
import io
import sys
from collections.abc import Iterator
from typing import TextIO

LINES = 30  # shown at most


class _Shortened(io.TextIOBase):
    """Writes the first lines to `out`, and counts the others."""

    def __init__(self, out: TextIO) -> None:
        self._out, self.room, self.left_out = out, LINES, 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        lines = text.splitlines(keepends=True)
        self._out.write("".join(lines[: self.room]))
        ends = text.count("\n")
        self.left_out += max(ends - self.room, 0)
        self.room = max(self.room - ends, 0)
        return len(text)

    def flush(self) -> None:
        self._out.flush()


def seen_once() -> None:
    """From here on, what is printed in a check is counted and not shown."""
    if isinstance(sys.stdout, _Shortened):
        sys.stdout.room = 0


@contextlib.contextmanager
def shortened() -> Iterator[None]:
    """Of what is printed inside the first lines are shown, and a word of the rest."""
    out = sys.stdout
    short = _Shortened(out)
    try:
        with contextlib.redirect_stdout(short):
            yield
    finally:
        if short.left_out:
            out.write(f"… and {short.left_out} more lines, printed by this check.\n")
