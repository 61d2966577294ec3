"""`torch.cuda` of a machine without CUDA: nothing is available, nothing fails early.

Programs that ask `is_available()` and go on with the CPU run unchanged; what needs a
device raises the error of a PyTorch that was built without CUDA.
"""

from .devices import no_cuda


def is_available() -> bool:
    """False: there is no CUDA device."""
    return False


def is_initialized() -> bool:
    """False: there is nothing to initialise."""
    return False


def device_count() -> int:
    """0: there is no CUDA device."""
    return 0


def manual_seed(seed: int) -> None:
    """Nothing to seed. (`torch.manual_seed` seeds the CPU's stream.)"""


def manual_seed_all(seed: int) -> None:
    """Nothing to seed."""


def empty_cache() -> None:
    """Nothing to empty."""


def memory_allocated(device: object = None) -> int:
    """0 bytes."""
    return 0


def max_memory_allocated(device: object = None) -> int:
    """0 bytes."""
    return 0


def init() -> None:
    """AssertionError: there is no CUDA."""
    raise no_cuda()


def current_device() -> int:
    """AssertionError: there is no CUDA."""
    raise no_cuda()


def synchronize(device: object = None) -> None:
    """AssertionError: there is no CUDA."""
    raise no_cuda()


def get_device_name(device: object = None) -> str:
    """AssertionError: there is no CUDA."""
    raise no_cuda()
