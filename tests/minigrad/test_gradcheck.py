"""gradcheck says what PyTorch's says: true, false, an error, a warning.

`test_gradcheck_wrong.py` holds the table of wrong Functions.
"""

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
    from minigrad.autograd.jacobians import analytic_jacobian, numerical_jacobian

    a = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    x = minigrad.tensor(X, requires_grad=True)
    matrix = minigrad.tensor(a)
    (analytic,) = analytic_jacobian(matrix @ x, [x])
    numerical = numerical_jacobian(lambda: a @ x._data, x._data, 1e-6)
    np.testing.assert_allclose(analytic, a.T)
    np.testing.assert_allclose(numerical, a.T, rtol=1e-8)


def test_only_the_function_and_not_the_module_is_an_attribute():
    import importlib

    def program(lib):
        package = lib.autograd.__name__
        module = importlib.import_module(f"{package}.gradcheck")
        return (
            callable(lib.autograd.gradcheck),
            lib.autograd.gradcheck is module.gradcheck,
            lib.autograd.gradgradcheck is module.gradgradcheck,
            module.GradcheckError.__mro__[1].__name__,
            hasattr(lib.autograd.gradcheck, "GradcheckError"),
            hasattr(lib.autograd, "GradcheckError"),
        )

    same(program)


def test_options_are_given_by_name_only():
    def program(lib, x):
        try:
            lib.autograd.gradcheck(lambda x: x * 2, x, 1e-6)
        except TypeError as error:
            return "positional arguments" in str(error)

    assert same(program, X)["result"] is True


@pytest.mark.parametrize("fast", [False, True])
def test_an_expanded_input_is_refused(fast: bool):
    def program(lib, x):
        wide = x.detach().reshape(1, 3).expand(2, 3).requires_grad_()
        lib.autograd.gradcheck(lambda x: x * 2, wide, fast_mode=fast)

    same_error(program, X, says="The 0th input has a dimension with stride 0")


def test_an_expanded_input_that_is_not_checked_is_fine():
    def program(lib, x, y):
        wide = y.detach().reshape(1, 3).expand(2, 3)
        return lib.autograd.gradcheck(lambda x, y: x * y, (x, wide))

    assert same(program, X, X)["result"] is True


@pytest.mark.parametrize("shape", [(0,), (3, 0), (1, 1), ()])
def test_small_shapes_are_no_overlap(shape: tuple):
    def program(lib):
        x = lib.full(shape, 0.5, dtype=lib.float64, requires_grad=True)
        return lib.autograd.gradcheck(lambda x: x * x, x)

    assert same(program)["result"] is True


def test_an_input_may_have_no_entries():
    def program(lib, x, e):
        return lib.autograd.gradcheck(lambda x, e: (x * 2 + e.sum(),), (x, e))

    assert same(program, X, X[:0])["result"] is True


@pytest.mark.parametrize("fast", [False, True])
def test_parts_of_a_larger_tensor_can_be_inputs(fast: bool):
    def program(lib, x):
        part = x.detach()[:, ::2].requires_grad_()
        non_leaf = (x * 2).T
        check = lib.autograd.gradcheck
        return (
            check(lambda a: a.exp(), part, fast_mode=fast),
            check(lambda a: a.exp() * a, non_leaf, fast_mode=fast),
            check(lambda a: broken(lib, 3.0)(a), part, fast_mode=fast),
            x.tolist(),
        )

    same(program, np.arange(12.0).reshape(3, 4) / 7)


def test_one_tensor_may_be_two_inputs():
    def program(lib, x):
        return lib.autograd.gradcheck(lambda a, b: a * b.exp(), (x, x))

    assert same(program, X)["result"] is True


@pytest.mark.parametrize("fast", [False, True])
def test_a_forward_that_changes_its_input_is_found(fast: bool):
    def program(lib, x):
        class Doubles(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                x.data.mul_(2)
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                return grad * 2

        check = lib.autograd.gradcheck
        verdict = check(Doubles.apply, x, fast_mode=fast, raise_exception=False)
        return verdict, x.detach().clone()

    same(program, X)


def test_the_function_is_called_as_often_and_with_the_same_values():
    def program(lib, x):
        seen = []

        def function(x):
            seen.append(x.tolist())
            return x * x

        check = lib.autograd.gradcheck
        return check(function, x), check(function, x, fast_mode=True), seen

    same(program, X)


def test_the_input_is_put_back_when_the_function_raises():
    x = minigrad.tensor(X, requires_grad=True)

    def function(x):
        if x[1].item() != X[1]:
            raise ValueError("not this one")
        return x * 2

    for fast in (False, True):
        with pytest.raises(ValueError, match="not this one"):
            minigrad.autograd.gradcheck(function, x, fast_mode=fast)
        assert x.tolist() == X.tolist()


def without_zeros(lib, backward, outputs=1):
    """2x (and 3x), whose backward gets None for what was not used."""

    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2 if outputs == 1 else (x * 2, x * 3)

    methods = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type("Mine", (lib.autograd.Function,), methods).apply


def raises_if_none(ctx, grad):
    if grad is None:
        raise RuntimeError("no gradient")
    return 2 * grad


NEED_A_GRADIENT = {
    "multiplied": (lambda ctx, grad: grad * 2, 1, "unsupported operand"),
    "asked for a method": (lambda ctx, grad: grad.clone() * 2, 1, "no attribute"),
    "raises": (raises_if_none, 1, "Expected backward function to handle undefined"),
    "makes something": (
        lambda ctx, grad: 2 * (ctx.scale if grad is None else grad),
        1,
        "Expected all input grads to be undefined or zero",
    ),
    "one of two": (lambda ctx, g, h: 2 * g + (0 if h is None else 3 * h), 2, "operand"),
    "both": (
        lambda ctx, g, h: None if g is None and h is None else 2 * g + 3 * h,
        2,
        "unsupported operand",
    ),
}
PLACES = {
    "alone": lambda function: function,
    "before an op": lambda function: lambda x: function(x) * 3,
    "after an op": lambda function: lambda x: function(x.exp()),
}


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", NEED_A_GRADIENT)
def test_a_backward_that_cannot_cope_without_a_gradient_is_found(name, place, fast):
    backward, outputs, says = NEED_A_GRADIENT[name]

    def program(lib, x, **options):
        def with_scale(ctx, *grads):
            ctx.scale = lib.ones(3, dtype=lib.float64)
            return backward(ctx, *grads)

        function = without_zeros(lib, with_scale, outputs)
        checked = PLACES[place](function if outputs == 1 else of_both(function))
        return lib.autograd.gradcheck(checked, x, fast_mode=fast, **options)

    def of_both(function):
        return lambda x: function(x)[0]

    same_error(program, X, says=says)
    unchecked = lambda lib, x: program(lib, x, check_undefined_grad=False)  # noqa: E731
    if outputs == 1:
        assert same(unchecked, X)["result"] is True


def test_a_backward_that_copes_without_a_gradient_passes():
    def program(lib, x):
        def backward(ctx, *grads):
            given = [(2, 3)[i] * g for i, g in enumerate(grads) if g is not None]
            return sum(given) if given else None

        check = lib.autograd.gradcheck
        functions = [without_zeros(lib, backward, count) for count in (1, 2)]
        return [check(each, x, fast_mode=fast) for each in functions for fast in (0, 1)]

    assert same(program, X)["result"] == [True] * 4


def test_gradients_of_another_dtype_are_converted_before_gradcheck_sees_them():
    def program(lib, x):
        class Narrow(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                return (grad * 2).to(lib.float32)

        check = lib.autograd.gradcheck
        return check(Narrow.apply, x)

    assert same(program, X)["result"] is True


def test_fast_mode_draws_no_random_numbers_of_the_users():
    def program(lib, x):
        lib.manual_seed(3)
        lib.autograd.gradcheck(lambda x: x.exp(), x, fast_mode=True)
        return lib.rand(3)

    same(program, X, order=0)


def test_fast_mode_shows_the_whole_jacobians_too():
    def program(lib, x, scale):
        try:
            lib.autograd.gradcheck(broken(lib, scale), x, fast_mode=True, rtol=1e-9)
        except RuntimeError as error:
            whole = str(error).partition("Numerical:")[2]
            return whole.partition("The max per-element")[0], "small" in str(error)

    wrong = same(program, np.array([0.5, -1.25]), 2.0)["result"]
    assert "tensor" in wrong[0] and wrong[1] is False


@pytest.mark.parametrize("atol", [1e-6, 1e-5, 3e-5, 1e-4, 1e-3, 1e-2])
def test_fast_mode_allows_the_absolute_error_in_each_entry(atol: float):
    def program(lib, x):
        class Almost(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                return grad * 2.001

        check = lib.autograd.gradcheck
        options = {"atol": atol, "rtol": 0.0, "raise_exception": False}
        return [check(Almost.apply, x, fast_mode=fast, **options) for fast in (0, 1)]

    same(program, np.linspace(-1, 1, 30))


def test_a_wrong_entry_of_many_is_found_by_the_fast_mode():
    def program(lib, x, place):
        class Cosine(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x.sin()

            @staticmethod
            def backward(ctx, grad):
                (x,) = ctx.saved_tensors
                factor = lib.ones_like(x)
                factor[place] = 1.5
                return grad * x.cos() * factor

        check = lib.autograd.gradcheck
        return check(Cosine.apply, x, fast_mode=True, raise_exception=False)

    x = np.linspace(-1, 1, 30).reshape(5, 6)
    assert same(program, x, (3, 4))["result"] is False


def test_a_students_jacobian_takes_the_place_of_minigrads(monkeypatch):
    from minigrad.autograd import jacobians

    x = minigrad.tensor(X, requires_grad=True)
    for name in ("numerical_jacobian", "analytic_jacobian"):
        own = getattr(jacobians, name)
        called = []

        def counting(*args, own=own, called=called):
            called.append(1)
            return own(*args)

        with monkeypatch.context() as patch:
            patch.setattr(jacobians, name, counting)
            assert minigrad.autograd.gradcheck(lambda x: x.exp(), x)
        assert called
