"""Jacobians and Hessians of functions, and their products with vectors.

Read: `vjp` (one backward pass), `jvp` (two: the second through the first), `jacobian`
(one pass per entry of the output), `hessian` (the Jacobian of a Jacobian), `vhp` and
`hvp`. The checks of arguments, and of `strict`, are in `functional_checks.py`.

Each takes a function of tensors and the point: a tensor, or a tuple with one for each
argument. With `create_graph` the results can be differentiated again. With `strict`,
what does not depend on an input is an error instead of zeros.
"""

from collections.abc import Callable

import numpy as np

from ..names import module_getattr
from ..ops.join import Stack
from ..tensor import Tensor
from . import engine
from .functional_checks import (
    as_tensors,
    check_scalar,
    check_strict,
    check_vector,
    filled,
    point,
    refuse_strategy,
    refuse_vectorize,
)
from .grad_mode import enable_grad

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

__getattr__ = module_getattr(__name__)

Tensors = Tensor | tuple[Tensor, ...]
OUTPUTS = "outputs of the user-provided function"


def vjp(
    func: Callable[..., Tensors],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensors, Tensors]:
    """`(func(inputs), v^T J)`: v has the form of the output, v^T J that of the inputs.

    v may be None for an output with a single element.
    """
    with enable_grad():
        several, xs = point(inputs, "vjp", create_graph)
        several_out, outputs = as_tensors(func(*xs), OUTPUTS, "vjp")
        check_strict(outputs, "outputs", strict)
        if v is None and (len(outputs) != 1 or outputs[0]._data.size != 1):
            raise RuntimeError(
                "The vector v can only be None if the user-provided function returns "
                "a single Tensor with a single element."
            )
        v = _vector(v, outputs, several_out, "vjp", create_graph)
        grads = filled(
            _grad(outputs, xs, v, create_graph), xs, strict, create_graph, "back"
        )
    return _result(outputs, several_out, create_graph), _result(
        grads, several, create_graph
    )


def jvp(
    func: Callable[..., Tensors],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensors, Tensors]:
    """`(func(inputs), J v)`: v has the form of the inputs, J v that of the output.

    J^T u is linear in u, and its derivative by u, sent v backwards, is J v. So two
    backward passes make a forward one. v may be None for a single element.
    """
    with enable_grad():
        several, xs = point(inputs, "jvp", create_graph)
        _needs_vector(v, xs)
        v = _vector(v, xs, several, "jvp", create_graph)
        several_out, outputs = as_tensors(func(*xs), OUTPUTS, "jvp")
        check_strict(outputs, "outputs", strict)
        u = _zeros(outputs)
        grads = _grad(outputs, xs, u, True)
        check_strict(grads, "grad_inputs", strict)
        moved = _grad(grads, u, v, create_graph)
        moved = filled(moved, outputs, strict, create_graph, "back_trick")
    return _result(outputs, several_out, create_graph), _result(
        moved, several_out, create_graph
    )


def jacobian(
    func: Callable[..., Tensors],
    inputs: Tensors,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Tensor | tuple:
    """d func / d inputs, of shape (*output.shape, *input.shape).

    A tuple with one for each input, or for each output, or (both are tuples) a tuple
    of tuples: `[output][input]`. One backward pass per entry of the output, with
    `vectorize` too. `strategy="forward-mode"` is a NotImplementedError.
    """
    refuse_strategy(strategy, create_graph, strict, vectorize)
    with enable_grad():
        several, xs = point(inputs, "jacobian", create_graph)
        several_out, outputs = as_tensors(func(*xs), OUTPUTS, "jacobian")
        check_strict(outputs, "outputs", strict)
        refuse_vectorize(vectorize, strict)
        rows = [
            _detached(_jacobian(i, output, xs, create_graph, strict), create_graph)
            for i, output in enumerate(outputs)
        ]
    rows = tuple(row if several else row[0] for row in rows)
    return rows if several_out else rows[0]


def _jacobian(
    i: int, output: Tensor, inputs: tuple, create_graph: bool, strict: bool
) -> tuple[Tensor, ...]:
    """The Jacobians of one output, the one at place `i`, by each input."""
    rows = []
    entries = output.reshape(-1)
    for j in range(output._data.size):
        grads = _grad((entries[j],), inputs, None, create_graph, retain_graph=True)
        rows.append(filled(grads, inputs, strict, create_graph, i))
    if not rows:
        raise RuntimeError("stack expects a non-empty TensorList")
    return tuple(
        Stack.apply(*column, 0).reshape(output.shape + input.shape)
        for column, input in zip(zip(*rows, strict=True), inputs, strict=True)
    )


def hessian(
    func: Callable[..., Tensor],
    inputs: Tensors,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Tensor | tuple:
    """The second derivatives of a function with a single element as output.

    Of shape (*input.shape, *input.shape); a tuple of tuples, `[input][input]`, for a
    tuple of inputs.
    """
    several, xs = as_tensors(inputs, "inputs", "hessian")
    if outer_jacobian_strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError(
            'Expected strategy to be either "forward-mode" or "reverse-mode".'
        )

    def single(*args: Tensor) -> Tensor:
        return check_scalar(func(*args), "hessian", strict).reshape(())

    def gradient(*args: Tensor) -> tuple[Tensor, ...]:
        grads = jacobian(single, args, create_graph=True)
        check_strict(grads, "jacobian", strict)
        return grads

    rows = jacobian(
        gradient, xs, create_graph, strict, vectorize, outer_jacobian_strategy
    )
    return rows if several else rows[0][0]


def vhp(
    func: Callable[..., Tensor],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, Tensors]:
    """`(func(inputs), v^T H)` for a function with a single element as output."""
    with enable_grad():
        several, xs, v, output = _second_order(
            func, inputs, v, "vhp", create_graph, strict
        )
        first = _grad((output,), xs, None, True)
        check_strict(first, "jacobian", strict)
        second = _grad(first, xs, v, create_graph)
        second = filled(second, xs, strict, create_graph, "double_back")
    return _result((output,), False, create_graph), _result(
        second, several, create_graph
    )


def hvp(
    func: Callable[..., Tensor],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, Tensors]:
    """`(func(inputs), H v)` for a function with a single element as output.

    By one backward pass more than `vhp`, which gives the same where the second
    derivatives are continuous.
    """
    with enable_grad():
        several, xs, v, output = _second_order(
            func, inputs, v, "hvp", create_graph, strict
        )
        first = _grad((output,), xs, None, True)
        check_strict(first, "jacobian", strict)
        u = _zeros(xs)
        second = _grad(first, xs, u, True)
        check_strict(first, "hessian", strict)
        moved = _grad(second, u, v, create_graph)
        moved = filled(moved, xs, strict, create_graph, "double_back_trick")
    return _result((output,), False, create_graph), _result(
        moved, several, create_graph
    )


# -- helpers ----------------------------------------------------------------------


def _second_order(func, inputs, v, name: str, create_graph: bool, strict: bool):
    """What vhp and hvp begin with: the point, the vector, and the single output."""
    several, xs = point(inputs, name, create_graph)
    _needs_vector(v, xs)
    v = _vector(v, xs, several, name, create_graph)
    return several, xs, v, check_scalar(func(*xs), name, strict)


def _needs_vector(v: object, inputs: tuple[Tensor, ...]) -> None:
    if v is None and (len(inputs) != 1 or inputs[0]._data.size != 1):
        raise RuntimeError(
            "The vector v can only be None if the input to the user-provided function "
            "is a single Tensor with a single element."
        )


def _vector(
    v: Tensors | None, like: tuple, several: bool, name: str, create_graph: bool
) -> tuple[Tensor, ...] | None:
    """The vector v, one tensor for each of `like`."""
    if v is None:
        return None
    _, vs = point(v, name, create_graph, "v")
    check_vector(vs, like, several)
    return vs


def _grad(
    outputs: tuple,
    inputs: tuple[Tensor, ...],
    upstream: tuple | None,
    create_graph: bool,
    retain_graph: bool | None = None,
) -> tuple[Tensor | None, ...]:
    """`grad`, for outputs that may be None or have no history."""
    pairs = zip(outputs, upstream or (None,) * len(outputs), strict=True)
    pairs = [pair for pair in pairs if pair[0] is not None and pair[0].requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    outputs, upstream = zip(*pairs, strict=True)
    return engine.grad(
        outputs, inputs, upstream, retain_graph, create_graph, allow_unused=True
    )


def _zeros(like: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    """Upstream gradients of zeros that can be differentiated by."""
    return tuple(Tensor(np.zeros_like(each._data), requires_grad=True) for each in like)


def _detached(tensors: tuple, create_graph: bool) -> tuple[Tensor, ...]:
    return tensors if create_graph else tuple(each.detach() for each in tensors)


def _result(tensors: tuple, several: bool, create_graph: bool) -> Tensors:
    """A result in the form of what it belongs to: a tensor, or a tuple of them."""
    tensors = _detached(tensors, create_graph)
    return tensors if several else tensors[0]
