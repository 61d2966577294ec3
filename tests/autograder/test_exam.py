"""The exam: its answers are what PyTorch says, its misconceptions are wrong, its pages
show no answer, and its answers lie apart."""

import json
import re
from collections import Counter

import pytest

from autograder import __main__ as command
from autograder.exam import bank, sheet
from autograder.work.folder import WorkError

SEEDS = (1, 2026, 77)
every_question = pytest.mark.parametrize("name", bank.bank)


def reasons(question):
    """As they stand in the answers: in one line."""
    return " ".join(question.reasons.split())


@every_question
@pytest.mark.parametrize("seed", SEEDS)
def test_an_answer_is_what_pytorch_gives(name, seed):
    torch = pytest.importorskip("torch")
    question = bank.ask(name, seed)
    ran = {"torch": torch, "__name__": "program"}
    exec(question.program, ran)
    assert bank.same(question.answer, ran["answer"])
    assert reasons(question) in sheet.solution(question)


@every_question
def test_what_a_misconception_gives_is_another_answer(name):
    for seed in range(500):
        question = bank.ask(name, seed)
        assert question.wrong
        for answer, why in question.wrong.items():
            assert not bank.same(answer, question.answer), (seed, answer, why)
        offered = question.choices.values()
        assert not offered or {question.answer, *question.wrong} == {*offered}


@every_question
def test_another_seed_asks_something_else(name):
    assert len({bank.ask(name, seed).text for seed in range(20)}) > 2


@every_question
def test_no_line_of_a_text_is_an_item_of_a_list_by_accident(name):
    """As `f(x` and `- eps)` on two lines would be."""
    for seed in range(100):
        items = re.findall(r"^(?:[-+*]|\d+[.)]) .*", bank.ask(name, seed).text, re.M)
        assert all(re.match(r"- [a-d]: `", each) for each in items), items


def test_there_are_four_for_each_lecture_and_five_for_the_last():
    lectures = Counter(bank.ask(name, 1).objective.split(".")[0] for name in bank.bank)
    assert lectures == {str(number): 4 for number in range(1, 10)} | {"10": 5}


def test_numbers_are_compared_as_in_the_sets():
    assert bank.same((1.0, (float("nan"), "a")), (1.00001, (float("nan"), "a")))
    assert not bank.same(1.0, 1.001) and not bank.same((1.0,), (1.0, 2.0))
    assert not bank.same(1.0, "1") and not bank.same(float("nan"), 0.0)


def test_questions_are_spread_over_lectures():
    objectives = [bank.ask(name, 5).objective for name in sheet.choose(5)]
    assert [float(each) // 1 for each in objectives] == list(range(1, 11))
    assert sheet.choose(5) != sheet.choose(6)
    two = [bank.ask(name, 5).objective[0] for name in sheet.choose(5, 6, [2, 3])]
    assert two == list("222333")
    assert len(sheet.choose(5, 41)) == 41
    for wrong in ({"count": 42}, {"count": 0}, {"lectures": [11]}):
        with pytest.raises(WorkError, match=r"1 to (41|10)"):
            sheet.choose(5, **wrong)


def run(tmp_path, *options):
    return command.main(["exam", "7", *options, "--to", str(tmp_path / "final")])


def test_an_exam_and_its_answers_lie_apart(tmp_path, capsys):
    assert run(tmp_path) == 0
    exam, answers = tmp_path / "final", tmp_path / "final-answers"
    assert {each.name for each in exam.iterdir()} == {"exam.ipynb", "exam.html"}
    made = {each.name: each.read_text(encoding="utf-8") for each in exam.iterdir()}
    for name in sheet.choose(7):
        question = bank.ask(name, 7)
        for why in question.wrong.values():
            assert not any(why in text for text in made.values())
        assert not any(reasons(question) in text for text in made.values())
        assert question.program.splitlines()[-1] not in made["exam.ipynb"]
        assert bank.words(question.answer) in (answers / "answers.html").read_text()
    cells = json.loads(made["exam.ipynb"])["cells"]
    assert sum(cell["source"] == ["*Answer:*"] for cell in cells) == 10
    assert "<script" not in made["exam.html"] and "$" not in made["exam.html"]
    assert run(tmp_path) == 1
    assert "is there already" in capsys.readouterr().err


def test_the_answers_notebook_shows_its_answers(tmp_path):
    torch = pytest.importorskip("torch")
    run(tmp_path)
    text = (tmp_path / "final-answers" / "answers.ipynb").read_text(encoding="utf-8")
    cells = json.loads(text)["cells"]
    kept = [bank.ask(name, 7).answer for name in sheet.choose(7)]
    for cell in [each for each in cells if each["cell_type"] == "code"][1:]:
        ran = {"torch": torch, "__name__": "program"}
        exec("".join(cell["source"]), ran)
        assert bank.same(kept.pop(0), ran["answer"])
    assert not kept


def test_large_print(tmp_path):
    run(tmp_path, "--large")
    page = (tmp_path / "final" / "exam.html").read_text(encoding="utf-8")
    assert int(re.search(r"font: (\d+)pt", page)[1]) >= 18
