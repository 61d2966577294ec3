"""gradcheck finds what PyTorch's finds: many wrong Functions, slow and fast mode."""

import re

import numpy as np
import pytest
from oracle import same

X = np.array([0.5, -1.25, 2.0])
M = np.array([[0.5, -1.25, 2.0], [1.5, 0.25, -0.75]])


def function(lib, forward, backward, **methods):
    """A Function of one input that is saved: backward(lib, x, *grads)."""

    class Made(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            for name, value in methods.items():
                getattr(ctx, name)(value)
            return forward(x)

        @staticmethod
        def backward(ctx, *grads):
            (x,) = ctx.saved_tensors
            return backward(x, *grads)

    return Made.apply


def drifting(factor: float):
    """A backward whose result grows from call to call."""
    calls = []

    def backward(x, grad):
        calls.append(1)
        return grad * 2 * x * (1 + factor * len(calls))

    return backward


def square(x):
    return x * x


def two(x):
    return x * x, x * 3


def unless_contiguous(x):
    """x², but wrong where the entries do not lie in order."""
    in_order = x.detach().numpy().flags["C_CONTIGUOUS"]
    return x * x if in_order else x * x * 1.01


def first_as_int(lib, x):
    return (x * 0 + 7).to(lib.int64), x * 2


WRONG = {
    "right": lambda lib: function(lib, square, lambda x, grad: grad * 2 * x),
    "upstream forgotten": lambda lib: function(lib, square, lambda x, grad: 2 * x),
    "factor": lambda lib: function(lib, square, lambda x, grad: grad * x),
    "small factor": lambda lib: function(lib, square, lambda x, g: g * 2.001 * x),
    "tiny factor": lambda lib: function(lib, square, lambda x, g: g * 2.00001 * x),
    "sign": lambda lib: function(lib, square, lambda x, grad: grad * -2 * x),
    "constant added": lambda lib: function(lib, square, lambda x, g: g * 2 * x + 1),
    "a little added": lambda lib: function(lib, square, lambda x, g: g * 2 * x + 1e-9),
    "shape": lambda lib: function(lib, square, lambda x, grad: (grad * 2 * x)[:2]),
    "broadcastable shape": lambda lib: function(
        lib, square, lambda x, grad: (grad * 2 * x).reshape(1, *x.shape)
    ),
    "summed": lambda lib: function(lib, square, lambda x, grad: (grad * 2 * x).sum()),
    "dtype": lambda lib: function(
        lib, square, lambda x, g: (g * 2 * x).to(lib.float32)
    ),
    "None": lambda lib: function(lib, square, lambda x, grad: None),
    "a number": lambda lib: function(lib, square, lambda x, grad: 2.0),
    "two for one": lambda lib: function(lib, square, lambda x, grad: (grad, grad)),
    "nan": lambda lib: function(lib, square, lambda x, grad: grad * float("nan")),
    "raises": lambda lib: function(lib, square, lambda x, grad: grad.reshape(77)),
    "drifts": lambda lib: function(lib, square, drifting(1e-6)),
    "drifts far": lambda lib: function(lib, square, drifting(0.1)),
    "writes into upstream": lambda lib: function(
        lib, square, lambda x, grad: grad.mul_(2) * x
    ),
    "two outputs, right": lambda lib: function(
        lib, two, lambda x, first, second: first * 2 * x + second * 3
    ),
    "two outputs, second wrong": lambda lib: function(
        lib, two, lambda x, first, second: first * 2 * x + second * 2
    ),
    "two outputs, first ignored": lambda lib: function(
        lib, two, lambda x, first, second: second * 3
    ),
    "zeros for what is not used": lambda lib: function(
        lib,
        two,
        lambda x, first, second: (
            (0 if first is None else first * 2 * x)
            + (0 if second is None else second * 3)
        ),
        set_materialize_grads=False,
    ),
    "None for nothing": lambda lib: function(
        lib,
        square,
        lambda x, grad: None if grad is None else grad * 2 * x,
        set_materialize_grads=False,
    ),
    "None upstream not expected": lambda lib: function(
        lib, square, lambda x, grad: grad * 2 * x, set_materialize_grads=False
    ),
    "None upstream refused": lambda lib: function(
        lib, two, _refuses_none, set_materialize_grads=False
    ),
    "None upstream taken for one": lambda lib: function(
        lib,
        two,
        lambda x, first, second: (
            (x * 2 if first is None else first * 2 * x)
            + (0 if second is None else second * 3)
        ),
        set_materialize_grads=False,
    ),
    "wrong before an operation": lambda lib: (
        lambda x: function(lib, square, lambda x, grad: grad * x)(x * 2).sum()
    ),
    "None upstream behind an operation": lambda lib: (
        lambda x: (
            function(lib, square, lambda x, g: g * 2 * x, set_materialize_grads=False)(
                x
            )
            * 2
        )
    ),
    "wrong unless contiguous": lambda lib: function(
        lib, unless_contiguous, lambda x, grad: grad * 2 * x
    ),
    "constant": lambda lib: lambda x: x.detach() * 0 + 1,
    "without a history": lambda lib: lambda x: x.detach() * 2,
    "a constant beside": lambda lib: lambda x: (x * 2, x.detach() * 0 + 1),
    "no history beside": lambda lib: lambda x: (x * 2, x.detach() * 3),
    "integers beside": lambda lib: lambda x: first_as_int(lib, x)[::-1],
    "integers only": lambda lib: lambda x: first_as_int(lib, x)[0],
    "no outputs": lambda lib: lambda x: (),
    "a number as output": lambda lib: lambda x: 1.0,
    "None as output": lambda lib: lambda x: (x * 2, None),
    "the input itself": lambda lib: lambda x: x,
    "a view": lambda lib: lambda x: (x[:2], x.reshape(-1), x.T),
    "a list": lambda lib: lambda x: [x * 2, x.exp()],
    "kink": lambda lib: lambda x: (x - 0.5).abs(),
    "kink of relu": lambda lib: lambda x: lib.relu(x - 0.5),
    "step": lambda lib: lambda x: (x > 0.5).to(x.dtype) * x,
    "nan from the function": lambda lib: lambda x: (x * 0 - 1).log() * x,
    "float32 inside": lambda lib: lambda x: x.to(lib.float32) * 2,
    "float32 beside, wrong": lambda lib: (
        lambda x: (
            x * x,
            function(lib, square, lambda x, grad: grad * x)(x).to(lib.float32),
        )
    ),
    "shape depends on the value": lambda lib: lambda x: (x * 2)[x > 0.5],
    "dtype depends on the value": lambda lib: (
        lambda x: x * 2 if x.reshape(-1)[0] > 0.5 else (x * 2).to(lib.float32)
    ),
    "not used": lambda lib: lambda x: (x.detach() * 0).requires_grad_() * 2,
    "detached inside": lambda lib: lambda x: x * x.detach(),
    "0-d": lambda lib: lambda x: (x * x).sum() * x.reshape(-1)[0],
    "empty": lambda lib: lambda x: x[:0] * 2,
    "empty and more": lambda lib: lambda x: (x[:0] * 2, x * x),
}


def _refuses_none(x, first, second):
    if first is None or second is None:
        raise RuntimeError("a gradient is missing")
    return first * 2 * x + second * 3


def outcome(program) -> tuple:
    """What gradcheck says: its answer, or the error and its text."""
    try:
        return "answer", program()
    except Exception as error:
        return type(error).__name__, heading(str(error))


def heading(text: str) -> str:
    """The first sentence; of a mismatch both Jacobians, numbers to eight digits."""
    if text.startswith("Jacobian mismatch"):
        text = text.partition("\n\nThe above quantities")[0]
        return re.sub(r"-?\d+\.\d{8,}", lambda found: f"{float(found[0]):.8g}", text)
    return text.split("\n")[0].partition(". ")[0]


MODES = [(name, fast) for name in WRONG for fast in (False, True)]
# There PyTorch's own text for a wrong fast comparison stumbles over the two dtypes.
for name in ("float32 inside", "float32 beside, wrong"):
    MODES.remove((name, True))


@pytest.mark.parametrize(("name", "fast"), MODES)
def test_the_verdict_is_pytorchs(name: str, fast: bool):
    def program(lib, x):
        def verdict(**options):
            func = WRONG[name](lib)
            return outcome(lambda: lib.autograd.gradcheck(func, x, **options))

        return verdict(fast_mode=fast), verdict(fast_mode=fast, raise_exception=False)

    same(program, X)


@pytest.mark.parametrize("name", WRONG)
def test_the_verdict_on_a_transposed_matrix_is_pytorchs(name: str):
    def program(lib, x):
        leaf = x.detach().T.requires_grad_()
        check = lib.autograd.gradcheck
        return outcome(lambda: check(WRONG[name](lib), leaf))

    same(program, M)


@pytest.mark.parametrize("name", WRONG)
def test_the_verdict_in_single_precision_is_pytorchs(name: str):
    def program(lib, x):
        check = lib.autograd.gradcheck
        return outcome(
            lambda: check(WRONG[name](lib), x, eps=1e-2, atol=1e-2, rtol=1e-2),
        )[0]

    same(program, X, dtype=np.float32)
