"""Names that PyTorch has and minigrad has not say so; the lists of names are true."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import minigrad
from minigrad.names import pytorch_names

ROOT = Path(__file__).parents[2]
WAY_OUT = "docs/names.md lists it). Run this program with PyTorch, or write it with"


def message(program: str) -> str:
    with pytest.raises(AttributeError) as caught:
        eval(program, {"torch": minigrad, "x": minigrad.ones(2)})
    return str(caught.value)


MISSING = """
torch.stft torch.jit torch.fft torch.distributions torch.vmap torch.bfloat16
torch.nn.FractionalMaxPool2d torch.nn.functional.fractional_max_pool2d
torch.nn.utils.spectral_norm torch.optim.SparseAdam torch.autograd.forward_ad
torch.linalg.householder_product torch.cuda.Stream torch.random.fork_rng
torch.utils.data.DistributedSampler
torch.Tensor.stft torch.testing.make_tensor torch.backends.mkldnn
"""


@pytest.mark.parametrize("path", MISSING.split())
def test_a_name_of_pytorchs_says_that_it_is_not_there(path: str):
    text = message(path)
    assert text.startswith(f"minigrad has no {path}: it has the part of PyTorch that")
    assert WAY_OUT in text


def test_a_method_of_pytorchs_says_that_it_is_not_there():
    assert message("x.stft").startswith("minigrad has no torch.Tensor.stft: ")
    assert not hasattr(minigrad.ones(2), "stft")
    assert not hasattr(minigrad.nn.Parameter(minigrad.ones(2)), "stft")
    assert "stft" not in dir(minigrad.ones(2))
    assert "sum" in dir(minigrad.ones(2))


def test_names_that_look_like_it_are_named():
    assert message("torch.cuda.mem_get_info").endswith("write it with what is there.")
    assert "Close to it: torch.nn.Conv" in message("torch.nn.LazyConv2d")


MISSPELT = {
    "torch.tensro": "module 'minigrad' has no attribute 'tensro'",
    "torch.nn.Linaer": "module 'minigrad.nn' has no attribute 'Linaer'",
    "torch.optim.sgd_": "module 'minigrad.optim' has no attribute 'sgd_'",
    "x.smu": "'Tensor' object has no attribute 'smu'",
    "torch.Tensor.smu": "type object 'Tensor' has no attribute 'smu'",
}


@pytest.mark.parametrize("program", MISSPELT)
def test_a_misspelt_name_gets_pythons_own_words(program: str):
    assert message(program) == MISSPELT[program]


def test_an_attribute_of_ones_own_may_have_such_a_name():
    x = minigrad.ones(2)
    x.stft = 5
    assert x.stft == 5 and copy.deepcopy(x).stft == 5
    x.__dict__.clear()
    again = pickle.loads(pickle.dumps(x))
    assert again.tolist() == copy.copy(x).tolist() == np.asarray(x).tolist() == [1, 1]


# -- in programs -------------------------------------------------------------------


def last_line(program: str, tmp_path: Path) -> str:
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "minigrad", path],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    return (done.stdout + done.stderr).splitlines()[-1]


ERRORS = {
    "import torch.distributions": "ModuleNotFoundError: minigrad has no module for "
    "'torch.distributions': it has the part of PyTorch",
    "from torch.optim import SparseAdam": "ImportError: minigrad has no "
    "torch.optim.SparseAdam: it has the part of PyTorch",
    "from torch import stft": "ImportError: minigrad has no torch.stft: it has",
    "import torch\ntorch.stft": "AttributeError: minigrad has no torch.stft: it has",
    "import torch\ntorch.ones(2).stft": "AttributeError: minigrad has no torch.Tensor.",
    "from torch.nn import Linaer": "ImportError: cannot import name 'Linaer' from "
    "'minigrad.nn'",
}


@pytest.mark.parametrize("program", ERRORS)
def test_a_program_ends_with_what_is_missing(program: str, tmp_path: Path):
    assert last_line(program, tmp_path).startswith(ERRORS[program])


def test_an_import_of_minigrad_itself_says_what_is_missing():
    with pytest.raises(ImportError, match="minigrad has no torch.optim.SparseAdam"):
        exec("from minigrad.optim import SparseAdam")
    with pytest.raises(ImportError, match="minigrad has no torch.stft"):
        exec("from minigrad import ones, stft")
    with pytest.raises(ImportError, match="cannot import name 'Linaer'"):
        exec("from minigrad.nn import Linaer")
    assert not hasattr(minigrad, "stft")


def test_a_method_that_modules_lack_says_so():
    layer = minigrad.nn.Linear(2, 2)
    with pytest.raises(
        AttributeError, match="minigrad has no torch.nn.Module.bfloat16"
    ):
        layer.bfloat16()
    with pytest.raises(AttributeError, match="^'Linear' object has no attribute 'nam'"):
        layer.nam  # noqa: B018


@pytest.mark.parametrize("module", ["cuda", "accelerator", "backends.cudnn"])
def test_what_is_absent_can_be_imported(module: str, tmp_path: Path):
    program = f"import torch.{module} as found\nprint(found.is_available())"
    assert last_line(program, tmp_path) == "False"
    program = f"import minigrad.{module} as found; print(found.is_available())"
    assert last_line(program, tmp_path) == "False"


# -- the lists ---------------------------------------------------------------------


def test_the_list_of_pytorchs_names_is_that_of_the_installed_version():
    """In another process: tests have imported more of PyTorch here."""
    program = "from tools.names import pytorchs; print(end=pytorchs())"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    names = set(done.stdout.split())
    if torch.__version__.startswith("2.13."):
        assert names == pytorch_names()
    # Another version may have a few others.
    assert len(names ^ pytorch_names()) < 0.1 * len(names)


def test_the_page_of_names_is_up_to_date():
    program = "from tools.names import page; print(end=page())"
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", program],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    page = (ROOT / "docs" / "names.md").read_text(encoding="utf-8")
    assert done.stdout == page, "run `python -m tools.names`"


def test_the_page_lists_what_is_called():
    page = (ROOT / "docs" / "names.md").read_text(encoding="utf-8")
    for name in ("zeros", "Linear", "cross_entropy", "AdamW", "hessian", "mT", "save"):
        assert f"\n- `{name}` " in page
