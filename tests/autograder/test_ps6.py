"""Problem set 6: second derivatives that count, in a notebook and in grading."""

import numpy as np
import pytest
from banks.answers.bank import RIGHT, renamed

import minigrad as torch
from autograder import CheckFailed, check
from autograder.grading import template
from autograder.grading.key import make_key
from autograder.pieces.registry import forget_all
from minigrad import Op

SEED, SECOND = 5, "second derivative by a"


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


# -- Tanh and Mm ------------------------------------------------------------------


class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out**2)


class SlopeFromForward(Tanh):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(1 - out**2)
        return out

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope


class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad


class ForArraysAlone(Mm):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.dot(grad, b.T), np.dot(a.T, grad)


WRONG = {
    ("Mm", ForArraysAlone): "Functions of NumPy want arrays",
}


@pytest.mark.parametrize("own", [Tanh, Mm])
def test_what_can_be_differentiated_twice_passes(own):
    assert "agrees with PyTorch" in repr(check(own, order=2))


@pytest.mark.parametrize("name, own", WRONG)
def test_what_cannot_passes_once_only_and_is_told_why(name, own):
    answer = renamed(own, name)
    assert "Note" in repr(check(answer))
    with pytest.raises(CheckFailed, match=WRONG[name, own]):
        check(answer, order=2)


@pytest.mark.parametrize("order", [1, 2])
def test_a_slope_that_forward_computed_is_refused(order):
    with pytest.raises(CheckFailed, match="Forward saves the slope 1 - out²"):
        check(renamed(SlopeFromForward, "Tanh"), order=order)


def test_a_release_says_which_pieces_are_asked_for_second_derivatives():
    release = template.load("ps6")
    assert release.twice == ["Tanh", "Mm"]
    assert template.load("ps2").twice == []
    question = make_key(["Tanh"], [], SEED, ["Tanh"]).questions["Tanh"]
    assert {run["order"] for run in question.header["runs"]} == {2}
    asked = zip(question.references, question.secrets, strict=True)
    shown = {each.program.name for each, secrets in asked if SECOND in secrets}
    assert question.evidence == {"tanh", "tanh_twice", "tanh_far_out"}
    assert question.evidence >= shown == {"tanh", "tanh_far_out"}


# -- the cell ---------------------------------------------------------------------


def test_a_cell_runs_on_the_student_for_tanh_and_not_for_relu():
    kept = torch.nn.RNNCell(3, 2), torch.nn.RNNCell(3, 2, nonlinearity="relu")
    check(RIGHT["RNNCell"]["AsInTheBook"])
    nodes = [type(cell(torch.ones(1, 3)).grad_fn).__name__ for cell in kept]
    assert nodes == ["RNNCellBackward", "ReluBackward0"]
    single = kept[0](torch.ones(3))
    assert single.shape == (2,)
    assert torch.allclose(single, kept[0](torch.ones(1, 3))[0])
