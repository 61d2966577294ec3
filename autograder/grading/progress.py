"""A progress bar with the time left, on one line of a terminal.

Where nobody watches (a log file), a line every half a minute.
"""

import sys
import time
from collections.abc import Iterable, Iterator

WIDTH = 30
EVERY = 30.0  # seconds


def shown(things: Iterable, total: int, stream=None) -> Iterator:
    """The things as they come; the bar says how many of `total` there were."""
    stream = sys.stderr if stream is None else stream
    began = said = time.monotonic()
    if stream.isatty():
        stream.write(bar(0, total, 0.0))
    for done, each in enumerate(things, start=1):
        now = time.monotonic()
        if stream.isatty():
            stream.write(f"\r\x1b[K{bar(done, total, now - began)}")
        elif now - said > EVERY or done == total:
            said = now
            stream.write(bar(done, total, now - began) + "\n")
        stream.flush()
        yield each
    if stream.isatty():
        stream.write("\n")


def bar(done: int, total: int, seconds: float) -> str:
    """The bar, the count, and how long the rest will take."""
    full = WIDTH * done // max(total, 1)
    left = ""
    if 0 < done < total:
        left = f", {spoken(seconds / done * (total - done))} left"
    return f"[{'#' * full:.<{WIDTH}}] {done} of {total}{left}"


def spoken(seconds: float) -> str:
    """A span of time as one says it."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
