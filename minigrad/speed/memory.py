"""What becomes of the memory of arrays that are no longer needed."""

import sys

import numpy as np

KEPT = 2**25 - 2**16  # bytes: the largest block that glibc learns from, less its header


def keep_freed_memory() -> None:
    """Let the C library keep up to 64 MB of freed memory, for the next arrays.

    A training step frees what the next one asks for: if that goes back to the system in
    between, every page costs a fault. glibc gives back what exceeds twice the largest
    block that was ever freed, up to 32 MB (mallopt(3)): here one is, never written to.
    """
    if sys.platform == "linux":
        try:
            np.empty(KEPT, np.uint8)
        except MemoryError:  # under a tight limit: slower, that is all
            pass
