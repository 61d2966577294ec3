"""The benchmark of grading: its class is a real mix, and all of it has a result."""

import json

import nbformat
import pytest

pytest.importorskip("torch")
pytest.importorskip("nbgrader")

from tools.benchmarks import classes, grading
from tools.benchmarks.classes import SET


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """With a class of ten in it: all sorts of the mix."""
    folder = tmp_path_factory.mktemp("classes")
    classes.make_class(folder / "class-10", 10)
    return folder


@pytest.mark.slow
def test_a_class_of_ten_is_graded(folder, program, capsys):
    program("bwrap")
    assert grading.main(["10", "--folder", str(folder), "--workers", "2"]) == 0
    course = folder / "class-10"
    results = {
        path.stem: json.loads(path.read_text())
        for path in (course / "judged" / SET).glob("*.json")
    }
    assert len(results) == 10 and not any(each["failed"] for each in results.values())
    release = nbformat.read(course / "exercises" / SET / f"{SET}.ipynb", 4)
    most = sum(
        cell.metadata.get("nbgrader", {}).get("points", 0)
        for cell in release.cells
        if cell.cell_type == "code"
    )
    for name, result in results.items():
        points = sum(result["scores"].values())
        if name.startswith("right"):
            assert points == most, (name, result["logs"])
        if name.startswith(("wrong", "partly")):
            assert points < most, name
    again = grading.main(["10", "--folder", str(folder), "--workers", "2"])
    first, second = (
        line for line in capsys.readouterr().out.splitlines() if " 10 " in line
    )
    assert again == 0 and first == second


@pytest.mark.slow
def test_a_number_gives_the_same_submission(folder, tmp_path):
    classes.make_class(tmp_path, 10)
    one, other = (
        {
            path.relative_to(course): path.read_bytes()
            for path in (course / "submitted").rglob("*")
            if path.is_file()
        }
        for course in (folder / "class-10", tmp_path)
    )
    assert one == other and len({*one.values()}) == len(one) >= 10
