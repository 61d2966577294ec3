"""Checkpoints: compute a part of the program again instead of keeping what it saved.

Read: `checkpoint`, then its two forms. `CheckpointFunction` (use_reentrant=True) runs
the part unrecorded, and runs it again, with a backward pass of its own, inside the
backward pass. Without it the part is recorded as usual, but what it saves goes through
saved-tensor hooks, which compute it again when it is first asked for: that is in
`recompute.py`. `checkpoint_sequential` cuts a chain of functions into such parts.
"""

import warnings
from collections.abc import Callable, Sequence
from typing import Any

from ..autograd import Function, enable_grad
from ..autograd.engine import backward
from ..core.mode import mode
from ..generator import default_generator
from ..tensor import Tensor
from .recompute import (
    CheckpointError,
    checkpoint_recorded,
    noop_context_fn,
    random_numbers_from,
    set_checkpoint_debug_enabled,
    set_checkpoint_early_stop,
)

__all__ = [
    "CheckpointError",
    "CheckpointFunction",
    "checkpoint",
    "checkpoint_sequential",
    "noop_context_fn",
    "set_checkpoint_debug_enabled",
    "set_checkpoint_early_stop",
]


def checkpoint(
    function: Callable,
    *args: Any,
    use_reentrant: bool | None = None,
    context_fn: Callable[[], tuple] = noop_context_fn,
    determinism_check: str = "default",
    debug: bool = False,
    early_stop: bool = True,
    **kwargs: Any,
) -> Any:
    """`function(*args, **kwargs)`, of which backward will compute again what it needs.

    Needs less memory and more time. Choose `use_reentrant=False`: True is the older
    form, which knows `.backward()` only, tensors that are arguments only, and none of
    the options below. `preserve_rng_state=False` (True is the default) draws new random
    numbers the second time.

    `context_fn` gives two context managers, for the two runs. `determinism_check`
    compares shapes and dtypes of what the runs saved ("default") or nothing ("none").
    With `debug` an error lists what was saved. With `early_stop` the second run ends as
    soon as it has computed all that was saved.
    """
    if use_reentrant is None:
        _warn(
            "torch.utils.checkpoint",
            "Starting in PyTorch 2.9, calling checkpoint "
            "without use_reentrant will raise an exception.",
        )
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if not use_reentrant:
        options = (preserve, context_fn, determinism_check, debug, early_stop)
        return checkpoint_recorded(function, args, kwargs, *options)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    if context_fn is not noop_context_fn or debug:
        raise ValueError(
            "Passing `context_fn` or `debug` is only supported when "
            "use_reentrant=False."
        )
    return CheckpointFunction.apply(function, preserve, *args)


def checkpoint_sequential(
    functions: Any,
    segments: int,
    input: Tensor,
    use_reentrant: bool | None = None,
    **kwargs: Any,
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
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    if hasattr(functions, "children"):
        functions = list(functions.children())
    size = len(functions) // segments
    end = 0
    for start in range(0, size * (segments - 1), size):
        end = start + size
        input = checkpoint(
            _chain(functions[start:end]),
            input,
            use_reentrant=use_reentrant,
            preserve_rng_state=preserve,
        )
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


class CheckpointFunction(Function):
    """The reentrant form: a Function whose backward runs its forward again."""

    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        tensors = [arg for arg in args if isinstance(arg, Tensor)]
        if not any(tensor.requires_grad for tensor in tensors):
            warnings.warn(
                "None of the inputs have requires_grad=True. Gradients will be None",
                stacklevel=2,
            )
        ctx.run_function = run_function
        ctx.random_state = None
        if preserve_rng_state:
            ctx.random_state = default_generator.get_state()
        ctx.others = [None if isinstance(arg, Tensor) else arg for arg in args]
        ctx.places = [i for i, arg in enumerate(args) if isinstance(arg, Tensor)]
        ctx.save_for_backward(*tensors)
        return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
        if mode.graph_task is not None and mode.graph_task.needed is not None:
            raise RuntimeError(
                "When use_reentrant=True, torch.utils.checkpoint is incompatible with "
                ".grad() or passing an `inputs` parameter to .backward(). To resolve "
                "this error, you can either set use_reentrant=False, or call "
                ".backward() without passing the `inputs` argument."
            )
        inputs = list(ctx.others)
        for place, tensor in zip(ctx.places, ctx.saved_tensors, strict=True):
            inputs[place] = tensor.detach().requires_grad_(tensor.requires_grad)
        with random_numbers_from(ctx.random_state), enable_grad():
            outputs = ctx.run_function(*inputs)
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
        return (
            None,
            None,
            *(input.grad if isinstance(input, Tensor) else None for input in inputs),
        )
