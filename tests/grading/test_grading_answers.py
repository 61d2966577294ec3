"""Written answers are never lost: whatever happened to the cells around them."""

import copy
import re

import nbformat
import pytest
from helpers.grading_course import ROOT, filled, place, released, small

pytest.importorskip("nbgrader")

from autograder.grading import repair, template
from autograder.grading.staging import stage

SET = small("ps2")
OTHER = template.load("ps8_images", ROOT)  # two written answers, with one stub
ANSWER = "Because the **output** is used later.\n\n![a plot](attachment:a.png)"
PICTURE = {"a.png": {"image/png": "iVBORw0KGgo="}}


def staged(release, notebook):
    notes = []
    cells = repair.cells_of(nbformat.writes(notebook).encode(), notes)
    result = stage(release, cells, notes)
    return {cell.id: cell for cell in result.notebook.cells}, notes


def without_ids(notebook):
    for number, cell in enumerate(notebook.cells):
        cell.id, cell.metadata = f"c{number}", {}
    return notebook


def answered(**answers):
    given = filled(SET)
    for name, text in ({"keep": ANSWER} | answers).items():
        given.cells[place(given, name)].source = text
    given.cells[place(given, "keep")].attachments = copy.deepcopy(PICTURE)
    return given


def edit(notebook, name, old, new):
    cell = notebook.cells[place(notebook, name)]
    assert re.search(old, cell.source)
    cell.source = re.sub(old, new, cell.source)


def note(text, **attachments):
    cell = nbformat.v4.new_markdown_cell(text, id=f"own-{len(text)}")
    return cell | {"attachments": attachments} if attachments else cell


CHANGES = {
    "nothing": lambda given: None,
    "points": lambda given: edit(given, "keep-text", "6 points", "4 points"),
    "heading": lambda given: edit(given, "keep-text", "Keep input", "What to keep"),
    "question": lambda given: edit(given, "keep-text", "(?s)\n.*", "\n\nSay why."),
    "heading and question": lambda given: edit(
        given,
        "keep-text",
        "(?s).*",
        "## Old\n\n★ · 5 minutes · 4 points · in words\n\nWhy?",
    ),
    "points in the heading": lambda given: edit(given, "keep-text", "\n\n★", " ★"),
    "points in another heading": lambda given: edit(
        given,
        "keep-text",
        "(?s).*",
        "## Old ★ · 5 minutes · 4 points · in words\n\nWhy?",
    ),
    "no question": lambda given: given.cells.pop(place(given, "keep-text")),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_an_answer_without_its_id_is_found(change):
    given = answered()
    change(given)
    cells, notes = staged(SET, without_ids(given))
    assert cells["keep"].source == ANSWER
    assert cells["keep"].attachments == PICTURE
    assert not any("restored" in each for each in notes)


def test_of_two_answers_each_has_its_own():
    """An untouched one has the same stub as every other."""
    for name, other in (("measured", "report"), ("report", "measured")):
        given = released(OTHER)
        given.cells[place(given, name)].source = ANSWER
        cells, _ = staged(OTHER, without_ids(given))
        assert cells[name].source == ANSWER
        assert cells[other].source == OTHER.managed[other].cell.source


def test_an_answer_below_or_above_its_cell_is_brought_there():
    for step in (0, 1):
        given = released(SET)
        given.cells.insert(place(given, "keep") + step, note(ANSWER))
        cells, notes = staged(SET, given)
        assert cells["keep"].source == ANSWER
        assert "the answer keep stood elsewhere, and was brought here" in notes


def test_an_answer_in_several_cells_is_whole():
    given = released(SET)
    at = place(given, "keep")
    given.cells[at : at + 1] = [note("First."), note("Second, then.")]
    cells, notes = staged(SET, given)
    assert cells["keep"].source == "First.\n\nSecond, then."
    assert "the answer keep stood elsewhere, and was brought here" in notes


def test_an_answer_in_the_cell_of_its_question_is_found():
    for deleted in (False, True):
        given = released(SET)
        given.cells[place(given, "keep-text")].source += "\n\n" + ANSWER
        if deleted:
            del given.cells[place(given, "keep")]
        cells, _ = staged(SET, given)
        assert cells["keep"].source == ANSWER
        assert ANSWER in cells["keep-text"].source


def test_what_is_left_over_is_the_answer_if_there_is_no_cell_for_it():
    given = released(SET)
    del given.cells[place(given, "keep")]
    given.cells.insert(0, note(ANSWER))
    cells, notes = staged(SET, given)
    assert cells["keep"].source == ANSWER
    assert "the answer keep stood elsewhere, and was brought here" in notes


def test_notes_stay_where_an_answer_is_given_or_left_out():
    given = answered()
    given.cells.insert(place(given, "keep") + 1, note("A note."))
    cells, notes = staged(SET, given)
    assert cells["keep"].source == ANSWER and notes == []
    assert cells["own-7"].source == "A note."
    given = released(SET)
    given.cells.insert(place(given, "add"), note("A note."))
    cells, notes = staged(SET, given)
    assert cells["keep"].source == SET.managed["keep"].cell.source and notes == []


def test_an_untouched_answer_asks_nobody():
    cells, notes = staged(SET, without_ids(released(SET)))
    assert cells["keep"].source == SET.managed["keep"].cell.source
    assert not any("restored" in each or "elsewhere" in each for each in notes)
