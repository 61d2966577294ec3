"""Run in Pyodide when the site is built: bytecode of what a first check imports.

Without it the page compiles a thousand modules from their texts at every start, which
takes longer than all the rest of it. Answers in the folder /out: files for the folder
of packages, and the standard library with its own.
"""

import shutil
import sys
import tempfile
import zipfile
from importlib.util import cache_from_source
from pathlib import Path
from py_compile import PycInvalidationMode, compile
from site import getsitepackages

import anywidget  # noqa: F401
import piplite.piplite  # noqa: F401
import pyodide_kernel  # noqa: F401

from autograder import check, piece
from minigrad import Op

STDLIB = next(Path(each) for each in sys.path if each.endswith(".zip"))
OUT, PACKAGES = Path("/out"), Path(getsitepackages()[0])


@piece
class Add(Op):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad


def bytecode(source: Path, place: Path, to: Path) -> None:
    """Compile `source`, which is imported from `place`. Its date is not looked at."""
    mode = PycInvalidationMode.UNCHECKED_HASH
    compile(source, to, str(place), doraise=True, invalidation_mode=mode)


check(Add).picture().svg()
texts = Path(tempfile.mkdtemp())
shutil.unpack_archive(STDLIB, texts)
for module in [*sys.modules.values()]:
    path = Path(getattr(module, "__file__", None) or "")
    if path.suffix != ".py":
        continue
    if path.is_relative_to(STDLIB):
        text = texts / path.relative_to(STDLIB)
        bytecode(text, path, text.with_suffix(".pyc"))
    elif path.is_relative_to(PACKAGES):
        place = Path(cache_from_source(path)).relative_to(PACKAGES)
        bytecode(path, path, OUT / "packages" / place)
with zipfile.ZipFile(OUT / "python_stdlib.zip", "w", zipfile.ZIP_DEFLATED) as zipped:
    for path in sorted(texts.rglob("*")):
        if path.is_file():
            zipped.write(path, path.relative_to(texts))
