"""A module called with other tensors than its own, as PyTorch does it."""

import numpy as np
import pytest
from oracle import same
from test_layers import prepared

import minigrad

X = np.random.default_rng(0).standard_normal((4, 3))


def net_of(lib):
    nn = lib.nn
    return prepared(lib, nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2)))


def test_gradients_flow_to_the_tensors_given():
    def program(lib, x, w):
        net = net_of(lib)
        own = net[0].weight
        call = lib.func.functional_call
        out = call(net, {"0.weight": w}, x)
        again = call(net, [{"0.weight": w * 2}, {"1.weight": w[0, :2]}], (x,))
        return out, again, net[0].weight is own, net(x)

    w = np.random.default_rng(1).standard_normal((2, 3))
    same(program, X, w, graph=False, text=False, tolerance=1e-9)


def test_a_step_of_training_is_differentiated():
    """A gradient through a gradient step, as meta-learning takes it."""

    def program(lib, x, w):
        net = prepared(lib, lib.nn.Linear(3, 1))
        bias = net.bias.detach()
        call, given = lib.func.functional_call, {"weight": w, "bias": bias}
        loss = (call(net, given, x) ** 2).sum()
        (grad,) = lib.autograd.grad(loss, w, create_graph=True)
        later = {"weight": w - 0.01 * grad, "bias": bias}
        return (call(net, later, (x,)) ** 2).sum()

    w = np.random.default_rng(1).standard_normal((1, 3))
    same(program, X, w, graph=False, text=False, tolerance=1e-9)


@pytest.mark.parametrize("tie", [True, False])
def test_a_tensor_with_two_names(tie: bool):
    def program(lib, x, w):
        class Twice(lib.nn.Module):
            def __init__(self):
                super().__init__()
                self.one = self.other = lib.nn.Linear(3, 3, bias=False)
                self.third = lib.nn.Linear(3, 3, bias=False)
                self.third.weight = self.one.weight

            def forward(self, x, scale=1.0):
                return self.third(self.other(self.one(x))) * scale

        net = prepared(lib, Twice())
        call = lib.func.functional_call
        return call(net, {"one.weight": w}, (x,), {"scale": 2.0}, tie_weights=tie)

    w = np.random.default_rng(1).standard_normal((3, 3))
    same(program, X, w, graph=False, text=False, tolerance=1e-9)


def test_the_own_tensors_come_back_after_an_error():
    net = net_of(minigrad)
    own = dict(net.named_parameters())
    with pytest.raises(RuntimeError):
        wrong = (own["0.bias"],)
        minigrad.func.functional_call(net, {"0.bias": own["1.bias"] * 2}, wrong)
    assert all(own[name] is param for name, param in net.named_parameters())


def test_names_that_are_not_there_or_twice_or_left_out():
    net, w = net_of(minigrad), minigrad.ones(2, 3)
    call, x = minigrad.func.functional_call, minigrad.ones(4, 3)
    with pytest.raises(KeyError, match="no parameter or buffer 'weight'"):
        call(net, {"weight": w}, x)
    with pytest.raises(RuntimeError, match=r"missing key\(s\) \['0.bias'"):
        call(net, {"0.weight": w}, x, strict=True)
    with pytest.raises(ValueError, match="appear in multiple dictionaries"):
        call(net, [{"0.weight": w}, {"0.weight": w}], x)
    with pytest.raises(ValueError, match="to be a dict, or a list/tuple of dicts"):
        call(net, 3, x)
