"""gradgradcheck says what PyTorch's says."""

import numpy as np
import pytest
from oracle import same, same_error

X = np.array([0.5, -1.25, 2.0])


def cube(lib, wrong: str = ""):
    """x³, with a first or a second derivative that may be wrong."""

    class Slope(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, grad):
            ctx.save_for_backward(x, grad)
            in_order = grad.detach().numpy().flags["C_CONTIGUOUS"]
            skewed = wrong == "for a gradient with gaps" and not in_order
            return 3 * x * x * grad * (1.01 if skewed else 1)

        @staticmethod
        def backward(ctx, upstream):
            x, grad = ctx.saved_tensors
            second = upstream * 6 * x * grad
            if wrong == "second derivative":
                second = second * 0.5
            if wrong == "second derivative forgets the gradient":
                second = upstream * 6 * x
            return second, upstream * 3 * x * x

    class Cube(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            if wrong == "first derivative":
                return 2 * x * x * grad
            if wrong == "treated as constant":
                return grad * (3 * x * x).detach()
            return Slope.apply(x, grad)

    return Cube.apply


KINDS = [
    "",
    "second derivative",
    "second derivative forgets the gradient",
    "first derivative",
    "treated as constant",
    "for a gradient with gaps",
]


def said(program) -> tuple:
    try:
        return "answer", program()
    except RuntimeError as error:
        text = str(error).partition("\nnumerical")[0]
        return type(error).__name__, text.partition(". ")[0]


@pytest.mark.parametrize("fast", [False, True], ids=["slow", "fast"])
@pytest.mark.parametrize("wrong", KINDS)
def test_the_verdict_is_pytorchs(wrong: str, fast: bool):
    def program(lib, x):
        lib.manual_seed(0)
        options = {"fast_mode": fast}
        check = lib.autograd.gradgradcheck
        return (
            said(lambda: lib.autograd.gradcheck(cube(lib, wrong), x)),
            said(lambda: check(cube(lib, wrong), x, **options)),
            check(cube(lib, wrong), x, raise_exception=False, **options),
        )

    same(program, X)


def test_the_second_derivative_alone_can_be_wrong():
    def program(lib, x):
        check, again = lib.autograd.gradcheck, lib.autograd.gradgradcheck
        function = cube(lib, "second derivative")
        return check(function, x), again(function, x, raise_exception=False)

    assert same(program, X)["result"] == [True, False]


FUNCTIONS = {
    "of two inputs": lambda lib, x, y: x * y.exp() + y,
    "of two outputs": lambda lib, x, y: (x.tanh() * y, (x * x).sum()),
    "linear": lambda lib, x, y: x * 2 + y,
    "of matrices": lambda lib, x, y: x.reshape(3, 1) @ y.reshape(1, 3),
    "scalar": lambda lib, x, y: (x * x * y).sum(),
    "constant in an input": lambda lib, x, y: x * x + y.detach(),
    "an output without history": lambda lib, x, y: (x * x, y.detach() * 2),
}


@pytest.mark.parametrize("fast", [False, True], ids=["slow", "fast"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_all_forms(name: str, fast: bool):
    def program(lib, x, y):
        def function(x, y):
            return FUNCTIONS[name](lib, x, y)

        return lib.autograd.gradgradcheck(function, (x, y), fast_mode=fast)

    same(program, X, X + 0.1)


def test_the_upstream_gradients_are_pytorchs_random_numbers():
    def program(lib, x):
        seen = []

        class Records(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x.sum() * 2, x * 3

            @staticmethod
            def backward(ctx, first, second):
                seen.append((first.tolist(), second.tolist()))
                return first * 2 + second * 3

        lib.manual_seed(5)
        answer = lib.autograd.gradgradcheck(Records.apply, x)
        return answer, seen[0], lib.rand(2)

    same(program, np.ones((2, 3)), order=0)


def test_upstream_gradients_can_be_given():
    def program(lib, x, g):
        check = lib.autograd.gradgradcheck
        return (
            check(lambda x: x**3, x, g),
            check(lambda x: x**3, (x,), (g.detach(),)),
            check(lambda x: (x**3, x * 2), [x], [g, g]),
            check(cube(lib, "second derivative"), x, g, raise_exception=False),
        )

    assert same(program, X, X + 1)["result"] == [True, True, True, False]


def test_no_input_to_check_is_an_error():
    def program(lib, x):
        lib.autograd.gradgradcheck(lambda x: x * 2, (x.detach(),), (x.detach(),))

    same_error(program, X, says="at least one input tensor to require gradient")
