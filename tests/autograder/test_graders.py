"""The graders are graded: right answers pass, wrong ones fail for the right reason."""

from inspect import unwrap
from types import SimpleNamespace

import numpy as np
import pytest
from banks.answers.bank import RIGHT, WORDS, WRONG, copied, every, is_told, stub
from helpers import bank_table

import minigrad
from autograder import CheckFailed, check
from autograder.check.programs import of_piece
from autograder.check.references import load, replayed
from autograder.check.running import run
from autograder.check.watch import Watch
from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import Mine, alone, forget_all, is_plugged, mine_of

NAMES = tuple(RIGHT)
OPS = tuple(name for name in RIGHT if PIECES[name].kind == "op")


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


def of_bank(answers, quick=slice(None)):
    """Parametrize a test by `answer`; its id is the piece and the answer's name. All
    but the `quick` ones of each piece are slow."""
    cases = []
    for piece, name, one in every(answers):
        is_quick = name in list(answers[piece])[quick]
        marks = () if is_quick else pytest.mark.slow
        cases.append(pytest.param(one, id=f"{piece}-{name}", marks=marks))
    return pytest.mark.parametrize("answer", cases)


def plugged(name):
    """What minigrad runs on in the place of a piece."""
    piece = PIECES[name]
    if piece.kind == "op":
        return piece.op.forward, piece.op.backward, piece.op.node_class._piece
    return tuple(getattr(piece.owner, name) for name in piece.names)


ORIGINAL = {name: plugged(name) for name in NAMES}


# -- the bank ---------------------------------------------------------------------


@of_bank(WRONG, quick=slice(None, None, 3))
def test_a_wrong_answer_fails_with_its_diagnosis(answer):
    with pytest.raises(CheckFailed) as failed:
        check(answer)
    told = str(failed.value)
    assert is_told(answer, told), (WORDS[answer], told)
    assert plugged(answer.__name__) == ORIGINAL[answer.__name__]
    assert not is_plugged(answer.__name__)


@of_bank(RIGHT)
def test_a_right_answer_passes_and_stays_plugged(answer):
    passed = check(answer, live=False)
    assert f"{answer.__name__} agrees with PyTorch" in repr(passed)
    assert is_plugged(answer.__name__)
    assert plugged(answer.__name__) != ORIGINAL[answer.__name__]
    if answer.__name__ in OPS:
        forward, *others = plugged(answer.__name__)
        assert (unwrap(forward), *others) == (answer.forward, answer.backward, True)


@of_bank(RIGHT, quick=slice(2))
def test_a_right_answer_agrees_with_pytorch_on_fresh_inputs(answer):
    passed = check(answer, live=True, seed=7)
    assert passed.details[0].count("PyTorch") == 2


@pytest.mark.parametrize("name", NAMES)
def test_the_untouched_stub_is_told_what_to_write(name):
    piece = PIECES[name]
    first = {"op": f"{name}.forward", "function": f"{name}.forward"}
    if piece.kind == "methods":
        first["methods"] = f"{name}.{piece.names[0]}"
    what = first.get(piece.kind, name)
    with pytest.raises(CheckFailed, match=rf"^{what} is not written yet\.$"):
        check(stub(name))
    assert plugged(name) == ORIGINAL[name]


@pytest.mark.parametrize("name", OPS)
def test_a_missing_backward_is_named(name):
    forward = staticmethod(copied(PIECES[name].op.forward))
    half = type(name, (stub(name),), {"forward": forward})
    with pytest.raises(CheckFailed, match=rf"^{name}\.backward is not written yet\.$"):
        check(half)


@pytest.mark.parametrize("name", NAMES)
def test_the_bank_is_large_enough(name):
    assert len(WRONG[name]) >= 8 and len(RIGHT[name]) >= 3


@pytest.mark.parametrize("name", OPS)
def test_the_reference_itself_would_pass(name):
    op = PIECES[name].op
    mine = Mine(PIECES[name], op, parts=_parts(op))
    runs = [run(mine, each, order=2) for p in of_piece(name) for each in load(p)]
    assert [each.differences for each in runs if not each.agrees] == []


def _parts(op):
    return {"forward": copied(op.forward), "backward": copied(op.backward)}


# -- second derivatives -----------------------------------------------------------


def test_second_derivatives_decide_only_when_asked():
    """np.add.at, which Index asks for, works on arrays alone."""
    answer = RIGHT["Index"]["AsInTheBook"]
    (note,) = check(answer).notes
    assert "second derivatives" in note and "TypeError" in note
    with pytest.raises(CheckFailed, match="TypeError"):
        check(answer, order=2)
    assert not is_plugged("Index")


@pytest.mark.parametrize("name", [name for name in OPS if name != "Index"])
def test_the_answer_in_the_book_has_second_derivatives(name):
    answer = RIGHT[name]["AsInTheBook"]
    assert check(answer, order=2).notes == []


# -- cheats -----------------------------------------------------------------------


def answered_by_heart():
    """A Mul that knows every recorded product by heart, and computes nothing."""
    book = RIGHT["Mul"]["AsInTheBook"]
    mine = Mine(PIECES["Mul"], book, parts=PIECES["Mul"].parts(book))
    known = {}
    for program in of_piece("Mul"):
        for reference in load(program):
            watch = Watch(mine.piece, mine.parts)
            with alone(mine.piece, watch.parts):
                replayed(reference)
            for call in watch.calls:
                known[_key(call.before)] = np.array(call.out)

    class Mul(book):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return known.get(_key((a, b)), np.zeros_like(a + b)).copy()

    return Mul


def _key(operands):
    return tuple((np.shape(each), np.asarray(each).tobytes()) for each in operands)


@pytest.mark.parametrize("live", [False, True])
def test_what_was_learnt_by_heart_fails_on_fresh_inputs(live):
    with pytest.raises(CheckFailed) as failed:
        check(answered_by_heart(), live=live)
    source = "PyTorch" if live else "minigrad's own version"
    assert f"agrees with {source}" in str(failed.value) or (
        f"agree with {source}" in str(failed.value)
    )


def test_minigrads_own_class_is_no_answer():
    with pytest.raises(ValueError, match="This is minigrad's own Mul"):
        check(PIECES["Mul"].op)


def test_a_subclass_of_minigrads_own_is_no_answer():
    inherits = type("Mul", (PIECES["Mul"].op,), {})
    with pytest.raises(ValueError, match="Mul.forward is minigrad's own"):
        check(inherits)


def test_apply_of_ones_own_class_does_not_reach_the_reference():
    class Mul(RIGHT["Mul"]["AsInTheBook"]):
        @staticmethod
        def forward(ctx, a, b):
            return minigrad.mul(minigrad.tensor(a), minigrad.tensor(b)).numpy()

    with pytest.raises(CheckFailed, match="Mul.forward calls itself"):
        check(Mul)


def own_and_its_name():
    """Of each piece, what a student may have kept of minigrad's own before @piece."""
    for name, target in PIECES.items():
        if target.in_minigrad:
            yield name, target.owner


@pytest.mark.parametrize(
    "name, owner", [pytest.param(*each, id=each[0]) for each in own_and_its_name()]
)
def test_minigrads_own_that_was_kept_before_is_not_there(name, owner):
    target = PIECES[name]
    kept = {part: getattr(owner, part) for part in target.names}

    def calling(function):
        return lambda *args, **options: function(*args, **options)

    mine = Mine(target, None, parts={k: calling(each) for k, each in kept.items()})
    runs = [run(mine, each) for program in of_piece(name) for each in load(program)]
    told = [str(each.seen.raised) for each in runs if not each.agrees]
    assert told and "minigrad's own version of this piece" in told[0]
    assert all(getattr(owner, part) is each for part, each in kept.items())


# -- impostors: every caller uses what is plugged ---------------------------------

a, b = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), np.array([2.0, -1.0, 0.5])


def _in_place(x, y, change):
    copy = x.clone()
    change(copy, y)
    return copy


def _imul(x, y):
    x *= y


def _iadd(x, y):
    x += y


def _second_order(x, function):
    (grad,) = minigrad.autograd.grad(function(x).sum(), x, create_graph=True)
    return grad


ALIASES = {
    "Mul": {
        "operator": lambda x, y: x * y,
        "reflected": lambda x, y: 2.0 * x,
        "number": lambda x, y: x * 2.0,
        "array": lambda x, y: x * minigrad.from_numpy(b),
        "method": lambda x, y: x.mul(y),
        "function": lambda x, y: minigrad.mul(x, y),
        "ufunc": lambda x, y: np.multiply(x, y),
        "in place": lambda x, y: _in_place(x, y, _imul),
        "method in place": lambda x, y: _in_place(x, y, lambda c, y: c.mul_(y)),
        "number divided": lambda x, y: 1.0 / x,
        "derivative of exp": lambda x, y: _second_order(x, lambda z: z.exp()),
    },
    "Add": {
        "operator": lambda x, y: x + y,
        "reflected": lambda x, y: 2.0 + x,
        "method": lambda x, y: x.add(y),
        "function": lambda x, y: minigrad.add(x, y),
        "ufunc": lambda x, y: np.add(x, y),
        "in place": lambda x, y: _in_place(x, y, _iadd),
        "method in place": lambda x, y: _in_place(x, y, lambda c, y: c.add_(y)),
    },
    "Div": {
        "operator": lambda x, y: x / y,
        "number": lambda x, y: x / 2.0,
        "method": lambda x, y: x.div(y),
        "function": lambda x, y: minigrad.div(x, y),
        "ufunc": lambda x, y: np.divide(x, y),
        "in place": lambda x, y: _in_place(x, y, lambda c, y: c.div_(y)),
    },
    "Pow": {
        "operator": lambda x, y: x**2,
        "method": lambda x, y: x.pow(3.0),
        "function": lambda x, y: minigrad.pow(x, 2),
        "square": lambda x, y: x.square(),
        "ufunc": lambda x, y: np.power(x, 2),
        "in place": lambda x, y: _in_place(x, y, lambda c, y: c.pow_(2)),
    },
    "Exp": {
        "method": lambda x, y: x.exp(),
        "function": lambda x, y: minigrad.exp(x),
        "ufunc": lambda x, y: np.exp(x),
        "in place": lambda x, y: _in_place(x, y, lambda c, y: c.exp_()),
    },
    "Log": {
        "method": lambda x, y: x.log(),
        "function": lambda x, y: minigrad.log(x),
        "ufunc": lambda x, y: np.log(x),
    },
    "ReLU": {
        "method": lambda x, y: x.relu(),
        "function": lambda x, y: minigrad.relu(x),
        "functional": lambda x, y: minigrad.nn.functional.relu(x),
        "module": lambda x, y: minigrad.nn.ReLU()(x),
    },
    "Abs": {
        "operator": lambda x, y: abs(x),
        "method": lambda x, y: x.abs(),
        "function": lambda x, y: minigrad.abs(x),
        "ufunc": lambda x, y: np.abs(x),
    },
    "Mean": {
        "method": lambda x, y: x.mean(),
        "axis": lambda x, y: x.mean(0),
        "kept": lambda x, y: x.mean(dim=(0, 1), keepdim=True),
        "function": lambda x, y: minigrad.mean(x, dim=-1),
    },
    "Max": {
        "method": lambda x, y: x.amax(0),
        "of all": lambda x, y: x.amax(),
        "function": lambda x, y: minigrad.amax(x, 1, keepdim=True),
    },
    "Norm": {
        "method": lambda x, y: x.norm(),
        "axis": lambda x, y: x.norm(dim=1),
        "function": lambda x, y: minigrad.norm(x),
        "linalg": lambda x, y: minigrad.linalg.vector_norm(x, dim=0, keepdim=True),
    },
    "Dot": {
        "operator": lambda x, y: y @ y,
        "method": lambda x, y: y.dot(y),
        "function": lambda x, y: minigrad.dot(y, x[0]),
    },
    "Mv": {
        "operator": lambda x, y: x @ y,
        "method": lambda x, y: x.mv(y),
        "function": lambda x, y: minigrad.matmul(x, y),
        "ufunc": lambda x, y: np.matmul(x, y),
    },
    "Mm": {
        "operator": lambda x, y: x @ x.T,
        "method": lambda x, y: x.mm(x.t()),
        "function": lambda x, y: minigrad.matmul(x, x.T),
    },
    "Bmm": {
        "operator": lambda x, y: x.reshape(2, 1, 3) @ x.reshape(2, 3, 1),
        "function": lambda x, y: minigrad.bmm(x.reshape(2, 1, 3), x.reshape(2, 3, 1)),
    },
    "Index": {
        "list": lambda x, y: x[[1, 0, 1]],
        "tensor": lambda x, y: x[:, minigrad.tensor([1, 1])],
        "mask": lambda x, y: x[x > 2],
    },
    "Tanh": {
        "method": lambda x, y: x.tanh(),
        "function": lambda x, y: minigrad.tanh(x),
        "ufunc": lambda x, y: np.tanh(x),
    },
    "Sum": {
        "method": lambda x, y: x.sum(),
        "axis": lambda x, y: x.sum(0),
        "kept": lambda x, y: x.sum(dim=(0, 1), keepdim=True),
        "function": lambda x, y: minigrad.sum(x),
        "function of an axis": lambda x, y: minigrad.sum(x, dim=-1),
        "summing a broadcast gradient": lambda x, y: _second_order(
            y, lambda z: (x + z).exp()
        ),
    },
    "MSE": {
        "functional": lambda x, y: minigrad.nn.functional.mse_loss(x, x.exp()),
        "of a constant": lambda x, y: minigrad.nn.functional.mse_loss(x, y * 0 + x),
        "module": lambda x, y: minigrad.nn.MSELoss(reduction="sum")(x, x.exp()),
    },
    "LogSoftmax": {
        "method": lambda x, y: x.log_softmax(0),
        "function": lambda x, y: minigrad.log_softmax(x, -1),
        "functional": lambda x, y: minigrad.nn.functional.log_softmax(x, dim=1),
        "module": lambda x, y: minigrad.nn.LogSoftmax(dim=1)(x),
        "cross-entropy": lambda x, y: minigrad.nn.functional.cross_entropy(x, CLASSES),
        "smoothed": lambda x, y: minigrad.nn.functional.cross_entropy(
            x, CLASSES, label_smoothing=0.1
        ),
    },
    "Softmax": {
        "method": lambda x, y: x.softmax(0),
        "function": lambda x, y: minigrad.softmax(x, -1),
        "functional": lambda x, y: minigrad.nn.functional.softmax(x, dim=1),
        "module": lambda x, y: minigrad.nn.Softmax(dim=1)(x),
    },
    "NLL": {
        "functional": lambda x, y: minigrad.nn.functional.nll_loss(x, CLASSES),
        "module": lambda x, y: minigrad.nn.NLLLoss()(x, CLASSES),
        "cross-entropy": lambda x, y: minigrad.nn.functional.cross_entropy(x, CLASSES),
        "its module": lambda x, y: minigrad.nn.CrossEntropyLoss()(x, CLASSES),
    },
}
CLASSES = minigrad.tensor([2, 0])


@pytest.mark.parametrize(
    "name, alias", [(name, alias) for name in OPS for alias in ALIASES[name]]
)
def test_every_alias_runs_on_the_impostor(name, alias):
    piece = PIECES[name]
    calls = {"forward": 0, "backward": 0}

    def counting(method, function):
        def counted(*args):
            calls[method] += 1
            return function(*args)

        return counted

    own = {method: counting(method, getattr(piece.op, method)) for method in calls}
    x, y = (minigrad.from_numpy(each.copy()).requires_grad_() for each in (a, b))
    with alone(piece, own):
        out = ALIASES[name][alias](x, y)
        assert calls["forward"] == 1 or "derivative" in alias or "gradient" in alias
        assert calls["forward"] > 0
        marked = [node for node in nodes_behind(out) if node._piece]
        assert marked and {type(node) for node in marked} <= kinds(piece)
        out.sum().backward() if name != "Sum" else out.backward(minigrad.ones_like(out))
        assert calls["backward"] > 0
    assert not any(node._piece for node in nodes_behind(ALIASES[name][alias](x, y)))


def kinds(piece):
    return {piece.op.node_class, *piece.op.node_class.__subclasses__()}


def nodes_behind(out):
    nodes = [out.grad_fn]
    for node in nodes:
        nodes += [source for source, _ in node.next_functions if source is not None]
    return nodes


# Programs whose gradient has a gradient, with each op in the way of both.
SQUARED = {
    "Add": lambda x: (x + x).exp(),
    "Mul": lambda x: x * x * x,
    "Div": lambda x: x / x.exp(),
    "Pow": lambda x: x**3,
    "Exp": lambda x: x.exp(),
    "Log": lambda x: x.log().exp(),
    "Tanh": lambda x: x.tanh(),
    "ReLU": lambda x: x.relu().exp(),
    "Abs": lambda x: x.abs().exp(),
    "Sum": lambda x: (x * x).sum(0).exp(),
    "Mean": lambda x: x.mean(0).exp(),
    "Max": lambda x: x.amax(0).exp(),
    "Norm": lambda x: x.norm(),
    "Dot": lambda x: (x[0] @ x[1]).exp(),
    "Mv": lambda x: (x @ x[0]).exp(),
    "Mm": lambda x: (x @ x.T).tanh(),
    "Bmm": lambda x: (x.reshape(2, 1, 3) @ x.reshape(2, 3, 1)).tanh(),
    "Index": lambda x: x[[1, 0, 1]].exp(),
    "MSE": lambda x: minigrad.nn.functional.mse_loss(x, x.exp()).exp(),
    "LogSoftmax": lambda x: x.log_softmax(1),
    "Softmax": lambda x: x.softmax(1),
    "NLL": lambda x: minigrad.nn.functional.nll_loss(x, CLASSES).exp(),
}


@pytest.mark.parametrize("name", OPS)
def test_the_second_order_pass_runs_on_the_impostor(name):
    piece = PIECES[name]
    seen = set()

    def backward(ctx, grad):
        seen.add(type(grad).__name__)
        return original(ctx, grad)

    original = piece.op.backward
    with alone(piece, {"forward": piece.op.forward, "backward": backward}):
        x = minigrad.from_numpy(a.copy()).requires_grad_()
        grad = _second_order(x, SQUARED[name])
        grad.sum().backward()
    assert seen == {"ndarray", "Tensor"}


def test_what_passed_runs_when_a_later_piece_uses_it():
    check(RIGHT["Mul"]["AsInTheBook"])
    check(RIGHT["Sum"]["AsInTheBook"])
    x = minigrad.from_numpy(a.copy()).requires_grad_()
    out = (x * x).sum(0)
    assert all(node._piece for node in nodes_behind(out) if hasattr(node, "_op"))
    assert mine_of("Mul").state == mine_of("Sum").state == "passed"


def test_the_table_at_the_end_counts_what_failed():
    where = "tests/autograder/test_graders.py::"
    wrong, right = bank_table.BANK
    reports = [
        SimpleNamespace(nodeid=f"{where}{test}[{answer}]", when=when, passed=passed)
        for test, answer, when, passed in (
            (wrong, "Mul-turned", "call", True),
            (wrong, "Mul-a-b", "call", False),
            (wrong, "Mul-a-b", "teardown", True),
            (right, "Mul-in_the_book", "call", True),
            (wrong, "Add-one", "call", True),
            ("test_something_else", "Pow-one", "call", True),
        )
    ]
    head, *rows = map(str.split, bank_table.table_of_the_bank(reports))
    assert rows == [
        ["Add", "1", "of", "1", "-"],
        ["Mul", "1", "of", "2", "1", "of", "1"],
    ]
    assert bank_table.table_of_the_bank([]) == []
