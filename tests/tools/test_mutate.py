"""Mutants of the solutions: how they are made, and that checks kill a part of them."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from autograder import WorkError
from autograder.pieces import spares
from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import forget_all
from tools.mutate import report, trial
from tools.mutate.__main__ import main
from tools.mutate.mutants import Mutant, mutants
from tools.mutate.solutions import solutions

ROOT = Path(__file__).parents[2]
EVERY = 20  # one of so many mutants is tried here; the command tries them all
every_solution = pytest.mark.parametrize("name", PIECES)


@cache
def of_set(name):
    return {each.piece.name: each for each in solutions(name)}


def solution_of(name):
    return of_set(PIECES[name].set)[name]


@cache
def made_of(name):
    """The names of a solution's mutants, and the sample of them that is tried."""
    found = mutants(solution_of(name).node)
    start = list(PIECES).index(name) % EVERY
    return [each.name for each in found], found[start::EVERY]


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


def changes(source):
    """The mutants of a function, by their names."""
    (node,) = ast.parse(source).body
    return {each.name: ast.unparse(each.node) for each in mutants(node)}


def after(source):
    """What the last line of each mutant of a function is."""
    return {text.splitlines()[-1].strip() for text in changes(source).values()}


# -- how they are made ------------------------------------------------------------


@pytest.mark.parametrize(
    "line, some",
    [
        ("return a - b", {"return a + b", "return a", "return b", "return b - a"}),
        ("return a * b", {"return a / b", "return a + b", "return -(a * b)", "pass"}),
        ("return -a", {"return a"}),
        ("return a[0]", {"return a[1]"}),
        ("return a[1:]", {"return a[2:]", "return a[0:]", "return a[:]"}),
        ("return a, b", {"return (b, a)", "return (-a, b)", "return (a, None)"}),
        ("a, b = c", {"b, a = c"}),
        ("return f(a, b)", {"return f(b, a)"}),
        ("return f(a, k=1)", {"return f(a)", "return f(a, k=2)", "return f(a, k=0)"}),
        ("return a if b else c", {"return a", "return c"}),
        ("return a < b", {"return a <= b", "return a > b"}),
        ("return a is None", {"return a is not None"}),
        ("return not a", {"return a"}),
        ("return a and b", {"return a or b", "return a", "return b"}),
        ("a += b", {"a -= b", "a = b"}),
        ("return [x for x in a if x]", {"return [x for x in a]"}),
        ("return True", {"return False"}),
        ("raise ValueError", {"pass"}),
    ],
)
def test_the_small_changes(line, some):
    assert some <= after(f"def f(a, b, c):\n    {line}")


def test_conditions_loops_and_statements():
    source = """
def f(a):
    "a docstring is no code"
    total = 0
    for x in a:
        if x:
            continue
        total += x
    return total
"""
    found = changes(source)
    texts = "\n".join(found.values())
    for text in ("reversed(list(a))", "if True:", "if False:", "break", "total = x"):
        assert text in texts
    assert "f: total += x → (removed)" in found
    assert "docstring" not in texts
    assert len(set(found.values())) == len(found)
    assert ast.unparse(ast.parse(source).body[0]) not in found.values()


def test_products_are_not_swapped_but_sums_of_lists_are():
    assert "return b * a" not in after("def f(a, b):\n    return a * b")
    assert "return x + [a]" in after("def f(a, x):\n    return [a] + x")


@every_solution
def test_they_are_the_same_in_each_run_and_all_compile(name):
    names, _ = made_of(name)
    again = mutants(solution_of(name).node)
    assert names == [each.name for each in again]
    assert len(set(names)) == len(names) > 3
    for each in again:
        compile(ast.fix_missing_locations(ast.Module([each.node], [])), "f", "exec")


# -- are they noticed? ------------------------------------------------------------


@every_solution
def test_the_solution_itself_survives(name):
    assert trial.survives(solution_of(name), Mutant("as it is", solution_of(name).node))


@every_solution
def test_a_sample_of_the_mutants_is_killed_or_explained(name):
    _, sample = made_of(name)
    assert trial.unexplained(solution_of(name), sample) == []


def test_a_loop_that_does_not_end_is_killed(monkeypatch):
    monkeypatch.setattr(trial, "SECONDS", 0.3)
    source = "class Mul:\n    def forward(ctx, a, b):\n        while True: pass\n"
    source += "    def backward(ctx, grad): pass\n"
    (node,) = ast.parse(source).body
    assert not trial.survives(solution_of("Mul"), Mutant("endless", node))


def test_explanations_are_of_mutants_that_exist():
    for name, known in trial.explained().items():
        names, _ = made_of(name)
        assert set(known) <= set(names), name
        assert all(len(reason) > 20 for reason in known.values())


# -- the table --------------------------------------------------------------------


def test_the_command_prints_the_table_and_says_what_passes(
    monkeypatch, capsys, tmp_path
):
    rows = [
        report.Row("Mul", (9, 9), (9, 9), (3, 3), (20, 20)),
        report.Row("Sum", (8, 9), (7, 9), (3, 3), (19, 20), ["Sum.forward: a → b"]),
    ]
    rows[1].told = ["Sum: the wrong answer Doubled passes"]
    monkeypatch.setattr(report, "measured", lambda each: rows.pop(0))
    kept = {name: PIECES[name] for name in ("Mul", "Sum")}
    monkeypatch.setattr(report, "PIECES", kept)
    file = tmp_path / "page.md"
    before = (ROOT / "docs" / "graders.md").read_text(encoding="utf-8")
    file.write_text(before, encoding="utf-8")
    assert main(["ps2", "--write", str(file)]) == 1
    printed = capsys.readouterr().out
    assert "| Sum | 8 of 9 | 7 of 9 | 3 of 3 | 19 of 20 | 0 |" in printed
    assert "the wrong answer Doubled passes" in printed
    assert "Sum: this passes." in printed and "Sum.forward: a → b" in printed
    page = file.read_text(encoding="utf-8")
    assert "| Mul | 9 of 9 |" in page and "- Sum.forward: `a → b`. not expl" in page
    assert "| Add |" not in page and report.blind_table() in page
    words = before.partition("- **Wrong answers**")[2].partition("| round | set |")[0]
    assert words in page  # only what is counted is other than before


def test_the_committed_table_has_every_exercise_and_no_hole():
    page = (ROOT / "docs" / "graders.md").read_text(encoding="utf-8")
    own, _, _ = page.partition("## Answers written blind")
    rows = re.findall(r"^\| (\w+) \| (.*) \|$", own, re.MULTILINE)
    cells = {name: rest.split(" | ") for name, rest in rows if name != "exercise"}
    assert list(cells) == list(PIECES)
    for name, (caught, told, accepted, killed, explained) in cells.items():
        for pair in (caught, told, accepted):
            good, _, every = pair.partition(" of ")
            assert good == every, name
        good, _, every = killed.partition(" of ")
        names, _ = made_of(name)
        assert int(every) == len(names), name
        assert int(every) - int(good) == int(explained), name
        assert int(explained) == len(trial.explained().get(name, {})), name


def test_a_piece_without_a_solution_is_a_hole(monkeypatch, capsys):
    monkeypatch.setattr(report, "PIECES", {"Mul": PIECES["Mul"]})
    monkeypatch.setattr(report, "solutions", lambda one: [])
    assert main(["ps2"]) == 1
    assert "solutions/ps2 has no solution of it" in capsys.readouterr().out


def test_a_set_without_its_solution_is_an_error(monkeypatch):
    monkeypatch.setattr(spares, "is_handout", lambda: True)
    with pytest.raises(WorkError, match="from the whole course, with its solutions"):
        solutions("ps2")
