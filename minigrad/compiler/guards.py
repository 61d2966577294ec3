"""What has to be as it was when a function was recorded, and is asked at each call.

The arguments choose the program (`form_of`). Besides them, a function sees globals,
names of functions around it, Modules and other objects with attributes, and what these
see: `guards_of` finds them, and notes which objects were there.
"""

import types
from collections.abc import Callable

import numpy as np

from ..core import engine
from ..core import function as core_function
from ..core.tensor import Tensor
from .sealed import HOME

SEAMS = "order_nodes run accumulate release sum_to_shape grad".split()
MOST = 2_000  # objects that a function may see
PLAIN = (int, float, str, bytes, np.generic, types.ModuleType, type, Tensor)


def form_of(thing: object, tensors: list[Tensor]) -> tuple:
    """What of an argument chooses the program; its tensors are added to `tensors`."""
    if isinstance(thing, Tensor):
        tensors.append(thing)
        array = thing._data
        needs = thing._edge is not None or thing._requires_grad
        return array.shape, array.dtype, array.strides, needs
    if isinstance(thing, tuple | list):
        return (type(thing), *[form_of(each, tensors) for each in thing])
    if isinstance(thing, dict):
        return tuple([(name, form_of(each, tensors)) for name, each in thing.items()])
    if isinstance(thing, float):  # 0.0 is not -0.0
        return float, float(thing).hex()
    if isinstance(thing, int | str | type(None)):
        return type(thing), thing
    return type(thing), id(thing)


def forms_of(tensors: list[Tensor]) -> list[tuple]:
    return [form_of(each, []) for each in tensors]


class Guard:
    """`look(at)` has to be what it was. `kept` stay alive, so their ids stay theirs."""

    def __init__(self, look: Callable, at: object, *kept: object) -> None:
        self.look, self.at, self.kept = look, at, kept
        self.seen = look(at)


def forms_of_ops(ops: list[type]) -> list:
    """What may be a student's: the ops' own functions, and the engine's."""
    seams = [getattr(engine, name) for name in SEAMS]
    found = [each for op in ops for each in (op.forward, op.backward)]
    return [*seams, core_function.apply, *found]


def ids_in(container: dict | list) -> list[int]:
    each = container.values() if isinstance(container, dict) else container
    return [*map(id, each)]


def ids_seen(function: types.FunctionType) -> list[int]:
    return [*map(id, seen_by(function))]


def seen_by(function: types.FunctionType) -> list:
    """Globals, and names of functions around it."""
    codes = [function.__code__]
    for code in codes:  # it grows
        codes += [each for each in code.co_consts if isinstance(each, types.CodeType)]
    names = dict.fromkeys(name for code in codes for name in code.co_names)
    found = [function.__globals__.get(name) for name in names]
    for cell in function.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:  # not set yet
            pass
    return [*found, *(function.__defaults__ or ())]


def guards_of(*things: object) -> list[Guard]:
    """Guards for all that these can see. LookupError for an array of NumPy's."""
    guards, queue, seen = [], list(things), set()
    for thing in queue:  # it grows
        if len(seen) > MOST:
            raise LookupError("it sees too many objects")
        if thing is None or isinstance(thing, PLAIN) or id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, np.ndarray):
            raise LookupError("an array of NumPy's is used, which may be changed")
        if isinstance(thing, types.MethodType):
            queue += [thing.__self__, thing.__func__]
        elif isinstance(thing, types.FunctionType):
            if not thing.__code__.co_filename.startswith(HOME):
                guards.append(Guard(ids_seen, thing, *seen_by(thing)))
                queue += seen_by(thing)
        elif isinstance(thing, dict | list | tuple | set):
            guards.append(Guard(ids_in, thing, *thing))
            queue += thing.values() if isinstance(thing, dict) else thing
        elif type(thing).__module__ == "minigrad.compiler":
            queue.append(thing.function)
        elif hasattr(thing, "__dict__"):
            guards.append(Guard(ids_in, vars(thing), *vars(thing).values()))
            queue += [*vars(thing).values(), getattr(type(thing), "forward", None)]
    return guards
