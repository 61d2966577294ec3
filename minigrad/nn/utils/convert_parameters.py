"""All parameters as one vector, and back."""

from collections.abc import Iterable

from ...ops.join import cat
from ...tensor import Tensor
from ..parameter import typename


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """The entries of all parameters one after the other; gradients flow to them."""
    return cat([param.reshape(-1) for param in parameters])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Let the parameters be the parts of `vec`, over its memory."""
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {typename(vec)}")
    start = 0
    for param in parameters:
        end = start + param.numel()
        param.data = vec.detach()[start:end].reshape(param.shape)
        start = end
