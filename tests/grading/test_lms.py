"""Canvas and Moodle: downloads and lists as they make them, by hand from their
documentation, and what they get back; in the end the lines of docs/instructors.md."""

import csv
import json
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from datetime import datetime
from pathlib import Path

import pytest

pytest.importorskip("nbgrader")

from nbgrader.api import Gradebook  # noqa: E402

from autograder import __main__ as command  # noqa: E402
from autograder.lms import names, roster  # noqa: E402
from autograder.work.folder import WorkError  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8")
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,ps3 (7787),ps4 (7788),Score
    Points Possible,,,,,100,100,(read only)
"Lovelace, Ada",101,S1,ada,A,90,,45
"Hopper, Grace",102,S2,grace@uni.example,A,80,,40
"=Noether, Emmy",103,S3,emmy,A,70,,35
"Turing, Alan",104,S4,alan,A,,,0
"Student, Test",999,,abc,A,,,
"""
MOODLE = (
    "\ufeffIdentifier,Full name,Email address,Status,Grade,Maximum Grade,"
    "Grade can be changed,Last modified (submission),Last modified (grade),"
    "Feedback comments\n"
    "Participant 501,Ada Lovelace,ada@uni.example,Submitted for grading - ,,100.00,Yes,"
    '"Sunday, 1 March 2026, 5:59 PM",-,\n'
    "Participant 502,Grace Hopper,grace@uni.example,"
    "Submitted for grading - 1 day 2 hours late,,100.00,Yes,"
    '"Monday, 2 March 2026, 7:59 PM",-,\n'
    "Participant 503,Émilie du Châtelet,emilie@uni.example,No submission,,100.00,Yes,"
    "-,-,\n"
)


pytestmark = pytest.mark.filterwarnings(
    "ignore:Object of type:sqlalchemy.exc.SAWarning"
)


@pytest.fixture(scope="module")
def gradebook_db(tmp_path_factory):
    """One that knows ps4. Making it takes a second."""
    path = tmp_path_factory.mktemp("gradebook") / "gradebook.db"
    with Gradebook(f"sqlite:///{path}") as gradebook:
        gradebook.add_assignment("ps4", duedate="2026-03-01 18:00:00 UTC")
        gradebook.add_notebook("ps4", "ps4")
        for cell in ("sum", "words"):
            gradebook.add_grade_cell(cell, "ps4", "ps4", max_score=50, cell_type="code")
    return path


@pytest.fixture
def course(tmp_path, monkeypatch, gradebook_db):
    monkeypatch.chdir(tmp_path)
    shutil.copy(gradebook_db, tmp_path)
    (tmp_path / "canvas.csv").write_text(CANVAS, encoding="utf-8")
    (tmp_path / "moodle.csv").write_text(MOODLE, encoding="utf-8")
    return tmp_path


def pack(path, files, when=(2026, 3, 1, 12, 0, 0)):
    with zipfile.ZipFile(path, "w") as made:
        for name, text in files.items():
            made.writestr(zipfile.ZipInfo(name, when), text)


def run(*arguments):
    assert command.main(list(map(str, arguments))) == 0


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def handed_in(course, student):
    folder = course / "submitted" / student / "ps4"
    return (folder / "ps4.ipynb").read_text(), (folder / "timestamp.txt").read_text()


def grade(course, students, waiting=()):
    """What `grade` and a person leave in the gradebook."""
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        for student in students:
            time = (
                course / "submitted" / student / "ps4" / "timestamp.txt"
            ).read_text()
            when = datetime.strptime(time, "%Y-%m-%d %H:%M:%S UTC")
            gradebook.update_or_create_submission("ps4", student, timestamp=when)
            for cell in gradebook.find_submission("ps4", student).notebooks[0].grades:
                cell.manual_score = 40.5
                cell.needs_manual_grade = cell.name == "words" and student in waiting
        gradebook.db.commit()
        page = course / "feedback"
        for student in students:
            (page / student / "ps4").mkdir(parents=True, exist_ok=True)
            (page / student / "ps4" / "ps4.html").write_text(f"page of {student}")


# -- names ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "user", "late", "own"),
    [
        ("doejane_12345_678901_ps4.ipynb", "12345", False, "ps4.ipynb"),
        ("doejane_LATE_12345_678901_ps4-2.ipynb", "12345", True, "ps4-2.ipynb"),
        ("o_doejane_2_LATE_12345_678901_ps4.ipynb", "12345", True, "ps4.ipynb"),
        ("download/doejane_12345_678901_my_ps4.ipynb", "12345", False, "my_ps4.ipynb"),
        ("Jane Doe_77_assignsubmission_file_/ps4.ipynb", "77", False, "ps4.ipynb"),
        ("Jane Doe_77_assignsubmission_file/ps4.ipynb", "77", False, "ps4.ipynb"),
        ("x/Jane d_Oe_77_assignsubmission_file_ps4.ipynb", "77", False, "ps4.ipynb"),
    ],
)
def test_names_of_downloads_are_read(path, user, late, own):
    name = names.read(path, "ps4")
    assert (name.user, name.late, name.own) == (user, late, own)


def test_what_is_no_notebook_of_an_lms_is_not_read():
    for path in ("ps4.ipynb", "ada_ps4.ipynb", "doejane_12345_678901_report.pdf"):
        assert names.read(path, "ps4") is None


def test_the_last_one_counts():
    files = ["notes.ipynb", "ps4.ipynb", "ps4-2.ipynb", "ps4 (1).ipynb", "ps4-10.ipynb"]
    read = [names.read(f"doejane_1_5_{each}", "ps4") for each in files]
    assert [name.own for name in sorted(read, key=lambda name: name.rank)] == [
        "notes.ipynb",
        "ps4.ipynb",
        "ps4 (1).ipynb",
        "ps4-2.ipynb",
        "ps4-10.ipynb",
    ]


# -- rosters ----------------------------------------------------------------------


def test_a_roster_of_canvas_goes_into_the_gradebook(course, capsys):
    run("roster", "canvas.csv")
    assert "4 students" in capsys.readouterr().out
    with Gradebook("sqlite:///gradebook.db") as gradebook:
        ada = gradebook.find_student("ada")
        assert (ada.first_name, ada.last_name, ada.lms_user_id) == (
            "Ada",
            "Lovelace",
            "101",
        )
        assert {each.id for each in gradebook.students} == {
            "ada",
            "grace",
            "emmy",
            "alan",
        }


def test_a_roster_of_moodle_in_another_form(course):
    text = MOODLE.replace(",", ";").replace("; 1 M", ", 1 M")
    (course / "moodle.csv").write_bytes(text.lstrip("\ufeff").encode("cp1252"))
    run("roster", "moodle.csv")
    with Gradebook("sqlite:///gradebook.db") as gradebook:
        emilie = gradebook.find_student("emilie")
        assert (emilie.first_name, emilie.last_name) == ("Émilie du", "Châtelet")


def test_a_roster_that_names_nobody_or_one_twice_is_refused(course):
    (course / "none.csv").write_text("a,b\n1,2\n")
    with pytest.raises(WorkError, match="names nobody"):
        roster.people(course / "none.csv")
    (course / "twice.csv").write_text(CANVAS.replace("102,S2,grace@", "102,S2,ada@"))
    with pytest.raises(WorkError, match="ada is the id of two students"):
        roster.people(course / "twice.csv")
    (course / "bad.csv").write_text(CANVAS.replace(",ada,", ",../../ada,"))
    with pytest.raises(WorkError, match="no folder"):
        roster.people(course / "bad.csv")


# -- Canvas -----------------------------------------------------------------------

DOWNLOAD = {
    "lovelaceada_101_9001_ps4.ipynb": "first",
    "lovelaceada_101_9002_ps4-1.ipynb": "second",
    "hoppergrace_LATE_102_9003_ps4.ipynb": "late",
    "noetheremmy_103_9004_ps4.ipynb": "emmy",
    "noetheremmy_103_9005_report.pdf": "no notebook",
}


def test_a_download_of_canvas_comes_to_submitted(course, capsys):
    run("roster", "canvas.csv")
    pack("all.zip", DOWNLOAD, when=(2026, 3, 2, 12, 0, 0))
    run("collect", "ps4", "all.zip")
    said = capsys.readouterr().out
    assert (
        "3 submissions, 3 of them new" in said and "Late, says the LMS: grace." in said
    )
    assert "report.pdf" in said and "ada: ps4-1.ipynb of 2" in said
    # Canvas says who was late, and the archive is younger than the deadline.
    assert handed_in(course, "ada") == ("second", "2026-03-01 18:00:00 UTC")
    assert handed_in(course, "grace") == ("late", "2026-03-01 18:00:01 UTC")


def test_collecting_again_changes_what_changed_and_loses_nothing(course, capsys):
    run("roster", "canvas.csv")
    pack("all.zip", DOWNLOAD)
    run("collect", "ps4", "all.zip")
    before = handed_in(course, "emmy")
    capsys.readouterr()
    later = DOWNLOAD | {"lovelaceada_101_9009_ps4-2.ipynb": "third"}
    pack("again.zip", later, when=(2026, 3, 5, 12, 0, 0))
    run("collect", "ps4", "again.zip")
    assert "1 of them new or changed" in capsys.readouterr().out
    assert (
        handed_in(course, "ada")[0] == "third" and handed_in(course, "emmy") == before
    )
    (old,) = (course / "downloaded" / "ps4" / "replaced").iterdir()
    assert old.read_text() == "second" and old.name.startswith("ada-")


def test_a_backup_that_was_handed_in_is_opened(course, capsys):
    run("roster", "canvas.csv")
    pack("work.zip", {"work/ps1/ps1.ipynb": "other", "work/ps4/ps4.ipynb": "inside"})
    pack("none.zip", {"work/ps1/ps1.ipynb": "other"})
    work, none = ((course / each).read_bytes() for each in ("work.zip", "none.zip"))
    files = {
        "turingalan_104_9001_my_work.ZIP": work,
        "lovelaceada_101_9002_my_work.zip": work,
        "lovelaceada_101_9001_ps4.ipynb": "first",
        "noetheremmy_103_9003_my_work.zip": none,
    }
    pack("all.zip", files)
    run("collect", "ps4", "all.zip")
    said = capsys.readouterr().out
    assert "2 submissions" in said and "noetheremmy_103_9003_my_work.zip" in said
    assert handed_in(course, "alan")[0] == "inside"
    assert handed_in(course, "ada")[0] == "first"


def test_points_and_feedback_for_canvas(course, capsys):
    run("roster", "canvas.csv")
    pack("all.zip", DOWNLOAD)
    run("collect", "ps4", "all.zip")
    grade(course, ["ada", "grace", "emmy"], waiting=["emmy"])
    run("export", "ps4", "--canvas", "canvas.csv")
    points = {row["ID"]: row for row in rows(course / "lms" / "ps4" / "points.csv")}
    assert [*points["101"]] == [
        *("Student", "ID", "SIS User ID", "SIS Login ID", "Section", "ps4 (7788)")
    ]
    assert {id: row["ps4 (7788)"] for id, row in points.items()} == {
        "101": "81",
        "102": "81",
        "103": "",  # waits for a person
        "104": "",
    }
    assert points["103"]["Student"] == "'=Noether, Emmy"  # no formula
    status = {row["ID"]: row for row in rows(course / "lms" / "ps4" / "status.csv")}
    assert [status[id]["Late"] for id in ("ada", "grace", "emmy", "alan")] == [
        *("no", "yes", "no", "")
    ]
    assert (
        status["emmy"]["Still to grade"] == "1"
        and status["ada"]["Points"] == "81 of 100"
    )
    assert status["alan"]["Handed in"] == "no"
    with zipfile.ZipFile(course / "lms" / "ps4" / "feedback.zip") as made:
        assert sorted(made.namelist()) == [
            "hoppergrace_LATE_102_9003_ps4.html",
            "lovelaceada_101_9002_ps4.html",
            "noetheremmy_103_9004_ps4.html",
        ]
        assert made.read("lovelaceada_101_9002_ps4.html") == b"page of ada"
    assert command.main(["export", "ps4", "--canvas", "canvas.csv"]) == 1
    assert "is there already" in capsys.readouterr().err


def test_what_a_late_day_costs_is_taken_off(course):
    """By the rule that the course's nbgrader_config.py has."""
    (course / "nbgrader_config.py").write_text(
        "c = get_config()\n"
        'c.AssignLatePenalties.plugin_class = "autograder.grading.late.PerDay"\n'
        "c.PerDay.percent = 10\n"
    )
    run("roster", "canvas.csv")
    pack("all.zip", DOWNLOAD, when=(2026, 3, 2, 12, 0, 0))
    run("collect", "ps4", "all.zip")
    grade(course, ["ada", "grace"])
    run("export", "ps4", "--canvas", "canvas.csv")
    points = {row["ID"]: row for row in rows(course / "lms" / "ps4" / "points.csv")}
    assert points["101"]["ps4 (7788)"] == "81"
    assert float(points["102"]["ps4 (7788)"]) == pytest.approx(0.9 * 81)


# -- Moodle -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "form", ["_assignsubmission_file_/", "_assignsubmission_file_"]
)
def test_moodle_there_and_back(course, form):
    run("roster", "moodle.csv")
    start = {"ada": f"Ada Lovelace_501{form}", "grace": f"Grace Hopper_502{form}"}
    pack("all.zip", {f"{each}ps4.ipynb": id for id, each in start.items()})
    run("collect", "ps4", "all.zip", "--worksheet", "moodle.csv")
    said = datetime(2026, 3, 1, 17, 59).astimezone().timestamp()
    when = datetime.fromisoformat(handed_in(course, "ada")[1].replace(" UTC", "+00:00"))
    assert when.timestamp() == said
    grade(course, ["ada", "grace"], waiting=["grace"])
    run("export", "ps4", "--moodle", "moodle.csv")
    sheet = {
        row["Email address"][:5]: row for row in rows(course / "lms/ps4/points.csv")
    }
    assert sheet["ada@u"]["Grade"] == "81" and sheet["grace"]["Grade"] == ""
    assert sheet["ada@u"]["Identifier"] == "Participant 501"
    # Moodle looks for these three, and writes the comments of a column that is there.
    assert {"Identifier", "Grade", "Last modified (grade)"} <= sheet["ada@u"].keys()
    assert "Feedback comments" not in sheet["ada@u"]
    status = {row["ID"]: row for row in rows(course / "lms" / "ps4" / "status.csv")}
    assert status["grace"]["Late"] == "yes" and status["emilie"]["Handed in"] == "no"
    with zipfile.ZipFile(course / "lms" / "ps4" / "feedback.zip") as made:
        assert sorted(made.namelist()) == [f"{each}ps4.html" for each in start.values()]


def test_without_a_worksheet_moodle_is_matched_by_name(course, capsys):
    run("roster", "moodle.csv")
    pack(
        "all.zip",
        {
            "Ada Lovelace_9_assignsubmission_file_/ps4.ipynb": "ada",
            "../../Evil Name_8_assignsubmission_file_/../../ps4.ipynb": "x",
        },
    )
    run("collect", "ps4", "all.zip")
    assert handed_in(course, "ada")[0] == "ada"
    assert handed_in(course, "Evil-Name-8")[0] == "x"
    assert "Not in the gradebook: Evil-Name-8" in capsys.readouterr().out
    assert {each.name for each in (course / "submitted").iterdir()} == {
        *("ada", "Evil-Name-8")
    }


# -- what goes wrong --------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["collect", "ps4", "canvas.csv"], "cannot be unpacked"),
        (["collect", "ps4", "other.zip"], "no file has a name of Canvas"),
        (["collect", "ps4", "missing.zip"], "missing.zip"),
        (["export", "ps4", "--canvas", "canvas.csv"], "nobody's ps4"),
        (["export", "ps5", "--canvas", "canvas.csv"], "does not know ps5"),
    ],
)
def test_errors_say_what_to_do(course, capsys, arguments, words):
    pack("other.zip", {"ps4.ipynb": "x"})
    assert command.main(arguments) == 1
    assert words in capsys.readouterr().err
    assert not (course / "submitted").exists() and not (course / "lms").exists()


def test_a_list_of_the_other_lms_is_refused(course, capsys):
    run("roster", "canvas.csv")
    pack("all.zip", DOWNLOAD)
    run("collect", "ps4", "all.zip")
    grade(course, ["ada"])
    for option, file in (("--moodle", "canvas.csv"), ("--canvas", "moodle.csv")):
        assert command.main(["export", "ps4", option, file]) == 1
        assert file in capsys.readouterr().err
    assert json.loads((course / "downloaded/ps4/lms.json").read_text())["ada"]


# -- docs/instructors.md, line by line --------------------------------------------


def section(heading):
    return PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def blocks(heading):
    """The lines of each block below a heading."""
    fenced = re.findall(r"^```.*\n([^`]+)^```$", section(heading), re.MULTILINE)
    return [block.splitlines() for block in fenced]


def follow(line):
    """Run a line as it stands on the page. A process for each would take long."""
    words = shlex.split(line, comments=True)
    if words[:3] == ["python", "-m", "autograder"]:
        return run(*words[3:])
    begin = [sys.executable, "-m"] if words[0] == "nbgrader" else []
    subprocess.run([*begin, *words], check=True, timeout=120)


FORMS = {
    "canvas": ["lovelaceada_101_9001_", "hoppergrace_LATE_102_9003_"],
    "moodle": [
        "Ada Lovelace_501_assignsubmission_file_/",
        "Grace Hopper_502_assignsubmission_file_/",
    ],
}


@pytest.mark.parametrize("lms", FORMS)
def test_the_page_is_followed_line_by_line(course, lms, capsys):
    heading = "Canvas and Moodle"
    lines = dict(zip(FORMS, blocks(heading), strict=True))
    once, each_week, after_grading = lines[lms]  # fails where the page has another
    (again,) = re.findall(r"`([a-z]\w* [^`\n]+)`", section(heading))
    pack("submissions.zip", {f"{start}ps4.ipynb": "x" for start in FORMS[lms]})
    follow(once)
    follow(each_week)
    assert "2 submissions, 2 of them new" in capsys.readouterr().out
    made, both = course / "lms" / "ps4", ["ada", "grace"]
    for waiting in ["grace"], []:
        grade(course, both, waiting)
        if not waiting:
            follow(again)
        follow(after_grading)
        column = {"canvas": "ps4 (7788)", "moodle": "Grade"}[lms]
        points = [row[column] for row in rows(made / "points.csv")]
        assert points[:2] == ["81", "" if waiting else "81"]
        status = {row["ID"]: row for row in rows(made / "status.csv")}
        assert [status[each]["Late"] for each in both] == ["no", "yes"]
        assert status["grace"]["Still to grade"] == str(len(waiting))
        with zipfile.ZipFile(made / "feedback.zip") as pages:
            assert pages.namelist() == [f"{start}ps4.html" for start in FORMS[lms]]


def test_the_roster_of_the_page_is_imported(course):
    heading = "The roster, and late work"
    ((line,),) = blocks(heading)
    (header,) = re.findall(r"first line `(.+?)`", section(heading))
    people = f"{header}\nada,Lovelace,Ada,ada@uni.example\n"
    (course / shlex.split(line)[-1]).write_text(people)
    follow(line)
    with Gradebook("sqlite:///gradebook.db") as gradebook:
        (ada,) = gradebook.students
        assert (ada.id, ada.first_name, ada.email) == ("ada", "Ada", "ada@uni.example")
