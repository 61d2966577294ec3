"""no_grad, enable_grad, set_grad_enabled and detach."""

import threading

import numpy as np
import pytest
from oracle import same, same_error

import minigrad

X = np.array([0.5, -1.5])
BLOCKS = {
    "no_grad": lambda lib: lib.no_grad(),
    "enable_grad": lambda lib: lib.enable_grad(),
    "set_grad_enabled(False)": lambda lib: lib.set_grad_enabled(False),
    "set_grad_enabled(True)": lambda lib: lib.set_grad_enabled(True),
}


@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.parametrize("outer", BLOCKS)
def test_a_block_sets_the_mode_and_restores_the_one_around_it(name: str, outer: str):
    def program(lib, x):
        seen = []
        with BLOCKS[outer](lib):
            seen.append((x * 2).requires_grad)
            with BLOCKS[name](lib):
                seen += [lib.is_grad_enabled(), (x * 2).requires_grad]
            seen += [lib.is_grad_enabled(), (x * 2).requires_grad]
        return seen, lib.is_grad_enabled()

    same(program, X)


@pytest.mark.parametrize("name", BLOCKS)
def test_an_exception_restores_the_mode(name: str):
    def program(lib, x):
        try:
            with BLOCKS[name](lib):
                raise ValueError
        except ValueError:
            return lib.is_grad_enabled()

    same(program, X)


@pytest.mark.parametrize("name", BLOCKS)
def test_as_a_decorator_it_holds_during_each_call(name: str):
    def program(lib, x):
        @BLOCKS[name](lib)
        def double(y, depth=0):
            """Doubles."""
            if depth:
                return double(y, depth - 1)
            return y * 2, lib.is_grad_enabled()

        before = lib.is_grad_enabled()
        inside = double(x), double(x, 3)
        with lib.no_grad():
            other = double(x)
        return (
            before,
            inside,
            other,
            lib.is_grad_enabled(),
            double.__name__,
            double.__doc__,
        )

    same(program, X)


def test_without_brackets_it_decorates_too():
    def program(lib, x):
        @lib.no_grad
        def double(y):
            return y * 2

        @lib.enable_grad
        def triple(y):
            return y * 3

        with lib.no_grad():
            return double(x), triple(x)

    same(program, X)


def test_a_decorated_function_that_raises_restores_the_mode():
    def program(lib, x):
        @lib.no_grad()
        def fails():
            raise ValueError

        try:
            fails()
        except ValueError:
            return lib.is_grad_enabled()

    same(program, X)


@pytest.mark.parametrize("name", BLOCKS)
def test_a_decorated_generator_has_the_mode_only_while_it_runs(name: str):
    def program(lib, x):
        seen = []

        @BLOCKS[name](lib)
        def numbers():
            try:
                seen.append(("start", lib.is_grad_enabled()))
                got = yield 1
                seen.append((got, lib.is_grad_enabled()))
                try:
                    yield 2
                except ValueError:
                    seen.append(("thrown", lib.is_grad_enabled()))
                yield 3
            finally:
                seen.append(("end", lib.is_grad_enabled()))
            return "done"

        made = numbers()
        seen.append(next(made))
        seen.append(lib.is_grad_enabled())
        seen.append(made.send("sent"))
        seen.append(made.throw(ValueError()))
        seen.append(lib.is_grad_enabled())
        made.close()

        def delegates():
            seen.append((yield from numbers()))

        seen.append(list(delegates()))
        return seen, lib.is_grad_enabled()

    same(program, X)


def test_set_grad_enabled_takes_effect_at_once():
    def program(lib, x):
        lib.set_grad_enabled(False)
        try:
            return (x * 2).requires_grad, lib.is_grad_enabled()
        finally:
            lib.set_grad_enabled(True)

    same(program, X)


def test_a_switch_can_be_used_again():
    def program(lib, x):
        switch, seen = lib.no_grad(), []
        for _ in range(2):
            with switch:
                seen.append(lib.is_grad_enabled())
            seen.append(lib.is_grad_enabled())
        return seen

    same(program, X)


def test_a_leaf_made_under_no_grad_can_require_grad():
    def program(lib, x):
        with lib.no_grad():
            y = lib.ones(2, requires_grad=True)
            z = y * 2
        return y.requires_grad, z.requires_grad, y * 3

    same(program, X)


def test_each_thread_has_its_own_mode():
    seen = []

    def work():
        seen.append(minigrad.is_grad_enabled())
        minigrad.set_grad_enabled(False)

    with minigrad.no_grad():
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert seen == [True]
    assert minigrad.is_grad_enabled()


# -- detach ----------------------------------------------------------------------------


def test_a_detached_tensor_shares_memory_and_stops_the_gradient():
    def program(lib, x):
        y = x * 2
        z = y.detach()
        with lib.no_grad():
            z += 1
        return z.requires_grad, z.is_leaf, y, (x * x.detach()).sum(), z._version

    same(program, X)


def test_a_detached_leaf_is_changed_with_its_leaf():
    def program(lib, x):
        alias = x.detach()
        with lib.no_grad():
            x.mul_(3)
        return alias, alias._version

    same(program, X)


def test_a_detached_tensor_can_start_a_graph_of_its_own():
    def program(lib, x):
        y = (x * 2).detach().requires_grad_()
        (y * x).sum().backward()
        return y.grad, x.grad

    same(program, X, order=0)


def test_what_does_not_require_grad_has_no_backward():
    def program(lib, x):
        with lib.no_grad():
            y = (x * 2).sum()
        y.backward()

    same_error(program, X, says="element 0 of tensors does not require grad")


# -- inference_mode --------------------------------------------------------------------

INSIDE = {
    "enable_grad": lambda lib: lib.enable_grad(),
    "set_grad_enabled": lambda lib: lib.set_grad_enabled(True),
    "no_grad": lambda lib: lib.no_grad(),
    "inference_mode": lambda lib: lib.inference_mode(),
    "inference_mode(False)": lambda lib: lib.inference_mode(False),
}


@pytest.mark.parametrize("inner", INSIDE)
@pytest.mark.parametrize("outer", INSIDE)
def test_what_is_recorded_inside_inference_mode(outer: str, inner: str):
    def program(lib, x):
        with INSIDE[outer](lib):
            before = (x * 2).requires_grad, lib.is_inference_mode_enabled()
            with INSIDE[inner](lib):
                inside = (x * 2).requires_grad, lib.is_inference_mode_enabled()
            after = (x * 2).requires_grad, lib.is_inference_mode_enabled()
        return before, inside, after, (x * 2).requires_grad, lib.is_grad_enabled()

    same(program, X)


def test_a_leaf_is_changed_inside_inference_mode():
    def program(lib, x):
        with lib.inference_mode(), lib.enable_grad():
            x.add_(1)
        return x * x

    same(program, X)
