"""What has to be as it was when a function was recorded, and is asked at each call.

The arguments choose the program (`form_of`). Besides them, a function sees globals,
names of functions around it, Modules and other objects with attributes, and what these
see: `guards_of` finds them, and notes which objects were there.
"""

import dis
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter, itemgetter

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
EMPTY = types.CellType()
UNSEEN = {"globals", "eval", "exec", "_version"}
PARTS = "__code__ __defaults__ __kwdefaults__ __dict__".split()  # of a function
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


class Guards:
    """What a program depends on: each `look(at)` has to find the same objects."""

    def __init__(self) -> None:
        self.looks, self.ids, self.kept = [], [], []

    def add(self, look: Callable, at: object) -> Sequence:
        """What is found now. It stays alive, so that its ids stay its own."""
        found = look(at)
        self.looks.append((look, at))
        self.ids += map(id, found)
        self.kept += found
        return found

    def add_equal(self, look: Callable, at: object) -> None:
        """What is found has to be equal, not the same."""
        seen = look(at)
        self.add(lambda at: (look(at) == seen,), at)

    def add_picked(self, table: Mapping, names: Iterable[str]) -> Sequence:
        """What a table of names has under these."""
        names = [name for name in names if name in table]
        # Of one name itemgetter would give the object, not a tuple.
        return self.add(itemgetter(*names, names[0]), table) if names else ()

    def hold(self) -> bool:
        try:
            found = chain.from_iterable([look(at) for look, at in self.looks])
            return [*map(id, found)] == self.ids
        except (KeyError, AttributeError, ValueError):  # one is gone
            return False

    def add_ops(self, ops: list[type]) -> None:
        """What may be a student's: the ops' own functions, and the engine's."""
        for op in ops:
            self.add(attrgetter("forward", "backward"), op)
        self.add(attrgetter("apply", "link"), core_function)
        self.add(attrgetter(*SEAMS), engine)

    def add_function(self, function: types.FunctionType, names: set) -> list:
        """Globals, names of functions around it, and what it may read of modules."""
        loaded, table = globals_in(function), function.__globals__
        if found := names & UNSEEN:
            raise LookupError(f"{min(found)} is used, which sees what nobody looks at")
        found = [*self.add(attrgetter(*PARTS), function)]
        found += self.add_picked(table, loaded)
        missing = loaded - table.keys()  # built-in names, so far
        if missing:
            self.add(lambda at: (missing.isdisjoint(at),), table)
        cells = [each for each in function.__closure__ or () if each != EMPTY]
        found += self.add(lambda at: [cell.cell_contents for cell in at], cells)
        modules = [each for each in found if isinstance(each, types.ModuleType)]
        for module in [Tensor, *dict.fromkeys(modules)]:
            read = vars(module)
            # A submodule is there once it is asked for.
            parts = {n for n in names if isinstance(read.get(n), types.ModuleType)}
            found += self.add_picked(read, names - parts)
        return found


def everything_in(thing: Mapping) -> list:
    return [*thing, *thing.values()]


def names_in(function: types.FunctionType) -> Iterator[dis.Instruction]:
    """The instructions of a function that have names, and of those in it."""
    codes = [function.__code__]
    for code in codes:  # it grows
        codes += [each for each in code.co_consts if isinstance(each, types.CodeType)]
        yield from [
            each for each in dis.get_instructions(code) if each.opcode in dis.hasname
        ]


def globals_in(function: types.FunctionType) -> set[str]:
    kinds = "LOAD_GLOBAL", "LOAD_NAME"
    return {each.argval for each in names_in(function) if each.opname in kinds}


def is_known(name: str | None) -> bool:
    return (name or "").partition(".")[0] in KNOWN


def guards_of(*things: object) -> tuple[Guards, list]:
    """Guards for all that these see, and all that. LookupError if it escapes them."""
    guards, queue, seen = Guards(), list(things), set()
    guards.kept += things
    called, waiting = {"forward"}, {}  # names; by name, what classes have besides
    for thing in queue:  # it grows
        if len(seen) > MOST:
            raise LookupError("it sees too many objects")
        if thing is None or isinstance(thing, PLAIN) or id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, type):
            if not is_known(thing.__module__):
                guards.add(everything_in, vars(thing))
                queue += thing.__mro__
                for name, each in vars(thing).items():
                    is_called = name in called or name[:2] == "__"
                    (queue if is_called else waiting.setdefault(name, [])).append(each)
        elif type(thing).__module__ == "minigrad.compiler":
            queue.append(thing.function)
        elif isinstance(thing, types.FunctionType):
            if not is_known(thing.__globals__.get("__name__", "minigrad")):
                names = {each.argval for each in names_in(thing)}
                queue += guards.add_function(thing, names)
                called |= names
                for name in waiting.keys() & called:
                    queue += waiting.pop(name)
        elif isinstance(thing, dict):
            guards.add(everything_in, thing)
            queue += thing.values()
        elif isinstance(thing, list | tuple | set | frozenset):
            guards.add(tuple, thing)
            queue += thing
        elif isinstance(thing, (*METHODS, property, partial)):
            queue += [getattr(thing, name, None) for name in INSIDE]
        elif hasattr(thing, "__dict__"):
            guards.add(everything_in, vars(thing))
            queue += [*vars(thing).values(), type(thing)]
        elif isinstance(thing, np.ndarray) and thing.nbytes <= MOST:
            guards.add_equal(np.ndarray.dumps, thing)
        elif any([hasattr(thing, name) for name in CHANGING]):
            if hasattr(thing, "__slots__") and is_known(type(thing).__module__):
                continue
            kind = type(thing).__name__.replace("ndarray", "large array")
            raise LookupError(f"a {kind} is used, which may be changed")
    return guards, queue
