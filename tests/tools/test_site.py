"""What the site is made of, and where its links lead. Nothing is built."""

import json
import posixpath
import re

import nbformat
import pytest

from autograder.work.folder import NOTE
from tools.site import lite, pages
from tools.site.pages import REPOSITORY, ROOT


def shown(folder):
    return {path.name for path in pages.SHOWN if path.parent == ROOT / folder}


def test_the_site_shows_all_that_is_there_to_read():
    assert {path for path in pages.SHOWN if not path.is_file()} == set()
    assert shown("course") >= {path.name for path in (ROOT / "course").glob("*.*")}
    assert shown("docs") == {path.name for path in (ROOT / "docs").glob("*.[!d]*")}
    sets = {path.parent.name for path in pages.SETS}
    assert sets == {path.name for path in (ROOT / "exercises").iterdir()}
    assert not any("solutions" in path.parts for path in pages.SHOWN)


@pytest.mark.parametrize(
    "link, leads_to",
    [
        ("03_writing_functions.ipynb", "03_writing_functions.ipynb"),
        ("../exercises/ps2/ps2.ipynb#Add", "../exercises/ps2/ps2.ipynb#Add"),
        ("../my_work/course/01_autograd_basics.ipynb", "01_autograd_basics.ipynb"),
        ("../minigrad/core/op.py", f"{REPOSITORY}/blob/main/minigrad/core/op.py"),
        ("../minigrad/core/", f"{REPOSITORY}/tree/main/minigrad/core"),
        ("#Why-backwards", "#Why-backwards"),
        ("https://example.org/a", "https://example.org/a"),
    ],
)
def test_a_link_leads_to_a_page_or_to_the_repository(link, leads_to):
    folder = ROOT / "course"
    assert pages.linked(f"see [it]({link}).", folder) == f"see [it]({leads_to})."
    html = f'<a class="a" href="{link}">'
    assert pages.linked(html, folder) == f'<a class="a" href="{leads_to}">'


def test_a_picture_of_another_host_becomes_its_words():
    for badge in "(https://example.org/badge.svg)", "[badge]":
        assert pages.linked(f"[![Open]{badge}][link]", ROOT) == "[Open][link]"


def test_pictures_become_files_and_folded_outputs_stay_folded(tmp_path):
    image = '<img src="data:image/svg+xml;base64,PHN2Zy8+" width="3" alt="A claim">'
    output = nbformat.v4.new_output("display_data", {"text/markdown": image})
    cell = nbformat.v4.new_code_cell(outputs=[output])
    cell.metadata.jupyter = {"outputs_hidden": True}
    notebook = nbformat.v4.new_notebook(cells=[cell])
    pages.prepare(notebook, ROOT / "course" / "01_x.ipynb", tmp_path)
    (picture,) = tmp_path.iterdir()
    assert picture.read_text() == "<svg/>" and picture.suffix == ".svg"
    assert cell.outputs[0].data == {
        "text/html": f'<img loading="lazy" src="../pictures/{picture.name}" width="3"'
        ' alt="A claim">'
    }
    assert cell.metadata.tags == ["hide-output"]


def test_the_note_on_copies_is_left_out_of_pages_and_lab(tmp_path):
    path = ROOT / "course" / "01_autograd_basics.ipynb"
    notebook = nbformat.read(path, as_version=4)
    assert NOTE in {cell.id for cell in notebook.cells}
    in_lab = json.loads(lite.for_browser(json.loads(path.read_text("utf-8"))))
    pages.prepare(notebook, path, tmp_path)
    for cells in (notebook.cells, in_lab["cells"]):
        assert len(cells) > 100 and NOTE not in {cell["id"] for cell in cells}


def test_the_links_of_the_labs_notebooks_lead_to_its_files():
    files = lite.documents()
    found = {posixpath.dirname(place) for place in files} | {*files}
    links = set()
    for place, content in files.items():
        if place.endswith(".ipynb"):
            for cell in json.loads(content)["cells"]:
                if cell["cell_type"] == "markdown":
                    text = "".join(cell["source"])
                    named = re.findall(r"\]\(([^)#\s:]+)[#)]", text)
                    links |= {(place, link) for link in named}
    assert len(links) > 200
    for place, link in links:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(place), link))
        assert target in found, (place, link)
