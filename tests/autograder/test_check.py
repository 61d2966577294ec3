"""`check` and its like: pieces, reasons, messages, predictions, hints, progress."""

import contextlib
import inspect
import re
import sys
import types
import warnings
from pathlib import Path

import numpy as np
import pytest
from banks.answers.bank import RIGHT, WRONG, copied, every, stub
from banks.answers.ps2.mul import SavesBoth

import minigrad
from autograder import CheckFailed, PieceError, check, checking, hint, piece
from autograder.check import hints, questions, references, report
from autograder.check.diagnosis import Clue, reasons
from autograder.check.explaining import report_of
from autograder.check.flow import first_wrong, summed_down
from autograder.check.observation import Upstream, observe
from autograder.check.pictures import picture_of_failure, picture_of_success
from autograder.check.programs import of_piece, of_set
from autograder.check.running import run
from autograder.notebook import in_notebook
from autograder.pieces.catalogue import PIECES
from autograder.pieces.kinds import SeamPiece
from autograder.pieces.registry import Mine, alone, forget_all, is_plugged, mine_of
from autograder.work import progress
from minigrad import Op
from minigrad.core import engine


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    hints._given.clear()
    yield
    forget_all()


def failure(answer, **options):
    """The report of an answer that must fail."""
    with pytest.raises(CheckFailed) as failed:
        check(answer, **options)
    return failed.value.report


# -- pieces -----------------------------------------------------------------------


def test_a_name_that_is_no_piece_is_told_the_close_ones():
    with pytest.raises(PieceError, match=r"no piece named Tahn. Did you mean Tanh "):
        piece(type("Tahn", (RIGHT["Tanh"]["AsInTheBook"],), {}))
    with pytest.raises(PieceError, match="There are .*Mul, .*Tanh, .*Sum"):
        check("xyzzy")


def test_a_class_without_backward_or_forward_is_refused():
    with pytest.raises(PieceError, match="Mul has no backward"):
        piece(type("Mul", (SavesBoth,), {}))
    with pytest.raises(PieceError, match="Mul has no forward"):
        piece(type("Mul", (), {"backward": staticmethod(lambda ctx, grad: grad)}))
    with pytest.raises(PieceError, match="backward is no function"):
        piece(type("Mul", (SavesBoth,), {"backward": 3}))


def test_a_function_is_no_operation():
    def Mul(a, b):
        return a * b

    with pytest.raises(PieceError, match="write it as a class"):
        piece(Mul)


def test_methods_without_staticmethod_are_taken_unless_they_have_self():
    class Plain:
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return a * b

        def backward(ctx, grad):
            a, b = ctx.saved_tensors
            return grad * b, grad * a

    check(type("Mul", (Plain,), {}))
    with_self = {"forward": lambda self, ctx, a, b: a * b}
    with pytest.raises(PieceError, match="Mul.forward must be a static method"):
        piece(type("Mul", (Plain,), with_self))
    with pytest.raises(PieceError, match="Mul.forward must be a static method"):
        piece(type("Mul", (Plain,), {"forward": classmethod(lambda cls, ctx: 0)}))


def test_the_decorator_returns_the_class_and_its_apply_works():
    class Mul(RIGHT["Mul"]["AsInTheBook"]):
        pass

    assert piece(Mul) is Mul
    x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    y = minigrad.tensor([[3.0], [4.0]], requires_grad=True)
    Mul.apply(x, y).sum().backward()
    assert x.grad.tolist() == [7.0, 7.0] and y.grad.tolist() == [[3.0], [3.0]]


def test_a_cell_that_is_run_again_redefines_the_piece():
    check(RIGHT["Mul"]["AsInTheBook"])
    assert is_plugged("Mul")
    piece(WRONG["Mul"]["Swapped"])
    assert not is_plugged("Mul") and mine_of("Mul").state == "written"
    failure("Mul")
    assert mine_of("Mul").state == "failed"
    check(RIGHT["Mul"]["AsInTheBook"])
    assert is_plugged("Mul")
    failure(WRONG["Mul"]["Swapped"])
    assert not is_plugged("Mul")


def test_a_name_is_checked_as_what_was_registered_under_it():
    with pytest.raises(PieceError, match="no Mul of yours yet"):
        check("Mul")
    piece(RIGHT["Mul"]["AsInTheBook"])
    check("Mul")
    assert is_plugged("Mul")


def test_what_cannot_be_checked_is_told_what_can():
    def first_entry():
        return 10.0

    with pytest.raises(PieceError, match="Did you mean first_entry_of_a_grad"):
        check(first_entry)
    with pytest.raises(PieceError, match="nothing to check by the name of object"):
        check(object())
    with pytest.raises(PieceError, match="the class or function itself, and not what"):
        check(first_entry())
    with pytest.raises(PieceError, match=r"without quotes: check\(first_entry_of_a"):
        check("first_entry_of_a_grad")


def test_a_blank_that_was_checked_is_not_written_yet():
    failure(stub("Mul"))
    assert mine_of("Mul").state == "empty"
    assert "not written yet: Mul" in repr(progress.progress())


@pytest.mark.parametrize("times", [1, 20])
def test_what_a_piece_prints_is_shown_once_and_then_the_verdict(times, capsys):
    class Mul(RIGHT["Mul"]["AsInTheBook"]):
        @staticmethod
        def forward(ctx, a, b):
            for _ in range(times):
                print("forward", "of\ntwo lines")
            ctx.save_for_backward(a, b)
            return a * b

    print(check(Mul))
    *first, rest, verdict, _, _ = capsys.readouterr().out.splitlines()
    assert first == ["forward of", "two lines"] * min(times, 15)
    assert rest.startswith("… and ") and rest.endswith(" lines, printed by this check.")
    assert verdict == "Mul agrees with PyTorch."


def test_each_piece_is_checked_by_itself():
    """A wrong Sum that somehow got plugged does not make a right Mul fail."""
    check(RIGHT["Sum"]["AsInTheBook"])
    mine_of("Sum").parts["backward"] = lambda ctx, grad: 1 / 0
    mine_of("Sum").accept()
    check(RIGHT["Mul"]["AsInTheBook"])
    assert PIECES["Sum"].op.node_class._piece


def test_a_plug_is_undone_when_something_raises():
    op = PIECES["Mul"].op
    before = op.forward
    with pytest.raises(KeyError), alone(PIECES["Mul"], own_parts()):
        assert op.forward is not before
        raise KeyError
    assert op.forward is before and not op.node_class._piece


def own_parts():
    return PIECES["Mul"].parts(RIGHT["Mul"]["AsInTheBook"])


# -- seams ------------------------------------------------------------------------

SEAM = SeamPiece("sum_to_shape", "ps2", engine)


def seam_runs(function, program="product"):
    mine = Mine(SEAM, function, parts=SEAM.parts(function))
    (chosen,) = (each for each in of_set("ps2") if each.name == program)
    return mine, [run(mine, reference) for reference in references.load(chosen)]


def test_a_seam_is_plugged_where_the_engine_looks_it_up():
    calls = []

    def sum_to_shape(grad, shape):
        calls.append(shape)
        return original(grad, shape)

    before, original = engine.sum_to_shape, copied(engine.sum_to_shape)
    _, runs = seam_runs(sum_to_shape)
    assert all(each.agrees for each in runs) and (3, 1) in calls
    assert engine.sum_to_shape is before


def test_a_broadcast_gradient_that_is_not_summed_is_shown():
    def sum_to_shape(grad, shape):
        return grad

    mine, runs = seam_runs(sum_to_shape)
    told = str(report_of(mine, runs))
    assert "shape (3, 1)" in told and "shape (3, 4)" in told


def test_a_gradient_that_is_replaced_is_diagnosed():
    def accumulate(leaf, grad):
        leaf._grad = minigrad.Tensor(np.array(grad))

    seam = SeamPiece("accumulate", "ps1", engine)
    mine = Mine(seam, accumulate, parts=seam.parts(accumulate))
    runs = [run(mine, each) for each in references.load(of_piece("Mul")[0])]
    told = str(report_of(mine, runs))
    assert "replaces" in told


def test_the_form_of_a_seam():
    with pytest.raises(PieceError, match="sum_to_shape is a function"):
        SEAM.check_form(int)
    with pytest.raises(PieceError, match="minigrad's own"):
        SEAM.check_form(engine.sum_to_shape)


# -- diagnosis --------------------------------------------------------------------


def square_clues(prediction):
    (program,) = (each for each in of_set("ps2") if each.name == "square_plus_itself")
    return [
        Clue(each, "gradient of x", prediction(Clue(each, "gradient of x", None)))
        for each in references.load(program)
    ]


def test_a_contribution_that_was_overwritten_is_diagnosed():
    clues = square_clues(lambda clue: clue.contributions[-1])
    (reason,) = reasons(clues, bare=False)
    assert "one has overwritten the others" in reason
    assert reasons(square_clues(lambda clue: 3 * clue.expected), bare=False) == []


def test_a_transposed_gradient_is_diagnosed():
    clues = [
        Clue(each, "gradient of a", each.seen.arrays["gradient of a"].T)
        for each in references.load(of_piece("Tanh")[0])
    ]
    assert "The gradient of a is transposed." in reasons(clues, bare=True)


def test_all_that_fit_are_told():
    """In one case, of a single number, several mistakes give the same."""
    (program,) = (each for each in of_set("ps2") if each.name == "tanh")
    number = next(each for each in references.load(program) if each.out.ndim == 0)
    got = number.slopes["gradient of a"]
    number.upstream["upstream 0"] = np.array(1.5)
    clue = Clue(number, "gradient of a", got * 1.5)
    references.load.cache_clear()
    said = reasons([clue], bare=True)
    assert len(said) == 2 and "sum of the upstream" in said[0] + said[1]


def test_nothing_is_said_of_what_fits_in_some_cases_only():
    clues = [
        Clue(each, "gradient of a", each.slopes["gradient of a"] * (1 + (i == 2)))
        for i, each in enumerate(references.load(of_piece("Tanh")[0]))
    ]
    assert reasons(clues, bare=True) == []


def test_a_gradient_is_summed_down_to_an_operand():
    grad = np.arange(24.0).reshape(2, 3, 4)
    assert np.array_equal(summed_down(grad, (3, 1)), grad.sum((0, 2))[:, None])
    assert np.array_equal(summed_down(grad, ()), grad.sum())
    assert summed_down(grad, (5,)) is grad
    assert summed_down(grad, (1, 2, 3, 4)) is grad


# -- words ------------------------------------------------------------------------


def test_it_is_told_where_a_nan_arises():
    class Exp(Op):
        @staticmethod
        def forward(ctx, a):
            hidden = np.zeros_like(a)
            out = np.exp(a) + hidden * np.inf
            ctx.save_for_backward(out)
            return out

        @staticmethod
        def backward(ctx, grad):
            (out,) = ctx.saved_tensors
            return grad * out

    told = (
        "A nan arises in `out = np.exp(a) + hidden * np.inf`: 0 times infinity is nan."
    )
    assert told in failure(Exp).reasons


def test_an_approximation_is_told_by_its_digits():
    text = """
class Exp(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.exp(a) * (1 + 3e-6 * np.cos(np.exp(-a * a)))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0]
"""
    names = {"np": np, "Op": Op}
    exec(text, names)  # its text is nowhere: no change of it can be tried
    (told,) = failure(names["Exp"]).reasons
    assert re.match(r"It is right to [45] digits, and no further\.", told), told


def test_the_truth_of_a_tensor_is_not_whether_it_is_there():
    class RNNCell(minigrad.autograd.Function):
        @staticmethod
        def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
            if bias_ih:
                raise AssertionError
            return minigrad.tanh(input @ weight_ih.T)

        @staticmethod
        def backward(ctx, grad):
            return (None,) * 6

    told = " ".join(failure(RNNCell).reasons)
    assert "To ask whether a tensor is there at all, write is not None" in told


def test_a_report_shows_the_worst_entry_and_both_numbers():
    told = str(failure(WRONG["Mul"]["FactorOfBMissing"]))
    reference = references.load(of_piece("Mul")[0])[0]
    expected = reference.seen.arrays["gradient of b"]
    sent = reference.upstream["upstream 0"]
    worst = np.unravel_index(np.argmax(np.abs(expected - sent)), expected.shape)
    assert f"[{worst[0]}, {worst[1]}]" in told
    assert f"{expected[worst]:.5g}" in told and f"grad = {sent[worst]:.5g}" in told
    assert f"a = {reference.inputs['a'][worst]:.5g}" in told
    assert "out = a * b" in told


def test_an_exception_shows_the_students_line_and_no_frames():
    with pytest.raises(CheckFailed) as failed:
        check(WRONG["Mul"]["Misspelt"])
    told = str(failed.value)
    assert "NameError: name 'c' is not defined" in told
    assert "in Misspelt.forward" in told and "return a * c" in told
    assert "autograder" not in told and "minigrad/" not in told
    assert failed.value.__cause__ is None and failed.value.__suppress_context__


def test_the_traceback_in_ipython_is_the_message():
    report_ = failure(WRONG["Mul"]["Swapped"])
    (text,) = CheckFailed(report_)._render_traceback_()
    assert text == f"CheckFailed: {report_}"
    (text,) = PieceError("no")._render_traceback_()
    assert text == "PieceError: no"


@pytest.fixture
def notebook(monkeypatch):
    """What a notebook would be shown; the running kernel is faked."""
    shown = []

    def display(thing, raw=False):
        shown.append(thing)

    monkeypatch.setattr("IPython.display.display", display)
    for module in (report, checking):
        monkeypatch.setattr(module, "in_notebook", lambda: True)
    return shown


def test_a_failed_check_in_a_notebook_shows_a_table_a_picture_and_one_line(notebook):
    with pytest.raises(CheckFailed) as failed:
        check(WRONG["Mul"]["FactorOfBMissing"])
    message, picture = notebook
    assert "<table" in message["text/html"] and "<style" not in message["text/html"]
    assert message["text/plain"] == str(failed.value)
    assert "A factor is missing" in message["text/html"]
    assert "[3] b (error)" in repr(picture) and repr(picture).count("error") == 1
    (line,) = failed.value._render_traceback_()
    assert line.startswith("CheckFailed: Mul differs from PyTorch. A factor is missing")
    assert "\n" not in line


@pytest.mark.parametrize(
    "states, said",
    [
        ([None], "0 of 1 piece is yours"),
        (["passed"], "1 of 1 piece is yours"),
        ([None, "passed"], "1 of 2 pieces is yours"),
        ([None, "saved"], "0 of 2 pieces are yours, and 1 saved"),
    ],
)
def test_how_many_pieces_are_yours_in_words(states, said):
    states = dict(enumerate(states))
    assert progress.line_of_set("ps7", states) == f"ps7: {said}"


def test_a_passed_check_in_a_notebook_shows_progress_and_a_tinted_picture(notebook):
    passed = check(RIGHT["Mul"]["AsInTheBook"])
    assert notebook == []
    passed._ipython_display_()
    message, picture = notebook
    count = len(progress.progress().sets["ps2"])
    assert f"1 of {count} pieces is yours" in message["text/html"]
    assert "yours" in repr(picture)


@pytest.mark.parametrize("gradient", [1, 2])
def test_a_picture_prints_nothing_again(gradient, notebook, capsys):
    class Mul(RIGHT["Mul"]["AsInTheBook"]):
        @staticmethod
        def backward(ctx, grad):
            print("backward")
            a, b = ctx.saved_tensors
            return gradient * grad * b, grad * a

    with contextlib.suppress(CheckFailed):
        check(Mul)._ipython_display_()
    assert len(notebook) == 2  # a message and a picture
    *first, last = capsys.readouterr().out.splitlines()
    assert set(first) == {"backward"} and last.endswith("printed by this check.")


def test_messages_escape_what_students_write(notebook):
    class Mul(RIGHT["Mul"]["AsInTheBook"]):
        @staticmethod
        def forward(ctx, a, b):
            raise ValueError("<script>alert(1)</script>")

    with pytest.raises(CheckFailed):
        check(Mul)
    assert "<script>" not in notebook[0]["text/html"]
    assert "&lt;script&gt;" in notebook[0]["text/html"]


def test_a_picture_that_cannot_be_drawn_does_not_break_the_message(
    notebook, monkeypatch
):
    def broken(*args, **kwargs):
        raise RuntimeError("no ink")

    monkeypatch.setattr("minigrad.viz.draw", broken)
    with pytest.raises(CheckFailed, match="Are they swapped"):
        check(WRONG["Mul"]["Swapped"])
    check(RIGHT["Mul"]["AsInTheBook"])._ipython_display_()
    assert len(notebook) == 2


def test_the_picture_marks_the_first_wrong_edge_of_a_longer_program():
    report_ = failure(WRONG["Mul"]["KeepsOutsideOfCtx"])
    assert repr(report_.picture()).count("(error)") == 1


def test_the_picture_marks_the_op_if_its_output_is_wrong_or_missing():
    for name in ("Adds", "Misspelt"):
        text = repr(failure(WRONG["Mul"][name]).picture())
        assert "MulBackward0  (3, 4)" in text and text.count("error") == 1


def test_a_right_flow_has_no_wrong_edge():
    (reference, *_) = references.load(of_piece("Mul")[0])
    values = list(reference.inputs.values())
    upstream = Upstream(arrays=reference.upstream)
    seen = observe(minigrad, reference.program, values, upstream)
    assert first_wrong(seen, reference.upstream, reference.flow) is None
    wrong = {place: 2 * array for place, array in reference.flow.items()}
    assert first_wrong(seen, reference.upstream, wrong)[1] == 0
    assert "backward" in vars(PIECES["Mul"].op)


def test_warnings_of_numpy_do_not_reach_stderr(capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        failure(WRONG["Tanh"]["ByTheSigmoid"])
        failure(WRONG["Tanh"]["ByExponentials"])
    assert capsys.readouterr().err == ""


def test_what_students_print_is_passed_through(capsys):
    class Mul(RIGHT["Mul"]["AsInTheBook"]):
        @staticmethod
        def forward(ctx, a, b):
            print("here", np.shape(a))
            ctx.save_for_backward(a, b)
            return a * b

    check(Mul)
    assert "here (3, 4)\n" in capsys.readouterr().out


def test_an_interrupted_check_says_so_and_leaves_the_reference():
    class Mul(RIGHT["Mul"]["AsInTheBook"]):
        @staticmethod
        def forward(ctx, a, b):
            raise KeyboardInterrupt  # as the stop button does

    before = PIECES["Mul"].op.forward
    told = str(failure(Mul))
    assert told.startswith("The check of Mul was interrupted.")
    assert "raise KeyboardInterrupt" in told
    assert PIECES["Mul"].op.forward is before


def test_outside_of_ipython_there_is_no_notebook(monkeypatch):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    assert not in_notebook()
    fake = types.SimpleNamespace(get_ipython=lambda: types.SimpleNamespace(kernel=1))
    monkeypatch.setitem(sys.modules, "IPython", fake)
    assert in_notebook()


def test_a_line_in_a_notebook_is_named_by_its_cell():
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance()
    try:
        shell.push({"Book": RIGHT["Mul"]["AsInTheBook"], "check": check})
        shell.run_cell(
            "class Mul(Book):\n"
            "    @staticmethod\n"
            "    def forward(ctx, a, b):\n"
            "        return a * c\n",
            store_history=True,
        )
        with pytest.raises(CheckFailed) as failed:
            shell.run_cell("check(Mul)").raise_error()
    finally:
        InteractiveShell.clear_instance()
    assert "line 4, in Mul.forward" in str(failed.value)
    assert "return a * c" in str(failed.value)


# -- predictions ------------------------------------------------------------------


def prediction(value):
    def first_entry_of_a_grad():
        if isinstance(value, Exception):
            raise value
        return value

    return first_entry_of_a_grad


@pytest.mark.parametrize("value", [10, 10.0, np.float32(10), np.array(10.0)])
def test_a_right_prediction_passes(value):
    assert "is what PyTorch computes" in repr(check(prediction(value)))


@pytest.mark.parametrize(
    "value, words",
    [
        (1.0, "one of the products"),
        (4, "number of products"),
        (6.0, "sum of the entries of a"),
        (60.0, "the value of out"),
        (9.9, "9.9 is not what PyTorch computes"),
        (float("nan"), "nan is not"),
        ("10", "type str, not a number"),
        (True, "type bool, not a number"),
        (None, "returned None, not a number. Is there a return?"),
        (NotImplementedError("write first_entry_of_a_grad"), "is not written yet"),
        (ZeroDivisionError("oh"), "raised ZeroDivisionError: oh"),
    ],
)
def test_a_wrong_prediction_is_told_why_and_not_the_answer(value, words):
    told = str(failure(prediction(value)))
    assert words in told and "10.0" not in told and " 10 " not in told


# -- live -------------------------------------------------------------------------


def test_fresh_inputs_are_compared_with_pytorch_where_it_is_imported(monkeypatch):
    pytest.importorskip("torch")
    assert "PyTorch" in check(RIGHT["Sum"]["AsInTheBook"]).details[0].split(";")[1]
    monkeypatch.delitem(sys.modules, "torch")
    details = check(RIGHT["Sum"]["AsInTheBook"]).details[0]
    assert "minigrad's own version" in details.split(";")[1]


def test_where_the_reference_is_cut_out_the_recorded_inputs_decide(monkeypatch):
    target = PIECES["Mul"]
    cut = {m: staticmethod(getattr(stub("Mul"), m)) for m in target._reference}
    monkeypatch.setattr(target, "_reference", cut)
    target.unplug()
    try:
        details = check(RIGHT["Mul"]["AsInTheBook"], live=False).details[0]
    finally:
        monkeypatch.undo()
        forget_all()
        target.unplug()
    assert details.endswith("give what PyTorch " + torch_version() + " gave.")


def torch_version():
    with np.load(references.FOLDER / "ps2.npz") as file:
        return str(file["torch"]).partition("+")[0]


# -- hints and progress -----------------------------------------------------------


def test_hints_come_one_at_a_time_and_end():
    first, second, third, fourth = (hint("Mul") for _ in range(4))
    assert [len(each.steps) for each in (first, second, third, fourth)] == [1, 2, 3, 3]
    assert "Hint 2 of 3" in repr(second) and "last" in repr(third)
    assert len(hint("Mul", 2).steps) == 2
    assert "<ol>" in first._repr_mimebundle_()["text/html"]
    assert hint(RIGHT["Tanh"]["AsInTheBook"]).name == "Tanh"


def test_every_piece_and_prediction_has_a_ladder_of_three():
    names = [*PIECES, *questions.names()]
    ladders = {name: hints.ladder_of(name) for name in names}
    assert len(ladders) == len(names)
    assert {len(steps) for steps in ladders.values()} == {3}


def test_no_hint_is_the_solution():
    for piece_name, name, answer in every(RIGHT):
        words = " ".join(hints.ladder_of(piece_name))
        methods = "backward __exit__ unpack update _named_members run".split()
        last = next((getattr(answer, m) for m in methods if hasattr(answer, m)), answer)
        for line in inspect.getsource(last).splitlines():
            returned = line.partition("return ")[2]
            assert len(returned) < 7 or returned not in words, name


def test_a_hint_for_nothing_is_told_what_there_is():
    with pytest.raises(PieceError, match=r"no hint for Summ. Did you mean Sum"):
        hint("Summ")


def test_progress_tells_the_state_of_every_piece():
    piece(RIGHT["Tanh"]["AsInTheBook"])
    check(RIGHT["Mul"]["AsInTheBook"])
    failure(WRONG["Sum"]["Negated"])
    told = progress.progress()
    states = {"Mul": "passed", "Tanh": "written", "Sum": "failed"}
    kept = {name: state for name, state in told.sets["ps2"].items() if name in states}
    assert kept == states
    lines = repr(told).splitlines()
    count = len(told.sets["ps2"])
    known = "4 of 100 points, 0 of 3 answers given"  # Mul has 4 points
    assert f"ps2: 1 of {count} pieces is yours; {known}" in lines
    for line in (
        "  yours: Mul",
        "  written, not checked yet: Tanh",
        "  written, and differs from PyTorch: Sum",
    ):
        assert line in lines
    assert not any("Exp" in line for line in lines)  # minigrad's own
    shown = told._repr_mimebundle_()["text/html"]
    assert "Mul: yours" in shown and "Exp: minigrad&#x27;s own" in shown


def test_progress_counts_an_answer_that_is_written(tmp_path, monkeypatch):
    monkeypatch.setenv("MINIGRAD_WORK", str(tmp_path))
    release = Path(__file__).parents[2] / "exercises" / "ps2" / "ps2.ipynb"
    place = tmp_path / "ps2" / "ps2.ipynb"
    place.parent.mkdir()
    text = release.read_text(encoding="utf-8")
    for written, said in (
        (text, "0 of 3 answers"),
        (text.replace("*Replace this line with your answer.*", "Both."), "1 of 3"),
        ("no notebook", "0 of 3"),
    ):
        place.write_text(written, encoding="utf-8")
        told = repr(progress.progress())
        if said[0] == "0":
            assert "Not begun: ps1, ps2, ps3" in told
        else:
            assert f"0 of 100 points, {said}" in told and "begun: ps1, ps3" in told


def test_progress_counts_one_capstone():
    states = progress.progress().sets
    count = sum(len(each) for name, each in states.items() if name[:3] != "ps8")
    for name in ("Conv2d", "Softmax"):
        own = next(iter(RIGHT[name].values()))
        check(own)
        whole = count + len(states[PIECES[name].set])
        assert f"The engine: 1 of {whole} pieces is yours" in repr(progress.progress())
        forget_all()


def test_pictures_of_a_success():
    check(RIGHT["Sum"]["AsInTheBook"])
    assert "yours" in repr(picture_of_success(mine_of("Sum")))


def test_the_picture_of_a_failure_needs_no_pass():
    mine = Mine(PIECES["Mul"], Op, parts=own_parts())
    reference = references.load(of_piece("Mul")[0])[0]
    assert picture_of_failure(mine, run(mine, reference)) is not None


def test_text_for_terminals_is_plain():
    told = str(failure(WRONG["Mul"]["Twice"]))
    assert told.isascii() and "<" not in told
    assert report.plain_text(failure(WRONG["Mul"]["Twice"])) == told
