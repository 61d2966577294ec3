"""Helpers for what all public functions have in common: types and names."""

import functools
from collections.abc import Callable


def public(name: str, apply: Callable) -> Callable:
    """`apply` as a public function: foreign operands are a TypeError."""

    def function(input, other):
        result = apply(input, other)
        if result is NotImplemented:
            raise TypeError(
                f"{name}(): argument 'other' (position 2) must be Tensor, not "
                f"{type(other).__name__}"
            )
        return result

    function.__name__ = function.__qualname__ = name
    function.__doc__ = apply.__doc__
    return function


# NumPy's names of arguments, which PyTorch's functions take as well.
_NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim"}


def with_numpy_names(function: Callable) -> Callable:
    """`function`, which may be given `axis` for `dim` and `keepdims` for `keepdim`."""
    code = getattr(function, "__code__", None)
    own = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if code else ()
    if "dim" not in own:
        return function

    @functools.wraps(function)
    def named(*args, **kwargs):
        if kwargs:
            for given, name in _NUMPY_NAMES.items():
                if given in kwargs and name not in kwargs:
                    kwargs[name] = kwargs.pop(given)
        return function(*args, **kwargs)

    return named
