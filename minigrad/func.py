"""`torch.func.functional_call`: a module called with other parameters than its own.

    out = functional_call(net, {"weight": w, "bias": b}, (x,))

Gradients flow to w and b: so a step of training can be differentiated itself.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from .nn.modules.module import Module
from .tensor import Tensor

__all__ = ["functional_call"]

ABSENT = object()  # in place of an attribute that the module has not


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
    stays. A name that is no parameter and no buffer is a plain attribute for the
    call. Both are errors if `strict`. With `tie_weights` a tensor that the module has
    under two names is replaced under both.
    """
    given = _joined(parameter_and_buffer_dicts)
    own = _places(module)
    if strict:
        _check_names(module, given, own)
    new = dict(given)
    if tie_weights:
        named = [(own[name], value) for name, value in given.items() if name in own]
        twins = {id(table[key]): value for (table, key), value in named}
        for name, (table, key) in own.items():
            if table[key] is not None and id(table[key]) in twins:
                new.setdefault(name, twins[id(table[key])])
    for name in given:
        if name not in own:
            own[name] = _attribute(module, name)
    before = {name: own[name][0].get(own[name][1], ABSENT) for name in new}
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


def _attribute(module: Module, name: str) -> tuple[dict, str]:
    """The place of an attribute that is a plain tensor, or is not there."""
    *path, key = name.split(".")
    for part in path:
        if part not in module._modules:
            raise AttributeError(f"{type(module).__name__} has no attribute `{part}`")
        module = module._modules[part]
    value = getattr(module, key, None)
    if value is not None and not isinstance(value, Tensor):
        raise TypeError(
            f"attribute `{key}`: {value} is not an instance of torch.Tensor"
        )
    return module.__dict__, key


def _check_names(module: Module, given: dict, own: dict) -> None:
    wrong = {
        "Unexpected": [name for name in given if name not in own],
        "Missing": [
            name
            for name, (table, key) in own.items()
            if name not in given and table[key] is not None
        ],
    }
    if any(wrong.values()):
        lines = [
            f"\n\t{kind} key(s): {', '.join(map(repr, names))}."
            for kind, names in wrong.items()
            if names
        ]
        raise RuntimeError(
            f"Error(s) in reparametrizing for {type(module).__name__}:{''.join(lines)}"
        )


def _put(places: dict[str, tuple[dict, str]], values: dict[str, Any]) -> None:
    for name, value in values.items():
        table, key = places[name]
        if value is ABSENT:
            table.pop(key, None)
        else:
            table[key] = value
