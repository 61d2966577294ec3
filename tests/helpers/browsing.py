"""A real JupyterLab in headless Chromium, and a student who reads, types and clicks.

`jupyterlab` serves the folder of the fixture `course`, which each test file has.
"""

import contextlib
import importlib
import os
import re
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.launcher.jupyter import PAGE, page_options

ROOT = Path(__file__).resolve().parents[2]
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
        *page_options(str(ROOT.joinpath(*PAGE))),
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
        self._wait_for_kernel()

    def turn_to(self, path: str) -> None:
        """Open another notebook in the same JupyterLab."""
        execute = "window.jupyterapp.commands.execute('docmanager:open', {path})"
        self.page.evaluate(f"async path => {{ await {execute}; }}", path)
        self._wait_for_kernel(path)

    def _wait_for_kernel(self, path: str = "") -> None:
        self.page.wait_for_function(
            """path => {
                const panel = window.jupyterapp?.shell.currentWidget;
                const kernel = panel?.sessionContext?.session?.kernel;
                return panel?.context?.isReady && panel.context.path.endsWith(path)
                    && kernel?.status === "idle";
            }""",
            arg=path,
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
                await notebook.widgets[index].ready;
                return index;
            }""",
            id,
        )
        assert index >= 0, f"no cell {id}"
        seen = self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
        shown = seen.locator(f".jp-Cell[data-windowed-list-index='{index}']")
        shown.filter(has_text=re.compile(r"\S")).wait_for()
        return shown

    def shows(self, id: str, *texts: str) -> None:
        """Wait until a cell shows these texts: for a moment it may show none."""
        for text in texts:
            self.cell(id).filter(has_text=text).wait_for()

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
