"""The state of a thread: does it record, which pass runs, how tensors are saved."""

import threading


class Mode(threading.local):
    """The state of one thread: at first, recording is on."""

    enabled = True
    graph_task = None  # the backward pass that runs, if one does
    saved_tensor: type  # the class in which nodes keep tensors: at first SavedTensor


mode = Mode()


# piece: no_grad
class no_grad:
    """Nothing is recorded inside. At the end, what was before comes back."""

    def __enter__(self) -> None:
        self.before, mode.enabled = mode.enabled, False

    def __exit__(self, *exc_info: object) -> None:
        mode.enabled = self.before
