"""`compare`: two graphs side by side, with what differs in red.

Read: `compare`, `Comparison`; `differences` aligns the graphs.
"""

from .differences import Differences, differences
from .dot import describe, prefix, to_dot_beside, to_text, tooltips
from .drawing import checked
from .labels import Shown, cleaned, printable
from .picture import Picture
from .reading import Graph, names_of, read_graph


class Comparison(Picture):
    """A picture of two graphs, with a line of words for each of its `differences`."""

    differences: list[str]


def compare(
    a: object,
    b: object,
    *,
    labels: tuple[str, str] = ("a", "b"),
    names: object = None,
    title: str = "",
    values: bool = False,
    grads: bool = False,
    max_nodes: int = 500,
) -> Comparison:
    """The graphs of two tensors side by side, what differs in red and in words.

    The tensors may be PyTorch's or minigrad's, or one of each. `labels` says what they
    are; `names` is as for `draw`, or a pair of such (one for each side). A node that
    only one graph has, a node or leaf with another name or shape, and an edge that
    leads elsewhere are differences; numbers are not compared.

    Raises as `draw` does.
    """
    title, labels = cleaned(title), tuple(printable(label) for label in labels)
    both = names if isinstance(names, tuple) else (names, names)
    first, second = (
        read_graph([checked(tensor, "compare")], names_of(given), max_nodes)
        for tensor, given in zip((a, b), both, strict=True)
    )
    if labels[0] == labels[1]:
        raise ValueError(f"compare() needs two labels that differ, not {labels!r}.")
    found = differences(first, second, labels)
    shown = Shown(values, grads)
    sides = {
        label: (graph, marks)
        for label, graph, marks in zip(
            labels, (first, second), found.marks, strict=True
        )
    }
    try:
        dot = to_dot_beside(sides, shown, title)
    except ImportError:
        dot = None
    summary = _summary(first, second, labels, found)
    text = "\n".join(
        [title] * bool(title)
        + [summary]
        + [f"- {line}" for line in found.words]
        + [
            f"\n{label}\n{to_text(graph, shown, marks)}"
            for label, (graph, marks) in sides.items()
        ]
    )
    headline = f"{title} ({summary})" if title else summary
    hints = tooltips(first, prefix(0)) | tooltips(second, prefix(1))
    picture = Comparison(text, dot, headline, hints)
    picture.differences = found.words
    return picture


def _summary(
    first: Graph, second: Graph, labels: tuple[str, str], found: Differences
) -> str:
    count = len(found.words)
    told = {0: "the same graph", 1: "1 difference"}.get(count, f"{count} differences")
    sizes = [
        f"{label}: {describe(graph).partition(': ')[2]}"
        for label, graph in zip(labels, (first, second), strict=True)
    ]
    return f"{'; '.join(sizes)}; {told}"
