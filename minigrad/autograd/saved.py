"""What an op saves for backward, and where each saved array came from.

Read: `pack` (after forward), `unpack` and `traced` (before a backward that is to be
differentiated itself), then `mended`, for nodes whose saved arrays a hook has packed.

A node keeps arrays. `_origin` says which input or output each of them is: it is how a
saved array becomes a Tensor with a history again, and why a second derivative needs no
definition of its own.
"""

import numpy as np
from numpy import ndarray

from ..tensor import Tensor
from .grad_mode import mode
from .nodes import AccumulateGrad, Node, new, next_number, port
from .watch import Packed, packed, trace

ARRAYS = (ndarray, np.generic)  # what is saved of a 0-d array may be a number
PACKED = ([1],)  # the cells of a packed node: a pass looks closer at such a version

# An origin >= 0 is the number of an input, one <= OUTPUT an output: OUTPUT - k.
CONSTANT, UNKNOWN, OUTPUT = -1, -2, -3


def is_operand(origin: int) -> bool:
    """True for an array that has a version: an input or an output, no constant."""
    return origin >= 0 or origin <= OUTPUT


def pack(node, arrays: tuple, tensors: tuple, outs: tuple, cells: tuple) -> None:
    """Note where each saved array came from, and the version it was saved at.

    `arrays` are what forward got, `tensors` the arguments they were taken from; `outs`
    is what forward returned and `cells` their version cells.
    """
    unused = _unused_operands(node)
    kept, origin, versions = [], [], []
    for saved in node.saved_tensors:
        found = _origin_of(saved, arrays, outs)
        if found <= OUTPUT:
            versions.append(cells[OUTPUT - found])
        elif found >= 0 and found in unused:
            if not node._piece:  # a student's formula may ask for its shape
                saved = arrays[1 - found] if len(node._edges) == 2 else None
            found = CONSTANT
        elif found >= 0:
            versions.append(tensors[found]._cell)
        kept.append(saved)
        origin.append(found)
    node.saved_tensors = tuple(kept)
    node._origin = tuple(origin)
    node._cells = tuple(versions)
    numbers = tuple([cell[0] for cell in versions])
    node._versions = numbers if any(numbers) else None


def _origin_of(saved: object, arrays: tuple, outs: tuple) -> int:
    """Which of the arrays a saved one is: the same object, not an equal one."""
    if not isinstance(saved, ARRAYS):
        return CONSTANT
    for i, array in enumerate(arrays):
        if saved is array:
            return i
    for k, out in enumerate(outs):
        if saved is out:
            return OUTPUT - k
    return CONSTANT if saved.dtype.kind in "biu" else UNKNOWN


def _unused_operands(node) -> list[int]:
    """The operands whose value no gradient that is needed depends on.

    Where an op is linear in an operand, only the gradient of the other one that it is
    multiplied by depends on it. If that is not needed, the operand is not kept, and
    changing it in place is allowed. (A formula for two operands may compute both
    gradients: there the other one stands in its place.)
    """
    edges, last = node._edges, len(node._edges) - 1
    if last not in (1, 2):
        return []
    # Of three operands the last two are multiplied: i's partner is 3 - i, or 1 - i.
    return [i for i in node._op.linear if edges[2 * last - 1 - i] is None]


def unpack(node, saved: ndarray, origin: int, cell: list | None):
    """The Tensor that a saved array was, with the history that it had."""
    if saved.__class__ is not ndarray:
        if not isinstance(saved, ARRAYS):
            return saved
        saved = np.asarray(saved)
    if origin == UNKNOWN:
        raise RuntimeError(constant_error(node, "saved a float array that"))
    if origin == CONSTANT:
        return Tensor(saved.view())
    if origin <= OUTPUT:
        edge = port(node, OUTPUT - origin) if node._several else node
        return with_history(saved, edge, cell)
    edge = node._edges[origin] if origin < len(node._edges) else None
    if edge.__class__ is AccumulateGrad and edge.variable._data is saved:
        return edge.variable
    if edge is not None and node._metas is not None:
        edge = converted(edge, node._metas[origin], saved)
    return with_history(saved, edge, cell)


def constant_error(node, what: str) -> str:
    """Why a second derivative would be wrong, and what to do."""
    return (
        f"{node.name()} {what} is neither an input nor the output, so "
        "create_graph=True would treat it as a constant and give a wrong derivative. "
        f"In {node._op.__name__}.backward, recompute it from the inputs, or return it "
        "from forward as an output."
    )


def with_history(array: ndarray, edge: Node | None, cell: list) -> Tensor:
    """A new Tensor over the memory of `array`, whose gradient goes to `edge`."""
    tensor = new(Tensor)
    tensor._data = array.view()
    tensor._edge = edge
    tensor._cell = cell
    tensor._requires_grad = False
    tensor._grad = tensor._base = None
    return tensor


def converted(edge: Node, meta: tuple | None, saved: ndarray) -> Node:
    """The edge of an operand that promotion converted: through a conversion back."""
    if meta is None or meta[1] is saved.dtype:
        return edge
    from ..ops.shape import Convert  # an op itself: imported when it is there

    node = new(Convert.node_class)
    node._number = next_number()
    node._edges = (edge,)
    node._metas = (meta,)
    node.saved_tensors = ()
    return node


def traced(node):
    """A copy of `node` whose saved arrays are Tensors with their history."""
    if node.__dict__:
        check_attributes(node)
    if not node.saved_tensors:
        return node
    cells = iter(node._cells)
    tensors = [
        unpack(node, array, origin, next(cells) if is_operand(origin) else None)
        for array, origin in zip(node.saved_tensors, node._origin, strict=True)
    ]
    return copied(node, tuple(tensors))


def copied(node, saved: tuple):
    """A ctx for backward like `node`, with other saved tensors."""
    twin = new(node.__class__)
    twin._number = node._number
    twin._edges = node._edges
    if own := node.__dict__:
        twin.__dict__.update(own)
    twin.saved_tensors = saved
    return twin


def mended(node, create_graph: bool):
    """A ctx for a node that hooks packed: its saved arrays as they unpack them."""
    arrays = tuple(
        saved.tensor()._data if isinstance(saved, Packed) else saved
        for saved in node.saved_tensors
    )
    if not create_graph:
        return copied(node, arrays)
    check_attributes(node)
    pairs = zip(arrays, node._origin, strict=True)
    return copied(node, tuple(unpack(node, *pair, [0]) for pair in pairs))


def check_attributes(node) -> None:
    """RuntimeError for a float array on ctx: it would count as a constant."""
    for name, value in node.__dict__.items():
        if value.__class__ is ndarray and value.dtype.kind == "f":
            raise RuntimeError(
                constant_error(node, f"keeps a float array in ctx.{name} that")
            )


def noted(node, tensors: tuple, results: tuple) -> None:
    """Tell those who watch of a new node, its operands and its results."""
    node._shape = results[0]._data.shape
    if mode.anomaly:
        trace(node)
    if mode.saved_hooks and node.saved_tensors:
        node.saved_tensors = tuple(
            packed(_as_saved(node, array, origin, tensors, results))
            if is_operand(origin) or isinstance(array, ndarray) and origin == CONSTANT
            else array
            for array, origin in zip(node.saved_tensors, node._origin, strict=True)
        )
        node._cells, node._versions = PACKED, None


def _as_saved(node, array: ndarray, origin: int, tensors, results) -> Tensor:
    """The tensor that a pack hook gets for a saved array."""
    if origin >= 0:
        return tensors[origin]
    return Tensor(array.view()) if origin == CONSTANT else results[OUTPUT - origin]
