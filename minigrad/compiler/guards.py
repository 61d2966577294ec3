"""What has to be as it was when a function was recorded, and is asked at each call.

The arguments choose the program (`form_of`). Besides them, a function sees globals,
names of functions around it, Modules and other objects with attributes, and what these
see: `Guards.add_all` finds them, and notes what each of them refers to.
"""

import dis
import gc
import inspect
import sys
import types
from collections.abc import Callable, Iterable, Mapping
from operator import is_, itemgetter

import numpy as np

from ..core import engine
from ..core import function as core_function
from ..core import tensor as core_tensor
from ..core.mode import mode, no_grad
from ..core.op import Op
from ..core.saved import Saving
from ..core.tensor import Tensor

# Parts of the engine that a program goes around, and what minigrad has there.
SEAMS = {
    engine: "order_nodes run accumulate release sum_to_shape grad".split(),
    core_function: ["apply", "needs_input_grad"],
    core_tensor: ["detach"],
    no_grad: ["__enter__", "__exit__"],
    Saving: ["pack", "unpack"],
}
OWN = {(at, n): vars(at)[n] for at, names in SEAMS.items() for n in names}
MOST = 2_000  # objects that a function may see; and bytes of an array of NumPy's
PLAIN = (int, float, str, bytes, np.generic, types.ModuleType, Tensor, types.CodeType)
KNOWN = {*sys.stdlib_module_names, "minigrad", "numpy"}  # whose code stays as it is
# What refers to all that makes it what it is; also what has a __dict__, or __slots__.
HOLDING = (dict, list, tuple, set, frozenset, property, types.CellType)
HOLDING += types.MethodType, types.BuiltinMethodType
DRAWING = "getstate get_state bit_generator".split()  # random numbers
CHANGING = "__next__ __setitem__ __callback__ mapping reset".split()
UNSEEN = {"globals", "eval", "exec", "_version"}


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
    """What a program depends on. What the objects in `watched` refer to, and what each
    `look(at)` finds, has to be the same."""

    def __init__(self) -> None:
        self.watched, self.looks = [], []
        self.seen, self.kept = [], []  # all that it sees; what was found

    def add(self, look: Callable, at: object) -> Iterable:
        self.looks.append((look, at))
        return look(at)

    def add_equal(self, look: Callable, at: object) -> None:
        """What is found has to be equal, not the same."""
        seen = look(at)
        self.add(lambda at: (look(at) == seen,), at)

    def add_picked(self, table: Mapping, names: Iterable[str]) -> Iterable:
        """What a table of names has under these."""
        names = [name for name in names if name in table]
        # Of one name itemgetter would give the object, not a tuple.
        return self.add(itemgetter(*names, names[0]), table) if names else ()

    def watch(self, thing: object) -> list:
        """All that it refers to, in the order in which it has it."""
        getattr(thing, "__dict__", None)  # there from now on
        self.watched.append(thing)
        return gc.get_referents(thing)

    def found(self) -> list:
        found = gc.get_referents(*self.watched)
        for look, at in self.looks:
            found += look(at)
        return found

    def note(self) -> None:
        """All has to stay as it is now."""
        self.kept = self.found()

    def hold(self) -> bool:
        try:
            found = self.found()
        except (KeyError, AttributeError):  # one is gone
            return False
        return len(found) == len(self.kept) and all(map(is_, found, self.kept))

    def add_engine(self, ops: list[type[Op]]) -> None:
        """What may be a student's: the ops' own functions, and the engine's."""
        self.add(lambda ops: [f for op in ops for f in (op.forward, op.backward)], ops)
        for owner, names in SEAMS.items():
            self.add_picked(vars(owner), names)

    def add_function(self, function: types.FunctionType, used: list) -> list:
        """Globals, names of functions around it, and what it may read of modules."""
        names, table = {each.argval for each in used}, function.__globals__
        loaded = {i.argval for i in used if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
        if found := names & UNSEEN:
            raise LookupError(f"{min(found)} is used, which sees what nobody looks at")
        tables = id(table), id(function.__builtins__)
        found = [each for each in self.watch(function) if id(each) not in tables]
        found += self.add_picked(table, loaded)
        missing = loaded - table.keys()  # built-in names, so far
        self.add(lambda at: (at.keys().isdisjoint(missing),), table)
        modules = [Tensor, *found, *gc.get_referents(*function.__closure__ or ())]
        modules = [e for e in modules if e is Tensor or isinstance(e, types.ModuleType)]
        for read in [vars(module) for module in modules]:
            # A submodule is there once it is asked for.
            parts = {n for n in names if isinstance(read.get(n), types.ModuleType)}
            found += self.add_picked(read, names - parts)
        return found

    def add_all(self, *things: object) -> None:
        """All that these see. LookupError if it escapes."""
        queue, done = list(things), set()
        self.seen = queue
        called, waiting = {"forward"}, {}  # names; what classes have under others
        for thing in queue:  # it grows
            if len(done) > MOST:
                raise LookupError("it sees too many objects")
            if thing is None or isinstance(thing, PLAIN) or id(thing) in done:
                continue
            done.add(id(thing))
            if isinstance(thing, type):
                if not is_known(thing.__module__):
                    self.watch(gc.get_referents(vars(thing))[0])  # the dict behind it
                    queue += thing.__mro__
                    for name, each in vars(thing).items():
                        now = name in called or name[:2] == "__"
                        (queue if now else waiting.setdefault(name, [])).append(each)
            elif type(thing).__module__ == "minigrad.compiler":
                queue.append(thing.function)
            elif isinstance(thing, types.FunctionType):
                if not is_known(thing.__globals__.get("__name__", "minigrad")):
                    used = instructions_of(thing)
                    queue += self.add_function(thing, used)
                    called.update([each.argval for each in used])
                    for name in waiting.keys() & called:
                        queue += waiting.pop(name)
            elif isinstance(thing, np.ndarray) and thing.nbytes <= MOST:
                self.add_equal(np.ndarray.dumps, thing)
            elif has_any(thing, DRAWING) or not is_holding(thing):
                if has_any(thing, DRAWING + CHANGING):
                    kind = type(thing).__name__.replace("ndarray", "large array")
                    raise LookupError(f"a {kind} is used, which may be changed")
            else:
                queue += self.watch(thing)
        self.note()


def check_engine() -> None:
    """LookupError, with a line, if the user's code is a part of the engine."""
    for (owner, name), own in OWN.items():
        if vars(owner)[name] is not own:
            reason = f"minigrad runs on another {name.strip('_')}"
            raise LookupError(reason, *line_of(vars(owner)[name]))
    for pack, _ in mode.saved_hooks:
        raise LookupError("a saved-tensor hook is there", *line_of(pack))


def line_of(function: Callable) -> tuple[str, int]:
    """The file and line of a function; of no file, if it is none of Python's."""
    found = inspect.unwrap(getattr(function, "__func__", function))
    code = getattr(found, "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code else ("", 0)


def instructions_of(function: types.FunctionType) -> list[dis.Instruction]:
    """What a function, with those in it, does with names."""
    codes, found = [function.__code__], []
    for code in codes:  # it grows
        codes += [each for each in code.co_consts if isinstance(each, types.CodeType)]
        found += [i for i in dis.get_instructions(code) if i.opcode in dis.hasname]
    return found


def is_known(name: str | None) -> bool:
    return (name or "").partition(".")[0] in KNOWN


def is_holding(thing: object) -> bool:
    return isinstance(thing, HOLDING) or has_any(thing, ("__dict__", "__slots__"))


def has_any(thing: object, names: Iterable[str]) -> bool:
    return any([hasattr(thing, name) for name in names])
