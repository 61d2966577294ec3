"""A progress bar with the time left, on one line of a terminal.

Where nobody watches (a log file), a line every half a minute.
"""

import sys
import time

WIDTH = 30
EVERY = 30.0  # seconds


class Progress:
    """`step` it once for each of `total` things. A context manager."""

    def __init__(self, total: int, stream=None) -> None:
        self.total, self.done = total, 0
        self.stream = sys.stderr if stream is None else stream
        self.watched = self.stream.isatty()

    def __enter__(self) -> "Progress":
        self.began = self.said = time.monotonic()
        self._show("")
        return self

    def __exit__(self, *exc_info) -> None:
        if self.watched:
            self.stream.write("\n")

    def step(self, name: str) -> None:
        """One more is done: `name`."""
        self.done += 1
        self._show(name)

    def _show(self, name: str) -> None:
        now = time.monotonic()
        if self.watched:
            self.stream.write(f"\r\x1b[K{self.line(now)}  {name[:20]}")
        elif now - self.said > EVERY or self.done == self.total:
            self.said = now
            self.stream.write(self.line(now) + "\n")
        self.stream.flush()

    def line(self, now: float) -> str:
        """The bar, the count, and how long the rest will take."""
        full = WIDTH * self.done // max(self.total, 1)
        bar = "#" * full + "." * (WIDTH - full)
        left = ""
        if 0 < self.done < self.total:
            seconds = (now - self.began) / self.done * (self.total - self.done)
            left = f", {spoken(seconds)} left"
        return f"[{bar}] {self.done} of {self.total}{left}"


def spoken(seconds: float) -> str:
    """A span of time as one says it."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
