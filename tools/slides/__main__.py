"""`python -m tools.slides`: make the decks, or check that every slide fits its page."""

import argparse
import sys
import tempfile
from pathlib import Path

from tools.slides.check import NoBrowser, problems
from tools.slides.deck import COURSE, lectures, render

DECKS = COURSE.parent / "decks"


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    notebooks = [named(name) for name in options.lecture] or lectures()
    if options.command == "check":
        return check(notebooks, options.pictures)
    for deck in render(notebooks, options.to):
        print(deck)
    print(f"Open {options.to / 'index.html'} in a browser.")
    return 0


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.slides", description="The lectures as slide decks."
    )
    parser.add_argument("command", nargs="?", choices=["make", "check"], default="make")
    parser.add_argument(
        "lecture", nargs="*", help="such as 04 or 04_gradcheck; all if none is named"
    )
    parser.add_argument(
        "--to", type=Path, default=DECKS, help="the folder of the decks"
    )
    parser.add_argument(
        "--pictures", type=Path, help="check: a folder for a picture of each slide"
    )
    return parser.parse_args(arguments)


def named(name: str) -> Path:
    found = [path for path in lectures() if path.stem.startswith(name)]
    if len(found) != 1:
        names = ", ".join(path.stem for path in lectures())
        raise SystemExit(f"slides: no lecture is called {name!r}; there are {names}")
    return found[0]


def check(notebooks: list[Path], pictures: Path | None) -> int:
    """Print what does not fit; the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            lines = problems(render(notebooks, Path(folder)), pictures)
        except NoBrowser as error:
            raise SystemExit(f"slides: {error}") from error
    print("\n".join(lines) or "Every slide fits.")
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main())
