"""A student's first exercise, and taking work home, in a real JupyterLab.

Headless Chromium drives it.
"""

import re
import shutil
import time
import zipfile

import nbformat
import pytest
from helpers import browsing
from helpers.browsing import ROOT, Student
from nbformat.v4 import new_code_cell, new_notebook

pytestmark = pytest.mark.browser

jupyterlab, page = browsing.jupyterlab, browsing.page

PS2 = "exercises/ps2/ps2.ipynb"


@pytest.fixture
def course(tmp_path):
    """A copy of what students open: nothing in the tree changes."""
    ignored = shutil.ignore_patterns(".ipynb_checkpoints")
    for folder in ("course", "exercises"):
        shutil.copytree(ROOT / folder, tmp_path / "work" / folder, ignore=ignored)
    return tmp_path / "work"


def test_a_wrong_answer_is_diagnosed_and_a_right_one_drawn(
    page, jupyterlab, tmp_path, record_property
):
    address, start = jupyterlab
    student = Student(page)
    student.open(address.format(path=PS2))
    page.screenshot(path=tmp_path / "1-opened.png")
    student.run("imports")

    student.replace(
        "mul", "write Mul.forward", "ctx.save_for_backward(a, b)", "return a * b"
    )
    student.replace(
        "mul", "write Mul.backward", "a, b = ctx.saved_tensors", "return b, a"
    )
    student.run("mul")
    told = student.run("mul-check")
    page.screenshot(path=tmp_path / "2-wrong.png")
    assert "Mul differs from PyTorch" in told
    assert "The upstream gradient is missing" in told

    student.replace("mul", "return b, a", "return grad * b, grad * a")
    student.run("mul")
    told = student.run("mul-check")
    seconds = round(time.monotonic() - start, 1)
    record_property("seconds from start to the first passed check", seconds)
    print(f"first passed check after {seconds} s")
    page.screenshot(path=tmp_path / "3-right.png")
    assert "Mul agrees with PyTorch" in told

    for cell in ("neuron-data", "neuron-forward", "picture"):
        student.run(cell)
    picture = student.cell("picture").locator(".jp-OutputArea-output :is(svg, img)")
    picture.first.wait_for()
    page.screenshot(path=tmp_path / "4-picture.png")

    told = student.run_all("progress")
    page.screenshot(path=tmp_path / "5-all-run.png")
    assert re.search(r"The engine: 1 of \d\d pieces is yours", told)


def test_all_work_is_downloaded_by_one_click(page, course, jupyterlab, tmp_path):
    address, _ = jupyterlab
    cell = new_code_cell("import autograder\nautograder.backup()", id="backup")
    kernel = {"name": "python3", "display_name": "Python 3"}  # else a dialog asks
    notebook = new_notebook(cells=[cell], metadata={"kernelspec": kernel})
    nbformat.write(notebook, course / "course" / "home.ipynb")
    student = Student(page)
    student.open(address.format(path="course/home.ipynb"))
    told = student.run("backup")
    assert "notebook" in told
    page.screenshot(path=tmp_path / "backup.png")
    with page.expect_download() as started:
        student.cell("backup").locator("a", has_text="Download").click()
    saved = tmp_path / started.value.suggested_filename
    started.value.save_as(saved)
    assert saved.name.startswith("my_work-") and saved.suffix == ".zip"
    with zipfile.ZipFile(saved) as zipped:
        assert "work/ps2/ps2.ipynb" in zipped.namelist()
