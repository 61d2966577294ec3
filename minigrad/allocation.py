"""What becomes of the memory of arrays that are no longer needed."""

import sys

import numpy as np

KEPT = 2**25 - 2**16  # bytes: the largest block that glibc learns from, less its header


def keep_freed_memory() -> None:
    """Let the C library keep up to 64 MB of freed memory, for the next arrays.

    A training step frees what the next one asks for again. Where the freed memory went
    back to the system in between, every page of it costs a fault: 500 to 900 of them in
    a step of the benchmarks' convolutional, recurrent and attention networks, 4 to 30 %
    of its time. glibc gives back what exceeds twice the largest block that was ever
    freed, up to 32 MB (mallopt(3), "dynamic mmap threshold"). Here such a block is
    freed once. Nothing is written to it, so it takes no memory.
    """
    if sys.platform == "linux":
        try:
            np.empty(KEPT, np.uint8)
        except MemoryError:  # under a tight limit: slower, that is all
            pass
