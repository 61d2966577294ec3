"""save and load: what comes back, what is refused, and that no file is ever lost."""

import io
import json
import os
import pickle
import stat
from collections import OrderedDict
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy
import safetensors.torch
import torch

import minigrad
from minigrad.nn import Parameter

DTYPES = ["float16", "float32", "float64", "uint8", "int8", "int16", "int32", "int64"]


def model():
    minigrad.manual_seed(0)
    return minigrad.nn.Sequential(
        OrderedDict(fc=minigrad.nn.Linear(3, 2), norm=minigrad.nn.BatchNorm1d(2))
    )


def back_and_forth(value, path: Path):
    minigrad.save(value, path)
    return minigrad.load(path)


def test_a_model_comes_back_as_it_was(tmp_path: Path):
    net, other = model(), model()
    minigrad.nn.init.zeros_(other.fc.weight)
    state = back_and_forth(net.state_dict(), tmp_path / "net.safetensors")
    assert list(state) == list(net.state_dict())
    other.load_state_dict(state)
    for key, value in net.state_dict().items():
        assert value.dtype is other.state_dict()[key].dtype
        assert np.array_equal(value.numpy(), other.state_dict()[key].numpy())


def test_a_checkpoint_with_an_optimizer_continues(tmp_path: Path):
    def trained(net, optimizer, count: int):
        for _ in range(count):
            optimizer.zero_grad()
            (net.fc(minigrad.ones(4, 3)) ** 2).sum().backward()
            optimizer.step()

    net = model()
    optimizer = minigrad.optim.Adam(net.parameters(), lr=0.1)
    trained(net, optimizer, 3)
    checkpoint = {
        "model": net.state_dict(),
        "optimizer": optimizer.state_dict(),
        "epoch": 3,
        "note": "warm",
        "best": (0.25, None),
    }
    loaded = back_and_forth(checkpoint, tmp_path / "checkpoint")
    assert loaded["epoch"] == 3 and loaded["note"] == "warm"
    assert loaded["best"] == (0.25, None)
    other = model()
    again = minigrad.optim.Adam(other.parameters(), lr=9.0)
    other.load_state_dict(loaded["model"])
    again.load_state_dict(loaded["optimizer"])
    trained(net, optimizer, 2)
    trained(other, again, 2)
    assert net.fc.weight.tolist() == other.fc.weight.tolist()


VALUES = [
    3,
    -0.5,
    True,
    None,
    'text with "quotes" and \n lines, äöü',
    float("inf"),
    [1, [2, (3, "x")]],
    {"a": {"b": {1: "one", 2.5: "two", None: 0, False: 1}}},
    OrderedDict(z=1, a=2),
    (),
    {},
    minigrad.float64,
]


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_plain_values(value, tmp_path: Path):
    found = back_and_forth({"value": value}, tmp_path / "file")["value"]
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize("dtype", [*DTYPES, "bool"])
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 0, 3), (2, 3)])
def test_every_dtype_and_shape(dtype: str, shape: tuple, tmp_path: Path):
    array = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)
    found = back_and_forth(minigrad.from_numpy(array), tmp_path / "file")
    assert found.shape == shape and found.dtype is getattr(minigrad, dtype)
    assert np.array_equal(found.numpy(), array)


def test_memory_order_does_not_matter(tmp_path: Path):
    x = minigrad.arange(12.0).reshape(3, 4)
    found = back_and_forth([x.T, x[::2, 1:]], tmp_path / "file")
    assert found[0].tolist() == x.T.tolist()
    assert found[1].tolist() == x[::2, 1:].tolist()


def test_leaves_and_parameters_stay_what_they_are(tmp_path: Path):
    x = minigrad.ones(2, requires_grad=True)
    frozen = Parameter(minigrad.ones(2), requires_grad=False)
    found = back_and_forth([x, x * 2, Parameter(x), frozen], tmp_path / "file")
    assert [type(each) for each in found] == [type(x), type(x), Parameter, Parameter]
    assert [each.requires_grad for each in found] == [True, True, True, False]
    assert all(each.is_leaf for each in found)
    found[0].detach().zero_()  # its memory may be written


def test_paths_that_read_alike_are_kept_apart(tmp_path: Path):
    value = {"a.b": minigrad.zeros(1), "a": {"b": minigrad.ones(1)}, 1: [], "": {}}
    value[""]["__metadata__"] = minigrad.full((1,), 2.0)
    found = back_and_forth(value, tmp_path / "file")
    assert found["a.b"].item() == 0 and found["a"]["b"].item() == 1
    assert found[""]["__metadata__"].item() == 2


def test_open_files_and_buffers(tmp_path: Path):
    buffer = io.BytesIO()
    minigrad.save({"x": minigrad.ones(2)}, buffer)
    buffer.seek(0)
    assert minigrad.load(buffer)["x"].tolist() == [1, 1]
    with open(tmp_path / "file", "wb") as file:
        minigrad.save([1, 2], file)
    with open(tmp_path / "file", "rb") as file:
        assert minigrad.load(file, map_location="cpu", weights_only=True) == [1, 2]


# -- other programs ----------------------------------------------------------------


def test_others_find_the_tensors_under_their_paths(tmp_path: Path):
    net = model()
    minigrad.save(net.state_dict(), tmp_path / "net")
    theirs = safetensors.torch.load_file(tmp_path / "net")
    assert sorted(theirs) == sorted(net.state_dict())
    twin = torch.nn.Sequential(
        OrderedDict(fc=torch.nn.Linear(3, 2), norm=torch.nn.BatchNorm1d(2))
    )
    twin.load_state_dict(theirs)
    assert twin.fc.weight.tolist() == net.fc.weight.tolist()


def test_their_files_are_dicts_of_tensors(tmp_path: Path):
    theirs = torch.nn.Linear(3, 2)
    safetensors.torch.save_file(theirs.state_dict(), tmp_path / "net")
    ours = minigrad.nn.Linear(3, 2)
    ours.load_state_dict(minigrad.load(tmp_path / "net"))
    assert ours.weight.tolist() == theirs.weight.tolist()


# -- what is refused ---------------------------------------------------------------


class Trap:
    """Unpickling it would leave a file behind."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


def test_pickles_are_refused_and_not_run(tmp_path: Path):
    plain, zipped = tmp_path / "plain", tmp_path / "zipped"
    plain.write_bytes(pickle.dumps(Trap(tmp_path / "trap")))
    torch.save({"trap": Trap(tmp_path / "trap")}, zipped)
    for path in (plain, zipped):
        with pytest.raises(RuntimeError, match="pickle file.*safetensors.torch"):
            minigrad.load(path)
        with pytest.raises(RuntimeError, match="pickle file"):
            minigrad.load(path, weights_only=False)
    assert not (tmp_path / "trap").exists()


@pytest.mark.parametrize(
    "content",
    [b"", b"x", b"no tensors at all, only text", b"\xff" * 100, bytes(1000)],
    ids=["empty", "one byte", "text", "ones", "zeros"],
)
def test_foreign_files_are_refused(content: bytes, tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(RuntimeError, match="no safetensors file, or it is damaged"):
        minigrad.load(path)


def test_a_file_cut_short_anywhere_is_refused(tmp_path: Path):
    path = tmp_path / "file"
    minigrad.save(model().state_dict(), path)
    content = path.read_bytes()
    for length in range(0, len(content), 37):
        path.write_bytes(content[:length])
        with pytest.raises(RuntimeError):
            minigrad.load(path)


DESCRIPTIONS = [
    {"tensor": ["nowhere", False]},
    {"tensor": ["x"]},
    {"tensor": 3},
    {"code": "import os"},
    {"tuple": 3},
    {"dict": [[1]]},
    {"dict": [[[], 1]]},
    {"dtype": "object"},
    {"tensor": ["x", False], "more": 1},
    {},
]


@pytest.mark.parametrize("description", DESCRIPTIONS, ids=str)
def test_a_description_that_does_not_fit_is_refused(description, tmp_path: Path):
    path = tmp_path / "file"
    metadata = {"minigrad_format": "1", "minigrad": json.dumps(description)}
    safetensors.numpy.save_file({"x": np.ones(2)}, path, metadata)
    with pytest.raises(RuntimeError, match="damaged"):
        minigrad.load(path)


def test_a_description_nested_without_end_is_refused(tmp_path: Path):
    path = tmp_path / "file"
    metadata = {"minigrad_format": "1", "minigrad": "[" * 100_000}
    safetensors.numpy.save_file({"x": np.ones(2)}, path, metadata)
    with pytest.raises(RuntimeError, match="damaged"):
        minigrad.load(path)


def test_a_dtype_that_minigrad_has_not_is_refused(tmp_path: Path):
    path = tmp_path / "file"
    safetensors.numpy.save_file({"x": np.ones(2, np.uint32)}, path)
    with pytest.raises(RuntimeError, match="uint32"):
        minigrad.load(path)


def test_a_missing_file_is_said_so(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        minigrad.load(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (minigrad.nn.Linear(1, 1), "type torch.nn.modules.linear.Linear: save"),
        ({"a": [1, {2, 3}]}, r"type set \(at \['a'\]\[1\]\)"),
        ({"f": len}, r"\(at \['f'\]\).*state_dict"),
        ({(1, 2): 3}, r"a dict with the key \(1, 2\)"),
        ({"m": minigrad.nn.Tanh()}, r"torch\.save\(net\.state_dict\(\), path\)"),
        (np.ones(2), r"type numpy.ndarray: .*torch\.from_numpy\(array\)"),
    ],
    ids=["module", "set", "function", "key", "module in a dict", "array"],
)
def test_what_cannot_be_saved_is_named(value, says: str, tmp_path: Path):
    with pytest.raises(TypeError, match=says):
        minigrad.save(value, tmp_path / "file")
    assert not list(tmp_path.iterdir())


# -- files are safe ----------------------------------------------------------------


def test_a_failed_save_keeps_the_old_file(tmp_path: Path, monkeypatch):
    path = tmp_path / "file"
    minigrad.save(1, path)
    with pytest.raises(TypeError):
        minigrad.save(len, path)
    assert minigrad.load(path) == 1

    def full(path: Path, content: bytes) -> None:
        with path.open("wb") as file:
            file.write(content[:4])
        raise OSError("No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        minigrad.save(2, path)
    assert minigrad.load(path) == 1
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_modes_and_links_stay(tmp_path: Path):
    path, link = tmp_path / "file", tmp_path / "link"
    minigrad.save(1, path)
    path.chmod(0o640)
    link.symlink_to(path)
    minigrad.save(2, link)
    assert link.is_symlink() and minigrad.load(path) == 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_has_the_usual_mode(tmp_path: Path):
    (tmp_path / "usual").write_bytes(b"")
    minigrad.save(1, tmp_path / "file")
    modes = {each.stat().st_mode for each in tmp_path.iterdir()}
    assert len(modes) == 1


def test_without_the_library_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "safetensors.numpy", None)
    for call in (lambda: minigrad.save(1, "file"), lambda: minigrad.load("file")):
        with pytest.raises(ImportError, match="pip install safetensors"):
            call()
