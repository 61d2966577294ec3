"""What the ops and functions of a family become in public: types and names.

Operators return NotImplemented for what they do not know, so that Python asks the other
operand. Functions and methods do not: `as_method` and `as_function` see to that. An op
of one operand is its method itself: nothing stands between `x.exp()` and `Exp`.
"""

import functools
import inspect
from collections.abc import Callable

from ..core.op import Op
from ..errors import refuse_pytorch, type_name
from ..tensor import Tensor


def as_method(target: "type[Op] | Callable", name: str) -> Callable:
    """The method of Tensor that a row of a family's tables stands for."""
    op = op_of(target)
    if op is None:
        return with_numpy_names(target)
    return public(name, op) if _is_binary(op) else named(op.apply, name)


def as_function(target: "type[Op] | Callable", name: str) -> Callable:
    """The function of minigrad that a row of a family's tables stands for.

    What is no tensor is a TypeError, and the keyword `input` names the first argument,
    whatever an op or a formula calls it.
    """
    op = op_of(target)
    if op is None:
        return _checked(target)
    if len(_names_of(op.forward)) == 2:  # ctx, and the operand
        return _unary(name, op.apply)
    return with_numpy_names(as_method(op, name))


def op_of(target: object) -> type[Op] | None:
    """The op that a row of a table names, itself or by its `apply`."""
    if isinstance(target, type):
        return target if issubclass(target, Op) else None
    return getattr(target, "op", None)


def _is_binary(op: type[Op]) -> bool:
    return op.elementwise and op.operands == len(_names_of(op.forward)) - 1 == 2


def public(name: str, target: "type[Op] | Callable") -> Callable:
    """An operator as a function: foreign operands are a TypeError.

    The `apply` of an op is looked up at each call: another may take its place.
    """
    op = op_of(target)

    def function(input, other):
        operator = target if op is None else op.apply
        try:
            result = operator(input, other)
        except AttributeError as error:
            _check_operands(error, name, input, other)
            raise
        if result is NotImplemented:
            raise _no_operand(name, input, other)
        return result

    function.__name__ = function.__qualname__ = name
    function.__doc__ = target.__doc__
    function.is_public = True
    return function


def _unary(name: str, apply: Callable) -> Callable:
    """`apply` of one operand as a function."""

    def function(input):
        if not isinstance(input, Tensor):
            raise _no_operand(name, input)
        return apply(input)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = apply.__doc__
    return function


def named(apply: Callable, name: str) -> Callable:
    """The `apply` of an op under the name and with the signature that users see."""
    if apply.__name__ == "apply":
        apply.__name__ = apply.__qualname__ = name
        parameters = [*inspect.signature(apply.op.forward).parameters.values()]
        apply.__signature__ = inspect.Signature(parameters[1:])  # without ctx
    return apply


def _check_operands(error: AttributeError, name: str, input, *others) -> None:
    """TypeError if what has no such attribute, perhaps `_data`, is one of `others`."""
    refuse_pytorch(input, *others)
    if error.obj is input and not isinstance(input, Tensor):
        raise _no_operand(name, input) from None


def _no_operand(name: str, input: object, *others: object) -> TypeError:
    """The error for the first of some operands that is neither tensor nor number."""
    place, which, given = 1, "input", input
    if others and isinstance(input, Tensor):
        place, which, given = 2, "other", others[0]
    return TypeError(
        f"{name}(): argument '{which}' (position {place}) must be Tensor, not "
        f"{type_name(given)}"
    )


# -- names of arguments -----------------------------------------------------------

# NumPy's, which PyTorch's functions take as well.
_NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim"}


def _names_of(function: Callable) -> tuple[str, ...]:
    """The names of the arguments of a Python function."""
    code = getattr(function, "__code__", None)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if code else ()


def _checked(function: Callable) -> Callable:
    """`function`, whose first argument must be a Tensor if its name is `input`."""
    names = _names_of(function)
    if getattr(function, "is_public", False) or names[:1] not in (("input",), ("A",)):
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
        except AttributeError as error:
            given = args or (kwargs.get(first),)
            _check_operands(error, function.__name__, *given, *kwargs.values())
            raise
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
