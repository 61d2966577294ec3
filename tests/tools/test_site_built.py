"""The site built once: its links, a reader in Chromium, and a student in its lab.

The browser gets no name of a host resolved, and nothing may ask for one. The lab needs
npm, and NumPy's wheel for Pyodide in the folder MINIGRAD_PYODIDE (or Pyodide's own
distribution).
"""

import contextlib
import functools
import http.server
import importlib
import os
import re
import subprocess
import sys
import threading
import zipfile
from html.parser import HTMLParser
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from helpers.browsing import FLAGS, Student

from tools.site import pages
from tools.site.lite import documents
from tools.site.pages import REPOSITORY, ROOT

pytestmark = pytest.mark.slow
CUT = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


class Page(HTMLParser):
    """The ids, the links and what is fetched with the page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.fetched, self.next = set(), [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids.add(found.get("id"))
        if tag == "a":
            self.links.append(found.get("href") or "#")
            if found.get("class") == "next-page":
                self.next = found["href"]
        else:
            self.fetched += filter(None, map(found.get, ("src", "href", "data")))


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of the site, and why there is no lab in it, if that is so.

    Its pages link to a lab in any case.
    """
    folder = tmp_path_factory.mktemp("site") / "site"
    build = [sys.executable, "-m", "tools.site", "--to", folder]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    if done.returncode == 0:
        return folder, None
    assert done.stderr.startswith("site: "), done.stdout + done.stderr
    program = "from tools.site import __main__ as site; site.build_lab = print;"
    build[1:3] = ["-c", f"{program} site.main()"]
    subprocess.run(build, cwd=ROOT, check=True)
    return folder, done.stderr


@pytest.fixture(scope="module")
def site(built):
    return built[0]


@pytest.fixture(scope="module")
def lab(built):
    """Skips where the site has no lab."""
    if built[1]:
        pytest.skip(f"the course in a browser was not tested: {built[1]}")


@pytest.fixture(scope="module")
def parsed(site):
    paths = [path for path in site.rglob("*.html") if site / "lab" not in path.parents]
    found = {path: Page(path.read_text("utf-8")) for path in paths}
    assert len(found) > len(pages.NOTEBOOKS + pages.TEXTS)
    return found


def local(link):
    """Whether a link leads into the site."""
    return not urlsplit(link).scheme and not link.startswith("//")


def test_every_link_leads_to_a_page_and_its_place(parsed, site, built):
    lost, places = [], documents()
    for path, page in parsed.items():
        for link in filter(local, page.links):
            parts = urlsplit(link)
            to = path.parent.joinpath(unquote(parts.path)).resolve()
            place = unquote(parts.fragment)
            if to.is_relative_to(site / "lab"):
                (opened,) = parse_qs(parts.query)["path"]
                assert opened in places and (built[1] or to.is_file())
                continue
            elif not parts.path:
                to = path
            if not to.is_file() or (place and place not in parsed[to].ids):
                lost.append(f"{path.relative_to(site)}: {link}")
    assert lost == []


def test_every_link_to_the_repository_names_a_file_of_it(parsed):
    links = {link for page in parsed.values() for link in page.links}
    own = [link for link in links if link.startswith(REPOSITORY)]
    for link in own:
        path = link.removeprefix(REPOSITORY)
        path = re.sub(r"^/(blob|tree)/main/|^/issues$", "", path.partition("#")[0])
        assert (ROOT / path).exists(), link
    assert len(own) > 50


def test_next_goes_through_the_course_in_order(parsed, site):
    path = site / "index.html"
    for expected in pages.NOTEBOOKS:
        path = path.parent.joinpath(parsed[path].next).resolve()
        assert path == site / f"{pages.name(expected)}.html"


def test_nothing_is_fetched_from_another_host(parsed, site):
    for path, page in parsed.items():
        for address in page.fetched:
            assert local(address) or address.startswith("data:"), (path, address)
    for path in site.glob("_static/**/*.css"):
        for address in re.findall(r"url\(([^)]+)\)", path.read_text("utf-8")):
            assert local(address) or address.startswith("data:"), (path, address)


# -- a reader ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def address(site):
    """The address of a server of the site."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

    handler = functools.partial(Quiet, directory=site)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser(chromium):
    load = importlib.import_module if os.environ.get("CI") else pytest.importorskip
    playwright = load("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=chromium, args=[*FLAGS, CUT])
        with contextlib.closing(found):
            yield found


@pytest.fixture
def tab(browser, address):
    """An empty tab; in the end, nothing was asked elsewhere and no script failed."""
    tab = browser.new_page(viewport={"width": 1400, "height": 900}, base_url=address)
    tab.set_default_timeout(60_000)
    asked, errors = [], []
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.on("response", lambda answer: answer.status < 400 or errors.append(answer.url))
    yield tab
    tab.close()
    assert [url for url in asked if not url.startswith((address, "data:"))] == []
    assert [error for error in errors if not error.endswith("favicon.ico")] == []


def background(tab, selector):
    return tab.eval_on_selector(selector, "e => getComputedStyle(e).backgroundColor")


def test_the_search_finds_a_lecture(tab):
    tab.goto("index.html")
    tab.fill(".sidebar-search", "straight-through")
    tab.keyboard.press("Enter")
    tab.click("#search-results li a:has-text('Glossary')")
    assert tab.inner_text("h1").startswith("Glossary")
    assert "straight-through" in tab.inner_text("article")


def test_an_explorer_steps_by_mouse_and_keyboard(tab):
    tab.goto("course/01_autograd_basics.html")
    tab.click(".mgx-main")
    assert tab.inner_text(".mgx-count") == "step 1 of 7"
    words = tab.inner_text(".mgx-words")
    tab.focus(".mgx-live")
    tab.keyboard.press("ArrowRight")
    assert tab.inner_text(".mgx-count") == "step 2 of 7"
    assert tab.inner_text(".mgx-words") not in ("", words)


def test_next_and_previous(tab):
    tab.goto("index.html")
    tab.click(".next-page")
    tab.wait_for_url("**/course/00_start_here.html")
    tab.click(".next-page")
    tab.wait_for_url("**/course/01_autograd_basics.html")
    tab.click(".prev-page")
    tab.wait_for_url("**/course/00_start_here.html")


def test_light_and_dark(tab):
    tab.emulate_media(color_scheme="light")
    tab.goto("course/01_autograd_basics.html")
    light = background(tab, "body"), background(tab, ".mgx")
    tab.click(".theme-toggle-content .theme-toggle")
    while tab.get_attribute("body", "data-theme") != "dark":
        tab.click(".theme-toggle-content .theme-toggle")
    tab.wait_for_selector("body[data-jp-theme-light=false]")
    dark = background(tab, "body"), background(tab, ".mgx")
    assert light[0] == light[1] and dark[0] == dark[1] and light != dark
    tab.goto("course/02_the_graph.html")
    assert background(tab, "body") == dark[0]


def test_a_reader_with_a_keyboard(tab):
    tab.goto("course/01_autograd_basics.html")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.className").startswith("skip-to")
    folded = tab.locator("details.hide").first
    assert not folded.evaluate("e => e.open")
    folded.locator("summary").focus()
    tab.keyboard.press("Enter")
    assert folded.evaluate("e => e.open")


def test_every_page_fits_a_telephone_and_its_formulas_are_set(tab, parsed, site):
    tab.set_viewport_size({"width": 420, "height": 900})
    for path in sorted(parsed):
        name = path.relative_to(site).as_posix()
        if not name.startswith("decks/"):
            tab.goto(name)
            tab.wait_for_function(
                "[...document.querySelectorAll('.math')]"
                ".every((e) => e.querySelector('.katex'))"
            )
            assert tab.locator(".katex-error").count() == 0, name
            wide = tab.evaluate("document.documentElement.scrollWidth")
            assert wide <= 420, name


# -- a student --------------------------------------------------------------------

WRONG = ["a, b = ctx.saved_tensors", "return b, a"]
RIGHT = "return grad * b, grad * a"


@pytest.fixture(scope="module")
def visit(lab, browser, address):
    """`visit()` is an empty tab of somebody who was never here."""
    asked = []

    def tab():
        size = {"width": 1280, "height": 900}
        context = browser.new_context(viewport=size, base_url=address)
        context.set_default_timeout(180_000)
        context.on("request", lambda request: asked.append(request.url))
        return context.new_page()

    yield tab
    ours = (address, "data:", "blob:")
    assert [url for url in asked if not url.startswith(ours)] == []


def execute(page, command: str, **options) -> None:
    """Run a command of JupyterLab, as its menus do."""
    call = "([name, options]) => window.jupyterapp.commands.execute(name, options)"
    page.evaluate(call, [command, options])


def run(page, code: str) -> str:
    """What `code` prints in the kernel of the notebook that is open."""
    return page.evaluate(
        """async code => {
            const panel = window.jupyterapp.shell.currentWidget;
            const future = panel.sessionContext.session.kernel.requestExecute({code});
            let told = "";
            future.onIOPub = ({content}) => told += content.text
                ?? content.data?.["text/plain"] ?? content.evalue ?? "";
            await future.done;
            return told;
        }""",
        code,
    )


def test_a_set_is_worked_on_kept_and_taken_along(visit, tmp_path):
    page = visit()
    page.add_init_script("navigator.storage.persist = () => window.askedToKeep = true")
    student = Student(page)
    page.goto("exercises/ps2/ps2.html")
    address = page.locator(".run .lab").evaluate("link => link.href")
    student.open(address)
    assert page.evaluate("window.askedToKeep") is True
    student.shows("in-a-browser", "kept in this browser", "Restart Kernel")
    student.run("imports")
    student.replace(
        "mul", "write Mul.forward", "ctx.save_for_backward(a, b)", "return a * b"
    )
    student.replace("mul", "write Mul.backward", *WRONG)
    student.run("mul")
    told = student.run("mul-check")
    assert "Mul differs from PyTorch" in told
    assert "The upstream gradient is missing" in told
    student.replace("mul", "return b, a", RIGHT)
    student.run("mul")
    assert "Mul agrees with PyTorch" in student.run("mul-check")
    drawn = student.cell("mul-check").locator(".jp-OutputArea img[src^='data:image']")
    drawn.wait_for()
    execute(page, "docmanager:save")

    student.open(address)
    student.shows("mul", RIGHT)
    student.shows("mul-check", "Mul agrees with PyTorch")
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
        assert RIGHT.encode() in zipped.read("work/ps2/ps2.ipynb")


def test_a_telephone_shows_the_notebook_alone(visit):
    page = visit()
    page.set_viewport_size({"width": 420, "height": 900})
    page.goto("lab/lab/index.html?reset&path=ps2/ps2.ipynb")
    page.locator(".jp-Notebook", has_text="Problem set 2").wait_for()
    assert page.locator(".jp-Notebook").bounding_box()["width"] > 350


# What follows is done by one other student, who stays in one tab.


@pytest.fixture(scope="module")
def other(visit):
    student = Student(visit())
    student.open("lab/lab/index.html?reset&path=ps1/ps1.ipynb")
    return student


def test_a_backup_is_uploaded_and_restored(other, tmp_path):
    content = b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    saved = tmp_path / "my_work-2026-01-01.zip"
    with zipfile.ZipFile(saved, "w") as zipped:
        zipped.writestr("manifest.json", '{"format": 1}')
        zipped.writestr("work/ps4/notes.ipynb", content)
    page = other.page
    execute(page, "filebrowser:go-to-path", path="", dontShowBrowser=True)
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


def test_neither_depth_nor_what_is_missing_ends_the_kernel(other):
    page = other.page
    assert "[1., 1., 1.]" in run(page, DEEP)
    assert "maximum recursion depth" in run(page, ENDLESS)
    assert "PyTorch does not run in a browser" in run(page, "import torch")
    grade = "from autograder.__main__ import main; main(['grade', 'ps2'])"
    assert "on your machine" in run(page, grade)
    curve = "viz.curves.loss({'SGD': [3.0, 2.0]}, title='falls')"
    told = run(page, f"from minigrad import viz; print({curve})")
    assert "first 3, last 2" in told
    assert run(page, "print(6 * 7)").strip() == "42"


PLACES = """
x = minigrad.tensor([2, 0, 1])
found = [*x.nonzero(as_tuple=True), x.nonzero(), *minigrad.where(x > 0), x.argsort()]
found += [*x.unique(return_inverse=True, return_counts=True), x.bincount(), x.argmax()]
print({each.dtype for each in found})
"""


def test_numpy_counts_in_int32_there_and_minigrad_does_not(other):
    run(other.page, "import minigrad, numpy")
    assert "int32" in run(other.page, "print(numpy.arange(3).nonzero()[0].dtype)")
    assert run(other.page, PLACES).strip() == "{torch.int64}"


def test_a_students_own_file_is_imported(other):
    write = "from pathlib import Path; Path('own_file.py').write_text('answer = 42')"
    run(other.page, write)
    told = run(other.page, "import own_file; print(own_file.answer)")
    assert told.strip() == "42"


def test_a_lecture_runs_on_minigrad(other):
    other.turn_to("course/01_autograd_basics.ipynb")
    page = other.page
    other.shows("library", "import minigrad as torch")
    execute(page, "notebook:clear-all-cell-outputs")  # so that new ones are seen
    cells = "window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells"
    code = f"[...{cells}].filter(cell => cell.cell_type === 'code')"
    other.run_all(page.evaluate(f"{code}.at(-1).id"))
    failed = page.evaluate(
        f"""{code}.filter(
            cell => !cell.metadata.tags?.includes("raises-exception")
                && cell.outputs.some(each => each.output_type === "error")
        ).map(cell => cell.id)"""
    )
    assert failed == []


@pytest.mark.parametrize(
    "set, cell, right",
    [
        ("ps8_images", "field", "return (3 + 2 * 2 + 1 * 2) ** 2"),
        ("ps8_text", "guess", "return math.log(50)"),
    ],
)
def test_a_capstone_reads_its_data_and_judges(other, set, cell, right):
    other.turn_to(f"{set}/{set}.ipynb")
    other.run("imports")
    assert "Error" not in other.run("digits" if set == "ps8_images" else "text")
    other.replace(cell, "raise NotImplementedError", "return 1")
    other.run(cell)
    assert "is what PyTorch computes" not in other.run(f"{cell}-check")
    other.replace(cell, "return 1", right)
    other.run(cell)
    assert "is what PyTorch computes" in other.run(f"{cell}-check")
