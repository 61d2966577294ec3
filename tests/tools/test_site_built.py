"""The site built once: its links, what it fetches, and a reader in Chromium.

The browser gets no name of a host resolved, and no page may ask for one.
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
from html.parser import HTMLParser
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from helpers.browsing import FLAGS

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
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "site"
    # The lab takes minutes, and has its own tests; the pages link to it here, too.
    program = "from tools.site import __main__ as site; site.build_lab = print;"
    command = [sys.executable, "-c", f"{program} site.main()", "--to", folder]
    subprocess.run(command, cwd=ROOT, check=True)
    return folder


@pytest.fixture(scope="module")
def parsed(site):
    found = {path: Page(path.read_text("utf-8")) for path in site.rglob("*.html")}
    assert len(found) > len(pages.NOTEBOOKS + pages.TEXTS)
    return found


def local(link):
    """Whether a link leads into the site."""
    return not urlsplit(link).scheme and not link.startswith("//")


def test_every_link_leads_to_a_page_and_its_place(parsed, site):
    lost, places = [], documents()
    for path, page in parsed.items():
        for link in filter(local, page.links):
            parts = urlsplit(link)
            to = path.parent.joinpath(unquote(parts.path)).resolve()
            place = unquote(parts.fragment)
            if to.is_relative_to(site / "lab"):
                (opened,) = parse_qs(parts.query)["path"]
                assert opened in places
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
    for path in site.rglob("*.css"):
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
