"""The decks in headless Chromium: every slide fits, keys turn the pages."""

import importlib
import os

import nbformat
import pytest
from helpers.lecture_files import NAMES, cells

from tools.slides import check
from tools.slides.deck import lectures, render

pytestmark = pytest.mark.browser
STEMS = [name.removesuffix(".ipynb") for name in NAMES]
DECKS = [  # two are looked at in each run, the others with --slow
    each if each[:2] in ("00", "08") else pytest.param(each, marks=pytest.mark.slow)
    for each in STEMS
]
CURRENT = "Reveal.getCurrentSlide().dataset.cell"


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    """Without the pages that they link to, which test_slides.py reads."""
    folder = tmp_path_factory.mktemp("decks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tools.slides.deck.write_pages", lambda *_: None)
        render(lectures(), folder)
    return folder


@pytest.fixture(scope="module")
def browser(chromium):
    load = importlib.import_module if os.environ.get("CI") else pytest.importorskip
    load("playwright.sync_api")
    with check.chromium() as browser:
        yield browser


@pytest.fixture
def tab(browser):
    page = browser.new_page(viewport={"width": check.WIDTH, "height": check.HEIGHT})
    page.set_default_timeout(60_000)
    yield page
    page.close()


# -- every deck -------------------------------------------------------------------


@pytest.mark.parametrize("stem", DECKS)
def test_every_slide_fits_and_nothing_is_fetched(stem, decks, tab):
    fetched = []
    tab.on("request", lambda request: fetched.append(request.url))
    assert check.of_deck(tab, decks / f"{stem}.html") == []
    own = (decks / f"{stem}.html").as_uri()
    assert {url for url in fetched if not url.startswith("data:")} == {own}


@pytest.mark.parametrize("stem", DECKS)
def test_equations_are_typeset(stem, decks, tab):
    check.open_deck(tab, decks / f"{stem}.html")
    left = tab.evaluate(
        """() => {
            const { body } = document;
            const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
            const left = [];
            while (texts.nextNode()) {
                const node = texts.currentNode;
                const skipped = "pre, code, script, style, .katex, .output_html";
                if (/[$]/.test(node.data) && !node.parentElement.closest(skipped)) {
                    left.push(node.data.trim());
                }
            }
            return left;
        }"""
    )
    assert left == []
    typeset = tab.evaluate("document.querySelectorAll('.katex').length")
    written = sum(
        cell.source.count("$$")
        for cell in cells(f"{stem}.ipynb", "markdown")
        if cell.metadata.slideshow.slide_type != "skip"
    )
    assert typeset >= written / 2


# -- a listener -------------------------------------------------------------------


def test_keys_turn_the_pages_in_order(decks, tab):
    """Space shows fragments and slides one by one, and the last stays."""
    check.open_deck(tab, decks / "01_autograd_basics.html")
    slides = tab.evaluate("Reveal.getSlides().map((slide) => slide.dataset.cell)")
    fragments = tab.evaluate("document.querySelectorAll('.fragment').length")
    assert len(slides) > 20 and fragments > 20
    seen = [tab.evaluate(CURRENT)]
    for _ in range(len(slides) - 1 + fragments):
        tab.keyboard.press("Space")
        if (cell := tab.evaluate(CURRENT)) != seen[-1]:
            seen.append(cell)
    assert seen == slides
    shown = tab.evaluate("document.querySelectorAll('.fragment.visible').length")
    assert tab.evaluate("Reveal.isLastSlide()")
    assert shown == fragments
    tab.keyboard.press("Space")
    assert tab.evaluate(CURRENT) == slides[-1]
    for key, column in ("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0):
        tab.keyboard.press(key)
        assert tab.evaluate("Reveal.getIndices().h") == column


def test_a_key_opens_the_notes_of_a_slide(decks, tab):
    """In a window of their own; the slide itself shows none."""
    check.open_deck(tab, decks / "01_autograd_basics.html")
    with tab.expect_popup() as opened:
        tab.keyboard.press("s")
    desk = opened.value
    assert "Ask for 17 first" in desk.text_content("body")
    assert not tab.is_visible("aside.notes >> nth=0")
    tab.keyboard.press("ArrowRight")
    assert "Ask for 17 first" not in desk.text_content("body")


def test_a_key_lays_the_choices_of_a_prediction_over_its_slide(decks, tab):
    """Without the thoughts behind them; it closes them again, as the next page does."""
    check.open_deck(tab, decks / "01_autograd_basics.html")
    vote = tab.locator(".vote")
    tab.keyboard.press("v")
    assert not vote.is_visible()  # the title asks for no vote
    tab.evaluate(
        """() => {
            const [slide] = Reveal.getSlides().filter((slide) =>
                slide.querySelector("aside.notes li"));
            const { h, v } = Reveal.getIndices(slide);
            Reveal.slide(h, v, 1000);
        }"""
    )
    tab.keyboard.press("v")
    assert vote.locator("li").count() == 4
    assert "500" in vote.inner_text() and "A: " in vote.inner_text()
    assert "multipl" not in vote.inner_text()
    said = [each.inner_text() for each in vote.locator("li").all()]
    assert all(each.endswith("times") for each in said)  # nothing marks the right one
    box = vote.bounding_box()
    assert box["y"] > 0 and box["y"] + box["height"] <= check.HEIGHT
    tab.keyboard.press("v")
    assert not vote.is_visible()
    tab.keyboard.press("v")
    tab.keyboard.press("ArrowRight")
    assert not vote.is_visible()


def test_an_answer_opens_and_closes_by_mouse(decks, tab):
    check.open_deck(tab, decks / "01_autograd_basics.html")
    tab.evaluate(
        """() => {
            const slide = document.querySelector("details").closest("section");
            const { h, v } = Reveal.getIndices(slide);
            Reveal.slide(h, v, 1000);
        }"""
    )
    details = tab.locator("section.present:not(.stack) details").first
    answer = details.locator(".answer")
    assert not answer.is_visible()
    details.locator("summary").click()
    assert answer.is_visible()
    answer.click(position={"x": 5, "y": 5})
    assert not answer.is_visible()


def test_a_link_to_another_lecture_opens_its_deck(decks, tab):
    tab.goto((decks / "index.html").as_uri())
    tab.locator("a", has_text="Autograd basics").click()
    tab.wait_for_function("() => window.Reveal && Reveal.isReady()")
    assert tab.evaluate(CURRENT) == "title"
    assert tab.title().startswith("Autograd basics")


def test_a_link_to_a_section_opens_its_slide(decks, tab):
    address = (decks / "01_autograd_basics.html").as_uri()
    tab.goto(address + "#Floating-point-only")
    tab.wait_for_function("() => window.Reveal && Reveal.isReady()")
    assert tab.evaluate(CURRENT) == "floating-point"


# -- the check itself -------------------------------------------------------------


def slide(source, id, kind="slide", **more):
    new = nbformat.v4.new_code_cell if more else nbformat.v4.new_markdown_cell
    return new(source, id=id, metadata={"slideshow": {"slide_type": kind}}, **more)


def picture(width, height, alt):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"/>'
    data = {"image/svg+xml": svg, "text/plain": alt}
    about = {"image/svg+xml": {"width": width, "height": height}}
    return nbformat.v4.new_output("display_data", data, metadata=about)


LINES = "\n\n".join(["A line."] * 30)
WRONG = {
    "high": (slide(LINES, "high"), "beyond the bottom"),
    "wide": (slide("x = 1" + " + 1" * 40, "wide", outputs=[]), "beyond the right"),
    "equation": (slide("$$" + "x +" * 90 + "x$$", "equation"), "beyond the right"),
    "tex": (slide(r"$\undefined{x}$", "tex"), "cannot be typeset"),
    "answer": (
        slide(f"<details><summary>A</summary>\n\n{LINES}\n\n</details>", "answer"),
        "with its answer open",
    ),
    "silent": (slide("1", "silent", outputs=[picture(90, 90, "")]), "no text"),
    "large": (
        slide("1", "large", outputs=[picture(900, 1500, "large")]),
        "shrinks to",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_the_check_names_a_slide_that_does_not_fit(case, tab, tmp_path):
    cell, what = WRONG[case]
    right = slide("# Fine", "fine"), slide("1 + 1", "two", "-", outputs=[])
    made = nbformat.v4.new_notebook(cells=[*right, cell])
    nbformat.write(made, tmp_path / "a.ipynb")
    (deck,) = render([tmp_path / "a.ipynb"], tmp_path)
    told = check.of_deck(tab, deck)
    assert told
    assert all(f'cell "{cell.id}"' in line for line in told)
    assert what in told[0]


def test_the_check_shows_fragments(tab, tmp_path):
    made = nbformat.v4.new_notebook(
        cells=[slide("# Title", "title"), slide(LINES, "more", "fragment")]
    )
    nbformat.write(made, tmp_path / "a.ipynb")
    (deck,) = render([tmp_path / "a.ipynb"], tmp_path)
    (told,) = check.of_deck(tab, deck)
    assert 'cell "title"' in told and "beyond the bottom" in told


def test_a_page_without_slides_does_not_pass(tab, tmp_path):
    made = nbformat.v4.new_notebook(cells=[slide("# Title", "title")])
    nbformat.write(made, tmp_path / "a.ipynb")
    (deck,) = render([tmp_path / "a.ipynb"], tmp_path)
    text = deck.read_text(encoding="utf-8").replace("<section", "<div")
    deck.write_text(text, encoding="utf-8")
    assert check.of_deck(tab, deck) == ["there is no slide"]


# -- how a slide looks ------------------------------------------------------------


def test_a_little_text_does_not_hang_from_the_top(tab, tmp_path):
    made = nbformat.v4.new_notebook(cells=[slide("One line.", "line")])
    nbformat.write(made, tmp_path / "a.ipynb")
    (deck,) = render([tmp_path / "a.ipynb"], tmp_path)
    check.open_deck(tab, deck)
    box = tab.locator("section.present p").bounding_box()
    above, below = box["y"], check.HEIGHT - box["y"] - box["height"]
    assert abs(above - below) < 20


def test_no_point_stands_on_a_line_of_its_own(tab, tmp_path):
    text = "\n\n".join("word " * count + "$x^2 + y^2$." for count in range(8, 24))
    made = nbformat.v4.new_notebook(cells=[slide(text, "points")])
    nbformat.write(made, tmp_path / "a.ipynb")
    (deck,) = render([tmp_path / "a.ipynb"], tmp_path)
    check.open_deck(tab, deck)
    apart = tab.evaluate(
        """() => [...document.querySelectorAll("section.present p")].map((each) => {
            const formula = each.querySelector(".katex").getBoundingClientRect();
            const range = document.createRange();
            range.selectNodeContents(each.querySelector(".with-point").lastChild);
            const point = range.getBoundingClientRect();
            return point.left - formula.right;
        })"""
    )
    assert len(apart) == 16 and all(abs(each) < 2 for each in apart)
