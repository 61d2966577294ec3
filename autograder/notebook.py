"""The notebook that a student works in, and how it shows an error.

Read: `PlainError` (an error without the frames it came through), `in_notebook` and
`shell`; then `watch_cells` and `outdated`: is the code in a cell the code that ran?
"""

import linecache
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

IN_BROWSER = sys.platform == "emscripten"  # no threads, processes or interrupts


class PlainError(Exception):
    """An error whose message says everything: IPython shows it without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]


def in_notebook() -> bool:
    """True where results can be shown as HTML: in a Jupyter kernel."""
    return hasattr(shell(), "kernel")


def shell() -> object | None:
    """The running IPython; None outside of one, where it need not be imported."""
    running = sys.modules.get("IPython")
    return running.get_ipython() if running else None


# -- what lasts -------------------------------------------------------------------

PATIENCE = 10  # seconds


@contextmanager
def told_if_it_lasts(name: str) -> Iterator[None]:
    """Say how to stop what runs inside, if it is not done after some seconds."""
    text = (
        f"The check of {name} is still running after {PATIENCE} seconds. Is there a "
        "loop in it that never ends? Stop it with ⏹ in the "
        "toolbar (in a terminal: Ctrl+C): then you see the line that it was in."
    )
    timer = threading.Timer(PATIENCE, print, (text,), {"file": sys.stdout})
    timer.daemon = True
    if not IN_BROWSER:  # where the first cell says how to stop
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


# -- cells ------------------------------------------------------------------------

_home: dict[str, str | None] = {}  # the cell that last defined a name, by its id
_why: dict[str, tuple[str, str]] = {}  # why a name may be outdated, and the cell's text


def watch_cells() -> None:
    """Take notice of every cell that is run from now on."""
    events = getattr(shell(), "events", None)
    if events:
        events.register("post_run_cell", _after_a_cell)


def _after_a_cell(result) -> None:
    text, cell = result.info.raw_cell or "", getattr(result.info, "cell_id", None)
    names = re.findall(r"^(?:def|class) +(\w+)", text, flags=re.M)
    error = result.error_before_exec or result.error_in_exec
    for name in names:
        if error is None:
            _home[name] = cell
            _why.pop(name, None)
        else:
            why = f"the last run of its cell failed ({type(error).__name__})"
            _why[name] = why, text
    for name, home in _home.items():
        if cell is not None and home == cell and name not in names:
            _why[name] = "its cell was run without it since", text


def outdated(name: str, own: object) -> str | None:
    """Why `own`, which is called `name`, is not what its cell says now; else None."""
    why, text = _why.get(name, ("", ""))
    return why if why and _text_of(own).strip() != text.strip() else None


def _text_of(own: object) -> str:
    """The cell that a function or class was made by."""
    functions = [own, *vars(own).values()] if isinstance(own, type) else [own]
    functions = [getattr(each, "__func__", each) for each in functions]
    for each in functions:
        if hasattr(each, "__code__"):
            return "".join(linecache.getlines(each.__code__.co_filename))
    return ""
