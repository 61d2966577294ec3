"""gradcheck: compare a function's derivatives with finite differences.

For a function f and an input x, the numerical Jacobian is built column by column,

    J[:, j] = (f(x + eps e_j) - f(x - eps e_j)) / (2 eps),

and the analytic one row by row, by sending each unit vector backwards. They agree if
|analytic - numerical| <= atol + rtol |numerical| in every entry.

Read: `gradcheck`, `numerical_jacobian`, `analytic_jacobian`.
"""

import warnings
from collections.abc import Callable, Sequence

import numpy as np
from numpy import ndarray

from ..tensor import Tensor
from . import engine


class GradcheckError(RuntimeError):
    """The derivatives disagree; the message shows both Jacobians."""


def gradcheck(
    func: Callable[..., Tensor | Sequence[Tensor]],
    inputs: Tensor | Sequence,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
) -> bool:
    """True if the gradients of `func` at `inputs` agree with central differences.

    Inputs that are tensors with requires_grad=True are checked; they should be
    float64. A disagreement raises GradcheckError, or returns False with
    `raise_exception=False`.
    """
    inputs = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    try:
        _check(func, inputs, _checked_inputs(inputs), eps, atol, rtol, nondet_tol)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def _check(func, inputs, checked, eps, atol, rtol, nondet_tol) -> None:
    """GradcheckError if a derivative by one of the tensors `checked` is wrong."""
    outputs = _as_tuple(func(*inputs))
    places = [i for i, output in enumerate(outputs) if output.requires_grad]
    for i in range(len(outputs)) if not places else ():
        for tensor in checked:
            if numerical_jacobian(_value(func, inputs, i), tensor._data, eps).any():
                raise GradcheckError(
                    "Numerical gradient for function expected to be zero"
                )
    for number, i in enumerate(places):
        _check_determinism(outputs[i], checked, nondet_tol)
        analytic = analytic_jacobian(outputs[i], checked)
        for j, (tensor, found) in enumerate(zip(checked, analytic, strict=True)):
            expected = numerical_jacobian(_value(func, inputs, i), tensor._data, eps)
            if not np.allclose(found, expected, rtol, atol, equal_nan=True):
                raise GradcheckError(
                    f"Jacobian mismatch for output {number} with respect to input "
                    f"{j},\nnumerical:{Tensor(expected)}\nanalytical:{Tensor(found)}\n"
                )
    _check_upstream_counts([outputs[i] for i in places], checked)


def _value(func: Callable, inputs: tuple, i: int) -> Callable[[], ndarray]:
    """The function that computes output `i` anew."""
    return lambda: _as_tuple(func(*inputs))[i]._data.copy()


def numerical_jacobian(
    func: Callable[[], ndarray], array: ndarray, eps: float
) -> ndarray:
    """d func() / d array by central differences, of shape (inputs, outputs).

    `func` reads `array`, whose entries are moved one at a time and put back.
    """
    flat = array.reshape(-1)
    rows = []
    for j in range(flat.size):
        kept = flat[j]
        flat[j] = kept + eps
        above = func()
        flat[j] = kept - eps
        below = func()
        flat[j] = kept
        rows.append(((above - below) / (2 * eps)).reshape(-1))
    return np.array(rows).reshape(flat.size, -1)


def analytic_jacobian(output: Tensor, inputs: Sequence[Tensor]) -> list[ndarray]:
    """d output / d input for each input, by backward; each (inputs, outputs)."""
    columns = [[] for _ in inputs]
    unit = np.zeros(output._data.shape, output._data.dtype)
    for j in range(unit.size):
        unit.reshape(-1)[j] = 1
        grads = engine.grad(
            output,
            inputs,
            Tensor(unit.copy()),
            retain_graph=True,
            allow_unused=True,
        )
        unit.reshape(-1)[j] = 0
        for column, grad, input in zip(columns, grads, inputs, strict=True):
            array = np.zeros_like(input._data) if grad is None else grad._data
            column.append(array.reshape(-1))
    return [
        np.array(column).T if column else np.zeros((input._data.size, 0))
        for column, input in zip(columns, inputs, strict=True)
    ]


def _checked_inputs(inputs: tuple) -> list[Tensor]:
    """The inputs whose gradients are checked."""
    checked = []
    for i, input in enumerate(inputs):
        if isinstance(input, Tensor) and input.requires_grad:
            if input._data.dtype != np.float64:
                warnings.warn(
                    f"Input #{i} requires gradient and is not a double precision "
                    "floating point or complex. This check will likely fail if all "
                    "the inputs are not of double precision floating point or "
                    "complex. ",
                    stacklevel=4,
                )
            checked.append(input)
    if not checked:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but "
            "none of them have requires_grad=True."
        )
    return checked


def _check_determinism(output: Tensor, inputs: list[Tensor], nondet_tol: float) -> None:
    """Two backward passes must give the same gradients, within `nondet_tol`."""
    first, second = (
        engine.grad(
            output,
            inputs,
            Tensor(np.ones_like(output._data)),
            retain_graph=True,
            materialize_grads=True,
        )
        for _ in range(2)
    )
    for a, b in zip(first, second, strict=True):
        if not np.allclose(a._data, b._data, 0.0, nondet_tol, equal_nan=True):
            raise GradcheckError(
                "Backward is not reentrant, i.e., running backward with same input "
                "and grad_output multiple times gives different values, although "
                "analytical gradient matches numerical gradient."
                f"The tolerance for nondeterminism was {nondet_tol}."
            )


def _check_upstream_counts(outputs: list[Tensor], inputs: list[Tensor]) -> None:
    """An upstream gradient of zeros must give zeros: backward multiplies by it."""
    if not outputs:
        return
    zeros = [Tensor(np.zeros_like(output._data)) for output in outputs]
    for grad in engine.grad(outputs, inputs, zeros, True, materialize_grads=True):
        if not (grad._data == 0).all():
            raise GradcheckError("backward not multiplied by grad_output")


def _as_tuple(outputs: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]:
    return (outputs,) if isinstance(outputs, Tensor) else tuple(outputs)
