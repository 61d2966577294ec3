"""The judge: honest work earns its points, whatever its form; nothing else does.

Each submission runs in the sandbox, with the key of a small problem set.
"""

from dataclasses import replace

import nbformat
import pytest
from helpers.grading_course import (
    SEED,
    filled,
    place,
    released,
    small,
    small_grader,
    small_key,
    submitted,
)

from autograder.grading import judge
from autograder.grading.sandbox import Limits
from autograder.grading.worker import Grader, Job

pytest.importorskip("torch")
pytest.importorskip("nbgrader")

SET = small("ps2")
FULL = {name: slot.points for name, slot in SET.checks.items()}


@pytest.fixture(scope="module")
def grader(program):
    program("bwrap")
    grader = small_grader("ps2", seconds=10.0)
    yield grader
    grader.close()


@pytest.fixture
def soon(grader, monkeypatch):
    """A cell has four seconds: such a test waits until they are over."""
    limits = replace(grader.sandbox.limits, seconds=4.0)
    monkeypatch.setattr(grader.sandbox, "limits", limits)


def result_of(grader, notebook):
    result = grader.grade(submitted(notebook))
    assert result.failed == "" and result.unsafe is False
    return result


def lost(grader, notebook):
    """The checks that did not earn all of their points, with what they earned."""
    scores = result_of(grader, notebook).scores
    assert scores.keys() == FULL.keys()
    return {name: points for name, points in scores.items() if points != FULL[name]}


def with_cell(source, above="mul", notebook=None, kind="code"):
    """A notebook, right unless another is given, with one more cell in it."""
    notebook = filled(SET) if notebook is None else notebook
    new = {"code": nbformat.v4.new_code_cell, "markdown": nbformat.v4.new_markdown_cell}
    notebook.cells.insert(place(notebook, above), new[kind](source, id="one-more"))
    return notebook


# -- honest students --------------------------------------------------------------


def test_right_work_has_all_points(grader):
    result = result_of(grader, filled(SET))
    assert result.scores == FULL
    assert not any(result.logs.values()) and result.notes == []


def test_an_untouched_release_has_none(grader):
    result = result_of(grader, released(SET))
    assert set(result.scores.values()) == {0.0}
    assert result.logs["mul-check"] == ["Mul.forward is not written yet."]
    assert "not written yet" in result.logs["predict-check"][0]


WORDY = """
import sys, warnings

@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        print("forward of", a, b)
        print("to stderr", file=sys.stderr)
        warnings.warn("careful")
        np.log(np.array(-1.0))
        ctx.save_for_backward(a, b)
        return np.multiply(a, b)

    @staticmethod
    def backward(ctx, grad):
        first, second = ctx.saved_tensors
        print("backward", grad)
        return second * grad, first * grad
"""
SLOW = """
import time
time.sleep(1.0)

@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        time.sleep(0.002)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a
"""
TRIED_OUT = """
x = torch.tensor(3.0, requires_grad=True)
y = x * x + x
y.backward()
print(x.grad)

@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a
"""
WITHOUT_PIECE = TRIED_OUT.replace("@piece\n", "")
TANH_BY_EXP = """
def my_tanh(a):
    e = np.exp(-2 * np.abs(a))
    return np.sign(a) * (1 - e) / (1 + e)

@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad - grad * np.tanh(a) ** 2
"""


@pytest.mark.parametrize(
    "own",
    [
        {"mul": WORDY},
        {"mul": SLOW},
        {"mul": TRIED_OUT},
        {"mul": WITHOUT_PIECE},
        {"tanh": TANH_BY_EXP},
        {"predict": "def first_entry_of_a_grad():\n    return np.float32(2) * 5"},
        {"keep": "Because backward needs it. " * 500},
    ],
    ids=[
        "wordy",
        "in its own time",
        "tried out",
        "no decorator",
        "other formula",
        "float32",
        "long answer",
    ],
)
def test_other_right_work_has_all_points(own, grader):
    assert lost(grader, filled(SET, **own)) == {}


EXTRA = [
    "%timeit -n1 -r1 sum(range(10))",
    "!echo shell",
    "print('x' * 10_000_000)",
    "from IPython.display import display, HTML\ndisplay(HTML('<b>hi</b>'))",
    "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()",
    "%matplotlib inline",
    "this is no Python",
    "raise ValueError('unfinished')",
    "import asyncio\nawait asyncio.sleep(0)",
    "input('name? ')",
    "import torch as the_real_one",
    "import logging; logging.warning('to stderr')",
    "open('notes.txt', 'w').write('mine')",
    "check(Add)\nprogress()\nhint('Mul')",
    "np.seterr(all='raise')",
    "raise SystemExit",
    "del Add",
    "0 / 0",
]


def test_more_cells_change_nothing(grader):
    notebook = filled(SET)
    for number, source in enumerate(EXTRA):
        cell = nbformat.v4.new_code_cell(source, id=f"extra-{number}")
        notebook.cells.insert(place(notebook, "relu"), cell)
    assert lost(grader, notebook) == {}


PIXEL = """
import base64
from IPython.display import display
pixel = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNgYAAAAAMAASsJTYQAAAAASUVORK5CYII="
)
for width in (300, -1, 10**5000, 2.5, "300", [], None):
    about = {"image/png": {"width": width, "height": width, "onload": "run()"}}
    display({"image/png": pixel}, metadata=about, raw=True)
"""


def test_a_picture_keeps_the_width_it_asks_for(grader):
    result = result_of(grader, with_cell(PIXEL))
    assert result.scores == FULL
    notebook = nbformat.reads(result.notebook, as_version=4)
    (cell,) = [cell for cell in notebook.cells if cell.id == "one-more"]
    shown = [each["metadata"] for each in cell.outputs]
    assert shown == [{"image/png": {"width": 300}}] + [{}] * 6


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize(
    "source",
    ["import os; os._exit(3)", "import os; os.abort()", "while True: pass"],
    ids=["exit", "abort", "endless"],
)
def test_a_cell_that_ends_everything_is_left_out(source, grader):
    result = result_of(grader, with_cell(source))
    assert result.scores == FULL
    (note,) = result.notes
    assert "was left out" in note


@pytest.mark.usefixtures("soon")
def test_a_cell_below_all_checks_that_never_ends_is_named(grader):
    """It is run once, where the outputs are made; IPython catches an interrupt."""
    given = filled(SET)
    given.cells.append(nbformat.v4.new_code_cell("while True: pass"))
    result = result_of(grader, given)
    assert result.scores == FULL
    at = len(given.cells)
    assert result.notes == [f"cell {at} was left out: it took too long"]
    last = nbformat.reads(result.notebook, 4).cells[-1]
    assert last.outputs[0].text == "This cell was left out: it took too long.\n"


def test_an_unfinished_exercise_costs_its_own_points(grader):
    broken = "@piece\nclass Mul(Op):\n    def forward(ctx, a, b:\n"
    assert lost(grader, filled(SET, mul=broken)) == {"mul-check": 0.0}
    assert lost(grader, filled(SET, mul="1 / 0")) == {"mul-check": 0.0}


@pytest.mark.usefixtures("soon")
def test_an_endless_piece_costs_its_own_points(grader):
    endless = WORDY.replace('print("backward", grad)', "while True: pass")
    result = result_of(grader, filled(SET, mul=endless))
    assert {n for n, points in result.scores.items() if points != FULL[n]} == {
        "mul-check"
    }
    assert result.logs["mul-check"] == ["Mul: it took too long."]


# -- wrong work -------------------------------------------------------------------


TANH_WITHOUT_ITS_SLOPE = """
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        return grad
"""


def test_what_is_partly_right_has_part_of_the_points(grader):
    result = result_of(grader, filled(SET, tanh=TANH_WITHOUT_ITS_SLOPE))
    assert {n for n, points in result.scores.items() if points != FULL[n]} == {
        "tanh-check"
    }
    assert 0 <= result.scores["tanh-check"] <= FULL["tanh-check"] / 2
    log = "\n".join(result.logs["tanh-check"])
    assert "gradient of a" in log and "out = tanh" in log
    page = next(
        c for c in nbformat.reads(result.notebook, 4).cells if c.id == "tanh-check"
    )
    assert page.outputs[0].text == log + "\n"


TANH_OF_ANOTHER_ENTRY = """
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        slope = 1 - np.roll(out, 1) ** 2
        {more}
        return grad * slope
"""
MENDED = (
    "It would be right with `slope = 1 - out ** 2` in the place of "
    "`slope = 1 - np.roll(out, 1) ** 2`."
)


def test_what_a_small_change_tells_is_told_as_in_the_notebook(grader, monkeypatch):
    why, explained = judge.why_differs, []
    monkeypatch.setattr(
        judge, "why_differs", lambda *args: explained.append(args[0]) or why(*args)
    )
    wrong = TANH_OF_ANOTHER_ENTRY.format(more="slope = slope + 0")
    result = result_of(grader, filled(SET, tanh=wrong))
    assert MENDED in result.logs["tanh-check"]
    assert explained == ["Tanh"]  # once, though it is run in two views
    assert {n for n, points in result.scores.items() if points != FULL[n]} == {
        "tanh-check"
    }
    assert result.notes == []


def test_a_change_that_ends_the_process_changes_nothing(grader):
    """A changed program may do anything: it runs when all else is over."""
    ends = (
        "if len({*out.flat}) > 1 and np.allclose(slope, 1 - out**2): raise SystemExit"
    )
    wrong = TANH_OF_ANOTHER_ENTRY.format(more=ends)
    result = result_of(grader, filled(SET, tanh=wrong))
    assert MENDED not in result.logs["tanh-check"]
    assert any("agree with PyTorch" in line for line in result.logs["tanh-check"])
    assert result.scores == FULL | {"tanh-check": result.scores["tanh-check"]}
    assert result.scores["tanh-check"] < FULL["tanh-check"] and result.notes == []


CENTRAL = """
@piece
class {name}(Op):
    @staticmethod
    def forward(ctx, *args):
        ctx.save_for_backward(*args)
        return {formula}

    @staticmethod
    def backward(ctx, grad):
        args, grads = list(ctx.saved_tensors), []
        for i, x in enumerate(args):
            h = {step}
            up, down = list(args), list(args)
            up[i], down[i] = x + h, x - h
            high, low = ({formula} for args in (up, down))
            grads.append(grad * ((high - low) / (up[i] - down[i])))
        return tuple(grads) if len(grads) > 1 else grads[0]
"""
FORMULAS = {
    "add": ("Add", "args[0] + args[1]"),
    "mul": ("Mul", "args[0] * args[1]"),
    "tanh": ("Tanh", "np.tanh(args[0])"),
    "relu": ("ReLU", "np.maximum(args[0], 0)"),
}


@pytest.mark.parametrize("step", [1e-3, 6e-6, 1e-8], ids=["large", "best", "small"])
def test_a_difference_quotient_is_no_gradient(step, grader):
    own = {
        id: CENTRAL.format(name=name, formula=formula, step=step)
        for id, (name, formula) in FORMULAS.items()
    }
    scores = result_of(grader, filled(SET, **own)).scores
    for name in FORMULAS:
        assert scores[f"{name}-check"] <= FULL[f"{name}-check"] / 2, name


def test_numbers_are_read_back_by_value(grader):
    wrong = "def first_entry_of_a_grad():\n    return {}"
    for value in ("3.0", "float('nan')", "None", "'10'", "np.array([10.0])", "1 / 0"):
        own = filled(SET, predict=wrong.format(value))
        assert lost(grader, own) == {"predict-check": 0.0}, value


# -- the same, again --------------------------------------------------------------


def test_the_same_seed_gives_the_same_verdict(grader):
    notebook = filled(SET, tanh=TANH_WITHOUT_ITS_SLOPE, mul="")
    one, two = (result_of(grader, notebook) for _ in range(2))
    assert (one.scores, one.logs, one.notebook) == (two.scores, two.logs, two.notebook)
    assert one.seed == SEED


def test_requests_hold_no_result():
    key = small_key("ps2")
    for question in key.questions.values():
        results = [
            array
            for reference in question.references
            for array in reference.seen.arrays.values()
            if array.size > 1 and array.dtype == "float64" and array.any()
        ]
        given = [
            array.tobytes()
            for reference in question.references
            for array in (*reference.inputs.values(), *reference.upstream.values())
            if hasattr(array, "tobytes")
        ]
        others = [each for each in results if each.tobytes() not in given]
        assert others
        assert not any(each.tobytes() in question.payload for each in others)


OWN = """
from minigrad.core import arithmetic
from minigrad.ops import elementwise, extremes
known = {home}.{name}.forward, {home}.{name}.backward

@piece
class {name}(Op):
    @staticmethod
    def forward(ctx, *args, known=known[0]):
        return known(ctx, *args)

    @staticmethod
    def backward(ctx, *grads, known=known[1]):
        return known(ctx, *grads)
"""
HOMES = {"Add": "arithmetic", "Mul": "arithmetic", "Tanh": "elementwise"}
HOMES["ReLU"] = "extremes"


def test_a_piece_is_missing_where_it_is_judged(grader):
    """The library's own functions, handed in, are stubs there."""
    assert {each for group in small_key("ps2").groups for each in group} == {*HOMES}
    checks = {each.target: each for each in SET.checks.values()}
    own = {
        checks[name].anchor: OWN.format(name=name, home=home)
        for name, home in HOMES.items()
    }
    result = result_of(grader, filled(SET, **own))
    nothing = {checks[name].id: 0.0 for name in HOMES}
    assert result.scores == FULL | nothing
    for name in HOMES:
        said = str(result.logs[checks[name].id])
        assert f"{name}.forward is a piece of ps2 that you write" in said


# -- the engine -------------------------------------------------------------------


def test_pieces_of_the_engine(program):
    program("bwrap")
    release = small("ps1")
    grader = small_grader("ps1")
    try:
        right = grader.grade(submitted(filled(release)))
        wrong = grader.grade(
            submitted(
                filled(
                    release,
                    run="@piece\ndef run(order, grads, this):\n    pass",
                    detach="@piece\ndef detach(tensor):\n    return tensor",
                )
            )
        )
    finally:
        grader.close()
    full = {name: slot.points for name, slot in release.checks.items()}
    assert right.scores == full
    assert wrong.scores["run-check"] == 0
    assert wrong.scores["detach-check"] < full["detach-check"]
    assert wrong.scores["quotient-check"] == full["quotient-check"]


# -- without a sandbox ------------------------------------------------------------


def test_unsafe_is_noted():
    grader = Grader(Job(SET, small_key("ps2"), Limits(seconds=10.0), safe=False))
    try:
        result = grader.grade(submitted(filled(SET, mul="")))
    finally:
        grader.close()
    assert result.unsafe and result.failed == ""
    assert result.scores == FULL | {"mul-check": 0.0}
    assert not grader.folder.exists()
