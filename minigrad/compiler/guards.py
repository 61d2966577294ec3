"""What has to be as it was when a function was recorded, and is asked at each call.

The arguments choose the program (`form_of`). Besides them, a function sees globals,
names of functions around it, Modules and other objects with attributes, and what these
see: `guards_of` finds them, and notes which objects were there.
"""

import dis
import sys
import types
from collections.abc import Callable, Collection, Mapping
from functools import partial

import numpy as np

from ..core import engine
from ..core import function as core_function
from ..core.tensor import Tensor

SEAMS = "order_nodes run accumulate release sum_to_shape grad".split()
MOST = 2_000  # objects that a function may see; and bytes of an array of NumPy's
PLAIN = (int, float, str, bytes, np.generic, types.ModuleType, Tensor)
KNOWN = {*sys.stdlib_module_names, "minigrad", "numpy"}  # whose code stays as it is
# What stands for other things, and where it has them.
METHODS = types.MethodType, types.BuiltinMethodType, staticmethod, classmethod
CHANGING = "__next__ __setitem__ __slots__ __callback__ mapping reset".split()
INSIDE = "__self__ __func__ fget func args keywords".split()


def form_of(thing: object, tensors: list[Tensor]) -> tuple:
    """What of an argument chooses the program; its tensors are added to `tensors`."""
    if isinstance(thing, Tensor):
        tensors.append(thing)
        array = thing._data
        needs = thing._edge is not None, thing._requires_grad
        return thing.__class__, array.shape, array.dtype, array.strides, *needs
    if isinstance(thing, tuple | list):
        return (type(thing), *[form_of(each, tensors) for each in thing])
    if isinstance(thing, dict):
        return tuple([(name, form_of(each, tensors)) for name, each in thing.items()])
    if isinstance(thing, float | np.generic):  # 0.0 is not -0.0
        return type(thing), np.asarray(thing).tobytes()
    if isinstance(thing, int | str | type(None)):
        return type(thing), thing
    return type(thing), id(thing)


def guard(look: Callable, at: object, *kept: object) -> tuple:
    """`look(at)` has to be what it was. `kept` stay alive, so their ids stay theirs."""
    return look, at, look(at), kept


def hold(guards: list[tuple]) -> bool:
    return all([look(at) == seen for look, at, seen, _ in guards])


def forms_of_ops(ops: list[type]) -> list:
    """What may be a student's: the ops' own functions, and the engine's."""
    seams = [getattr(engine, name) for name in SEAMS]
    found = [each for op in ops for each in (op.forward, op.backward)]
    return [*seams, core_function.apply, *found]


def ids_in(container: Collection) -> list[int]:
    return [*map(id, container)]


def items_in(container: Mapping) -> list:
    return [*container, *map(id, container.values())]


def names_in(function: types.FunctionType) -> tuple[types.FunctionType, set, set]:
    """The function, the globals that it names, and all names in it."""
    codes = [function.__code__]
    for code in codes:  # it grows
        codes += [each for each in code.co_consts if isinstance(each, types.CodeType)]
    lines = [line for code in codes for line in dis.get_instructions(code)]
    loaded = {line.argval for line in lines if line.opname[5:] in ("GLOBAL", "NAME")}
    return function, loaded, {name for code in codes for name in code.co_names}


def seen_by(function: types.FunctionType, loaded: set, names: set) -> list:
    """Globals, names of functions around it, and what it may read of modules."""
    found = [function.__code__, function.__defaults__, function.__kwdefaults__]
    found += [vars(function), *map(function.__globals__.get, loaded)]
    for cell in function.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:  # not set yet
            pass
    modules = dict.fromkeys([e for e in found if isinstance(e, types.ModuleType)])
    for module in [Tensor, *modules]:  # minigrad.nn is there once it is asked for
        read = map(vars(module).get, names)
        found += [each for each in read if not isinstance(each, types.ModuleType)]
    return found


def is_known(name: str | None) -> bool:
    return (name or "").partition(".")[0] in KNOWN


def guards_of(*things: object) -> tuple[list[tuple], list]:
    """Guards for all that these see, and all that. LookupError if it escapes them."""
    guards, queue, seen = [guard(id, None, *things)], list(things), set()
    called, waiting = {"forward"}, {}  # names; by name, what classes have besides
    for thing in queue:  # it grows
        if len(seen) > MOST:
            raise LookupError("it sees too many objects")
        if thing is None or isinstance(thing, PLAIN) or id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, type):
            if not is_known(thing.__module__):
                guards.append(guard(items_in, vars(thing), *vars(thing).values()))
                queue += thing.__mro__
                for name, each in vars(thing).items():
                    is_called = name in called or name[:2] == "__"
                    (queue if is_called else waiting.setdefault(name, [])).append(each)
        elif isinstance(thing, types.FunctionType):
            if not is_known(thing.__globals__.get("__name__", "minigrad")):
                named = names_in(thing)
                queue += (found := seen_by(*named))
                guards.append(guard(lambda at: ids_in(seen_by(*at)), named, *found))
                called |= named[2]
                for name in waiting.keys() & called:
                    queue += waiting.pop(name)
        elif isinstance(thing, dict):
            guards.append(guard(items_in, thing, *thing.values()))
            queue += thing.values()
        elif isinstance(thing, list | tuple | set | frozenset):
            guards.append(guard(ids_in, thing, *thing))
            queue += thing
        elif type(thing).__module__ == "minigrad.compiler":
            queue.append(thing.function)
        elif isinstance(thing, (*METHODS, property, partial)):
            queue += [getattr(thing, name, None) for name in INSIDE]
        elif hasattr(thing, "__dict__"):
            guards.append(guard(items_in, vars(thing), *vars(thing).values()))
            queue += [*vars(thing).values(), type(thing)]
        elif isinstance(thing, np.ndarray) and thing.nbytes <= MOST:
            guards.append(guard(np.ndarray.dumps, thing))
        elif any([hasattr(thing, name) for name in CHANGING]):
            if hasattr(thing, "__slots__") and is_known(type(thing).__module__):
                continue
            kind = type(thing).__name__.replace("ndarray", "large array")
            raise LookupError(f"a {kind} is used, which may be changed")
    return guards, queue
