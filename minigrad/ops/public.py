"""Helpers for what all public functions have in common: types and names.

Operators return NotImplemented for what they do not know, so that Python asks the other
operand. Functions and methods do not: `public` and `as_function` see to that.
"""

import functools
import inspect
from collections.abc import Callable

from ..errors import type_name
from ..tensor import Tensor


def public(name: str, apply: Callable) -> Callable:
    """`apply` as a public function: foreign operands are a TypeError."""

    def function(input, other):
        try:
            result = apply(input, other)
        except AttributeError:  # of what has no `_data`
            if isinstance(input, Tensor):
                raise
            raise _no_operand(name, input) from None
        if result is NotImplemented:
            raise _no_operand(name, input, other)
        return result

    function.__name__ = function.__qualname__ = name
    function.__doc__ = apply.__doc__
    function.is_public = True
    return function


def _no_operand(name: str, input: object, *others: object) -> TypeError:
    """The error for the first of some operands that is neither tensor nor number."""
    place, which, given = 1, "input", input
    if others and isinstance(input, Tensor):
        place, which, given = 2, "other", others[0]
    return TypeError(
        f"{name}(): argument '{which}' (position {place}) must be Tensor, not "
        f"{type_name(given)}"
    )


# NumPy's names of arguments, which PyTorch's functions take as well.
_NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim"}


def _names_of(function: Callable) -> tuple[str, ...]:
    """The names of the arguments of a Python function."""
    code = getattr(function, "__code__", None)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if code else ()


def named(function: Callable, name: str) -> Callable:
    """The `apply` of an op under the name and with the signature that users see."""
    op = getattr(function, "op", None)
    if op is not None and function.__name__ == "apply":
        function.__name__ = function.__qualname__ = name
        parameters = [*inspect.signature(op.forward).parameters.values()]
        function.__signature__ = inspect.Signature(parameters[1:])  # without ctx
    return function


def as_function(function: Callable, name: str) -> Callable:
    """`function` under a name of minigrad's own, where the first argument may be any.

    What is no tensor is a TypeError, and the keyword `input` names it, whatever an op
    or a formula calls it.
    """
    names = _names_of(function)
    if (op := getattr(function, "op", None)) is not None:
        names = ("x", *_names_of(op.forward)[2:])  # without ctx
    if names == ("x",):

        def unary(input):
            if not isinstance(input, Tensor):
                raise _no_operand(name, input)
            return function(input)

        unary.__name__ = unary.__qualname__ = name
        unary.__doc__ = function.__doc__
        return unary
    is_public = getattr(function, "is_public", False)
    if is_public or names[:1] not in (("input",), ("A",)):
        return with_numpy_names(function)
    first = names[0]
    others = {"input": first} if first != "input" else {}
    if "dim" in names:
        others |= _NUMPY_NAMES

    @functools.wraps(function)
    def checked(*args, **kwargs):
        if kwargs and others:
            _rename(kwargs, others)
        try:
            result = function(*args, **kwargs)
        except AttributeError:  # of what has no `_data`
            given = args[0] if args else kwargs.get(first)
            if isinstance(given, Tensor):
                raise
            raise _no_operand(function.__name__, given) from None
        if result is NotImplemented:
            raise _no_operand(function.__name__, *args)
        return result

    return checked


def with_numpy_names(function: Callable) -> Callable:
    """`function`, which may be given `axis` for `dim` and `keepdims` for `keepdim`."""
    if "dim" not in _names_of(function):
        return function

    @functools.wraps(function)
    def named(*args, **kwargs):
        if kwargs:
            _rename(kwargs, _NUMPY_NAMES)
        return function(*args, **kwargs)

    return named


def _rename(kwargs: dict, names: dict[str, str]) -> None:
    """Give keywords that come under other names the function's own."""
    for given, name in names.items():
        if given in kwargs and name not in kwargs:
            kwargs[name] = kwargs.pop(given)
