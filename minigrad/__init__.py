"""minigrad: PyTorch's names and semantics in a framework small enough to read.

    import minigrad as torch

The reader's tour: `tensor.py`, `autograd/function.py`, `ops/elementwise.py`,
`autograd/engine.py`, `autograd/gradcheck.py`. Importing it imports NumPy and the
standard library only.
"""

import warnings as _warnings

from . import autograd, methods
from .autograd.function import Op
from .autograd.grad_mode import (
    enable_grad,
    is_grad_enabled,
    no_grad,
    set_grad_enabled,
)
from .creation import (
    arange,
    as_tensor,
    empty,
    empty_like,
    eye,
    from_numpy,
    full,
    full_like,
    linspace,
    ones,
    ones_like,
    rand,
    rand_like,
    randn,
    randn_like,
    tensor,
    zeros,
    zeros_like,
)
from .dtypes import bool_ as bool
from .dtypes import dtype, float16, float32, float64, int8, int16, int32, int64, uint8
from .dtypes import float16 as half
from .dtypes import float32 as float
from .dtypes import float64 as double
from .dtypes import int16 as short
from .dtypes import int32 as int
from .dtypes import int64 as long
from .generator import Generator, initial_seed, manual_seed
from .printing import set_printoptions
from .tensor import Size, Tensor

__version__ = "0.1.0"

methods.install(Tensor, globals())

# NumPy warns where PyTorch is silent: log(0) is -inf, 0 / 0 is nan. The filter is for
# minigrad's own lines; NumPy's warnings for the user's code stay as they are.
_warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\.")


def __getattr__(name: str):
    # minigrad.viz is imported when it is first asked for: it is not needed to compute.
    if name == "viz":
        import importlib

        return importlib.import_module(".viz", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
