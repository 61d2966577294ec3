"""`torch.func.functional_call`: a module called with other parameters than its own.

    out = functional_call(net, {"weight": w, "bias": b}, (x,))

Gradients flow to w and b: so a step of training can be differentiated itself.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from .nn.modules.module import Module
from .tensor import Tensor

__all__ = ["functional_call"]


def functional_call(
    module: Module,
    parameter_and_buffer_dicts: "Mapping[str, Tensor] | Sequence[Mapping[str, Tensor]]",
    args: Any = None,
    kwargs: dict[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """What `module` returns with these tensors in place of its own.

    One dict from names to tensors, or several for different names. What is not named
    stays, or is an error if `strict`. With `tie_weights` a tensor that the module has
    under two names is replaced under both.
    """
    given = _joined(parameter_and_buffer_dicts)
    own = _places(module)
    _check_names(given, own, strict)
    new = dict(given)
    if tie_weights:
        twins = {id(own[name][0][own[name][1]]): value for name, value in given.items()}
        for name, (table, key) in own.items():
            if table[key] is not None and id(table[key]) in twins:
                new.setdefault(name, twins[id(table[key])])
    before = {name: own[name][0][own[name][1]] for name in new}
    if args is None:
        args = ()
    elif not isinstance(args, tuple):
        args = (args,)
    try:
        _put(own, new)
        return module(*args, **(kwargs or {}))
    finally:
        _put(own, before)


def _joined(dicts: Any) -> dict[str, Tensor]:
    if isinstance(dicts, Mapping):
        return dict(dicts)
    if not isinstance(dicts, Sequence):
        raise ValueError(
            "Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of "
            f"dicts, but got {type(dicts)}"
        )
    joined: dict[str, Tensor] = {}
    for each in dicts:
        repeated = [name for name in each if name in joined]
        if repeated:
            raise ValueError(
                f"{repeated} appear in multiple dictionaries; behavior of functional "
                "call is ambiguous"
            )
        joined.update(each)
    return joined


def _places(module: Module) -> dict[str, tuple[dict, str]]:
    """For the name of each parameter and buffer its table, and its key there."""
    places = {}
    for prefix, owner in module.named_modules(remove_duplicate=False):
        start = f"{prefix}." if prefix else ""
        for table in (owner._parameters, owner._buffers):
            places.update({f"{start}{key}": (table, key) for key in table})
    return places


def _check_names(given: dict, own: dict, strict: bool) -> None:
    unknown = [name for name in given if name not in own]
    missing = [name for name in own if name not in given]
    if strict and (unknown or missing):
        raise RuntimeError(
            "Error(s) in functional_call with strict=True: unexpected key(s) "
            f"{unknown}, missing key(s) {missing}"
        )
    if unknown:
        raise KeyError(f"the module has no parameter or buffer {unknown[0]!r}")


def _put(places: dict[str, tuple[dict, str]], values: dict[str, Tensor]) -> None:
    for name, value in values.items():
        table, key = places[name]
        table[key] = value
