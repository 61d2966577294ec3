"""The explorer: what it records of a pass, what it says, and what it leaves behind.

Programs run under PyTorch and under minigrad. What must flow along every edge is
computed by PyTorch, operation by operation.
"""

import base64
import gc
import html.parser
import importlib
import json
import math
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import minigrad
from autograder.pieces import registry
from minigrad import viz
from minigrad.core import engine
from minigrad.viz.explorer import arrays, geometry, page, recording, rules, widget
from minigrad.viz.reading import read_graph

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=["torch", "minigrad"])
def lib(request):
    return importlib.import_module(request.param)


def leaf(lib, values):
    return lib.tensor(values, dtype=lib.float64, requires_grad=True)


# -- what flows -------------------------------------------------------------------

# Each line makes one node: its outputs, its operation, its inputs.
PROGRAMS = {
    "the README": (
        {"w1": 2.0, "w2": 3.0},
        [
            ("x1", lambda lib, w1: w1 * 1.5, "w1"),
            ("t", lambda lib, w2, x1: w2 * x1, "w2 x1"),
            ("x2", lambda lib, t: 1.0 + t, "t"),
            ("s", lambda lib, x1, x2: x1 + x2, "x1 x2"),
            ("q", lambda lib, w1, s: w1 * s, "w1 s"),
        ],
    ),
    "broadcasting": (
        {"w": [[1.0, -2.0], [0.5, 3.0], [2.0, 1.0]], "b": [0.5, -1.0], "c": [[2.0]]},
        [
            ("h", lambda lib, w, b: w + b, "w b"),
            ("k", lambda lib, h, c: h / c, "h c"),
            ("t", lambda lib, k: lib.tanh(k), "k"),
            ("p", lambda lib, t, h: t * h, "t h"),
            ("q", lambda lib, p: p.mean(), "p"),
        ],
    ),
    "several outputs": (
        {"w": [1.0, -2.0, 0.5]},
        [
            ("a b c", lambda lib, w: w.unbind(), "w"),
            ("d", lambda lib, a, b: a * b, "a b"),
            ("e", lambda lib, d, a: d - a, "d a"),
            ("q", lambda lib, e: e**3, "e"),
        ],
    ),
    "a loop with one weight": (
        {"w": [[0.5, 1.0], [-1.0, 0.5]], "h": [1.0, 2.0]},
        [
            ("a1", lambda lib, w, h: w @ h, "w h"),
            ("h1", lambda lib, a1: lib.tanh(a1), "a1"),
            ("a2", lambda lib, w, h1: w @ h1, "w h1"),
            ("h2", lambda lib, a2: lib.tanh(a2), "a2"),
            ("q", lambda lib, h2: h2.sum(), "h2"),
        ],
    ),
    "one tensor twice": (
        {"x": [1.0, 2.0, -3.0]},
        [
            ("y", lambda lib, x, again: x * again, "x x"),
            ("z", lambda lib, y, x: y + x, "y x"),
            ("q", lambda lib, z: z.sum(), "z"),
        ],
    ),
}

every_program = pytest.mark.parametrize("program", PROGRAMS)


def run(lib, program):
    """Every tensor of a program by its name."""
    inputs, lines = PROGRAMS[program]
    tensors = {name: leaf(lib, values) for name, values in inputs.items()}
    for outputs, operation, operands in lines:
        made = operation(lib, *(tensors[name] for name in operands.split()))
        names = outputs.split()
        tensors |= zip(names, made if len(names) > 1 else [made], strict=True)
    return tensors


def expected_on_edges(program):
    """{(outputs, position): gradient} by PyTorch: each operation by itself.

    The gradient of its output comes from the whole program, and each of its inputs is
    a leaf of its own, so that two uses of a tensor are told apart.
    """
    tensors = run(torch, program)
    found = {}
    for outputs, operation, operands in PROGRAMS[program][1]:
        made = [tensors[name] for name in outputs.split()]
        upstream = torch.autograd.grad(
            tensors["q"], made, retain_graph=True, materialize_grads=True
        )
        own = [tensors[name].detach().requires_grad_() for name in operands.split()]
        alone = operation(torch, *own)
        grads = torch.autograd.grad(alone, own, upstream)
        for position, grad in enumerate(grads):
            found[outputs, position] = grad.numpy()
    return found


@every_program
def test_every_edge_carries_what_pytorch_says(lib, program):
    tensors = run(lib, program)
    graph = read_graph([tensors["q"]], {}, 300)
    ran = {step.box.node: step for step in recording.record(graph) if step.box.node}
    expected = expected_on_edges(program)
    for outputs, _, operands in PROGRAMS[program][1]:
        step = ran[tensors[outputs.split()[0]].grad_fn]
        assert set(step.sent) == set(range(len(operands.split())))
        for position, grad in step.sent.items():
            wanted = expected[outputs, position]
            assert grad.shape == wanted.shape
            np.testing.assert_allclose(grad, wanted, rtol=1e-12)


@every_program
def test_what_arrives_and_accumulates_is_what_pytorch_says(lib, program):
    tensors, twin = run(lib, program), run(torch, program)
    inputs = PROGRAMS[program][0]
    first = next(iter(inputs))
    tensors[first].grad = lib.ones_like(tensors[first])
    steps = recording.record(read_graph([tensors["q"]], {}, 300))
    grads = dict(
        zip(twin, torch.autograd.grad(twin["q"], twin.values()), strict=True)
        if program != "several outputs"
        else zip(inputs, torch.autograd.grad(twin["q"], [twin["w"]]), strict=True)
    )
    by_leaf = {id(s.box.tensors[0]): s for s in steps if s.kind == "leaf"}
    assert len(by_leaf) == len(inputs)
    for name in inputs:
        step, grad = by_leaf[id(tensors[name])], grads[name].numpy()
        np.testing.assert_allclose(step.arrived[0], grad, rtol=1e-12)
        if name == first:
            np.testing.assert_array_equal(step.before, np.ones_like(grad))
            np.testing.assert_allclose(step.after, 1 + grad, rtol=1e-12)
        else:
            assert step.before is None
            np.testing.assert_allclose(step.after, grad, rtol=1e-12)


@every_program
def test_both_libraries_are_told_alike(program):
    told = [viz.explore(t["q"], names=t).steps for t in map_libraries(program)]
    assert told[0] == told[1]
    text = "\n".join(told[0])
    assert "Wrong" not in text and "nan" not in text


def map_libraries(program):
    return [run(library, program) for library in (torch, minigrad)]


def readme(lib):
    """The program of the README; x1, x2 and q are named, two tensors are not."""
    w1 = lib.tensor(2.0, requires_grad=True)
    w2 = lib.tensor(3.0, requires_grad=True)
    x1 = w1 * 1.0
    x2 = 1.0 + w2 * x1
    q = w1 * (x1 + x2)
    return q, {"w1": w1, "w2": w2, "x1": x1, "x2": x2, "q": q}


def test_the_steps_in_words(lib):
    q, names = readme(lib)
    assert repr(viz.explore(q, names=names)).splitlines() == [
        "Backward pass of q, step by step",
        "  0. The pass starts: q gets the gradient 1.",
        "  1. MulBackward0 [1] gets 1. It sends 9 to w1 and 2 to AddBackward0.",
        "  2. AddBackward0 gets 2. It sends 2 to MulBackward0 (x1) and 2 to "
        "AddBackward0 (x2).",
        "  3. AddBackward0 (x2) gets 2. It sends 2 to MulBackward0 [6].",
        "  4. MulBackward0 [6] gets 2. It sends 4 to w2 and 6 to MulBackward0 (x1).",
        "  5. w2 gets 4. .grad of w2 was None and is now 4.",
        "  6. MulBackward0 (x1) gets 8 (2 from AddBackward0 + 6 from MulBackward0 "
        "[6]). It sends 8 to w1.",
        "  7. w1 gets 17 (9 from MulBackward0 [1] + 8 from MulBackward0 (x1)). .grad "
        "of w1 was None and is now 17.",
    ]


def test_for_scalars_every_number_stands_on_the_graph(lib):
    q, names = readme(lib)
    data = viz.explore(q, names=names)._view.data
    words = re.findall(r"class=\"mgx-value\"[^>]*>([^<]*)<", data["svg"])
    assert sorted(words) == sorted(
        ["= 18", "= 18", "= 9", "x2 = 7", "= 6", "x1 = 2", "= 2", "= 3"]
    )
    sent = re.findall(r"class=\"mgx-sent\"[^>]*>([^<]*)<", data["svg"])
    assert sorted(sent) == sorted(["1", "9", "2", "2", "2", "2", "4", "6", "8"])
    filled = [
        row["filled"]
        for step in data["steps"]
        for row in step.get("rule", {}).get("rows", ())
    ]
    assert [text for text in filled if text] == [
        "1 · 9 = 9",
        "1 · 2 = 2",
        "2 · 2 = 4",
        "2 · 3 = 6",
        "8 · 1 = 8",
    ]


def test_a_value_that_no_node_kept_is_said_to_be_gone(lib):
    x = leaf(lib, 2.0)
    data = viz.explore((x + 1.0).neg().sum())._view.data
    assert "not kept" in data["svg"]


def test_an_upstream_gradient_of_ones_own(lib):
    x = leaf(lib, [1.0, 2.0])
    with pytest.raises(ValueError, match="shape \\(2,\\)"):
        viz.explore(x * x)
    upstream = lib.tensor([1.0, -3.0], dtype=lib.float64)
    steps = viz.explore(x * x, names={"x": x}, gradient=upstream).steps
    assert steps[0] == "The pass starts: tensor gets the gradient [1, -3]."
    assert "is now [2, -12]" in steps[-1]


# -- what is left behind ----------------------------------------------------------


def test_nothing_of_the_users_changes(lib):
    tensors = run(lib, "broadcasting")
    w, h = tensors["w"], tensors["h"]
    h.retain_grad()
    w.grad = lib.ones_like(w)
    h.grad = lib.full_like(h, 2.0)
    kept = {name: (t, t.grad) for name, t in {"w": w, "h": h}.items()}
    before = {name: (grad.tolist(), grad._version) for name, (_, grad) in kept.items()}
    viz.explore(tensors["q"], names=tensors)
    for name, (tensor, grad) in kept.items():
        assert tensor.grad is grad
        assert (grad.tolist(), grad._version) == before[name]
    assert tensors["b"].grad is None
    tensors["q"].backward()  # the graph is still there
    twin = run(torch, "broadcasting")
    twin["q"].backward()
    np.testing.assert_allclose(tensors["b"].grad.numpy(), twin["b"].grad.numpy())
    np.testing.assert_allclose(w.grad.numpy(), 1 + twin["w"].grad.numpy())


def recorders():
    gc.collect()
    return [thing for thing in gc.get_objects() if type(thing) is recording._Recorder]


def test_no_hook_is_left_and_the_users_own_ran(lib):
    q, names = readme(lib)
    seen = []
    names["x1"].register_hook(lambda grad: seen.append(grad.item()))
    viz.explore(q, names=names)
    assert seen == [8.0]
    assert recorders() == []  # a hook that is left would keep one alive


def test_the_record_holds_no_tensor(lib):
    import weakref

    x = leaf(lib, [1.0, 2.0])
    y = x * x
    explorer = viz.explore(y.sum(), names={"x": x, "y": y})
    references = [weakref.ref(x), weakref.ref(y)]
    del x, y
    gc.collect()
    assert [reference() for reference in references] == [None, None]
    assert len(explorer.steps) == 4


def test_a_pass_that_fails_shows_where_and_leaves_all_as_it_was(lib):
    x = leaf(lib, [1.0, 2.0])
    x.grad = lib.ones_like(x)
    grad = x.grad
    y = x * 2.0
    z = y * y
    loss = z.sum()
    with lib.no_grad():
        y += 1.0
    steps = viz.explore(loss, names={"x": x, "z": z}).steps
    assert steps[-1].startswith("MulBackward0 (z) gets [1, 1]. Here the pass failed")
    assert "modified by an inplace operation" in steps[-1]
    assert x.grad is grad and grad.tolist() == [1.0, 1.0]
    assert recorders() == []


# -- a student's engine -----------------------------------------------------------


@pytest.fixture
def plugged(monkeypatch):
    """Plug a function into minigrad's engine, as a piece of a student's is."""
    return lambda name, function: monkeypatch.setattr(engine, name, function)


def diamond():
    """x * x + x: three gradients reach x; two reach y in (y + 1) * y."""
    x = minigrad.tensor(3.0, requires_grad=True)
    y = x * x
    out = (y + 1.0) * y
    return out, {"x": x, "y": y, "out": out}


def carry(order, grads, this, add):
    for node in order:
        sent = this.step(node, grads.pop(node, None))
        for edge, grad in zip(node._edges, sent or (), strict=False):
            if edge is not None and grad is not None:
                known = edge in grads
                grads[edge] = grads[edge] + grad if known and add else grad


def test_a_right_run_of_a_student_is_told_as_minigrads_own(plugged):
    out, names = diamond()
    own = viz.explore(out, names=names).steps
    plugged("run", lambda *args: carry(*args, add=True))
    assert viz.explore(out, names=names).steps == own
    assert "Wrong" not in " ".join(own)


def test_a_run_that_overwrites_is_shown_as_it_is(plugged):
    plugged("run", lambda *args: carry(*args, add=False))
    out, names = diamond()
    explorer = viz.explore(out, names=names)
    (y,) = [text for text in explorer.steps if text.startswith("MulBackward0 (y) gets")]
    # 10 from the product, and 9 through y + 1: the sum is 19.
    assert "What arrives is not the sum" in y and "only the last of them" in y
    assert names["x"].grad is None
    wrong = [step for step in explorer._view.data["steps"] if step["wrong"]]
    assert [step["name"] for step in wrong] == ["MulBackward0 (y)", "x"]


def test_an_order_that_runs_a_node_too_early_is_shown(plugged):
    right = engine.order_nodes

    def wrong_order(roots):
        order = right(roots)
        add = next(node for node in order if node.name() == "AddBackward0")
        order.remove(add)
        return [*order, add]

    plugged("order_nodes", wrong_order)
    out, names = diamond()
    steps = viz.explore(out, names=names).steps
    (y,) = [text for text in steps if text.startswith("MulBackward0 (y) gets")]
    assert "This ran too early: a gradient was sent here only later" in y


def test_an_accumulate_that_forgets_what_was_there_is_shown(plugged):
    def accumulate(leaf, grad):
        leaf.grad = grad.clone()

    plugged("accumulate", accumulate)
    out, names = diamond()
    names["x"].grad = minigrad.tensor(1.0)
    steps = viz.explore(out, names=names).steps
    assert ".grad is not what it was before plus the gradient" in steps[-1]
    assert names["x"].grad.item() == 1.0


def test_an_accumulate_that_does_nothing_is_shown(plugged):
    plugged("accumulate", lambda leaf, grad: None)
    out, names = diamond()
    assert ".grad is still None" in viz.explore(out, names=names).steps[-1]


def test_an_op_of_a_student_is_marked_with_its_source():
    class Mul(minigrad.Op):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return a * b

        @staticmethod
        def backward(ctx, grad):
            a, b = ctx.saved_tensors
            return grad * b, grad * a

    registry.forget_all()
    try:
        registry.register(Mul).accept()
        out, names = diamond()
        data = viz.explore(out, names=names)._view.data
    finally:
        registry.forget_all()
    told = [step["rule"] for step in data["steps"] if "rule" in step]
    assert told[0]["whose"] == "your backward of Mul"
    assert "return grad * b, grad * a" in told[0]["source"]
    assert told[0]["rows"] == []
    assert data["svg"].count("mgx-piece") == 2


# -- rules ------------------------------------------------------------------------

SCALARS = {
    "Add": lambda lib, a, b: a + b,
    "Sub": lambda lib, a, b: a - b,
    "Mul": lambda lib, a, b: a * b,
    "Div": lambda lib, a, b: a / b,
    "Neg": lambda lib, a: -a,
    "Reciprocal": lambda lib, a: lib.reciprocal(a),
    "Pow": lambda lib, a: a**3,
    "Pow1": lambda lib, a, b: a**b,
    "Abs": lambda lib, a: lib.abs(-a).neg(),
    "Sqrt": lambda lib, a: lib.sqrt(a),
    "Rsqrt": lambda lib, a: lib.rsqrt(a),
    "Exp": lambda lib, a: lib.exp(a),
    "Log": lambda lib, a: lib.log(a),
    "Log1P": lambda lib, a: lib.log1p(a),
    "Sin": lambda lib, a: lib.sin(a),
    "Cos": lambda lib, a: lib.cos(a),
    "Tanh": lambda lib, a: lib.tanh(a),
    "Sigmoid": lambda lib, a: lib.sigmoid(a),
}
TO_PYTHON = {"·": "*", "^": "**", "²": "**2", "³": "**3"}


@pytest.mark.parametrize("name", SCALARS)
def test_a_rule_gives_pytorchs_derivative(lib, name):
    """The formula that is shown, with its numbers, is computed and compared."""
    values = [1.25, 0.75][: SCALARS[name].__code__.co_argcount - 1]
    own = [leaf(torch, value) for value in values]
    out = SCALARS[name](torch, *own)
    upstream = -1.5
    grads = torch.autograd.grad(out, own, torch.tensor(upstream, dtype=torch.float64))
    inputs = [leaf(lib, value) for value in values]
    out = SCALARS[name](lib, *inputs)
    gradient = lib.tensor(upstream, dtype=lib.float64)
    named = dict(zip("ab", inputs, strict=False)) | {"out": out}
    data = viz.explore(out, names=named, gradient=gradient)._view.data
    told = [step["rule"] for step in data["steps"] if "rule" in step]
    rows = told[-1]["rows"]
    assert len(rows) == len(values)
    for row, grad in zip(rows, grads, strict=True):
        formula = row["filled"].partition(" = ")[0] or "-1.5"
        if row["formula"] == "-grad":
            formula = "1.5"
        if name == "Abs":
            formula = formula.replace("(1.5)", "1.5")
        for old, new in TO_PYTHON.items():
            formula = formula.replace(old, new)
        formula = re.sub(r"\blog (\S+)", r"log(\1)", formula)
        known = {"sin": math.sin, "cos": math.cos, "log": math.log, "sign": np.sign}
        assert eval(formula, known) == pytest.approx(grad.item(), rel=2e-3)


def test_a_users_function_is_shown_with_its_source(lib):
    class Mul(lib.autograd.Function):  # the same name as an operation's node
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return a * b

        @staticmethod
        def backward(ctx, grad):
            a, b = ctx.saved_tensors
            return grad * b, grad * a

    a, b = leaf(lib, 2.0), leaf(lib, 3.0)
    step = viz.explore(Mul.apply(a, b), names={"a": a, "b": b})._view.data["steps"][1]
    assert step["rule"]["whose"] == "the backward of the Function Mul"
    assert step["rule"]["source"].startswith("def backward(ctx, grad):")
    assert step["rule"]["rows"] == [] and step["rule"]["formula"] == ""
    assert step["words"] == "MulBackward gets 1. It sends 3 to a and 2 to b."


def test_the_engine_says_that_it_summed_a_broadcast_gradient(lib):
    tensors = run(lib, "broadcasting")
    data = viz.explore(tensors["q"], names=tensors)._view.data
    (step,) = [s for s in data["steps"] if s["name"] == "AddBackward0 (h)"]
    assert [row["note"] for row in step["rule"]["rows"]] == [
        "",
        "summed to shape (2,), that of the input",
    ]


def test_an_operation_without_a_row_gets_the_formula_of_its_op():
    assert rules.rule_of("HardtanhBackward0") is None
    assert rules.formula_of("HardtanhBackward0") == (
        "out = a between two bounds, where the derivative is 0"
    )
    assert rules.formula_of("NeverHeardOfBackward0") == ""


def test_the_nodes_of_a_graph_of_gradients_say_what_they_compute():
    x, w = minigrad.ones(2, 3, requires_grad=True), minigrad.ones(3, 2).requires_grad_()
    (grad,) = minigrad.autograd.grad((x @ w).tanh().sum(), x, create_graph=True)
    node, told = grad.grad_fn, []
    while node is not None:
        told.append(rules.formula_of(node.name()))
        node = node.next_functions[0][0]
    assert told[0].startswith("out = A Bᵀ")
    assert told[1].startswith("out = a (1 - y²), where y is")


# -- what cannot be explored ------------------------------------------------------


def unfit(lib):
    """(what, what the error says)"""
    x = leaf(lib, [1.0, 2.0])
    freed = (x * x).sum()
    freed.backward()
    chain = x.sum()
    for _ in range(20):
        chain = chain * 1.5
    nn = importlib.import_module(f"{lib.__name__}.nn")
    return [
        (nn.Linear(2, 1), TypeError, r"explore\(model\(x\)\)"),
        ([x.sum(), x.sum()], TypeError, "several tensors"),
        (x.sum().item(), TypeError, "A number has no graph"),
        (freed.grad_fn, TypeError, "explore\\(loss\\)"),
        (x.detach().sum(), ValueError, "requires_grad is False"),
        (leaf(lib, 1.0), ValueError, "got a leaf"),
        (x * 2.0, ValueError, "gradient="),
        (freed, ValueError, "was freed by a backward pass"),
        (chain, viz.TooManyNodes, "more than 10 nodes"),
    ]


@pytest.mark.parametrize("case", range(9))
def test_what_cannot_be_explored_is_told_why(lib, case):
    thing, kind, words = unfit(lib)[case]
    with pytest.raises(kind, match=words):
        viz.explore(thing, max_nodes=10)


# -- the page ---------------------------------------------------------------------


class Reading(html.parser.HTMLParser):
    """What is left of a page when styles and scripts are stripped."""

    def __init__(self, text):
        super().__init__()
        self.items, self.tags, self.links = [], [], []
        self._open = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.links += [v for k, v in attributes if k in ("href", "src") and v]
        if tag not in ("img", "meta"):
            self._open.append(tag)
        if tag == "li":
            self.items.append("")

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        if self._open and self._open[-1] == "li":
            self.items[-1] += data


NASTY = ["<script>alert(1)</script>", "\"'&lt;b>", "</script><img src=x onerror=y>"]


def nasty(lib):
    a, b, c = (leaf(lib, float(i)) for i in (2, 3, 4))
    out = a * b * c
    return viz.explore(out, names=dict(zip(NASTY, (a, b, c), strict=True)))


def test_the_page_reads_in_order_without_styles_and_scripts(lib):
    q, names = readme(lib)
    explorer = viz.explore(q, names=names)
    reading = Reading(explorer.to_html())
    assert reading.items == explorer.steps
    assert reading.tags.count("img") == 1
    assert all(link.startswith("data:image/") for link in reading.links)
    assert "a" not in reading.tags


def test_names_of_students_inject_nothing(lib):
    explorer = nasty(lib)
    text = explorer.to_html()
    reading = Reading(text)
    assert reading.items == explorer.steps
    for name in NASTY:
        assert any(name in item for item in reading.items)
    assert reading.tags.count("script") == 2 and reading.tags.count("img") == 1
    data = re.search(r'<script type="application/json">(.*?)</script>', text, re.S)[1]
    assert json.loads(data) == json.loads(json.dumps(explorer._view.data))
    svg = explorer._view.data["svg"]
    assert "<script" not in svg and "<img" not in svg


def test_the_page_needs_no_network_and_no_ids(lib):
    q, names = readme(lib)
    text = viz.explore(q, names=names).to_html()
    hosts = re.findall(r"https?://[^\"' )]+", text.replace("\\", ""))
    assert set(hosts) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<[^>]* id=", text)
    assert "import(" not in text and "url(" not in text


def test_the_whole_page_is_written(tmp_path, lib):
    q, names = readme(lib)
    explorer = viz.explore(q, names=names)
    path = explorer.save(tmp_path / "pass.html")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>") and explorer.to_html() in text
    with pytest.raises(ValueError, match=r"ends in \.html"):
        explorer.save(tmp_path / "pass.png")


def test_the_same_program_makes_the_same_page():
    program = (
        "import minigrad as torch\nfrom minigrad import viz\n"
        "x = torch.tensor([1.0, 2.0], requires_grad=True)\n"
        "e = viz.explore((x * x).sum(), names=globals())\n"
        "import hashlib, json\n"
        "print(hashlib.sha256(json.dumps(e._repr_mimebundle_()).encode()).hexdigest())"
    )
    command = [sys.executable, "-c", program]
    runs = [
        subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
        for _ in range(2)
    ]
    assert runs[0].stdout == runs[1].stdout


# -- the widget -------------------------------------------------------------------


def test_the_bundle_has_the_widget_and_what_stands_in_for_it(lib):
    pytest.importorskip("anywidget")
    q, names = readme(lib)
    explorer = viz.explore(q, names=names)
    bundle, metadata = explorer._repr_mimebundle_()
    assert bundle["text/plain"] == repr(explorer)
    assert bundle["text/html"] == explorer.to_html()
    view = bundle["application/vnd.jupyter.widget-view+json"]
    assert view["model_id"] == explorer.widget.model_id
    assert metadata == {}
    explorer.widget.step = 3
    assert explorer.widget.get_state("step") == {"step": 3}


def test_without_anywidget_the_page_is_shown_and_says_what_to_install(lib, monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    widget._widget_class.cache_clear()
    q, names = readme(lib)
    explorer = viz.explore(q, names=names)
    bundle, _ = explorer._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert "pip install anywidget" in bundle["text/html"]
    assert Reading(explorer.to_html()).items == explorer.steps
    with pytest.raises(ImportError, match="pip install anywidget"):
        _ = explorer.widget


def test_the_plain_text_of_a_long_pass_is_cut(lib):
    x = leaf(lib, 1.0)
    y = x
    for _ in range(100):
        y = y * 1.01
    explorer = viz.explore(y)
    assert len(explorer.steps) == 102
    assert repr(explorer).endswith("… and 42 more steps")


# -- arrays and places ------------------------------------------------------------


def test_a_small_array_is_shown_in_full_and_a_large_one_as_a_heat_map():
    small = arrays.shown(np.array([[1.0, -2.0], [0.0, np.nan]]))
    assert small["rows"] == [["1", "-2"], ["0", "nan"]]
    assert small["levels"] == [[50, -100], [0, arrays.NOT_FINITE]]
    large = np.zeros((2, 48, 96))
    large[:, :, :48] = 2.0
    large[1] *= -0.5
    heat = arrays.shown(large)["heat"]
    levels = np.frombuffer(base64.b64decode(heat["data"]), np.int8)
    levels = levels.reshape(heat["rows"], heat["columns"])
    assert levels.shape == arrays.HEAT and heat["averaged"]
    assert (levels[:12, :24] == 100).all() and (levels[12:, :24] == -50).all()
    assert (levels[:, 24:] == 0).all()
    assert "4608 of 9216 are 0" in arrays.shown(large)["facts"]


def test_without_graphviz_boxes_stand_in_rows_and_apart(monkeypatch):
    monkeypatch.setattr(geometry, "_graphviz", lambda dot: None)
    q, names = readme(minigrad)
    svg = viz.explore(q, names=names)._view.data["svg"]
    places = re.findall(r'<rect x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)"', svg)
    boxes = [tuple(map(float, place)) for place in places]
    assert len(boxes) == 8
    for i, (x, y, width, height) in enumerate(boxes):
        for other_x, other_y, other_width, other_height in boxes[:i]:
            apart_x = x >= other_x + other_width or other_x >= x + width
            apart_y = y >= other_y + other_height or other_y >= y + height
            assert apart_x or apart_y


def test_the_scripts_and_styles_are_in_the_package():
    assert "export default" in page.script() and ".mgx" in page.styles()
