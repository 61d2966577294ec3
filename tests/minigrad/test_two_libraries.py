"""Tensors of PyTorch and of minigrad in one expression: one sentence for all."""

import operator

import numpy as np
import pytest
import torch

import minigrad

F = minigrad.nn.functional
NAMES = {"mg": minigrad, "torch": torch, "F": F, "TF": torch.nn.functional}
SENTENCE = (
    "PyTorch and minigrad do not mix: after a change of the import, restart the kernel "
    "and run all cells"
)
OPERATORS = "+ - * / ** // % @ == != < <= > >= & | ^".split()
AUGMENTED = "iadd isub imul itruediv ipow ifloordiv imod".split()

# m and M are minigrad's, t and T PyTorch's; k and i are class numbers.
MINIGRAD_IS_CALLED = """
mg.add(m, t)
mg.mul(t, m)
mg.exp(t)
mg.sum(input=t)
mg.matmul(T, M)
mg.matmul(M, T)
mg.mm(M, T)
mg.dot(m, t)
mg.maximum(m, t)
mg.pow(2, t)
mg.clamp(m, t, t)
mg.where(t > 0, m, m)
mg.where(m > 0, m, t)
mg.cat([m, t])
mg.stack([t, t])
mg.allclose(m, t)
mg.tensor(t)
mg.tensor([t[0], t[1]])
mg.as_tensor(t)
mg.from_numpy(t)
mg.zeros(2, dtype=torch.float64)
m.mul(t)
m.to(t)
m.to(torch.float64)
m[t > 0]
m.detach().copy_(t)
m.detach().__setitem__(0, t[0])
setattr(m, "grad", t)
setattr(m, "data", t)
m.sum().backward(t[0])
m.backward(t)
mg.autograd.grad(t.sum(), t)
mg.autograd.grad(m.sum(), t)
mg.autograd.grad(m.sum(), [m, t])
mg.autograd.grad(m.sum(), m, t[0])
mg.autograd.backward(t.sum())
mg.autograd.backward([t.sum()], [m[0]])
F.relu(t)
F.linear(m, T)
F.mse_loss(m, t)
F.mse_loss(t, m)
F.cross_entropy(M, k)
F.cross_entropy(T, i)
F.one_hot(k)
F.dropout(t)
mg.nn.Linear(2, 2)(t)
mg.nn.Sequential(mg.nn.Linear(2, 2), mg.nn.Tanh())(t)
mg.nn.LayerNorm(2)(T)
mg.nn.BatchNorm1d(2)(T)
mg.nn.Embedding(2, 2)(k)
mg.nn.MSELoss()(m, t)
mg.nn.BCELoss()(m, t)
mg.nn.CrossEntropyLoss()(M, k)
mg.nn.Parameter(t)
mg.nn.Sequential(torch.nn.Linear(2, 2))
mg.nn.Linear(2, 2).load_state_dict(torch.nn.Linear(2, 2).state_dict())
setattr(mg.nn.Linear(2, 2), "weight", torch.nn.Parameter(T))
mg.optim.SGD([t], lr=0.1)
mg.optim.Adam(torch.nn.Linear(2, 2).parameters())
"""
PYTORCH_IS_CALLED = """
torch.relu(m)
torch.add(t, m)
torch.matmul(T, M)
torch.cat([t, m])
torch.stack([m])
torch.where(t > 0, t, m)
torch.allclose(t, m)
torch.nn.Linear(2, 2)(m)
TF.relu(m)
TF.linear(t, M)
TF.mse_loss(t, m)
TF.cross_entropy(T, i)
torch.autograd.grad(m.sum(), m)
torch.autograd.grad(t.sum(), m)
torch.autograd.backward(m.sum())
"""


def lines(table: str) -> list[str]:
    return table.strip().splitlines()


@pytest.fixture
def names() -> dict:
    def both(library, prefix: str) -> dict:
        x = library.tensor([1.0, 2.0], requires_grad=True)
        return {prefix: x, prefix.upper(): library.ones(2, 2)}

    numbers = {"i": minigrad.tensor([0, 1]), "k": torch.tensor([0, 1])}
    return NAMES | both(minigrad, "m") | both(torch, "t") | numbers


def check(expression: str, names: dict, library: str) -> None:
    with pytest.raises(TypeError) as caught:
        eval(expression, names)
    assert f"is {library}'s, and {SENTENCE}" in str(caught.value)


@pytest.mark.parametrize("expression", lines(MINIGRAD_IS_CALLED))
def test_minigrad_names_what_is_pytorchs(expression: str, names: dict):
    check(expression, names, "PyTorch")


@pytest.mark.parametrize("expression", lines(PYTORCH_IS_CALLED))
def test_minigrads_tensor_answers_when_pytorch_asks(expression: str, names: dict):
    check(expression, names, "minigrad")


@pytest.mark.parametrize("sign", OPERATORS)
@pytest.mark.parametrize("pair", ["m t", "t m", "M t", "T m", "m[0] t[0]", "t[0] m[0]"])
def test_operators_in_both_orders(sign: str, pair: str, names: dict):
    check(pair.replace(" ", f" {sign} "), names, "PyTorch")


@pytest.mark.parametrize("name", AUGMENTED)
def test_operators_in_place(name: str, names: dict):
    with pytest.raises(TypeError, match=SENTENCE):
        getattr(operator, name)(names["M"], names["T"])


def test_what_else_minigrad_meets_is_as_before():
    x = minigrad.tensor([1.0, 2.0])
    assert (x * np.float32(2)).tolist() == (2 * x).tolist() == [2.0, 4.0]
    assert minigrad.tensor(np.ones(2)).dtype is minigrad.float64
    assert minigrad.as_tensor([1, 2]).tolist() == [1, 2]
    assert (x == "a") is False
    for other in ([1.0], "a", None, object()):
        with pytest.raises(TypeError, match="unsupported operand"):
            x + other
        with pytest.raises(TypeError, match="unsupported operand"):
            other @ x
    with pytest.raises(TypeError, match="must be Tensor, not list"):
        minigrad.exp([1.0])

    class Other:
        __rmul__ = __rmatmul__ = __radd__ = lambda self, tensor: "its own"

    assert x * Other() == x @ Other() == x + Other() == "its own"


@pytest.mark.parametrize("order", [1, -1])
def test_matmul_of_a_number_is_a_type_error_as_in_pytorch(order: int):
    for library in (torch, minigrad):
        pair = (3, library.ones(2))[::order]
        with pytest.raises(TypeError, match=r"must be Tensor, not int"):
            library.matmul(*pair)


@pytest.mark.parametrize("call", ["exp(x)", "sum(x)", "mul(x, x)", "mul(2, x)"])
def test_an_attribute_missing_inside_is_said_to_be_missing(call: str, monkeypatch):
    """As in a piece that a student writes."""

    def forward(ctx, a, *others):
        return ctx.nothing_here

    for name in ("Exp", "Sum", "Mul"):
        piece = getattr(minigrad.core.arithmetic, name)
        monkeypatch.setattr(piece, "forward", staticmethod(forward))
    with pytest.raises(AttributeError, match="nothing_here"):
        eval(f"minigrad.{call}", {"minigrad": minigrad, "x": minigrad.ones(2)})
