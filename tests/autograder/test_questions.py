"""Questions with a number: packed as PyTorch computes them, and out of sight."""

import json

import pytest
from banks.answers.bank import PIECES

from autograder import CheckFailed, check
from autograder.authoring import handout
from autograder.authoring import questions as clear
from autograder.check import questions


def predicted(name, number):
    def predict():
        return number

    predict.__name__ = name
    return predict


@pytest.mark.parametrize("set", questions.SETS)
def test_what_is_packed_is_what_pytorch_computes(set):
    pytest.importorskip("torch")
    assert clear.differences(set) == []


def test_a_changed_number_is_noticed(monkeypatch):
    pytest.importorskip("torch")
    known = questions.packed()
    changed = [questions.Question(**vars(q) | {"value": q.value + 1}) for q in known]
    monkeypatch.setattr(questions, "packed", lambda: changed)
    assert len(clear.differences("ps1")) == 5


@pytest.mark.parametrize("number", [9, 9.0000001, 8.9999999, 9 + 5e-4])
def test_a_number_that_was_found_by_differences_is_right(number):
    assert check(predicted("factor_of_the_broken_one", number))


@pytest.mark.parametrize("number", [9.01, 8.99, -9, float("nan"), float("inf")])
def test_a_number_beside_it_is_wrong_and_never_printed_as_if_it_were_right(number):
    with pytest.raises(CheckFailed) as failed:
        check(predicted("factor_of_the_broken_one", number))
    assert "factor_of_the_broken_one: 9 is not" not in str(failed.value)


def test_a_rounded_number_is_told_so():
    for number in (0.4, 0.44, 0.444):
        with pytest.raises(CheckFailed, match="It is rounded"):
            check(predicted("gradient_of_a_quotient", number))


def test_no_file_of_a_handout_has_an_answer_in_clear(tmp_path):
    handout.handout(["ps1"], tmp_path / "out")
    texts = [
        path.read_text("utf-8", errors="ignore")
        for path in (tmp_path / "out" / "autograder").rglob("*")
        if path.is_file() and path.suffix in (".py", ".json", ".dat")
    ]
    for question in questions.packed():
        assert not any(f"def {question.name}(" in text for text in texts)
        for _, says in question.wrong:
            assert not any(json.dumps(says)[1:40] in text for text in texts)


def test_only_the_names_go_into_the_sandbox(tmp_path):
    questions.write_names(tmp_path / "numbers.dat")
    before = questions.packed()
    monkey = pytest.MonkeyPatch()
    monkey.setattr(questions, "FILE", tmp_path / "numbers.dat")
    try:
        bare = questions.packed()
    finally:
        monkey.undo()
    assert [q.name for q in bare] == [q.name for q in before]
    assert all(q.value != q.value and not q.wrong and not q.formula for q in bare)
    assert not {q.name for q in bare} & PIECES.keys()


@pytest.mark.parametrize(
    "file, set",
    [
        ("ps5", "ps5"),
        ("ps5_layers", "ps5"),
        ("ps8_text", "ps8_text"),
        ("ps8_images_pool", "ps8_images"),
    ],
)
def test_a_file_is_about_the_set_that_its_name_begins_with(file, set):
    assert questions.set_of_file(file) == set
