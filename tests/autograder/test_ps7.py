"""Problem set 7: patients as they come, and pictures that run on a student's walk."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from banks.answers.bank import RIGHT

import minigrad
from autograder import CheckFailed, check
from autograder.check.observation import nodes_of
from autograder.grading.inside.probes import View
from autograder.grading.judge import verdict_on_piece
from autograder.grading.key import make_key
from autograder.grading.wire import packed
from autograder.pieces.catalogue import PIECES
from autograder.pieces.patients import PATIENTS
from autograder.pieces.registry import alone, forget_all
from minigrad import viz
from minigrad.viz.reading import list_edges

ROOT = Path(__file__).parents[2]
SEED = 3


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


# -- patients ---------------------------------------------------------------------


@pytest.mark.parametrize("name", PATIENTS)
def test_a_patient_as_it_comes_fails(name):
    with pytest.raises(CheckFailed):
        check(PATIENTS[name])


def share(name, answer):
    """What the judge gives for an answer."""
    asked = make_key([name], [], SEED).questions[name]
    header = {key: value for key, value in asked.header.items() if key != "do"}
    view = View(SimpleNamespace(user_ns={name: answer}), None)
    said, arrays = view._probe(payload=asked.payload, **header)
    said["index"], payload = packed(arrays) if arrays else ([], b"")
    return verdict_on_piece(asked, said, payload).share


@pytest.mark.parametrize("name", PATIENTS)
def test_a_patient_as_it_comes_earns_nothing(name):
    pytest.importorskip("torch")
    assert share(name, PATIENTS[name]) == 0


def test_a_cure_earns_all():
    pytest.importorskip("torch")
    assert share("fit_growth", RIGHT["fit_growth"]["by_hand"]) == 1


def test_the_notebook_shows_all_eight():
    path = ROOT / "solutions" / "ps7" / "ps7.ipynb"
    cells = json.loads(path.read_text("utf-8"))["cells"]
    shown = [each for each in cells if each["id"].endswith("-patient")]
    assert len(shown) == 8
    for number, cell in enumerate(shown, start=1):
        start = "".join(cell["source"]).partition("(")[0]
        assert start in (f"def patient_{number}", f"class Patient{number}")


# -- pictures ---------------------------------------------------------------------


def program(lib):
    """A graph with what a walk can lose: shared nodes, None, outputs, two roots."""
    a = lib.tensor([1.0, 2.0], requires_grad=True)
    p, q = (a * a).unbind()
    y = p * q + p * lib.tensor(3.0) - p.detach() * q
    return y, a.sin()


@pytest.mark.parametrize("name", ["minigrad", "torch"])
def test_every_edge_is_listed_once(name):
    roots = program(pytest.importorskip(name))
    expected = [
        (node, position, input, output)
        for node in nodes_of(roots)
        for position, (input, output) in enumerate(node.next_functions)
        if input is not None
    ]
    found = list(list_edges([each.grad_fn for each in (*roots, roots[0])]))
    assert len(found) == len(expected) and set(found) == set(expected)


@pytest.mark.parametrize("name", RIGHT["list_edges"])
@pytest.mark.parametrize("options", [{}, {"depth": 2}, {"fold": True}], ids=str)
def test_a_picture_does_not_depend_on_the_order_of_the_edges(name, options):
    roots, piece = program(minigrad), PIECES["list_edges"]
    expected = viz.draw(*roots, **options)
    with alone(piece, piece.parts(RIGHT["list_edges"][name])):
        found = viz.draw(*roots, **options)
    assert str(found) == str(expected)


@pytest.mark.parametrize("name", RIGHT["list_edges"])
def test_a_walk_that_passed_draws_the_pictures(name):
    calls, own = [], RIGHT["list_edges"][name]

    def list_edges(roots):
        calls.append(roots)
        return own(roots)

    check(list_edges, live=False)
    calls.clear()
    y, _ = program(minigrad)
    viz.draw(y)
    viz.compare(y, y)
    assert len(calls) == 3


def test_a_walk_that_is_read_as_it_goes_stops_in_time():
    y = minigrad.ones(1, requires_grad=True)
    for _ in range(50):
        y = y + 1
    with pytest.raises(viz.TooManyNodes):
        viz.draw(y, max_nodes=10, fold=False)
