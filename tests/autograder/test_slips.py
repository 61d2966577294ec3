"""Slips of right programs: the programs are right, and a slip is told as what it is."""

import ast

import numpy as np
import pytest
from banks import right_programs

import minigrad as torch
from autograder import CheckFailed, check
from autograder.check import explaining
from autograder.check.diagnosis import programs as right
from autograder.grading import tree
from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import forget_all
from minigrad import Op

MODELS = [
    pytest.param(name, text, id=f"{name}-{i}")
    for name, piece in PIECES.items()
    for i, text in enumerate(right.models(piece.set, name))
]


@pytest.fixture(autouse=True)
def clean(monkeypatch):
    """Where nobody gave such an answer before, as a grader tells it: a notebook tells
    a repair first."""
    monkeypatch.setattr(explaining, "label", lambda *_: "")
    monkeypatch.setattr(explaining, "repaired", lambda *_, **__: [])
    forget_all()
    yield
    forget_all()


def called(name, own):
    if isinstance(own, type):
        return type(name, (own,), {})
    own.__name__ = name
    return own


def told(own):
    with pytest.raises(CheckFailed) as failed:
        check(own)
    return " ".join(failed.value.report.reasons)


def test_every_piece_of_minigrad_and_of_a_set_has_a_model():
    assert {name for name, piece in PIECES.items() if piece.set} == {
        each.values[0] for each in MODELS
    }


def test_what_is_packed_is_what_the_banks_have():
    for set, each in right_programs.programs().items():
        assert each == right._of_set(set), f"python -m banks.right_programs: {set}"


@pytest.mark.parametrize("name, text", MODELS)
def test_a_model_is_right(name, text):
    names = dict(right.scope(PIECES[name].set))
    exec(text, names)
    assert check(called(name, names[ast.parse(text).body[0].name]))


def test_a_mean_that_comes_too_early_is_told():
    def fit_growth(start, x, y, rate, steps):
        w = start.detach().clone()
        for _ in range(steps):
            w.requires_grad_()
            loss = (x * w.exp() - y).mean().square()
            w = (w - rate * torch.autograd.grad(loss, w)[0]).detach()
        return w

    assert "mean comes too early" in told(fit_growth)


def test_a_return_inside_of_the_loop_is_told():
    def list_edges(roots):
        waiting, seen, found = [*roots], set(), []
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen.add(node)
                for i, (source, output) in enumerate(node.next_functions):
                    if source is not None:
                        found.append((node, i, source, output))
                        waiting.append(source)
            return found
        return found

    assert "first round of the loop" in told(list_edges)


def test_a_line_that_comes_too_early_is_told():
    class SGD:
        @staticmethod
        def update(param, grad, state, group):
            v = group["momentum"] * state.get("momentum_buffer", 0) + grad
            param -= group["lr"] * v
            v = v + group["weight_decay"] * param
            state["momentum_buffer"] = v

    assert "comes too early: it belongs after `v = v" in told(SGD)


def test_a_factor_too_many_is_told():
    class LogSoftmax(Op):
        @staticmethod
        def forward(ctx, a, dim):
            ctx.dim = dim
            moved = a - a.max(axis=dim, keepdims=True)
            out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
            ctx.save_for_backward(out)
            return out

        @staticmethod
        def backward(ctx, grad):
            (out,) = ctx.saved_tensors
            p = np.exp(out)
            return grad - p * (grad * p).sum(axis=ctx.dim, keepdims=True)

    assert "p is a factor too many" in told(LogSoftmax)


def test_a_hook_whose_result_is_returned_at_once_is_told():
    class TensorHooks:
        def add(self, number, hook):
            self[number] = hook

        def remove(self, number):
            self.pop(number, None)

        def run(self, grad):
            for hook in list(self.values()):
                if (new := hook(grad)) is not None:
                    return new
            return grad

    assert "ends too early, at `grad = new`" in told(TensorHooks)


def test_a_sum_where_nothing_was_sent_yet_is_told():
    def run(order, grads, task):
        for node in order:
            sent = task.step(node, grads.pop(node, None))
            for edge, grad in zip(node._edges, sent or (), strict=False):
                if edge is not None and grad is not None:
                    grads[edge] = grads.setdefault(edge, grad) + grad

    assert "is done also where `edge in grads` is not so" in told(run)


def test_models_are_not_where_a_class_is_graded():
    names = ["right_ps7.dat", "ps7.py"]
    assert tree._LEFT_OUT("diagnosis", names) == {"right_ps7.dat"}
