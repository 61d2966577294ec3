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
        checked = _checked_inputs(inputs)
        outputs = _as_tuple(func(*inputs))
        for i, output in enumerate(outputs):
            if not output.requires_grad:
                continue
            _compare_output(func, inputs, checked, i, output, eps, atol, rtol)
            _check_determinism(func, inputs, checked, i, nondet_tol)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


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


def _checked_inputs(inputs: tuple) -> list[int]:
    """The positions of the inputs whose gradients are checked."""
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
            checked.append(i)
    if not checked:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but "
            "none of the them have requires_grad=True."
        )
    return checked


def _compare_output(func, inputs, checked, i, output, eps, atol, rtol) -> None:
    analytic = analytic_jacobian(output, [inputs[j] for j in checked])

    def value() -> ndarray:
        return _as_tuple(func(*inputs))[i]._data.copy()

    for j, found in zip(checked, analytic, strict=True):
        expected = numerical_jacobian(value, inputs[j]._data, eps)
        if not np.allclose(found, expected, rtol, atol, equal_nan=True):
            raise GradcheckError(
                f"Jacobian mismatch for output {i} with respect to input {j},\n"
                f"numerical:{Tensor(expected)}\nanalytical:{Tensor(found)}\n"
            )


def _check_determinism(func, inputs, checked, i, nondet_tol) -> None:
    """Two backward passes must give the same gradients, within `nondet_tol`."""
    tensors = [inputs[j] for j in checked]
    output = _as_tuple(func(*inputs))[i]
    first, second = (
        engine.grad(
            output,
            tensors,
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


def _as_tuple(outputs: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]:
    return (outputs,) if isinstance(outputs, Tensor) else tuple(outputs)
