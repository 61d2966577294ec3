"""What the engine checks, and PyTorch's words for what is wrong."""

from collections.abc import Sequence
from itertools import count

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..tensor import Tensor
from .grad_mode import mode
from .nodes import AccumulateGrad, Node, edge_of
from .saved import OUTPUT, PACKED, is_operand, mended, traced

ONLY_INPUTS = (
    "only_inputs argument is deprecated and is ignored now (defaults to True). To "
    "accumulate gradient for other parts of the graph, please use "
    "torch.autograd.backward."
)


def check_count(node: Node, result: tuple, expected: int | None = None) -> None:
    """One gradient per input; more may follow as long as they are None."""
    if expected is None:
        expected = len(node._edges)
    if len(result) < expected or any(grad is not None for grad in result[expected:]):
        raise RuntimeError(
            f"function {node.name()} returned an incorrect number of gradients "
            f"(expected {expected}, got {len(result)})"
        )


def freed_error() -> RuntimeError:
    """PyTorch's error for a second pass through a graph whose buffers are freed."""
    return RuntimeError(
        "Trying to backward through the graph a second time (or directly access saved "
        "tensors after they have already been freed). Saved intermediate values of "
        "the graph are freed when you call .backward() or autograd.grad(). Specify "
        "retain_graph=True if you need to backward through the graph a second time or "
        "if you need to access saved tensors after calling backward."
    )


def as_saved(node: Node, create_graph: bool) -> Node:
    """The ctx for one backward of `node`: its saved tensors as they were saved.

    They are Tensors under `create_graph`. RuntimeError if one was changed since.
    """
    if node.saved_tensors:
        if node._cells is PACKED:
            return mended(node, create_graph)
        for cell in node._cells:  # most versions are 0, then and now
            if cell[0]:
                if node._versions != tuple([c[0] for c in node._cells]):
                    raise RuntimeError(version_error(node))
                break
    return traced(node) if create_graph else node


def version_error(node: Node) -> str:
    """PyTorch's message for a saved tensor that was changed in place since."""
    versions = node._versions or (0,) * len(node._cells)
    index = next(i for i, cell in enumerate(node._cells) if cell[0] != versions[i])
    origins = [origin for origin in node._origin if is_operand(origin)]
    saved = [
        array
        for array, origin in zip(node.saved_tensors, node._origin, strict=True)
        if is_operand(origin)
    ][index]
    origin, edge = origins[index], None  # an option that is a tensor has no edge
    if origin <= OUTPUT:
        edge = node
    elif origin < len(node._edges):
        edge = node._edges[origin]
    return changed_in_place(saved, edge, node._cells[index][0], versions[index])


def changed_in_place(saved: ndarray, edge: Node | None, now: int, then: int) -> str:
    """PyTorch's message: which tensor was changed, and how often."""
    made_by = ""
    if edge is not None and edge.__class__ is not AccumulateGrad:
        maker = edge._source().name().rstrip("0123456789").removesuffix("Backward")
        made_by = f", which is output {edge._index} of {maker},"
    kind = f"torch.{dtypes.LEGACY[dtypes.of(saved.dtype)]}"
    if saved.dtype == np.bool_:
        kind = "CPUBoolType"  # as PyTorch prints it here
    return (
        "one of the variables needed for gradient computation has been modified by an "
        f"inplace operation: [{kind} {list(saved.shape)}]{made_by} is at version "
        f"{now}; expected version {then} instead. Hint: "
    ) + (
        "the backtrace further above shows the operation that failed to compute its "
        "gradient. The variable in question was changed in there or anywhere later."
        if mode.anomaly
        else "enable anomaly detection to find the operation that failed to compute "
        "its gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False)."
    )


def as_tuple(tensors: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]:
    return (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)


def differentiated(inputs: Sequence[Tensor]) -> list[Node]:
    """The edges of `inputs`: where a gradient with respect to each arrives."""
    edges = [edge_of(tensor) for tensor in inputs]
    if None in edges:
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    return edges


def upstream_of(outputs: Sequence[Tensor], given) -> list[Tensor]:
    """The gradient that starts at each output."""
    if given is None and len(outputs) == 1:
        return [_checked_upstream(0, outputs[0], None)]
    if given is None:
        given = (None,) * len(outputs)
    given = (given,) if isinstance(given, Tensor) else tuple(given)
    if len(given) != len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(given)} gradients")
    return [_checked_upstream(*each) for each in zip(count(), outputs, given)]


def _checked_upstream(index: int, output: Tensor, grad: Tensor | None):
    shape = output._data.shape
    if grad is None:
        if not output.requires_grad:
            raise _no_grad_fn(index)
        if output._data.size != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        one = np.array(1, output._data.dtype)
        return Tensor(one.reshape(shape) if shape else one)
    if not isinstance(grad, Tensor):
        raise TypeError(
            "gradients can be either Tensors or None, but got " + type(grad).__name__
        )
    if grad._data.shape != shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[{index}] has a shape of {grad.shape} and "
            f"output[{index}] has a shape of {output.shape}."
        )
    if not output.requires_grad:
        raise _no_grad_fn(index)
    return grad


def _no_grad_fn(index: int) -> RuntimeError:
    return RuntimeError(
        f"element {index} of tensors does not require grad and does not have a grad_fn"
    )


def found_gradient(
    grad: Tensor | None,
    tensor: Tensor,
    index: int,
    allow_unused: bool | None,
    materialize_grads: bool,
    create_graph: bool,
) -> Tensor | None:
    """What `grad()` returns for the input at `index`; RuntimeError if it is unused."""
    if grad is None:
        if materialize_grads:
            return Tensor(np.zeros_like(tensor._data), requires_grad=create_graph)
        if not allow_unused:
            raise RuntimeError(
                f"The differentiated Tensor at index {index} appears to not have been "
                "used in the graph. Set allow_unused=True if this is the desired "
                "behavior."
            )
    return grad


def type_name(value: object) -> str:
    """The name of a value's type as PyTorch's errors give it."""
    kind = type(value)
    outside = kind.__module__ != "builtins"
    return f"{kind.__module__}.{kind.__name__}" if outside else kind.__name__
