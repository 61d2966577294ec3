"""What Canvas and Moodle call the files of a download.

    doejane_LATE_12345_678901_ps4-1.ipynb               Canvas: name, user, file
    Jane Doe_12345_assignsubmission_file_/ps4.ipynb     Moodle: name, participant
    Jane Doe_12345_assignsubmission_file_ps4.ipynb      Moodle, without folders

A file that is handed in again is `ps4-1.ipynb` in Canvas; browsers make
`ps4 (1).ipynb`.
"""

import re
from dataclasses import dataclass

_CANVAS = re.compile(r"(?P<who>[^/]+?)(?P<late>_LATE)?_(?P<user>\d+)_(?P<file>\d+)_")
_MOODLE = re.compile(r"(?:.*/)?(?P<who>[^/]+)_(?P<user>\d+)_assignsubmission_file_?/?")
_AGAIN = re.compile(r"(?:-(\d{1,3})| ?\((\d{1,3})\))$")


@dataclass(frozen=True)
class Name:
    """`user` is the number that the LMS has for the student, `start` all before the
    file's own name, `rank` orders the files of one student: the last one counts."""

    lms: str
    who: str
    user: str
    late: bool
    start: str
    own: str
    rank: tuple


def read(path: str, set: str) -> Name | None:
    """The parts of a path in a download; None for what is no notebook of an LMS, and no
    archive of one."""
    if not path.lower().endswith((".ipynb", ".zip")):
        return None
    if found := _MOODLE.match(path):
        lms, number = "Moodle", 0
    elif found := _CANVAS.match(path.rpartition("/")[2]):
        lms, number = "Canvas", int(found["file"])
        path = path.rpartition("/")[2]
    else:
        return None
    own, start = path[found.end() :], path[found.start("who") : found.end()]
    stem = own.rpartition("/")[2].rpartition(".")[0]
    again = _AGAIN.search(stem)
    count = int(again[1] or again[2]) if again else 0
    is_set = (stem[: again.start()] if again else stem).lower() == set
    late = lms == "Canvas" and bool(found["late"])
    rank = (is_set, count, number)
    return Name(lms, found["who"], found["user"], late, start, own, rank)
