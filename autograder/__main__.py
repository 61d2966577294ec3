"""The command line: `python -m autograder COMMAND`, described by `--help`."""

import argparse
import importlib.util
import sys
from pathlib import Path

from .authoring import handout
from .check import programs, references
from .pieces import spares
from .work import archive
from .work.folder import WorkError, bring


def main(arguments: list[str] | None = None) -> int:
    """Run a command; answers the exit status."""
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        return given.act(given)
    except WorkError as error:
        said = str(error)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        said = f"{place}{error.strerror or error}. Nothing was lost."
    print(f"autograder {given.command}: {said}", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m autograder",
        description="What students do with their work, and instructors with checks.",
    )
    commands = parser.add_subparsers(dest="command", required=True)

    def command(name: str, act, text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(act=act)
        return added

    command("work", _work, "copy new exercises to my_work, where students work")
    added = command("backup", _backup, "put all of a student's work into one zip file")
    added.add_argument("file", nargs="?", metavar="FILE")
    added = command("restore", _restore, "bring the work in a backup back")
    added.add_argument("file", metavar="FILE")
    added = command(
        "handout", _handout, "make a student folder: no solutions, no pieces of the set"
    )
    added.add_argument("sets", nargs="+", metavar="psN", type=_set)
    added.add_argument("--to", metavar="DIR", help="left out: handouts/psN")
    added = command(
        "grade", _grade, "grade all that was handed in for a set, in a sandbox"
    )
    added.add_argument("set", metavar="psN", type=_set)
    added.add_argument("--student", action="append", help="only this one (repeatable)")
    added.add_argument("--workers", type=int, metavar="N", help="left out: 1 or 2")
    added.add_argument(
        "--scheduler", default="", metavar="ADDRESS", help="on this Dask cluster"
    )
    added.add_argument("--force", action="store_true", help="also what is unchanged")
    added.add_argument(
        "--cell-seconds", type=_positive, default=60, help="for a cell or a check (60)"
    )
    added.add_argument(
        "--total-seconds", type=_positive, default=1800, help="for a notebook (1800)"
    )
    added.add_argument(
        "--memory", type=_positive, default=2, metavar="GB", help="for a notebook (2)"
    )
    added.add_argument("--seed", type=int, help="of the secret inputs")
    added.add_argument(
        "--unsafe",
        action="store_true",
        help="without a sandbox: students' code runs with your rights",
    )
    added = command(
        "report", _report, "how a class did: points, reasons, what looks alike"
    )
    added.add_argument("set", metavar="psN", type=_set)
    added.add_argument(
        "--to", metavar="FILE", help="also as a page (.html) or a table (.csv)"
    )
    added = command(
        "exercises", _exercises, "show the exercises of a set, or change them"
    )
    added.add_argument("set", metavar="psN", type=_set)
    added.add_argument("--points", nargs="+", metavar="CELL=N", type=_pair, default=[])
    added.add_argument("--remove", metavar="CELL", help="the exercise with this cell")
    added.add_argument("--add", metavar="FILE", help="an exercise in Markdown")
    added.add_argument("--above", metavar="CELL", help="where the new one stands")
    added = command(
        "variant", _variant, "other inputs, and other names, for a private course"
    )
    added.add_argument("set", metavar="psN", type=_set)
    added.add_argument(
        "--seed", type=int, help="of inputs, and of numbers in questions"
    )
    added.add_argument("--rename", nargs="+", metavar="OLD=NEW", type=_pair, default=[])
    added.add_argument(
        "--rename-all", action="store_true", help="the others too: names by the seed"
    )
    added = command("roster", _lms, "put a list of Canvas or Moodle into the gradebook")
    added.add_argument("file", metavar="FILE")
    added = command("collect", _lms, "put a download of Canvas or Moodle in submitted/")
    added.add_argument("set", metavar="psN", choices=programs.SETS)
    added.add_argument("files", nargs="+", metavar="ZIP")
    added.add_argument("--worksheet", metavar="FILE", help="Moodle's, of this set")
    added = command("export", _lms, "points and feedback for Canvas or Moodle")
    added.add_argument("set", metavar="psN", choices=programs.SETS)
    template = added.add_mutually_exclusive_group(required=True)
    template.add_argument("--canvas", metavar="FILE", help="what Grades exported")
    template.add_argument("--moodle", metavar="FILE", help="the grading worksheet")
    added.add_argument("--to", metavar="DIR", help="left out: lms/psN")
    added = command("exam", _exam, "draw an exam from a seed, with its answers apart")
    added.add_argument("seed", metavar="SEED", type=int)
    added.add_argument("--count", type=int, default=10, metavar="N", help="questions")
    added.add_argument(
        "--lectures", type=int, nargs="+", metavar="N", help="only these"
    )
    added.add_argument("--large", action="store_true", help="pages in large print")
    added.add_argument("--to", metavar="DIR", help="left out: exams/SEED")
    added = command(
        "record", _record_all, "run the programs under PyTorch and keep what it does"
    )
    added.add_argument(
        "sets", nargs="*", metavar="psN", type=_set, help="left out: every set"
    )
    added.add_argument(
        "--check",
        action="store_true",
        help="write nothing, and say in what the kept references differ",
    )
    return parser


# -- students ---------------------------------------------------------------------


def _work(given) -> int:
    for line in bring():
        print(line)
    return 0


def _backup(given) -> int:
    done = archive.backup(given.file)
    print(done)
    print(done.file)
    return 0


def _restore(given) -> int:
    print(archive.restore(given.file))
    return 0


# -- instructors ------------------------------------------------------------------


def _handout(given) -> int:
    to = given.to or f"handouts/{'-'.join(given.sets)}"
    names = handout.handout(given.sets, to)
    print(f"{to}: the course without solutions/ and without {', '.join(names)}")
    return 0


def _grade(given) -> int:
    _need("nbgrader", "nbgrader")
    from .grading import batch

    return batch.main(given)


def _report(given) -> int:
    _need("nbgrader", "nbgrader")
    from .grading import report_page

    return report_page.main(given)


def _need(package: str, name: str) -> None:
    if importlib.util.find_spec(package) is None:
        raise WorkError(f"this needs {name}: on your machine, python3 start.py has it")


def _set(text: str) -> str:
    """The name of a problem set."""
    if text not in programs.SETS:
        known = ", ".join(programs.SETS)
        raise argparse.ArgumentTypeError(f"no problem set {text} (there are {known})")
    return text


def _positive(text: str) -> float:
    """A number above 0."""
    try:
        if (found := float(text)) > 0:
            return found
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text}: write a number above 0")


def _pair(text: str) -> tuple[str, str]:
    """("mul-check", "6") of "mul-check=6"."""
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text}: write NAME=VALUE")
    return name, value


def _exercises(given) -> int:
    sheet = _sheet(given)
    from .authoring import sets

    for cell, points in given.points:
        sheet.set_points(cell, points)
    if given.add:
        if not given.above:
            raise WorkError("--add needs --above CELL")
        sheet.add(Path(given.add), given.above)
    if given.remove:
        sheet.remove(given.remove)
    if given.points or given.add or given.remove:
        sheet.save()
    for line in sets.overview(sheet):
        print(line)
    return 0


def _variant(given) -> int:
    if given.seed is not None:
        _need("torch", "PyTorch")
    sheet = _sheet(given)
    from .authoring import variants

    for line in variants.make(sheet, given):
        print(line)
    print("Now record anew, and make the release: docs/instructors.md says how.")
    return 0


def _lms(given) -> int:
    _need("nbgrader", "nbgrader")
    from .lms import collect, export, roster

    return {"collect": collect, "export": export}.get(given.command, roster).main(given)


def _exam(given) -> int:
    handout.full_course("Exams are made")
    from .exam import sheet

    return sheet.main(given)


def _sheet(given):
    """The source notebook of a set."""
    _need("nbformat", "nbformat")
    from .authoring import sets

    return sets.Sheet(handout.full_course("Problem sets are changed"), given.set)


def _record_all(given) -> int:
    if spares.is_handout():
        raise WorkError(
            "references are recorded in the full tree; this is a handout, in which "
            "pieces of minigrad are left out."
        )
    _need("torch", "PyTorch")
    failed = False
    for name in given.sets or programs.SETS:
        failed |= _check(name) if given.check else _record(name)
    return int(failed)


def _record(name: str) -> bool:
    from .authoring import questions

    path = references.record(name)
    questions.record(name)
    print(f"{name}: wrote {path.name}, {path.stat().st_size / 1000:.0f} kB")
    return False


def _check(name: str) -> bool:
    from .authoring import questions

    found = references.differences(name) + questions.differences(name)
    print(f"{name}: " + ("as recorded" if not found else "differs from PyTorch in"))
    for line in found:
        print(f"    {line}")
    if found:
        print(f"Record anew with: python -m autograder record {name}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
