"""Points and feedback, in the form that Canvas and Moodle take.

    lms/ps4/points.csv      to upload; who waits for a person has no points in it
    lms/ps4/status.csv      for you: late, still to grade, and everybody's points
    lms/ps4/feedback.zip    the pages, called what the LMS called the submissions

Read: `main`, `Result`, `export`.
"""

import csv
import json
import shutil
import zipfile
from dataclasses import dataclass
from pathlib import Path

from ..work.folder import WorkError
from .roster import people, table

FORMULA = tuple("=+-@\t\r")  # a spreadsheet would take the cell for a formula
STATUS = ("Student", "ID", "Handed in", "Points", "Still to grade", "Late")
CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


@dataclass(frozen=True)
class Result:
    """What a student has for a set."""

    points: float
    most: float
    to_grade: int
    late: bool


def main(given) -> int:
    """`python -m autograder export`."""
    lms, template = (
        ("canvas", given.canvas) if given.canvas else ("moodle", given.moodle)
    )
    for path in export(given.set, lms, Path(template), Path.cwd(), given.to):
        print(path)
    return 0


def export(set: str, lms: str, template: Path, root: Path, to: str | None = None):
    """Write the files; `template` is the list that the LMS exported."""
    to = Path(to) if to else root / "lms" / set
    if to.exists():
        raise WorkError(f"{to} is there already. Delete it, or use --to DIR.")
    results, numbers = _results(set, root)
    register = root / "downloaded" / set / "lms.json"
    kept = json.loads(register.read_text("utf-8")) if register.exists() else {}
    header, rows = table(template)
    column = _column(header, set, lms, template)
    by_row = {tuple(each.row.items()): each for each in people(template)}
    names = [each for each in CANVAS if each in header] + [column]
    if lms == "moodle":  # but for comments, which Moodle would take over, and empty
        names = [each for each in header if not each.startswith("Feedback")]
    points, status = [], []
    for row in rows:
        person = by_row.get(tuple(row.items()))
        if person is None:  # Canvas has a line of what is possible, and a test student
            continue
        id = (
            person.id if person.id in results else numbers.get(person.number, person.id)
        )
        result = results.get(id)
        ready = result is not None and not result.to_grade
        told = {name: row.get(name, "") for name in names}
        told[column] = f"{result.points:g}" if ready else row.get(column, "")
        points.append(told)
        name, said = (
            f"{person.last}, {person.first}",
            kept.get(id, {}).get("late", False),
        )
        status.append(_status(name, id, result, said))
    for id in sorted(results.keys() - {each["ID"] for each in status}):
        status.append(_status("(not in the LMS's list)", id, results[id], False))
    to.mkdir(parents=True)
    _write(to / "points.csv", names, points)
    _write(to / "status.csv", list(STATUS), status)
    return [to / "points.csv", to / "status.csv", *_feedback(set, root, kept, to)]


def _status(
    name: str, id: str, result: Result | None, said_late: bool
) -> dict[str, str]:
    """A line for the instructor; `said_late` is what the LMS said."""
    if result is None:
        return {"Student": name, "ID": id, "Handed in": "no"}
    return {
        "Student": name,
        "ID": id,
        "Handed in": "yes",
        "Points": f"{result.points:g} of {result.most:g}",
        "Still to grade": str(result.to_grade),
        "Late": "yes" if said_late or result.late else "no",
    }


def _results(set: str, root: Path) -> tuple[dict[str, Result], dict[str, str]]:
    """{id: Result} of a set, and {number in the LMS: id}."""
    from nbgrader.api import Gradebook, MissingEntry

    from ..grading.late import late, settings

    if not (root / "gradebook.db").exists():
        raise WorkError("there is no gradebook.db: make the release and grade first.")
    with Gradebook(f"sqlite:///{root / 'gradebook.db'}") as gradebook:
        try:
            handed_in = gradebook.find_assignment(set).submissions
        except MissingEntry:
            raise WorkError(f"gradebook.db does not know {set}.") from None
        off = late(gradebook, set, settings(root))
        results = {
            each.student.id: Result(
                each.score - off.get(each.student.id, (0, 0.0))[1],
                each.max_score,
                sum(
                    bool(g.needs_manual_grade) for n in each.notebooks for g in n.grades
                ),
                each.student.id in off,
            )
            for each in handed_in
        }
        numbers = {each.lms_user_id: each.id for each in gradebook.students}
    if not results:
        raise WorkError(f"nobody's {set} has been graded yet.")
    return results, numbers


def _column(header: list[str], set: str, lms: str, template: Path) -> str:
    """Where the points go: Canvas calls it "ps4 (7788)", Moodle "Grade"."""
    if lms == "canvas":
        if "ID" not in header or "Student" not in header:
            raise WorkError(f"{template} is no export of Canvas's Grades.")
        wanted = (each for each in header if each.split(" (")[0].strip().lower() == set)
        return next(wanted, set)
    if not {"Identifier", "Grade"} <= {*header}:
        raise WorkError(
            f"{template} is no grading worksheet of Moodle: it needs the columns "
            "Identifier and Grade (switch the language to English for the download)."
        )
    return "Grade"


def _write(path: Path, header: list[str], rows: list[dict[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, header, extrasaction="ignore")
        writer.writeheader()
        for row in rows:
            writer.writerow({key: _text(text) for key, text in row.items()})


def _text(text: str) -> str:
    """A name such as =HYPERLINK(…) stays a text in a spreadsheet."""
    return f"'{text}" if text.startswith(FORMULA) and not _number(text) else text


def _number(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isdigit()


def _feedback(set: str, root: Path, kept: dict, to: Path) -> list[Path]:
    """The zip of the pages that `nbgrader generate_feedback` has made."""
    pages = {
        student: page
        for student in sorted(kept)
        if (page := root / "feedback" / student / set / f"{set}.html").is_file()
    }
    if not pages:
        return []
    path = to / "feedback.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for student, page in pages.items():
            with made.open(kept[student]["start"] + f"{set}.html", "w") as member:
                with page.open("rb") as source:
                    shutil.copyfileobj(source, member)
    return [path]
