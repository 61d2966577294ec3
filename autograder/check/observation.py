"""What a program does under a library, in a form in which libraries can be compared.

Read: `Observation`, `observe`, then what it looks at: `_backward`, `_second`,
`nodes_of` and `graph_of`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from .inputs import is_differentiable
from .programs import Program

Arrays = dict[str, np.ndarray]


@dataclass
class Observation:
    """What was seen.

    `arrays` are the outputs and gradients, by what a student is told they are: "out",
    "gradient of a". A gradient that is None is not among them. `graph` is a row per
    node, (name, edges); `text` the printed outputs; `facts` what else a program found
    out (None, True, words), by its name; `error` the type and first sentence of what
    was raised, `raised` the exception itself. `outputs` and `leaves`
    are the tensors, for pictures.
    """

    arrays: Arrays = field(default_factory=dict)
    graph: list = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    facts: dict[str, object] = field(default_factory=dict)
    error: list[str] | None = None
    raised: Exception | None = None
    outputs: list = field(default_factory=list)
    leaves: dict[str, Any] = field(default_factory=dict)


class Upstream:
    """The random gradients that a backward pass starts from: drawn once, then kept."""

    def __init__(
        self, rng: np.random.Generator | None = None, arrays: Arrays | None = None
    ) -> None:
        self.rng = rng
        self.arrays = {} if arrays is None else arrays

    def __call__(self, key: str, shape: tuple, dtype: str) -> np.ndarray:
        """The gradient called `key`. NoUpstream if there is none of this shape."""
        if key not in self.arrays and self.rng is not None:
            numbers = np.asarray(self.rng.standard_normal(shape))
            self.arrays[key] = numbers.astype(dtype)
        kept = self.arrays.get(key)
        if kept is None or kept.shape != tuple(shape):
            raise NoUpstream(key)
        return kept.astype(dtype)


class NoUpstream(Exception):
    """An output has a shape that it does not have in the reference."""


def observe(
    lib: ModuleType,
    program: Program,
    inputs: list,
    upstream: Upstream,
    order: int = 1,
) -> Observation:
    """Run `program` under `lib` and note what it does; nothing is raised.

    Two backward passes run through the same graph, under different upstream gradients.
    With `order` 2 the gradients are differentiated once more.
    """
    seen = Observation()
    try:
        _run(lib, program, inputs, upstream, order, seen)
    except NoUpstream:
        pass  # an output has the wrong shape, and that is noted
    except Exception as error:
        seen.raised = error
        seen.error = [type(error).__name__, first_sentence(str(error))]
    return seen


def _run(lib, program, inputs, upstream, order, seen) -> None:
    arguments = [as_argument(lib, value) for value in inputs]
    seen.leaves = {
        name: argument
        for name, argument, value in zip(
            program.parameters, arguments, inputs, strict=True
        )
        if is_differentiable(value)
    }
    result = program.function(lib, *arguments)
    if isinstance(result, dict):
        _note(lib, result, seen)
        return
    seen.outputs = list(_tensors_in(lib, result))
    for name, out in zip(output_names(seen.outputs), seen.outputs, strict=True):
        seen.arrays[name] = as_array(out)
        if not program.opaque:
            seen.text.append(repr(out))
    roots = [out for out in seen.outputs if out.requires_grad]
    if roots and seen.leaves:
        seen.graph = [] if program.opaque else graph_of(roots, seen.leaves)
        _backward(lib, roots, upstream, seen)
        if order > 1:
            _second(lib, roots, upstream, seen)


def _note(lib, result: dict, seen: Observation) -> None:
    """What a program found out itself: it ran its backward passes on its own."""
    seen.outputs = list(_tensors_in(lib, [*result.values()]))
    for name, value in result.items():
        if isinstance(value, lib.Tensor):
            seen.arrays[name] = as_array(value)
        else:
            seen.facts[name] = value


def as_argument(lib: ModuleType, value: object) -> object:
    """A tensor for an array (requiring grad if it can), other values as they are."""
    if not isinstance(value, np.ndarray):
        return value
    return lib.from_numpy(value.copy()).requires_grad_(is_differentiable(value))


def _tensors_in(lib: ModuleType, value: object) -> Iterator:
    if isinstance(value, lib.Tensor):
        yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _tensors_in(lib, each)


def output_names(outputs: list) -> list[str]:
    """What a student is told the outputs are."""
    return ["out"] if len(outputs) == 1 else [f"out {i}" for i in range(len(outputs))]


def as_array(tensor) -> np.ndarray:
    """The values, in an array of their own."""
    return np.array(tensor.detach().numpy())


def first_sentence(text: str) -> str:
    return text.split("\n")[0].split(". ")[0].rstrip(". ")


# -- gradients --------------------------------------------------------------------


def sent_to(lib, tensors: list, key: str, upstream: Upstream) -> list:
    """A random upstream gradient for each of `tensors`."""
    return [
        lib.from_numpy(upstream(f"{key}{i}", tuple(each.shape), _dtype(each)))
        for i, each in enumerate(tensors)
    ]


def _dtype(tensor) -> str:
    return str(tensor.dtype).removeprefix("torch.")


def _backward(lib, roots: list, upstream: Upstream, seen: Observation) -> None:
    """The leaves' `.grad` after one backward pass, and after another."""
    for key, when in (("", ""), ("again ", AGAIN)):
        sent = sent_to(lib, roots, f"upstream {key}", upstream)
        lib.autograd.backward(roots, sent, retain_graph=True)
        for name, leaf in seen.leaves.items():
            if leaf.grad is not None:
                seen.arrays[gradient_of(name) + when] = as_array(leaf.grad)


AGAIN = ", after a second backward"


def gradient_of(name: str) -> str:
    """What the gradient of an input is called."""
    return f"gradient of {name}"


def _second(lib, roots: list, upstream: Upstream, seen: Observation) -> None:
    """The gradients of the gradients, under random upstream gradients of their own."""
    leaves = list(seen.leaves.values())
    sent = sent_to(lib, roots, "upstream ", upstream)
    grads = lib.autograd.grad(roots, leaves, sent, create_graph=True, allow_unused=True)
    grads = [grad for grad in grads if grad is not None and grad.requires_grad]
    if not grads:
        return
    sent = sent_to(lib, grads, "upstream second ", upstream)
    seconds = lib.autograd.grad(
        grads, leaves, sent, retain_graph=True, allow_unused=True
    )
    for name, second in zip(seen.leaves, seconds, strict=True):
        if second is not None:
            seen.arrays[f"second derivative by {name}"] = as_array(second)


# -- the graph --------------------------------------------------------------------


def nodes_of(roots: list) -> list:
    """Every node behind `roots`, breadth first: the same order in both libraries."""
    nodes = list(dict.fromkeys(root.grad_fn for root in roots if root.grad_fn))
    seen = set(nodes)
    for node in nodes:  # the list grows while it is read
        for source, _ in node.next_functions:
            if source is not None and source not in seen:
                seen.add(source)
                nodes.append(source)
    return nodes


def graph_of(roots: list, leaves: dict) -> list:
    """A row per node: its name and edges (number, output), None where there is none.

    The row of a leaf is its name alone.
    """
    nodes = nodes_of(roots)
    number = {node: i for i, node in enumerate(nodes)}
    rows = []
    for node in nodes:
        variable = getattr(node, "variable", None)
        if variable is not None:
            names = [name for name, leaf in leaves.items() if leaf is variable]
            rows.append([f"leaf {names[0] if names else '?'}", []])
            continue
        edges = [
            None if source is None else [number[source], index]
            for source, index in node.next_functions
        ]
        rows.append([node.name(), edges])
    return rows
