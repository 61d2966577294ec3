"""The student folder: whole but for the pieces of its set, which are checked there."""

import ast
import errno
import json
import subprocess
import sys
from pathlib import Path

import pytest

from autograder import WorkError
from autograder.__main__ import main
from autograder.authoring import handout, marks
from autograder.pieces.catalogue import PIECES
from autograder.pieces.kinds import SeamPiece
from minigrad import speed

ROOT = Path(__file__).parents[2]
SETS = sorted({piece.set for piece in PIECES.values()})


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A handout of each problem set."""
    made = {}
    for name in SETS:
        made[name] = tmp_path_factory.mktemp("handout") / name
        handout.handout([name], made[name])
    return made


def run(folder, code, *arguments, status=0):
    """What a Python of its own prints in a handout, the answers of the bank at hand."""
    begin = "import sys; sys.path[0:0] = ['.']; sys.path.append(sys.argv[1])\n"
    command = [sys.executable, "-B", "-P", "-c", begin + code, str(ROOT / "tests")]
    done = subprocess.run(
        [*command, *arguments], cwd=folder, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == status, done.stderr
    return done.stdout


def of_set(name):
    return [piece for piece in PIECES.values() if piece.set == name]


# -- what is in it ----------------------------------------------------------------


@pytest.mark.parametrize("name", SETS)
def test_no_solution_is_in_sight(name, folders):
    folder = folders[name]
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
    assert {"start.py", "exercises/ps2/ps2.ipynb", "autograder/spares.dat"} <= there
    assert not {"solutions", "tests", ".git", "my_work", "docs"} & there
    assert not {"tools/slides", "tools/benchmarks"} & there
    assert not [each for each in there if f"/right_{name}." in each]
    assert not [each for each in there if "__pycache__" in each or each.endswith("pyc")]
    for _, path, each in marks.every(ROOT / "minigrad"):
        if each.name in PIECES and PIECES[each.name].set == name:
            own = (folder / path.relative_to(ROOT)).read_text(encoding="utf-8")
            for line in bodies(each, path):
                assert line not in own.splitlines(), (each.name, line)


def bodies(each, path):
    """Lines that only the marked definition has in its file."""
    text = path.read_text(encoding="utf-8").splitlines()
    piece = PIECES[each.name]
    methods = (each.name,) if isinstance(piece, SeamPiece) else piece.names
    for node in ast.walk(each.node):
        if isinstance(node, ast.FunctionDef) and (
            node.name in methods or node is each.node
        ):
            start = node.body[ast.get_docstring(node) is not None :]
            for line in text[start[0].lineno - 1 : node.end_lineno] if start else ():
                if len(line.strip()) > 9 and text.count(line) == 1:
                    yield line


@pytest.mark.parametrize("name", SETS)
def test_nothing_else_is_changed(name, folders):
    """Each file is the original but for the bodies of the pieces."""
    for source in sorted((ROOT / "minigrad").rglob("*.py")):
        text = source.read_text(encoding="utf-8")
        own = folders[name] / source.relative_to(ROOT)
        wanted = {piece.name: piece for piece in of_set(name)}
        assert own.read_text(encoding="utf-8") == handout.cut(text, source.name, wanted)
        marked = {each.name for each in marks.marked(text, source.name)}
        if not marked & set(wanted):
            assert own.read_bytes() == source.read_bytes()


def test_its_lectures_are_the_course_s_but_for_the_note_on_copies(folders):
    """Which copy to work in, start.py says by opening it."""
    lectures = sorted((ROOT / "course").glob("*.ipynb"))
    assert lectures
    for path in lectures:
        own = json.loads((folders["ps2"] / "course" / path.name).read_text("utf-8"))
        kept = json.loads(path.read_text("utf-8"))
        cells = [each for each in kept["cells"] if each["id"] != "your-copy"]
        assert len(cells) == len(kept["cells"]) - 1 and own == kept | {"cells": cells}


def test_its_readme_names_the_pieces(folders):
    text = (folders["ps2"] / "README.md").read_text(encoding="utf-8")
    assert all(f"- {piece.name} (ps2)" in text for piece in of_set("ps2"))


def test_what_is_cut():
    source = '''import numpy as np


# piece: Mul
class Mul(Op, operands=2):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        """Keeps its doc."""
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad


# piece: no_grad
class no_grad(Switch):
    enabled = False


# piece: other
def other():
    return 1
'''
    cut = handout.cut(source, "f.py", {n: PIECES[n] for n in ("Mul", "no_grad")})
    assert '"""Keeps its doc."""' in cut and "a * b\n" not in cut.split("return", 1)[-1]
    assert "save_for_backward" not in cut and "return grad" not in cut
    assert "def __enter__(self, *args):" in cut and "def other():\n    return 1" in cut
    scope = {"Op": Takes, "Switch": object}
    exec(cut, scope)
    for function, args in (
        (scope["Mul"].forward, (1, 2, 3)),
        (scope["Mul"].backward, (1, 2)),
        (scope["no_grad"]().__exit__, (None, None, None)),
    ):
        with pytest.raises(NotImplementedError, match="is a piece of ps"):
            function(*args)
    assert cut.index("# piece: Mul") == source.index("# piece: Mul")


class Takes:
    """A base class with options."""

    def __init_subclass__(cls, operands=1):
        pass


# -- what works in it -------------------------------------------------------------

WORKS = """
import minigrad as torch
from autograder.pieces.catalogue import PIECES
x = torch.tensor([1.0, 2.0], requires_grad=True)
print((x.sin() - 1).detach().shape if PIECES["detach"].set != sys.argv[2] else 0)
w = torch.randn(3, 2)
torch.cat([w, w]), w.reshape(6)
(x.sin() - 1).cos()
for name, piece in PIECES.items():
    if piece.set == sys.argv[2] and piece.kind == "op":
        try:
            piece.op.forward(None)
        except (NotImplementedError, TypeError) as error:
            print(name, type(error).__name__)
"""


@pytest.mark.parametrize("name", SETS)
def test_minigrad_works_but_for_the_pieces(name, folders):
    if name == "ps3" and not speed.is_loaded:
        pytest.skip("without minigrad/speed every op saves by Saving, which is cut")
    run(folders[name], WORKS, name)


@pytest.mark.parametrize(
    "name, code, told",
    [
        ("ps2", "x * x", "Mul.forward is a piece of ps2 that you write and check"),
        ("ps1", "x.detach()", "detach is a piece of ps1 that you write and check"),
        ("ps1", "(x * x).sum().backward()", "is a piece of ps1 that you write"),
        ("ps1", "minigrad.no_grad().__enter__()", "no_grad.__enter__ is a piece of"),
    ],
)
def test_what_is_cut_names_the_piece(name, code, told, folders):
    begin = "import minigrad\nx = minigrad.ones(2, requires_grad=True)\n"
    code = f"{begin}try:\n    {code}\nexcept NotImplementedError as error:\n"
    assert told in run(folders[name], code + "    print(error)")


CHECKED = """
import warnings
from banks.answers.bank import RIGHT, WRONG
from autograder import CheckFailed, check, progress
from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import forget_all, is_plugged
for name in sys.argv[2:]:
    states = progress().sets[PIECES[name].set]
    assert states.get(name) == ("blank" if PIECES[name].in_minigrad else None)
    right, *_ = RIGHT[name].values()
    told = check(right)
    assert "what minigrad's own" in repr(told) or "fresh" not in repr(told)
    assert is_plugged(name)
    forget_all()
    wrong, *_ = WRONG[name].values()
    try:
        check(wrong)
    except CheckFailed as failed:
        assert "not written" not in str(failed), failed
    else:
        print(name, "passes")
print("done")
"""


@pytest.mark.parametrize("name", SETS)
def test_a_right_answer_passes_and_a_wrong_one_fails(name, folders):
    from banks.answers.bank import RIGHT

    names = [piece.name for piece in of_set(name) if RIGHT.get(piece.name)][::4]
    assert run(folders[name], CHECKED, *names) == "done\n"


TRAINED = """
from banks.answers.bank import RIGHT
from banks.answers.ps5.training import RIGHT_PROGRAMS, network
from autograder import check
from autograder.pieces.registry import is_plugged
def train_digits(images, labels):
    return RIGHT_PROGRAMS["in_batches"](images, labels)
print(check(train_digits))
check(next(iter(RIGHT["SGD"].values())))
print(check(train_digits), is_plugged("SGD"))
try:
    network(64, 10)
except NotImplementedError as error:
    print(error)
"""


def test_a_network_is_trained_with_what_is_not_written_yet(folders):
    said = run(folders["ps5"], TRAINED)
    assert said.count("of the held-out digits it knows 9") == 2 and "True" in said
    assert "is a piece of ps5 that you write and check" in said


STUBS = """
from banks.answers.bank import stub
from autograder import CheckFailed, check
for name in sys.argv[2:]:
    try:
        check(stub(name))
    except CheckFailed as failed:
        assert "is not written yet" in str(failed), (name, str(failed))
    else:
        print(name, "passes")
print("done")
"""


@pytest.mark.parametrize("name", SETS)
def test_an_untouched_stub_fails(name, folders):
    names = [piece.name for piece in of_set(name)]
    assert run(folders[name], STUBS, *names) == "done\n"


@pytest.mark.parametrize(  # two of them train a network
    "name", [pytest.param(s, marks=pytest.mark.slow) if "8" in s else s for s in SETS]
)
def test_the_solutions_pass_their_checks(name, folders):
    """Cell by cell: imports, answers and checks of the notebook, in the handout."""
    path = ROOT / "solutions" / name / f"{name}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    checks = [
        "".join(cell["source"])
        for cell in cells
        if cell["cell_type"] == "code"
        and ("nbgrader" in cell["metadata"] or cell["id"] == "imports")
    ]
    file = folders[name] / "answers.py"
    file.write_text("\n".join(checks), encoding="utf-8")
    run(folders[name], "import runpy; runpy.run_path('answers.py')")


def test_references_need_the_full_tree(folders):
    for command in (["record", "--check"], ["record"], ["handout", "ps2"]):
        done = subprocess.run(
            [sys.executable, "-B", "-m", "autograder", *command],
            cwd=folders["ps2"],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 1 and done.stdout == ""
        assert "full tree" in done.stderr or "from the whole course" in done.stderr


# -- the command ------------------------------------------------------------------


def test_a_folder_that_is_there_is_not_touched(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["handout", "ps2", "--to", str(tmp_path)]) == 1
    assert "is there already. Delete it, or use --to DIR" in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["mine.txt"]
    with pytest.raises(WorkError, match="is there already"):
        handout.handout(["ps2"], tmp_path / "mine.txt")


def test_a_place_that_cannot_be_written_is_named(tmp_path, capsys):
    (tmp_path / "file").write_text("mine")
    assert main(["handout", "ps1", "--to", str(tmp_path / "file" / "ps1")]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and str(tmp_path / "file") in error
    assert "Errno" not in error and (tmp_path / "file").read_text() == "mine"


def test_a_full_disk_leaves_no_half_of_a_handout(tmp_path, capsys, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device", "README.md")

    monkeypatch.setattr(handout.spares, "write", full)
    assert main(["handout", "ps1", "--to", str(tmp_path / "ps1")]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "No space left on device" in error
    assert not (tmp_path / "ps1").exists()


def test_an_unknown_set_is_named(capsys):
    with pytest.raises(SystemExit):
        main(["handout", "ps99"])
    assert "no problem set ps99" in capsys.readouterr().err


def test_a_piece_without_a_mark_is_an_error(tmp_path):
    (tmp_path / "minigrad").mkdir()
    (tmp_path / "minigrad" / "tensor.py").write_text("x = 1\n")
    with pytest.raises(ValueError, match="no mark `# piece: …` for Mul"):
        handout.cut_packages([tmp_path / "minigrad"], ["Mul"])
