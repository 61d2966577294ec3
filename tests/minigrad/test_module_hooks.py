"""Hooks of modules: before and after forward, and on the gradients."""

import numpy as np
import pytest
import torch
from oracle import same, same_error

import minigrad

X = np.array([[1.0, -2.0], [0.5, 3.0]])


def scaled(lib):
    """A module of two inputs and an option."""

    class Scaled(lib.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = lib.nn.Parameter(lib.tensor([2.0, 3.0], dtype=lib.float64))

        def forward(self, x, y=None, power=1):
            out = x * self.w if y is None else x * self.w + y
            return out**power

    return Scaled()


def test_a_pre_hook_sees_and_replaces_the_arguments():
    def program(lib, x):
        module, seen = scaled(lib), []
        module.register_forward_pre_hook(lambda m, args: seen.append(len(args)))
        handle = module.register_forward_pre_hook(lambda m, args: args[0] * 2)
        first = module(x)
        handle.remove()
        return first, module(x, x), seen

    same(program, X)


def test_a_forward_hook_sees_and_replaces_the_output():
    def program(lib, x):
        module, seen = scaled(lib), []
        module.register_forward_hook(lambda m, args, out: seen.append(out.tolist()))
        module.register_forward_hook(lambda m, args, out: out * 10)
        return module(x, power=1), seen

    same(program, X)


def test_order_prepend_and_removal():
    def program(lib, x):
        module, seen = scaled(lib), []
        note = lambda text: lambda *args: seen.append(text)  # noqa: E731
        module.register_forward_hook(note("b"))
        module.register_forward_hook(note("a"), prepend=True)
        with module.register_forward_pre_hook(note("within")):
            module(x)
        module.register_forward_pre_hook(note("pre"))
        module.register_forward_pre_hook(note("first"), prepend=True)
        module(x)
        return seen

    same(program, X)


def test_a_backward_hook_sees_both_gradients():
    def program(lib, x):
        module, seen = scaled(lib), []

        def hook(m, grad_input, grad_output):
            seen.append([each.tolist() for each in grad_input + grad_output])

        module.register_full_backward_hook(hook)
        out = module(x * 2)
        out.backward(lib.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=lib.float64))
        return out.detach(), x.grad, module.w.grad, seen

    same(program, X, graph=False)


def test_backward_hooks_replace_gradients():
    def program(lib, x):
        module, seen = scaled(lib), []
        module.register_full_backward_pre_hook(lambda m, grads: (grads[0] * 10,))
        module.register_full_backward_hook(
            lambda m, grad_input, grad_output: (grad_input[0] + 1,)
        )
        module.register_full_backward_hook(
            lambda m, grad_input, grad_output: seen.append(grad_input[0].tolist()),
        )
        module(x).sum().backward()
        return x.grad, module.w.grad, seen

    same(program, X)


def test_a_backward_hook_of_several_inputs_and_other_arguments():
    def program(lib, x):
        module, seen = scaled(lib), []

        def hook(m, grad_input, grad_output):
            seen.append([None if g is None else g.tolist() for g in grad_input])

        module.register_full_backward_hook(hook)
        module(x, x.detach(), 2).sum().backward()
        module(x, x * 3, 1).sum().backward()
        return x.grad, seen

    same(program, X)


def test_a_backward_hook_of_several_outputs():
    def program(lib, x):
        class Both(lib.nn.Module):
            def forward(self, x):
                return x * 2, "text", x * 3

        module, seen = Both(), []

        def hook(m, grad_input, grad_output):
            seen.append([None if g is None else g.tolist() for g in grad_output])

        module.register_full_backward_hook(hook)
        first, text, last = module(x)
        last.sum().backward()
        return x.grad, text, seen

    same(program, X)


def test_a_backward_hook_where_no_input_needs_a_gradient():
    def program(lib, x):
        module, seen = scaled(lib), []

        def hook(m, grad_input, grad_output):
            seen.append((grad_input, grad_output[0].tolist()))

        module.register_full_backward_hook(hook)
        module(x.detach()).sum().backward()
        return module.w.grad, seen

    same(program, X)


@pytest.mark.parametrize("kind", ["input", "output"])
def test_a_backward_hook_that_returns_too_many(kind: str):
    def program(lib, x):
        module = scaled(lib)
        if kind == "input":
            module.register_full_backward_hook(lambda m, gi, go: (gi[0], gi[0]))
        else:
            module.register_full_backward_pre_hook(lambda m, go: (go[0], go[0]))
        module(x).sum().backward()

    same_error(program, X, says="returned an invalid number of grad_")


def test_backward_hooks_are_silent_without_recording():
    def program(lib, x):
        module, seen = scaled(lib), []
        module.register_full_backward_hook(lambda *args: seen.append(1))
        with lib.no_grad():
            out = module(x)
        return out, seen

    same(program, X)


def test_second_derivatives_pass_through_a_backward_hook():
    def program(lib, x):
        module = scaled(lib)
        module.register_full_backward_hook(lambda m, gi, go: None)
        (grad,) = lib.autograd.grad(module(x, power=3).sum(), x, create_graph=True)
        (second,) = lib.autograd.grad((grad * grad).sum(), x)
        return grad.detach(), second

    same(program, X)


def test_a_hooked_module_leaves_no_garbage():
    import gc

    for lib in (torch, minigrad):
        module = scaled(lib)
        module.register_full_backward_hook(lambda m, gi, go: None)
        x = lib.ones(2, dtype=lib.float64, requires_grad=True)
        module(x).sum().backward()
        gc.collect()
        module(x).sum().backward()
        assert gc.collect() == 0
