"""`detect_anomaly`: find the line of the forward pass that a failing backward is of."""

import warnings

from .grad_mode import mode
from .nodes import watchers


def is_anomaly_enabled() -> bool:
    """True inside `detect_anomaly`."""
    return mode.anomaly


def is_anomaly_check_nan_enabled() -> bool:
    """True if a nan in a gradient counts as an error inside `detect_anomaly`."""
    return mode.check_nan


class set_detect_anomaly:
    """Anomaly detection on or off, at once; as a context manager, until its end."""

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self._before = _state()
        _set(bool(mode), check_nan)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc_info: object) -> None:
        _set(*self._before)


class detect_anomaly:
    """Inside the block, a backward that fails shows the forward line it belongs to.

    A nan that a backward makes is an error too, unless `check_nan=False`. It makes
    every operation slower: for finding mistakes.
    """

    def __init__(self, check_nan: bool = True) -> None:
        self._check_nan = check_nan
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime "
            "and should only be enabled for debugging.",
            stacklevel=2,
        )

    def __enter__(self) -> None:
        self._before = _state()
        _set(True, self._check_nan)

    def __exit__(self, *exc_info: object) -> None:
        _set(*self._before)


def _state() -> tuple[bool, bool]:
    return mode.anomaly, mode.check_nan


def _set(on: bool, check_nan: bool) -> None:
    if on and not mode.anomaly:
        watchers.append("anomaly")
    elif mode.anomaly and not on:
        watchers.remove("anomaly")
    mode.anomaly, mode.check_nan = on, check_nan
