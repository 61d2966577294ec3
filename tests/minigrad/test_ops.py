"""Every operation does what PyTorch's does, forwards, backwards and twice backwards."""

import numpy as np
import pytest
from oracle import nodes_from, same, tensors_in
from programs import CASES
from programs.case import Case
from programs.elementwise import ELEMENTWISE
from programs.shape import MATRIX

import minigrad
from minigrad.autograd import Op

# One per operation: its largest shapes.
LARGEST = {
    case.name: case
    for case in sorted(CASES, key=lambda case: sum(map(np.size, case.inputs())))
}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_operation_and_its_first_two_derivatives_are_pytorchs(case: Case):
    same(
        case.program,
        *case.inputs(),
        graph=case.graph,
        text=case.graph,
        tolerance=case.tolerance,
        order=case.order,
    )


@pytest.mark.parametrize("case", LARGEST.values(), ids=str)
def test_an_operation_computes_in_float32_as_pytorch_does(case: Case):
    same(
        case.program,
        *case.inputs(),
        dtype=np.float32,
        order=1,
        graph=case.graph,
        text=case.graph,
    )


@pytest.mark.parametrize("name", ["exp", "tanh", "x ** 3", "x ** -1", "2.5 ** x"])
def test_third_and_fourth_derivatives_need_no_further_definition(name: str):
    same(ELEMENTWISE[name], np.array([0.3, -1.2]), order=4)


@pytest.mark.parametrize("name", MATRIX)
def test_a_constant_gets_no_gradient_and_no_edge(name: str):
    def program(lib, x):
        return MATRIX[name](lib, x.detach()) * x.sum()

    same(program, np.random.default_rng(1).standard_normal((2, 3)))


def test_every_op_of_minigrad_stands_in_the_tables():
    met = set()
    for case in CASES:
        leaves = [minigrad.tensor(x, requires_grad=True) for x in case.inputs()]
        out = case.program(minigrad, *leaves)
        for root in tensors_in(minigrad, out):
            if not root.requires_grad:
                continue
            for node in nodes_from(root):
                met.update(type(node).__mro__)
            grads = minigrad.autograd.grad(
                root,
                leaves,
                minigrad.ones_like(root).requires_grad_(),
                create_graph=True,
                allow_unused=True,
            )
            for grad in grads:
                if grad is not None:
                    for node in nodes_from(grad):
                        met.update(type(node).__mro__)
    missing = [
        op.__name__
        for op in all_ops(Op)
        if op.node_class not in met and op.node_class.__name__ != "NotImplemented"
    ]
    assert not missing, f"give each of these a row in programs/: {missing}"


KINDS = ("ViewOp", "Reshape")


def all_ops(op: type) -> list[type]:
    """The ops of minigrad itself; tests may have defined others.

    ViewOp is a kind of op. `Reshape` and `Expand` of the core are what it has in the
    place of the views in minigrad/ops.
    """
    ops = []
    for sub in op.__subclasses__():
        if sub.__module__.startswith("minigrad.") and sub.__name__ not in KINDS:
            ops.append(sub)
        ops += all_ops(sub)
    return ops
