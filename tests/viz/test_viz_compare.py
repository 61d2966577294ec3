"""Two graphs side by side: what `viz.compare` finds, and how it says it."""

import importlib

import pytest
from helpers.viz_programs import SVG, diamond, function, layer, long_loop, norm, views

from minigrad import viz
from minigrad.viz import style

torch = pytest.importorskip("torch")
minigrad = importlib.import_module("minigrad")
LABELS = ("PyTorch", "minigrad")


def both(program):
    (a, names), (b, others) = program(torch), program(minigrad)
    return a, b, (names, others)


@pytest.mark.parametrize("program", [diamond, norm, layer, function, views, long_loop])
def test_both_libraries_build_the_same_graph(program):
    a, b, names = both(program)
    picture = viz.compare(a, b, names=names, labels=LABELS)
    assert picture.differences == []
    assert picture.text.partition("\n")[0].endswith("; the same graph")
    assert style.ERROR not in picture.dot


def test_a_graph_is_the_same_as_itself_without_names(lib):
    loss, _ = layer(lib)
    assert viz.compare(loss, loss).differences == []


@pytest.fixture(params=["torch", "minigrad"])
def lib(request):
    return importlib.import_module(request.param)


def pair(lib, first, second):
    """The comparison of two functions of x and w."""
    outs = []
    for function_ in (first, second):
        x = lib.tensor([1.0, 2.0], requires_grad=True)
        w = lib.tensor([3.0, 4.0], requires_grad=True)
        outs.append((function_(x, w), {"x": x, "w": w}))
    (a, names), (b, others) = outs
    return viz.compare(a, b, names=(names, others), labels=("mine", "yours"))


DIFFERENCES = {
    "another operation": (
        lambda x, w: (x * w).exp(),
        lambda x, w: (x + w).exp(),
        [
            '[2] MulBackward0 (2,) in "mine" is [2] AddBackward0 (2,) in "yours"',
        ],
    ),
    "one more operation": (
        lambda x, w: (x * w).sum(),
        lambda x, w: (x * w).tanh().sum(),
        [
            'only in "yours": [2] TanhBackward0 (2,)',
            'input 0 of [1] SumBackward0 leads to [2] MulBackward0 in "mine", to [2] '
            'TanhBackward0 in "yours"',
        ],
    ),
    "an edge that is missing": (
        lambda x, w: x * w + w,
        lambda x, w: x * w.detach() + w,
        [
            'input 1 of [2] MulBackward0 leads to [4] w in "mine", to nothing in '
            '"yours"',
        ],
    ),
    "an edge that leads elsewhere": (
        lambda x, w: x * w + w,
        lambda x, w: x * w + x,
        [
            'input 1 of [1] AddBackward0 leads to [4] w in "mine", to [3] x in "yours"',
        ],
    ),
    "another shape": (
        lambda x, w: (x * w).sum(),
        lambda x, w: (x * w).sum(0, keepdim=True),
        [
            'tensor () in "mine" is tensor (1,) in "yours"',
            '[1] SumBackward0 () in "mine" is [1] SumBackward1 (1,) in "yours"',
        ],
    ),
}


@pytest.mark.parametrize("case", DIFFERENCES)
def test_differences_are_said_and_marked(lib, case):
    first, second, words = DIFFERENCES[case]
    picture = pair(lib, first, second)
    assert picture.differences == words
    for line in words:
        assert f"- {line}" in picture.text
    assert style.ERROR in picture.dot


def test_another_name_of_a_leaf_is_a_difference_if_both_have_one(lib):
    x, y = (lib.tensor([1.0], requires_grad=True) for _ in range(2))
    named = viz.compare(x.exp(), y.exp(), names={"x": x, "y": y})
    assert named.differences == [
        '[2] x (1,) AccumulateGrad in "a" is [2] y (1,) AccumulateGrad in "b"'
    ]
    assert viz.compare(x.exp(), y.exp(), names={"x": x}).differences == []


def test_both_sides_are_drawn_with_their_labels_and_a_title(lib):
    x = lib.tensor([1.0], requires_grad=True)
    picture = viz.compare(
        x.exp(), x.tanh(), labels=("grows", "ends"), title="Not the same"
    )
    assert picture.text.startswith("Not the same\ngrows: 1 operation, 1 leaf; ends: ")
    root = importlib.import_module("xml.etree.ElementTree").fromstring(picture.svg())
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert {"Not the same", "grows", "ends", "only here"} & set(texts) == {
        "Not the same",
        "grows",
        "ends",
    }
    assert texts.count("differs") == 2
    titles = [element.text for element in root.iter(f"{SVG}title")]
    assert "ExpBackward0, (1,)" in titles and "TanhBackward0, (1,)" in titles


def test_what_cannot_be_compared_is_said(lib):
    x = lib.tensor([1.0], requires_grad=True)
    with pytest.raises(TypeError, match=r"compare\(\) got an object of type float"):
        viz.compare(x, 1.0)
    with pytest.raises(ValueError, match="two labels that differ"):
        viz.compare(x, x, labels=("x", "x"))
