"""Right programs of each piece, written in the ways in which people write them.

They are packed, a file for each set, so that nobody meets a solution by chance; a
handout of a set has not its file, and a sandbox that grades has none. With them a
student's program is compared (`nearest`).

`python -m banks.right_programs`, in `tests/`, packs them.
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
def _of_set(set: str) -> dict[str, list[str]]:
    try:
        return json.loads(gzip.decompress(packed(set).read_bytes()))
    except FileNotFoundError:
        return {}


def right(set: str, piece: str) -> list[str]:
    """Texts of the right programs of a piece; none where they are not to be had."""
    return _of_set(set).get(published(piece), [])
