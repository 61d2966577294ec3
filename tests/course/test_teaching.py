"""docs/teaching.md is true: its minutes, objectives, contrasts and quotations."""

import ast
import re
import shlex
from pathlib import Path

import nbformat
import numpy as np
import pytest
from helpers.lecture_files import NAMES, anchor, read

from autograder import __main__ as command
from autograder.exam import bank, sheet
from minigrad.viz import painting, style

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
LECTURES = [name for name in NAMES if name[:2] != "00"]
OBJECTIVE = re.compile(r"^- (\d+\.\d+) \*\*[A-Z]", re.MULTILINE)
SETS = [f"ps{n}" for n in range(1, 8)] + ["ps8_images", "ps8_text"]


def table(heading, header):
    """The rows of the table below a heading whose first line begins so."""
    part = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = part[part.index(header) :].split("\n\n")[0].splitlines()[2:]
    return [[each.strip() for each in row.strip("|").split("|")] for row in rows]


def minutes(cell):
    if cell.cell_type == "code":
        return 1 / 3
    asked = cell.source.count("**Predict, write it down.**")
    return len(cell.source.split()) / 130 + 0.75 * asked


# -- minutes ----------------------------------------------------------------------


def solution(name):
    return nbformat.read(ROOT / "solutions" / name / f"{name}.ipynb", 4)


def of_set(name):
    text = "\n".join(cell.source for cell in solution(name).cells)
    return sum(map(int, re.findall(r"^★+ · (\d+) minutes", text, re.MULTILINE)))


def test_minutes_of_lectures_are_those_of_reading():
    rows = [row[:2] for row in table("Minutes", "| lecture") if row[0]]
    assert [row[0] for row in rows] == [name[:2] for name in NAMES]
    for (_, said), name in zip(rows, NAMES, strict=True):
        assert int(said) == pytest.approx(sum(map(minutes, read(name).cells)), abs=5)


@pytest.mark.parametrize("name", NAMES)
def test_a_lecture_says_at_its_top_how_long_it_takes(name):
    """In all, and where it has two sittings, each of them."""
    found = read(name).cells
    said = found[0].source
    whole = re.search(r" takes\*\* about (\d+) minutes", said)
    assert int(whole[1]) == pytest.approx(sum(map(minutes, found)), abs=4)
    parts = re.search(r"two sittings of (\d+) and (\d+)\. .*?\(\S+?#(\S+?)\)", said)
    assert ("sittings" in said) == (parts is not None)
    if parts:
        starts = (f"## {parts[3]}" == anchored(cell) for cell in found)
        at = [*starts].index(True)
        for number, cells in (parts[1], found[:at]), (parts[2], found[at:]):
            assert int(number) == pytest.approx(sum(map(minutes, cells)), abs=4)


def anchored(cell):
    """The first line, as links name a heading."""
    first, _, _ = cell.source.partition("\n")
    return first[:3] + anchor(first[3:])


def test_minutes_of_sets_are_those_of_their_exercises():
    said = {row[2]: int(row[3]) for row in table("Minutes", "| lecture") if row[2]}
    found = {name: of_set(name) for name in SETS}
    assert found.pop("ps8_text") == found["ps8_images"]
    found["ps8"] = found.pop("ps8_images")
    assert said == found


@pytest.mark.parametrize("weeks", [5, 6, 12])
def test_a_timetable_has_everything_once_and_in_order(weeks):
    rows = table("Timetables", f"| week of {weeks}")
    assert [int(row[0]) for row in rows] == list(range(1, weeks + 1))
    lectures = {row[0]: int(row[1]) for row in table("Minutes", "| lecture") if row[0]}
    sets = {row[2]: row[3:] for row in table("Minutes", "| lecture") if row[2]}
    seen = []
    for _, heard, done, hours in rows:
        heard, done = (re.findall(r"\w+", each) for each in (heard, done))
        seen += heard
        total = 0
        for each in done:
            took, after = sets[each]
            total += int(took)
            assert {*after.split(", ")} <= {*seen}, each
            seen.append(each)
        total += sum(lectures[each] for each in heard)
        assert float(hours) == pytest.approx(total / 60, abs=0.06)
    assert sorted(seen) == sorted([*lectures, *sets])


def test_a_lecture_is_cut_where_a_section_begins():
    """Where no section is named, all of it fits; and all fit into 90 minutes."""
    rows = {row[0]: row[1:] for row in table("Where to cut a lecture", "| lecture")}
    assert rows.keys() <= {name[:2] for name in NAMES}
    assert "\nAll fit into 90.\n" in PAGE
    for name in NAMES:
        cuts = [*rows.get(name[:2], ["", ""]), ""]
        for cut, most in zip(cuts, (45 + 4, 60 + 4, 90), strict=True):
            before = 0.0
            for cell in read(name).cells:
                if cut and cell.source.startswith(f"## {cut}"):
                    break
                before += minutes(cell)
            else:
                assert not cut, f"{name} has no section {cut}"
            assert before <= most, (name, cut)


# -- objectives -------------------------------------------------------------------


def objectives(name):
    """The numbers of a lecture's objectives, such as 1.2."""
    (cell,) = (cell for cell in read(name).cells if cell.id == "objectives")
    return OBJECTIVE.findall(cell.source)


@pytest.mark.parametrize("name", LECTURES)
def test_a_lecture_says_at_its_top_what_you_can_do_after_it(name):
    found = objectives(name)
    assert 4 <= len(found) <= 6
    assert found == [f"{int(name[:2])}.{k}" for k in range(1, len(found) + 1)]
    assert [cell.id for cell in read(name).cells].index("objectives") <= 3


def test_each_objective_has_an_exercise_and_a_question_of_the_exam():
    graded = {
        (name, cell.id)
        for name in SETS
        for cell in solution(name).cells
        if cell.metadata.get("nbgrader", {}).get("grade")
    }
    rows = table("Objectives", "| | exercises")
    promised = [number for name in LECTURES for number in objectives(name)]
    assert [number for number, _, _ in rows] == promised
    asked = []
    for number, exercises, questions in rows:
        found = [
            (group.split(":")[0].strip(), cell)
            for group in exercises.split(";")
            for cell in re.findall(r"`([\w-]+)`", group)
        ]
        assert found and {*found} <= graded, (number, {*found} - graded)
        names = re.findall(r"`(\w+)`", questions)
        assert names
        assert {bank.ask(name, 1).objective for name in names} == {number}
        asked += names
    assert sorted(asked) == sorted(bank.bank)
    assert len(sheet.LECTURES) == len(LECTURES)


def test_commands_of_the_page_make_what_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"^```.*\n([^`]+)^```$", PAGE, re.MULTILINE)
    known = {"python3 start.py slides", "nbgrader export"}  # they have their own tests
    assert {*re.findall(r"`((?:python3?|nbgrader) [^`\n]+)`", PAGE)} == known
    whole, part = block.splitlines()
    for line, count in (whole, 10), (part, 6):
        words = shlex.split(line)
        assert words[:3] == ["python", "-m", "autograder"]
        assert command.main(words[3:]) == 0
        exam = tmp_path / "exams" / words[4]
        cells = nbformat.read(exam / "exam.ipynb", 4).cells
        assert sum(cell.source == "*Answer:*" for cell in cells) == count
        page = (exam / "exam.html").read_text(encoding="utf-8")
        assert ("font: 18pt" in page) == (line == part)
        assert exam.with_name(f"{exam.name}-answers").is_dir()


@pytest.mark.parametrize("folder", ["solutions", "exercises"])
def test_each_set_says_the_release_that_the_page_has_last(folder):
    last = {}
    for release, sets, changed in table("Versions and errata", "| release"):
        assert changed
        last |= dict.fromkeys(sets.split(", "), release)
    assert last == {
        name: nbformat.read(ROOT / folder / name / f"{name}.ipynb", 4).metadata.release
        for name in SETS
    }


# -- what checks say --------------------------------------------------------------


def test_messages_for_assistants_are_messages_of_checks():
    said = [
        node.value
        for path in (ROOT / "autograder").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    rows = table("For assistants", "| the check says")
    assert len(rows) == 10
    for quoted, _ in rows:
        words = quoted.strip("`")
        assert any(words in each for each in said), words


# -- colours ----------------------------------------------------------------------

# What is seen without one kind of cone: Machado, Oliveira, Fernandes (2009), severity
# 1, on linear RGB.
EYES = (
    np.eye(3),
    [(0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.052)],
    [(0.3673, 0.8606, -0.228), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)],
    [(1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)],
)
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
XYZ = np.array([(0.4124, 0.3576, 0.1805), LUMINANCE, (0.0193, 0.1192, 0.9505)])


def rgb(colour):
    return np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])


def in_the_dark_theme(channels):
    """As the filter of the launcher's style sheet shows a colour."""
    css = (ROOT / "tools/launcher/page/custom.css").read_text(encoding="utf-8")
    (amount,) = re.findall(r"invert\((.+?)\) hue-rotate\(180deg\)", css)
    weights = np.array([0.213, 0.715, 0.072])  # of the filter, in CSS Filter Effects
    inverted = float(amount) + (1 - 2 * float(amount)) * channels
    return np.clip(2 * weights @ inverted - inverted, 0, 1)


def seen(channels, eye):
    """Linear RGB, as an eye without one kind of cone sees it."""
    low = channels / 12.92
    linear = np.where(channels <= 0.04045, low, ((channels + 0.055) / 1.055) ** 2.4)
    return np.clip(eye @ linear, 0, 1)


def contrast(ink, ground, eye):
    """As WCAG 2 defines it."""
    dark, light = sorted(LUMINANCE @ seen(each, eye) + 0.05 for each in (ink, ground))
    return light / dark


def lab(channels, eye):
    """CIELAB, for white D65."""
    x, y, z = np.cbrt(XYZ @ seen(channels, eye) / XYZ.sum(axis=1))  # none is so dark
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


THEMES = [lambda channels: channels, in_the_dark_theme]


def least_contrast(colour, theme, ground="#FFFFFF"):
    ink, paper = theme(rgb(colour)), theme(rgb(ground))
    return min(contrast(ink, paper, eye) for eye in EYES)


def distance(one, two):
    """Of two colours, for the eye and the theme that tell them apart least."""
    return min(
        np.linalg.norm(lab(theme(rgb(one)), eye) - lab(theme(rgb(two)), eye))
        for eye in EYES
        for theme in THEMES
    )


def test_colours_are_seen_and_told_apart_as_the_page_says():
    rows = table("Accessibility", "| colour")
    named = {row[0]: getattr(style, row[0]) for row in rows}
    assert {*named.values()} == {*style.MEANINGS.values()}
    for name, _, *said in rows:
        others = {other: colour for other, colour in named.items() if other != name}
        nearest = min(others, key=lambda other: distance(named[name], others[other]))
        light, dark = (least_contrast(named[name], theme) for theme in THEMES)
        apart = distance(named[name], others[nearest])
        assert min(light, dark) >= 3 and apart >= 20, name
        *numbers, said_nearest = said
        assert list(map(float, numbers[:2])) == pytest.approx([light, dark], abs=0.06)
        assert float(numbers[2]) == pytest.approx(apart, abs=0.6)
        assert said_nearest == nearest


def test_letters_of_pictures_can_be_read():
    for theme in THEMES:
        for colour in style.MEANINGS.values():
            assert least_contrast(style.TEXT, theme, style.tint(colour)) > 7
            assert least_contrast(style.shade(colour, painting.LABEL), theme) > 4.5
    assert least_contrast(style.ERROR, THEMES[0], style.tint(style.ERROR)) > 4.5


def test_marks_on_a_page_are_seen_in_both_themes():
    for colour in style.ERROR_ON_PAGE, style.PIECE_ON_PAGE, style.LEAF, style.NEUTRAL:
        for ground in "#FFFFFF", "#111111":  # of JupyterLab's two themes
            assert least_contrast(colour, THEMES[0], ground) > 3


def test_letters_of_the_explorer_can_be_read_in_both_themes():
    css = (ROOT / "minigrad/viz/explorer/explorer.css").read_text(encoding="utf-8")
    blocks = [dict(re.findall(r"--mgx-([\w-]+): (#\w+)", b)) for b in css.split("}")]
    themes = [block for block in blocks if "value-bg" in block]
    assert len(themes) == 3  # light, and dark for a notebook and for a page
    for block in themes:
        for name in ("value", "grad", "leaf", "piece", "error"):
            ground = block[f"{name}-bg"]
            assert least_contrast(block[name], THEMES[0], ground) > 4.5, name
