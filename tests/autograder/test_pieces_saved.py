"""Saved pieces: kept when they pass, loaded by `use_mine`, and never in the way."""

import json
import linecache
import os
import re
import subprocess
import sys
import types
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

import minigrad
from autograder import CheckFailed, PieceError, check, piece, progress, use_mine
from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import forget_all, is_plugged, mine_of
from autograder.pieces.source import CannotKeep, made_anew, taken_down
from autograder.work.saving import place_of, save, saved

ROOT = Path(__file__).parents[2]
MUL = """
import numpy as np
from autograder import piece
from minigrad import Op

@piece
class Mul(Op):
    "mine"

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.multiply(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a
"""
WRONG = MUL.replace("grad * b, grad * a", "grad * a, grad * b")
OTHER = MUL.replace("np.multiply(a, b)", "a * b")


@pytest.fixture(autouse=True)
def work(tmp_path, monkeypatch):
    """A student's folder of its own, and nothing registered."""
    monkeypatch.setenv("MINIGRAD_WORK", str(tmp_path / "work"))
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    forget_all()
    yield tmp_path / "work"
    forget_all()


def cell(code, scope=None, name="Mul"):
    """What a notebook cell with this code defines."""
    filename = f"<cell {abs(hash(code))}>"
    linecache.cache[filename] = (len(code), None, code.splitlines(True), filename)
    scope = types.ModuleType("__main__").__dict__ if scope is None else scope
    exec(compile(code, filename, "exec"), scope)
    return scope[name]


def another_notebook():
    """A kernel that starts: nothing is registered in it."""
    forget_all()


def edit(name, **changes):
    """Change a saved piece by hand."""
    record = json.loads(place_of(name).read_text())
    place_of(name).write_text(json.dumps(record | changes))


# -- saving and loading -----------------------------------------------------------


def test_what_passed_runs_in_another_notebook():
    check(cell(MUL))
    another_notebook()
    assert not is_plugged("Mul") and progress().sets["ps2"]["Mul"] == "saved"
    assert repr(use_mine()) == "minigrad runs on your Mul."
    assert is_plugged("Mul") and progress().sets["ps2"]["Mul"] == "passed"
    assert mine_of("Mul").own.__doc__ == "mine"
    out = minigrad.tensor([2.0], requires_grad=True) * 3.0
    assert out.grad_fn._piece and out.tolist() == [6.0]


def test_a_kernel_that_restarts_finds_the_piece(work, tmp_path):
    check(cell(MUL))
    code = "import autograder; print(autograder.use_mine('Mul'))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout == "minigrad runs on your Mul.\n"


def test_what_is_saved_is_plain_text(work):
    check(cell(MUL))
    record = json.loads((work / "pieces" / "Mul.json").read_text(encoding="utf-8"))
    assert record["code"] == [MUL[MUL.index("@piece") :]]
    assert record["names"]["np"] == {"module": "numpy"}
    assert record["names"]["Op"] == {"from": "minigrad", "name": "Op"}
    assert sorted(each.name for each in work.rglob("*") if each.is_file()) == [
        "Mul.json"
    ]


def test_a_failure_after_a_pass_leaves_what_passed(work):
    check(cell(MUL))
    kept = place_of("Mul").read_bytes()
    with pytest.raises(CheckFailed):
        check(cell(WRONG))
    assert place_of("Mul").read_bytes() == kept
    assert progress().sets["ps2"]["Mul"] == "failed"
    assert "did not pass" in repr(use_mine()) and not is_plugged("Mul")
    another_notebook()
    use_mine("Mul")
    assert is_plugged("Mul")


def test_what_this_notebook_has_stays():
    check(cell(MUL))
    another_notebook()
    mine = cell(OTHER)
    check(mine)
    assert repr(use_mine()) == "minigrad runs on your Mul."
    assert mine_of("Mul").own is mine
    piece(cell(WRONG))
    assert "did not pass" in repr(use_mine("Mul")) and mine_of("Mul").state == "written"


def test_an_earlier_version_is_kept(work):
    check(cell(MUL))
    check(cell(MUL))
    assert not (work / "pieces" / "earlier").exists()
    check(cell(OTHER))
    (earlier,) = (work / "pieces" / "earlier").iterdir()
    assert "np.multiply" in earlier.read_text()
    assert "np.multiply" not in place_of("Mul").read_text()


def test_what_the_code_needs_is_kept_with_it():
    code = """
import numpy as np
from autograder import piece

SCALE = (1, "one")

def times(x, y):
    return SCALE[0] * np.multiply(x, y)

class Base:
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return times(a, b)

class Mul(Base):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        unused = [grad for SCALE in ()]
        return times(grad, b), times(grad, a)
"""
    check(cell(code))
    assert len(json.loads(place_of("Mul").read_text())["code"]) == 3
    another_notebook()
    assert repr(use_mine()) == "minigrad runs on your Mul."
    scope = mine_of("Mul").own.backward.__globals__
    assert scope["__name__"] == "my_work.Mul" and scope["SCALE"] == (1, "one")


def test_a_function_and_a_class_of_methods_are_kept():
    code = """
from minigrad import Tensor
from minigrad.autograd.grad_mode import mode

def detach(tensor):
    out = Tensor(tensor._data.view())
    out._version_counter = tensor._version_counter
    return out

class no_grad:
    def __enter__(self):
        self.before, mode.enabled = mode.enabled, False

    def __exit__(self, *exc_info):
        mode.enabled = self.before
"""
    for name in ("detach", "no_grad"):
        check(cell(code, name=name))
    another_notebook()
    assert use_mine().names == ["detach", "no_grad"]
    x = minigrad.ones(2, requires_grad=True)
    with minigrad.no_grad():
        assert not (x + 1).requires_grad
    assert not x.detach().requires_grad and (x + 1).requires_grad


@pytest.mark.parametrize("name", sorted({each.set for each in PIECES.values()}))
def test_every_solution_can_be_saved_and_loaded(name):
    """Cell by cell, as a student runs them; checks and training are not run."""
    path = Path(__file__).parents[2] / "solutions" / name / f"{name}.ipynb"
    scope = {"__name__": "__main__"}
    for each in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        code = "".join(each["source"])
        used = "@piece" if "piece" in scope else "import|from|@piece"
        if each["cell_type"] == "code" and re.match(used, code):
            cell(code, scope, "piece")
    found = {one for one in PIECES if mine_of(one)}
    assert found
    for one in found:
        assert save(mine_of(one)) is None
    another_notebook()
    assert set(use_mine().names) == found


# -- what cannot be kept ----------------------------------------------------------


@pytest.mark.parametrize(
    "change, reason",
    [
        (
            ("np.multiply(a, b)", "a * b if TABLE is not None else 0"),
            "uses TABLE, an object of type nd",
        ),
        (("np.multiply(a, b)", "pytest and a * b"), "it uses the package pytest"),
    ],
)
def test_what_cannot_be_written_down_passes_with_a_note(change, reason):
    scope = {"TABLE": np.array(0), "pytest": pytest, "__name__": "x"}
    passed = check(cell(MUL.replace(*change), scope))
    (note,) = passed.notes
    assert reason in note and "could not be saved" in note
    assert is_plugged("Mul") and saved() == set()


def test_code_inside_of_another_function_is_not_taken_down():
    def outer(number):
        def inner(x):
            return x * number

        return inner

    with pytest.raises(CannotKeep, match="inside another function"):
        taken_down(outer(3))


def test_a_saved_piece_has_the_names_that_it_used_and_no_others():
    kept = {"code": ["def detach(t):\n    return torch\n"], "names": {}}
    with pytest.raises(NameError):
        made_anew("detach", kept, "saved")(1)
    names = {"os": {"module": "subprocess_of_nobody"}}
    with pytest.raises(ImportError, match="may not import"):
        made_anew("detach", kept | {"names": names}, "saved")


def test_a_folder_that_cannot_be_written_is_a_note(work):
    work.write_text("a file where the folder should be")
    (note,) = check(cell(MUL)).notes
    assert "could not be saved" in note and is_plugged("Mul")


# -- what is broken ---------------------------------------------------------------

BROKEN = {
    "no JSON": (None, "holds no piece"),
    "of another piece": ({"piece": "Tanh"}, "holds no piece"),
    "a later format": ({"format": 99}, "another version of the course"),
    "no code": ({"code": None}, "holds no piece"),
    "does not parse": ({"code": ["class Mul(:"]}, "SyntaxError"),
    "no such class": ({"code": ["x = 1"]}, "KeyError"),
    "raises": ({"code": ["raise ValueError('no')"]}, "ValueError: no"),
    "ends Python": ({"code": ["raise SystemExit"]}, "SystemExit"),
    "interrupted": ({"code": ["raise KeyboardInterrupt"]}, "interrupted"),
    "a name is missing": ({"names": {}}, "NameError"),
    "a name went away": (
        {"names": {"Op": {"from": "minigrad", "name": "Opp"}}},
        "AttributeError",
    ),
    "no class": ({"code": ["Mul = 3"]}, "holds no piece"),
    "wrong by now": ({"code": [WRONG], "names": {}}, "differs from PyTorch now"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_piece_falls_back_and_says_so_in_a_line(case):
    changes, told = BROKEN[case]
    check(cell(MUL))
    another_notebook()
    if changes is None:
        place_of("Mul").write_text("{")
    else:
        edit("Mul", **changes)
    loaded = use_mine()
    assert loaded.names == [] and len(loaded.notes) == 1
    assert told in loaded.notes[0] and "\n" not in loaded.notes[0]
    assert loaded.notes[0].endswith("minigrad uses its own.")
    assert mine_of("Mul") is None and not is_plugged("Mul")
    assert (minigrad.tensor(2.0) * 3.0).item() == 6.0


def test_an_update_of_the_checks_checks_a_saved_piece_again():
    check(cell(MUL))
    another_notebook()
    edit("Mul", checks="of last year")
    before = json.loads(place_of("Mul").read_text())["checks"]
    assert use_mine().names == ["Mul"]
    assert json.loads(place_of("Mul").read_text())["checks"] != before
    another_notebook()
    edit("Mul", checks="of last year", code=[WRONG[WRONG.index("@piece") :]])
    (note,) = use_mine().notes
    assert "differs from PyTorch now. Check it again in ps2" in note


def test_names_are_checked():
    with pytest.raises(PieceError, match=r"Did you mean Mul or "):
        use_mine("Mull")
    assert repr(use_mine("Mul")).endswith(
        "Mul: none of yours is saved; minigrad uses its own."
    )
    assert "None of yours is saved yet" in repr(use_mine())


# -- where nothing is kept --------------------------------------------------------


@pytest.mark.parametrize("what", ["autograde", "validate"])
def test_nbgraders_runs_neither_save_nor_load(what, monkeypatch, work):
    check(cell(MUL))
    another_notebook()
    kept = place_of("Mul").read_bytes()
    monkeypatch.setenv("NBGRADER_EXECUTION", what)
    assert progress().sets["ps2"]["Mul"] is None
    assert use_mine("Mul").names == [] and not is_plugged("Mul")
    assert "not used here" in repr(use_mine())
    check(cell(OTHER))
    assert (work / "pieces" / "Mul.json").read_bytes() == kept


def test_an_empty_variable_keeps_nothing(monkeypatch):
    monkeypatch.setenv("MINIGRAD_WORK", "")
    check(cell(MUL))
    assert place_of("Mul") is None and saved() == set()


# -- two kernels at once ----------------------------------------------------------


def test_two_kernels_never_leave_half_a_file(work):
    """Each of them saves one of two versions again and again; all reads are whole."""
    code = """
import sys
sys.path.insert(0, "tests/autograder")
from test_pieces_saved import MUL, OTHER, cell
from autograder.pieces.registry import register
from autograder.work.saving import save
mine = [register(cell(code)) for code in (MUL, OTHER)]
for turn in range(25):
    assert save(mine[(turn + {}) % 2]) is None
"""
    root = Path(__file__).parents[2]
    both = [
        subprocess.Popen([sys.executable, "-c", code.format(i)], cwd=root)
        for i in (0, 1)
    ]
    while any(each.poll() is None for each in both):
        if place_of("Mul").exists():
            assert json.loads(place_of("Mul").read_text())["piece"] == "Mul"
    assert [each.returncode for each in both] == [0, 0]
    assert len(list((work / "pieces" / "earlier").iterdir())) == 2
    assert not [each for each in work.rglob(".*")]
    assert use_mine().names == ["Mul"]


def test_every_piece_has_a_place_of_its_own():
    places = {place_of(name).name.casefold() for name in PIECES}
    assert len(places) == len(PIECES)


BEFORE = {
    # What students wrote while the engine lay in minigrad/autograd.
    "release": """
def release(nodes, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        for node in nodes:
            if node._saved:
                node._saved = None
""",
    "detach": """
def detach(tensor):
    out = tensor.data
    out._cell = tensor._cell
    return out
""",
    "order_nodes": """
def order_nodes(roots):
    nodes, seen = [], set()
    for node in (waiting := list(roots)):
        if node is not None and node not in seen:
            seen.add(node)
            nodes.append(node)
            waiting.extend(node._edges)
    return sorted(nodes, key=lambda node: -node._number)
""",
    "run": """
def run(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None)) or ()
        for edge, grad in zip(node._edges, sent):
            if edge is not None and grad is not None:
                grads[edge] = grads[edge] + grad if edge in grads else grad
""",
}


def test_a_piece_saved_before_the_engine_moved_is_loaded_or_named():
    right = {
        "release": BEFORE["release"]
        .replace("nodes, retain", "node, retain")
        .replace("for node in nodes:", "if node:"),
        "detach": BEFORE["detach"].replace("_cell", "_version_counter"),
    }
    for name, code in {**BEFORE, **right}.items():
        check(cell(code, name=name))
    for name in right:  # as if the earlier course had saved it
        record = json.loads(place_of(name).read_text())
        record["code"] = [BEFORE[name].strip()]
        place_of(name).write_text(json.dumps(record))
    another_notebook()
    loaded = use_mine()
    assert loaded.names == ["order_nodes", "run"]
    assert [note.split(":")[0] for note in loaded.notes] == ["release", "detach"]
    assert all("in ps1" in note for note in loaded.notes)


# -- the next day -----------------------------------------------------------------

FIRST_CELL = "from autograder import check, piece, progress"


def first_cell(cells, folder, **env):
    """What cells print in a fresh kernel, as the day after."""
    notebook = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, cells)])
    env = os.environ | {"MINIGRAD_WORK": str(folder), "PYTHONPATH": str(ROOT)} | env
    NotebookClient(notebook, kernel_name="python3", timeout=60).execute(env=env)
    outputs = (each for cell in notebook.cells for each in cell.outputs)
    return "".join(each.get("text") or each.data["text/plain"] for each in outputs)


def test_a_new_notebook_offers_what_is_saved(work, capsys):
    check(cell(MUL))
    offer = "1 piece of yours is saved: use_mine() loads it.\n"
    told = first_cell([FIRST_CELL, "use_mine()"], work)  # a notebook from before
    assert told == f"{offer}minigrad runs on your Mul."
    assert first_cell([FIRST_CELL], work, NBGRADER_EXECUTION="validate") == ""
    assert first_cell([FIRST_CELL], work / "empty") == ""


@pytest.mark.parametrize("path", sorted(ROOT.glob("exercises/ps*/*.ipynb")))
def test_the_first_cell_of_a_set_imports_use_mine(path):
    cells = nbformat.read(path, as_version=4).cells
    first = next(cell.source for cell in cells if cell.cell_type == "code")
    assert f"{FIRST_CELL}, use_mine\n" in first
