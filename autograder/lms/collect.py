"""From a download of Canvas or Moodle into submitted/.

The last file of each student counts. What it takes the place of, and what belongs to
nobody, is kept in downloaded/SET/ and named. `lms.json` there remembers what the LMS
called each file, since feedback goes back under that name.

Read: `Collector`, `main`.
"""

import hashlib
import json
import re
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ..grading.finding import SIZE_CAP, packed
from ..work.folder import WorkError
from . import names
from .roster import Person, people

_TIMES = (  # Moodle's, in English, and those that others export
    "%A, %d %B %Y, %I:%M %p",
    "%A, %B %d, %Y, %I:%M %p",
    "%d %B %Y, %I:%M %p",
    "%Y-%m-%d %H:%M:%S %Z",
    "%Y-%m-%d %H:%M",
)


def main(given) -> int:
    """`python -m autograder collect`."""
    worksheet = Path(given.worksheet) if given.worksheet else None
    collector = Collector(given.set, Path.cwd(), worksheet)
    for each in given.files:
        collector.take(Path(each))
    for line in collector.put():
        print(line)
    return 0


class Collector:
    """Takes downloads, then puts what is in them into `root`/submitted."""

    def __init__(self, set: str, root: Path, worksheet: Path | None = None) -> None:
        self.set, self.root = set, root
        self.people = (
            {each.number: each for each in people(worksheet)} if worksheet else {}
        )
        self.known, self.names, self.due = _gradebook(root, set)
        self.found: dict[str, list[tuple[names.Name, bytes, datetime]]] = {}
        self.others: list[str] = []

    def take(self, download: Path) -> None:
        """A zip, or a folder in which one was unpacked."""
        for path, content, when in _members(download):
            if path.lower().endswith(".zip"):  # of backup(), perhaps
                content = packed(content, self.set)
            if content is not None and (name := names.read(path, self.set)):
                self.found.setdefault(self._student(name), []).append(
                    (name, content, when)
                )
            elif not path.endswith("/"):
                self.others.append(path)

    def put(self) -> list[str]:
        """Write what was taken; answers what to tell."""
        if not self.found:
            raise WorkError(
                "no file has a name of Canvas (doejane_12345_678_ps4.ipynb) or of "
                "Moodle (Jane Doe_12345_assignsubmission_file_/ps4.ipynb)."
            )
        place = self.root / "downloaded" / self.set
        place.mkdir(parents=True, exist_ok=True)
        register = place / "lms.json"
        kept = json.loads(register.read_text("utf-8")) if register.exists() else {}
        new, more = 0, []
        for student, files in sorted(self.found.items()):
            name, content, when = max(files, key=lambda each: (each[0].rank, each[2]))
            new += self._write(student, content, self._time(name, when), place)
            kept[student] = {
                "lms": name.lms,
                "start": name.start,
                "late": self._late(name),
            }
            if len(files) > 1:
                more.append(
                    f"{student}: {name.own} of {len(files)} notebooks was taken"
                )
        register.write_text(json.dumps(kept, indent=1, sort_keys=True), "utf-8")
        late = [student for student in sorted(self.found) if kept[student]["late"]]
        lines = [f"{len(self.found)} submissions, {new} of them new or changed."]
        if late:
            lines.append(f"Late, says the LMS: {', '.join(late)}.")
        strange = [each for each in self.found if self.known and each not in self.known]
        if strange:
            lines.append(
                f"Not in the gradebook: {', '.join(sorted(strange))}. "
                "`python -m autograder roster FILE` first, and collect again."
            )
        if self.others:
            named = ", ".join(self.others[:5])
            lines.append(f"Left alone, no notebooks of an LMS: {named}")
        return lines + more

    def _write(self, student: str, content: bytes, when: str, place: Path) -> bool:
        """Put a notebook and its time where `grade` looks; True if it is another."""
        folder = self.root / "submitted" / student / self.set
        path = folder / f"{self.set}.ipynb"
        if path.is_file() and (before := path.read_bytes()) != content:
            digest = hashlib.sha256(before).hexdigest()[:8]
            (place / "replaced").mkdir(exist_ok=True)
            (place / "replaced" / f"{student}-{digest}.ipynb").write_bytes(before)
        elif path.is_file():
            return False
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        (folder / "timestamp.txt").write_text(when, "utf-8")
        return True

    def _student(self, name: names.Name) -> str:
        """The id of who handed something in."""
        if name.user in self.known.values() and name.lms == "Canvas":
            return next(id for id, user in self.known.items() if user == name.user)
        person = self.people.get(name.user)
        if person and (not self.known or person.id in self.known):
            return person.id
        if (
            name.lms == "Moodle"
            and len(ids := self.names.get(name.who.lower(), [])) == 1
        ):
            return ids[0]
        return re.sub(r"\W+", "-", name.who).strip("-") + f"-{name.user}"

    def _worksheet(self, name: names.Name, word: str) -> str:
        person: Person | None = self.people.get(name.user)
        row = person.row if person else {}
        return next((row[key] for key in row if key.lower().startswith(word)), "")

    def _late(self, name: names.Name) -> bool:
        return name.late or "late" in self._worksheet(name, "status").lower()

    def _time(self, name: names.Name, when: datetime) -> str:
        """When it was handed in. Canvas says no more than whether it was late: then it
        is just after the deadline, so that a rule takes off one day and not more."""
        said = self._worksheet(name, "last modified (submission)").strip()
        for form in _TIMES:
            with suppress(ValueError):
                when = datetime.strptime(said, form).astimezone()
        if not said and self.due:
            just_late = self.due + timedelta(seconds=1)
            when = just_late if name.late else min(when, self.due)
        return f"{when.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def _gradebook(root: Path, set: str) -> tuple[dict, dict, datetime | None]:
    """{id: number in the LMS}, {full name: ids}, and the deadline, if there is one."""
    if not (root / "gradebook.db").exists():
        return {}, {}, None
    from nbgrader.api import Gradebook, MissingEntry

    known, called, due = {}, {}, None
    with Gradebook(f"sqlite:///{root / 'gradebook.db'}") as gradebook:
        for each in gradebook.students:
            known[each.id] = each.lms_user_id
            whole = f"{each.first_name} {each.last_name}".lower()
            called.setdefault(whole, []).append(each.id)
        with suppress(MissingEntry):
            due = gradebook.find_assignment(set).duedate
    return known, called, due and due.replace(tzinfo=UTC)


def _members(download: Path) -> Iterator[tuple[str, bytes, datetime]]:
    """Paths, contents and times in a zip or a folder. Links lead nowhere."""
    if download.is_dir():
        for path in sorted(download.rglob("*")):
            if path.is_file() and not path.is_symlink():
                when = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                content = path.read_bytes() if path.stat().st_size <= SIZE_CAP else b""
                yield path.relative_to(download).as_posix(), content, when
        return
    try:
        with zipfile.ZipFile(download) as opened:
            for info in opened.infolist():
                kind = info.filename.lower().endswith((".ipynb", ".zip"))
                small = kind and info.file_size <= SIZE_CAP
                content = opened.read(info) if small else b""
                yield info.filename, content, datetime(*info.date_time).astimezone()
    except (zipfile.BadZipFile, RuntimeError, ValueError) as error:
        raise WorkError(
            f"{download} cannot be unpacked ({error}): load it anew."
        ) from None
