"""What a node saved, under the names that PyTorch gives it."""

import numpy as np
import pytest
import torch
from oracle import Comparison, array_of, nodes_from, same, same_error

import minigrad
from minigrad.autograd.saved_names import NAMES_OF
from minigrad.ops.elementwise import Mul

ONE = (
    "abs acos asin atan cos cosh erf exp expm1 log log10 log1p log2 max amax amin mean"
)
ONE += " min norm prod reciprocal relu rsqrt sigmoid sin sinh sqrt std sum tanh"
PROGRAMS = {
    **{
        f"x.{name}()": lambda lib, x, name=name: getattr(x, name)()
        for name in ONE.split()
    },
    "silu": lambda lib, x: lib.nn.functional.silu(x),
    "x * y": lambda lib, x, y: x * y,
    "x * 2": lambda lib, x: x * 2,
    "2.5 * x": lambda lib, x: 2.5 * x,
    "x * constant": lambda lib, x, y: x * y.detach(),
    "constant * x": lambda lib, x, y: y.detach() * x,
    "x * number": lambda lib, x, y: x * y.sum().detach(),
    "x * x": lambda lib, x: x * x,
    "x * whole numbers": lambda lib, x: x * lib.tensor([1, 2]),
    "x / y": lambda lib, x, y: x / y,
    "x / 2": lambda lib, x: x / 2,
    "2 / x": lambda lib, x: 2 / x,
    "x + y": lambda lib, x, y: x + y,
    "x - y": lambda lib, x, y: x - y,
    "x + 2 y": lambda lib, x, y: lib.add(x, y, alpha=2),
    "x - 2 y": lambda lib, x, y: lib.sub(x, y, alpha=2),
    "atan2": lambda lib, x, y: lib.atan2(x, y),
    "maximum": lambda lib, x, y: lib.maximum(x, y),
    "minimum": lambda lib, x, y: lib.minimum(x, y),
    "x ** 3": lambda lib, x: x**3,
    "x ** y": lambda lib, x, y: x**y,
    "2 ** x": lambda lib, x: 2**x,
    "clamp": lambda lib, x: x.clamp(0.3, 0.6),
    "clamp min": lambda lib, x: x.clamp(min=0.3),
    "sum of rows": lambda lib, x: x.sum(1),
    "mean of rows": lambda lib, x: x.mean((0, 1)),
    "max of rows": lambda lib, x: x.max(1).values,
    "norm 1": lambda lib, x: x.norm(1),
    "norm of rows": lambda lib, x: x.norm(dim=1),
    "norm inf": lambda lib, x: x.norm(float("inf")),
    "logsumexp": lambda lib, x: x.logsumexp(0),
    "softmax": lambda lib, x: x.softmax(1),
    "log_softmax": lambda lib, x: x.log_softmax(1),
    "view": lambda lib, x: x.view(4),
    "index": lambda lib, x: x[lib.tensor([1, 0])],
    "index of columns": lambda lib, x: x[:, lib.tensor([1, 0])],
    "mm": lambda lib, x, y: x @ y,
    "mm constant": lambda lib, x, y: x @ y.detach(),
    "mv": lambda lib, x, y: x @ y[0],
    "dot": lambda lib, x, y: x[0] @ y[0],
    "bmm": lambda lib, x, y: lib.bmm(x[None], y[None]),
    "addmm": lambda lib, x, y: lib.addmm(x, x, y),
    "linear": lambda lib, x, y: lib.nn.functional.linear(x, y, y[0]),
    "conv": lambda lib, x, y: lib.nn.functional.conv1d(x[None], y[None]),
    "conv_transpose": lambda lib, x, y: lib.nn.functional.conv_transpose2d(
        x[None, None], y[None, None]
    ),
    "mse_loss": lambda lib, x, y: lib.nn.functional.mse_loss(x, y),
    "huber_loss": lambda lib, x, y: lib.nn.functional.huber_loss(x, y),
    "nll_loss": lambda lib, x: lib.nn.functional.nll_loss(x, lib.tensor([0, 1])),
    "nll_loss, summed": lambda lib, x: lib.nn.functional.nll_loss(
        x, lib.tensor([0, 1]), reduction="sum"
    ),
    "where": lambda lib, x, y: lib.where(x > y, x, y),
    "masked_fill": lambda lib, x: x.masked_fill(x > 0.5, 0.0),
}
X = np.array([[0.2, 0.4], [0.5, 0.9]])


def node_of(lib, program):
    """The node that a program made of one or two leaves."""
    count = 2 if "y" in program.__code__.co_varnames else 1
    arrays = (X.copy(), 1 - X)[:count]
    leaves = [lib.from_numpy(array).requires_grad_() for array in arrays]
    return program(lib, *leaves).grad_fn


def saved_in(lib, node, prefix: str = "_saved_") -> dict:
    """By name, what a node saved: tensors (as arrays) and plain values."""
    found = {}
    for name in dir(node):
        if name.startswith(prefix):
            value = getattr(node, name)
            if isinstance(value, tuple):
                value = [array_of(x) if isinstance(x, lib.Tensor) else x for x in value]
            is_tensor = isinstance(value, lib.Tensor)
            found[name.removeprefix(prefix)] = array_of(value) if is_tensor else value
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_a_node_saved_has_pytorchs_names_and_values(name: str):
    nodes = [node_of(lib, PROGRAMS[name]) for lib in (torch, minigrad)]
    expected, found = map(saved_in, (torch, minigrad), nodes)
    settings = expected.keys() - found.keys()  # plain values; not all are shown
    for key in settings - {"total_weight"}:  # which minigrad computes anew
        value = expected.pop(key)
        assert value is None or isinstance(value, int | float | str | list), key
    expected.pop("total_weight", None)
    Comparison(None, True).compare(expected, found)
    for key in found:
        raw = [hasattr(node, f"_raw_saved_{key}") for node in nodes]
        assert raw[0] == raw[1] or key == "indices", key


def test_every_op_in_the_table_is_tried():
    met = set()
    for program in PROGRAMS.values():
        kinds = type(node_of(minigrad, program)).__mro__
        met |= {kind._op.__name__ for kind in kinds if "_op" in vars(kind)}
    assert NAMES_OF.keys() <= met


def test_an_input_is_the_tensor_itself_and_a_result_another_one():
    def program(lib, x):
        y, z = x**2, x.exp()
        again = z.grad_fn._saved_result
        same_node = again.grad_fn is z.grad_fn
        return y.grad_fn._saved_self is x, again is z, same_node, again

    same(program, X, order=0)


def test_a_saved_tensor_is_freed_with_the_graph():
    def program(lib, x):
        y = x.exp()
        y.sum().backward()
        return y.grad_fn._saved_result

    same_error(program, X, says="Trying to backward through the graph a second time")

    def settings(lib, x):
        y = x**3
        y.sum().backward()
        return y.grad_fn._saved_exponent

    same(settings, X, order=0)


@pytest.mark.parametrize("name", ["_saved_self", "_saved_other"])
def test_a_saved_tensor_that_was_changed_is_an_error_of_its_own(name: str):
    def program(lib, x, y):
        z = x.exp()
        product = z * y
        with lib.no_grad():
            z.add_(1)
        return getattr(product.grad_fn, name)

    found = same(program, X, 1 - X, order=0)
    assert ("error" in found) == (name == "_saved_self")


def test_a_name_that_a_node_has_not_is_an_attribute_error():
    program = lambda lib, x: hasattr((x + 1).grad_fn, "_saved_self")  # noqa: E731
    same(program, X, order=0)


def test_what_was_looked_at_is_differentiated_as_before():
    def program(lib, x, y):
        z = (x * y).tanh() / (x * 2 + y.sum()) + (x @ y).log_softmax(0)
        nodes = nodes_from(z)
        for node in nodes:
            for name in dir(node):
                if name.startswith("_saved_"):
                    getattr(node, name)
        return z

    same(program, X, 1 - X)


# -- hooks for one saved tensor ------------------------------------------------------


def test_hooks_of_one_saved_tensor_pack_and_unpack_it():
    """PyTorch's tutorial on saved tensors: each place of a node by itself."""

    def program(lib, x, y):
        product, calls = x * y, []

        def pack(tensor):
            calls.append("pack")
            return tensor.detach().numpy().copy()

        def unpack(array):
            calls.append("unpack")
            return lib.from_numpy(array)

        product.grad_fn._raw_saved_self.register_hooks(pack, unpack)
        product.grad_fn._raw_saved_other.register_hooks(lambda t: t * 4, lambda t: t)
        (grad,) = lib.autograd.grad(product.sum(), x, retain_graph=True)
        product.sum().backward()
        return calls, grad, x.grad, y.grad

    same(program, X, 1 - X, order=0)


@pytest.mark.parametrize("name", ["_raw_saved_self", "_raw_saved_result"])
def test_a_second_derivative_goes_through_the_hooks_of_one_saved_tensor(name: str):
    def program(lib, x):
        out = x.log() if name == "_raw_saved_self" else x.exp()
        pack = lambda tensor: tensor.detach().tolist()  # noqa: E731
        unpack = lambda kept: lib.tensor(kept, dtype=lib.float64)  # noqa: E731
        getattr(out.grad_fn, name).register_hooks(pack, unpack)
        return out

    same(program, X)


REFUSED = {
    "a second pair": (lambda x: x * x, 2, "hooks have already been set"),
    "None": (lambda x: x * 2, 1, "with value None is forbidden"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_hooks_that_one_saved_tensor_cannot_have(name: str):
    program, times, says = REFUSED[name]

    def registered(lib, x):
        raw = program(x).grad_fn._raw_saved_self
        for _ in range(times):
            raw.register_hooks(lambda tensor: tensor, lambda tensor: tensor)

    same_error(registered, X, says=says)


def test_a_saved_tensor_that_was_freed_takes_no_hooks():
    def program(lib, x):
        y = x.exp()
        raw = y.grad_fn._raw_saved_result
        y.sum().backward()
        raw.register_hooks(lambda tensor: tensor, lambda tensor: tensor)

    same_error(program, X, says="after it has been freed")


def test_what_a_students_op_saved_has_no_names(monkeypatch):
    monkeypatch.setattr(Mul.node_class, "_piece", True)
    x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    assert not hasattr((x * x).grad_fn, "_saved_self")
