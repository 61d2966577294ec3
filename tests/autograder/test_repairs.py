"""Repairs: where no mistake is known, the change that would make a program right."""

import ast

import numpy as np
import pytest

import minigrad as torch
from autograder import CheckFailed, check
from autograder.check import explaining
from autograder.check.diagnosis import changes, nearest, repairs
from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import forget_all
from minigrad import Op


@pytest.fixture(autouse=True)
def clean(monkeypatch):
    """Where nobody gave such an answer before."""
    monkeypatch.setattr(explaining, "label", lambda *_: "")
    forget_all()
    yield
    forget_all()


def told(own):
    with pytest.raises(CheckFailed) as failed:
        check(own)
    return " ".join(failed.value.report.reasons)


class Pow(Op):
    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        print("in backward")
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * a**ctx.n - 1


def test_lost_brackets_are_found_and_nothing_is_printed(capsys):
    assert "with `return grad * ctx.n * a ** (ctx.n - 1)` in the place" in told(Pow)
    assert capsys.readouterr().out.count("in backward") < 50


def list_edges(roots):
    waiting, seen, found = [*roots], {*roots}, []
    while waiting:
        node = waiting.pop()
        for i, (source, output) in enumerate(node.next_functions):
            if source is not None:
                found.append((node, i, source, output))
                if source not in seen:
                    seen.add(source)
                    waiting.append(source)
        return found


class Adam:
    @staticmethod
    def update(param, grad, state, group):
        first, second = group["betas"]
        g = grad + group["weight_decay"] * param
        state["step"] = t = state.get("step", 0) + 1
        state["exp_avg"] = m = first * state.get("exp_avg", 0) + (1 - first) * g
        state["exp_avg_sq"] = s = (
            second * state.get("exp_avg_sq", 0) + (1 - second) * g**2
        )
        m_hat = m / (1 - first * t)
        s_hat = s / (1 - second * t)
        param -= group["lr"] * m_hat / (np.sqrt(abs(s_hat)) + group["eps"])


def test_a_mistake_that_was_made_twice_is_found():
    found = told(Adam)
    assert "`m_hat = m / (1 - first ** t)`, `s_hat = s / (1 - second ** t)`" in found


def fit_growth(start, x, y, rate, steps):
    open(__file__).close()
    w = start.detach().clone()
    for _ in range(steps):
        w.requires_grad_()
        loss = ((x * w.exp() - y) ** 2 * x).mean()
        w = (w - rate * torch.autograd.grad(loss, w)[0]).detach()
    return w


def test_a_program_that_does_something_outside_of_itself_is_not_tried():
    assert "It would be right" not in told(fit_growth)


# -- a right program that is near -------------------------------------------------


class Exp(Op):
    @staticmethod
    def forward(ctx, number):
        result = np.expm1(number)
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, upstream):
        (result,) = ctx.saved_tensors
        return upstream * result


def test_what_a_near_program_has_is_told_in_the_names_of_the_student():
    assert told(Exp).endswith(
        "It would be right with `result = np.exp(number)` in the place of "
        "`result = np.expm1(number)`."
    )


class Tanh(Op):
    @staticmethod
    def forward(ctx, number):
        result = np.sinh(number)
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, upstream):
        (result,) = ctx.saved_tensors
        return upstream * (1 + result * result)


def test_each_of_several_places_is_told_by_itself():
    assert told(Tanh).endswith(
        "It would be right with `result = np.tanh(number)` in the place of "
        "`result = np.sinh(number)` and with `return upstream * (1 - result ** 2)` "
        "in the place of `return upstream * (1 + result * result)`."
    )


def test_where_no_right_program_is_to_be_had_others_are_tried(monkeypatch):
    monkeypatch.setattr(repairs.programs, "right", lambda *_: [])
    assert "with `return grad * ctx.n * a ** (ctx.n - 1)` in the place" in told(Pow)


def test_only_the_changes_that_are_needed_are_kept():
    own = ast.parse("def f(x):\n    y = x + 1\n    z = 2 * y\n    return z - 3")
    right = "def f(a):\n    c = a + 1\n    d = c * 2\n    return d + 3"

    def is_right(text):
        names = {}
        exec(text, names)
        return names["f"](5) == 15

    _, text = nearest.near(own.body[0], [right], is_right)
    assert text.splitlines()[1:] == [
        "    y = x + 1",
        "    z = 2 * y",
        "    return z + 3",
    ]


def test_a_program_that_is_not_near_changes_nothing():
    own = ast.parse("def f(x):\n    return x")
    assert (
        nearest.near(own.body[0], ["def f(a):\n    return a"], lambda text: 0) is None
    )


def test_a_recursion_that_is_too_deep_is_told_by_itself():
    def order_nodes(roots):
        found, seen = [], set()

        def visit(node):
            if node is not None and node not in seen:
                seen.add(node)
                for each in node._edges:
                    visit(each)
                found.append(node)

        for root in roots:
            visit(root)
        return found[::-1]

    says = told(order_nodes)
    assert "calls itself" in says and "would be right" not in says


def test_a_line_that_belongs_elsewhere_is_told_with_the_line_above_its_new_place():
    kept, line = ["    rate = rate * 2", "    start = start * 2"], "    path = [start]"
    before, after = (
        "\n".join(["def way_down(start, rate, steps):", *lines, "    return path"])
        for lines in ((line, *kept), (*kept, line))
    )
    piece = PIECES["way_down"]
    (said,) = repairs.mended(piece, before, [], lambda text: text == after)
    assert said == "It would be right with `path = [start]` below `start = start * 2`."


def test_a_list_that_all_calls_share_is_told_before_it_fills_the_memory():
    shared = []

    class Module:
        def named_modules(self, memo=None, prefix="", remove_duplicate=True):
            pairs = shared
            pairs.append((prefix, self))
            for name, child in self._modules.items():
                if child is not None:
                    pairs.extend(child.named_modules(memo, prefix + name))
            return pairs

        def _named_members(self, table, prefix, recurse, remove_duplicate):
            return [(prefix + name, each) for name, each in vars(self)[table].items()]

    assert "one that all calls share" in told(Module)


ENDLESS = """
def endless():
    for _ in iter(int, 1):
        step()
def step():
    pass
"""


@pytest.mark.parametrize(
    "body", [ENDLESS, "def endless():\n    while True:\n        pass"]
)
def test_a_changed_program_ends(body):
    names = {}
    exec(compile(changes.bounded(body, names), "<changed>", "exec"), names)
    with pytest.raises(TimeoutError):
        names["endless"]()


def test_a_changed_program_makes_no_array_that_fills_the_memory():
    names = {}
    text = "def size(n):\n    return 10 ** n"
    exec(compile(changes.bounded(text, names), "<changed>", "exec"), names)
    assert names["size"](3) == 1000 and names["size"](0.5) == 10**0.5
    with pytest.raises(MemoryError):
        names["size"](11)


ANYTHING = """
def f(x, *args, **kw):
    for i in a if b else [c]:
        x[0] += 1
    for i in *a, b:
        break
    if (z := x):
        return lambda q: q or z
    match x:
        case [1, *r]:
            return f"{x!r:>{z}} ä {x + 1}"
    return (yield x), [k for k in x if k and not x], {**kw}, x[1:, ...]
"""


def test_every_change_of_any_program_is_a_text():
    tree = ast.parse(ANYTHING).body[0]
    texts = {ast.unparse(tree)}
    for _, node, field, value in changes.changes(tree):
        before = getattr(node, field)
        setattr(node, field, value)
        texts.add(ast.unparse(tree))
        setattr(node, field, before)
    assert len(texts) > 200
