"""Spare parts: minigrad's own versions of the pieces that a handout leaves out.

A handout (`authoring.handout`) has stubs where the pieces of a problem set stood. A
check needs the rest of minigrad whole: no product is checked in `x * x + x` without a
sum. So a handout brings the references along in one packed file, which checks plug in
for as long as they run, and nothing else does. The full course has no such file.

Packed is not secret: it keeps the answers out of sight, and the grader leaves the file
out of what it runs.

Read: `write`, `parts`, `is_handout`.
"""

import base64
import importlib
import json
import textwrap
import zlib
from functools import cache
from pathlib import Path

from .catalogue import PIECES
from .kinds import Parts

FILE = "spares.dat"
HERE = Path(__file__).parents[1] / FILE


def is_handout() -> bool:
    """True in a folder that `python -m autograder handout` made."""
    return HERE.exists()


def write(folder: Path, sources: dict[str, tuple[str, str]]) -> None:
    """Pack {piece: (module, source)} into the `autograder` of a handout."""
    packed = base64.b85encode(zlib.compress(json.dumps(sources).encode(), 9))
    (folder / FILE).write_bytes(packed)


def has(name: str) -> bool:
    """True for a piece that this handout leaves out of minigrad."""
    return name in parts()


@cache
def parts() -> dict[str, Parts]:
    """The parts to plug, by piece; none where minigrad is whole."""
    if not is_handout():
        return {}
    sources = json.loads(zlib.decompress(base64.b85decode(HERE.read_bytes())))
    return {name: parts_of(name, *source) for name, source in sources.items()}


def parts_of(name: str, module: str, source: str) -> Parts:
    """The parts of minigrad's own version of a piece, from its text.

    It is run as if it stood in its module.
    """
    found: dict[str, object] = {}
    code = compile(textwrap.dedent(source), f"<{name}>", "exec")
    exec(code, vars(importlib.import_module(module)), found)
    return PIECES[name].reference_parts(next(iter(found.values())))
