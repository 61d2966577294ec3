"""Slips of right programs: the programs are right, and a slip is told as what it is."""

from types import FunctionType

import numpy as np
import pytest

import minigrad as torch
from autograder import CheckFailed, check
from autograder.check import diagnosis, programs
from autograder.check.diagnosis import slips
from autograder.grading import tree
from autograder.pieces.registry import forget_all
from minigrad import Op

for _set in programs.SETS:
    diagnosis.read(_set)
MODELS = [
    pytest.param(name, own, id=own.__name__)
    for name, each in slips._models.items()
    for own in each
]


@pytest.fixture(autouse=True)
def clean():
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


@pytest.mark.parametrize("name, own", MODELS)
def test_a_model_is_right(name, own):
    if not isinstance(own, type):
        own = FunctionType(own.__code__, own.__globals__, name, own.__defaults__)
    assert check(called(name, own))


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
    names = ["models_ps7.py", "ps7.py"]
    assert tree._LEFT_OUT("diagnosis", names) == {"models_ps7.py"}
