"""Arrays that may be looked at, but whose values are not to be had unnoticed.

While a tape is open (`tape.py`), whoever reads the array of a tensor gets a `Sealed`
one. Its shape and dtype can be looked at; a call of NumPy with it is told to the tape,
a change of it, too; what would take a value out of it (`item`, a loop) stops the tape.
"""

import operator
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import numpy as np
from numpy import ndarray
from numpy.lib.mixins import NDArrayOperatorsMixin

HOME = str(Path(__file__).parents[1])
# Functions of NumPy, and methods of arrays, whose result has a shape that follows from
# those of their arguments.
SHAPED = set(
    """all amax amin any argmax argmin argsort around broadcast_to clip concatenate copy
    cumsum einsum expand_dims full_like isclose matrix_transpose max mean min moveaxis
    prod ravel reshape roll round sort squeeze stack std sum swapaxes take
    take_along_axis tensordot transpose tril triu var where astype dot flatten
    diagonal""".split()
)
METADATA = "shape ndim dtype size strides flags itemsize nbytes".split()
LOOKED_AT = {np.empty_like, np.zeros_like, np.ones_like, np.shape}
LOOKED_AT |= {np.ndim, np.size, np.result_type, np.may_share_memory, np.shares_memory}
as_copy = np.array  # which is another while a tape is open
TAKING = """__float__ __int__ __index__ __complex__ __iter__ __contains__ __repr__
    __str__ __format__ __reduce_ex__""".split()


class Sealed(NDArrayOperatorsMixin):
    """What stands for an array of a tape: no ndarray, so NumPy cannot read it either.

    `value` is what the tape knows it by; views that share all of it share that.
    """

    __slots__ = ("array", "value", "tape")

    def __init__(self, array, value, tape) -> None:
        self.array, self.value, self.tape = array, value, tape

    __class__ = property(lambda self: type(self.array))  # for isinstance

    def __array__(self, *args, **options) -> ndarray:
        self.tape.stop("NumPy takes a value out of a tensor, or changes it")
        return self.array

    @property
    def __array_interface__(self) -> dict:  # where the memory is
        return self.__array__().__array_interface__

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **options):
        function = ufunc if method == "__call__" else getattr(ufunc, method)
        if method in ("__call__", "reduce") and not out and ufunc.nout == 1:
            return self.tape.call(function, inputs, options)
        if method == "__call__" and len(out) == 1 and type(out[0]) is Sealed:
            self.tape.change(out[0], function, inputs, options)
            return out[0]
        self.tape.stop("an array is changed in place, or computed in a rare way")
        out = {"out": opened(out)} if out else {}
        return function(*opened(inputs), **opened(options), **out)

    def __array_function__(self, function, types, args, kwargs):
        if function.__name__ in SHAPED and "out" not in kwargs:
            return self.tape.call(function, args, kwargs)
        if function not in LOOKED_AT:
            self.tape.stop(f"np.{function.__name__} is called")
        return function(*opened(args), **opened(kwargs))

    def __getattr__(self, name: str):
        if name[:2] == "__":  # NumPy looks for what it could read
            raise AttributeError(name)
        part = getattr(self.array, name)
        if name in METADATA:
            return part
        if callable(part):
            return partial(self._method, name)
        self.tape.stop("the memory of an array is read in another way")
        return part

    def _method(self, name: str, *args, **options):
        if name == "view" and not options and args in [(), (ndarray,)]:
            return Sealed(self.array.view(), self.value, self.tape)
        if name == "astype" and options == {"copy": False} and args == (self.dtype,):
            return self
        if name in SHAPED and "out" not in options:
            return self.tape.call(method(name), (self, *args), options)
        what = name.strip("_")
        self.tape.stop(f"{what}() takes a value out of a tensor, or changes it")
        return getattr(self.array, name)(*opened(args), **opened(options))

    def __bool__(self) -> bool:
        answer = bool(self.array)
        if sys._getframe(1).f_code.co_filename.startswith(HOME):
            self.tape.expect(self, answer)  # minigrad checks an argument
        else:
            self.tape.stop("control flow depends on a value")
        return answer

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, key):
        return self.tape.call(operator.getitem, (self, key), {})

    def __setitem__(self, key, values) -> None:
        if key is Ellipsis and type(values) is Sealed:
            self.tape.change(self, as_copy, (values,), {})
        else:
            self.tape.stop("a part of an array is changed in place")
            self.array[opened(key)] = opened(values)

    # Not np.power, which is slower for 2, and has other digits.
    def __pow__(self, other):
        return self.tape.call(operator.pow, (self, other), {})

    def __rpow__(self, other):
        return self.tape.call(operator.pow, (other, self), {})

    T = property(lambda self: self.tape.call(np.transpose, (self,), {}))
    mT = property(lambda self: self.tape.call(np.matrix_transpose, (self,), {}))


@cache
def method(name: str):
    """Any array's method of this name, as one function."""

    def call(owner, *args, **options):
        return getattr(owner, name)(*args, **options)

    call.__name__, call.is_method = name, True
    return call


def _taking(name: str):
    return lambda self, *args: self._method(name, *args)


for _name in TAKING:
    setattr(Sealed, _name, _taking(_name))


def opened(args):
    """The same with plain arrays."""
    return each_of(args, lambda a: a.array if type(a) is Sealed else a)


def each_of(args, function):
    """`function` of all that is in tuples, lists and dicts."""
    if type(args) is Sealed:  # of what an op returned, perhaps a tuple
        return function(args)
    if isinstance(args, tuple | list):
        parts = [each_of(each, function) for each in args]
        is_named = hasattr(args, "_fields")
        return type(args)(*parts) if is_named else type(args)(parts)
    if isinstance(args, dict):
        return {name: each_of(each, function) for name, each in args.items()}
    return function(args)


def flat(args) -> Iterator:
    """All that is in tuples, lists and dicts."""
    if type(args) is Sealed or not isinstance(args, tuple | list | dict):
        yield args
    else:
        for each in args.values() if isinstance(args, dict) else args:
            yield from flat(each)


def is_sealed(args) -> bool:
    """Whether there is a Sealed array among these."""
    return any([type(each) is Sealed for each in flat(args)])
