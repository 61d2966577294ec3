"""The benchmark of grading: its class is a real mix, and all of it has a result."""

import json

import nbformat
import pytest

pytest.importorskip("torch")
pytest.importorskip("nbgrader")

from tools.benchmarks import classes, grading
from tools.benchmarks.classes import SET


@pytest.mark.slow
def test_a_class_of_twenty_is_graded(tmp_path, program, capsys):
    program("bwrap")
    assert grading.main(["20", "--folder", str(tmp_path), "--workers", "2"]) == 0
    course = tmp_path / "class-20"
    results = {
        path.stem: json.loads(path.read_text())
        for path in (course / "judged" / SET).glob("*.json")
    }
    assert len(results) == 20 and not any(each["failed"] for each in results.values())
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
    again = grading.main(["20", "--folder", str(tmp_path), "--workers", "2"])
    first, second = (
        line for line in capsys.readouterr().out.splitlines() if " 20 " in line
    )
    assert again == 0 and first == second


@pytest.mark.slow
def test_a_number_gives_the_same_submission(tmp_path):
    for name in ("one", "other"):
        classes.make_class(tmp_path / name, 10)
    one, other = (
        {
            path.relative_to(tmp_path / name): path.read_bytes()
            for path in (tmp_path / name / "submitted").rglob("*")
            if path.is_file()
        }
        for name in ("one", "other")
    )
    assert one == other and len({*one.values()}) == len(one) >= 10
