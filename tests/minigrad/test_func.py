"""A module called with other tensors than its own, as PyTorch does it."""

import numpy as np
import pytest
from oracle import same, same_error
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
    with pytest.raises(RuntimeError, match=r"Missing key\(s\): '0.bias', '1.weight'"):
        call(net, {"0.weight": w}, x, strict=True)
    with pytest.raises(RuntimeError, match=r"Unexpected key\(s\): 'weight'"):
        call(net, {"weight": w}, x, strict=True)
    with pytest.raises(ValueError, match="appear in multiple dictionaries"):
        call(net, [{"0.weight": w}, {"0.weight": w}], x)
    with pytest.raises(ValueError, match="to be a dict, or a list/tuple of dicts"):
        call(net, 3, x)


def scaled_of(lib):
    class Scaled(lib.nn.Module):
        """It multiplies by `scale`, and by `extra` if it is there."""

        def __init__(self):
            super().__init__()
            self.inner = lib.nn.Linear(3, 3, bias=False)
            self.scale, self.count = lib.full((1,), 2.0, dtype=lib.float64), 3

        def forward(self, x):
            return x * self.scale * getattr(self, "extra", 1)

    return Scaled()


def test_a_plain_tensor_is_replaced_and_a_new_name_goes_away_again():
    def program(lib, x, w):
        net, call = scaled_of(lib), lib.func.functional_call
        outs = [call(net, {name: w}, x) for name in ("scale", "extra", "inner.other")]
        return *outs, net(x), hasattr(net, "extra"), hasattr(net.inner, "other")

    same(program, X, np.array([0.5, -1.0, 2.0]), graph=False, tolerance=1e-9)


@pytest.mark.parametrize("name", ["count", "nobody.weight", "inner.nobody.weight"])
@pytest.mark.parametrize("strict", [True, False])
def test_a_name_that_cannot_be_replaced(name: str, strict: bool):
    def program(lib, x):
        call = lib.func.functional_call
        return call(scaled_of(lib), {name: lib.ones(1)}, x, strict=strict)

    same_error(program, X, says="Error" if strict else "`")


def test_a_layer_without_bias_misses_none():
    def program(lib, x):
        net, w = lib.nn.Linear(3, 1, bias=False), lib.ones(1, 3, dtype=lib.float64)
        return lib.func.functional_call(net, {"weight": w}, x, strict=True)

    same(program, X, graph=False)
