"""`compile`: a function runs once, and is replayed as straight lines of NumPy.

    step = minigrad.compile(f)
    loss = step(x, y)  # recorded; the next calls run the program step.source

`f` may end with a loss, or hold the whole step: `backward()`, and the update by hand or
by an optimizer.

Read: `Compiled`, `sealed.py`, `tape.py` and `recording.py` (what is recorded),
`program.py` (how it is written), `plan.py` and `guards.py` (how it is run, and when
not). What a function does besides computing with
tensors (it prints, say) is done when it is recorded only; one that changes what it sees
runs as it is.
"""

import itertools
import random
import types
import warnings
from collections.abc import Callable

import numpy as np

from ..core.mode import mode
from ..core.tensor import Tensor
from ..dtypes import get_default_dtype
from ..ops.generator import default_generator
from .guards import Guards, check_engine, form_of, line_of
from .plan import Plan
from .recording import is_recording, lock, recording
from .sealed import each_of, opened

OWN = "function fullgraph plans refused tried source __doc__ __name__".split()
LIMIT = 8  # programs of one function: PyTorch's number


def compile(
    model=None, *, fullgraph=False, dynamic=None, backend="inductor", **options
):
    """`model`, a function or a Module, recorded at its first call and replayed later.

    Where a program depends on values, say, it runs as it is, with a warning that says
    why; under `fullgraph` that is a RuntimeError. The other arguments are PyTorch's,
    for its own compilers; `disable=True` compiles nothing.
    """
    if model is None:
        return lambda model: compile(model, fullgraph=fullgraph, **options)
    if unknown := options.keys() - {"mode", "options", "disable"}:
        raise TypeError(
            f"compile() got an unexpected keyword argument {min(unknown)!r}"
        )
    return model if options.get("disable") else Compiled(model, fullgraph)


class Compiled:
    """A function with the programs that were made of it. `source` is the newest."""

    def __init__(self, function: Callable, fullgraph: bool = False) -> None:
        self.function, self.fullgraph = function, fullgraph
        self.plans, self.refused, self.tried, self.source = {}, {}, {}, None
        self.__doc__ = function.__doc__
        self.__name__ = getattr(function, "__name__", type(function).__name__)

    # A compiled Module is one for isinstance, so others can contain it.
    __class__ = property(lambda self: type(self.function))

    def __getattr__(self, name: str):
        return getattr(self.function, name)

    def __setattr__(self, name: str, value: object) -> None:
        change = object.__setattr__ if name in OWN else setattr
        change(self if name in OWN else self.function, name, value)

    def __reduce__(self) -> tuple:
        return Compiled, (self.function, self.fullgraph)

    def __get__(self, instance: object, owner: type):
        return self if instance is None else types.MethodType(self, instance)

    def __call__(self, *args, **kwargs):
        if mode.anomaly or is_recording():
            return self.function(*args, **kwargs)
        tensors = []
        key = form_of(args, tensors), kwargs and form_of(kwargs, tensors) or ()
        ids, modes = [*map(id, tensors)], modes_now()
        order = (*map(ids.index, ids),) if len({*ids}) < len(ids) else ()
        key += *modes, order
        plan = self.plan_for(key, tensors)
        if plan is None and key not in self.refused:
            with lock:  # another thread may just have made one
                plan = self.plan_for(key, tensors)
                if plan is None:
                    return self.record(key, args, kwargs, tensors)
        if plan is not None:
            try:
                return plan.run(args, kwargs, tensors)
            except Exception:  # the function itself says what is wrong
                pass
        return self.function(*args, **kwargs)

    def plan_for(self, key: tuple, tensors: list) -> Plan | None:
        for plan in self.plans.get(key, ()):
            if plan.fits(tensors):
                return plan
        return None

    def record(self, key: tuple, args: tuple, kwargs: dict, tensors: list):
        """Run the function; make a plan of it, or say why not."""
        guards, given = Guards(), (*args, *kwargs.values())
        things = [each for each in given if not isinstance(each, Tensor)]
        try:
            if sum(map(len, self.plans.values())) >= LIMIT:
                raise LookupError(f"there are {LIMIT} programs of it already")
            check_engine()
            guards.add_all(self.function, *things)
            alone = {*map(id, given)} - {*map(id, things)}
            if not alone.isdisjoint(map(id, guards.seen)):
                raise LookupError("it gets a tensor that it sees in another way, too")
        except LookupError as error:
            self.refuse(key, *error.args)
            return self.function(*args, **kwargs)
        before, plan = random_states(), None
        with recording() as tape:
            code = getattr(self.function, "__code__", None)
            names = code.co_varnames[: code.co_argcount] if code else ()
            for tensor, name in itertools.zip_longest(tensors, names[: len(tensors)]):
                tape.input(tensor, name)
            result = self.function(*args, **kwargs)
            if tape.reason is None:
                try:
                    plan = Plan(self.function, tape, result, tensors)
                except Exception as error:  # the result is there: nothing is lost
                    tape.reason = tape.reason or (str(error),)
        result = each_of(result, opened)
        reason = tape.reason
        if random_states() != before:
            reason = reason or ("random numbers are drawn",)
        if modes_now() != key[2:-1] or not guards.hold():
            if key not in self.tried:  # an optimizer's first step: the next may not
                self.tried[key] = None
                return result
            reason = reason or ("it changes what it sees",)
        try:
            if reason:
                raise LookupError(*reason)
            plan.guard(guards, tensors)
        except LookupError as error:
            self.refuse(key, *error.args)
        else:
            self.plans.setdefault(key, []).append(plan)
            self.source = plan.program.source
        return result

    def refuse(self, key: tuple, reason: str, file: str = "", line: int = 0) -> None:
        """Say why the function runs as it is; once for arguments of this form."""
        if not file:
            file, line = line_of(self.function)
        text = f"compile: {self.__name__} runs as it is, since {reason}"
        text += f" ({file}, line {line})" * bool(file)
        if self.fullgraph:
            raise RuntimeError(text) from None
        warnings.warn(text, stacklevel=4)
        if len(self.refused) < 64:
            self.refused[key] = reason


def modes_now() -> tuple:
    return mode.enabled, mode.inference, bool(mode.saved_hooks), get_default_dtype()


def random_states() -> tuple:
    """Where minigrad's, Python's and NumPy's random numbers are."""
    _, numbers, place, *_ = np.random.get_state()
    ours = default_generator.get_state()._data
    return ours.tobytes(), random.getstate(), numbers.tobytes(), place
