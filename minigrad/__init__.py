"""minigrad: an engine of 900 lines, and a framework with PyTorch's names on it.

    import minigrad as torch

Read: `core/` top to bottom, then `ops/elementwise.py`, `autograd/jacobians.py` and
`autograd/gradcheck.py`. `MINIGRAD_PLAIN=1` leaves `speed/` out, so that a debugger or a
traceback shows the core. Importing it imports NumPy and the standard library only.
"""

import warnings as _warnings
from math import e, inf, nan, pi

from . import speed  # first: it decides how the ops below are applied

# isort: split
from . import autograd, linalg, names, random
from .absent import (
    accelerator,
    backends,
    cuda,
    get_num_threads,
    set_float32_matmul_precision,
    set_num_threads,
    use_deterministic_algorithms,
)
from .autograd.anomaly_mode import is_anomaly_check_nan_enabled, is_anomaly_enabled
from .autograd.grad_mode import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from .compiler import compile
from .core.op import Op
from .creation import (
    as_tensor,
    empty,
    empty_like,
    eye,
    from_numpy,
    full,
    full_like,
    ones,
    ones_like,
    scalar_tensor,
    tensor,
    zeros,
    zeros_like,
)
from .devices import (
    contiguous_format,
    device,
    get_default_device,
    layout,
    memory_format,
    preserve_format,
    set_default_device,
    strided,
)
from .dtypes import bool_ as bool
from .dtypes import (
    dtype,
    finfo,
    float16,
    float32,
    float64,
    get_default_dtype,
    iinfo,
    int8,
    int16,
    int32,
    int64,
    set_default_dtype,
    uint8,
)
from .dtypes import float16 as half
from .dtypes import float32 as float
from .dtypes import float64 as double
from .dtypes import int16 as short
from .dtypes import int32 as int
from .dtypes import int64 as long
from .ops.generator import Generator, default_generator, initial_seed, manual_seed, seed
from .ops.methods import install as _install
from .ops.public import publish as _publish
from .printing import set_printoptions
from .tensor import Size, Tensor

__version__ = "0.1.0"

_install(Tensor, globals())
names.mark_absent(Tensor)
_absent = _publish(globals())

# NumPy warns where PyTorch is silent: log(0) is -inf, 0 / 0 is nan. The filter is for
# minigrad's own lines; NumPy's warnings for the user's code stay as they are.
_warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\.")


# What is not needed to compute is imported when it is first asked for.
_LATE = ("nn", "optim", "testing", "utils", "viz")
_OF_NN = frozenset(
    """
    adaptive_avg_pool1d avg_pool1d conv1d conv2d conv_transpose2d
    cosine_similarity dropout group_norm layer_norm max_pool1d max_pool2d pixel_shuffle
    prelu rms_norm selu
    """.split()
)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATE, *_OF_NN, "load", "save"})


def __getattr__(name: str):
    if name in _LATE:
        import importlib

        return importlib.import_module(f".{name}", __name__)
    if name in _OF_NN:
        from .nn import functional

        return getattr(functional, name)
    if name in ("load", "save"):
        from .utils import serialization

        return getattr(serialization, name)
    return _absent(name)
