"""The rules that every Op of minigrad keeps, and what Op itself promises.

One formula serves arrays and Tensors: so a backward speaks only the words that both
understand alike.
"""

import ast
import inspect
import sys
import textwrap

import numpy as np
import pytest
from test_ops import all_ops

import minigrad
import minigrad.nn  # noqa: F401  its operations too
from minigrad.autograd import Op
from minigrad.ops import elementwise, methods

OPS = all_ops(Op)

# Of helpers that a backward may call.
HOMES = ("minigrad.ops.", "minigrad.core.", "minigrad.nn.functional.")
# What a backward may say.
ATTRIBUTES = {"shape", "ndim", "dtype", "T", "mT"}
METHODS = {"reshape", "append"}  # of a list: arrays and Tensors have none
CTX = {"saved_tensors", "needs_input_grad"}
BUILTINS = {"float", "tuple", "len", "range", "enumerate", "zip", "sum", "min", "max"}
BUILTINS |= {"RuntimeError"}
NUMPY = {function.__name__ for function in methods.NUMPY} | {"inf", "pi"}


def backwards() -> list:
    """Every backward that is written out, once, and the helpers beside it."""
    found = {}
    for op in OPS:
        if "backward" in vars(op):
            found[op.__name__] = op.backward
    return [pytest.param(each, id=name) for name, each in found.items()]


def tree_of(function) -> ast.FunctionDef:
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    return definition


def breaches(function) -> list[str]:
    """What in a backward, or a helper that it calls, is not in the vocabulary."""
    module = inspect.getmodule(function)
    tree = tree_of(function)
    local = {arg.arg for arg in [*tree.args.args, tree.args.vararg] if arg}
    nodes = [node for statement in tree.body for node in ast.walk(statement)]
    found = []
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            local.add(node.id)
    for node in nodes:
        if isinstance(node, ast.AugAssign):
            found.append(f"in place: {ast.unparse(node)}")
        elif isinstance(node, ast.Assign | ast.Delete):
            found += [
                f"in place: {ast.unparse(node)}"
                for target in node.targets
                if isinstance(target, ast.Subscript | ast.Attribute)
            ]
        elif isinstance(node, ast.Call):
            if any(keyword.arg == "out" for keyword in node.keywords):
                found.append(f"in place: {ast.unparse(node)}")
        elif isinstance(node, ast.Attribute):
            found += unknown_attribute(node, module)
        elif isinstance(node, ast.Name) and node.id not in local | BUILTINS | {"np"}:
            found += unknown_name(node.id, module)
    return found


def unknown_attribute(node: ast.Attribute, module) -> list[str]:
    owner, name = node.value, node.attr
    if isinstance(owner, ast.Name) and owner.id == "np":
        return [] if name in NUMPY else [f"np.{name}"]
    if isinstance(owner, ast.Name) and owner.id == "ctx":
        own = name in CTX or not name.startswith("_")
        return [] if own else [f"ctx.{name}"]
    if isinstance(owner, ast.Name) and is_op(getattr(module, owner.id, None)):
        return [] if name == "call" else [f"{owner.id}.{name}"]
    known = name in ATTRIBUTES | METHODS
    return [] if known else [f".{name}"]


def unknown_name(name: str, module) -> list[str]:
    value = inspect.unwrap(getattr(module, name, None))  # of a cache of its results
    if is_op(value):
        return []
    if isinstance(value, float):  # a constant of the module
        return []
    if inspect.isfunction(value) and value.__module__.startswith(HOMES):
        return breaches_of_helper(value)
    return [name]


def breaches_of_helper(function) -> list[str]:
    """A helper may treat arrays apart: what it does with them is its own affair."""
    source = inspect.getsource(function)
    return [] if "isinstance(a, np.ndarray)" in source else breaches(function)


def is_op(value: object) -> bool:
    return inspect.isclass(value) and issubclass(value, Op)


@pytest.mark.parametrize("backward", backwards())
def test_a_backward_keeps_to_the_vocabulary(backward):
    assert breaches(backward) == []


@pytest.mark.parametrize(
    "line",
    [
        "grad += 1",
        "grad[0] = 1",
        "ctx.shape[0] = 1",
        "del grad[0]",
        "np.add(grad, 1, out=grad)",
        "grad.transpose(0, 1)",
        "grad.sum(0)",
        "grad.max()",
        "grad.size",
        "grad.repeat(2)",
        "grad.std()",
        "grad.view(2)",
        "grad.astype(float)",
        "np.sum(grad)",
        "np.linalg.norm(grad)",
        "ctx._edges",
        "Sum.forward(ctx, grad)",
        "print(grad)",
        "backward_helper(grad)",
    ],
)
def test_the_rule_would_find_a_breach(line: str, tmp_path, monkeypatch):
    (tmp_path / "breach_of_rule.py").write_text(
        "import numpy as np\n"
        "from minigrad.ops.reduce import Sum\n"
        "def backward_helper(grad):\n    grad *= 2\n    return grad\n"
        f"def backward(ctx, grad):\n    {line}\n    return grad\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    module = __import__("breach_of_rule")
    try:
        assert breaches(module.backward) != []
    finally:
        del __import__("sys").modules["breach_of_rule"]


# -- identity ----------------------------------------------------------------------


@pytest.mark.parametrize("op", OPS, ids=lambda op: op.__name__)
def test_an_op_has_a_formula_a_node_class_and_few_lines(op: type):
    assert op.__doc__ and op.__doc__.strip() != Op.__doc__.strip()
    assert op.node_class._op is op
    for method in ("forward", "backward"):
        if method in vars(op):
            code = ast.unparse(tree_of(getattr(op, method)))
            assert len(code.splitlines()) <= 14, code
            # Which gradients are needed is known in a pass only: `GraphTask.needed`.
            assert method == "backward" or "needs_input_grad" not in code


def float_saver(kind: str) -> type[Op]:
    """An Op that keeps a float array which is neither an input nor its output."""

    class Keeps(Op):
        """out = a³"""

        @staticmethod
        def forward(ctx, a):
            kept = {"intermediate": 3 * a * a, "view of the input": a[...]}[kind]
            ctx.save_for_backward(kept)
            return a * a * a

        @staticmethod
        def backward(ctx, grad):
            (kept,) = ctx.saved_tensors
            return grad * kept

    return Keeps


@pytest.mark.parametrize("data", [[1.0, 2.0], 1.0])  # of a 0-d array: a number
@pytest.mark.parametrize("kind", ["intermediate", "view of the input"])
def test_a_float_intermediate_serves_an_ordinary_pass_but_no_second_derivative(
    kind, data
):
    x = minigrad.tensor(data, requires_grad=True)
    y = float_saver(kind).apply(x)
    y.sum().backward(retain_graph=True)
    assert x.grad is not None
    with pytest.raises(
        RuntimeError, match="KeepsBackward0 saved a float array"
    ) as info:
        minigrad.autograd.grad(y.sum(), x, create_graph=True)
    assert "recompute it from the inputs, or return it" in str(info.value)


def test_a_float_array_as_attribute_is_no_constant_for_a_second_derivative():
    class Hides(Op):
        """out = a³"""

        @staticmethod
        def forward(ctx, a):
            ctx.slope = 3 * a * a
            return a * a * a

        @staticmethod
        def backward(ctx, grad):
            return grad * ctx.slope

    x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    y = Hides.apply(x)
    y.sum().backward(retain_graph=True)
    with pytest.raises(RuntimeError, match="Hides"):
        minigrad.autograd.grad(y.sum(), x, create_graph=True)


def test_bool_and_integer_arrays_may_be_saved():
    class Positive(Op):
        """out = a where a > 0, else 0"""

        @staticmethod
        def forward(ctx, a):
            ctx.save_for_backward(a > 0, np.arange(2))
            return np.where(a > 0, a, 0.0)

        @staticmethod
        def backward(ctx, grad):
            mask, order = ctx.saved_tensors
            return np.where(mask, grad, 0.0) + 0 * order

    x = minigrad.tensor([1.0, -2.0], requires_grad=True)
    (grad,) = minigrad.autograd.grad(Positive.apply(x).sum(), x, create_graph=True)
    assert grad.tolist() == [1.0, 0.0]


def test_an_output_that_is_the_input_itself_becomes_an_array_of_its_own():
    class Same(Op):
        """out = a"""

        @staticmethod
        def forward(ctx, a):
            ctx.save_for_backward(a)
            return a

        @staticmethod
        def backward(ctx, grad):
            (a,) = ctx.saved_tensors
            return grad * 1 + 0 * a

    x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    y = Same.apply(x)
    assert y._data is not x._data
    (grad,) = minigrad.autograd.grad((y * y).sum(), x, create_graph=True)
    assert minigrad.autograd.grad(grad.sum(), x)[0].tolist() == [2.0, 2.0]


def test_a_scalar_that_numpy_returns_becomes_an_array_before_it_is_saved():
    class Norm(Op):
        """out = √Σ a²"""

        @staticmethod
        def forward(ctx, a):
            out = np.sqrt((a * a).sum())
            ctx.save_for_backward(a, out)
            return out

        @staticmethod
        def backward(ctx, grad):
            a, out = ctx.saved_tensors
            return grad * a / out

    x = minigrad.tensor([3.0, 4.0], dtype=minigrad.float64, requires_grad=True)
    assert minigrad.autograd.gradcheck(Norm.apply, x)
    (grad,) = minigrad.autograd.grad(Norm.apply(x), x, create_graph=True)
    (second,) = minigrad.autograd.grad(grad.sum(), x)
    np.testing.assert_allclose(second.numpy(), [0.128 - 0.096, 0.072 - 0.096])


# -- plugging in -------------------------------------------------------------------


def test_a_forward_and_backward_that_are_swapped_serve_every_alias(monkeypatch):
    calls = []

    def swap(op: type[Op], method: str) -> None:
        original, name = getattr(op, method), f"{op.__name__}.{method}"

        def noted(ctx, *args):
            calls.append(name)
            return original(ctx, *args)

        monkeypatch.setattr(op, method, staticmethod(noted))

    for op in (elementwise.Mul, elementwise.Exp):
        swap(op, "forward")
        swap(op, "backward")
    x = minigrad.ones(2, requires_grad=True)
    products = [x * x, 2 * x, minigrad.mul(x, 2), x.mul(x), np.multiply(x, x)]
    assert calls == ["Mul.forward"] * 5
    calls.clear()
    for out in products:
        out.sum().backward()
    assert calls == ["Mul.backward"] * 5
    calls.clear()
    (x.exp() + minigrad.exp(x) + np.exp(x)).sum().backward()
    assert calls == ["Exp.forward"] * 3 + ["Exp.backward"] * 3
    calls.clear()
    y = x.clone()
    y *= x
    y.mul_(3)
    assert calls == ["Mul.forward"] * 2


def test_a_variant_of_an_op_does_not_compute_what_that_op_does():
    class Doubled(elementwise.TanhGrad):
        """out = 2 a"""

        @staticmethod
        def forward(ctx, a, y):
            return 2 * a

    assert Doubled.call(np.ones(2), np.ones(2)).tolist() == [2.0, 2.0]


def test_an_op_says_which_option_it_does_not_know():
    with pytest.raises(TypeError, match="has no option 'speed'"):

        class Fast(Op, speed=2):
            """out = a"""


def test_an_op_without_methods_says_what_is_missing():
    class Empty(Op):
        """out = ?"""

        @staticmethod
        def forward(ctx, a):
            return a * 2

    x = minigrad.ones(2, requires_grad=True)
    with pytest.raises(NotImplementedError, match="backward"):
        Empty.apply(x).sum().backward()


@pytest.mark.parametrize("count", [0, 3])
def test_a_wrong_number_of_gradients_is_named(count: int):
    class Wrong(Op, operands=2):
        """out = a + b"""

        @staticmethod
        def forward(ctx, a, b):
            return a + b

        @staticmethod
        def backward(ctx, grad):
            return (grad,) * count

    x = minigrad.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match=f"expected 2, got {count}"):
        Wrong.apply(x, x).sum().backward()


def test_numpy_functions_of_tensors_are_differentiable():
    x = minigrad.tensor([0.5, 2.0], dtype=minigrad.float64, requires_grad=True)
    y = np.exp(x) * np.sin(x) + np.where(x > 1, x, np.square(x)) / np.sqrt(x)
    (grad,) = minigrad.autograd.grad(y.sum(), x, create_graph=True)
    assert minigrad.autograd.gradcheck(
        lambda x: np.tanh(x) ** 2 + np.log(np.abs(x)) - np.power(x, 3), x
    )
    assert grad.requires_grad
    (np.ones(2) * x + np.array(2.0)).sum().backward()
    assert x.grad.tolist() == [1.0, 1.0]


@pytest.mark.parametrize("function", [np.sum, np.linalg.norm, np.cumsum, np.i0])
def test_a_numpy_function_that_minigrad_does_not_know_is_an_error(function):
    with pytest.raises((TypeError, RuntimeError), match="'out'|call numpy"):
        function(minigrad.ones(2, requires_grad=True))


def test_nothing_holds_on_to_an_apply_that_was_replaced():
    """A module that is loaded before the ring for speed must not name an `apply`.

    The core itself does, where it unpacks a saved tensor of another dtype.
    """
    modules = [m for name, m in sys.modules.items() if name.startswith("minigrad.")]
    for holder in (minigrad, minigrad.Tensor, *modules):
        for name, value in vars(holder).items():
            op = getattr(value, "op", None)
            if inspect.isfunction(value) and op and name != "_convert":
                assert value is op.apply, f"{holder.__name__}.{name}"
