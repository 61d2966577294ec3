"""`backward` and `grad` as users call them. `core/engine.py` is how they work."""

from collections.abc import Sequence

import numpy as np
from numpy import ndarray

from .. import errors
from ..core import engine
from ..core.engine import GraphTask, upstream_of
from ..core.tensor import Tensor
from .saved_hooks import run_backward
from .targets import arriving, as_tuple, limit, targets_of

__all__ = ["arriving", "backward", "grad"]


def backward(
    tensors: Tensor | Sequence[Tensor],
    grad_tensors: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Tensor | Sequence[Tensor] | None = None,
) -> None:
    """Add the gradients of `tensors` to the `.grad` of the leaves they depend on.

    `grad_tensors` are the upstream gradients, one per tensor, of its shape; a scalar
    needs none. With `inputs`, only these receive a gradient.
    """
    tensors = as_tuple(tensors)
    upstream = upstream_of_all(tensors, grad_tensors)
    if create_graph:
        errors.warn_of_cycle()
    task = GraphTask(tensors, retain_graph, create_graph)
    if inputs is not None:
        limit(task, targets_of(inputs))
    run_backward(task, upstream)


def grad(
    outputs: Tensor | Sequence[Tensor],
    inputs: Tensor | Sequence[Tensor],
    grad_outputs: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]:
    """The gradients of the sum of `outputs` with respect to each of `inputs`.

    Always a tuple. No `.grad` is touched. An input that the outputs do not depend on
    is an error; None with `allow_unused`, zeros with `materialize_grads`.
    `only_inputs` changes nothing: PyTorch keeps it for old programs.
    """
    outputs, inputs = as_tuple(outputs), as_tuple(inputs)
    if not inputs:
        raise errors.no_inputs([], "grad")
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when "
            "materialize_grads=True, but got: allow_unused=False."
        )
    flags = retain_graph, create_graph, allow_unused, materialize_grads
    upstream = upstream_of_all(outputs, grad_outputs)
    return engine.grad(outputs, inputs, upstream, *flags)


def copy_for(leaf: Tensor, grad: ndarray) -> Tensor:
    """A copy of a gradient, laid out in memory as the leaf (which may have another
    array by now, `leaf.data = …`)."""
    copy = np.empty_like(leaf._data, grad.dtype, shape=grad.shape)
    copy[...] = grad
    return Tensor(copy)


def upstream_of_all(outputs: tuple, given) -> list[Tensor]:
    """The gradient that starts at each output: 1 where none is given for a scalar."""
    given = (None,) * len(outputs) if given is None else as_tuple(given)
    if len(given) != len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(given)} gradients")
    pairs = zip(outputs, given, strict=True)
    return [upstream_of(output, grad, i) for i, (output, grad) in enumerate(pairs)]
