"""Verdicts on what an answer may hand back, be it odd, and on last digits."""

import re
from functools import wraps

import numpy as np
import pytest
from banks.answers.bank import RIGHT, copied

import minigrad
from autograder import CheckFailed, check
from autograder.check.comparison import LARGEST, TOLERANCE, agrees, compare, worst_index
from autograder.check.observation import Observation
from autograder.check.programs import of_piece, of_set
from autograder.check.references import load
from autograder.check.running import run
from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import Mine, forget_all


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


ADD = RIGHT["Add"]["AsInTheBook"]


def told(forward=None, backward=None, piece="Add"):
    """What a check says of a piece that has one method changed; None if it passes.

    `forward` gets the right output and the operands, `backward` the right gradients and
    the upstream gradient.
    """
    right = RIGHT[piece]["AsInTheBook"]

    class Changed(right):
        @staticmethod
        @wraps(right.forward)
        def forward(ctx, *args):
            out = right.forward(ctx, *args)
            return forward(out, *args) if forward else out

        @staticmethod
        def backward(ctx, grad):
            grads = right.backward(ctx, grad)
            return backward(grads, grad) if backward else grads

    try:
        check(type(piece, (Changed,), {}))
    except CheckFailed as failed:
        return str(failed)
    return None


# -- what forward may return ------------------------------------------------------

ODD = {
    "nothing": (lambda array: None, "None. Is there a return?"),
    "a list": (lambda array: array.tolist(), "an object of type list"),
    "a string": (lambda array: str(array), "an object of type str"),
    "a Python number": (lambda array: 1.0, "an object of type float"),
    "a tensor": (lambda array: minigrad.tensor(array), "a Tensor"),
    "objects": (lambda array: array.astype(object), "dtype object"),
    "complex numbers": (lambda array: array.astype(complex), "dtype complex128"),
    "text": (lambda array: array.astype(str), "dtype <U"),
    "dates": (lambda array: array.astype("M8[D]"), "dtype datetime64"),
    "a matrix": (lambda array: np.asmatrix(array), "a matrix: return a plain"),
    "masked": (lambda array: np.ma.masked_array(array), "a MaskedArray: return"),
    "records": (
        lambda array: np.asarray(array).view(np.recarray),
        "a recarray: return a plain",
    ),
}
odd = pytest.mark.parametrize(("change", "words"), ODD.values(), ids=ODD)


@odd
def test_an_output_that_is_no_plain_array_of_numbers_is_named(change, words):
    said = told(forward=lambda out, a, b: change(np.array(out)))
    assert f"Add.forward returned {words}" in said or words in said
    assert said.startswith("Add breaks a rule.")


@odd
def test_a_gradient_that_is_no_plain_array_of_numbers_is_named(change, words):
    said = told(backward=lambda grads, grad: (grads[0], change(np.array(grads[1]))))
    expected = "None as the gradient of b" if words.startswith("None") else words
    assert expected in said and "the gradient of b" in said
    assert said.startswith("Add breaks a rule.")


def test_numpys_numbers_pass_for_arrays_without_axes():
    """Reductions and 0-d arithmetic give them: that is no fault of a student."""
    assert told(forward=lambda out, a, b: out[()]) is None
    assert told(backward=lambda grads, grad: tuple(g[()] for g in grads)) is None


def test_an_array_without_axes_is_no_array_of_one_entry():
    said = told(forward=lambda out, *args: np.atleast_1d(out), piece="Dot")
    assert "The values are right, the shape is not" in said


def test_read_only_arrays_and_arrays_in_another_order_are_right():
    assert told(forward=lambda out, a, b: np.array(out, order="F")) is None
    spread = RIGHT["Sum"]["AsInTheBook"]  # hands out what np.broadcast_to gives
    assert check(spread).notes == []


@pytest.mark.parametrize(
    ("grads", "words"),
    [
        (lambda right, grad: right[:1], "returned 1 gradient, but"),
        (lambda right, grad: right[0], "returned 1 gradient, but"),
        (lambda right, grad: (*right, grad), "returned 3 gradients, but"),
        (lambda right, grad: (), "returned 0 gradients, but"),
        (lambda right, grad: list(right), "returned a list: return a tuple"),
        (lambda right, grad: None, "returned None. Is there a return?"),
    ],
)
def test_a_wrong_count_of_gradients_is_told(grads, words):
    assert words in told(backward=grads)


def test_none_behind_the_gradients_is_right():
    assert told(backward=lambda right, grad: (*right, None, None)) is None


def test_the_same_array_may_be_the_gradient_of_both():
    """The engine never adds into an array that others can see."""
    check(ADD)
    a, b = (minigrad.ones(3, requires_grad=True) for _ in range(2))
    upstream = minigrad.tensor([1.0, 2.0, 3.0])
    (a + b).backward(upstream)
    a.grad[0] = 7.0
    assert b.grad.tolist() == upstream.tolist() == [1.0, 2.0, 3.0]


# -- aliases and changes ----------------------------------------------------------


@pytest.mark.parametrize(
    "alias",
    [
        lambda a: a,
        lambda a: a[...],
        lambda a: a.reshape(a.shape),
        lambda a: np.broadcast_to(a, a.shape),
        lambda a: a[::-1][::-1] if a.ndim else a,
    ],
)
def test_an_output_that_shares_memory_with_an_input_is_refused(alias):
    said = told(forward=lambda out, a: alias(a) if (a >= 0).all() else out, piece="Abs")
    assert "returned its input a, or a view of it" in said


def test_what_was_handed_in_must_not_change():
    def scribbled(out, a, b):
        np.asarray(a)[...] = 0
        return out

    assert "forward changed a in place" in told(forward=scribbled)

    def scribbled_on_grad(right, grad):
        copies = tuple(each.copy() for each in right)
        grad *= 2
        return copies

    assert "changed the gradient it got, in place" in told(backward=scribbled_on_grad)


def test_a_change_that_changes_no_bit_is_none():
    def same_again(out, a, b):
        a[...] = a.copy()
        return out

    assert told(forward=same_again) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda grad, shape: np.asmatrix(grad), "a matrix: return a plain"),
        (lambda grad, shape: grad.astype(object), "dtype object"),
        (lambda grad, shape: minigrad.tensor(grad), "a Tensor"),
        (lambda grad, shape: 1.0, "type float"),
    ],
)
def test_functions_of_the_engine_are_held_to_the_same(change, words):
    def sum_to_shape(grad, shape):
        return change(RIGHT["sum_to_shape"]["as_in_the_book"](grad, shape), shape)

    with pytest.raises(CheckFailed, match=re.escape(words)):
        check(sum_to_shape)


def test_a_gradient_that_is_summed_must_not_change():
    def sum_to_shape(grad, shape):
        out = RIGHT["sum_to_shape"]["as_in_the_book"](grad, shape).copy()
        grad *= 2
        return out

    with pytest.raises(CheckFailed, match="changed the gradient it got, in place"):
        check(sum_to_shape)


# -- values -----------------------------------------------------------------------


def test_nan_and_infinity_count_as_values():
    def spoilt(value):
        def forward(out, a, b):
            return np.where(np.isinf(out), value, out)

        return told(forward=forward)

    assert "Add differs from PyTorch" in spoilt(np.nan)
    assert "Add differs from PyTorch" in spoilt(1e308)
    assert spoilt(np.inf) is not None  # the sign of an infinity counts
    assert told(forward=lambda out, a, b: np.where(np.isnan(out), -out, out)) is None


def test_zeros_of_both_signs_are_equal():
    assert told(forward=lambda out, a: np.where(out == 0, -out, out), piece="Abs") is (
        None
    )


def test_one_huge_entry_excuses_no_other():
    right = np.array([1e30, 1.0, np.inf])
    for off in (1e-6, 1.0, 1e3):
        assert not agrees(right, right + np.array([0.0, off, 0.0]))
    assert agrees(right, right * (1 + 1e-15))
    assert TOLERANCE["float64"][1] * LARGEST < 1e-8


def test_what_a_sum_that_cancels_leaves_behind_is_forgiven():
    right = np.array([0.0, 100.0])
    assert agrees(right, np.array([3e-14, 100.0]))
    assert not agrees(right, np.array([1e-8, 100.0]))


def test_float32_may_be_off_by_its_own_digits_only():
    right = np.array([1.0, 2.0], "float32")
    off = np.nextafter(right, np.float32(9), dtype="float32")
    assert agrees(right, off) and not agrees(right, right * np.float32(1.0001))
    assert not agrees(right.astype("float64"), off.astype("float64"))


def test_there_is_no_worst_entry_of_none():
    assert worst_index(np.zeros((0, 3)), np.zeros((0, 3))) is None
    assert worst_index(np.array(1.0), np.array(2.0)) == ()
    empty = Observation({"out": np.zeros((0, 3))})
    assert compare(empty, Observation({"out": np.zeros((0, 3), "float32")}))


# -- platforms --------------------------------------------------------------------

ULPS = 4  # in which the exponentials and sums of platforms may differ


def nudged(array, rng):
    """Each entry moved by up to ULPS steps of its dtype."""
    array = np.array(array)
    if array.dtype.kind != "f":
        return array
    towards = np.where(rng.random(array.shape) < 0.5, -np.inf, np.inf)
    for _ in range(ULPS):
        moved = np.nextafter(array, towards.astype(array.dtype))
        array = np.where(np.isfinite(array) & (array != 0), moved, array)
    return array


@pytest.mark.parametrize(
    "name",
    [
        "Div",
        "Pow",
        "Exp",
        "Log",
        "Tanh",
        "Sum",
        "Mean",
        "Norm",
        "Dot",
        "Mv",
        "Mm",
        "Bmm",
    ],
)
def test_the_last_digits_of_a_platform_fail_no_right_answer(name):
    op, rng = PIECES[name].op, np.random.default_rng(5)

    def forward(ctx, *args):
        out = op_forward(ctx, *args)
        moved = nudged(out, rng)
        ctx.save_for_backward(*(moved if each is out else each for each in ctx._saved))
        return moved

    def backward(ctx, grad):
        grads = op_backward(ctx, grad)
        if isinstance(grads, tuple):
            return tuple(None if g is None else nudged(g, rng) for g in grads)
        return nudged(grads, rng)

    op_forward, op_backward = copied(op.forward), copied(op.backward)
    mine = Mine(PIECES[name], op, parts={"forward": forward, "backward": backward})
    runs = [run(mine, each) for p in of_piece(name) for each in load(p)]
    assert [each.differences for each in runs if not each.agrees] == []


def test_no_check_can_change_what_the_next_one_reads():
    """A diagnosis once wrote into the inputs of a reference."""
    for program in of_set("ps8_text"):
        for each in load(program):
            for group in (
                each.inputs,
                each.upstream,
                each.slopes,
                each.flow,
                each.seen.arrays,
            ):
                for name, value in group.items():
                    if isinstance(value, np.ndarray):
                        assert not value.flags.writeable, name
