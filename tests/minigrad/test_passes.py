"""Invariants 2, 5 and 6: a pass leaves no trace but its result.

Failed, nested, concurrent and repeated passes; freeing and retain_graph; grad mode.
"""

import threading

import numpy as np
import pytest
from oracle import same, same_error

import minigrad

X = np.array([0.5, -1.5, 2.0])


def failing(lib, fails: list):
    """A Function whose backward raises while `fails` is not empty."""

    class Failing(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            if fails:
                raise ValueError("it fails")
            return grad * 2

    return Failing.apply


# -- 2: gradients in flight ------------------------------------------------------------


def test_a_pass_that_raises_leaves_nothing_for_a_later_one():
    def program(lib, x, y):
        fails = [True]
        z = failing(lib, fails)(x) * y + x * y.exp()
        said = []
        for _ in range(2):
            try:
                z.sum().backward(retain_graph=True)
            except ValueError as error:
                said.append(str(error))
        x.grad = y.grad = None
        fails.clear()
        z.sum().backward()
        return said, x.grad, y.grad, lib.is_grad_enabled()

    same(program, X, X[::-1].copy(), order=0)


def test_a_grad_call_that_raises_leaves_nothing_either():
    def program(lib, x):
        fails = [True]
        z = failing(lib, fails)(x.tanh() * x)
        try:
            lib.autograd.grad(z.sum(), x, retain_graph=True, create_graph=True)
        except ValueError:
            fails.clear()
        return x.grad, lib.autograd.grad(z.sum(), x), lib.is_grad_enabled()

    same(program, X, order=0)


def test_a_pass_inside_a_backward_is_a_pass_of_its_own():
    def program(lib, x):
        class Nested(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x**3

            @staticmethod
            def backward(ctx, grad):
                (x,) = ctx.saved_tensors
                with lib.enable_grad():
                    inner = x.detach().requires_grad_()
                    (local,) = lib.autograd.grad((inner**3).sum(), inner)
                return grad * local

        shared = x * 2
        out = Nested.apply(shared) + shared
        out.sum().backward()
        return x.grad

    same(program, X, order=0)


def test_a_nested_pass_through_the_same_graph():
    def program(lib, x):
        y = x.exp()
        z = (y * x).sum()
        seen = []

        class Asks(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 1

            @staticmethod
            def backward(ctx, grad):
                seen.extend(lib.autograd.grad(z, x, retain_graph=True))
                return grad

        (Asks.apply(y) + y * y).sum().backward(retain_graph=True)
        return x.grad, seen

    same(program, X, order=0)


def test_threads_do_not_meet():
    x = [minigrad.tensor(X, requires_grad=True) for _ in range(4)]
    shared = minigrad.tensor(X, requires_grad=True)
    errors = []

    def work(leaf):
        try:
            for _ in range(100):
                ((leaf * shared).exp() + leaf).sum().backward()
                minigrad.autograd.grad((leaf * leaf).sum(), leaf)
        except Exception as error:  # shown below: a thread's errors are lost otherwise
            errors.append(error)

    threads = [threading.Thread(target=work, args=(leaf,)) for leaf in x]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    once = np.exp(X * X) * X
    for leaf in x:
        np.testing.assert_allclose(leaf.grad.numpy(), 100 * (once + 1))
    np.testing.assert_allclose(shared.grad.numpy(), 400 * once)


def test_threads_may_share_one_retained_graph():
    x = minigrad.tensor(X, requires_grad=True)
    y = (x * x).exp()
    out = (y + y * x).sum()
    expected = minigrad.autograd.grad(out, x, retain_graph=True)[0].tolist()
    found = []

    def work():
        for _ in range(50):
            (grad,) = minigrad.autograd.grad(out, x, retain_graph=True)
            found.append(grad.tolist())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 200 and all(each == expected for each in found)


# -- 5: freeing ------------------------------------------------------------------------

SECOND = "Trying to backward through the graph a second time"


def test_a_second_backward_is_pytorchs_error():
    def program(lib, x):
        y = (x * x).sum()
        y.backward()
        y.backward()

    same_error(program, X, says=SECOND)


def test_the_error_comes_before_any_grad_is_touched():
    x, w = (minigrad.tensor(X, requires_grad=True) for _ in range(2))
    y = x * x
    y.sum().backward()
    before = x.grad.tolist()
    with pytest.raises(RuntimeError, match=SECOND):
        (w + y).sum().backward()  # reaches w before it meets what was freed
    assert x.grad.tolist() == before
    assert w.grad is None


def test_a_node_that_no_gradient_reached_is_freed_too():
    def program(lib, x, w, captured):
        class Second(lib.autograd.Function):
            @staticmethod
            def forward(ctx, a, b):
                return a + b

            @staticmethod
            def backward(ctx, grad):
                return None, grad

        y = x * x
        out = Second.apply(y, w).sum()
        if captured:  # a node that is asked for does not run
            lib.autograd.grad(out, (y, w), allow_unused=True)
        else:
            out.backward()
        y.sum().backward()
        return x.grad

    same_error(lambda lib, x, w: program(lib, x, w, False), X, X, says=SECOND)
    same(lambda lib, x, w: program(lib, x, w, True), X, X, order=0)


def test_nodes_that_saved_nothing_can_be_passed_again():
    def program(lib, x):
        y = (x + x).sum()
        y.backward()
        y.backward()
        return x.grad

    same(program, X, order=0)


def test_a_branch_that_was_freed_spoils_only_what_needs_it():
    def program(lib, x):
        y = x.exp()
        (y * 2).sum().backward()
        (x * 3).sum().backward()
        said = []
        try:
            (y + x).sum().backward()
        except RuntimeError as error:
            said.append(str(error).split(" (")[0])
        return said, lib.autograd.grad((y * 2).sum(), y)

    same(program, X, order=0)


def test_a_node_whose_gradient_is_only_asked_for_is_not_run_and_not_freed():
    def program(lib, x):
        y = x.exp()
        first = lib.autograd.grad((y * 2).sum(), y)
        y.sum().backward()
        return first, x.grad

    same(program, X, order=0)


def test_retain_graph_allows_a_second_pass():
    def program(lib, x):
        y = (x.tanh() * x).sum()
        y.backward(retain_graph=True)
        y.backward(retain_graph=True)
        y.backward()
        return x.grad

    same(program, X, order=0)


def test_create_graph_retains_unless_told_otherwise():
    def program(lib, x):
        y = (x.tanh() * x).sum()
        (first,) = lib.autograd.grad(y, x, create_graph=True)
        (again,) = lib.autograd.grad(y, x, create_graph=True)
        second = lib.autograd.grad(first.sum(), x)
        return first.detach(), again.detach(), second

    same(program, X, order=0)


def test_create_graph_without_retain_graph_frees():
    def program(lib, x):
        y = (x.tanh() * x).sum()
        lib.autograd.grad(y, x, create_graph=True, retain_graph=False)
        y.backward()

    same_error(program, X, says=SECOND)


def test_saved_tensors_can_be_read_until_the_pass_has_freed_them():
    def program(lib, x):
        class Keeps(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x * 1

            @staticmethod
            def backward(ctx, grad):
                return grad * ctx.saved_tensors[0]

        y = Keeps.apply(x)
        node = y.grad_fn
        before = node.saved_tensors[0] is x
        y.sum().backward()
        return before, node.saved_tensors

    same_error(program, X, says=SECOND)


# -- 6: grad mode ----------------------------------------------------------------------


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("enabled", [False, True])
def test_a_pass_runs_with_grad_mode_equal_to_create_graph(create_graph, enabled):
    def program(lib, x):
        seen = []

        class Asks(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                seen.append(lib.is_grad_enabled())
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                seen.append(lib.is_grad_enabled())
                return grad * 2

        y = Asks.apply(x).sum()
        with lib.set_grad_enabled(enabled):
            lib.autograd.grad(y, x, create_graph=create_graph)
            seen.append(lib.is_grad_enabled())
        return seen

    same(program, X, order=0)


def test_grad_mode_is_restored_when_a_pass_raises():
    def program(lib, x):
        z = failing(lib, [True])(x).sum()
        seen = []
        for enabled in (True, False):
            with lib.set_grad_enabled(enabled):
                try:
                    lib.autograd.grad(z, x, create_graph=not enabled, retain_graph=True)
                except ValueError:
                    seen.append(lib.is_grad_enabled())
        return seen

    same(program, X, order=0)


def test_a_backward_in_another_thread_does_not_change_this_ones_mode():
    seen = []

    def work():
        seen.append(minigrad.is_grad_enabled())
        with minigrad.no_grad():
            x = minigrad.ones(2)
            seen.append((x * 2).requires_grad)

    with minigrad.no_grad():
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert not minigrad.is_grad_enabled()
    assert seen == [True, False]
