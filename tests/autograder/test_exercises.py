"""Every problem set: its form, its points, and that the release gives nothing away."""

import ast
import json
import re
import statistics
import subprocess
from functools import cache
from pathlib import Path

import nbformat
import pytest
from helpers.lecture_files import LINK, fits, unresolved

ROOT = Path(__file__).resolve().parents[2]
SETS = sorted(path.name for path in (ROOT / "solutions").iterdir() if path.is_dir())
PIECES = "Op|Function|Engine|Layers|Optimizer|a function|functions|Pictures"
HEADING = re.compile(
    r"## (?P<name>.+)\n\n(?P<stars>★{1,3}) · (?P<minutes>\d+) minutes · "
    rf"(?P<points>\d+) points · (?P<kind>{PIECES}|a number|a program|in words)"
)
REGION = re.compile(r"BEGIN SOLUTION.*?\n(.*?)^[^\n]*END SOLUTION", re.DOTALL | re.M)

every_set = pytest.mark.parametrize("name", SETS)
both_forms = pytest.mark.parametrize("folder", ["solutions", "exercises"])


# -- reading ----------------------------------------------------------------------


@cache
def read(folder, name):
    return nbformat.read(ROOT / folder / name / f"{name}.ipynb", as_version=4)


def mark(cell, key):
    """What nbgrader's metadata say about a cell; False where they say nothing."""
    return cell.metadata.get("nbgrader", {}).get(key, False)


def text(folder, name, kind="markdown"):
    cells = [cell for cell in read(folder, name).cells if cell.cell_type == kind]
    return "\n\n".join(cell.source for cell in cells)


def exercises(folder, name):
    """(heading, cells) of each exercise, up to the next heading."""
    found = []
    for cell in read(folder, name).cells:
        if cell.source.startswith("## "):
            heading = HEADING.match(cell.source)
            found.append((heading, []))
        if found:
            found[-1][1].append(cell)
    return [(heading, cells) for heading, cells in found if heading]


# -- form -------------------------------------------------------------------------


def test_there_are_sets():
    assert "ps2" in SETS


@both_forms
@every_set
def test_is_valid_with_explicit_readable_ids_and_no_outputs(folder, name):
    path = ROOT / folder / name / f"{name}.ipynb"
    raw = json.loads(path.read_text(encoding="utf-8"))
    assert (raw["nbformat"], raw["nbformat_minor"]) == (4, 5)
    nbformat.validate(raw)
    ids = [cell["id"] for cell in raw["cells"]]
    assert len(ids) == len(set(ids))
    made_by_machine = re.compile(r"[0-9a-f]{8}(-[0-9a-f-]+)?")
    assert [i for i in ids if made_by_machine.fullmatch(i)] == []
    for cell in raw["cells"]:
        assert cell.get("outputs", []) == [], cell["id"]
        assert cell.get("execution_count") is None, cell["id"]


@both_forms
@every_set
def test_grade_ids_are_the_cell_ids(folder, name):
    graded = [cell for cell in read(folder, name).cells if "nbgrader" in cell.metadata]
    assert graded
    assert [mark(cell, "grade_id") for cell in graded] == [cell.id for cell in graded]


@both_forms
@every_set
def test_links_resolve(folder, name):
    links = LINK.findall(text(folder, name))
    assert links
    assert unresolved(links, ROOT / folder / name) == []


@every_set
def test_code_cells_are_short_and_told_about(name):
    cells = read("exercises", name).cells
    lengths = [len(cell.source.splitlines()) for cell in cells if is_code(cell)]
    assert statistics.median(lengths) <= 5
    assert max(lengths) <= 25
    kinds = "".join(cell.cell_type[0] for cell in cells)
    assert "ccc" not in kinds, "three code cells in a row"


def is_code(cell):
    return cell.cell_type == "code"


@both_forms
@every_set
def test_folded_text_is_closed_and_rendered_as_markdown(folder, name):
    words = text(folder, name)
    assert words.count("<details>") == words.count("</details>") > 0
    assert not re.search(r"</summary>\n(?!\n)", words)
    assert "<details open" not in words


# -- exercises --------------------------------------------------------------------


@every_set
def test_a_check_stands_right_below_each_blank(name):
    cells = read("solutions", name).cells
    for cell, below in zip(cells, cells[1:], strict=False):
        if is_code(cell) and mark(cell, "solution"):
            assert is_code(below) and mark(below, "grade"), cell.id
            assert mark(below, "locked") and not mark(below, "solution"), below.id
            assert below.source.startswith("check("), below.id
            # Without it, "Run All" would stop at the first blank that is not filled.
            assert below.metadata.tags == ["raises-exception"], below.id


@every_set
def test_pieces_have_hints_and_help(name):
    for heading, cells in exercises("exercises", name):
        if heading["kind"] in PIECES.split("|"):
            words = "\n".join(cell.source for cell in cells)
            assert "<summary>Hint 1" in words, heading["name"]
            assert "<summary>Help: " in words, heading["name"]


@every_set
def test_points_of_the_headings_are_those_that_are_graded(name):
    for heading, cells in exercises("solutions", name):
        points = sum(mark(cell, "points") for cell in cells if mark(cell, "grade"))
        assert points == int(heading["points"]), heading["name"]


@every_set
def test_the_table_tells_the_headings(name):
    words = text("exercises", name)
    rows = re.findall(r"^\| \[(.+)\]\(.+\) \| (★+) \| (\d+) \| (\d+) \|", words, re.M)
    headings = [heading for heading, _ in exercises("exercises", name)]
    assert rows == [heading.group(1, 2, 3, 4) for heading in headings]
    total = re.search(r"\*\*all of it\*\* \| \| \*\*(\d+)\*\* \| \*\*(\d+)\*\*", words)
    for column, sum_of_all in enumerate(total.groups(), start=2):
        assert sum(int(row[column]) for row in rows) == int(sum_of_all)


@every_set
def test_headings_fit_the_table_of_contents_of_jupyterlab(name):
    """Of the title, at least what it is about."""
    title, *found = re.findall(r"^#{1,6} (.+)$", text("exercises", name), re.M)
    assert len(found) > 5 and [each for each in found if not fits(each)] == []
    assert fits(title.partition(":")[0])
    assert not re.search("[★·]", "".join(found))


@every_set
def test_a_set_ends_with_how_to_hand_in_and_what_comes_next(name):
    last = read("exercises", name).cells[-1].source
    assert last.startswith("**Hand in.**") and f"`{name}.ipynb`" in last
    assert LINK.search(last.partition("**Next**")[2])


@every_set
def test_a_written_answer_has_a_rubric_that_adds_up(name):
    by_hand = [
        cell
        for cell in read("solutions", name).cells
        if mark(cell, "grade") and mark(cell, "solution")
    ]
    assert by_hand
    for cell in by_hand:
        assert cell.cell_type == "markdown" and not mark(cell, "locked"), cell.id
        rubric = cell.source.partition("For the grader")[2]
        parts = re.findall(r"^- (\d+) points?:", rubric, re.MULTILINE)
        assert sum(map(int, parts)) == mark(cell, "points"), cell.id
        answers, *marked = rubric.partition("**Two marked samples.**")[2].split("\n> ")
        assert re.search(r"about \d+ minutes", answers) and len(marked) == 2, cell.id
        for sample in marked:
            given = sample.partition("\n\n")[2]
            total, most = re.match(r"\*(\d+) of (\d+) points\*", given).groups()
            assert int(total) <= int(most) == mark(cell, "points"), cell.id
            named = re.findall(r"\((\d+)\)", given)
            assert not named or sum(map(int, named)) == int(total), (cell.id, given)


# -- the release ------------------------------------------------------------------


@every_set
def test_each_blank_raises_the_name_of_what_is_to_be_written(name):
    for source, release in paired(name):
        if is_code(source) and mark(source, "solution"):
            expected = names_of_blanks(source.source)
            assert blanks_of(release.source) == expected != [], source.id


def paired(name):
    """Each cell of the source with its cell in the release."""
    sources, releases = (read(f, name).cells for f in ("solutions", "exercises"))
    assert [cell.id for cell in sources] == [cell.id for cell in releases]
    return list(zip(sources, releases, strict=True))


def names_of_blanks(source):
    """The functions of a cell that hold a solution, methods after their class."""
    names = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            names += [f"{node.name}.{method}" for method in functions_of(node.body)]
        else:
            names += functions_of([node])
    return [f"write {name}" for name in names]


def functions_of(nodes):
    return [node.name for node in nodes if isinstance(node, ast.FunctionDef)]


def blanks_of(source):
    """What a released cell raises, in order."""
    found = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Raise) and node.exc.func.id == "NotImplementedError"
    ]
    return [node.exc.args[0].value for node in sorted(found, key=lambda n: n.lineno)]


@every_set
def test_the_release_holds_no_solution(name):
    released = json.dumps(read("exercises", name), ensure_ascii=False)
    for cell in read("solutions", name).cells:
        if mark(cell, "solution"):
            solutions = REGION.findall(cell.source)
            assert solutions, cell.id
            for line in "".join(solutions).splitlines():
                if len(line.strip()) > 9:
                    line = json.dumps(line.strip(), ensure_ascii=False)[1:-1]
                    assert line not in released, cell.id
    assert "SOLUTION" not in released and "For the grader" not in released


@every_set
def test_the_release_changes_nothing_else(name):
    for source, release in paired(name):
        if not mark(source, "solution"):
            assert release.source == source.source, source.id


def test_no_gradebook_is_in_the_tree():
    if not (ROOT / ".git").exists():
        pytest.skip("not a git clone: nothing says what belongs to the tree")
    git = ["git", "-C", str(ROOT)]
    tracked = subprocess.run(
        [*git, "ls-files", "*gradebook*", "submitted", "autograded", "feedback"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert tracked.stdout == ""
    subprocess.run([*git, "check-ignore", "-q", "gradebook.db"], check=True)
