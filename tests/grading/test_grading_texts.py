"""Texts of students: every page shows them, and nothing in them runs."""

import re

import nbformat
import pytest
from helpers.grading_course import filled, place, released, small

pytest.importorskip("nbgrader")

from nbconvert.exporters import HTMLExporter

from autograder.grading import repair, staging, texts
from autograder.grading.texts import ROOM

SET = small("ps2")


def staged(source, **attachments):
    """The answer of `keep` as it is graded, and what was noted."""
    notebook, notes = filled(SET), []
    answer = notebook.cells[place(notebook, "keep")]
    answer.source = source
    if attachments:
        answer.attachments = {
            name: {"image/png": data} for name, data in attachments.items()
        }
    content = nbformat.writes(notebook).encode()
    done = staging.stage(SET, repair.cells_of(content, notes), notes).notebook
    return done, done.cells[place(done, "keep")], notes


def page(notebook):
    return HTMLExporter().from_notebook_node(notebook)[0]


def test_the_release_is_left_alone():
    content, notes = nbformat.writes(released(SET)).encode(), []
    done = staging.stage(SET, repair.cells_of(content, notes), notes).notebook
    assert [c.source for c in done.cells] == [c.source for c in released(SET).cells]
    assert notes == []


@pytest.mark.parametrize(
    "source",
    [
        "Because $a < b$ and `x < y`: **so** it is.\n\n- one\n- two",
        "x<sub>2</sub><br>see <https://pytorch.org/docs>, where 1 < 2 <3",
        '# Why\n\n> $$a<b$$\n\n3. *one*: `a<b`\n4. [b](https://x.org "t") & ~~3~~',
        "|a|b|\n|:-|-:|\n|1|2|\n\n```python\na<b\n```\n---\n\\begin{a}<\\end{a}",
    ],
)
def test_ordinary_texts_are_left_as_they_are(source):
    _, cell, notes = staged(source)
    assert cell.source == source and notes == []


TAGS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<b onclick=alert(1)>b</b>",
    "<br/onload=alert(1)>",
    "<SCRIPT\nsrc='x'>",
    "`</code><script>alert(1)</script>`",
    "<style>body {display: none}</style>",
)


def test_no_tag_of_a_student_comes_through():
    source = "\n\n".join(TAGS)
    notebook, cell, _ = staged(source)
    notebook.cells = [cell]
    answer = page(notebook).lower().partition("<main")[2]
    assert answer.count("alert(1)") == source.count("alert(1)")
    tags = set(re.findall(r"<(\w+)", answer))
    assert not tags & {"script", "img", "svg", "style", "br"}
    assert "<b " not in answer
    typed = [line.removeprefix("    ") for line in cell.source.splitlines()]
    assert typed == source.splitlines()  # all of it is still there


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize(
    "text", ["{}", "a {}", "<b>{}</b>", "$${}$$", "> {}", "    {}"]
)
def test_no_tag_comes_through_from_anywhere(tag, text):
    notebook, cell, _ = staged(text.format(tag))
    notebook.cells = [cell]
    answer = page(notebook).lower().partition("<main")[2]
    assert not re.search(r"<(script|img|svg|style|br/|b )", answer)


@pytest.mark.parametrize(
    "source",
    [
        "<div title='",
        "<!--> <b>",
        "<!-- a",
        "</div></div>",
        "<b>all that follows is bold",
        '<span class="modal">a</span>',
        '<p style="position: fixed">a</p>',
        "<section>a</section>",
        "<td style='text-align: left",
        "<!-- a --!> <b title=' -->",
        "<math><mtext></p><style><b title='</style>x'>a</b>",
    ],
)
def test_a_text_with_html_that_is_not_plain_stands_there_as_typed(source):
    _, cell, notes = staged(source)
    assert cell.source == f"    {source}"
    assert any("as it was typed" in each for each in notes)


@pytest.mark.parametrize(
    "source",
    [
        "[a](javascript:alert(1))",
        "[a](JavaScript&colon;alert(1))",
        "[a](<java\tscript:alert(1)>)",
        "[a][b]\n\n[b]: data:text/html,<b>c</b>",
    ],
)
def test_a_link_that_would_run_something_stands_there_as_typed(source):
    notebook, cell, _ = staged(source)
    notebook.cells = [cell]
    answer = page(notebook).partition("<main")[2].lower()
    assert not re.search(r"href=.(?:java|data)", answer)
    assert cell.source.startswith("    [a]")


def test_mathjax_makes_no_links():
    _, cell, _ = staged(r"$\href{javascript:alert(1)}{x}$ and $\frac{1}{2}$")
    assert "\\href" not in cell.source and "\\frac{1}{2}" in cell.source


def test_a_missing_picture_does_not_end_the_page():
    source = "![mine](attachment:graph.png) and why"
    notebook, cell, notes = staged(source)
    assert cell.source == source and "and why" in page(notebook)
    assert "a picture is missing in a text" in notes


def test_a_picture_is_found_by_its_address():
    text = "![mine](attachment:my%20graph.png)"
    notebook, _, notes = staged(text, **{"my graph.png": "iVBORw0KGgo="})
    assert notes == [] and "data:image/png;base64,iVBORw0KGgo=" in page(notebook)


def test_what_is_no_picture_is_left_out():
    notebook, _, _ = staged("![](attachment:a)", a='"><script>alert(1)</script>')
    assert "alert(1)" not in page(notebook)


@pytest.mark.parametrize("marks", ["<div>", "[", "\\begin{a}", "word "])
def test_a_text_without_end_is_shown_in_seconds(marks):
    """Markdown that takes hours is no Markdown any more: what is left is a block."""
    _, cell, notes = staged(marks * 100_000)
    assert len(cell.source) < 2 * ROOM
    assert all(line.startswith("    ") for line in cell.source.splitlines())
    assert "cut off here" in cell.source
    assert any("too long" in each for each in notes)


def test_a_picture_spelt_out_takes_no_room():
    source = f"![](data:image/png;base64,{'iVBORw0KGgo' * 5000})"
    _, cell, notes = staged(source)
    assert cell.source == source and notes == []


def test_of_pictures_that_are_spelt_out_no_more_is_read_than_there_is_room(monkeypatch):
    monkeypatch.setattr(texts, "SPELT", 5 * ROOM)
    for marks, typed in (
        ("A/" * ROOM, False),
        ("A/" * 3 * ROOM, True),
        ("_/" * ROOM, True),
    ):
        _, cell, notes = staged(f"![](data:image/png;base64,{marks})")
        assert cell.source.startswith("    ") == bool(notes) == typed
