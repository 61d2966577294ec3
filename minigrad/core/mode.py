"""Whether operations are recorded, and which pass runs."""

import threading


class Mode(threading.local):
    """Each thread has its own values, at first these."""

    enabled = True  # operations are recorded
    graph_task = None  # the pass that runs, if one does: hooks ask for it


mode = Mode()


# piece: no_grad
class no_grad:
    """Nothing is recorded inside. At the end, what was before comes back."""

    def __enter__(self) -> None:
        self.before, mode.enabled = mode.enabled, False

    def __exit__(self, *exc_info: object) -> None:
        mode.enabled = self.before
