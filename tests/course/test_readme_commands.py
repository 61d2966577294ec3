"""Each command of the README, run as it stands there, in a copy of the course."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
# What a command prints, or part of it.
EXPECTED = {
    "update": "Your copies of the course are up to date.",
    "run FILE": "tensor(6., grad_fn=<MulBackward0>)",
    "slides": "index.html in a browser.",
    "backup": "holds 9 notebooks and 0 passed pieces",
    "restore FILE": "Restored 0 files",
    "grade ps2": "Put each submission at submitted/STUDENT/ps2/ps2.ipynb",
}
# start.py with an environment that is there, which is taken for ready.
DRIVER = """
import sys
root, *arguments = sys.argv[1:]
sys.path.insert(0, root)
from tools.launcher import commands
commands.prepare = lambda place: None
sys.exit(commands.main(root, arguments))
"""
PROGRAM = """
import torch
x = torch.tensor(2.0, requires_grad=True)
print(x * 3)
"""


def named() -> set[str]:
    """What stands behind `python3 start.py` in the README."""
    found = re.findall(r"python3 start\.py([^`#\n]*)", README)
    return {command.strip() for command in found}


def test_every_command_of_the_readme_is_run_by_a_test() -> None:
    # JupyterLab, pytest and the site are started in tests/tools/.
    assert named() == {"", "test", "site", *EXPECTED}
    assert not re.search(r"python3? -m", README)


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Path:
    if Path(sys.prefix) != ROOT / ".venv":
        pytest.skip("runs in the .venv that start.py makes")
    root = tmp_path_factory.mktemp("days") / "course"
    for name in ("course", "exercises", "tools"):
        ignored = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        shutil.copytree(ROOT / name, root / name, ignore=ignored)
    for name in (".venv", "solutions", "nbgrader_config.py"):
        os.symlink(ROOT / name, root / name)
    return root


def run(course: Path, *words: str) -> str:
    """The output of start.py; what a student's folder is, is not set from outside."""
    env = {name: os.environ[name] for name in os.environ.keys() - {"MINIGRAD_WORK"}}
    command = [sys.executable, "-c", DRIVER, str(course), *words]
    done = subprocess.run(command, cwd=course, env=env, capture_output=True, text=True)
    return done.stdout + done.stderr


def test_the_commands_do_what_the_readme_says(course) -> None:
    (course / "program.py").write_text(PROGRAM)
    for command, expected in EXPECTED.items():
        file = "program.py"
        if command.startswith("restore"):
            (file,) = (path.name for path in course.glob("my_work-*.zip"))
        words = command.replace("FILE", file).split()
        assert expected in run(course, *words), command
