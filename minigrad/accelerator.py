"""`torch.accelerator` of a machine without one: programs go on with the CPU."""

from .devices import device


def is_available() -> bool:
    """False: there is only the CPU."""
    return False


def device_count() -> int:
    """0: there is only the CPU."""
    return 0


def current_accelerator(check_available: bool = False) -> device | None:
    """None: there is only the CPU."""
    return None
