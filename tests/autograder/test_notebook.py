"""In a notebook: is the code on the screen what is checked, and what if it lasts?"""

import time

import pytest

from autograder import CheckFailed, check, notebook
from autograder.pieces.registry import forget_all, is_plugged

GOOD = """
@piece
class no_grad:
    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
"""
NUMBER = "def gradient_of_a_diamond():\n    return {}\n"


@pytest.fixture
def cells(monkeypatch):
    """Runs a cell; None, or the error that it ended by."""
    from IPython.core.interactiveshell import InteractiveShell

    monkeypatch.setattr(notebook, "_home", {})
    monkeypatch.setattr(notebook, "_why", {})
    shell = InteractiveShell.instance()
    notebook.watch_cells()
    notebook.watch_cells()  # once is enough, and twice does no harm

    def run(source, cell=None):
        result = shell.run_cell(source, store_history=True, cell_id=cell)
        return result.error_before_exec or result.error_in_exec

    assert run("import minigrad as torch\nfrom autograder import check, piece") is None
    yield run
    shell.events.unregister("post_run_cell", notebook._after_a_cell)
    InteractiveShell.clear_instance()
    forget_all()


def test_after_a_syntax_error_the_version_before_is_not_checked(cells):
    assert cells(GOOD) is None and cells("check(no_grad)") is None
    assert isinstance(cells(GOOD.replace("(self):", "(self)")), SyntaxError)
    for target in ("no_grad", "'no_grad'"):
        told = str(cells(f"check({target})"))
        assert told.startswith(
            "no_grad is not checked. The last run of its cell failed"
        )
        assert "(SyntaxError)" in told
    assert is_plugged("no_grad")
    assert cells(GOOD) is None and cells("check(no_grad)") is None


def test_of_a_class_that_was_renamed_the_version_before_is_not_checked(cells):
    assert cells(GOOD, "a") is None and cells("check(no_grad)", "b") is None
    assert cells(GOOD.replace("no_grad", "nograd"), "a") is not None
    assert "Its cell was run without it" in str(cells("check(no_grad)", "b"))
    assert cells(GOOD, "c") is None and cells("check(no_grad)", "b") is None
    assert cells("1 + 1", "a") is None and cells("check(no_grad)", "b") is None


def test_a_number_is_not_checked_either(cells):
    assert cells(NUMBER.format(44)) is None
    assert cells("check(gradient_of_a_diamond)") is None
    assert cells(NUMBER.format("45 +")) is not None
    assert "is not checked" in str(cells("check(gradient_of_a_diamond)"))


def test_what_was_defined_before_its_cell_failed_is_checked(cells):
    assert isinstance(cells(GOOD + "\n1 / 0\n"), ZeroDivisionError)
    assert cells("check(no_grad)") is None
    assert isinstance(
        cells(GOOD.replace("False", "True") + "check(no_grad)"), CheckFailed
    )
    assert "set_grad_enabled(True)" in str(cells("check(no_grad)"))


def test_a_check_that_lasts_says_so_and_how_to_stop_it(monkeypatch, capsys):
    def gradient_of_a_diamond():
        time.sleep(pause)
        return 44

    monkeypatch.setattr(notebook, "PATIENCE", 0.2)
    pause = 0
    check(gradient_of_a_diamond)
    time.sleep(0.4)
    assert capsys.readouterr().out == ""
    pause = 0.6
    check(gradient_of_a_diamond)
    told = capsys.readouterr().out
    assert told.startswith("The check of gradient_of_a_diamond is still running after")
    assert "never ends" in told and "Ctrl+C" in told
