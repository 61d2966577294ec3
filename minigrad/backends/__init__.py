"""`torch.backends` of a machine without any: what programs ask, and may set.

The settings change nothing: minigrad computes with NumPy, the same way every time.
"""

from . import cuda, cudnn, mkldnn, mps

__all__ = ["cuda", "cudnn", "mkldnn", "mps"]
