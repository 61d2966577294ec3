"""Who takes part: lists of Canvas and Moodle, and what the gradebook makes of them.

Read: `Person`, `people` (a list that an LMS gave), `into_gradebook`, `main`.
"""

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ..grading.finding import bad_name
from ..work.folder import WorkError

_COLUMNS = {  # the field of a Person: what lists call it, the best first
    "login": ("sis login id", "username", "id number", "student_id"),
    "email": ("email address", "email"),
    "number": ("id", "identifier"),
    "name": ("student", "full name"),
    "first": ("first name", "first_name"),
    "last": ("last name", "surname", "last_name"),
}


@dataclass(frozen=True)
class Person:
    """Somebody in a list; `number` is the one that stands in the names of files, `row`
    the line of the list."""

    id: str
    first: str
    last: str
    email: str
    number: str
    row: dict[str, str]


def table(path: Path) -> tuple[list[str], list[dict[str, str]]]:
    """The header and the lines of a CSV, whatever its delimiter and encoding."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    header = list(reader.fieldnames or [])
    rows = [{key: row.get(key) or "" for key in header} for row in reader]
    return header, rows


def people(path: Path) -> list[Person]:
    """Everybody in a list. WorkError if it has no names, or two have one id."""
    header, rows = table(path)
    known = {column.strip().lower(): column for column in header}

    def field(row: dict[str, str], name: str) -> str:
        columns = (known[each] for each in _COLUMNS[name] if each in known)
        return next((text for each in columns if (text := row[each].strip())), "")

    found = []
    for row in rows:
        whole, email = field(row, "name"), field(row, "email")
        first, last = field(row, "first"), field(row, "last")
        if whole and not last:
            front, comma, behind = whole.partition(",")
            first, _, last = whole.rpartition(" ")
            if comma:
                first, last = behind.strip(), front.strip()
        number = re.sub(r"\D", "", field(row, "number"))
        login = field(row, "login") or email
        id = login.partition("@")[0] or number
        of_canvas = {first, last} == {"Student", "Test"} or "Possible" in last
        if id and (first or last) and not of_canvas:
            found.append(Person(id, first, last, email, number, row))
    if not found:
        raise WorkError(
            f"{path} names nobody. It needs columns such as Student, ID and SIS Login "
            "ID (Canvas: Grades, Export), or Full name and Email address (Moodle: the "
            "grading worksheet, or the list of participants)."
        )
    ids = Counter(each.id for each in found)
    twice = [id for id in ids if ids[id] > 1]
    bad = [each.id for each in found if bad_name(each.id) or "/" in each.id]
    if twice or bad:
        what = "two students" if twice else "a student, but no folder can have it"
        raise WorkError(f"{path}: {(twice or bad)[0]} is the id of {what}.")
    return found


def into_gradebook(path: Path, gradebook: str) -> list[Person]:
    """Put everybody in a list into the gradebook; names of who is there are renewed."""
    from nbgrader.api import Gradebook

    found = people(path)
    with Gradebook(gradebook) as opened:
        for each in found:
            opened.update_or_create_student(
                each.id,
                first_name=each.first,
                last_name=each.last,
                email=each.email,
                lms_user_id=each.number if "ID" in each.row else None,
            )
    return found


def main(given) -> int:
    """`python -m autograder roster`."""
    found = into_gradebook(Path(given.file), "sqlite:///gradebook.db")
    print(f"{len(found)} students are in gradebook.db, as {found[0].id} and so on.")
    print("Their work goes to submitted/ID/psN/psN.ipynb; `collect` puts it there.")
    return 0
