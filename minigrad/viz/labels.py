"""What stands in a box: node names, shapes, values, gradients, saved tensors.

Read: `Shown` (what the user asked for), `heading` and `details` (the lines of a box),
then what they are made of. The picture and the text form are made from the same lines.
"""

from dataclasses import dataclass

import numpy as np

from ..autograd.saved_hooks import PackedTensor
from ..core.graph import Node
from ..core.saved import SavedTensor
from ..errors import freed
from .reading import Box

LONGEST_NAME = 40
LONGEST_VALUE = 40


@dataclass(frozen=True)
class Shown:
    """Which details a picture shows."""

    values: bool = False
    grads: bool = False
    saved: bool = False


def heading(box: Box) -> list[str]:
    """What a box is: the name of its node, and the name and shape of its tensor."""
    names = ", ".join(printable(name) for _, name in sorted(box.names.items()))
    if box.kind == "node":
        lines = [node_name(box.node), f"{names} {output_shapes(box)}"]
    elif box.words:
        lines = box.words
    elif box.kind == "leaf":
        lines = [f"{names} {shape_text(box.tensors[0].shape)}", "AccumulateGrad"]
    else:
        lines = [f"{tensor_name(box)} {shape_text(box.tensors[0].shape)}"]
    return [line.strip() for line in lines if line.strip()]


def details(box: Box, shown: Shown) -> list[str]:
    """The lines that were asked for. A value or gradient is read, never computed."""
    lines = []
    for output, tensor in sorted(box.tensors.items()):
        whose = f"{printable(box.names[output])} " if len(box.tensors) > 1 else ""
        if shown.values:
            lines.append(f"{whose}value: {array_text(tensor)}")
        if shown.grads:
            lines.append(f"{whose}grad: {grad_text(tensor)}")
        if shown.saved and box.kind == "leaf" and getattr(tensor, "_version", 0):
            lines.append(f"version: {tensor._version}")
    if shown.saved and box.kind == "node":
        saved = saved_text(box.node)
        if saved:
            lines.append(f"saved: {saved}")
    return lines


def is_piece(box: Box) -> bool:
    """True if the node's operation is a student's own piece."""
    return bool(getattr(type(box.node), "_piece", False))


# -- names and shapes -------------------------------------------------------------


def node_name(node: object) -> str:
    """The name of a node, without the C++ namespace that PyTorch puts before some."""
    taken = not callable(node.name)  # by the user: `ctx.name = …`
    name = type(node).__name__ if taken else node.name()
    return printable(name.rpartition("::")[2])


def tensor_name(box: Box) -> str:
    """The name of a root. An unnamed one is called tensor."""
    unnamed = "tensor" if box.number == 1 else f"tensor {box.number}"
    return printable(box.names.get(0, "")) or unnamed


def cleaned(text: str) -> str:
    """One line without control characters, which no SVG may hold."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(text))


def printable(name: str) -> str:
    """A cleaned name of at most 40 characters."""
    name = cleaned(name)
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def shape_text(shape: tuple) -> str:
    """(3, 2); () for a single number."""
    return str(tuple(int(size) for size in shape))


def output_shapes(box: Box) -> str:
    """The shapes of what a node made; of its named output if the node tells none."""
    metadata = getattr(box.node, "_input_metadata", ())
    shapes = [shape_text(output.shape) for output in metadata]
    if not shapes:
        shapes = [shape_text(tensor.shape) for _, tensor in sorted(box.tensors.items())]
    if len(shapes) > 1 and len(set(shapes)) == 1:
        return f"({len(shapes)} outputs {shapes[0]})"
    return ", ".join(shapes) if len(shapes) <= 4 else f"({len(shapes)} outputs)"


# -- numbers ----------------------------------------------------------------------


def array_text(tensor: object) -> str:
    """The numbers of a tensor if they are few, otherwise their range."""
    array = _array(tensor)
    if array.size == 0:
        return "no entries"
    if array.size <= 8:
        text = _nested(array.tolist())
        if len(text) <= LONGEST_VALUE:
            return text
    finite = array[np.isfinite(array)]
    if finite.size == 0:
        return "no finite entry"
    low, high = _number(finite.min().item()), _number(finite.max().item())
    text = f"from {low} to {high}"
    others = array.size - finite.size
    return f"{text}, {others} not finite" if others else text


def grad_text(tensor: object) -> str:
    """The gradient that a tensor holds, or why it holds none."""
    if not (tensor.is_leaf or getattr(tensor, "retains_grad", False)):
        return "not kept"  # and asking for .grad would warn
    return "not there yet" if tensor.grad is None else array_text(tensor.grad)


def _array(tensor: object) -> np.ndarray:
    tensor = tensor.detach()
    if hasattr(tensor, "cpu"):
        tensor = tensor.cpu()
    try:
        return np.asarray(tensor)
    except TypeError:  # a type that NumPy lacks, such as bfloat16
        return np.asarray(tensor.float())


def _nested(values: object) -> str:
    if isinstance(values, list):
        return f"[{', '.join(_nested(value) for value in values)}]"
    return _number(values)


def _number(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


# -- saved tensors ----------------------------------------------------------------


def saved_text(node: object) -> str:
    """The shapes of the tensors that a node keeps for its backward, by name."""
    kept = getattr(node, "_saved", None)
    if isinstance(kept, tuple) and any(isinstance(each, PackedTensor) for each in kept):
        return "packed by a hook"
    words = []
    for name, value in saved_by(node):
        if isinstance(value, RuntimeError):
            changed = "inplace operation" in str(value)
            return "changed in place since" if changed else "freed"
        if hasattr(value, "shape"):
            version = getattr(value, "_version", 0)
            changes = f" version {version}" if version else ""
            words.append(f"{name} {shape_text(value.shape)}{changes}".strip())
    return ", ".join(words)


def saved_by(node: object) -> list[tuple[str, object]]:
    """What a node saved, by PyTorch's names, or by "" where it has none.

    Of what is freed, or was changed in place since, the RuntimeError.
    """
    prefix = "_saved_"
    names = [name for name in dir(node) if name.startswith(prefix)]
    if not names or getattr(node, "_piece", False):
        return _unnamed(node)
    found = []
    for name in names:
        try:
            value = getattr(node, name)
        except RuntimeError as error:
            value = error
        found.append((name.removeprefix(prefix), value))
    return found


def _unnamed(node: object) -> list[tuple[str, object]]:
    """What a user's Function saved, or an op of minigrad without names."""
    try:
        if not isinstance(node, Node):
            return [("", each) for each in getattr(node, "saved_tensors", ())]
        if node._saved is None:
            raise freed()
        node._to_core()
        return [
            ("", each.unpack(node) if isinstance(each, SavedTensor) else each)
            for each in node._saved
            if isinstance(each, SavedTensor | np.ndarray)
        ]
    except RuntimeError as error:
        return [("", error)]
