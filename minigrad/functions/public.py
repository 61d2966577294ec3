"""A helper for functions that are also operators."""

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
