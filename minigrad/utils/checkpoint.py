"""Checkpoints: compute a part of the program again instead of keeping what it saved.

Read: `checkpoint`, then its two forms. `CheckpointFunction` (use_reentrant=True) runs
the part unrecorded, and runs it again, with a backward pass of its own, inside the
backward pass. Without it the part is recorded as usual, but saved-tensor hooks put a
`Holder` in the place of each saved tensor, which is its number: the third tensor that
was saved. When a backward first asks for one, the part runs again, and what it saves is
kept, by number, until the pass asks for it: a `Frame` does that. Checkpoints may be
nested: the inputs of an inner one are saved by the outer one.
"""

import contextlib
import warnings
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..autograd import Function, enable_grad
from ..autograd.engine import backward
from ..autograd.saved_hooks import PackedTensor, saved_tensors_hooks
from ..core.mode import mode
from ..errors import changed_error
from ..ops.generator import default_generator
from ..tensor import Tensor

__all__ = ["CheckpointError", "CheckpointFunction", "checkpoint"]
__all__ += ["checkpoint_sequential"]


def checkpoint(
    function: Callable,
    *args: Any,
    use_reentrant: bool | None = None,
    preserve_rng_state: bool = True,
    **kwargs: Any,
) -> Any:
    """`function(*args, **kwargs)`, of which backward will compute again what it needs.

    Needs less memory and more time. Choose `use_reentrant=False`: True is the older
    form, which knows `.backward()` only, and tensors that are arguments only.
    `preserve_rng_state=False` draws new random numbers the second time.
    """
    if use_reentrant is None:
        _warn(
            "torch.utils.checkpoint",
            "Starting in PyTorch 2.9, calling checkpoint "
            "without use_reentrant will raise an exception.",
        )
        use_reentrant = True
    if use_reentrant:
        if kwargs:
            raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
        return _reentrant(function, preserve_rng_state, args)
    if not mode.enabled:
        return function(*args, **kwargs)
    state = default_generator.get_state() if preserve_rng_state else None

    def again(*args: Any) -> None:
        with random_numbers_from(state), enable_grad():
            function(*args, **kwargs)

    frame = Frame(again, args)
    with saved_tensors_hooks(frame.pack, frame.unpack):
        return function(*args, **kwargs)


def checkpoint_sequential(
    functions: Any,
    segments: int,
    input: Tensor,
    use_reentrant: bool | None = None,
    preserve_rng_state: bool = True,
) -> Tensor:
    """The functions applied one after the other, with checkpoints.

    `functions` is an nn.Sequential or a list; `segments` says into how many parts it is
    cut. The last part is recorded as usual.
    """
    if use_reentrant is None:
        _warn(
            "torch.utils.checkpoint.checkpoint_sequential",
            "In version 2.9 we will raise an exception if use_reentrant is not passed.",
        )
        use_reentrant = True
    if hasattr(functions, "children"):
        functions = list(functions.children())
    options = {"use_reentrant": use_reentrant, "preserve_rng_state": preserve_rng_state}
    size = len(functions) // segments
    end = size * (segments - 1)
    for start in range(0, end, size):
        input = checkpoint(_chain(functions[start : start + size]), input, **options)
    return _chain(functions[end:])(input)


def _chain(functions: Sequence[Callable]) -> Callable[[Tensor], Tensor]:
    def forward(input: Tensor) -> Tensor:
        for function in functions:
            input = function(input)
        return input

    return forward


def _warn(name: str, when: str) -> None:
    warnings.warn(
        f"{name}: the use_reentrant parameter should be passed explicitly. {when} "
        "use_reentrant=False is recommended, but if you need to preserve the current "
        "default behavior, you can pass use_reentrant=True. Refer to docs for more "
        "details on the differences between the two variants.",
        stacklevel=3,
    )


@contextlib.contextmanager
def random_numbers_from(state: Tensor | None) -> Iterator[None]:
    """Inside the block the stream goes on from `state`; after it, from where it was.

    None changes nothing.
    """
    if state is None:
        yield
        return
    before = default_generator.get_state()
    default_generator.set_state(state)
    try:
        yield
    finally:
        default_generator.set_state(before)


# -- the reentrant form -----------------------------------------------------------


def _reentrant(function: Callable, preserve_rng_state: bool, args: tuple) -> Any:
    """A CheckpointFunction gets the tensors alone. Other arguments stay here."""
    tensors = [arg for arg in args if isinstance(arg, Tensor)]
    if not any(tensor.requires_grad for tensor in tensors):
        warnings.warn(
            "None of the inputs have requires_grad=True. Gradients will be None",
            stacklevel=3,
        )
    others = [Tensor if isinstance(arg, Tensor) else arg for arg in args]

    def run(*tensors: Tensor) -> Any:
        if mode.enabled and mode.graph_task and mode.graph_task.needed is not None:
            raise RuntimeError(
                "When use_reentrant=True, torch.utils.checkpoint is incompatible with "
                ".grad() or passing an `inputs` parameter to .backward(). To resolve "
                "this error, you can either set use_reentrant=False, or call "
                ".backward() without passing the `inputs` argument."
            )
        left = iter(tensors)
        return function(*[next(left) if each is Tensor else each for each in others])

    return CheckpointFunction.apply(run, preserve_rng_state, *tensors)


# piece: CheckpointFunction
class CheckpointFunction(Function):
    """A Function whose backward runs its forward again."""

    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.state = default_generator.get_state() if preserve_rng_state else None
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        inputs = [x.detach().requires_grad_(x.requires_grad) for x in ctx.saved_tensors]
        with random_numbers_from(ctx.state), enable_grad():
            outputs = ctx.function(*inputs)
        outputs = (outputs,) if isinstance(outputs, Tensor) else outputs
        pairs = [
            (output, grad)
            for output, grad in zip(outputs, grads, strict=True)
            if isinstance(output, Tensor) and output.requires_grad
        ]
        if not pairs:
            raise RuntimeError(
                "none of output has requires_grad=True, this checkpoint() is not "
                "necessary"
            )
        backward(*zip(*pairs, strict=True))
        return None, None, *[x.grad for x in inputs]


# -- the recorded form ------------------------------------------------------------


class CheckpointError(RuntimeError):
    """The second run of a checkpoint saved other tensors than the first."""


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
        self.kept = PackedTensor(tensor, None) if mode.saved_hooks else tensor

    def tensor(self) -> Tensor:
        """The tensor for the second run. RuntimeError if it was changed since."""
        if isinstance(self.kept, PackedTensor):
            found = self.kept.unpack(None).detach()
            return found.requires_grad_() if self.requires_grad else found
        if self.kept._version != self.version:
            raise changed_error(self.kept, self.version)
        return self.kept


class Frame:
    """One checkpoint: how to run it again, and what it saved the first time."""

    def __init__(self, again: Callable, args: tuple) -> None:
        self.again = again
        self.args = [Input(arg) if isinstance(arg, Tensor) else arg for arg in args]
        self.holders = []  # weak: what died with its node need not be kept again
        self.described = []  # of each tensor saved, its shape and dtype
        self.computed = weakref.WeakKeyDictionary()  # again, by backward pass

    def pack(self, tensor: Tensor) -> Holder:
        """Called by an op of the first run that saves `tensor`."""
        holder = Holder(len(self.holders))
        self.holders.append(weakref.ref(holder))
        self.described.append(_described(tensor))
        return holder

    def unpack(self, holder: Holder) -> Tensor:
        """The saved tensor, computed again at the first call in a backward pass."""
        task = mode.graph_task
        tensors = None if task is None else self.computed.get(task)
        if tensors is None:
            tensors = self.compute_again()
            if task is not None:
                self.computed[task] = tensors
        if holder.number not in tensors:
            raise CheckpointError(
                "torch.utils.checkpoint: Unpack is being triggered for a tensor that "
                "was already unpacked once. If you are calling ctx.saved_tensors in "
                "backward, make sure to do so only once."
            )
        return tensors.pop(holder.number)

    def compute_again(self) -> dict[int, Tensor]:
        """Run the function again. Returns what it saves, by number.

        CheckpointError if that is something else than the first time.
        """
        tensors, described = {}, []

        def pack(tensor: Tensor) -> Tensor:
            number = len(described)
            described.append(_described(tensor))
            tensor = tensor.detach()
            if number < len(self.holders) and self.holders[number]() is not None:
                tensors[number] = tensor
            if number + 1 >= len(self.holders):
                raise _Stop
            return tensor

        args = [arg.tensor() if isinstance(arg, Input) else arg for arg in self.args]
        try:
            with saved_tensors_hooks(pack, lambda tensor: tensor):
                self.again(*args)
        except _Stop:
            pass
        _check(self.described, described, [*tensors])
        return tensors


class _Stop(Exception):
    """Ends a second run that has computed all that was saved."""


def _described(tensor: Tensor) -> dict[str, Any]:
    return {"shape": tensor.shape, "dtype": tensor.dtype}


def _check(first: list[dict], second: list[dict], numbers: list[int]) -> None:
    """CheckpointError if what the two runs saved differs, in count or at `numbers`."""
    if len(first) != len(second):
        raise CheckpointError(
            "torch.utils.checkpoint: A different number of tensors was saved during "
            "the original forward and recomputation.\nNumber of tensors saved during "
            f"forward: {len(first)}\nNumber of tensors saved during recomputation: "
            f"{len(second)}.\n" + ADVICE
        )
    different = [
        f"tensor at position {i}:\nsaved metadata: {first[i]}\n"
        f"recomputed metadata: {second[i]}\n"
        for i in numbers
        if first[i] != second[i]
    ]
    if different:
        raise CheckpointError(
            "torch.utils.checkpoint: Recomputed values for the following tensors have "
            "different metadata than during the forward pass.\n"
            + "".join(different)
            + ADVICE
        )


ADVICE = "The function must do the same in both runs."
