"""Pictures: what `viz.draw` shows of a graph.

Programs run under PyTorch and under minigrad; golden texts were checked by hand against
the programs above them. Nothing here looks at pixels.
"""

import gc
import importlib
import re
import textwrap
import warnings
import weakref

import pytest
from helpers.viz_programs import diamond, layer, loop, norm

from minigrad import viz
from minigrad.viz import style


@pytest.fixture(params=["torch", "minigrad"])
def lib(request):
    return importlib.import_module(request.param)


GOLDEN = {
    diamond: """\
        loss: ()  -> [1] SumBackward0
          [1] SumBackward0  ()  -> [2] AddBackward0
          [2] AddBackward0  (3,)  -> [3] MulBackward0, [4] x
          [3] MulBackward0  (3,)  -> [4] x, [4] x
          [4] x (3,)  AccumulateGrad""",
    norm: """\
        length: ()  -> [1] LinalgVectorNormBackward0
          [1] LinalgVectorNormBackward0  ()  -> [2] x
          [2] x (3,)  AccumulateGrad""",
    layer: """\
        loss: ()  -> [1] MeanBackward0
          [1] MeanBackward0  ()  -> [2] PowBackward0
          [2] PowBackward0  (3,)  -> [3] SubBackward0
          [3] SubBackward0  (3,)  -> [4] TanhBackward0
          [4] TanhBackward0  h (3,)  -> [5] AddBackward0
          [5] AddBackward0  (3,)  -> [6] MvBackward0, [8] b
          [6] MvBackward0  (3,)  -> [7] w
          [7] w (3, 2)  AccumulateGrad
          [8] b (3,)  AccumulateGrad""",
}


# -- what a picture shows ---------------------------------------------------------


@pytest.mark.parametrize("program", GOLDEN, ids=lambda program: program.__name__)
def test_the_text_form_of_small_graphs(lib, program):
    loss, names = program(lib)
    assert viz.draw(loss, names=names).text == textwrap.dedent(GOLDEN[program])


def test_the_dot_of_a_small_graph(lib):
    loss, names = norm(lib)
    looks = r" (color|fillcolor|penwidth|style|weight)=(\".*?\"|[^\s\]]+)"
    plain = re.sub(looks, "", viz.draw(loss, names=names).dot)
    assert plain.splitlines()[4:] == [
        r'	r1 [label="length ()"]',
        r'	n1 [label="LinalgVectorNormBackward0\n()"]',
        r'	n2 [label="x (3,)\nAccumulateGrad"]',
        r'	r1 -> n1 [label="  grad_fn"]',
        r'	n1 -> n2 [label=""]',
        r"}",
    ]


@pytest.mark.parametrize("program", [diamond, norm, layer, loop])
def test_a_program_gives_the_same_picture_under_both_libraries(program):
    pictures = []
    for name in ("torch", "minigrad"):
        tensor, names = program(importlib.import_module(name))
        pictures.append(viz.draw(tensor, names=names, values=True, grads=True))
    assert pictures[0].dot == pictures[1].dot
    assert pictures[0].text == pictures[1].text


def test_drawing_twice_gives_the_same_dot(lib):
    (first, names), (second, others) = loop(lib, 40), loop(lib, 40)
    assert viz.draw(first, names=names).dot == viz.draw(second, names=others).dot


def test_several_roots_share_their_nodes(lib):
    loss, names = layer(lib)
    text = viz.draw(loss, names["h"], loss, names=names).text
    assert text.startswith("loss: ()  -> [1] MeanBackward0\nh: (3,)  -> [4] Tanh")
    assert text.count("\n  [") == viz.draw(loss).text.count("\n  [") == 8


def test_unnamed_tensors_show_their_shapes(lib):
    loss, _ = diamond(lib)
    text = viz.draw(loss, loss * 2).text
    assert text.splitlines()[0].startswith("tensor: ()  -> [1] SumBackward0")
    assert text.splitlines()[1].startswith("tensor 2: ()  -> [5] MulBackward0")
    assert "  [4] (3,)  AccumulateGrad" in text


def test_a_leaf_is_one_box_however_it_is_reached(lib):
    loss, names = diamond(lib)
    both = viz.draw(loss, names["x"], names=names).text
    assert both.count("AccumulateGrad") == 1
    assert viz.draw(names["x"], names=names).text == "  [1] x (3,)  AccumulateGrad"


def test_a_node_can_be_drawn_without_its_tensor(lib):
    loss, _ = diamond(lib)
    inner = loss.grad_fn.next_functions[0][0]
    assert viz.draw(inner).text.startswith("  [1] AddBackward0")


def test_nodes_go_by_their_names_without_a_namespace():
    torch = importlib.import_module("torch")
    out = torch.zeros(2)
    out[0] = torch.ones(2, requires_grad=True).sum()
    assert out.grad_fn.name() == "torch::autograd::CopySlices"
    assert "[1] CopySlices  (2,)" in viz.draw(out).text


def test_a_ctx_may_have_a_name_of_its_own(lib):
    class Double(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.name = "mine"
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    out = Double.apply(lib.ones(2, requires_grad=True))
    assert "DoubleBackward" in viz.draw(out).text


def test_outputs_of_one_node_are_told_apart(lib):
    class Both(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, double, triple):
            return double * 2 + triple * 3

    x = lib.tensor([1.0, 2.0], requires_grad=True)
    double, triple = Both.apply(x)
    picture = viz.draw(
        (triple * double).sum(), names={"d": double, "t": triple}, values=True
    )
    assert "-> [3] BothBackward output 1, [3] BothBackward\n" in picture.text
    assert "d value: [2, 4]  t value: [3, 6]" in picture.text
    assert re.findall(r'n2 -> n3 \[label="(.*?)"', picture.dot) == [
        "  output 1",
        "  output 0",
    ]


# -- names ------------------------------------------------------------------------


def test_a_model_names_its_parameters(lib):
    model = lib.nn.Sequential(lib.nn.Linear(2, 3), lib.nn.Linear(3, 1))
    loss = model(lib.ones(4, 2)).sum()
    for names, prefix in ((model, ""), ({"net": model, "other": 3}, "net.")):
        text = viz.draw(loss, names=names).text
        for name, parameter in model.named_parameters():
            assert f" {prefix}{name} {tuple(parameter.shape)}" in text


def test_names_take_what_globals_holds(lib):
    loss, names = diamond(lib)
    messy = {"_": names["x"], "__name__": "main", "lib": lib, "n": 3, "a": [loss]}
    assert viz.draw(loss, names=messy | names).text == viz.draw(loss, names=names).text
    assert "[4] _ (3,)" in viz.draw(loss, names=messy).text


def test_names_of_another_kind_are_refused(lib):
    with pytest.raises(TypeError, match=r"list. Pass a mapping such as names=\{'w'"):
        viz.draw(diamond(lib)[0], names=["x"])


# -- values, gradients, saved tensors ---------------------------------------------


def test_gradients_are_not_there_before_backward(lib):
    loss, names = diamond(lib)
    leaf = viz.draw(loss, names=names, grads=True).text.splitlines()[-1]
    assert leaf == "  [4] x (3,)  AccumulateGrad  grad: not there yet"
    loss.backward()
    leaf = viz.draw(loss, names=names, grads=True).text.splitlines()[-1]
    assert leaf == "  [4] x (3,)  AccumulateGrad  grad: [3, 5, 7]"
    names["x"].grad = None
    assert "grad: not there yet" in viz.draw(loss, names=names, grads=True).text


def test_gradients_that_are_not_kept_are_said_so_without_a_warning(lib):
    loss, names = layer(lib)
    loss.backward()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        text = viz.draw(loss, names=names, grads=True).text
    assert text.startswith("loss: ()  grad: not kept")
    assert "TanhBackward0  h (3,)  grad: not kept" in text


def test_values_are_numbers_or_their_range(lib):
    few = lib.tensor([[1.0, -0.25], [3.5, 1e-7]], requires_grad=True)
    many = lib.tensor([float(i) for i in range(-5, 40)], requires_grad=True)
    strange = lib.tensor([float("nan")] + [1.0] * 9, requires_grad=True)
    lost = lib.tensor([float("inf")] * 9, requires_grad=True)
    text = viz.draw(few, many, strange, lost, values=True).text
    assert [line.split("value: ")[1] for line in text.splitlines()] == [
        "[[1, -0.25], [3.5, 1e-07]]",
        "from -5 to 39",
        "from 1 to 1, 1 not finite",
        "no finite entry",
    ]


def test_a_picture_stays_what_was_drawn(lib):
    loss, names = diamond(lib)
    before = viz.draw(loss, names=names, grads=True)
    loss.backward()
    assert "not there yet" in before.text and "not there yet" in before.dot
    assert "not there yet" in before.svg()


def test_a_picture_keeps_no_graph_alive(lib):
    loss, names = diamond(lib)
    alive = weakref.ref(names["x"])
    picture = viz.draw(loss, names=names)
    del loss, names
    gc.collect()
    assert alive() is None
    assert "[4] x" in picture.text


# -- marks ------------------------------------------------------------------------


def test_an_error_is_marked_on_a_node_or_an_edge(lib):
    loss, names = layer(lib)
    node = names["h"].grad_fn
    for key, line in (
        (names["h"], "error  -> [5] AddBackward0"),
        (node, "error  -> [5] AddBackward0"),
        ((node, 0), "-> [5] AddBackward0 (error)"),
        (names["b"], "[8] b (3,)  AccumulateGrad  error"),
    ):
        picture = viz.draw(loss, names=names, highlight={key: "error"})
        assert line in picture.text
        (marked,) = (row for row in picture.dot.splitlines() if style.ERROR in row)
        assert "penwidth=2.5" in marked


def test_a_mark_that_fits_nothing_is_refused(lib):
    loss, names = layer(lib)
    with pytest.raises(ValueError, match="input 7 of the node MeanBackward0"):
        viz.draw(loss, highlight={(loss.grad_fn, 7): "error"})
    with pytest.raises(ValueError, match="type Tensor, not in this graph"):
        viz.draw(names["h"], highlight={loss: "error"})
    with pytest.raises(ValueError, match="error, value, grad, not as 'blue'"):
        viz.draw(loss, highlight={loss: "blue"})


def test_a_students_piece_is_tinted_and_named(lib):
    class Double(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    y = Double.apply(lib.tensor([1.0], requires_grad=True))
    assert style.PIECE not in viz.draw(y).dot
    type(y.grad_fn)._piece = True
    picture = viz.draw(y)
    assert "yours" in picture.text
    (tinted,) = (row for row in picture.dot.splitlines() if style.PIECE in row)
    assert "DoubleBackward" in tinted and style.tint(style.PIECE) in tinted


def test_buffers_of_a_model_have_names(lib):
    model = lib.nn.Linear(2, 1)
    model.register_buffer("scale", lib.ones(1, requires_grad=True))
    out = model(lib.ones(3, 2)) * model.scale
    for names, prefix in ((model, ""), ({"net": model}, "net.")):
        assert f" {prefix}scale (1,)  AccumulateGrad" in viz.draw(out, names=names).text
