"""The decks as files: whole, on their own, and with links that lead somewhere."""

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import nbformat
import pytest
from helpers.lecture_files import COURSE, NAMES, ROOT, read

from tools.slides.__main__ import main
from tools.slides.deck import index, lectures, notes, page, render
from tools.slides.links import moved_link

STEMS = [name.removesuffix(".ipynb") for name in NAMES]
every_deck = pytest.mark.parametrize("stem", STEMS)


class Page(HTMLParser):
    """The slides, ids, links and other addresses of a page."""

    def __init__(self, text):
        super().__init__()
        self.slides, self.ids, self.links, self.fetched = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if "data-cell" in found:
            self.slides.append(found["data-cell"])
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif address := found.get("src") or found.get("href"):
            self.fetched.append(address)


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    """The folder with all decks."""
    folder = tmp_path_factory.mktemp("course") / "decks"
    render(lectures(), folder)
    return folder


@pytest.fixture(scope="module")
def pages(decks):
    return {
        path.name: Page(path.read_text(encoding="utf-8"))
        for path in decks.glob("*.html")
    }


def notebook(*cells, path):
    """Write a notebook of (kind of slide, source) Markdown cells; its path."""
    made = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_markdown_cell(
                source, id=f"cell-{i}", metadata={"slideshow": {"slide_type": kind}}
            )
            for i, (kind, source) in enumerate(cells)
        ]
    )
    nbformat.write(made, path)
    return path


def test_there_is_a_deck_for_each_lecture_and_a_page_that_lists_them(pages):
    decks = {name for name in pages if re.match(r"\d|index", name)}
    assert decks == {f"{stem}.html" for stem in STEMS} | {"index.html"}
    assert pages["index.html"].links[:-1] == [f"{stem}.html" for stem in STEMS]
    assert all("index.html" in pages[f"{stem}.html"].links for stem in STEMS)


def test_every_deck_and_page_says_by_whom_it_is_and_its_licence(pages, decks):
    for name, each in pages.items():
        assert "https://creativecommons.org/licenses/by/4.0/" in each.links, name
        assert "By the course authors." in (decks / name).read_text("utf-8"), name


def test_the_list_tells_titles_questions_and_minutes(decks):
    text = (decks / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<small>(\d+) minutes</small>", text)[:3] == ["20", "75", "90"]
    assert text.count(" minutes</small>") == len(STEMS)
    told = re.findall(r"<strong>([^<]+)</strong><span>([^<]+)</span>", text)
    assert told[0] == ("Autograd basics", "Where does 17 come from?")
    assert len(told) == len(STEMS) - 1  # lecture 00 asks none
    assert all(question.endswith("?") for _, question in told)


@every_deck
def test_slides_are_those_of_the_metadata(stem, pages):
    expected = [
        cell.id
        for cell in read(f"{stem}.ipynb").cells
        if cell.metadata.slideshow.slide_type in ("slide", "subslide")
    ]
    assert pages[f"{stem}.html"].slides == expected


@every_deck
def test_a_deck_fetches_nothing(stem, decks, pages):
    fetched = pages[f"{stem}.html"].fetched
    assert [each[:60] for each in fetched if not each.startswith("data:")] == []
    text = (decks / f"{stem}.html").read_text(encoding="utf-8")
    styles = "".join(re.findall(r"<style>(.*?)</style>", text, re.DOTALL))
    urls = re.findall(r"url\([\"']?(.{5})", styles)
    assert len(urls) >= 20  # the fonts of KaTeX
    assert set(urls) == {"data:"}
    assert "@import" not in styles


def test_links_lead_to_pages_and_to_places_on_them(decks, pages):
    wrong, raw = [], []
    for name, each in pages.items():
        for link in each.links:
            if re.match(r"[a-z]+:", link):
                continue
            path, _, place = map(unquote, link.partition("#"))
            target = (decks / (path or name)).resolve()
            if not target.exists():
                wrong.append((name, link))
            elif target.suffix in (".ipynb", ".md", ".py"):
                raw.append((name, link))
            elif place and place.removeprefix("/") not in pages[target.name].ids:
                wrong.append((name, link))
    assert wrong == [] and raw == []
    assert "exercises-ps2-ps2.ipynb.html" in pages["01_autograd_basics.html"].links


def test_a_page_fetches_nothing(pages):
    for name, each in pages.items():
        assert not [a for a in each.fetched if re.match("(?!data:)[a-z]+:|//", a)], name


def test_links_of_a_lecture_are_moved():
    lecture, to = COURSE / "04_gradcheck.ipynb", ROOT / "build" / "decks"
    moved = {
        "03_writing_functions.ipynb#A-b": "03_writing_functions.html#A-b",
        "SOURCES.md": "course-SOURCES.md.html",
        "../minigrad/core/tensor.py": "minigrad-core-tensor.py.html",
        "../minigrad/core": "../../minigrad/core",
        "../my%20work/a.ipynb#B": "../../my%20work/a.ipynb#B",
        "#here": "#here",
        "https://docs.pytorch.org/a.html": "https://docs.pytorch.org/a.html",
        "mailto:a@example.org": "mailto:a@example.org",
    }
    wanted = set()
    assert {link: moved_link(link, lecture, to, wanted) for link in moved} == moved
    assert {each.name for each in wanted} == {"SOURCES.md", "tensor.py"}


def test_an_animation_is_taken_from_its_markdown(tmp_path):
    path = notebook(("slide", "# Moving"), path=tmp_path / "a.ipynb")
    made = nbformat.read(path, as_version=4)
    data = {
        "image/png": "UE5H",
        "text/markdown": '<img src="data:image/gif;base64,R0lG" alt="it moves">',
        "text/plain": "it moves",
    }
    result = nbformat.v4.new_output("display_data", data)
    made.cells.append(nbformat.v4.new_code_cell("show()", outputs=[result]))
    nbformat.write(made, path)
    assert "data:image/gif;base64,R0lG" in Page(page(path, tmp_path, set())).fetched


def test_a_title_is_text_in_the_list(tmp_path):
    path = notebook(("slide", "# `a` < *b*"), path=tmp_path / "1.ipynb")
    render([path], tmp_path)
    assert "<strong>a &lt; b</strong>" in index(tmp_path)


def test_skipped_cells_stay_out_and_fragments_are_marked(tmp_path):
    path = notebook(
        ("slide", "# A"), ("skip", "unseen"), ("fragment", "later"), path=tmp_path / "a"
    )
    text = page(path, tmp_path, set())
    assert "unseen" not in text
    fragment = text.partition('<div class="fragment">')[2]
    assert "later" in fragment.partition("</section>")[0]


@every_deck
def test_a_speaker_has_notes_below_the_cells_that_they_name(stem, decks):
    cells = {cell.id: cell for cell in read(f"{stem}.ipynb").cells}
    told = notes()[stem[:2]]
    assert told.keys() <= cells.keys()
    assert "title" in told or stem[:2] == "00"
    text = (decks / f"{stem}.html").read_text(encoding="utf-8")
    assert text.count('<aside class="notes">') == len(told)


@every_deck
def test_each_prediction_has_choices_one_right_and_thoughts_behind_the_wrong(stem):
    asked = {
        cell.id: cell
        for cell in read(f"{stem}.ipynb").cells
        if "**Predict, write it down.**" in cell.source
    }
    told = notes()[stem[:2]]
    assert asked.keys() == told.keys() - {"title"}
    for name, cell in asked.items():
        assert cell.metadata.slideshow.slide_type != "skip"
        choices = re.findall(r"^- ([A-Z]): (.+)$", told[name], re.MULTILINE)
        letters, texts = zip(*choices, strict=True)
        assert "".join(letters) in ("ABC", "ABCD"), name
        wrong = [each for each in texts if re.search(r"[^*] \*[^*]+[.?]\*$", each)]
        right = [each for each in texts if each.endswith(" ✓")]
        assert len(right) == 1 and len(right + wrong) == len(texts), name
        said = [each.partition(" *")[0].strip(" ✓.") for each in texts]
        assert len({*said}) == len(said), name


def test_no_letter_is_worth_more_than_another():
    parts = [text for told in notes().values() for text in told.values()]
    right = Counter(re.findall(r"^- ([A-D]): .* ✓$", "\n".join(parts), re.MULTILINE))
    assert min(right[letter] for letter in "ABCD") > right.total() / 5


# -- the command ------------------------------------------------------------------


def test_the_command_makes_the_decks_that_are_named(tmp_path, capsys):
    assert main(["make", "01", "--to", str(tmp_path / "decks")]) == 0
    names = {path.name for path in (tmp_path / "decks").glob("[0-9]*")}
    assert names == {"01_autograd_basics.html"}
    assert str(tmp_path / "decks" / "index.html") in capsys.readouterr().out


def test_the_command_says_which_lectures_there_are(tmp_path):
    with pytest.raises(SystemExit, match="'nine'.*01_autograd_basics"):
        main(["make", "nine", "--to", str(tmp_path)])


def test_what_is_borrowed_is_named_with_its_licence():
    """The list of files in vendor/ is what lies there."""
    vendor = ROOT / "tools" / "slides" / "vendor"
    text = (vendor / "README.md").read_text(encoding="utf-8")
    folders = sorted(path.name for path in vendor.iterdir() if path.is_dir())
    assert re.findall(r"^\| `(.+?)` \|", text, re.MULTILINE) == sorted(
        folders, reverse=True
    )
    for folder in folders:
        licence = (vendor / folder / "LICENSE").read_text(encoding="utf-8")
        assert "Permission is hereby granted, free of charge" in licence


def test_notebooks_are_not_changed_by_rendering(decks):
    raw = json.loads((COURSE / NAMES[0]).read_text(encoding="utf-8"))
    assert "slide_start" not in json.dumps(raw)
    assert Path(decks).name == "decks"
