"""Problem set 1: its programs and messages, and what an engine that passed carries."""

import threading

import numpy as np
import pytest
from banks.answers.bank import RIGHT, WRONG, stub

import minigrad
from autograder import CheckFailed, PieceError, check, piece
from autograder.check import explaining, programs, references
from autograder.check.comparison import compare
from autograder.check.inputs import Plan, Sequences, drawn, plan_text
from autograder.check.observation import Upstream, observe
from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import forget_all, is_plugged, mine_of

NAMES = [name for name, each in PIECES.items() if each.set == "ps1"]


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


def failure(answer):
    with pytest.raises(CheckFailed) as failed:
        check(answer)
    return failed.value.report


# -- wrong versions ---------------------------------------------------------------


def test_what_no_version_explains_is_not_explained(monkeypatch):
    def release(node, retain_graph, create_graph):
        if node._saved and not retain_graph and len(node._edges) == 1:
            node._saved = None

    assert failure(release).reasons[0].startswith("It would be right with `if ")
    monkeypatch.setattr(explaining, "repaired", lambda *_, **__: [])  # as for a grader
    assert failure(release).reasons == ["None of the usual mistakes explains it."]


# -- programs ---------------------------------------------------------------------


def test_structures_are_drawn_at_random():
    """What never varies could be written down."""
    for name in NAMES:
        varied = [
            (program, case)
            for program in programs.of_piece(name)
            for case in program.cases
            if any(
                isinstance(each, Plan | Sequences) or drawn_from(each) for each in case
            )
        ]
        assert varied, name
        seeds = [np.random.default_rng(seed) for seed in range(6)]
        assert any(
            len({repr(structure(drawn(case, rng))) for rng in seeds}) > 1
            for _, case in varied
        ), name


def drawn_from(argument):
    return len(getattr(argument, "values", ())) > 1


def structure(values):
    return [each for each in values if not isinstance(each, np.ndarray)]


def test_a_plan_is_written_as_formulas():
    plan = (("mul", 0, 1), ("tanh", 2), ("add", 3, 0))
    assert plan_text(plan, ["a", "b"]) == "t1 = a * b, t2 = tanh t1, t3 = t2 + a"


def test_the_graphs_of_plans_hold_diamonds():
    """Some node gets gradients from several, in most plans."""
    rng = np.random.default_rng(0)
    plans = [Plan(3, 9).draw(rng) for _ in range(20)]
    used = [[source for _, *sources in plan for source in sources] for plan in plans]
    assert sum(len(each) > len(set(each)) for each in used) > 15


# -- messages ---------------------------------------------------------------------


def test_a_wrong_order_shows_numbers_the_program_and_the_node():
    report = failure(WRONG["order_nodes"]["preorder"])
    told = str(report)
    assert "out = x * x + x" in told or "out = x + x * x" in told
    assert "gradient of x" in told and "PyTorch" in told and "yours" in told
    assert "x (3,)  AccumulateGrad  error" in repr(report.picture())


def test_a_random_graph_is_told_as_formulas():
    """An order that is right on the small graphs, and wrong on larger ones."""

    def order_nodes(roots):
        nodes = RIGHT["order_nodes"]["as_in_the_book"](roots)
        if len(nodes) > 8 and not any("Unbind" in node.name() for node in nodes):
            nodes[2:4] = nodes[3:1:-1]
        return nodes

    told = str(failure(order_nodes))
    assert "the last of these, summed with c" in told and "t1 = " in told
    assert "stands before" in told


def test_a_fact_is_shown_beside_pytorchs():
    told = str(failure(WRONG["release"]["never_frees"]))
    assert "no error" in told
    assert "Trying to backward through the graph a second time" in told


def test_an_exception_shows_the_students_line():
    told = str(failure(WRONG["run"]["takes_without_looking"]))
    assert "run raised KeyError" in told
    assert "sent = this.step(node, grads.pop(node))" in told


def test_the_form_of_an_engine_piece():
    def run(order):
        pass

    with pytest.raises(PieceError, match=r"write def run\(order, grads, task\)"):
        piece(run)

    def order_nodes(roots):
        yield from roots

    with pytest.raises(PieceError, match="has a yield in it"):
        piece(order_nodes)
    with pytest.raises(PieceError, match="is minigrad's own"):
        PIECES["grad"].check_form(minigrad.core.engine.grad)


@pytest.mark.parametrize("name", NAMES)
def test_the_release_says_what_is_to_be_written(name):
    assert "is not written yet" in str(failure(stub(name)))


# -- what passed carries the framework --------------------------------------------


@pytest.fixture
def engine_of_a_student():
    for name in NAMES:
        answer = "AsInTheBook" if name == "no_grad" else "as_in_the_book"
        piece(RIGHT[name][answer])
        mine_of(name).accept()
    assert all(map(is_plugged, NAMES))


@pytest.mark.filterwarnings("ignore:Using backward")  # said once in a process
def test_every_program_of_both_sets_runs_on_the_students_engine(engine_of_a_student):
    for program in [*programs.of_set("ps1"), *programs.of_set("ps2")]:
        for reference in references.load(program)[:3]:
            seen = observe(
                minigrad,
                program,
                list(reference.inputs.values()),
                Upstream(arrays=reference.upstream),
                program.order,
            )
            assert compare(reference.seen, seen) == [], program.name


def test_gradcheck_and_hooks_run_on_the_students_engine(engine_of_a_student):
    x = minigrad.tensor([0.3, -0.7], dtype=minigrad.float64, requires_grad=True)
    function = minigrad.autograd.gradcheck
    assert function(lambda t: (t * t).sin().exp(), x)
    assert minigrad.autograd.gradgradcheck(lambda t: (t * t).sin(), x)
    seen = []
    x.register_post_accumulate_grad_hook(lambda leaf: seen.append(leaf.grad.tolist()))
    (x * x).sum().backward()
    assert seen == [[0.6, -1.4]]


def test_two_threads_add_to_one_leaf_of_the_students_engine(engine_of_a_student):
    x = minigrad.zeros(1000, requires_grad=True)
    passes = 50

    def work():
        for _ in range(passes):
            (x * 1.0).sum().backward()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert x.grad.min().item() == x.grad.max().item() == 4 * passes


def test_a_deep_graph_passes_through_the_students_engine(engine_of_a_student):
    x = minigrad.tensor(1.0, requires_grad=True)
    out = x
    for _ in range(20_000):
        out = -out
    out.backward()
    assert x.grad.item() == 1.0


# -- what would last for ever, or take all memory -----------------------------------


def test_an_order_that_walks_every_way_is_told_so_within_seconds():
    """2**60 ways lead to the leaf: no memory holds them."""
    report = failure(WRONG["order_nodes"]["sorts_out_what_stands_twice"])
    assert "walks every way through the graph" in report.reasons[0]
    assert "sixty times" in report.formula
    report.picture()


def test_an_order_that_looks_at_each_node_often_is_right_all_the_same():
    def order_nodes(roots):
        left = RIGHT["order_nodes"]["as_in_the_book"](roots)
        order = []
        while left:
            senders = {edge for node in left[:200] for edge in node._edges}
            order.append(next(node for node in left if node not in senders))
            left.remove(order[-1])
        return order

    check(order_nodes)


def test_edges_are_looked_at_without_a_count_once_a_piece_has_passed():
    check(RIGHT["order_nodes"]["as_in_the_book"])
    assert "_edges" in minigrad.core.graph.Node.__slots__
    assert not isinstance(minigrad.core.graph.Node._edges, property)


# -- the smallest run is shown ------------------------------------------------------


def test_of_runs_that_differ_the_smallest_is_shown():
    report = failure(WRONG["run"]["overwrites"])
    assert report.formula == "out = x + x * x"
    report = failure(WRONG["run"]["takes_without_looking"])
    assert report.line.text.startswith("sent = this.step")
