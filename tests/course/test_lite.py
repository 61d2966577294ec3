"""The course in a browser: JupyterLite in headless Chromium, without a network.

Needs npm, and NumPy's wheel for Pyodide in the folder MINIGRAD_PYODIDE (or Pyodide's
own distribution).
"""

import functools
import re
import shutil
import threading
import zipfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from helpers.browsing import FLAGS, Student

from tools.site.lite import build_lite
from tools.site.wheels import Missing

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGE = "{}/lab/lab/index.html?reset&path={}"
KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
WRONG = ["a, b = ctx.saved_tensors", "return b, a"]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of the built site."""
    if shutil.which("npm") is None:
        pytest.skip("the course in a browser was not tested: npm is not installed")
    folder = tmp_path_factory.mktemp("site")
    try:
        build_lite(folder)
    except Missing as missing:
        pytest.skip(f"the course in a browser was not tested: {missing}")
    handler = functools.partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture
def browser(chromium, site, tmp_path):
    """A browser that keeps what a page stores, and reaches the site alone."""
    from playwright.sync_api import sync_playwright

    elsewhere = []

    def only_the_site(route) -> None:
        if route.request.url.startswith(site):
            route.continue_()
        else:
            elsewhere.append(route.request.url)
            route.abort()

    with sync_playwright() as driver:
        opened = driver.chromium.launch_persistent_context(
            tmp_path / "profile",
            executable_path=chromium,
            args=[*FLAGS, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
            accept_downloads=True,
            viewport={"width": 1280, "height": 900},
        )
        opened.set_default_timeout(180_000)
        opened.route(re.compile("^https?:"), only_the_site)
        yield opened
        opened.close()
    assert elsewhere == []


def run(page, code: str) -> str:
    """What `code` prints in the kernel of the notebook that is open."""
    return page.evaluate(
        f"""async code => {{
            const future = {KERNEL}.requestExecute({{code}});
            let told = "";
            future.onIOPub = ({{content}}) => told += content.text
                ?? content.data?.["text/plain"] ?? content.evalue ?? "";
            await future.done;
            return told;
        }}""",
        code,
    )


def execute(page, command: str, **options) -> None:
    """Run a command of JupyterLab, as its menus do."""
    call = "([name, options]) => window.jupyterapp.commands.execute(name, options)"
    page.evaluate(call, [command, options])


def test_a_set_is_worked_on_kept_and_taken_along(browser, site, tmp_path):
    page = browser.new_page()
    page.add_init_script("navigator.storage.persist = () => window.askedToKeep = true")
    student = Student(page)
    student.open(PAGE.format(site, "ps2/ps2.ipynb"))
    assert page.evaluate("window.askedToKeep") is True
    note = student.cell("in-a-browser").inner_text()
    assert "kept in this browser" in note and "Restart Kernel" in note
    student.run("imports")
    student.replace(
        "mul", "write Mul.forward", "ctx.save_for_backward(a, b)", "return a * b"
    )
    student.replace("mul", "write Mul.backward", *WRONG)
    student.run("mul")
    told = student.run("mul-check")
    assert "Mul differs from PyTorch" in told
    assert "The upstream gradient is missing" in told
    student.replace("mul", "return b, a", "return grad * b, grad * a")
    student.run("mul")
    assert "Mul agrees with PyTorch" in student.run("mul-check")
    drawn = student.cell("mul-check").locator(".jp-OutputArea img[src^='data:image']")
    drawn.wait_for()
    page.screenshot(path=tmp_path / "passed.png")
    execute(page, "docmanager:save")

    page.reload()
    student.open(PAGE.format(site, "ps2/ps2.ipynb"))
    assert "grad * b, grad * a" in student.cell("mul").inner_text()
    assert "Mul agrees with PyTorch" in student.cell("mul-check").inner_text()
    drawn.wait_for()  # from the saved notebook
    execute(page, "notebook:clear-all-cell-outputs")  # so that new ones are seen
    assert "1 piece of yours is saved" in student.run("imports")
    assert "minigrad runs on your Mul" in run(page, "print(use_mine())")
    assert "ps2: 1 of 19 pieces is yours" in student.run("progress")

    backup = "from autograder import backup; backup()"
    student.replace("progress", "progress()", backup)
    told = student.run("progress")
    assert "9 notebooks and 1 passed piece" in told
    with page.expect_download() as started:
        student.cell("progress").locator("a", has_text="Download").click()
    saved = tmp_path / started.value.suggested_filename
    started.value.save_as(saved)
    with zipfile.ZipFile(saved) as zipped:
        assert "work/pieces/Mul.json" in zipped.namelist()
        assert b"grad * b, grad * a" in zipped.read("work/ps2/ps2.ipynb")


def test_a_backup_is_uploaded_and_restored(browser, site, tmp_path):
    content = b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    saved = tmp_path / "my_work-2026-01-01.zip"
    with zipfile.ZipFile(saved, "w") as zipped:
        zipped.writestr("manifest.json", '{"format": 1}')
        zipped.writestr("work/ps4/notes.ipynb", content)
    page = browser.new_page()
    student = Student(page)
    student.open(PAGE.format(site, "ps4/ps4.ipynb"))
    execute(page, "filebrowser:go-to-path", path="")
    with page.expect_file_chooser() as chooser:
        page.locator(
            "jp-button[data-command='filebrowser:upload'], .jp-ToolbarButton"
            " [title^='Upload']"
        ).first.click()
    chooser.value.set_files(saved)
    page.locator(".jp-DirListing-item", has_text=saved.name).wait_for()
    told = run(page, "from autograder import restore; print(restore())")
    assert "Restored 1 file" in told
    assert "notes.ipynb" in run(page, "import os; print(os.listdir('/drive/ps4'))")


def test_a_lecture_runs_on_minigrad(browser, site):
    page = browser.new_page()
    student = Student(page)
    student.open(PAGE.format(site, "course/01_autograd_basics.ipynb"))
    assert "import minigrad as torch" in student.cell("library").inner_text()
    execute(page, "notebook:clear-all-cell-outputs")  # so that new ones are seen
    cells = "window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells"
    code = f"[...{cells}].filter(cell => cell.cell_type === 'code')"
    student.run_all(page.evaluate(f"{code}.at(-1).id"))
    failed = page.evaluate(
        f"""{code}.filter(
            cell => !cell.metadata.tags?.includes("raises-exception")
                && cell.outputs.some(each => each.output_type === "error")
        ).map(cell => cell.id)"""
    )
    assert failed == []


DEEP = """
import minigrad
x = y = minigrad.ones(3, requires_grad=True)
for _ in range(20_000):
    y = y * 1.0
y.sum().backward()
del y
print(x.grad)
"""
ENDLESS = """
def itself(x):
    return max(map(itself, [x]))
itself(1)
"""


def test_neither_depth_nor_what_is_missing_ends_the_kernel(browser, site):
    page = browser.new_page()
    Student(page).open(PAGE.format(site, "ps1/ps1.ipynb"))
    assert "[1., 1., 1.]" in run(page, DEEP)
    assert "maximum recursion depth" in run(page, ENDLESS)
    assert "PyTorch does not run in a browser" in run(page, "import torch")
    grade = "from autograder.__main__ import main; main(['grade', 'ps2'])"
    assert "on your machine" in run(page, grade)
    curve = "viz.curves.loss({'SGD': [3.0, 2.0]}, title='falls')"
    told = run(page, f"from minigrad import viz; print({curve})")
    assert "first 3, last 2" in told
    assert run(page, "print(6 * 7)").strip() == "42"
