"""The notebook that a student works in, and how it shows an error.

Read: `PlainError` (an error without the frames it came through), `in_notebook` and
`shell`.
"""

import sys


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
