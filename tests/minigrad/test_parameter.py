"""nn.Parameter: a Tensor in all it does, of a class of its own."""

import copy
import pickle

import numpy as np
import pytest
import torch
from oracle import same, same_error

import minigrad

MAKE = {
    "a tensor": lambda lib: lib.nn.Parameter(lib.tensor([1.0, 2.0])),
    "float64": lambda lib: lib.nn.Parameter(lib.ones(2, 2, dtype=lib.float64)),
    "frozen": lambda lib: lib.nn.Parameter(lib.tensor([1.0]), requires_grad=False),
    "integers, frozen": lambda lib: lib.nn.Parameter(lib.tensor([1]), False),
    "nothing": lambda lib: lib.nn.Parameter(),
    "a parameter": lambda lib: lib.nn.Parameter(lib.nn.Parameter(lib.ones(1))),
    "a result": lambda lib: lib.nn.Parameter(lib.ones(2, requires_grad=True) * 2),
    "a scalar": lambda lib: lib.nn.Parameter(lib.tensor(2.5)),
}


@pytest.mark.parametrize("make", MAKE.values(), ids=MAKE)
def test_what_a_parameter_is(make):
    def program(lib):
        param = make(lib)
        return (
            repr(param),
            param,
            param.is_leaf,
            isinstance(param, lib.Tensor),
            isinstance(param, lib.nn.Parameter),
            isinstance(param * 2, lib.nn.Parameter),
            type(param.detach()).__name__,
            type(param.data).__name__,
        )

    same(program)


def test_integers_cannot_require_grad():
    same_error(
        lambda lib: lib.nn.Parameter(lib.tensor([1, 2])),
        says="Only Tensors of floating point and complex dtype can require gradients",
    )


def test_anything_but_a_tensor_is_refused():
    same_error(lambda lib: lib.nn.Parameter([1.0]), says="has no attribute 'detach'")


def test_memory_is_shared_with_the_tensor():
    def program(lib):
        given = lib.ones(2)
        param = lib.nn.Parameter(given)
        given.mul_(3)
        return param.tolist(), param._version

    same(program)


def test_gradients_accumulate_in_it():
    def program(lib):
        param = lib.nn.Parameter(lib.tensor([1.0, 2.0]))
        for _ in range(2):
            (param * param).sum().backward()
        return param.grad, (param * 2).grad_fn.next_functions[0][0].variable is param

    same(program)


@pytest.mark.parametrize("requires_grad", [True, False])
def test_copies_and_pickles(requires_grad: bool):
    def program(lib):
        param = lib.nn.Parameter(lib.tensor([1.0, 2.0]), requires_grad)
        twins = [copy.deepcopy(param), copy.copy(param)]
        twins.append(pickle.loads(pickle.dumps(param)))
        return [(repr(twin), type(twin).__name__, twin is param) for twin in twins]

    same(program)


def test_a_deep_copy_drops_the_gradient_and_keeps_sharing():
    def program(lib):
        param = lib.nn.Parameter(lib.tensor([1.0, 2.0]))
        param.sum().backward()
        one, other = copy.deepcopy([param, param])
        return one is other, one.grad

    same(program)


def test_subclasses():
    def program(lib):
        class Scale(lib.nn.Parameter):
            pass

        scale = Scale(lib.ones(2))
        module = lib.nn.Module()
        module.scale = scale
        twin = copy.deepcopy(scale)
        return type(twin).__name__, list(module._parameters), twin.tolist()

    same(program)


def test_it_takes_no_more_memory_than_a_tensor():
    assert minigrad.nn.Parameter.__slots__ == ()
    tensor, param = minigrad.ones(2), minigrad.nn.Parameter(minigrad.ones(2))
    assert tensor.__sizeof__() == param.__sizeof__()


def test_names_of_types_are_those_of_pytorch():
    from minigrad.nn.parameter import typename

    class Own:
        pass

    for lib in (torch, minigrad):
        name = torch.typename if lib is torch else typename
        assert name(lib.ones(1)) == "torch.FloatTensor"
        assert name(lib.nn.Parameter(lib.ones(1, dtype=lib.float64))) == (
            "torch.DoubleTensor"
        )
        assert name(lib.nn.Linear(1, 1)) == "torch.nn.modules.linear.Linear"
        assert name("text") == "str"
        assert name(np.float64) == torch.typename(np.float64)
        assert name(Own()).endswith("Own")
