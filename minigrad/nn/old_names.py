"""Names without the underscore that old programs use for functions in place."""

import functools
import warnings
from collections.abc import Callable


def old_name(function: Callable, module: str) -> Callable:
    """`function` of `module` by its name without the underscore; PyTorch's warning."""
    new = function.__name__
    old = new.removesuffix("_")

    @functools.wraps(function)
    def deprecated(*args, **kwargs):
        warnings.warn(
            f"`{module}.{old}` is now deprecated in favor of `{module}.{new}`.",
            FutureWarning,
            stacklevel=2,
        )
        return function(*args, **kwargs)

    deprecated.__name__ = deprecated.__qualname__ = old
    deprecated.__doc__ = f"The old name of `{new}`."
    return deprecated
