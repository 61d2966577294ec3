"""Pictures of large graphs: folding, depth, arrows that are too long, the limit."""

import importlib
import re
import xml.etree.ElementTree as ElementTree

import pytest
from helpers.viz_programs import deep, layers, long_loop, loop

from minigrad import viz


@pytest.fixture(params=["torch", "minigrad"])
def lib(request):
    return importlib.import_module(request.param)


# -- the limit --------------------------------------------------------------------


def test_a_graph_that_is_too_large_is_refused_with_advice(lib):
    out, _ = deep(lib, 21_000)
    with pytest.raises(viz.TooManyNodes, match="more than 20000 nodes.*raise max_node"):
        viz.draw(out)
    with pytest.raises(viz.TooManyNodes, match="more than 500 nodes.*depth=10"):
        viz.draw(out, fold=False)


def test_the_limit_counts_what_is_left_after_folding(lib):
    out, names = long_loop(lib)
    boxes = viz.draw(out, names=names).text.count("\n")
    viz.draw(out, max_nodes=boxes)
    with pytest.raises(viz.TooManyNodes, match=f"more than {boxes - 1} nodes"):
        viz.draw(out, max_nodes=boxes - 1)


def test_depth_needs_no_recursion(lib):
    out, _ = deep(lib, 6_000)
    picture = viz.draw(out, fold=False, max_nodes=20_000)
    assert picture.text.count("\n") == 6_001
    assert picture.dot.count(" -> ") == 6_001


# -- folding ----------------------------------------------------------------------


def test_a_long_chain_is_folded(lib):
    out, names = deep(lib, 4_000)
    picture = viz.draw(out, names=names | {"out": out})
    assert picture.text.splitlines() == [
        "out: (1,)  -> [1] AddBackward0",
        "  [1] AddBackward0  (1,)  -> [2] 3998 times more",
        "  [2] 3998 times more  AddBackward0  -> [3] AddBackward0",
        "  [3] AddBackward0  (1,)  -> [4] x",
        "  [4] x (1,)  AccumulateGrad",
    ]
    assert picture.title == "Backward graph of out: 4000 operations, 1 leaf"


def test_a_loop_is_folded_to_a_step_and_a_count(lib):
    out, names = long_loop(lib)
    lines = viz.draw(out, names=names).text.splitlines()
    assert lines[1] == "  [1] AddBackward0  ()  -> [2] 58 times more, [9] SumBackward0"
    fold, *block = lines[2].strip().split("  ")
    assert fold == "[2] 58 times more"
    assert block == [
        "AddBackward0",
        "SumBackward0",
        "PowBackward0",
        "TanhBackward0",
        "MvBackward0",
        "-> [3] w, [4] AddBackward0, [7] TanhBackward0",
    ]
    assert lines[-1] == "  [12] MvBackward0  (2,)  -> [3] w, [2] 58 times more"
    assert len(lines) == 13


def test_equal_layers_are_folded_with_their_own_weights(lib):
    loss, model = layers(lib, 40)
    picture = viz.draw(loss, names=model)
    assert "times more" in picture.text
    (fold,) = re.findall(r"with (\d+) leaves of their own", picture.text)
    shown = re.findall(r"\] \d+\.(?:weight|bias) \(", picture.text)
    assert int(fold) + len(shown) == len(list(model.parameters()))
    assert picture.title.endswith(f", {len(list(model.parameters()))} leaves")
    assert picture.text.count("\n") < 30


def test_small_graphs_are_folded_only_on_request(lib):
    out, _ = deep(lib, 20)
    assert "times more" not in viz.draw(out).text
    assert "18 times more" in viz.draw(out, fold=True).text
    out, _ = deep(lib, 3)
    assert "times more" not in viz.draw(out, fold=True).text


def test_what_has_a_name_or_a_mark_is_never_folded(lib):
    x = lib.tensor([1.0], requires_grad=True)
    out = x
    for step in range(100):
        out = out + 1
        if step == 49:
            middle = out
    text = viz.draw(out, names={"middle": middle}).text
    assert "AddBackward0  middle (1,)" in text
    assert text.count("times more  AddBackward0") == 2
    for mark in (middle, (middle.grad_fn, 0)):
        text = viz.draw(out, highlight={mark: "error"}).text
        assert text.count("error") == 1
        assert text.count("times more  AddBackward0") == 2


def test_a_step_that_differs_is_not_folded_away(lib):
    w, other = (lib.tensor([1.0], requires_grad=True) for _ in range(2))
    out = w
    for step in range(60):
        out = out * (other if step == 30 else w)
    text = viz.draw(out, names={"w": w, "other": other}).text
    (odd,) = (line for line in text.splitlines() if re.search(r"-> .*\] other", line))
    assert "times more" not in odd.partition("->")[0]
    assert text.count("times more  MulBackward0") == 2


# -- depth ------------------------------------------------------------------------


def test_depth_shows_so_many_steps_back(lib):
    loss, names = loop(lib, 30)
    picture = viz.draw(loss, names=names, depth=3)
    assert picture.text.splitlines() == [
        "tensor: ()  -> [1] LinalgVectorNormBackward0",
        "  [1] LinalgVectorNormBackward0  ()  -> [2] TanhBackward0",
        "  [2] TanhBackward0  (2,)  -> [3] MvBackward0",
        "  [3] MvBackward0  (2,)  -> [4] w, …",
        "  [4] w (2, 2)  AccumulateGrad",
    ]
    assert picture.title.endswith("3 operations, 1 leaf, cut where … stands")
    assert re.findall(r'label="…"', picture.dot) == ['label="…"']
    whole = viz.draw(loss, names=names).text
    assert viz.draw(loss, names=names, depth=1000).text == whole
    with pytest.raises(ValueError, match="from 1, not 0"):
        viz.draw(loss, depth=0)


def test_depth_makes_any_graph_readable(lib):
    out, _ = deep(lib, 21_000)
    assert viz.draw(out, depth=4).text.count("AddBackward0  (1,)") == 4


# -- long arrows ------------------------------------------------------------------


def test_a_weight_of_a_short_loop_keeps_its_arrows(lib):
    loss, names = loop(lib, 4)
    source = viz.draw(loss, names=names).dot
    assert "again" not in source
    assert len(re.findall(r"-> n4 ", source)) == 4


def test_a_weight_of_a_long_loop_is_drawn_again_where_it_is_used(lib):
    loss, names = loop(lib, 60)
    picture = viz.draw(loss, names=names, fold=False)
    assert picture.dot.count('label="w (2, 2)') == 1
    assert picture.dot.count('label="w, again"') == 59
    assert picture.text.count("[4] w") == 61  # 60 uses and the box itself
    width = int(ElementTree.fromstring(picture.svg()).get("width"))
    assert width < 800  # straight down, not across
