"""A private variant: other numbers in questions, other names, another place."""

import json
import math
import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("nbgrader")

from test_instructors import PAGE, Course  # noqa: E402

from autograder import variant  # noqa: E402
from autograder.authoring import questions, sets, variants  # noqa: E402
from autograder.check.questions import SETS  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]


def copied(folder, name):
    shutil.copytree(ROOT / "solutions" / name, folder / "solutions" / name)
    return sets.Sheet(folder, name)


def computed(name):
    """The questions of a set, by name."""
    return {each.name: each for each in questions.computations[name]}


def cell(sheet, id):
    return next(each for each in sheet.cells if each.id == id)


# -- numbers ----------------------------------------------------------------------


@pytest.mark.parametrize("name", SETS)
def test_other_numbers_stand_in_text_and_solution(tmp_path, name):
    torch = pytest.importorskip("torch")
    known = computed(name) if questions.of_set(name, torch) else {}
    public = {each.name: each.value for each in questions.of_set(name, torch)}
    source, drawn = copied(tmp_path, name), []
    before = {each.id: each.source for each in source.cells}
    for seed in (2027, 7):
        sheet = sets.Sheet(tmp_path, name)
        drawn.append(dict(variants.other_numbers(sheet, name, seed)))
        assert drawn[-1].keys() == {n for n, each in known.items() if each.choices}
        for question, numbers in drawn[-1].items():
            check = next(c for c in sheet.cells if c.source == f"check({question})")
            answer = cell(sheet, check.id.removesuffix("-check"))
            space = {"math": math}
            exec(answer.source, space)
            right = float(known[question].function(torch, **numbers).detach())
            assert math.isclose(space[question](), right, rel_tol=1e-5), question
            assert not math.isclose(right, public[question], rel_tol=1e-3), question
        changed = {each.id for each in sheet.cells if each.source != before[each.id]}
        told = [each for each in changed if cell(sheet, each).cell_type == "markdown"]
        assert len(told) >= len(drawn[-1]) - 2, told  # three of ps1 share an exercise
        assert [each.id for each in sheet.cells] == [*before]


@pytest.mark.parametrize("name", SETS)
def test_of_drawn_numbers_no_usual_mistake_is_right(name):
    torch = pytest.importorskip("torch")
    why = questions._wrong(name)
    for seed in range(5):
        for question, (each, numbers) in questions.draw(name, seed, torch).items():
            asked = questions._asked(each, name, torch, why[question], numbers)
            assert not [wrong for wrong, _ in asked.wrong if asked.is_right(wrong)]
            assert "{" not in asked.formula


def test_a_question_whose_text_was_changed_keeps_its_numbers(tmp_path):
    pytest.importorskip("torch")
    sheet = copied(tmp_path, "ps4")
    text = cell(sheet, "cube-text")
    text.source = text.source.replace("at $x = 2$", "at two")
    sheet.remove("eps")
    kept = text.source
    drawn = dict(variants.other_numbers(sheet, "ps4", 7))
    assert drawn["central_difference_of_a_cube"] == {} and text.source == kept
    assert "best_eps" not in drawn and drawn["factor_of_the_broken_one"]


def test_a_variant_of_a_variant_gets_other_numbers_again(tmp_path, monkeypatch):
    pytest.importorskip("torch")
    sheet = copied(tmp_path, "ps5")
    first = dict(variants.other_numbers(sheet, "ps5", 7))
    monkeypatch.setitem(variant._now, "numbers", first)
    again = dict(variants.other_numbers(sheet, "ps5", 9))
    assert all(again.values()) and again != first
    assert (
        f"$-{again['adams_first_change']['grad']}$" in cell(sheet, "change-text").source
    )


def test_the_page_lists_the_questions_with_constants():
    for name in SETS:
        questions._wrong(name)  # imports its file
    part = PAGE.partition("have no numbers to draw:")[2].partition("\n")[0]
    constants = {
        each.name
        for found in questions.computations.values()
        for each in found
        if not each.choices
    }
    assert {*re.findall(r"`(\w+)`", part)} == constants != set()


# -- a whole set, renamed, with its solutions in a private place ---------------------


PRIVATE = """
import json
from helpers import grading_course as small
small.SMALL["ps2"] = ("add", "mul", "predict")
release, grader = small.small("ps2"), small.small_grader("ps2")
own = small.solutions("ps2")
public = json.loads(open("public.json").read())
wrong = own["mul"].replace("grad * b", "grad", 1)
assert wrong != own["mul"]
for changed in ({}, {"mul": wrong}, {"mul": public["mul"]}, {"predict": "%s"}):
    each = small.filled(release, **changed)
    result = grader.grade(small.submitted(each))
    assert not result.failed, result.failed
    print(json.dumps([result.scores, result.logs]))
grader.close()
"""


@pytest.mark.slow
def test_a_renamed_set_with_private_solutions_is_graded(tmp_path, program, monkeypatch):
    program("bwrap")
    pytest.importorskip("torch")
    course = Course(tmp_path)
    public = {
        each.id: each.source for each in course.notebook("solutions", "ps2").cells
    }
    (course.folder / "public.json").write_text(json.dumps(public))
    private = tmp_path / "private" / "solutions"
    shutil.move(course.folder / "solutions", private)
    monkeypatch.setenv("MINIGRAD_SOLUTIONS", str(private))
    said = course.run("python -m autograder variant ps2 --seed 7 --rename-all")
    names = dict(re.findall(r"^(\w+) is (\w+)$", said, re.MULTILINE))
    course.run("python -m autograder record ps2")
    assert course.run("python -m autograder record ps2 --check") == "ps2: as recorded\n"
    course.run("nbgrader generate_assignment ps2 --force")
    assert not (course.folder / "solutions").exists()

    shutil.copytree(ROOT / "tests" / "helpers", course.folder / "tests" / "helpers")
    predict = public["predict"].replace(
        "first_entry_of_a_grad", names["first_entry_of_a_grad"]
    )
    small = PRIVATE.replace('"%s"', repr(predict))
    (course.folder / "tests" / "small_ps2.py").write_text(small)
    lines = course.run("python tests/small_ps2.py").splitlines()
    right, wrong, copy, number = (json.loads(line) for line in lines)
    full = {"add-check": 2, "mul-check": 4, "predict-check": 4}
    assert right[0] == full
    assert wrong[0] == full | {"mul-check": 0}
    assert "would be right with `return (grad * b, grad * a)`" in str(wrong[1])
    assert copy[0] == full | {"mul-check": 0}
    assert names["Mul"] in str(copy[1]["mul-check"])
    assert number[0] == full | {"predict-check": 0}
