"""A student's first exercise, and taking work home, in a real JupyterLab.

Headless Chromium drives it.
"""

import contextlib
import importlib
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[1]
PS2 = "exercises/ps2/ps2.ipynb"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# -- JupyterLab -------------------------------------------------------------------


@pytest.fixture
def course(tmp_path):
    """A copy of what students open: nothing in the tree changes."""
    ignored = shutil.ignore_patterns(".ipynb_checkpoints")
    for folder in ("course", "exercises"):
        shutil.copytree(ROOT / folder, tmp_path / "work" / folder, ignore=ignored)
    return tmp_path / "work"


@pytest.fixture
def jupyterlab(course, tmp_path):
    """The address of a JupyterLab with its token, given {path}, and when it started."""
    port, token = free_port(), secrets.token_hex(16)
    settings = {
        name: str(tmp_path / name.lower())
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    }
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = os.environ | settings | {"PYTHONPATH": path, "JUPYTER_TOKEN": token}
    environment["MINIGRAD_WORK"] = str(course / "my_work")
    options = [
        "--no-browser",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={course}",
        "--LabApp.expose_app_in_browser=True",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")
    start = time.monotonic()
    with open(tmp_path / "jupyterlab.log", "w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options],
            cwd=course,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            wait_for_server(server, f"http://127.0.0.1:{port}/api")
            yield f"http://127.0.0.1:{port}/lab/tree/{{path}}?token={token}", start
        finally:
            server.terminate()
            server.wait(timeout=30)


def free_port() -> int:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_server(server: subprocess.Popen, address: str) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        assert server.poll() is None, "JupyterLab ended: see jupyterlab.log"
        with contextlib.suppress(OSError):
            urllib.request.urlopen(address, timeout=5).close()
            return
        time.sleep(0.1)
    pytest.fail("JupyterLab did not answer within two minutes")


# -- the student ------------------------------------------------------------------


@pytest.fixture
def page(chromium):
    load = importlib.import_module if os.environ.get("CI") else pytest.importorskip
    playwright = load("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(60_000)
        yield page
        browser.close()


class Student:
    """Reads, types and clicks in the notebook that is open; cells by their id."""

    def __init__(self, page) -> None:
        self.page = page

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.page.wait_for_function(
            """() => {
                const panel = window.jupyterapp?.shell.currentWidget;
                const kernel = panel?.sessionContext?.session?.kernel;
                return panel?.context?.isReady && kernel?.status === "idle";
            }"""
        )

    def cell(self, id: str):
        """Scroll to a cell and click into it; answers where its output appears."""
        index = self.page.evaluate(
            """async id => {
                const notebook = window.jupyterapp.shell.currentWidget.content;
                const cells = notebook.model.sharedModel.cells;
                const index = cells.findIndex(cell => cell.id === id);
                notebook.activeCellIndex = index;
                await notebook.scrollToItem(index, "center");
                return index;
            }""",
            id,
        )
        assert index >= 0, f"no cell {id}"
        return self.page.locator(f".jp-Cell[data-windowed-list-index='{index}']")

    def replace(self, id: str, old: str, *new: str) -> None:
        """Select the line with `old` and type the `new` lines over it."""
        line = self.cell(id).locator(".cm-line", has_text=old)
        line.click()
        self.page.keyboard.press("Home")
        self.page.keyboard.press("Shift+End")
        for number, text in enumerate(new):
            if number:
                self.page.keyboard.press("Enter")
            self.page.keyboard.type(text)

    def run(self, id: str) -> str:
        """Press Shift+Enter in a cell and wait for it; what its output says."""
        self.cell(id).locator(".cm-content").click()
        return self._after(id, lambda: self.page.keyboard.press("Shift+Enter"))

    def run_all(self, last: str) -> str:
        """Choose "Run All Cells"; what the output of the `last` cell says."""
        command = "window.jupyterapp.commands.execute('notebook:run-all-cells')"
        return self._after(last, lambda: self.page.evaluate(command))

    def _after(self, id: str, action: Callable[[], object]) -> str:
        """The output of a cell when `action` has made it run again."""
        before = self.page.evaluate(COUNT, id)
        action()
        self.page.wait_for_function(
            f"([id, before]) => ![null, before].includes(({COUNT})(id))",
            arg=[id, before],
        )
        output = self.cell(id).locator(".jp-OutputArea")
        return output.inner_text() if output.count() else ""


COUNT = """id => window.jupyterapp.shell.currentWidget.content.model.sharedModel
    .cells.find(cell => cell.id === id).execution_count"""


# -- the story --------------------------------------------------------------------


def test_a_wrong_answer_is_diagnosed_and_a_right_one_drawn(
    page, jupyterlab, tmp_path, record_property
):
    address, start = jupyterlab
    student = Student(page)
    student.open(address.format(path=PS2))
    page.screenshot(path=tmp_path / "1-opened.png")
    student.run("imports")

    student.replace(
        "mul", "write Mul.forward", "ctx.save_for_backward(a, b)", "return a * b"
    )
    student.replace(
        "mul", "write Mul.backward", "a, b = ctx.saved_tensors", "return b, a"
    )
    student.run("mul")
    told = student.run("mul-check")
    page.screenshot(path=tmp_path / "2-wrong.png")
    assert "Mul differs from PyTorch" in told
    assert "The upstream gradient is missing" in told

    student.replace("mul", "return b, a", "return grad * b, grad * a")
    student.run("mul")
    told = student.run("mul-check")
    seconds = round(time.monotonic() - start, 1)
    record_property("seconds from start to the first passed check", seconds)
    print(f"first passed check after {seconds} s")
    page.screenshot(path=tmp_path / "3-right.png")
    assert "Mul agrees with PyTorch" in told

    for cell in ("neuron-data", "neuron-forward", "picture"):
        student.run(cell)
    picture = student.cell("picture").locator(".jp-OutputArea-output :is(svg, img)")
    picture.first.wait_for()
    page.screenshot(path=tmp_path / "4-picture.png")

    told = student.run_all("progress")
    page.screenshot(path=tmp_path / "5-all-run.png")
    assert re.search(r"The engine: 1 of \d\d pieces is yours", told)


def test_all_work_is_downloaded_by_one_click(page, course, jupyterlab, tmp_path):
    address, _ = jupyterlab
    cell = new_code_cell("import autograder\nautograder.backup()", id="backup")
    kernel = {"name": "python3", "display_name": "Python 3"}  # else a dialog asks
    notebook = new_notebook(cells=[cell], metadata={"kernelspec": kernel})
    nbformat.write(notebook, course / "course" / "home.ipynb")
    student = Student(page)
    student.open(address.format(path="course/home.ipynb"))
    told = student.run("backup")
    assert "notebook" in told
    page.screenshot(path=tmp_path / "backup.png")
    with page.expect_download() as started:
        student.cell("backup").locator("a", has_text="Download").click()
    saved = tmp_path / started.value.suggested_filename
    started.value.save_as(saved)
    assert saved.name.startswith("my_work-") and saved.suffix == ".zip"
    with zipfile.ZipFile(saved) as zipped:
        assert "work/ps2/ps2.ipynb" in zipped.namelist()
