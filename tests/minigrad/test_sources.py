"""What the course's sources do, both libraries do alike: same programs, same output.

The programs in `sources/` use every construct of the sources. PyTorch runs them here;
minigrad runs them as a student would, by `python -m minigrad`.
"""

import contextlib
import functools
import io
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

SOURCES = Path(__file__).parent / "sources"
ROOT = SOURCES.parents[2]
PROGRAMS = sorted(path.stem for path in SOURCES.glob("*.py"))
NUMBER = re.compile(r"-?\d+\.?\d*(?:e[+-]?\d+)?")


@pytest.fixture(autouse=True)
def restored_torch() -> Iterator[None]:
    state = torch.get_rng_state()
    yield
    torch.set_rng_state(state)
    torch.set_default_device(None)


def printed_by_torch(path: Path) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        runpy.run_path(str(path), run_name="__main__")
    return printed.getvalue()


@functools.cache
def printed_by_minigrad(path: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "minigrad", str(path)],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def words_and_numbers(text: str) -> tuple[list[str], np.ndarray]:
    """What stands between the numbers, layout apart, and the numbers."""
    words = [" ".join(part.split()) for part in NUMBER.split(text)]
    return words, np.array([float(each) for each in NUMBER.findall(text)])


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_of_the_sources_prints_what_it_prints_under_pytorch(program: str):
    path = SOURCES / f"{program}.py"
    expected, found = printed_by_torch(path), printed_by_minigrad(path)
    words, numbers = words_and_numbers(expected)
    own_words, own_numbers = words_and_numbers(found)
    assert own_words == words, f"PyTorch:\n{expected}\nminigrad:\n{found}"
    assert np.allclose(own_numbers, numbers, rtol=2e-4, atol=1e-4), found


# What the sources themselves say comes out.
STATED = {
    "autograd_basics": [
        "(tensor([2., 4., 8.]), tensor([0.1000, 0.0500]))",
        "tensor([27., 12., 75.])",
    ],
    "descent": [
        "tensor(0.3333, requires_grad=True), tensor(-0.3333, requires_grad=True)",
        "tensor(1.0000, requires_grad=True) True",
    ],
    "graph": [
        "tensor(10., grad_fn=<SumBackward0>)",
        "Trying to backward through the graph a second time",
        "(tensor([-2.]),)",
        "(tensor([-0.2500, 24.0000]),)",
        "one of the variables needed for gradient computation has been modified by",
    ],
    "article_corrected": ["tensor(2.) tensor(1.)", "tensor([12.])"],
}


@pytest.mark.parametrize("program", STATED)
def test_a_program_prints_the_numbers_that_its_source_states(program: str):
    printed = printed_by_minigrad(SOURCES / f"{program}.py")
    for stated in STATED[program]:
        assert stated in printed
