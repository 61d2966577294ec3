"""Does every slide fit its page? Opens decks in headless Chromium at 1280 × 720.

Read: `problems`, which is what `python -m tools.slides check` prints, then `of_deck`.
What is measured stands in `deck/measure.js`: each slide is shown with all its
fragments, and once more with each of its answers opened.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WIDTH, HEIGHT = 1280, 720
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--allow-file-access-from-files",
)
EDGE = 12  # pixels that stay free at each edge
SMALLEST = 0.6  # the least part of its size to which a picture may shrink
MEASURE = (Path(__file__).parent / "deck" / "measure.js").read_text(encoding="utf-8")


class NoBrowser(RuntimeError):
    """Playwright or Chromium is missing; the message says what to install."""


def problems(decks: list[Path], pictures: Path | None = None) -> list[str]:
    """One line for each slide that does not fit; screenshots go to `pictures`."""
    found = []
    with chromium() as browser:
        for deck in decks:
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            found += [f"{deck.stem}: {line}" for line in of_deck(page, deck)]
            if pictures:
                shoot(page, pictures / deck.stem)
            page.close()
    return found


@contextmanager
def chromium() -> Iterator:
    """A headless Chromium, driven by Playwright, that ends with the block."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        message = "checking slides needs Playwright: `python -m pip install playwright`"
        raise NoBrowser(message) from error
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        raise NoBrowser(f"checking slides needs one of the programs {CHROMIUM}")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def open_deck(page, deck: Path) -> None:
    """Show a deck and wait until it is laid out, its pictures and fonts too."""
    page.goto(deck.resolve().as_uri())
    page.wait_for_function("() => window.Reveal && Reveal.isReady()")
    page.evaluate(
        """() => Promise.all([
            ...[...document.fonts].map((each) => each.load()),
            ...[...document.images].map((each) => each.decode().catch(() => {})),
        ]).then(() => {})"""
    )


def of_deck(page, deck: Path) -> list[str]:
    """The lines about one deck, which stays open in the page."""
    told = []
    page.on("pageerror", lambda error: told.append(f"a script failed: {error}"))
    open_deck(page, deck)
    limits = {"width": WIDTH, "height": HEIGHT, "edge": EDGE, "smallest": SMALLEST}
    return told + page.evaluate(MEASURE, limits)


def shoot(page, folder: Path) -> None:
    """A picture of each slide, named after its number and its first cell."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(page.evaluate("Reveal.getSlides().length")):
        name = page.evaluate(
            """(number) => {
                const slide = Reveal.getSlides()[number];
                const { h, v } = Reveal.getIndices(slide);
                Reveal.slide(h, v, 1000);
                return slide.dataset.cell;
            }""",
            number,
        )
        page.screenshot(path=folder / f"{number + 1:03}-{name}.png")
