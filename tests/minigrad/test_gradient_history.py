"""Under `create_graph` a gradient requires grad where PyTorch's does.

Where a backward reads a saved value that requires grad, the gradient has a history,
though its slope be constant: second derivatives are then zeros, and no error.
"""

import numpy as np
import pytest
import torch
from oracle import Comparison, array_of, same, tensors_in, upstream
from programs import CASES
from programs.case import Case
from test_ops import LARGEST

import minigrad

# One a name, and those of numbers, of which minigrad computes in its own way.
TRIED = [*LARGEST.values(), *(case for case in CASES if () in case.shapes)]
# Where one input alone requires grad: (name, place of the input). PyTorch computes the
# values' gradient of attention by itself, minigrad in one node with the others'; with a
# layer or group norm it is the other way round.
ALONE = {("F.layer_norm", 2), ("F.group_norm", 1), ("F.group_norm", 2)}
ALONE |= {(case.name, 2) for case in CASES if case.name.startswith("F.attention")}


def observed(lib, case: Case, alone: int | None) -> list:
    """For each first gradient whether it requires grad, and if so its own gradients.

    If `alone` is not None, only that input requires grad.
    """
    inputs = [lib.from_numpy(np.array(array, "f8")) for array in case.inputs()]
    leaves = [each for i, each in enumerate(inputs) if alone in (None, i)]
    for leaf in leaves:
        leaf.requires_grad_()
    out = case.program(lib, *inputs)
    roots = [each for each in tensors_in(lib, out) if each.requires_grad]
    if not roots:
        return []
    sent = [upstream(lib, root, (0, i)) for i, root in enumerate(roots)]
    grads = lib.autograd.grad(roots, leaves, sent, create_graph=True, allow_unused=True)
    found = []
    for grad in grads:
        requires = grad is not None and grad.requires_grad
        seconds = ()
        if requires and case.order > 1:
            up = upstream(lib, grad, (1, 0))
            seconds = lib.autograd.grad(
                grad, leaves, up, retain_graph=True, allow_unused=True
            )
        found.append((requires, [array_of(each) for each in seconds]))
    return found


@pytest.mark.parametrize("case", TRIED, ids=str)
def test_a_first_gradient_requires_grad_where_pytorchs_does(case: Case):
    compare = Comparison(case.tolerance or 1e-10, False).compare
    places = range(len(case.shapes)) if len(case.shapes) > 1 else ()
    for alone in (None, *places):
        if (case.name, alone) in ALONE:
            continue
        expected, found = (observed(lib, case, alone) for lib in (torch, minigrad))
        for (flag, seconds), (own_flag, own_seconds) in zip(
            expected, found, strict=True
        ):
            assert own_flag == flag
            for one, own in zip(seconds, own_seconds, strict=True):
                if one is None and own is not None:  # zeros where PyTorch has none
                    assert not own["values"].any()
                else:
                    compare(one, own)


@pytest.mark.parametrize("power", [0, 1, 2, 3, 5, 2.5, -1])
def test_a_power_can_be_differentiated_until_its_derivative_is_zero(power: float):
    def program(lib, x):
        y, flags = x**power, []
        for _ in range(8):
            (y,) = lib.autograd.grad(y.sum(), x, create_graph=True)
            flags.append(y.requires_grad)
            if not y.requires_grad:
                break
        return y, flags

    same(program, np.array([0.7, 1.3]), order=0, graph=False, text=False)


def test_backward_from_a_gradient_of_relu_gives_zeros():
    def program(lib, x):
        (grad,) = lib.autograd.grad(x.relu().sum(), x, create_graph=True)
        grad.sum().backward()
        return grad, x.grad

    same(program, np.array([-1.0, 0.0, 2.0]), order=0, graph=False, text=False)


def test_zeros_flow_through_hooks_to_what_is_behind():
    def program(lib, x):
        calls, y = [], x * 3
        y.register_hook(lambda grad: calls.append(grad.tolist()))
        sent = lib.ones(3, dtype=lib.float64, requires_grad=True)
        (grad,) = lib.autograd.grad(y.relu(), y, sent, create_graph=True)
        (grad * grad).sum().backward()
        return calls, x.grad

    same(program, np.array([-1.0, 0.0, 2.0]), order=0, graph=False, text=False)


PADS_AND_PRODUCTS = {
    "constant padding": lambda lib, x: lib.nn.functional.pad(x, (1, 1)),
    "a product with a constant": lambda lib, x: x * 3,
    "sum": lambda lib, x: x.sum(),
    "max": lambda lib, x: x.max(0).values,
    "clamp": lambda lib, x: x.clamp(-0.5, 0.5),
    "where": lambda lib, x: lib.where(x > 0, x, -x),
}


@pytest.mark.parametrize("name", PADS_AND_PRODUCTS)
def test_a_gradient_that_reads_no_saved_value_has_no_history(name: str):
    def program(lib, x):
        out = PADS_AND_PRODUCTS[name](lib, x)
        (grad,) = lib.autograd.grad(out.sum(), x, create_graph=True)
        assert not grad.requires_grad
        return grad

    same(program, np.array([-1.0, 0.3, 2.0]), order=0)
