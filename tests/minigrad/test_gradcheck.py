"""gradcheck says what PyTorch's says: true, false, an error, a warning."""

import numpy as np
import pytest
from oracle import same, same_error

import minigrad

X = np.array([0.5, -1.5, 2.0])
FUNCTIONS = {
    "smooth": lambda lib, x: x.exp() * x.sin() / (x * x + 1),
    "of several outputs": lambda lib, x: (x.tanh(), x.norm(), x[:2] * x[1:]),
    "scalar": lambda lib, x: (x * x).sum(),
    "matrix": lambda lib, x: x.reshape(3, 1) @ x.reshape(1, 3),
    "constant output beside": lambda lib, x: (x * 2, x.detach() + 1),
    "empty": lambda lib, x: x[:0] * 2,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_right_derivatives_are_true(name: str):
    def program(lib, x):
        return lib.autograd.gradcheck(lambda x: FUNCTIONS[name](lib, x), (x,))

    assert same(program, X)["result"] is True


def broken(lib, scale: float = 2.0):
    """x³ with a derivative that is wrong unless `scale` is 3."""

    class Cube(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad * scale * x**2

    return Cube.apply


def test_a_wrong_derivative_is_an_error_or_false():
    def program(lib, x, scale, **options):
        return lib.autograd.gradcheck(broken(lib, scale), x, **options)

    assert same(program, X, 3.0)["result"] is True
    same_error(program, X, 2.0, says="Jacobian mismatch for output 0 with respect to")
    quiet = lambda lib, x: program(lib, x, 2.0, raise_exception=False)  # noqa: E731
    assert same(quiet, X)["result"] is False


def test_the_whole_text_of_a_mismatch_is_pytorchs():
    def program(lib, x):
        try:
            lib.autograd.gradcheck(broken(lib), x)
        except RuntimeError as error:
            return str(error)

    text = same(program, np.array([0.5, -1.25]))["result"]
    assert "numerical:tensor" in text and "analytical:tensor" in text


def test_the_error_names_the_output_and_the_input():
    def program(lib, x, y):
        def function(x, n, y):
            return x * 2, broken(lib)(y) + x

        lib.autograd.gradcheck(function, (x, 3, y))

    same_error(program, X, X, says="for output 1 with respect to input 1")


def test_tolerances_decide():
    def program(lib, x):
        check = lib.autograd.gradcheck
        almost = broken(lib, 3.001)
        return (
            check(almost, x, raise_exception=False),
            check(almost, x, rtol=1e-2, raise_exception=False),
            check(almost, x, atol=1.0, rtol=0.0, raise_exception=False),
            check(lambda x: x.exp(), x, eps=1e-1, raise_exception=False),
        )

    same(program, X)


def test_a_kink_is_seen_by_finite_differences():
    def program(lib, x):
        check = lib.autograd.gradcheck
        return [
            check(function, x, raise_exception=False)
            for function in (lib.relu, lib.abs, lambda x: x.abs() * x)
        ]

    same(program, np.array([0.0, 1.0]))


def test_only_inputs_that_require_grad_are_checked():
    def program(lib, x, y):
        check = lib.autograd.gradcheck
        return check(lambda x, y: x * broken(lib)(y), (x, y.detach()))

    assert same(program, X, X)["result"] is True


def test_no_input_to_check_is_an_error():
    def program(lib, x):
        return lib.autograd.gradcheck(lambda x: x * 2, (x.detach(),))

    same_error(program, X, says="at least one input tensor to require gradient")


def test_float32_inputs_warn():
    def program(lib, x):
        return lib.autograd.gradcheck(
            lambda x: x * 2, (x,), eps=1e-2, atol=1e-2, rtol=1e-2
        )

    seen = same(program, X, dtype=np.float32)
    assert "is not a double precision" in seen["warnings"][0][1]


def test_a_backward_that_ignores_the_upstream_gradient_is_an_error():
    def program(lib, x):
        class Adds(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                return grad * 2 + 1e-9

        lib.autograd.gradcheck(Adds.apply, x)

    same_error(program, X, says="backward not multiplied by grad_output")


def test_a_function_without_history_must_be_constant():
    def program(lib, x, function):
        return lib.autograd.gradcheck(function, x)

    assert same(program, X, lambda x: x.detach() * 0)["result"] is True
    same_error(program, X, lambda x: x.detach() * 2, says="expected to be zero")


def test_a_backward_that_changes_from_pass_to_pass_is_not_reentrant():
    def program(lib, x):
        passes = []

        class Drifts(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                passes.append(1)
                return grad * (2 + 1e-7 * len(passes))

        check = lib.autograd.gradcheck
        try:
            check(Drifts.apply, x)
        except RuntimeError as error:
            said = str(error)[:30]
        return said, check(Drifts.apply, x, nondet_tol=1e-3)

    same(program, X)


def test_the_inputs_are_left_as_they_were():
    def program(lib, x):
        before = x.tolist()
        lib.autograd.gradcheck(lambda x: x.exp(), x)
        return x.tolist() == before, x.grad, x._version >= 0

    same(program, X)


def test_an_error_in_the_function_is_the_users():
    def program(lib, x):
        lib.autograd.gradcheck(lambda x: x.reshape(7), x)

    same_error(program, X, says="shape '[7]' is invalid")


def test_a_backward_of_the_wrong_shape_is_an_error():
    def program(lib, x):
        class Short(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                return grad[:2]

        lib.autograd.gradcheck(Short.apply, x)

    same_error(program, X, says="invalid gradient at index 0")


def test_numerical_and_analytic_jacobians_are_transposed_alike():
    from minigrad.autograd.gradcheck import analytic_jacobian, numerical_jacobian

    a = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    x = minigrad.tensor(X, requires_grad=True)
    matrix = minigrad.tensor(a)
    (analytic,) = analytic_jacobian(matrix @ x, [x])
    numerical = numerical_jacobian(lambda: a @ x._data, x._data, 1e-6)
    np.testing.assert_allclose(analytic, a.T)
    np.testing.assert_allclose(numerical, a.T, rtol=1e-8)
