"""Repairs: where no mistake is known, the change that would make a program right."""

import numpy as np
import pytest

import minigrad as torch
from autograder import CheckFailed, check
from autograder.check.diagnosis import slips
from autograder.pieces.registry import forget_all
from minigrad import Op


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


def told(own):
    with pytest.raises(CheckFailed) as failed:
        check(own)
    return " ".join(failed.value.report.reasons)


class Pow(Op):
    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        print("in backward")
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * a**ctx.n - 1


def test_lost_brackets_are_found_and_nothing_is_printed(capsys, monkeypatch):
    monkeypatch.setattr(slips, "of_piece", lambda name: [])  # they would be told first
    assert "with `return grad * ctx.n * a ** (ctx.n - 1)` in the place" in told(Pow)
    assert capsys.readouterr().out.count("in backward") < 50


def list_edges(roots):
    waiting, seen, found = [*roots], {*roots}, []
    while waiting:
        node = waiting.pop()
        for i, (source, output) in enumerate(node.next_functions):
            if source is not None:
                found.append((node, i, source, output))
                if source not in seen:
                    seen.add(source)
                    waiting.append(source)
        return found


class Adam:
    @staticmethod
    def update(param, grad, state, group):
        first, second = group["betas"]
        g = grad + group["weight_decay"] * param
        state["step"] = t = state.get("step", 0) + 1
        state["exp_avg"] = m = first * state.get("exp_avg", 0) + (1 - first) * g
        state["exp_avg_sq"] = s = (
            second * state.get("exp_avg_sq", 0) + (1 - second) * g**2
        )
        m_hat = m / (1 - first * t)
        s_hat = s / (1 - second * t)
        param -= group["lr"] * m_hat / (np.sqrt(abs(s_hat)) + group["eps"])


def test_a_mistake_that_was_made_twice_is_found():
    found = told(Adam)
    assert "m_hat = m / (1 - first ** t) and s_hat = s / (1 - second ** t)" in found


def fit_growth(start, x, y, rate, steps):
    open(__file__).close()
    w = start.detach().clone()
    for _ in range(steps):
        w.requires_grad_()
        loss = ((x * w.exp() - y) ** 2 * x).mean()
        w = (w - rate * torch.autograd.grad(loss, w)[0]).detach()
    return w


def test_a_program_that_does_something_outside_of_itself_is_not_tried():
    assert "It would be right" not in told(fit_growth)
