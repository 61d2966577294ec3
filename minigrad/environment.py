"""Settings that programs make at their start: threads, determinism, precision.

minigrad computes with NumPy, always the same way, so there is nothing that they could
change: a setting is remembered and given back.
"""

import warnings

from .nn.parameter import typename as typename

_settings = {"threads": 1, "deterministic": False, "precision": "highest"}


def set_num_threads(number: int) -> None:
    """Remember a number of threads.

    NumPy's own is set before Python starts: OMP_NUM_THREADS=4 python3 …
    """
    if number <= 0:
        raise RuntimeError("set_num_threads expects a positive integer")
    _settings["threads"] = number


def get_num_threads() -> int:
    """The number of `set_num_threads`; 1 before."""
    return _settings["threads"]


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Remember the mode. All of minigrad is deterministic."""
    _settings["deterministic"] = bool(mode)


def are_deterministic_algorithms_enabled() -> bool:
    """The mode of `use_deterministic_algorithms`."""
    return _settings["deterministic"]


def set_float32_matmul_precision(precision: str) -> None:
    """Remember "highest", "high" or "medium". Products are always of the highest."""
    if precision not in ("highest", "high", "medium"):
        warnings.warn(
            f"{precision} is not one of 'highest', 'high', or 'medium'; the current "
            "setFloat32MatmulPrecision call has no effect.",
            stacklevel=2,
        )
        return
    _settings["precision"] = precision


def get_float32_matmul_precision() -> str:
    """What `set_float32_matmul_precision` set; "highest" before."""
    return _settings["precision"]
