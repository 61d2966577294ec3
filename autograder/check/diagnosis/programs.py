"""Right programs of each piece, written in the ways in which people write them.

They are packed, a file for each set, so that nobody meets a solution by chance; a
handout of a set has not its file, and a sandbox that grades has none.
`python -m banks.right_programs`, in `tests/`, packs them.

Of some, the *models*, wrong programs are made (`slips`); with all of them a student's
is compared (`nearest`).
"""

import gzip
import json
from functools import cache
from pathlib import Path

from ...variant import published

HERE = Path(__file__).parent


def packed(set: str) -> Path:
    """The file of a set."""
    return HERE / f"right_{set}.dat"


@cache
def _of_set(set: str) -> dict:
    try:
        return json.loads(gzip.decompress(packed(set).read_bytes()))
    except FileNotFoundError:
        return {"start": "", "models": {}, "others": {}}


def models(set: str, piece: str) -> list[str]:
    """Texts of the models of a piece; none where they are not to be had."""
    return _of_set(set)["models"].get(published(piece), [])


def right(set: str, piece: str) -> list[str]:
    """Texts of all right programs of a piece."""
    others = _of_set(set)["others"].get(published(piece), [])
    return [*models(set, piece), *others]


@cache
def scope(set: str) -> dict[str, object]:
    """What the models of a set use: modules, constants and functions."""
    found = {"__name__": __name__}
    exec(_of_set(set)["start"], found)
    return found
