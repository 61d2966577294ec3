"""Pictures and plots in a real JupyterLab: seen and read, in both themes, or untrusted.

A picture is read by its alternative text; that it is seen is told by its own pixels.
"""

import io
import os
import subprocess
import sys

import nbformat
import pytest
from helpers import browsing
from helpers.browsing import ROOT, Student

pytestmark = pytest.mark.browser

jupyterlab, page = browsing.jupyterlab, browsing.page

CELLS = {
    "imports": "import minigrad as torch\nfrom minigrad import viz",
    "draw": """\
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
loss = (x * x + x).sum()
viz.draw(loss, names=globals(), title="x is used <three> times")""",
    "compare": 'viz.compare(loss, x.exp().sum(), labels=("mine", "<b>yours</b>"))',
    "fold": """\
h = x
for _ in range(200):
    h = (h * x).tanh()
viz.draw(h, names=globals())""",
    "loss": 'viz.curves.loss({"falls $x$": [4, 2, 1]}, title="`It` <i>falls</i>")',
    "moves": """\
x, frames = [1, 2], [[0, 0], [1, 2]]
viz.curves.animate_fit(x, x, frames, title="It fits")""",
}
ALTERNATIVES = {
    "draw": "x is used <three> times\nloss: ()  -> [1] SumBackward0\n",
    "compare": "mine: 3 operations, 1 leaf; <b>yours</b>: 2 operations, 1 leaf; ",
    "fold": "h: (3,)  -> [1] TanhBackward0\n",
    "loss": "`It` <i>falls</i>\nloss against step from 0 to 2\nfalls $x$: first 4",
    "moves": "It fits\ny against x: 2 points, and a curve in 2 frames\n",
}
KINDS = {"loss": "image/png", "moves": "image/gif"}
IMAGES = """id => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    const cell = notebook.widgets.find(widget => widget.model.sharedModel.id === id);
    return [...cell.node.querySelectorAll(".jp-OutputArea-output img")].map(image => ({
        alt: image.alt,
        kind: image.src.slice(5, image.src.indexOf(";")),
        loaded: image.complete && image.naturalWidth > 0,
    }));
}"""


@pytest.fixture
def course(tmp_path):
    """A folder with a notebook to run, and the same as somebody else has run it."""
    cells = [nbformat.v4.new_code_cell(text, id=id) for id, text in CELLS.items()]
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    folder = tmp_path / "work"
    folder.mkdir()
    nbformat.write(notebook, folder / "viz.ipynb")
    subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute"]
        + ["--output", "foreign.ipynb", "viz.ipynb"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
    )
    return folder


def read(page, student, folder, when):
    """Every picture is there with its text, on a ground that fits the theme."""
    ground = (18, 18, 18) if when == "Dark" else (255, 255, 255)
    for id, alternative in ALTERNATIVES.items():
        output = student.cell(id).locator(".jp-OutputArea-output img")
        output.first.wait_for()
        (image,) = page.evaluate(IMAGES, id)
        assert image["loaded"]
        assert image["alt"].startswith(alternative)
        assert image["kind"] == KINDS.get(id, "image/svg+xml")
        for _ in range(20):  # a change of the theme fades in
            if corner(output.screenshot()) == ground:
                break
            page.wait_for_timeout(250)
        assert corner(output.screenshot()) == ground
        page.screenshot(path=folder / f"{when}-{id}.png")


def corner(screenshot):
    """The colour of a pixel near the upper left corner."""
    from PIL import Image

    return Image.open(io.BytesIO(screenshot)).convert("RGB").getpixel((3, 3))


def test_pictures_are_seen_and_read_in_both_themes(page, jupyterlab, tmp_path):
    address, _ = jupyterlab
    student = Student(page)
    student.open(address.format(path="viz.ipynb"))
    student.run_all("moves")
    for theme in ("Light", "Dark"):
        page.evaluate(
            "theme => window.jupyterapp.commands.execute("
            "'apputils:change-theme', {theme})",
            f"JupyterLab {theme}",
        )
        light = "true" if theme == "Light" else "false"
        page.wait_for_function(
            "light => document.body.dataset.jpThemeLight === light", arg=light
        )
        read(page, student, tmp_path, theme)


@pytest.mark.slow
def test_pictures_are_seen_and_read_in_an_untrusted_notebook(
    page, jupyterlab, tmp_path
):
    address, _ = jupyterlab
    student = Student(page)
    student.open(address.format(path="foreign.ipynb"))
    read(page, student, tmp_path, "foreign")
