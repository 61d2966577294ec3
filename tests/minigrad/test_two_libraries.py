"""Tensors of PyTorch and of minigrad in one expression: one sentence for all."""

import ast
import operator

import numpy as np
import pytest
import test_names_used as used
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
mg.nn.Linear(2, t)
mg.nn.utils.parameters_to_vector(torch.nn.Linear(2, 2).parameters())
mg.nn.init.zeros_(t)
mg.utils.data.DataLoader(torch.utils.data.TensorDataset(t))
mg.multinomial(t, 1)
mg.bernoulli(t)
mg.full((2,), t[0])
mg.linspace(t[0], 1, 3)
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
torch.tensor(m)
torch.as_tensor(m)
torch.asarray(M)
t.copy_(m)
t[i]
t.add_(m)
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


def tensors_in(line: str) -> list[str]:
    """The tensors that a line of the tables names."""
    names = [
        each.id for each in ast.walk(ast.parse(line)) if isinstance(each, ast.Name)
    ]
    return sorted({each for each in names if each in used.INPUTS})


def swapped(table: str) -> list[tuple[str, str]]:
    """Each line with each of its tensors, which is then PyTorch's."""
    return [(line, name) for line in used.lines(table) for name in tensors_in(line)]


def scope_with(name: str, requires_grad: bool) -> dict:
    """What the tables name, of minigrad; but the tensor `name` is PyTorch's."""

    def make(lib, array: np.ndarray):
        return lib.tensor(
            array, requires_grad=requires_grad and array.dtype.kind == "f"
        )

    of = {each: torch if each == name else minigrad for each in used.INPUTS}
    tensors = [make(of[each], array) for each, array in used.INPUTS.items()]
    return used.scope(minigrad, tuple(tensors))


FUNCTIONS = swapped(used.TORCH + used.FUNCTIONAL + used.MODULES)
# Where a line names one tensor alone, that is a call of PyTorch's own: "x.exp()".
METHODS = [(line, each) for line, each in swapped(used.TENSOR) if tensors_in(line)[1:]]
METHODS = [(line, each) for line, each in METHODS if "ii.eq" not in line]


@pytest.mark.parametrize("requires_grad", [False, True])
@pytest.mark.parametrize(("line", "name"), FUNCTIONS + METHODS)
def test_every_call_refuses_each_of_its_tensors(
    line: str, name: str, requires_grad: bool
):
    with pytest.raises(TypeError, match=SENTENCE):
        eval(line, scope_with(name, requires_grad))


@pytest.mark.parametrize("layer", used.lines(used.NN))
def test_every_layer_refuses_each_of_its_tensors(layer: str):
    made, _, operands = layer.partition(" : ")
    for name in set(operands.split()):
        names = scope_with(name, True)
        module = eval(made, names).double()
        with pytest.raises(TypeError, match=f"is PyTorch's, and {SENTENCE}"):
            module(*[names[each] for each in operands.split()])


@pytest.mark.parametrize("optimizer", used.lines(used.OPTIM))
def test_every_optimizer_refuses_parameters_of_pytorch(optimizer: str):
    parameters = torch.nn.Linear(2, 2).parameters()
    with pytest.raises(TypeError, match=f"is PyTorch's, and {SENTENCE}"):
        eval(optimizer, {"optim": minigrad.optim, "parameters": list(parameters)})


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

    core, elementwise = minigrad.core.arithmetic, minigrad.ops.elementwise
    for piece in (elementwise.Exp, core.Sum, core.Mul):
        monkeypatch.setattr(piece, "forward", staticmethod(forward))
    with pytest.raises(AttributeError, match="nothing_here"):
        eval(f"minigrad.{call}", {"minigrad": minigrad, "x": minigrad.ones(2)})
