"""Relative links of a lecture, as they must read in a deck that lies elsewhere."""

import os
import re
from pathlib import Path
from urllib.parse import quote, unquote

HREF = re.compile(r'(<a\b[^>]*?\shref=")([^"]*)(")')


def moved(html: str, lecture: Path, to: Path) -> str:
    """The page with links that lead from folder `to` where they led from `lecture`.

    Lectures beside this one become decks; an address with a scheme and a place on the
    same page stay as they are.
    """

    def move(match: re.Match) -> str:
        before, link, after = match.groups()
        return before + moved_link(link, lecture, to) + after

    return HREF.sub(move, html)


def moved_link(link: str, lecture: Path, to: Path) -> str:
    path, hash, anchor = link.partition("#")
    if not path or re.match(r"[a-z][a-z0-9+.-]*:|//", path, re.IGNORECASE):
        return link
    target = Path(os.path.normpath(lecture.parent / unquote(path)))
    if target.parent == lecture.parent and target.suffix == ".ipynb":
        return quote(f"{target.stem}.html") + hash + anchor
    relative = Path(os.path.relpath(target, to)).as_posix()
    return quote(relative) + hash + anchor
