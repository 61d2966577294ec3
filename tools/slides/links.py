"""Relative links of a lecture, as they must read in a deck that lies elsewhere.

What they lead to besides lectures, problem sets, source files and documents, becomes a
page beside the decks (`pages`): a browser shows a notebook as its JSON.
"""

import os
import re
from pathlib import Path
from urllib.parse import quote, unquote

ROOT = Path(__file__).resolve().parents[2]
HREF = re.compile(r'(<a\b[^>]*?\shref=")([^"]*)(")')
SHOWN = (".ipynb", ".md", ".py")


def moved(html: str, file: Path, to: Path, wanted: set[Path]) -> str:
    """The page with links that lead from folder `to` where they led from `file`.

    Lectures become decks, and what else has a page is added to `wanted`. An address
    with a scheme and a place on the same page stay as they are.
    """

    def move(match: re.Match) -> str:
        before, link, after = match.groups()
        return before + moved_link(link, file, to, wanted) + after

    return HREF.sub(move, html)


def moved_link(link: str, file: Path, to: Path, wanted: set[Path]) -> str:
    path, hash, anchor = link.partition("#")
    outside = re.match(r"[a-z][a-z0-9+.-]*:|//", path, re.IGNORECASE)
    if not path or outside or path == "index.html":  # the list of decks
        return link
    target = Path(os.path.normpath(file.parent / unquote(path)))
    if target.parent == ROOT / "course" and target.suffix == ".ipynb":
        return quote(f"{target.stem}.html") + hash + anchor
    if target.suffix in SHOWN and ROOT in target.parents and target.is_file():
        wanted.add(target)
        return quote(page_name(target)) + hash + anchor
    relative = Path(os.path.relpath(target, to)).as_posix()
    return quote(relative) + hash + anchor


def page_name(target: Path) -> str:
    """exercises-ps2-ps2.ipynb.html for exercises/ps2/ps2.ipynb."""
    return "-".join(target.relative_to(ROOT).parts) + ".html"
