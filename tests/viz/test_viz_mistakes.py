"""What cannot be drawn is answered with what to pass; strange names do no harm."""

import importlib
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from helpers.viz_programs import SVG, diamond

from minigrad import viz
from minigrad.viz import dot


@pytest.fixture(params=["torch", "minigrad"])
def lib(request):
    return importlib.import_module(request.param)


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


def test_a_model_is_answered_with_its_output(lib):
    with pytest.raises(TypeError, match=r"Linear\. .*draw\(model\(x\)\).*names=model"):
        viz.draw(lib.nn.Linear(2, 1))


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
    "w" * 10_000: "w" * 39 + "…",
    "$x_1$ `code` ![a](b) <img src=x onerror=alert(1)>": (
        "$x_1$ `code` ![a](b) <img src=x onerror…"
    ),
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


@pytest.mark.parametrize("name", STRANGE_NAMES)
def test_strange_names_of_functions_titles_and_sides_do_no_harm(lib, name):
    shown = STRANGE_NAMES[name]

    class Double(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    # A class statement allows fewer names than type() does.
    strange = type(name.replace("\x00", ""), (Double,), {})
    x = lib.tensor([1.0], requires_grad=True)
    out = strange.apply(x)
    picture = viz.draw(out, title=name)
    plain = viz.draw(Double.apply(x))
    assert marks_of(picture) == marks_of(plain)
    beside = viz.compare(out, x * 2, labels=(name, "other"), title=name)
    assert marks_of(beside) == marks_of(plain) | {"path"}  # its frames are round
    (image,) = re.findall("<[^>]*>", picture._repr_mimebundle_()[0]["text/markdown"])
    assert "<" not in image[1:] and not re.search("[`$!_]", image.partition("alt")[2])
    texts = [text.text for text in tree(beside).iter(f"{SVG}text")]
    assert any(shown[:10].strip() in text for text in texts)


def tree(picture):
    return ElementTree.fromstring(picture.svg())


def marks_of(picture):
    return {element.tag.removeprefix(SVG) for element in tree(picture).iter()}


def test_a_label_is_never_html():
    import graphviz

    graph = graphviz.Digraph()
    graph.node("a", dot._label(["<b>", "<i>bold</i>"]))
    assert r'label="<b>\n<i>bold</i>"' in graph.source
