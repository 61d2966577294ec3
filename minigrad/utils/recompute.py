"""The checkpoint that is recorded: what it saves is computed again when it is needed.

Read: `checkpoint_recorded`, then `Frame`, which lives as long as the graph of one
checkpoint, and `Round`, its second run in one backward pass.

In the first run a saved tensor is replaced by a `Holder`, a number: the third tensor
that was saved. When a backward first asks for one, the function runs again and keeps
what it saves, by number, until the pass asks for it.

Checkpoints may be nested: the inputs of an inner one are saved by the outer one.
"""

import contextlib
import weakref
from collections.abc import Callable, Iterator
from typing import Any

from ..autograd.grad_mode import enable_grad
from ..autograd.saved_hooks import Packed, saved_tensors_hooks
from ..core.mode import mode
from ..errors import changed_error
from ..generator import default_generator
from ..tensor import Tensor


class CheckpointError(RuntimeError):
    """The second run of a checkpoint saved other tensors than the first."""


class _Stop(Exception):
    """Ends a second run that has computed all that was saved."""


def noop_context_fn() -> tuple:
    """Two context managers that do nothing."""
    return contextlib.nullcontext(), contextlib.nullcontext()


class _Settings:
    """What overrides the arguments of `checkpoint`; None leaves them alone."""

    early_stop: bool | None = None
    debug: bool | None = None


@contextlib.contextmanager
def set_checkpoint_early_stop(enable: bool) -> Iterator[None]:
    """Inside the block, `early_stop` of every checkpoint is this."""
    before, _Settings.early_stop = _Settings.early_stop, enable
    try:
        yield
    finally:
        _Settings.early_stop = before


@contextlib.contextmanager
def set_checkpoint_debug_enabled(enabled: bool | None) -> Iterator[None]:
    """Inside the block, `debug` of every checkpoint is this; None leaves it alone."""
    before, _Settings.debug = _Settings.debug, enabled
    try:
        yield
    finally:
        _Settings.debug = before


@contextlib.contextmanager
def random_numbers_from(state: Tensor | None) -> Iterator[None]:
    """Inside the block the stream goes on from `state`; after it, from where it was.

    None changes nothing.
    """
    before = default_generator.get_state()
    if state is not None:
        default_generator.set_state(state)
    try:
        yield
    finally:
        if state is not None:
            default_generator.set_state(before)


# -- the first run ----------------------------------------------------------------


def checkpoint_recorded(
    function: Callable,
    args: tuple,
    kwargs: dict,
    preserve_rng_state: bool,
    context_fn: Callable[[], tuple],
    determinism_check: str,
    debug: bool,
    early_stop: bool,
) -> Any:
    """`function(*args, **kwargs)`, recorded without keeping what it saves."""
    if _Settings.debug is not None:
        debug = _Settings.debug
    if _Settings.early_stop is not None:
        early_stop = _Settings.early_stop
    if debug and context_fn is not noop_context_fn:
        raise ValueError("debug=True is incompatible with non-default context_fn")
    if determinism_check not in _DESCRIPTIONS:
        raise ValueError(
            f"determinism_check should be one of {list(_DESCRIPTIONS)}, but got "
            f"{determinism_check}"
        )
    first_context, second_context = context_fn()
    state = default_generator.get_state() if preserve_rng_state else None
    if not mode.enabled:
        return function(*args, **kwargs)

    def again(*args: Any) -> None:
        with random_numbers_from(state), second_context:
            function(*args, **kwargs)

    frame = Frame(again, args, _DESCRIPTIONS[determinism_check], debug, early_stop)
    with saved_tensors_hooks(frame.pack, frame.unpack), first_context:
        result = function(*args, **kwargs)
        frame.complete = True
    if not frame.complete:
        raise RuntimeError(
            "torch.utils.checkpoint: the forward context provided by context_fn "
            "suppressed an exception raised during the checkpointed forward. This is "
            "not supported because checkpoint cannot return a value for a failed "
            "forward."
        )
    return result


class Holder:
    """Stands for a saved tensor, by its number."""

    __slots__ = ("number", "__weakref__")

    def __init__(self, number: int) -> None:
        self.number = number


class Input:
    """A tensor among the arguments: kept, or packed by the checkpoint around this."""

    def __init__(self, tensor: Tensor) -> None:
        self.requires_grad = tensor.requires_grad
        self.version = tensor._version
        self.kept = Packed(tensor) if mode.saved_hooks else tensor

    def tensor(self) -> Tensor:
        """The tensor for the second run. RuntimeError if it was changed since."""
        if isinstance(self.kept, Packed):
            found = self.kept.tensor().detach()
            return found.requires_grad_() if self.requires_grad else found
        if self.kept._version != self.version:
            raise changed_error(self.kept, self.version)
        return self.kept


class Frame:
    """One checkpoint: how to run it again, and what it saved the first time."""

    def __init__(
        self,
        again: Callable,
        args: tuple,
        describe: Callable[[Tensor], object],
        debug: bool,
        early_stop: bool,
    ) -> None:
        self.again, self.describe = again, describe
        self.debug, self.early_stop = debug, early_stop
        self.args = [Input(arg) if isinstance(arg, Tensor) else arg for arg in args]
        self.holders = []  # weak: what died with its node need not be kept again
        self.descriptions = []
        self.complete = False  # True when the first run is done
        self.rounds = weakref.WeakKeyDictionary()  # by backward pass

    def pack(self, tensor: Tensor) -> Holder:
        holder = Holder(len(self.holders))
        self.holders.append(weakref.ref(holder))
        self.descriptions.append(self.describe(tensor))
        return holder

    def unpack(self, holder: Holder) -> Tensor:
        """The saved tensor, computed again at the first call in a backward pass."""
        done = self.rounds.get(mode.graph_task) if mode.graph_task is not None else None
        if done is None:
            done = Round(self)
            done.run()
            if mode.graph_task is not None:
                self.rounds[mode.graph_task] = done
        if holder.number not in done.tensors:
            raise CheckpointError(
                "torch.utils.checkpoint: Unpack is being triggered for a tensor that "
                "was already unpacked once. If you are calling ctx.saved_tensors in "
                "backward, make sure to do so only once."
            )
        return done.tensors.pop(holder.number)


# -- the second run ---------------------------------------------------------------


class Round:
    """A second run of a frame's function: keeps what it saves, by number."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.tensors = {}
        self.descriptions = []
        self.unequal = False  # the function went on: it is not done the first time

    def run(self) -> None:
        """Run the function again. CheckpointError if it saves other tensors."""
        frame = self.frame
        args = [arg.tensor() if isinstance(arg, Input) else arg for arg in frame.args]
        try:
            with saved_tensors_hooks(self.pack, _same), enable_grad():
                frame.again(*args)
        except _Stop:
            pass
        if not self.unequal:
            self.check()

    def pack(self, tensor: Tensor) -> Tensor:
        frame, number = self.frame, len(self.descriptions)
        self.descriptions.append(frame.describe(tensor))
        tensor = tensor.detach()
        if number >= len(frame.holders):
            if frame.complete:
                raise CheckpointError(
                    self.explained(
                        "trying to save more tensors during recomputation than during "
                        "the original forward pass."
                    )
                )
            self.unequal = True
            return tensor
        if frame.holders[number]() is not None:
            self.tensors[number] = tensor
        if frame.early_stop and number + 1 == len(frame.holders):
            raise _Stop
        return tensor

    def check(self) -> None:
        """CheckpointError if the two runs saved different tensors."""
        first, second = self.frame.descriptions, self.descriptions
        if len(first) != len(second):
            raise CheckpointError(
                self.explained(
                    "A different number of tensors was saved during the original "
                    "forward and recomputation.\nNumber of tensors saved during "
                    f"forward: {len(first)}\nNumber of tensors saved during "
                    f"recomputation: {len(second)}."
                )
            )
        different = [i for i in self.tensors if first[i] != second[i]]
        if different:
            raise CheckpointError(
                self.explained(
                    "Recomputed values for the following tensors have different "
                    "metadata than during the forward pass.\n"
                    + "\n".join(
                        f"tensor at position {i}:\nsaved metadata: {first[i]}\n"
                        f"recomputed metadata: {second[i]}"
                        for i in different
                    )
                )
            )

    def explained(self, text: str) -> str:
        """The text of an error, with what both runs saved if that is asked for."""
        text = f"torch.utils.checkpoint: {text}\n"
        if not self.frame.debug:
            return text + (
                "The function must do the same in both runs. To see what each of them "
                "saved, pass debug=True to checkpoint."
            )
        for what, descriptions in (
            ("the original forward", self.frame.descriptions),
            ("recomputation", self.descriptions),
        ):
            lines = [f"  {i}: {each}" for i, each in enumerate(descriptions)]
            text += "\n".join([f"Saved during {what}:", *lines, ""])
        return text


def _same(tensor: Tensor) -> Tensor:
    return tensor


_DESCRIPTIONS = {
    "default": lambda tensor: {"shape": tensor.shape, "dtype": tensor.dtype},
    "none": lambda tensor: None,
}
