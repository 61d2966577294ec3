"""A step of the pass in sentences: for the page, for screen readers, for plain text.

Read: `Names` (what boxes are called), `numbers` (an array in a few words), `sentence`.
"""

from collections import Counter

import numpy as np

from ..labels import node_name, printable, shape_text, tensor_name
from ..reading import Box, Edge, Graph
from .checking import Part, Told

FEW = 6  # entries up to which an array is written out
MOST_PARTS = 4


class Names:
    """What each box is called: shortly, and so that no two are called alike."""

    def __init__(self, graph: Graph) -> None:
        shorts = {box: _short(box) for box in graph.boxes + graph.roots}
        count = Counter(shorts.values())
        self._names = {
            box: f"{short} [{box.number}]" if count[short] > 1 else short
            for box, short in shorts.items()
        }

    def __getitem__(self, box: Box) -> str:
        return self._names[box]


def _short(box: Box) -> str:
    if box.kind == "root":
        return tensor_name(box)
    own = given_names(box)
    if box.kind == "leaf":
        return own or f"leaf {shape_text(box.tensors[0].shape)}"
    return f"{node_name(box.node)} ({own})" if own else node_name(box.node)


def given_names(box: Box) -> str:
    """The names that the user gave to the outputs of a box."""
    return ", ".join(printable(name) for _, name in sorted(box.names.items()))


# -- arrays -----------------------------------------------------------------------


def number(value: object) -> str:
    """One number, as short as it reads well."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def numbers(array: np.ndarray) -> str:
    """The numbers of an array if they are few, otherwise its shape and range."""
    if array.size == 0:
        return f"{shape_text(array.shape)}, no entries"
    if array.size <= FEW:
        return nested(array.tolist())
    finite = array[np.isfinite(array)]
    if finite.size == 0:
        return f"{shape_text(array.shape)}, no finite entry"
    low, high = number(finite.min().item()), number(finite.max().item())
    text = f"{shape_text(array.shape)}"
    text += f", all {low}" if low == high else f", from {low} to {high}"
    others = array.size - finite.size
    return f"{text}, {others} not finite" if others else text


def nested(values: object) -> str:
    """Nested lists of numbers, as Python writes them but short."""
    if isinstance(values, list):
        return f"[{', '.join(nested(value) for value in values)}]"
    return number(values)


def short_numbers(array: np.ndarray) -> str:
    """The numbers of an array for a box of the drawing: nearly nothing fits there."""
    if array.size <= 3:
        text = nested(array.tolist())
        if len(text) <= 22:
            return text
    norm = np.sqrt(np.sum(np.square(array.astype(np.float64))))
    return f"norm {number(float(norm))}"


# -- sentences --------------------------------------------------------------------


def sentence(told: Told, names: Names) -> str:
    """What happens in a step, in words and numbers."""
    step = told.step
    if step.kind == "start":
        parts = [f"The pass starts: {names[step.box]} gets the gradient "
                 f"{_arrived(told)}."]  # fmt: skip
    elif step.kind == "leaf":
        parts = _leaf_sentences(told, names)
    else:
        parts = _node_sentences(told, names)
    parts += [f"Wrong: {text}" for text in told.wrong]
    if step.error:
        parts.append(f"Here the pass failed: {one_line(step.error)}")
    return " ".join(parts)


def one_line(text: str) -> str:
    """A text on one line, of at most 300 characters."""
    text = " ".join(text.split())
    return text if len(text) <= 300 else f"{text[:299]}…"


def _node_sentences(told: Told, names: Names) -> list[str]:
    step = told.step
    parts = [f"{names[step.box]} gets {_arrived(told)}{made_of(told.parts, names)}."]
    sent = [
        f"{numbers(step.sent[edge.position])} to {end_of(edge, names)}"
        for edge in step.box.edges
        if edge.position in step.sent
    ]
    if sent:
        parts.append(f"It sends {_listed(sent)}.")
    elif not step.error:
        parts.append("It sends nothing.")
    return parts


def end_of(edge: Edge, names: Names) -> str:
    """Where an edge leads; which output, if the box has several."""
    several = len(getattr(edge.to.node, "_input_metadata", ())) > 1
    return names[edge.to] + (f" (output {edge.output})" if several else "")


def _leaf_sentences(told: Told, names: Names) -> list[str]:
    step, name = told.step, names[told.step.box]
    parts = [f"{name} gets {_arrived(told)}{made_of(told.parts, names)}."]
    before = "None" if step.before is None else numbers(step.before)
    if step.after is not None:
        parts.append(f".grad of {name} was {before} and is now {numbers(step.after)}.")
    return parts


def _arrived(told: Told) -> str:
    step = told.step
    grads = step.sent if step.kind == "start" else step.arrived
    if not grads:
        return "no gradient"
    if set(grads) == {0}:
        return numbers(grads[0])
    return _listed([f"{numbers(g)} for output {k}" for k, g in sorted(grads.items())])


def made_of(parts: list[Part], names: Names) -> str:
    """ " (2 from A + 3 from B)" where several gradients were added up."""
    by_output = Counter(part.edge.output for part in parts)
    if not any(count > 1 for count in by_output.values()):
        return ""
    if len(parts) > MOST_PARTS:
        return f" (the sum of {len(parts)} gradients)"
    texts = [f"{numbers(part.grad)} from {names[part.sender]}" for part in parts]
    return f" ({' + '.join(texts)})"


def _listed(texts: list[str]) -> str:
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"
