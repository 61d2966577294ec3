"""Optimizers: the same numbers as PyTorch's, step for step, and the same errors."""

import copy
import pickle
import warnings

import numpy as np
import pytest
import torch
from oracle import same, same_error

import minigrad

OPTIMIZERS = [
    ("SGD", {"lr": 0.1}),
    ("SGD", {"lr": 0.1, "momentum": 0.9}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "dampening": 0.3, "weight_decay": 0.2}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True, "weight_decay": 0.1}),
    ("SGD", {"lr": 0.05, "maximize": True, "weight_decay": 0.1}),
    ("Adam", {"lr": 0.1}),
    ("Adam", {"lr": 0.1, "betas": (0.7, 0.8), "eps": 1e-3, "weight_decay": 0.1}),
    ("Adam", {"lr": 0.1, "amsgrad": True}),
    ("Adam", {"lr": 0.1, "maximize": True}),
    ("Adam", {"lr": 0.1, "betas": (0.2, 0.9)}),
    ("AdamW", {"lr": 0.1}),
    ("AdamW", {"lr": 0.1, "weight_decay": 0.3, "amsgrad": True, "maximize": True}),
    ("RMSprop", {"lr": 0.05}),
    ("RMSprop", {"lr": 0.05, "alpha": 0.6, "centered": True, "weight_decay": 0.1}),
    ("RMSprop", {"lr": 0.05, "momentum": 0.8, "maximize": True}),
    ("RMSprop", {"lr": 0.05, "momentum": 0.8, "centered": True}),
    ("Adagrad", {"lr": 0.3}),
    ("Adagrad", {"lr": 0.3, "lr_decay": 0.1, "weight_decay": 0.1}),
    ("Adagrad", {"lr": 0.3, "initial_accumulator_value": 0.5, "maximize": True}),
    ("Adadelta", {}),
    ("Adadelta", {"lr": 0.5, "rho": 0.7, "weight_decay": 0.1, "maximize": True}),
]


def leaves(lib, seed: int = 0, dtype: str = "float64") -> list:
    rng = np.random.default_rng(seed)
    shapes = [(3, 2), (2,), ()]
    arrays = [np.asarray(rng.standard_normal(shape), dtype) for shape in shapes]
    return [lib.from_numpy(array).requires_grad_() for array in arrays]


def loss_of(w, b, s):
    """Smooth and bounded, so that no optimizer runs away from another."""
    hidden = (w * b).tanh() + s.sin()
    return (hidden * hidden).sum() + (w * w).sum() * 0.1 + b.sin().sum()


def steps(lib, name: str, settings: dict, count: int = 20, dtype="float64") -> list:
    """The parameters after each of `count` steps."""
    params = leaves(lib, dtype=dtype)
    optimizer = getattr(lib.optim, name)(params, **settings)
    seen = []
    for _ in range(count):
        optimizer.zero_grad()
        loss_of(*params).backward()
        optimizer.step()
        seen.append([param.detach().numpy().copy() for param in params])
    return seen


def agree(expected: list, found: list, tolerance: float) -> None:
    for one, other in zip(expected, found, strict=True):
        for a, b in zip(one, other, strict=True):
            assert a.dtype == b.dtype
            assert np.allclose(a, b, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize(("name", "settings"), OPTIMIZERS, ids=str)
def test_twenty_steps_give_the_same_numbers(name: str, settings: dict):
    expected = steps(torch, name, settings)
    agree(expected, steps(minigrad, name, settings), 1e-12)
    assert not np.allclose(expected[0][0], expected[-1][0], atol=1e-3)  # it moved


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "RMSprop", "Adagrad"])
def test_in_single_precision_too(name: str):
    expected = steps(torch, name, {"lr": 0.05}, 5, "float32")
    agree(expected, steps(minigrad, name, {"lr": 0.05}, 5, "float32"), 1e-5)


@pytest.mark.parametrize(("name", "settings"), OPTIMIZERS, ids=str)
def test_state_is_the_same_and_continues_across_the_libraries(name, settings):
    def state_after(lib, count: int) -> dict:
        params = leaves(lib)
        optimizer = getattr(lib.optim, name)(params, **settings)
        for _ in range(count):
            optimizer.zero_grad()
            loss_of(*params).backward()
            optimizer.step()
        return optimizer.state_dict()

    theirs, ours = (state_after(lib, 3) for lib in (torch, minigrad))
    assert theirs["param_groups"] == ours["param_groups"]
    assert theirs["state"].keys() == ours["state"].keys()
    moved = {}
    for key, state in theirs["state"].items():
        assert state.keys() == ours["state"][key].keys()
        moved[key] = {}
        for item, value in state.items():
            other = ours["state"][key][item]
            assert repr(value.dtype) == repr(other.dtype)
            assert np.allclose(value.numpy(), other.numpy(), rtol=1e-12, atol=1e-12)
            moved[key][item] = minigrad.from_numpy(value.numpy().copy())
    params = leaves(minigrad, seed=1)
    optimizer = getattr(minigrad.optim, name)(params, lr=7.0)
    optimizer.load_state_dict({"state": moved, "param_groups": theirs["param_groups"]})
    loss_of(*params).backward()
    optimizer.step()
    reference = leaves(torch, seed=1)
    other = getattr(torch.optim, name)(reference, lr=7.0)
    other.load_state_dict(theirs)
    loss_of(*reference).backward()
    other.step()
    agree(
        [[each.detach().numpy() for each in reference]],
        [[each.detach().numpy() for each in params]],
        1e-12,
    )


@pytest.mark.parametrize(("name", "settings"), OPTIMIZERS[::3], ids=str)
def test_printed_form(name: str, settings: dict):
    def program(lib, *params):
        optimizer = getattr(lib.optim, name)(params[:1], **settings)
        optimizer.add_param_group({"params": params[1], "lr": 0.25})
        return repr(optimizer)

    same(program, np.ones(2), np.ones(3))


def test_groups_have_settings_of_their_own():
    def program(lib, x, y):
        optimizer = lib.optim.SGD(
            [{"params": [x]}, {"params": y, "lr": 1.0, "momentum": 0.5}], lr=0.1
        )
        for _ in range(3):
            optimizer.zero_grad()
            (x * x + y * y).sum().backward()
            optimizer.step()
        return x.detach(), y.detach(), len(optimizer.param_groups)

    same(program, np.ones(2), np.full(2, 3.0))


def test_parameters_without_gradient_stay_as_they_are():
    def program(lib, x, y):
        optimizer = lib.optim.Adam([x, y], lr=0.5)
        (x * x).sum().backward()
        optimizer.step()
        return x.detach(), y.detach(), len(optimizer.state)

    same(program, np.ones(2), np.full(2, 3.0))


def test_a_step_is_an_in_place_change():
    def program(lib, x):
        optimizer = lib.optim.SGD([x], lr=0.5)
        loss = (x * x).sum()
        loss.backward(retain_graph=True)
        versions = [x._version]
        optimizer.step()
        versions.append(x._version)
        loss.backward()
        return versions

    same_error(program, np.ones(2), says="modified by an inplace operation")


def test_zero_grad_forgets_or_fills():
    def program(lib, x, y):
        optimizer = lib.optim.SGD([x, y], lr=0.5)
        (x * 2).sum().backward()
        held = x.grad
        optimizer.zero_grad(set_to_none=False)
        filled = x.grad is held, x.grad.tolist(), y.grad
        optimizer.zero_grad()
        return filled, x.grad

    same(program, np.ones(2), np.ones(2))


def test_zero_grad_detaches_a_gradient_that_has_a_graph():
    def program(lib, x):
        optimizer = lib.optim.SGD([x], lr=0.5)
        (x * x * x).sum().backward(create_graph=True)
        optimizer.zero_grad(set_to_none=False)
        return x.grad.requires_grad, x.grad.tolist()

    with pytest.warns(UserWarning, match="create_graph=True"):
        expected = program(torch, torch.ones(2, requires_grad=True))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        assert program(minigrad, minigrad.ones(2, requires_grad=True)) == expected


def test_a_closure_is_called_with_recording_on_and_its_loss_returned():
    def program(lib, x):
        optimizer = lib.optim.SGD([x], lr=0.25)

        def closure():
            optimizer.zero_grad()
            loss = (x * x).sum()
            loss.backward()
            return loss

        with lib.no_grad():
            losses = [optimizer.step(closure).item() for _ in range(3)]
        return losses, x.detach(), optimizer.step()

    same(program, np.ones(2))


def test_the_learning_rate_may_be_a_tensor_and_change():
    def program(lib, x):
        rate = lib.tensor(0.5)
        optimizer = lib.optim.SGD([x], lr=rate)
        for _ in range(2):
            optimizer.zero_grad()
            (x * x).sum().backward()
            optimizer.step()
            rate.fill_(0.125)
        return x.detach()

    same(program, np.full(2, 3.0))


ERRORS = [
    (lambda lib, x: lib.optim.SGD([], lr=1), "empty parameter list"),
    (lambda lib, x: lib.optim.SGD(x, lr=1), "should be an iterable of Tensors"),
    (lambda lib, x: lib.optim.SGD([x * 2], lr=1), "non-leaf Tensor"),
    (lambda lib, x: lib.optim.SGD([[x]], lr=1), "one of the params is list"),
    (lambda lib, x: lib.optim.SGD([x, x], lr=1).param_groups[0]["lr"], None),
    (
        lambda lib, x: lib.optim.SGD([{"params": [x]}, {"params": [x]}], lr=1),
        "more than one parameter group",
    ),
    (lambda lib, x: lib.optim.SGD([{"params": {x}}], lr=1), "ordered collections"),
    (lambda lib, x: lib.optim.SGD([x], lr=-1.0), "Invalid learning rate: -1.0"),
    (lambda lib, x: lib.optim.SGD([x], momentum=-1), "Invalid momentum value: -1"),
    (lambda lib, x: lib.optim.SGD([x], weight_decay=-1), "Invalid weight_decay"),
    (lambda lib, x: lib.optim.SGD([x], nesterov=True), "Nesterov momentum requires"),
    (lambda lib, x: lib.optim.Adam([x], betas=(1.0, 0.9)), "at index 0: 1.0"),
    (lambda lib, x: lib.optim.Adam([x], betas=(0.9, -0.1)), "at index 1: -0.1"),
    (lambda lib, x: lib.optim.Adam([x], eps=-1), "Invalid epsilon value: -1"),
    (lambda lib, x: lib.optim.AdamW([x], lr=-1), "Invalid learning rate: -1"),
    (lambda lib, x: lib.optim.RMSprop([x], alpha=-1), "Invalid alpha value: -1"),
    (lambda lib, x: lib.optim.Adagrad([x], lr_decay=-1), "Invalid lr_decay value"),
    (lambda lib, x: lib.optim.Adadelta([x], rho=2), "Invalid rho value: 2"),
    (
        lambda lib, x: lib.optim.SGD([x], lr=1).add_param_group([x]),
        "param_group must be a dict",
    ),
    (
        lambda lib, x: lib.optim.SGD([x], lr=1).load_state_dict(
            {"state": {}, "param_groups": []}
        ),
        "different number of parameter groups",
    ),
    (
        lambda lib, x: lib.optim.SGD([x], lr=1).load_state_dict(
            {"state": {}, "param_groups": [{"params": [0, 1]}]}
        ),
        "doesn't match the size",
    ),
]


@pytest.mark.parametrize(("program", "says"), ERRORS)
def test_errors(program, says: str | None):
    if says is None:  # not an error, but a warning
        assert same(program, np.ones(2))["warnings"]
    else:
        same_error(program, np.ones(2), says=says)


def test_what_minigrad_cannot_do_is_refused():
    x = minigrad.ones(2, requires_grad=True)
    with pytest.raises(NotImplementedError, match="differentiable"):
        minigrad.optim.SGD([x], lr=1, differentiable=True)
    with pytest.raises(NotImplementedError, match="capturable"):
        minigrad.optim.Adam([x], capturable=True)


def test_an_update_is_looked_up_at_each_step(monkeypatch: pytest.MonkeyPatch):
    x = minigrad.ones(2, requires_grad=True)
    optimizer = minigrad.optim.SGD([x], lr=0.5)
    x.grad = minigrad.ones(2)

    def update(param, grad, state, group):
        state["count"] = state.get("count", 0) + 1
        param += 10 * group["lr"] * grad

    monkeypatch.setattr(minigrad.optim.SGD, "update", staticmethod(update))
    for _ in range(3):
        optimizer.step()
    assert x.tolist() == [16.0, 16.0]
    assert optimizer.state[x] == {"count": 3}
    monkeypatch.undo()
    optimizer.step()
    assert x.tolist() == [15.5, 15.5]


def test_an_optimizer_of_ones_own():
    def program(lib, x):
        class Signs(lib.optim.Optimizer):
            def __init__(self, params, lr):
                super().__init__(params, {"lr": lr})

            @lib.no_grad()
            def step(self, closure=None):
                for group in self.param_groups:
                    for param in group["params"]:
                        param -= group["lr"] * param.grad.sign()

        optimizer = Signs([x], lr=0.5)
        (x * x).sum().backward()
        optimizer.step()
        return x.detach(), repr(optimizer)

    same(program, np.array([1.0, -2.0]))


def test_the_base_class_has_no_step():
    def program(lib, x):
        x.sum().backward()
        return lib.optim.Optimizer([x], {}).step()

    error = same(program, np.ones(2))["error"]
    assert error[0] == "NotImplementedError"


def test_copies_and_pickles_keep_groups_and_state():
    x = minigrad.ones(2, requires_grad=True)
    optimizer = minigrad.optim.Adam([x], lr=0.5)
    (x * x).sum().backward()
    optimizer.step()
    for copied in (copy.deepcopy(optimizer), pickle.loads(pickle.dumps(optimizer))):
        assert copied.param_groups[0]["lr"] == 0.5
        (param,) = copied.param_groups[0]["params"]
        assert param is not x and param.tolist() == x.tolist()
        assert copied.state[param]["step"].item() == 1.0
