"""The numbers of the forward pass, as far as they are still known.

A graph keeps only what its nodes need for their backward. So a value is known if its
tensor is a root, a leaf or named, if a node saved it, or, for single numbers, if it
follows from those by a rule of the table. Read: `forward_values`, `letters` and
`value_of`.
"""

import numpy as np

from ..labels import node_name, saved_by
from ..layout import downwards
from ..reading import Box, Graph, is_tensor
from .recording import array_of
from .rules import rule_of

Values = dict[tuple[Box, int], np.ndarray]  # by box and number of its output

# PyTorch's names for what the table of rules calls by a letter.
LETTERS = {"self": "a", "other": "b", "exponent": "n"}


def forward_values(graph: Graph) -> Values:
    """The value of each output of each box that is known."""
    values: Values = {}
    for box in graph.boxes:
        for output, tensor in box.tensors.items():
            values[box, output] = array_of(tensor)
    for root in graph.roots:
        edge = root.edges[0]
        values[edge.to, edge.output] = array_of(root.tensors[0])
    boxes = {id(box.node): box for box in graph.boxes if box.kind == "node"}
    for box in graph.boxes:
        for _, tensor in saved_by(box.node) if box.kind == "node" else ():
            if not is_tensor(tensor):
                continue
            made = boxes.get(id(tensor.grad_fn))
            if made is not None:
                values.setdefault((made, tensor.output_nr), array_of(tensor))
    for box in reversed(downwards(graph)):
        if box.kind == "node" and (box, 0) not in values:
            _compute(box, values)
    return values


def letters(box: Box, values: Values) -> dict[str, float]:
    """What a rule's letters stand for at one node; only single numbers."""
    found = _constants(box.node)
    for edge in box.edges:
        known = values.get((edge.to, edge.output))
        if known is not None and known.ndim == 0 and edge.position < 2:
            found["ab"[edge.position]] = known.item()
    out = values.get((box, 0))
    if out is not None and out.ndim == 0:
        found["out"] = out.item()
    return found


def value_of(box: Box, values: Values) -> np.ndarray | None:
    """What a box made in the forward pass; None if that is not known, or several."""
    if box.kind == "root":
        edge = box.edges[0]
        return values.get((edge.to, edge.output))
    if len(getattr(box.node, "_input_metadata", ())) > 1:
        return None
    return values.get((box, 0))


def _compute(box: Box, values: Values) -> None:
    """The value of a node whose inputs are known numbers, by its rule."""
    rule = rule_of(node_name(box.node))
    if rule is None or rule.forward is None or box.names:
        return
    known = letters(box, values)
    names = rule.forward.__code__.co_varnames
    if not all(name in known for name in names):
        return
    shapes = [tuple(each.shape) for each in getattr(box.node, "_input_metadata", ())]
    if shapes == [()]:
        with np.errstate(all="ignore"):
            out = rule.forward(*(np.float64(known[name]) for name in names))
        edge = box.edges[0]
        values[box, 0] = np.asarray(out, dtype=values[edge.to, edge.output].dtype)


# -- what nodes keep --------------------------------------------------------------


def _constants(node: object) -> dict[str, float]:
    """Operands that are no edges: the 2 of `a * 2`, the n of `a ** n`."""
    found = {}
    for name, value in saved_by(node):
        if is_tensor(value) and value.ndim == 0:
            value = value.item()
        if name in LETTERS and isinstance(value, int | float):
            found[LETTERS[name]] = value
    if getattr(node, "_piece", False):  # a student's op has no names
        saved = [each for each in node._saved or () if isinstance(each, int | float)]
        found |= dict(zip("b", saved, strict=False))
        if isinstance(getattr(node, "n", None), int | float):
            found["n"] = node.n
    return found
