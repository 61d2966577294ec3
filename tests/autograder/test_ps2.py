"""Problem set 2: its reasons one by one, its kinks, and how quick its checks are."""

import inspect
import time

import numpy as np
import pytest
from banks.answers.bank import RIGHT, WRONG

import minigrad
from autograder import CheckFailed, check
from autograder.check import questions
from autograder.check.diagnosis import Clue, reasons
from autograder.check.programs import of_piece, of_set
from autograder.check.references import load
from autograder.check.running import is_bare
from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import forget_all


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


NAMES = [name for name, piece in PIECES.items() if piece.set == "ps2"]


def failure(answer):
    with pytest.raises(CheckFailed) as failed:
        check(answer)
    return failed.value.report


# -- reasons ----------------------------------------------------------------------


def clues_of(name, what):
    """The right numbers of a piece in its bare programs, as clues."""
    return [
        Clue(reference, each, array)
        for program in of_piece(name)
        for reference in load(program)
        if not reference.seen.error and is_bare(reference)
        for each, array in reference.seen.arrays.items()
        if each.startswith(what) and "," not in each
    ]


@pytest.mark.parametrize("name", [n for n in NAMES if n != "sum_to_shape"])
def test_no_reason_fits_right_numbers(name):
    for what in ("out", "gradient of "):
        assert reasons(clues_of(name, what), bare=True) == []


@pytest.mark.parametrize("name", [n for n in NAMES if n != "sum_to_shape"])
def test_no_reason_fits_random_numbers(name):
    """A reason is given for one mistake; noise is none."""
    rng = np.random.default_rng(3)
    for what in ("out", "gradient of "):
        noise = [
            Clue(each.reference, each.what, rng.standard_normal(each.got.shape))
            for each in clues_of(name, what)
            if each.got.dtype.kind == "f"
        ]
        assert reasons(noise, bare=True) == []


def test_a_dead_branch_is_told():
    (program,) = (each for each in of_set("ps2") if each.name == "square_plus_itself")
    clues = [
        Clue(each, "gradient of x", each.seen.arrays["gradient of x"] - lost)
        for each in load(program)
        for lost in [Clue(each, "gradient of x", None).contributions[0]]
    ]
    (reason,) = reasons(clues, bare=False)
    assert "that branch of the graph is dead" in reason


def test_a_lost_dtype_hides_no_wrong_value():
    told = str(failure(WRONG["Abs"]["OneAtZero"]))
    assert "dtype is lost" in told and "Where a is 0, and only there" in told


def test_shapes_that_do_not_fit_show_the_line_and_the_reason():
    told = str(failure(WRONG["Mm"]["NotTransposedForB"]))
    assert "raised ValueError" in told and "a @ g" in told
    assert "the transpose of a is forgotten" in told


# -- conventions ------------------------------------------------------------------


def test_kinks_and_ties_are_among_the_inputs():
    def values(program):
        return [
            array
            for reference in load(next(p for p in of_set("ps2") if p.name == program))
            for array in reference.inputs.values()
            if isinstance(array, np.ndarray)
        ]

    for program in ("rectified_at_zero", "absolute_at_zero", "power_at_zero"):
        assert any((each == 0).any() for each in values(program))
    *ties_of, nearly = load(
        next(p for p in of_set("ps2") if p.name == "largest_with_ties")
    )
    a = nearly.inputs["a"]
    assert 0 < np.diff(np.sort(np.unique(a))).min() < 1e-5
    for reference in ties_of:
        a, dim = reference.inputs["a"], reference.inputs["dim"]
        ties = (a == a.max(axis=dim, keepdims=True)).sum(axis=dim)
        assert (ties > 1).any(), reference.case
    rows = load(next(p for p in of_set("ps2") if p.name == "rows_taken"))
    taken = [np.unique(each.inputs["i"] % 3).size for each in rows]
    assert any(
        count < each.inputs["i"].size for count, each in zip(taken, rows, strict=True)
    )


def test_min_runs_on_minigrads_own_beside_a_students_max():
    """Amin is no piece: its forward and backward belong together."""
    check(RIGHT["Max"]["WithTheMaskSaved"])
    x = minigrad.tensor([[1.0, 1.0, 2.0]], requires_grad=True)
    x.amin(dim=1).sum().backward()
    assert x.grad.tolist() == [[0.5, 0.5, 0.0]]


def test_a_network_learns_on_nothing_but_the_students_pieces():
    for name in NAMES:
        check(RIGHT[name].get("AsInTheBook") or RIGHT[name]["as_in_the_book"])
    rng = np.random.default_rng(0)
    x = minigrad.from_numpy(rng.standard_normal((20, 3)))
    target = x.abs().amax(dim=1, keepdim=True)
    shapes = ((3, 8), (8,), (8, 1), (1,))
    weights = [
        minigrad.from_numpy(0.5 * rng.standard_normal(shape)).requires_grad_()
        for shape in shapes
    ]
    losses = []
    for _ in range(200):
        first, bias, second, shift = weights
        miss = (x @ first + bias).relu() @ second + shift + -1 * target
        loss = (miss**2).mean()
        for weight in weights:
            weight.grad = None
        loss.backward()
        losses.append(loss.item())
        with minigrad.no_grad():
            for weight in weights:
                weight -= 0.1 * weight.grad
    assert losses[-1] < 0.05 * losses[0]


# -- the set ----------------------------------------------------------------------


def test_programs_have_names_of_their_own_and_say_what_they_compute():
    seen = of_set("ps2")
    assert len({each.name for each in seen}) == len(seen)
    assert [name for name, set in questions.names().items() if set == "ps2"] == [
        "first_entry_of_a_grad",
        "second_entry_of_x_grad",
    ]
    for each in seen:
        assert each.formula.startswith("out = ") or not each.pieces, each.name
        assert inspect.getsourcefile(each.function).endswith(".py")


def test_every_piece_meets_small_shapes_freed_graphs_and_both_orders():
    for name in NAMES:
        cases = [each for program in of_piece(name) for each in load(program)]
        shapes = [
            array.shape
            for each in cases
            for array in each.inputs.values()
            if isinstance(array, np.ndarray)
        ]
        assert any(1 in shape for shape in shapes), name
        if name not in ("Max", "Norm"):
            assert any(0 in shape for shape in shapes), name
        assert any(each.inputs for each in cases)
        dtypes = {a.dtype for each in cases for a in each.seen.arrays.values()}
        assert {np.dtype("float32"), np.dtype("float64")} <= dtypes, name


@pytest.mark.parametrize("value", [5, 5.0, np.float32(5)])
def test_the_second_prediction(value):
    def second_entry_of_x_grad():
        return value

    assert "is what PyTorch computes" in repr(check(second_entry_of_x_grad))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (8, "not the only one that is the largest"),
        (4, "counts what the index sends back once"),
        (7, "largest alone, and taken once"),
        (3, "also taken by the index"),
        (2, "also one of the largest"),
        (6, "factor of the maximum"),
        (9, "is not what PyTorch computes"),
    ],
)
def test_a_wrong_second_prediction_is_told_why(value, words):
    def second_entry_of_x_grad():
        return value

    told = str(failure(second_entry_of_x_grad))
    assert words in told and "5" not in told


SLOWEST = {"right": ("Sum", "AsInTheBook"), "wrong": ("Max", "AllTies")}


@pytest.mark.parametrize("kind", SLOWEST)
def test_feedback_comes_at_once(kind):
    """Within 300 ms of this process's own time, for the pieces with most inputs."""
    piece, name = SLOWEST[kind]
    answer = (RIGHT if kind == "right" else WRONG)[piece][name]
    times = []
    for _ in range(3):
        forget_all()
        start = time.process_time()
        try:
            check(answer, live=False)
        except CheckFailed:
            assert kind == "wrong"
        times.append(time.process_time() - start)
    assert min(times) < 0.3
