"""What checks are made of: programs, inputs, observations, references, verdicts."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import autograder
import minigrad
from autograder.__main__ import main
from autograder.check import programs, references
from autograder.check.comparison import TOLERANCE, agrees, compare
from autograder.check.inputs import Exactly, Floats, OneOf, Whole, drawn, given, grid
from autograder.check.observation import Observation, Upstream, observe
from autograder.check.programs import Program, of_piece, of_set
from autograder.check.programs.program import program
from autograder.pieces.catalogue import PIECES


def started(code, *arguments):
    """What a Python of its own prints for `code`."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=Path(autograder.__file__).parents[1],
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# -- imports ----------------------------------------------------------------------

HEAVY = "torch", "IPython", "matplotlib", "graphviz", "nbgrader", "anywidget"


def test_a_whole_check_imports_numpy_and_the_standard_library_only():
    code = """
import sys
sys.path.insert(0, "tests")
from banks.answers.bank import RIGHT, WRONG, every, stub
from autograder import check, hint, progress
check(RIGHT["Mul"]["AsInTheBook"])
hint("Mul"), repr(progress())
print(sorted(set(sys.argv[1:]) & set(sys.modules)))
"""
    assert started(code, *HEAVY) == "[]"


def test_minigrad_does_not_import_the_autograder():
    code = "import sys, minigrad.viz; print('autograder' in sys.modules)"
    assert started(code) == "False"


# -- inputs -----------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2])
def test_the_grid_has_what_catches_mistakes(count):
    shapes = [tuple(each.shape for each in case) for case in grid(count)]
    dtypes = [{each.dtype for each in case} for case in grid(count)]
    flat = [shape for case in shapes for shape in case]
    assert () in flat and any(0 in shape for shape in flat)
    assert any(len(shape) == 2 and shape[0] != shape[1] > 1 for shape in flat)
    assert {"float32"} in dtypes and {"float64"} in dtypes
    if count == 2:
        assert ((3, 1), (1, 4)) in shapes and ((1, 4), (3, 1)) in shapes
        assert any(len(x) != len(y) for x, y in shapes)


def test_inputs_are_drawn_from_the_seed():
    case = (Floats((2, 3)), Whole((4,)), OneOf((1, 2, 3)), Exactly((0.0, -0.0), (4,)))
    first, again, other = (
        drawn(case, np.random.default_rng(seed)) for seed in (1, 1, 2)
    )
    assert all(np.array_equal(x, y) for x, y in zip(first, again, strict=True))
    assert not np.array_equal(first[0], other[0])
    assert [type(each) for each in first[:2]] == [np.ndarray] * 2
    assert first[1].dtype == np.int64
    assert drawn((given((0, 2)),), np.random.default_rng(0)) == [(0, 2)]
    assert isinstance(drawn((Floats(()),), np.random.default_rng(0))[0], np.ndarray)


def test_a_grid_for_three_tensors_must_be_written_out():
    with pytest.raises(ValueError, match="say which inputs"):
        grid(3)


# -- programs ---------------------------------------------------------------------


def test_every_piece_has_programs_and_every_program_a_piece():
    for name in PIECES:
        assert len(of_piece(name)) >= 5
    for each in of_set("ps2"):
        assert each.pieces
        assert set(each.pieces) <= set(PIECES)
        assert each.formula
        for case in each.cases:
            assert len(case) == len(each.parameters)


OPS = [name for name, each in PIECES.items() if each.kind == "op"]


@pytest.mark.parametrize("name", OPS)
def test_the_first_program_of_a_piece_is_the_piece_alone(name):
    (first, *_) = references.load(of_piece(name)[0])
    assert len([row for row in first.seen.graph if not row[0].startswith("leaf")]) == 1


def test_two_programs_of_one_name_are_refused():
    def product(lib, x):
        """out = x"""

    product.__module__ = "autograder.check.programs.ps2"
    assert "product" in [each.name for each in of_set("ps2")]
    with pytest.raises(ValueError, match="two programs of ps2 are called product"):
        program("Mul")(product)


# -- observations -----------------------------------------------------------------


def program_of(function, **options):
    return Program(function, (), (), **options)


def seen_by(lib, function, *inputs, order=1):
    upstream = Upstream(np.random.default_rng(0))
    return observe(lib, program_of(function), list(inputs), upstream, order)


def test_an_observation_holds_everything_in_both_libraries():
    def cube(lib, x, n):
        return x * x * x + n, x.shape

    expected, got = (
        seen_by(lib, cube, np.array([1.0, 2.0]), 3, order=2)
        for lib in (torch, minigrad)
    )
    assert list(expected.arrays) == [
        "out",
        "gradient of x",
        "gradient of x, after a second backward",
        "second derivative by x",
    ]
    assert expected.graph[0][0] == "AddBackward0"
    assert expected.graph[-1] == ["leaf x", []]
    assert expected.text[0].startswith("tensor([ 4., 11.]")
    assert compare(expected, got) == []


def test_an_upstream_gradient_is_never_ones():
    seen = seen_by(torch, lambda lib, x: x * 1, np.ones(5))
    grad = seen.arrays["gradient of x"]
    assert not np.isclose(grad, 1).any() and len(set(grad)) == 5


def test_an_error_is_observed_with_its_first_sentence():
    def program(lib, x):
        return x.backward()

    expected, got = (
        seen_by(lib, program, np.ones((2, 2))) for lib in (torch, minigrad)
    )
    assert expected.error == [
        "RuntimeError",
        "grad can be implicitly created only for scalar outputs",
    ]
    assert compare(expected, got) == []


def test_a_missing_error_and_a_needless_one_are_differences():
    fine, error = Observation(), Observation(error=["ValueError", "no"])
    assert [each.kind for each in compare(error, fine)] == ["error"]
    assert [each.kind for each in compare(fine, error)] == ["error"]
    assert compare(error, Observation(error=["ValueError", "no"])) == []


def test_another_graph_is_a_difference():
    one = seen_by(torch, lambda lib, x: x * x + x, np.ones(2))
    other = seen_by(torch, lambda lib, x: x + x * x, np.ones(2))
    assert [each.kind for each in compare(one, other)] == ["graph"]


def test_another_printed_form_is_a_difference():
    one, other = (Observation({"out": np.ones(2)}, text=[text]) for text in "ab")
    assert [each.kind for each in compare(one, other)] == ["text"]


# -- comparison -------------------------------------------------------------------

X = np.array([1.0, 2.0, 3.0])
NAN, INF = np.nan, np.inf


@pytest.mark.parametrize(
    "expected, got, same",
    [
        (X, X + 1e-15, True),
        (X, X * (1 + 1e-6), False),
        (X, X.reshape(3, 1), False),
        (X, X.astype("float32"), False),
        (X.astype("float32"), (X * (1 + 1e-6)).astype("float32"), True),
        (X.astype("float32"), (X * (1 + 1e-3)).astype("float32"), False),
        (np.array([NAN, 1.0]), np.array([NAN, 1.0]), True),
        (np.array([NAN, 1.0]), np.array([1.0, NAN]), False),
        (np.array([INF, -INF]), np.array([INF, -INF]), True),
        (np.array([INF]), np.array([-INF]), False),
        (np.array([INF]), np.array([1e308]), False),
        (np.array([1.0]), np.array([NAN]), False),
        (np.array([0.0]), np.array([-0.0]), True),
        (np.array(2.0), np.array(2.0), True),
        (np.array(2.0), np.array([2.0]), False),
        (np.zeros((0, 3)), np.zeros((0, 3)), True),
        (np.zeros((0, 3)), np.zeros((0, 2)), False),
        (np.array([1, 2]), np.array([1, 2]), True),
        (np.array([1, 2]), np.array([1, 3]), False),
        (np.array([True]), np.array([False]), False),
    ],
)
def test_verdicts(expected, got, same):
    assert agrees(expected, got) is same
    differences = compare(Observation({"out": expected}), Observation({"out": got}))
    assert (differences == []) is same


def test_the_worst_entry_is_named():
    one, other = np.zeros((2, 3)), np.zeros((2, 3))
    other[0, 1], other[1, 2] = 1.0, -5.0
    (difference,) = compare(Observation({"out": one}), Observation({"out": other}))
    assert difference.index == (1, 2)
    other[0, 0] = np.nan
    (difference,) = compare(Observation({"out": one}), Observation({"out": other}))
    assert difference.index == (0, 0)


def test_kinds_of_differences():
    expected = Observation({"out": X, "gradient of a": X})

    def kinds(**arrays):
        named = {name.replace("_", " "): array for name, array in arrays.items()}
        return [each.kind for each in compare(expected, Observation(named))]

    assert kinds(out=X) == ["missing"]
    assert kinds(out=X, gradient_of_a=X, gradient_of_b=X) == ["extra"]
    assert kinds(out=X, gradient_of_a=X.astype("float32")) == ["dtype"]
    assert kinds(out=X, gradient_of_a=2 * X.astype("float32")) == ["values"]
    assert kinds(out=X[:2], gradient_of_a=X[:2]) == ["shape"]  # not said twice


def test_tolerances_are_far_below_the_usual_mistakes():
    assert max(TOLERANCE["float64"]) <= 1e-9 and max(TOLERANCE["float32"]) <= 1e-4


# -- references -------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore")  # PyTorch's, of cycles and of complex numbers
@pytest.mark.parametrize("set", sorted({each.set for each in PIECES.values()}))
def test_the_references_are_what_pytorch_does_now(set):
    assert references.differences(set) == []


def test_references_hold_torchs_version_the_seed_and_no_objects():
    with np.load(references.FOLDER / "ps2.npz", allow_pickle=False) as file:
        assert str(file["torch"])[0].isdigit() and int(file["seed"]) == references.SEED
        for name in file.files:
            assert file[name].dtype.kind in "fiU", name
        assert json.loads(str(file["product/index"]))[0]["inputs"]["a"]


def test_a_reference_comes_back_as_it_was_recorded():
    for each in of_set("ps2"):
        for kept in references.load(each):
            made = references.made(torch, each, kept.case, references.SEED)
            assert kept.seen.graph == made.seen.graph
            assert kept.inputs.keys() == made.inputs.keys()
            for name, value in made.inputs.items():
                assert type(kept.inputs[name]) is type(value)
                np.testing.assert_equal(kept.inputs[name], value)
            assert kept.upstream.keys() == made.upstream.keys()
            for name, array in made.flow.items():
                assert agrees(array, kept.flow[name])


def test_a_changed_reference_is_reported(monkeypatch, capsys):
    program = of_piece("Tanh")[0]
    original = program.function
    changed = Program(lambda lib, a: 2 * original(lib, a), ("Tanh",), program.cases)
    monkeypatch.setattr(changed.function, "__name__", "tanh")
    monkeypatch.setattr(changed.function, "__module__", original.__module__)
    monkeypatch.setitem(programs.known["ps2"], "tanh", changed)
    references.load.cache_clear()
    assert main(["record", "--check", "ps2"]) == 1
    assert "tanh, case 0: out (values)" in capsys.readouterr().out


def test_a_new_program_without_a_reference_is_reported(monkeypatch):
    def newcomer(lib, a):
        """out = a"""
        return a

    newcomer.__module__ = "autograder.check.programs.ps2"
    new = Program(newcomer, ("Mul",), tuple(grid(1)))
    monkeypatch.setitem(programs.known["ps2"], "newcomer", new)
    assert "newcomer/index: only in the programs" in references.differences("ps2")


def test_a_program_that_raises_must_say_so(monkeypatch):
    def silent(lib, a):
        """out = nothing"""
        raise ValueError("unexpected")

    silent.__module__ = "autograder.check.programs.ps2"
    new = Program(silent, ("Mul",), tuple(grid(1)))
    monkeypatch.setitem(programs.known["ps2"], "silent", new)
    with pytest.raises(RuntimeError, match="silent, case 0: PyTorch raised"):
        list(references.recorded("ps2"))


def test_record_writes_a_file_that_its_check_accepts(monkeypatch, tmp_path, capsys):
    kept = (references.FOLDER / "ps2.npz").read_bytes()
    monkeypatch.setattr(references, "FOLDER", tmp_path)
    assert main(["record", "ps2"]) == 0
    assert "wrote ps2.npz" in capsys.readouterr().out
    assert main(["record", "--check", "ps2"]) == 0
    with (
        np.load(tmp_path / "ps2.npz") as new,
        np.load(references.__path__[0] + "/ps2.npz") as old,
    ):
        assert new.files == old.files
    assert len(kept) < 500_000
    references.load.cache_clear()


def test_the_command_line_says_what_is_wrong(capsys, monkeypatch):
    with pytest.raises(SystemExit):
        main(["record", "ps99"])
    there, said = ", ".join(programs.SETS), capsys.readouterr().err
    assert f"no problem set ps99 (there are {there})" in said
    assert said.startswith("usage: python -m autograder record [")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main(["record"]) == 1
    assert "needs PyTorch" in capsys.readouterr().err


def test_a_missing_file_says_how_to_record(monkeypatch, tmp_path):
    monkeypatch.setattr(references, "FOLDER", tmp_path)
    references.load.cache_clear()
    with pytest.raises(FileNotFoundError, match="python -m autograder record ps2"):
        references.load(of_piece("Mul")[0])
