"""Problem set 3: what cannot stand in, and Functions on the apply of a student."""

import importlib

import pytest
from banks.answers.bank import RIGHT, renamed

import minigrad
from autograder import CheckFailed, PieceError, check, progress
from autograder.pieces import student_functions
from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import forget_all, is_plugged
from autograder.work.saving import saved
from minigrad.autograd import Function

NAMES = [name for name, each in PIECES.items() if each.set == "ps3"]
PARTS = [name for name in NAMES if PIECES[name].in_minigrad]
OWN = [name for name in NAMES if name not in PARTS]


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


def failure(answer):
    with pytest.raises(CheckFailed) as failed:
        check(answer)
    return failed.value.report


# -- pieces: what cannot stand in for them ----------------------------------------


def static(**methods):
    return {name: staticmethod(each) for name, each in methods.items()}


def no_star(function, args):
    pass


def of_two(one, two):
    pass


@pytest.mark.parametrize(
    "name, own, told",
    [
        ("apply", no_star, r"def apply\(function, \*args\)"),
        ("apply", minigrad.core.function.apply, "minigrad's own"),
        ("needs_input_grad", of_two, r"write def needs_input_grad\(args\)"),
        ("Saving", of_two, "is a class: write it with the static methods"),
        ("Saving", type("Saving", (), static(pack=id)), "no unpack: write it as a s"),
        ("Saving", type("Saving", (), static(pack=of_two)), "gets 1 argument: write"),
        ("ZeroHead", of_two, "is a Function: write it as a class"),
        ("ZeroHead", type("ZeroHead", (), {}), r"torch.autograd.Function\)\.$"),
        ("ZeroHead", type("ZeroHead", (minigrad.Op,), {}), "It is no Op"),
        ("Clamp", type("Clamp", (Function,), {}), "has no forward: write it"),
        (
            "Clamp",
            type("Clamp", (Function,), static(forward=of_two)),
            r"no backward: write it as a static method, def backward\(ctx, grad\)",
        ),
        (
            "Clamp",
            type("Clamp", (Function,), {"forward": lambda self, x: x, "backward": id}),
            "must be a static method",
        ),
    ],
)
def test_what_cannot_stand_in_is_refused(name, own, told):
    with pytest.raises(PieceError, match=told):
        PIECES[name].check_form(own)


# -- Functions that are the student's alone ---------------------------------------


@pytest.mark.parametrize("name", OWN)
def test_a_function_of_ones_own_is_no_part_of_minigrad(name):
    passed = check(RIGHT[name][next(iter(RIGHT[name]))])
    assert "From now on" not in repr(passed) and passed.picture() is not None
    assert name not in progress().sets["ps3"] and name not in saved()
    assert list(progress().sets["ps3"]) == PARTS


@pytest.mark.parametrize("name", OWN)
def test_programs_take_the_students_function_only_while_it_is_plugged(name):
    def reference(*args):
        return "the reference"

    assert (
        student_functions.choose_function(minigrad, name, reference)()
        == "the reference"
    )
    check(RIGHT[name][next(iter(RIGHT[name]))])
    assert student_functions.choose_function(minigrad, name, reference) is not reference
    torch = importlib.import_module("torch")
    assert student_functions.choose_function(torch, name, reference) is reference
    forget_all()
    assert student_functions.choose_function(minigrad, name, reference) is reference


def test_second_derivatives_of_the_polynomial_count_when_asked():
    slope_saved = RIGHT["LegendreP3"]["SlopeSaved"]
    (note,) = check(slope_saved).notes
    assert "second derivatives" in note
    with pytest.raises(CheckFailed, match="second derivative"):
        check(slope_saved, order=2)
    assert check(RIGHT["LegendreP3"]["P3AsInTheBook"], order=2).notes == []


class PointSaved(Function):
    """It saves scale * x, which forward computed."""

    @staticmethod
    def forward(ctx, x, scale):
        z = scale * x
        ctx.save_for_backward(z)
        ctx.scale = scale
        return (5 * z**3 - 3 * z) / 2

    @staticmethod
    def backward(ctx, grad):
        (z,) = ctx.saved_tensors
        return grad * ctx.scale * (15 * z**2 - 3) / 2, None


class Detached(RIGHT["LegendreP3"]["P3AsInTheBook"]):
    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x.detach()
        return grad * ctx.scale * (15 * z**2 - 3) / 2, None


@pytest.mark.parametrize(
    "answer", [RIGHT["LegendreP3"]["SlopeSaved"], PointSaved, Detached]
)
def test_a_slope_computed_unrecorded_is_told_so_and_nothing_else_is(answer):
    with pytest.raises(CheckFailed) as failed:
        check(renamed(answer, "LegendreP3"), order=2)
    (reason,) = failed.value.report.reasons
    assert "cut off" in reason


# -- what passed carries the framework --------------------------------------------


@pytest.fixture
def students_functions():
    for name in PARTS:
        check(next(iter(RIGHT[name].values())))
    assert all(map(is_plugged, PARTS))


def falls(steps):
    """By how much each step of SGD lowers the loss of lecture 03."""
    zero_head = RIGHT["ZeroHead"]["AsInTheBook"].apply
    minigrad.manual_seed(5)
    y = minigrad.randn(3, 8, dtype=minigrad.float64)
    x = minigrad.randn(3, 8, dtype=minigrad.float64, requires_grad=True)
    losses = []
    for _ in range(steps):
        loss = ((zero_head(x, 2, 1) - y) ** 2).mean()
        losses.append(loss.item())
        (grad,) = minigrad.autograd.grad(loss, x)
        with minigrad.no_grad():
            x -= grad
    return [a - b for a, b in zip(losses, losses[1:], strict=False)]


def test_five_steps_on_the_students_machinery_obey_the_law(students_functions):
    found = falls(5)
    ratios = [b / a for a, b in zip(found, found[1:], strict=False)]
    assert ratios == pytest.approx([121 / 144] * 3)


def test_a_change_in_place_is_noticed_by_the_students_saving(students_functions):
    x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    out = RIGHT["LegendreP3"]["P3AsInTheBook"].apply(x, 1.0).sum()
    with minigrad.no_grad():
        x.add_(1.0)
    with pytest.raises(RuntimeError, match="at version 1; expected version 0"):
        out.backward()


def test_saved_tensor_hooks_go_past_the_students_saving(students_functions):
    kept = []

    def pack(tensor):
        kept.append(tensor)
        return len(kept) - 1

    x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    with minigrad.autograd.graph.saved_tensors_hooks(pack, kept.__getitem__):
        out = RIGHT["LegendreP3"]["P3AsInTheBook"].apply(x, 1.0).sum()
    out.backward()
    assert kept == [x] and x.grad.tolist() == [6.0, 28.5]


def test_several_outputs_and_setup_context_work_on_the_students_apply(
    students_functions,
):
    class Halves(Function):
        @staticmethod
        def forward(x):
            return x[:1].clone(), x[1:].clone()

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.length = len(inputs[0])

        @staticmethod
        def backward(ctx, first, rest):
            return minigrad.cat([first, 10 * rest])

    x = minigrad.tensor([1.0, 2.0, 3.0], requires_grad=True)
    first, rest = Halves.apply(x)
    (first.sum() + rest.sum()).backward()
    assert x.grad.tolist() == [1.0, 10.0, 10.0]
