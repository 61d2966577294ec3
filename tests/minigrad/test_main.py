"""`python -m minigrad FILE` runs a program with torch meaning minigrad."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*arguments: object, cwd: Path = ROOT) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "minigrad", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )


@pytest.fixture
def program(tmp_path: Path):
    """Write a program into a file, and run it under minigrad."""

    def written_and_run(text: str, *arguments: str) -> subprocess.CompletedProcess:
        path = tmp_path / "program.py"
        path.write_text(text, encoding="utf-8")
        return run(path, *arguments)

    return written_and_run


def test_torch_and_its_submodules_are_minigrads_own_modules(program):
    done = program(
        "import minigrad, sys, torch\n"
        "import torch.nn.functional as F, torch.utils.checkpoint, torch.cuda\n"
        "import torch.autograd.function\n"
        "from torch import nn, optim\n"
        "from torch.autograd import Function, gradcheck\n"
        "from torch.optim.lr_scheduler import StepLR\n"
        "from torch.utils.data import DataLoader\n"
        "import minigrad.nn.functional\n"
        "assert torch is minigrad and F is minigrad.nn.functional\n"
        "assert sys.modules['torch.nn'] is minigrad.nn is nn\n"
        "assert F.__spec__.name == 'minigrad.nn.functional'\n"
        "assert torch.autograd.function.Function is Function\n"
        "assert not any('site-packages/torch/' in str(getattr(m, '__file__', ''))\n"
        "               for m in sys.modules.values())\n"
        "print(nn.Linear(2, 3))\n"
    )
    assert done.stdout == "Linear(in_features=2, out_features=3, bias=True)\n"
    assert done.stderr == ""


def test_every_module_of_minigrad_has_its_name_under_torch(program):
    done = program(
        "import importlib, pkgutil, minigrad\n"
        "for found in pkgutil.walk_packages(minigrad.__path__, 'minigrad.'):\n"
        "    if not found.name.endswith('__main__'):\n"
        "        own = importlib.import_module(found.name)\n"
        "        name = found.name.replace('minigrad', 'torch', 1)\n"
        "        assert importlib.import_module(name) is own, name\n"
        "        assert own.__spec__.name == found.name\n"
        "print('all')\n"
    )
    assert done.stdout == "all\n", done.stderr


def test_a_program_sees_itself_as_python_shows_it(program, tmp_path: Path):
    (tmp_path / "beside.py").write_text("answer = 42\n", encoding="utf-8")
    done = program(
        "import sys, beside\nprint(__name__, sys.argv[1:], beside.answer)\n"
        "print(sys.path[0], sys.argv[0] == __file__)\n",
        "-x",
        "--help",
    )
    assert done.stdout.splitlines()[0] == "__main__ ['-x', '--help'] 42"
    assert done.stdout.splitlines()[1] == f"{tmp_path.resolve()} True"


def test_a_module_runs_by_its_name(tmp_path: Path):
    (tmp_path / "fit.py").write_text(
        "import sys, torch\nprint(__name__, sys.argv[1:], torch.__name__)\n",
        encoding="utf-8",
    )
    done = run("-m", "fit", "-m", "5", cwd=tmp_path)
    assert done.stdout == "__main__ ['-m', '5'] minigrad\n", done.stderr


ERRORS = {
    "in a function": "import torch\ndef f():\n    torch.ones(2) @ torch.ones(3)\nf()\n",
    "in the syntax": "import torch\nx = = 1\n",
    "with a cause": "try:\n    1 / 0\nexcept ArithmeticError:\n    raise KeyError(1)\n",
}


@pytest.mark.parametrize("name", ["with a cause", "in the syntax"])
def test_an_error_is_shown_as_python_shows_it(name: str, program, tmp_path: Path):
    done = program(ERRORS[name])
    plain = subprocess.run(
        [sys.executable, tmp_path / "program.py"], capture_output=True, text=True
    )
    assert done.stderr == plain.stderr
    assert done.returncode == plain.returncode == 1


def test_a_traceback_begins_in_the_program(program, tmp_path: Path):
    done = program(ERRORS["in a function"])
    lines = done.stderr.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[1] == f'  File "{tmp_path / "program.py"}", line 4, in <module>'
    assert "RuntimeError: inconsistent tensor size" in lines[-1]


def test_the_exit_status_of_a_program_is_its_own(program):
    assert program("raise SystemExit(3)").returncode == 3
    assert program("import sys\nsys.exit('bad')").stderr == "bad\n"


def test_what_minigrad_has_not_is_an_import_error_that_says_so(program):
    done = program("import torch.distributed\n")
    last = done.stderr.splitlines()[-1]
    assert last.startswith(
        "ModuleNotFoundError: minigrad has no module for 'torch.distributed'"
    )
    done = program("from torch.nn import NoSuchLayer\n")
    assert "ImportError: cannot import name 'NoSuchLayer'" in done.stderr


@pytest.mark.parametrize(
    "line, name",
    [
        ("torch.fft.fft(torch.ones(2))", "torch.fft"),
        ("torch.vmap(torch.sin)", "torch.vmap"),
        ("from torch import vmap", "torch.vmap"),
        ("from torch.func import jacrev", "torch.func"),
        ("torch.jit.script(torch.sin)", "torch.jit"),
    ],
)
def test_what_pytorch_has_is_named_with_the_page_that_lists_what_is_here(
    line, name, program
):
    last = program(f"import torch\n{line}\n").stderr.splitlines()[-1]
    assert f"minigrad has no {name}:" in last or f"no module for '{name}':" in last
    assert "docs/names.md" in last and Path("docs/names.md").is_file()


def test_help_and_wrong_use():
    shown = run("--help")
    assert shown.returncode == 0
    assert "python -m minigrad FILE [ARGUMENT ...]" in shown.stdout
    assert run("-h").stdout == shown.stdout
    for wrong in ([], ["-x"], ["-m"], ["no_such_file.py"]):
        done = run(*wrong)
        assert done.returncode == 2
        assert done.stdout == "" and "minigrad" in done.stderr
    assert "can't open file" in done.stderr


def test_pytorch_and_its_alias_cannot_meet():
    import torch

    from minigrad.aliasing import alias

    assert torch.__name__ == "torch"
    with pytest.raises(ImportError, match="PyTorch is already imported"):
        alias()
    assert sys.modules["torch"] is torch
