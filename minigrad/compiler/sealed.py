"""Arrays that may be looked at, but whose values are not to be had unnoticed.

While a tape is open (`recording.py`), whoever reads the array of a tensor gets a
`Sealed` one in the same memory. Its shape and dtype can be looked at; a call of NumPy
with it is an entry of the tape, a change of it, too; what would take a value out of it
(`item`, a loop over it) stops the tape.
"""

import sys
from pathlib import Path

import numpy as np
from numpy import ndarray

HOME = str(Path(__file__).parents[1])
# Functions of NumPy, and methods of arrays, whose result has a shape that follows from
# those of their arguments.
SHAPED = set(
    """all amax amin any argmax argmin argsort around broadcast_to clip concatenate copy
    cumsum expand_dims isclose max mean min moveaxis prod ravel repeat reshape roll
    round sort squeeze stack std sum swapaxes take take_along_axis tensordot transpose
    tril triu var where astype flatten diagonal""".split()
)
METHODS = SHAPED.intersection(dir(ndarray))
LOOKED_AT = {np.empty_like, np.zeros_like, np.ones_like, np.full_like, np.shape}
LOOKED_AT |= {np.ndim, np.size, np.result_type, np.may_share_memory, np.shares_memory}
TAKING = "__float__ __int__ __index__ __complex__ __iter__ __contains__"


class Sealed(ndarray):
    """An array of a tape; `value` is None where the tape does not know it."""

    value = tape = None

    def __array_finalize__(self, source) -> None:
        self.tape = getattr(source, "tape", None)

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **options):
        tape = tape_of(inputs + out)
        function = ufunc if method == "__call__" else getattr(ufunc, method)
        if method in ("__call__", "reduce") and not out and ufunc.nout == 1:
            return tape.call(function, inputs, options)
        if method == "__call__" and len(out) == 1 and isinstance(out[0], Sealed):
            tape.change(out[0], function, inputs, options)
            return out[0]
        tape.stop("an array is changed in place, or computed in a rare way")
        out = {"out": opened(out)} if out else {}
        return function(*opened(inputs), **opened(options), **out)

    def __array_function__(self, function, types, args, kwargs):
        tape = tape_of((args, kwargs))
        if function.__name__ in SHAPED and "out" not in kwargs:
            return tape.call(function, args, kwargs)
        if function not in LOOKED_AT:
            tape.stop(f"np.{function.__name__} is called")
        return function(*opened(args), **opened(kwargs))

    def __bool__(self) -> bool:
        answer = bool(self.view(ndarray))
        if sys._getframe(1).f_code.co_filename.startswith(HOME):
            self.tape.expect(self.value, answer)  # minigrad checks an argument
        else:
            self.tape.stop("control flow depends on a value")
        return answer

    def __getitem__(self, key):
        return self.tape.call(ndarray.__getitem__, (self, key), {})

    def __setitem__(self, key, values) -> None:
        if key is Ellipsis and isinstance(values, Sealed):
            self.tape.change(self, np.array, (values,), {})
        else:
            self.tape.stop("a part of an array is changed in place")
            self.view(ndarray)[opened(key)] = opened(values)

    T = property(lambda self: self.tape.call(np.transpose, (self,), {}))
    flat = property(lambda self: self.tolist())  # stops it

    def view(self, *args, **options):
        plain = super().view(ndarray)
        if args == (ndarray,) and not options:
            return plain
        if args or options:
            self.tape.stop("the memory of an array is read in another way")
            return plain.view(*args, **options)
        return seal(plain, self.value, self.tape)


def _method(name: str):
    plain = getattr(ndarray, name)

    def method(self, *args, **options):
        if name in METHODS and "out" not in options:
            return self.tape.call(plain, (self, *args), options)
        self.tape.stop(f"{name}() takes a value out of a tensor, or changes it")
        return plain(opened(self), *opened(args), **opened(options))

    return method


for _name in dir(ndarray):
    _is_method = _name[0] != "_" and callable(getattr(ndarray, _name))
    if (_is_method or _name in TAKING.split()) and _name not in vars(Sealed):
        setattr(Sealed, _name, _method(_name))


def seal(array: ndarray, value, tape) -> Sealed:
    """The array of a Value, sealed."""
    sealed = ndarray.view(array, Sealed)
    sealed.value, sealed.tape = value, tape
    return sealed


def opened(args):
    """The same with plain arrays."""
    return each_of(args, lambda a: a.view(ndarray) if isinstance(a, Sealed) else a)


def each_of(args, function):
    """`function` of all that is in tuples, lists and dicts."""
    if isinstance(args, tuple | list):
        parts = [each_of(each, function) for each in args]
        is_named = hasattr(args, "_fields")
        return type(args)(*parts) if is_named else type(args)(parts)
    if isinstance(args, dict):
        return {name: each_of(each, function) for name, each in args.items()}
    return function(args)


def tape_of(args):
    """That of a Sealed array among the arguments."""
    found = []
    each_of(args, lambda a: found.append(a.tape) if isinstance(a, Sealed) else None)
    return found[0]
