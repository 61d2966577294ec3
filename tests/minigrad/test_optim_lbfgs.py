"""L-BFGS: PyTorch's numbers, evaluations and state, with and without a line search."""

import numpy as np
import pytest
import torch
from oracle import same, same_error
from test_optim import agree, leaves, loss_of

import minigrad

SETTINGS = {
    "fixed step": {"lr": 0.5},
    "whole steps": {},
    "short memory": {"lr": 0.3, "history_size": 2},
    "few evaluations": {"lr": 0.5, "max_iter": 10, "max_eval": 4},
    "one update": {"max_iter": 1},
    "strong_wolfe": {"line_search_fn": "strong_wolfe"},
    "strong_wolfe, long": {"lr": 30.0, "line_search_fn": "strong_wolfe"},
    "strong_wolfe, short": {"lr": 0.01, "line_search_fn": "strong_wolfe"},
    "strong_wolfe, few": {
        "lr": 5.0,
        "line_search_fn": "strong_wolfe",
        "max_iter": 4,
        "max_eval": 6,
    },
    "coarse": {"lr": 0.5, "tolerance_grad": 0.5},
    "coarse change": {"lr": 0.5, "tolerance_change": 0.05},
}


def rosenbrock(x):
    """A narrow bent valley, which many line searches have to follow."""
    return ((1 - x[:-1]) ** 2 + 20 * (x[1:] - x[:-1] ** 2) ** 2).sum()


def smooth(w, b, s):
    return loss_of(w, b, s) + (b * b).sum()


def run(lib, settings: dict, params: list, loss, count: int = 3) -> tuple:
    """Parameters and counts after each step, and the optimizer."""
    optimizer = lib.optim.LBFGS(params, **settings)
    losses = []

    def closure():
        optimizer.zero_grad()
        out = loss(*params)
        out.backward()
        losses.append(out.item())
        return out.detach()

    seen = []
    for _ in range(count):
        first = optimizer.step(closure)
        state = optimizer.state[params[0]]
        counts = np.array([state["func_evals"], state["n_iter"], len(losses)])
        values = [param.detach().numpy().copy() for param in params]
        seen.append([*values, np.array(first.item()), counts])
    return seen, optimizer


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_steps_and_evaluations_are_pytorchs(settings: dict):
    expected, found = (
        run(lib, settings, leaves(lib), smooth)[0] for lib in (torch, minigrad)
    )
    agree(expected, found, 1e-8)


@pytest.mark.parametrize("lr", [0.001, 1.0, 8.0])
def test_a_bent_valley_is_followed(lr: float):
    def walk(lib):
        x = lib.tensor([-1.2, 1.0, 0.7], dtype=lib.float64, requires_grad=True)
        settings = {"lr": lr, "line_search_fn": "strong_wolfe", "max_iter": 8}
        return run(lib, settings, [x], rosenbrock, 2)[0]

    agree(walk(torch), walk(minigrad), 1e-6)


@pytest.mark.parametrize("source", ["torch", "minigrad"])
def test_a_state_continues_in_the_other_library(source: str):
    """Saved by one library after two steps, loaded by both, one more step."""

    def converted(lib, value):
        if isinstance(value, list):
            return [converted(lib, each) for each in value]
        if isinstance(value, dict):
            return {key: converted(lib, each) for key, each in value.items()}
        return (
            lib.from_numpy(value.numpy().copy()) if hasattr(value, "numpy") else value
        )

    lib = {"torch": torch, "minigrad": minigrad}[source]
    settings = {"lr": 0.5, "max_iter": 3}
    _, optimizer = run(lib, settings, leaves(lib), smooth, 2)
    saved = optimizer.state_dict()
    after = []
    for other in (torch, minigrad):
        params = leaves(other)
        loaded = other.optim.LBFGS(params)
        loaded.load_state_dict(converted(other, saved))

        def closure(params=params, loaded=loaded):
            loaded.zero_grad()
            out = smooth(*params)
            out.backward()
            return out.detach()

        loaded.step(closure)
        after.append([[param.detach().numpy() for param in params]])
    agree(after[0], after[1], 1e-9)


def test_a_parameter_without_gradient_stays():
    def program(lib, x, y):
        optimizer = lib.optim.LBFGS([x, y], lr=0.5, max_iter=4)

        def closure():
            optimizer.zero_grad()
            loss = (x * x).sum()
            loss.backward()
            return loss.detach()

        optimizer.step(closure)
        return x.detach(), y.detach(), x._version > 0

    same(program, np.array([1.0, 2.0]), np.array([[3.0]]), text=False)


WRONG = {
    "lib.optim.LBFGS([{'params': [x]}, {'params': [y]}])": "per-parameter options",
    "lib.optim.LBFGS([x], lr=-1)": "Invalid learning rate: -1",
    "lib.optim.LBFGS([x], line_search_fn='foo').step(closure)": "only 'strong_wolfe'",
}


@pytest.mark.parametrize("call", WRONG)
def test_wrong_settings_are_pytorchs_errors(call: str):
    def program(lib, x, y):
        def closure():
            loss = (x * x).sum()
            loss.backward()
            return loss.detach()

        return eval(call, {"lib": lib, "x": x, "y": y, "closure": closure})

    same_error(program, np.ones(2), np.ones(2), says=WRONG[call])


def test_printed_form():
    same(lambda lib, x: repr(lib.optim.LBFGS([x], lr=0.5)), np.ones(2))
