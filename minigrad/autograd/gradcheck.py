"""gradcheck: compare a function's derivatives with finite differences.

For a function f and an input x, the numerical Jacobian is built entry by entry of x,

    J[j, :] = (f(x + eps e_j) - f(x - eps e_j)) / (2 eps),

and the analytic one entry by entry of the output, by sending each unit vector
backwards. They agree if

    |analytic - numerical| <= atol + rtol |numerical|    in every entry.

Read: `gradcheck`, `compare_jacobians` (the Jacobians are made in `jacobians.py`), and
`gradgradcheck`. The other checks are in `gradcheck_options.py`, and the fast mode in
`gradcheck_fast.py`. What compares is looked up at call time, so that a student's
version can take its place.
"""

from collections.abc import Callable, Sequence

from numpy import ndarray

from ..ops.generator import default_generator
from ..ops.public import public
from ..tensor import Tensor
from . import engine, jacobians
from .gradcheck_fast import compare_projections
from .gradcheck_options import (
    Case,
    GradcheckError,
    Outputs,
    as_tuple,
    check_repeatable,
    check_undefined,
    check_upstream,
    checked_inputs,
    is_checked,
    mismatch,
    not_constant,
)

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]


@public
def gradcheck(
    func: Callable[..., Tensor | Sequence[Tensor]],
    inputs: Tensor | Sequence,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    fast_mode: bool = False,
) -> bool:
    """True if the gradients of `func` at `inputs` agree with central differences.

    Inputs that are tensors with requires_grad=True are checked; they should be
    float64. A disagreement raises GradcheckError, or returns False with
    `raise_exception=False`. Checked too: that backward gives the same gradients twice
    (within `nondet_tol`), that it multiplies by its upstream gradient, and
    (`check_undefined_grad`) that it gets along without one. `fast_mode` compares a
    random projection of each Jacobian.
    """
    try:
        inputs = as_tuple(inputs)
        checked = checked_inputs(inputs)
        outputs = as_tuple(func(*inputs))
        case = Case(func, inputs, checked, outputs, eps, atol, rtol, nondet_tol)
        if fast_mode:
            compare_projections(case, _whole(case))
        elif case.recorded:
            compare_jacobians(case)
        else:
            _check_constant(case)
        check_upstream(case)
        if check_undefined_grad:
            check_undefined(case)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


# -- comparing them ---------------------------------------------------------------


# piece: gradcheck
def compare_jacobians(case: Case) -> None:
    """GradcheckError if a Jacobian is wrong, or not the same twice."""
    numerical = [_numerical(case, input) for input in case.checked]
    for i, output in enumerate(case.recorded):
        analytic = jacobians.analytic_jacobian(output, case.checked)
        again = jacobians.analytic_jacobian(output, case.checked)
        check_repeatable(analytic, again, case.nondet_tol)
        for j, found in enumerate(analytic):
            if not case.agree(found, numerical[j][i]):
                raise GradcheckError(mismatch(i, j, numerical[j][i], found))


def _check_constant(case: Case) -> None:
    """GradcheckError if outputs without a history depend on an input."""
    for input in case.checked:
        if any(derivative.any() for derivative in _numerical(case, input)):
            raise not_constant()


def _numerical(case: Case, input: Tensor) -> list[ndarray]:
    """The numerical Jacobians with respect to one input, one for each output."""
    func = Outputs(case, input)
    if not func.places:
        return []
    return case.split(jacobians.numerical_jacobian(func, input._data, case.eps))


def _whole(case: Case) -> Callable[[int, int], tuple[ndarray, ndarray]]:
    """Both Jacobians of output i and input j: for the message of the fast mode."""

    def both(i: int, j: int) -> tuple[ndarray, ndarray]:
        analytic = jacobians.analytic_jacobian(case.recorded[i], case.checked)
        return _numerical(case, case.checked[j])[i], analytic[j]

    return both


# -- second derivatives -----------------------------------------------------------


@public
def gradgradcheck(
    func: Callable[..., Tensor | Sequence[Tensor]],
    inputs: Tensor | Sequence,
    grad_outputs: Tensor | Sequence[Tensor] | None = None,
    **options,
) -> bool:
    """True if the gradients of `func`'s gradients agree with central differences.

    The gradients under the upstream gradients `grad_outputs` are a function of the
    inputs and of `grad_outputs`; gradcheck checks this function, with its `options`.
    Upstream gradients that are not given are drawn from the default stream, between
    -1 and 1.
    """
    inputs = as_tuple(inputs)
    if grad_outputs is None:
        outputs = [out for out in as_tuple(func(*inputs)) if out.requires_grad]
        upstream = tuple(map(_random_upstream, outputs))
    else:
        upstream = as_tuple(grad_outputs)

    def gradients(*args):
        outputs = as_tuple(func(*args[: len(inputs)]))
        grads = engine.grad(
            [out for out in outputs if out.requires_grad],
            [arg for arg in args[: len(inputs)] if is_checked(arg)],
            args[len(inputs) :],
            create_graph=True,
            allow_unused=True,
        )
        return tuple(grad for grad in grads if grad is not None)

    return gradcheck(gradients, inputs + upstream, **options)


def _random_upstream(output: Tensor) -> Tensor:
    """A gradient for `output`, from -1 to 1."""
    array = output._data
    numbers = default_generator.uniform(array.size, array.dtype) * 2 - 1
    return Tensor(numbers.reshape(array.shape), requires_grad=True)
