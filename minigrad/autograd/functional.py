"""Jacobians and Hessians of functions, and their products with vectors.

Read: `vjp` (one backward pass), `jvp` (two: the second through the first), `jacobian`
(one pass per entry of the output), `hessian` (the Jacobian of a Jacobian), `vhp` and
`hvp`. The rest checks arguments, in PyTorch's words.

Each takes a function of tensors and the point: a tensor, or a tuple with one for each
argument. With `create_graph` the results can be differentiated again. What does not
depend on an input has derivatives of 0.
"""

from collections.abc import Callable

import numpy as np

from ..ops.join import Stack
from ..ops.public import publish
from ..ops.shape import Alias
from ..tensor import Tensor
from . import engine
from .grad_mode import enable_grad

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

Tensors = Tensor | tuple[Tensor, ...]


def vjp(
    func: Callable[..., Tensors],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
) -> tuple[Tensors, Tensors]:
    """`(func(inputs), v^T J)`: v has the form of the output, v^T J that of the inputs.

    v may be None for an output with a single element.
    """
    with enable_grad():
        several, xs = _point(inputs, "vjp", create_graph)
        several_out, outputs = _outputs(func, xs, "vjp")
        v = _vector(v, outputs, several_out, "vjp", create_graph)
        grads = _filled(_grad(outputs, xs, v, create_graph), xs)
    return _results(create_graph, (outputs, several_out), (grads, several))


def jvp(
    func: Callable[..., Tensors],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
) -> tuple[Tensors, Tensors]:
    """`(func(inputs), J v)`: v has the form of the inputs, J v that of the output.

    J^T u is linear in u, and its derivative by u, sent v backwards, is J v. So two
    backward passes make a forward one. v may be None for a single element.
    """
    with enable_grad():
        several, xs = _point(inputs, "jvp", create_graph)
        v = _vector(v, xs, several, "jvp", create_graph)
        several_out, outputs = _outputs(func, xs, "jvp")
        u = _zeros(outputs)
        moved = _grad(_grad(outputs, xs, u, True), u, v, create_graph)
        moved = _filled(moved, outputs)
    return _results(create_graph, (outputs, several_out), (moved, several_out))


def jacobian(
    func: Callable[..., Tensors],
    inputs: Tensors,
    create_graph: bool = False,
    *,
    vectorize: bool = False,
) -> Tensor | tuple:
    """d func / d inputs, of shape (*output.shape, *input.shape).

    A tuple with one for each input, or for each output, or (both are tuples) a tuple
    of tuples: `[output][input]`. One backward pass per entry of the output, with
    `vectorize` too.
    """
    with enable_grad():
        several, xs = _point(inputs, "jacobian", create_graph)
        several_out, outputs = _outputs(func, xs, "jacobian")
        rows = [
            _result(_jacobian(output, xs, create_graph), several, create_graph)
            for output in outputs
        ]
    return tuple(rows) if several_out else rows[0]


def _jacobian(output: Tensor, inputs: tuple, create_graph: bool) -> tuple[Tensor, ...]:
    """The Jacobians of one output by each input."""
    entries = output.reshape(-1)
    rows = [
        _filled(_grad((entry,), inputs, None, create_graph, retain_graph=True), inputs)
        for entry in entries
    ]
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
    *,
    vectorize: bool = False,
) -> Tensor | tuple:
    """The second derivatives of a function with a single element as output.

    Of shape (*input.shape, *input.shape); a tuple of tuples, `[input][input]`, for a
    tuple of inputs.
    """
    several, xs = _as_tensors(inputs, "inputs", "hessian")

    def gradient(*args: Tensor) -> tuple[Tensor, ...]:
        def single(*args: Tensor) -> Tensor:
            return _scalar(func, args, "hessian").reshape(())

        return jacobian(single, args, create_graph=True)

    rows = jacobian(gradient, xs, create_graph)
    return rows if several else rows[0][0]


def vhp(
    func: Callable[..., Tensor],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
) -> tuple[Tensor, Tensors]:
    """`(func(inputs), v^T H)` for a function with a single element as output."""
    with enable_grad():
        several, xs, v, output = _second_order(func, inputs, v, "vhp", create_graph)
        first = _grad((output,), xs, None, True)
        second = _filled(_grad(first, xs, v, create_graph), xs)
    return _results(create_graph, ((output,), False), (second, several))


def hvp(
    func: Callable[..., Tensor],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
) -> tuple[Tensor, Tensors]:
    """`(func(inputs), H v)` for a function with a single element as output.

    It is `vhp` computed like `jvp`, with one backward pass more: H is symmetric.
    """
    with enable_grad():
        several, xs, v, output = _second_order(func, inputs, v, "hvp", create_graph)
        u = _zeros(xs)
        first = _grad((output,), xs, None, True)
        second = _grad(_grad(first, xs, u, True), u, v, create_graph)
        second = _filled(second, xs)
    return _results(create_graph, ((output,), False), (second, several))


def _second_order(func, inputs, v, name: str, create_graph: bool) -> tuple:
    """The inputs, the vector and the output of `vhp` and `hvp`."""
    several, xs = _point(inputs, name, create_graph)
    v = _vector(v, xs, several, name, create_graph)
    return several, xs, v, _scalar(func, xs, name)


# -- passes -----------------------------------------------------------------------


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


def _filled(grads: tuple, like: tuple) -> tuple[Tensor, ...]:
    """The gradients, with zeros for those that are None."""
    return tuple(
        Tensor(np.zeros_like(each._data)) if grad is None else grad
        for grad, each in zip(grads, like, strict=True)
    )


def _zeros(like: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    """Upstream gradients of zeros that can be differentiated by."""
    return tuple(Tensor(np.zeros_like(each._data), requires_grad=True) for each in like)


def _result(tensors: tuple, several: bool, create_graph: bool) -> Tensors:
    """A result in the form of what it belongs to: a tensor, or a tuple of them."""
    if not create_graph:
        tensors = tuple(each.detach() for each in tensors)
    return tensors if several else tensors[0]


def _results(create_graph: bool, *pairs: tuple[tuple, bool]) -> tuple[Tensors, ...]:
    return tuple(_result(*pair, create_graph) for pair in pairs)


# -- arguments --------------------------------------------------------------------


def _as_tensors(value: object, what: str, name: str) -> tuple[bool, tuple[Tensor, ...]]:
    """`(True, the tuple)`, or `(False, a tuple of the one tensor)`; else TypeError."""
    several = isinstance(value, tuple)
    tensors = value if several else (value,)
    for i, each in enumerate(tensors):
        if not isinstance(each, Tensor):
            which = f"value at index {i}" if several else f"given {what}"
            raise TypeError(
                f"The {what} given to {name} must be either a Tensor or a tuple of "
                f"Tensors but the {which} has type {type(each)}."
            )
    return several, tensors


def _outputs(func: Callable, xs: tuple, name: str) -> tuple[bool, tuple[Tensor, ...]]:
    return _as_tensors(func(*xs), "outputs of the user-provided function", name)


def _scalar(func: Callable, xs: tuple, name: str) -> Tensor:
    """The output of a function, which must be one tensor with one element."""
    several, outputs = _outputs(func, xs, name)
    if several:
        raise RuntimeError(
            f"The function given to {name} should return a single Tensor"
        )
    if outputs[0]._data.size != 1:
        raise RuntimeError(
            f"The Tensor returned by the function given to {name} should contain a "
            "single element"
        )
    return outputs[0]


def _point(
    value: object, name: str, create_graph: bool, what: str = "inputs"
) -> tuple[bool, tuple[Tensor, ...]]:
    """The inputs as new Tensors, so that others that the function holds do not count.

    They have a history if there is one and `create_graph` asks for it; else inputs
    require grad by themselves, and a vector does not.
    """
    several, tensors = _as_tensors(value, what, name)
    return several, tuple(
        Alias.apply(each)
        if create_graph and each.requires_grad
        else each.detach().requires_grad_(what == "inputs")
        for each in tensors
    )


def _vector(
    v: Tensors | None, like: tuple, several: bool, name: str, create_graph: bool
) -> tuple[Tensor, ...] | None:
    """The vector v: one tensor for each of `like`, and of its size.

    None if none is given and none is needed: `like` is a single element.
    """
    if v is None:
        if len(like) == 1 and like[0]._data.size == 1:
            return None
        given = "user-provided function returns"
        given = given if name == "vjp" else "input to the user-provided function is"
        raise RuntimeError(
            f"The vector v can only be None if the {given} a single Tensor with a "
            "single element."
        )
    _, vs = _point(v, name, create_graph, "v")
    if len(vs) != len(like):
        if not several:
            raise RuntimeError("The given v should contain a single Tensor.")
        raise RuntimeError(
            f"v is a tuple of invalid length: should be {len(like)} but got {len(vs)}."
        )
    for i, (each, other) in enumerate(zip(vs, like, strict=True)):
        if each.shape != other.shape:
            entry = f"Entry {i} in " if several else ""
            raise RuntimeError(
                f"{entry}v has invalid size: should be {other.shape} but got "
                f"{each.shape}."
            )
    return vs


__getattr__ = publish(globals())
