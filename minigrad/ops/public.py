"""What functions, and the classes that users call, do besides their work.

Operators return NotImplemented for what they do not know, so that Python asks the other
operand. Functions do not: `public` sees to that, to arguments that are PyTorch's, and
to options that minigrad has not. A method of one operand is its op's `apply` itself:
nothing stands between `x.exp()` and `Exp`. `publish` does it for a whole module.
"""

import functools
import inspect
from collections.abc import Callable
from types import FunctionType

import numpy as np

from ..core.op import Op
from ..core.tensor import Tensor
from ..errors import check_tensor, refuse_pytorch
from ..names import module_getattr

# Options of PyTorch's that minigrad has not, each with the value that it always has.
ABSENT = {
    **dict.fromkeys("out out_dtype size_average reduce generator".split()),
    **dict.fromkeys("max_norm kdim vdim custom_encoder custom_decoder".split()),
    **dict.fromkeys("recompute_scale_factor grad_variables".split()),
    **dict.fromkeys("sparse scale_grad_by_freq antialias strict".split(), False),
    **dict.fromkeys("add_bias_kv add_zero_attn is_grads_batched".split(), False),
    **dict.fromkeys("check_grad_dtypes check_batched_grad".split(), False),
    **dict.fromkeys("check_batched_forward_grad check_forward_ad".split(), False),
    **dict.fromkeys("check_fwd_over_rev check_stride".split(), False),
    **dict.fromkeys("check_backward_ad check_rev_over_rev check_device".split(), True),
    **dict.fromkeys("bias cudnn_enabled allow_subclasses in_order".split(), True),
    **dict.fromkeys("strategy outer_jacobian_strategy".split(), "reverse-mode"),
    **{"norm_type": 2.0, "proj_size": 0, "padding_mode": "zeros"},
    **{"check_layout": True, "pin_memory_device": ""},
}
# NumPy's names of arguments, which PyTorch's functions take as well.
NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim"}
USUAL = (Tensor, type(None), int, float, tuple, list, np.ndarray, str)  # most first
OPERAND, MISSING = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.empty


def public(
    target: "type[Op] | Callable", name: str = "", options: dict = ABSENT
) -> Callable:
    """A function, or the `apply` of an op, as users call it.

    TypeError for what is PyTorch's, for an operand that is no tensor, and for one of
    the absent `options`, unless it has its default.
    """
    op = op_of(target)
    function = target if op is None else named(op.apply, name)
    if getattr(function, "is_public", False) or isinstance(function, type):
        return function
    own = _names_of(function) if op is None else ("input", "other")[: op.operands]
    alone = op is not None and op.operands == 1  # that of an op must be a tensor
    renamed = NUMPY_NAMES if "dim" in own else {}
    if own[:1] == ("A",):  # as some of PyTorch's functions say for `input`
        renamed = renamed | {"input": "A"}

    @functools.wraps(function, updated=())
    def call(*args, **kwargs):
        for each in (*args, *kwargs.values()) if kwargs else args:
            if not isinstance(each, USUAL):
                refuse_pytorch(each)  # before NumPy makes an array of it
        if kwargs:
            if renamed:
                _rename(kwargs, renamed)
            if op is not None:  # it takes operands by their places
                args += tuple([kwargs.pop(n) for n in own[len(args) :] if n in kwargs])
        if alone and args:
            check_tensor(call.__name__, args[0])
        try:
            result = function(*args, **kwargs)
        except Exception as error:
            refuse_pytorch(args, getattr(error, "obj", None))  # in lists, too
            absent = options.keys() & kwargs.keys() - own
            if absent and isinstance(error, TypeError):
                called = type(args[0]) if own[:1] == ("self",) else call
                _check_absent(called.__name__, {n: kwargs[n] for n in absent})
                return call(*args, **{n: kwargs[n] for n in kwargs.keys() - absent})
            if isinstance(error, AttributeError):
                given = dict(zip(own, args, strict=False)) | kwargs
                _check_given(error, call.__name__, given)
            raise
        if result is NotImplemented:
            for place, (argument, each) in enumerate(zip(own, args, strict=False), 1):
                check_tensor(call.__name__, each, argument, place)
        return result

    def call_of_one(input=MISSING, *args, **kwargs):
        if input.__class__ is Tensor and not (args or kwargs):
            return function(input)  # nothing to see to: a third of the time
        return general(*(() if input is MISSING else (input,)), *args, **kwargs)

    if alone:
        general, call = call, functools.wraps(call, updated=())(call_of_one)
    if name:
        call.__name__ = call.__qualname__ = name
    if op is not None:
        parameters = [inspect.Parameter(n, OPERAND) for n in own]
        call.__signature__ = inspect.Signature(parameters)
    call.is_public = True
    return call


def publish(module: dict, kind: type | None = None) -> Callable:
    """Make the functions of a module public, and how its classes of a kind are made.

    `module` is its `globals()`. Returned is what the module needs as `__getattr__`.
    """
    for name, each in list(module.items()):
        if not str(getattr(each, "__module__", "")).startswith("minigrad."):
            continue
        if isinstance(each, FunctionType) and name[0] != "_" and each is not publish:
            module[name] = public(each)
            module[name].__module__ = module["__name__"]  # pickle looks there
        elif kind and isinstance(each, type) and issubclass(each, kind):
            for base in each.__mro__:
                if "__init__" in vars(base) and issubclass(base, kind):
                    base.__init__ = public(base.__init__)
    return module_getattr(module["__name__"])


def as_method(target: "type[Op] | Callable", name: str) -> Callable:
    """The method of Tensor that a row of a family's tables stands for."""
    op = op_of(target)
    if op is None:  # what takes nothing but the tensor has nothing to check
        alone = target.__code__.co_argcount == 1 and not target.__code__.co_flags & 4
        return target if alone else public(target, options={})
    return named(op.apply, name) if op.operands == 1 else public(op, name, {})


def op_of(target: object) -> type[Op] | None:
    """The op that a row of a table names, itself or by its `apply`."""
    if isinstance(target, type):
        return target if issubclass(target, Op) else None
    return getattr(target, "op", None)


def named(apply: Callable, name: str) -> Callable:
    """The `apply` of an op under the name and with the signature that users see."""
    if apply.__name__ == "apply":
        apply.__name__ = apply.__qualname__ = name
        parameters = [*inspect.signature(apply.op.forward).parameters.values()]
        apply.__signature__ = inspect.Signature(parameters[1:])  # without ctx
    return apply


def _check_given(error: AttributeError, function: str, given: dict) -> None:
    """TypeError if what lacks an attribute is an argument that must be a Tensor."""
    for place, (name, value) in enumerate(given.items(), 1):
        own = error.name == "_data" or place == 1 and error.name != function
        if value is error.obj and own and name != "self":
            check_tensor(function, value, name, place)


# -- names of arguments -----------------------------------------------------------


def _names_of(function: Callable) -> tuple[str, ...]:
    """The names of the arguments of a Python function, or of what it wraps."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if code else ()


def _rename(kwargs: dict, names: dict[str, str]) -> None:
    """Give keywords that come under other names the function's own."""
    for given, name in names.items():
        if given in kwargs and name not in kwargs:
            kwargs[name] = kwargs.pop(given)


def _check_absent(function: str, given: dict) -> None:
    """TypeError for an option that minigrad has not and that is not at its default."""
    for name, value in given.items():
        default = ABSENT[name]
        if value.__class__ is not default.__class__ or value != default:
            raise TypeError(
                f"{function}() got an unexpected keyword argument '{name}': minigrad "
                f"has it only as {name}={default!r}"
            ) from None
