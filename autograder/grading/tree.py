"""The course as the sandbox sees it: without what could be handed in as one's own.

The pieces of the problem set are cut out of minigrad, as in a handout, and their
`families` with them; recorded references, spare parts, questions and the judge are not
there at all. What was cut comes back as text, for the judge to give to a view in which
another piece is judged.

Read: `make`.
"""

import compileall
import shutil
from collections.abc import Iterable
from pathlib import Path

from ..authoring.handout import Sources, cut_packages, full_course
from ..check import questions
from . import families

ROOT = Path(__file__).resolve().parents[2]


def root_here() -> Path:
    """The folder of the course: this one, or where the package lies."""
    here = Path.cwd()
    return here if (here / "exercises").is_dir() else ROOT


_LEFT_OUT = shutil.ignore_patterns(
    *("__pycache__", ".*", "*.npz", "*.dat"),
    *("authoring", "exam", "grading", "lms"),
)
_KEPT = ("__init__.py", "wire.py")  # of this package


def make(folder: Path, names: Iterable[str]) -> Sources:
    """Write the course without the pieces `names` into an empty folder.

    Answers {name: (module, text)} of what was cut. WorkError in a handout.
    """
    full_course("A class is graded")
    names = list(names)
    for package in ("minigrad", "autograder"):
        shutil.copytree(ROOT / package, folder / package, ignore=_LEFT_OUT)
    asked = folder / questions.FILE.relative_to(ROOT).with_suffix(questions.NAMES)
    questions.write_names(asked)
    # A view runs in a folder from which notebooks find it as from their own place.
    shutil.copytree(ROOT / "course" / "data", folder / "data")
    here, there = Path(__file__).parent, folder / "autograder" / "grading"
    there.mkdir()
    for name in _KEPT:
        shutil.copy2(here / name, there / name)
    shutil.copytree(here / "inside", there / "inside", ignore=_LEFT_OUT)
    # The programs hold what PyTorch is given in the place of a student's Function.
    sources = cut_packages([folder / "minigrad", folder / "autograder"], names)
    sources |= families.cut(folder, names)
    compileall.compile_dir(folder, quiet=2, workers=1)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return sources
