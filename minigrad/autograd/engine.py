"""`backward` and `grad` as users call them. `core/engine.py` is how they work."""

from collections.abc import Sequence

from ..core import engine
from ..core.engine import arriving, as_tuple, upstream_of
from ..core.tensor import Tensor

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
    engine.backward(tensors, grad_tensors, retain_graph, create_graph, inputs)


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
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when "
            "materialize_grads=True, but got: allow_unused=False."
        )
    flags = retain_graph, create_graph, allow_unused, materialize_grads
    upstream = upstream_of(outputs, grad_outputs)
    return engine.grad(outputs, inputs, upstream, *flags)
