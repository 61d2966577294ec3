"""What operations save: hooks that pack it, and anomaly detection."""

import warnings

import numpy as np
import pytest
import torch
from oracle import same, same_error

import minigrad

VECTOR = np.array([0.5, -1.5, 2.0])


def as_lists(lib):
    """Hooks that keep saved tensors as nested lists."""
    kinds = {lib.float64: "float64", lib.bool: "bool", lib.int64: "int64"}
    return lib.autograd.graph.saved_tensors_hooks(
        lambda tensor: (tensor.detach().tolist(), kinds[tensor.dtype]),
        lambda packed: lib.tensor(packed[0], dtype=getattr(lib, packed[1])),
    )


PROGRAMS = {
    "an input": lambda lib, x: x.sin(),
    "an output": lambda lib, x: (x * 2).exp(),
    "both operands": lambda lib, x: (x * 2) * x.sin(),
    "one operand": lambda lib, x: x * 3.5 / lib.tensor([1.0, 2, 4], dtype=lib.float64),
    "a mask": lambda lib, x: lib.where(x > 0, x * x, x),
    "matrices": lambda lib, x: x.reshape(3, 1) @ x.reshape(1, 3),
    "promoted": lambda lib, x: x.float() * x.exp(),
    "a chain": lambda lib, x: (x.tanh() * x).norm() / x.sum(),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients_through_packed_tensors_are_the_same(name: str):
    def program(lib, x):
        with as_lists(lib):
            return PROGRAMS[name](lib, x)

    same(program, VECTOR, graph=False, text=False)


@pytest.mark.parametrize("name", ["an input", "an output", "both operands"])
def test_a_tensor_is_packed_once_and_unpacked_for_each_pass(name: str):
    def program(lib, x):
        log = []

        def pack(tensor):
            log.append(("pack", tensor.tolist(), tensor.requires_grad, tensor.is_leaf))
            return tensor

        def unpack(tensor):
            log.append(("unpack", tensor.tolist()))
            return tensor

        with lib.autograd.graph.saved_tensors_hooks(pack, unpack):
            y = PROGRAMS[name](lib, x)
        y.sum().backward(retain_graph=True)
        y.sum().backward()
        return sorted(log), x.grad  # of two operands, either may come first

    same(program, VECTOR, order=0)


def test_hooks_of_a_users_function():
    def program(lib, x):
        class Cube(lib.autograd.Function):
            @staticmethod
            def forward(ctx, a):
                out = a**3
                ctx.save_for_backward(a, None, out)
                return out

            @staticmethod
            def backward(ctx, grad):
                a, nothing, out = ctx.saved_tensors
                assert nothing is None
                return grad * 3 * out / a

        with as_lists(lib):
            y = Cube.apply(x * 2)
        return y

    same(program, VECTOR, graph=False)


def test_a_leaf_that_a_users_function_saved_is_no_constant():
    def program(lib, x):
        class Square(lib.autograd.Function):
            @staticmethod
            def forward(ctx, a):
                ctx.save_for_backward(a)
                return a * a

            @staticmethod
            def backward(ctx, grad):
                (a,) = ctx.saved_tensors
                assert a.requires_grad
                return 2 * a * grad

        with as_lists(lib):
            return Square.apply(x)

    same(program, VECTOR)


def test_the_innermost_hooks_are_used_and_the_outer_ones_come_back():
    def program(lib, x):
        log = []

        def hooks(name):
            return lib.autograd.graph.saved_tensors_hooks(
                lambda tensor: log.append(name) or tensor, lambda tensor: tensor
            )

        with hooks("outer"):
            a = x.exp()
            with hooks("inner"):
                b = a.sin()
            c = b.exp()
        d = c.sin()
        d.sum().backward()
        return log, x.grad

    same(program, VECTOR, order=0)


def test_save_on_cpu_changes_nothing():
    def program(lib, x):
        with lib.autograd.graph.save_on_cpu():
            y = (x * x).exp()
        return y

    same(program, VECTOR, graph=False)


def test_a_packed_tensor_does_not_depend_on_what_is_changed_since():
    def program(lib, x):
        with as_lists(lib):
            y = x * 2
            z = y * y
        y.mul_(5)
        z.sum().backward()
        return x.grad

    same(program, VECTOR, order=0)


def unpacks_a_number(lib, x):
    with lib.autograd.graph.saved_tensors_hooks(lambda t: 5, lambda kept: kept):
        y = x.exp()
    y.sum().backward()


def changes_what_it_packs(lib, x):
    hooks = lib.autograd.graph.saved_tensors_hooks
    with hooks(lambda tensor: tensor.mul_(2), lambda kept: kept):
        (x * 2).exp()


@pytest.mark.parametrize(
    ("program", "says"),
    [
        (unpacks_a_number, "unpack_hook expected to be a Tensor but got result of"),
        (changes_what_it_packs, "pack hook is modifying its input in place"),
    ],
)
def test_what_saved_tensor_hooks_must_not_do(program, says: str):
    same_error(program, VECTOR, says=says)


def test_an_array_that_is_packed_away_is_freed():
    import weakref

    x = minigrad.ones(1000, requires_grad=True)
    with minigrad.autograd.graph.saved_tensors_hooks(lambda t: None, lambda kept: None):
        y = (x * 2).sin()
        middle = weakref.ref(y.grad_fn.next_functions[0][0])
    assert y.grad_fn._saved != ()
    assert not any(isinstance(each, np.ndarray) for each in y.grad_fn._saved)
    del y
    assert middle() is None


# -- anomaly detection -------------------------------------------------------------


def nan_in_a_gradient(lib, x):
    with lib.autograd.detect_anomaly():
        ((x - x).sqrt() * 0).sum().backward()


def error_in_a_backward(lib, x):
    class Broken(lib.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            return a * 2

        @staticmethod
        def backward(ctx, grad):
            raise ValueError("broken on purpose")

    with lib.autograd.detect_anomaly():
        Broken.apply(x).sum().backward()


def changed_in_place(lib, x):
    with lib.autograd.detect_anomaly():
        y = x.exp()
        y.add_(1)
        y.sum().backward()


def changed_under_hooks(lib, x):
    with lib.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
        with lib.autograd.detect_anomaly():
            y = x.exp()
            y.mul_(float("nan")).sum().backward()


@pytest.mark.parametrize(
    ("program", "says"),
    [
        (nan_in_a_gradient, "SqrtBackward0' returned nan values in its 0th output"),
        (error_in_a_backward, "broken on purpose"),
    ],
)
def test_an_anomaly_is_the_error_that_pytorch_raises(program, says: str):
    same_error(program, VECTOR, says=says)


@pytest.mark.parametrize(
    ("program", "line"),
    [
        (nan_in_a_gradient, "sqrt()"),
        (error_in_a_backward, "Broken.apply(x)"),
        (changed_in_place, "y = x.exp()"),
        (changed_under_hooks, "y.mul_("),
    ],
)
def test_an_anomaly_names_the_line_of_the_forward_pass(program, line: str):
    x = minigrad.tensor(VECTOR, requires_grad=True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with pytest.raises((RuntimeError, ValueError)):
            program(minigrad, x)
    told = str(caught[-1].message)
    assert line in told.splitlines()[-1]
    assert "autograd/engine.py" not in told
    assert not minigrad.is_anomaly_enabled()


def test_a_nan_is_no_anomaly_without_check_nan():
    def program(lib, x):
        with lib.autograd.detect_anomaly(check_nan=False):
            ((x - x).sqrt() * 0).sum().backward()
        return x.grad, lib.is_anomaly_enabled()

    same(program, VECTOR, order=0)


def test_set_detect_anomaly_stays_and_can_be_a_block():
    def program(lib, x):
        seen = []
        with lib.autograd.set_detect_anomaly(True):
            seen.append(lib.is_anomaly_enabled())
            with lib.autograd.set_detect_anomaly(False):
                seen.append(lib.is_anomaly_enabled())
        lib.autograd.set_detect_anomaly(True, check_nan=False)
        seen += [lib.is_anomaly_enabled(), lib.is_anomaly_check_nan_enabled()]
        lib.autograd.set_detect_anomaly(False)
        seen += [lib.is_anomaly_enabled(), lib.is_anomaly_check_nan_enabled()]
        return seen

    same(program, VECTOR)


def test_a_node_made_in_a_backward_knows_which_node_made_it():
    def program(lib, x):
        with lib.autograd.set_detect_anomaly(True):
            (grad,) = lib.autograd.grad(x.exp().sum(), x, create_graph=True)
        kept = grad.grad_fn.metadata
        return sorted(kept), kept["parent_"].name()

    same(program, VECTOR)


class Chain:
    """Functions each of whose backwards calls the next; the last one fails."""

    def __init__(self, lib) -> None:
        def function(name: str, backward):
            methods = {
                "forward": staticmethod(lambda ctx, a: a * 2),
                "backward": staticmethod(lambda ctx, grad: backward(grad)),
            }
            return type(name, (lib.autograd.Function,), methods)

        def fail(grad):
            raise RuntimeError("broken on purpose")

        third = function("Third", fail)
        second = function("Second", lambda grad: third.apply(grad))
        self.first = function("First", lambda grad: second.apply(grad))


def a_third_derivative(lib, x, forward_too: bool = True):
    u, v = (lib.ones(3, dtype=x.dtype, requires_grad=True) for _ in range(2))
    with lib.autograd.set_detect_anomaly(forward_too):
        y = Chain(lib).first.apply(x)
    with lib.autograd.set_detect_anomaly(True):
        (first,) = lib.autograd.grad(y, x, u, create_graph=True)
        (second,) = lib.autograd.grad(first, u, v, create_graph=True)
        second.sum().backward()


def a_pass_in_a_backward(lib, x, forward_too: bool = True):
    class Inner(lib.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            return a * 2

        @staticmethod
        def backward(ctx, grad):
            with lib.enable_grad():
                inner = grad.detach().requires_grad_()
                ((inner - inner).sqrt() * 0).sum().backward()

    with lib.autograd.set_detect_anomaly(forward_too):
        y = Inner.apply(x).sum()
    with lib.autograd.set_detect_anomaly(True):
        y.backward()


def told(program, lib, *options) -> list[list[str]]:
    """What a program warns of: its own words, and the lines of this file."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.filterwarnings("always", category=UserWarning)
        with pytest.raises(RuntimeError):
            program(lib, lib.tensor(VECTOR.tolist(), requires_grad=True), *options)
    texts = []
    for each in caught:
        lines = str(each.message).split(" (Triggered internally")[0].splitlines()
        here = [i for i, line in enumerate(lines) if __file__ in line]
        words = [line for line in lines if not line.startswith("  ")]
        texts.append([*words, *(lines[i + 1] for i in here)])
    return texts


@pytest.mark.parametrize("program", [a_third_derivative, a_pass_in_a_backward])
@pytest.mark.parametrize("forward_too", [True, False])
def test_nested_passes_are_told_back_to_the_first(program, forward_too: bool):
    expected, found = (told(program, lib, forward_too) for lib in (torch, minigrad))
    assert found == expected
    induced = sum("Previous calculation was induced" in str(text) for text in found)
    of_two = program is a_third_derivative
    assert induced == (of_two + forward_too)
