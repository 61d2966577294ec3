"""What pictures tell of saved tensors: shapes, versions, what was freed or changed."""

import importlib
import re

import pytest

import minigrad
from minigrad import viz
from minigrad.ops.elementwise import Mul
from minigrad.viz.explorer.values import _constants


@pytest.fixture(params=["torch", "minigrad"])
def lib(request):
    return importlib.import_module(request.param)


def test_saved_tensors_until_they_are_freed(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    y = x.exp()
    assert re.search(r"ExpBackward0.*  saved: result \(2,\)", draw_saved(y))
    y.sum().backward()
    assert re.search(r"ExpBackward0.*  saved: freed", draw_saved(y))


def test_a_saved_tensor_that_was_changed_is_told(lib):
    x = lib.ones(2, requires_grad=True)
    y = x * x
    with lib.no_grad():
        x += 1
    text = draw_saved(y)
    assert "saved: changed in place since" in text
    assert "version: 1" in text


def test_saved_tensors_have_the_same_names_in_both_libraries():
    def text(lib):
        x = lib.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        y = ((x @ x).relu() * 2) ** 3
        return draw_saved((y.softmax(1).log().clamp(-3, 0) * x.exp()).sum())

    found = text(minigrad)
    assert found == text(importlib.import_module("torch"))
    assert "saved: mat2 (2, 2), self (2, 2)" in found


def test_what_a_students_op_saved_has_no_names(monkeypatch):
    monkeypatch.setattr(Mul.node_class, "_piece", True)
    x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    assert saved_line(x * x).endswith("saved: (2,), (2,)")
    assert _constants((x * 2).grad_fn) == {"b": 2}


def draw_saved(tensor):
    return viz.draw(tensor, saved=True).text


def test_the_version_of_a_saved_tensor_is_told(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    y.add_(1)
    assert re.search(r"ExpBackward0.*saved: result \(2,\)$", saved_line(y.exp()))
    y.mul_(2)
    assert re.search(r"MulBackward0.*saved: .*\(2,\) version 2", saved_line(y * y))


def saved_line(tensor):
    return draw_saved(tensor).splitlines()[1].partition("  ->")[0]


def test_a_packed_tensor_is_not_said_to_have_changed(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    hooks = lib.autograd.graph.saved_tensors_hooks(lambda t: t * 1, lambda t: t)
    with hooks:
        y = x.exp()
    saved = saved_line(y).partition("saved: ")[2]
    assert saved in ("result (2,)", "packed by a hook")
