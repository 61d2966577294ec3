"""Whether operations are recorded, in all the forms that PyTorch has for it.

Read: `no_grad`, `enable_grad`, `set_grad_enabled`, `inference_mode`. Each of them works
as a context manager and as a decorator; what was there before comes back when the block
ends, by an exception too. The switch itself is in `../core/mode.py`.
"""

import functools
import inspect
from collections.abc import Callable

from ..core import mode as core
from ..core.mode import Mode, mode

__all__ = [
    "enable_grad",
    "inference_mode",
    "is_grad_enabled",
    "is_inference_mode_enabled",
    "no_grad",
    "set_grad_enabled",
]

Mode.inference = False  # inside inference_mode


def is_grad_enabled() -> bool:
    """True if operations in this thread are recorded."""
    return mode.enabled


class _Decorator:
    """What is a context manager decorates functions as well."""

    def __new__(cls, *args, **kwargs):
        # `@no_grad` without brackets decorates, as in PyTorch.
        switch = super().__new__(cls)
        return switch(*args) if args and callable(args[0]) else switch

    def _fresh(self) -> "_Decorator":
        return self.__class__()

    def __call__(self, function: Callable) -> Callable:
        """Decorate `function`: each call runs in this mode, a generator too."""
        if inspect.isgeneratorfunction(function):
            return self._decorate_generator(function)

        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            # A fresh switch each time: the function may call itself.
            with self._fresh():
                return function(*args, **kwargs)

        return wrapper

    def _decorate_generator(self, function: Callable) -> Callable:
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            # The mode holds while the generator's own code runs, not while it is
            # suspended: between two values the caller's mode is in force.
            generator = function(*args, **kwargs)
            send, value = generator.send, None
            while True:
                try:
                    with self._fresh():
                        out = send(value)
                except StopIteration as stop:
                    return stop.value
                try:
                    value = yield out
                    send = generator.send
                except GeneratorExit:
                    with self._fresh():
                        generator.close()
                    raise
                except BaseException as error:
                    send, value = generator.throw, error

        return wrapper


class _Switch(_Decorator):
    """Sets the mode for a block or a function call, and restores it after."""

    enabled: bool

    def __enter__(self) -> None:
        self._previous = mode.enabled
        mode.enabled = self.enabled and not mode.inference

    def __exit__(self, *exc_info: object) -> None:
        mode.enabled = self._previous


class no_grad(_Decorator, core.no_grad):
    """Nothing is recorded inside: results have requires_grad=False.

    For parameter updates and evaluation. `with no_grad():` or `@no_grad()`.
    """


class enable_grad(_Switch):
    """Recording is on inside, also within a `no_grad` block."""

    enabled = True


class set_grad_enabled(_Switch):
    """Recording on or off by a value; takes effect at once, even without `with`."""

    def __init__(self, enabled: bool) -> None:
        self.enabled = bool(enabled)
        super().__enter__()

    def __enter__(self) -> None:
        mode.enabled = self.enabled and not mode.inference

    def _fresh(self) -> "set_grad_enabled":
        return set_grad_enabled(self.enabled)

    def __call__(self, function: Callable) -> Callable:
        mode.enabled = self._previous  # as a decorator it changes nothing by itself
        return super().__call__(function)


class inference_mode(_Switch):
    """Nothing is recorded inside, not even in an inner `enable_grad`.

    PyTorch's tensors of this mode may not take part in a graph later; minigrad's may.
    `inference_mode(False)` ends it for a block.
    """

    def __new__(cls, mode: Callable | bool = True):
        switch = super().__new__(cls)
        switch.inference = mode is not False
        return switch if isinstance(mode, bool) else switch(mode)

    def __enter__(self) -> None:
        self._previous = mode.enabled, mode.inference
        mode.enabled, mode.inference = not self.inference, self.inference

    def __exit__(self, *exc_info: object) -> None:
        mode.enabled, mode.inference = self._previous

    def _fresh(self) -> "inference_mode":
        return self.__class__(self.inference)


def is_inference_mode_enabled() -> bool:
    """True inside `inference_mode`."""
    return mode.inference
