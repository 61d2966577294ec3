"""PyTorch as the oracle: one program, run by both libraries, everything compared.

Read: `same` and `same_error` (what the tests call), `observe` (what is looked at), then
`derivatives`, `graph_of` and `Comparison`.

A program is a function of the library and of tensors: `lambda lib, x: x.exp() + 1`. It
returns a tensor, several, or anything else that can be compared.
"""

import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import torch

import minigrad

torch.set_warn_always(True)  # or what a test sees depends on the tests before it
torch.set_num_threads(1)  # on several, errors and last digits may be others

TOLERANCE = {"float64": 1e-11, "float32": 2e-5, "float16": 1e-2}


class constant(NamedTuple):
    """An input that is a tensor without requires_grad, of its own dtype."""

    array: np.ndarray


def same(
    program: Callable,
    *inputs: Any,
    dtype: type | None = np.float64,
    order: int = 2,
    seed: int = 0,
    text: bool = True,
    tolerance: float | None = None,
    signs: bool = True,
    memory_order: bool = True,
    graph: bool = True,
) -> dict:
    """Assert that both libraries do the same with `program`; return what torch did.

    Float arrays among `inputs` become leaves of `dtype` (None: of their own) that
    require grad, other arrays plain tensors; anything else is passed on. Compared are
    values, dtypes, shapes, leaf and requires_grad flags, printed forms (if `text`),
    graphs, warnings, and derivatives up to `order` under random upstream gradients; or
    the type and first sentence of the error raised. For `tolerance` and `signs` see
    `Comparison`, for `memory_order` `graph_of`. Without `graph`, minigrad may reach the
    same values and derivatives through nodes of its own.
    """
    inputs = tuple(_as_given(each, dtype) for each in inputs)
    options = (order, seed, text, memory_order, graph)
    expected = observe(torch, program, inputs, *options)
    found = observe(minigrad, program, inputs, *options)
    Comparison(tolerance, signs).compare(expected, found)
    return expected


def same_error(program: Callable, *inputs: Any, says: str, **options: Any) -> None:
    """Assert that both raise the same error, one whose first sentence has `says`."""
    error = same(program, *inputs, **options).get("error")
    assert error is not None, "PyTorch raises no error here"
    assert says in error[1], error


def _as_given(given: Any, dtype: type | None) -> Any:
    if isinstance(given, np.generic):  # what NumPy makes of a 0-d array
        given = np.asarray(given)
    if isinstance(given, np.ndarray) and given.dtype.kind == "f" and dtype:
        return given.astype(dtype)
    return given


# -- what is observed --------------------------------------------------------------


def observe(
    lib,
    program: Callable,
    inputs: tuple,
    order: int,
    seed: int,
    text: bool,
    memory_order: bool,
    graph: bool,
) -> dict:
    """What `program` does under `lib`."""
    tensors = [_tensor(lib, each) for each in inputs]
    leaves = [each for each in tensors if is_leaf_with_grad(lib, each)]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        # The filters that are set on import, for minigrad's own lines and for saved
        # pieces of a student's (tests/helpers/plugged.py); pytest has set them aside.
        warnings.filterwarnings("ignore", "", RuntimeWarning, r"(minigrad|my_work)\.")
        try:
            result = program(lib, *tensors)
            seen = {"result": describe(lib, result, text)}
            roots = [out for out in tensors_in(lib, result) if out.requires_grad]
            if roots and graph:
                seen["graph"] = graph_of(roots, leaves, memory_order)
            if roots and leaves and order:
                seen["backward"] = filled(lib, roots, leaves, seed)
                rounds = derivatives(lib, roots, leaves, order, seed)
                seen["derivatives"] = list(rounds)
        except Exception as error:
            seen = {"error": (type(error).__name__, first_sentence(str(error)))}
    seen["warnings"] = [
        (each.category.__name__, first_sentence(str(each.message))) for each in caught
    ]
    return seen


def _tensor(lib, given: Any) -> Any:
    if isinstance(given, constant):
        return lib.from_numpy(np.array(given.array))
    if not isinstance(given, np.ndarray):
        return given
    tensor = lib.from_numpy(given.copy())
    return tensor.requires_grad_() if given.dtype.kind == "f" else tensor


def is_leaf_with_grad(lib, value: Any) -> bool:
    return isinstance(value, lib.Tensor) and value.is_leaf and value.requires_grad


def first_sentence(text: str) -> str:
    return text.split("\n")[0].split(". ")[0].rstrip(". ")


def describe(lib, value: Any, text: bool) -> Any:
    """A result in the form in which the libraries can be compared."""
    if isinstance(value, lib.Tensor):
        return {
            **array_of(value),
            "requires_grad": value.requires_grad,
            "is_leaf": value.is_leaf,
            "text": repr(value) if text else "",
        }
    if isinstance(value, lib.dtype | lib.Size):
        return repr(value)
    if isinstance(value, tuple | list):
        return [describe(lib, each, text) for each in value]
    return value


def array_of(value) -> dict | None:
    """Dtype and entries of a tensor; None for None."""
    if value is None:
        return None
    # A clone: PyTorch's gradients that are zero by themselves have no memory.
    values = np.array(value.detach().clone().numpy())
    return {"dtype": repr(value.dtype), "values": values}


def tensors_in(lib, value: Any) -> Iterator:
    if isinstance(value, lib.Tensor):
        yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from tensors_in(lib, each)


def upstream(lib, like, seed: tuple, requires_grad: bool = False):
    """A random gradient with the shape and dtype of a tensor."""
    values = np.random.default_rng(seed).standard_normal(tuple(like.shape))
    array = np.asarray(values, str(like.dtype).removeprefix("torch."))
    return lib.from_numpy(array).requires_grad_(requires_grad)


def filled(lib, roots: list, leaves: list, seed: int) -> list:
    """The leaves' `.grad` after an ordinary backward pass."""
    grads = [upstream(lib, root, (seed, 0, i)) for i, root in enumerate(roots)]
    lib.autograd.backward(roots, grads, retain_graph=True)
    return [array_of(leaf.grad) for leaf in leaves]


def derivatives(lib, roots: list, inputs: list, order: int, seed: int) -> Iterator:
    """The gradients, then the gradients of the gradients, … under random upstreams."""
    sent = [upstream(lib, root, (seed, order, i), True) for i, root in enumerate(roots)]
    pairs = [pair for pair in zip(roots, sent, strict=True) if pair[0].requires_grad]
    grads = lib.autograd.grad(
        [root for root, _ in pairs],
        inputs,
        [gradient for _, gradient in pairs],
        retain_graph=True,
        create_graph=order > 1,
        materialize_grads=True,
    )
    yield [array_of(grad) for grad in grads]
    if order > 1 and any(grad.requires_grad for grad in grads):
        yield from derivatives(lib, grads, inputs + sent, order - 1, seed)


# Which of these a reshape records follows from the order of the entries in memory.
VIEWS = ("ViewBackward0", "ReshapeAliasBackward0", "UnsafeViewBackward0")


def graph_of(roots: list, leaves: list, memory_order: bool = True) -> list:
    """Every node met from `roots`, in the order met: (name, edges).

    An edge is (place of its node in the list, or None; output). Instead of edges an
    AccumulateGrad has the place of its leaf among `leaves`. Without `memory_order` all
    views have one name, and copies are left out.
    """
    nodes = nodes_from(*roots, copies=memory_order)
    place = {node: i for i, node in enumerate(nodes)}
    rows = []
    for node in nodes:
        edges = [
            (place.get(source), index) for source, index in sources(node, memory_order)
        ]
        variable = getattr(node, "variable", None)
        if variable is not None:
            edges = [i for i, leaf in enumerate(leaves) if leaf is variable]
        name = node.name()
        if not memory_order and name in VIEWS:
            name = VIEWS[0]
        rows.append((name, tuple(edges)))
    return rows


def nodes_from(*roots, copies: bool = True) -> list:
    """Every node of the graph of some tensors, breadth first."""
    starts = [(root.grad_fn, root.output_nr) for root in roots if root.grad_fn]
    nodes = list(dict.fromkeys(behind_copies(*start, copies)[0] for start in starts))
    seen = set(nodes)
    for node in nodes:  # the list grows while it is read
        for source, _ in sources(node, copies):
            if source is not None and source not in seen:
                seen.add(source)
                nodes.append(source)
    return nodes


def sources(node, copies: bool) -> list:
    return [behind_copies(*edge, copies) for edge in node.next_functions]


def behind_copies(node, index: int, copies: bool) -> tuple:
    """The edge itself, or where it leads past the nodes of copies."""
    while not copies and node is not None and node.name() == "CloneBackward0":
        ((node, index),) = node.next_functions
    return node, index


# -- the comparison ----------------------------------------------------------------


class Comparison(NamedTuple):
    """How two observations are compared: floats within `tolerance` (None: the dtype's).

    With `signs`, 0 and -0 are different results; a gradient may be either.
    """

    tolerance: float | None
    signs: bool

    def compare(self, expected: Any, found: Any, where: str = "") -> None:
        """Assert that two observations agree."""
        if isinstance(expected, dict) and isinstance(found, dict):
            self.compare_dicts(expected, found, where)
        elif isinstance(expected, list) and isinstance(found, list):
            assert len(expected) == len(found), _differ(where, expected, found)
            for i, (one, other) in enumerate(zip(expected, found, strict=True)):
                self.compare(one, other, f"{where}[{i}]")
        elif isinstance(expected, np.ndarray) and isinstance(found, np.ndarray):
            signs = self.signs and where.startswith(".result")
            assert self.agree(expected, found, signs), _differ(where, expected, found)
        elif isinstance(expected, float) and isinstance(found, float):
            self.compare(np.asarray(expected), np.asarray(found), where)
        else:
            alike = type(expected) is type(found) and expected == found
            assert alike, _differ(where, expected, found)

    def compare_dicts(self, expected: dict, found: dict, where: str) -> None:
        if "error" in expected or "error" in found:
            one, other = expected.get("error"), found.get("error")
            assert one == other, _differ("error", one, other)
        assert expected.keys() == found.keys(), _differ(where, expected, found)
        for key in expected:
            if key == "text" and not _bit_equal(expected, found):
                continue  # one digit in the last place shows in some printed forms
            self.compare(expected[key], found[key], f"{where}.{key}")

    def agree(self, expected: np.ndarray, found: np.ndarray, signs: bool) -> bool:
        """True if shapes and dtypes are equal, and the entries as far as they must."""
        if expected.shape != found.shape or expected.dtype != found.dtype:
            return False
        if expected.dtype.kind != "f":
            return np.array_equal(expected, found)
        tolerance = self.tolerance or TOLERANCE[expected.dtype.name]
        close = np.allclose(found, expected, tolerance, tolerance, equal_nan=True)
        exact = (expected == 0) & (found == 0)
        alike = np.array_equal(np.signbit(expected[exact]), np.signbit(found[exact]))
        return close and (alike or not signs)


def _differ(where: str, expected: Any, found: Any) -> str:
    return f"{where.lstrip('.')} differs\nPyTorch:  {expected}\nminigrad: {found}"


def _bit_equal(expected: dict, found: dict) -> bool:
    a, b = expected["values"], found["values"]
    if a.dtype.kind != "f":
        return True
    numbers = ~np.isnan(a)
    return np.array_equal(a, b, equal_nan=True) and np.array_equal(
        np.signbit(a[numbers]), np.signbit(b[numbers])
    )
