"""Hooks: on tensors, on leaves after accumulation, on nodes, on several tensors."""

import gc
import weakref

import numpy as np
import pytest
from oracle import same, same_error

import minigrad

VECTOR = np.array([0.5, -1.5, 2.0])


def logged(log: list, name: str, result=None):
    """A hook that notes what it got, and returns what `result` makes of it."""

    def hook(*given):
        log.append((name, [_noted(each) for each in given]))
        return None if result is None else result(*given)

    return hook


def _noted(value):
    if isinstance(value, tuple | list):
        return [_noted(each) for each in value]
    return None if value is None else value.detach().tolist()


def test_hooks_run_in_pytorchs_order():
    def program(lib, x):
        log = []
        y = x * 2
        y.register_hook(logged(log, "first"))
        y.register_hook(logged(log, "second", lambda grad: grad * 10))
        y.retain_grad()
        y.register_hook(logged(log, "third"))
        y.grad_fn.register_prehook(logged(log, "prehook"))
        y.grad_fn.register_hook(logged(log, "node hook"))
        x.register_hook(logged(log, "leaf", lambda grad: grad + 1))
        x.register_post_accumulate_grad_hook(lambda leaf: log.append(_noted(leaf.grad)))
        (y * y).sum().backward(retain_graph=True)
        (y * 3).sum().backward()
        return log, y.grad, x.grad, y.retains_grad, x.retains_grad

    same(program, VECTOR, order=0)


def test_a_hook_sees_the_sum_of_all_that_reaches_a_tensor():
    def program(lib, x):
        log = []
        y = x.exp()
        y.register_hook(logged(log, "y"))
        x.register_hook(logged(log, "x"))
        (y * y + y.sin() + x).sum().backward()
        return log

    same(program, VECTOR, order=0)


def test_what_grad_returns_for_a_hooked_tensor_is_what_pytorch_returns():
    def program(lib, x):
        y = x * 2
        y.register_hook(lambda grad: grad * 10)
        x.register_hook(lambda grad: grad + 1)
        z = (y * y).sum()
        both = lib.autograd.grad(z, [y, x], retain_graph=True)
        alone = lib.autograd.grad(z, [y], retain_graph=True)
        return both, alone, lib.autograd.grad(z, [x])

    same(program, VECTOR, order=0)


def test_backward_with_inputs_runs_the_hooks_that_pytorch_runs():
    def program(lib, x):
        log = []
        y = x * 2
        y.register_hook(logged(log, "y"))
        x.register_hook(logged(log, "x"))
        x.register_post_accumulate_grad_hook(lambda leaf: log.append("accumulated"))
        z = (y * y).sum()
        z.backward(inputs=[y], retain_graph=True)
        z.backward(inputs=[x], retain_graph=True)
        z.backward(inputs=[x, y])
        return log, x.grad, y.grad, y.retains_grad

    same(program, VECTOR, order=0)


def test_hooks_are_differentiated_under_create_graph():
    def program(lib, x):
        y = x * 2
        y.register_hook(lambda grad: grad * y)
        (grad,) = lib.autograd.grad((y**3).sum(), x, create_graph=True)
        return grad

    same(program, VECTOR, graph=False, text=False)


def test_a_hook_that_a_hook_registers_runs_in_the_same_pass():
    def program(lib, x):
        log = []
        y = x * 2
        z = y * 3

        def more(grad):
            x.register_hook(logged(log, "leaf"))
            y.register_hook(logged(log, "tensor"))
            y.grad_fn.register_hook(logged(log, "node"))

        z.register_hook(more)
        (z * x).exp().sum().backward()
        return log, x.grad

    same(program, VECTOR / 2, order=0)


def test_a_removed_hook_is_not_called():
    def program(lib, x):
        log = []
        handle = x.register_hook(logged(log, "removed"))
        with x.register_hook(logged(log, "in the block")):
            (x * x).sum().backward()
        handle.remove()
        handle.remove()
        (x * x).sum().backward()
        return log, x.grad

    same(program, VECTOR, order=0)


def test_a_hook_stays_with_the_values_and_a_retained_gradient_with_the_tensor():
    def program(lib, x):
        log = []
        y = x * 2
        y.register_hook(logged(log, "old"))
        y.retain_grad()
        y.mul_(3)
        y.register_hook(logged(log, "new"))
        y.sin().sum().backward()
        return log, y.grad, y.retains_grad

    same(program, VECTOR, order=0)


def test_hooks_of_outputs_after_the_first():
    def program(lib, x):
        log = []
        first, second, third = x.unbind()
        second.register_hook(logged(log, "second", lambda grad: grad * 5))
        third.retain_grad()
        second.grad_fn.register_prehook(logged(log, "prehook"))
        second.grad_fn.register_hook(logged(log, "node hook"))
        (first * second + third**2).backward()
        return log, third.grad, x.grad

    same(program, VECTOR, order=0)


def test_a_node_hook_may_replace_the_gradients_of_the_inputs():
    def program(lib, x):
        y = x * x.sin()
        y.grad_fn.register_prehook(lambda grads: (grads[0] * 2,))
        y.grad_fn.register_hook(lambda inputs, outputs: (inputs[0] * 3, inputs[1]))
        y.sum().backward()
        return x.grad

    same(program, VECTOR, order=0)


def test_hooks_of_the_node_where_a_leafs_gradient_ends():
    def program(lib, x):
        log = []
        y = (x * x).sum()
        leaf = y.grad_fn.next_functions[0][0].next_functions[0][0]
        leaf.register_hook(logged(log, "after"))
        leaf.register_prehook(logged(log, "before", lambda grads: (grads[0] * 10,)))
        x.register_hook(logged(log, "tensor"))
        x.register_post_accumulate_grad_hook(lambda leaf: log.append(_noted(leaf.grad)))
        y.backward(retain_graph=True)
        passed = lib.autograd.grad(y, x)
        return log, x.grad, passed[0]

    same(program, VECTOR, order=0)


def test_a_node_hook_gets_single_numbers_as_tensors():
    def program(lib, x):
        log = []
        y = x * 3.0
        z = y * 1.5 + y.exp()
        y.grad_fn.register_hook(logged(log, "y"))
        z.grad_fn.register_hook(logged(log, "z"))
        z.backward()
        return log, x.grad

    same(program, np.array(2.0), order=0)


def test_hooks_of_a_users_function():
    def program(lib, x):
        class Double(lib.autograd.Function):
            @staticmethod
            def forward(ctx, a, n):
                return a * 2, a * n

            @staticmethod
            def backward(ctx, one, other):
                return one * 2 + other * 3, None

        log = []
        one, other = Double.apply(x, 3)
        one.register_hook(logged(log, "one"))
        other.register_hook(logged(log, "other", lambda grad: grad + 1))
        one.grad_fn.register_prehook(logged(log, "prehook"))
        one.grad_fn.register_hook(logged(log, "node hook"))
        (one * other).sum().backward()
        return log, x.grad

    same(program, VECTOR, order=0)


def of_a_constant(lib, x):
    lib.ones(2).register_hook(print)


def retain_of_a_constant(lib, x):
    lib.ones(2).retain_grad()


def accumulated_of_no_leaf(lib, x):
    (x * 2).register_post_accumulate_grad_hook(print)


def hooked(result):
    def program(lib, x):
        y = x * 2
        y.register_hook(lambda grad: result(lib, grad))
        y.sum().backward()

    return program


def prehooked(result):
    def program(lib, x):
        y = x * 2
        y.grad_fn.register_prehook(lambda grads: result(lib, grads))
        y.sum().backward()

    return program


@pytest.mark.parametrize(
    ("program", "says"),
    [
        (of_a_constant, "cannot register a hook on a tensor that doesn't require"),
        (retain_of_a_constant, "can't retain_grad on Tensor that has requires_grad"),
        (accumulated_of_no_leaf, "cannot be registered on non-leaf tensors"),
        (hooked(lambda lib, grad: grad.sum()), "has changed the size of value"),
        (hooked(lambda lib, grad: "a"), "expected Variable, but hook returned 'str'"),
        (hooked(lambda lib, grad: grad.float()), "has changed the type of value"),
        (prehooked(lambda lib, grads: grads[0]), "expected tuple, but hook returned"),
        (prehooked(lambda lib, grads: grads * 2), "an incorrect number of values"),
        (prehooked(lambda lib, grads: (grads[0][:1],)), "has changed the size"),
    ],
)
def test_what_a_hook_must_not_do_is_pytorchs_error(program, says: str):
    same_error(program, VECTOR, says=says)


def test_an_error_in_a_hook_reaches_the_caller_and_leaves_no_trace():
    x = minigrad.tensor(VECTOR, requires_grad=True)
    y = x * x
    handle = y.register_hook(lambda grad: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        y.sum().backward(retain_graph=True)
    assert minigrad.is_grad_enabled()
    handle.remove()
    y.sum().backward()
    assert x.grad.tolist() == (2 * VECTOR).tolist()


def test_a_gradient_that_a_hook_kept_is_not_changed_later():
    x = minigrad.tensor(VECTOR, requires_grad=True)
    kept = []
    x.register_hook(kept.append)
    for _ in range(2):
        (x * x + x).sum().backward()
    assert kept[0].tolist() == kept[1].tolist() == (2 * VECTOR + 1).tolist()


def test_hooks_keep_neither_tensors_nor_graphs_alive():
    x = minigrad.tensor(VECTOR, requires_grad=True)
    y = x * 2
    y.register_hook(lambda grad: grad)
    y.retain_grad()
    node = weakref.ref(y.grad_fn)
    gc.collect()
    gc.disable()
    try:
        y.sum().backward()
        del y
        assert node() is None
    finally:
        gc.enable()
