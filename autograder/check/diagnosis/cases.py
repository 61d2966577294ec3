"""What the runs that differ have in common, and those that agree have not.

    "It is wrong wherever keepdim is False, and right in all other runs."

Nothing is known of any mistake here: a feature of inputs, graph or program is told if
it alone separates the two. Read: `says_cases`, `features`.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from ..references import Reference

WHEREVER = "It is wrong wherever {}, and right in all other runs."
EXCEPT = "It is wrong everywhere, except where {}."


def says_cases(runs: Iterable[tuple[Reference, bool]]) -> str:
    """Where alone a piece is wrong, of (reference, does it agree). Empty if nothing
    separates the runs that agree from those that do not."""
    runs = list(runs)
    if formula := _only_program(runs):
        return f"It is wrong in one program only: {formula}."
    names = [{*reference.inputs} for reference, _ in runs]
    own = set().union(*names) - set.intersection(*names)
    known = [
        ([*features(reference)], agrees)
        for reference, agrees in runs
        if not agrees or _has_entries(reference)  # to agree on nothing is easy
    ]
    wrong = [found for found, agrees in known if not agrees]
    right = [found for found, agrees in known if agrees]
    for says, ours, others in ((WHEREVER, wrong, right), (EXCEPT, right, wrong)):
        if ours and others:
            alone = set.intersection(*map(set, ours)) - set().union(*others)
            if others is wrong:  # what others have not is no exception
                alone = {each for each in alone if each.split()[0] not in own}
            if told := next((each for each in ours[0] if each in alone), None):
                return says.format(told)
    return ""


def _has_entries(reference: Reference) -> bool:
    values = reference.inputs.values()
    return all(value.size for value in values if isinstance(value, np.ndarray))


def _only_program(runs: list[tuple[Reference, bool]]) -> str | None:
    """The formula of the program that alone is wrong, in each of its runs. What else is
    true of its inputs says nothing: other programs have other ones."""
    wrong = {reference.program for reference, agrees in runs if not agrees}
    right = {reference.program for reference, agrees in runs if agrees}
    return (
        next(iter(wrong)).formula
        if len(wrong) == 1 and right - wrong == right
        else None
    )


def features(reference: Reference) -> Iterator[str]:
    """What can be said of a run, in words that follow "wherever"."""
    values = reference.inputs.items()
    arrays = {name: each for name, each in values if isinstance(each, np.ndarray)}
    yield from _of_values({name: v for name, v in values if name not in arrays})
    yield from _of_shapes(arrays)
    yield from _of_numbers(arrays)
    out = reference.seen.arrays.get("out")
    if out is not None and (out == 0).any():
        yield "an entry of out is 0"
    if reference.seen.error:
        yield "PyTorch raises an error"
    yield from _of_graph(reference.seen.graph)


def _of_values(values: dict[str, object]) -> Iterator[str]:
    for name, value in values.items():
        if value is None or isinstance(value, bool | str):
            yield f"{name} is {value}"
        elif isinstance(value, int | float):
            if value < 0:
                yield f"{name} is negative"
            if value == 0:
                yield f"{name} is 0"
            yield f"{name} is a number"
            if not float(value).is_integer():
                yield f"{name} is no whole number"
            else:
                yield f"{name} is {value}"
        elif name in ("dim", "axis"):
            if any(axis < 0 for axis in value):
                yield f"{name} is negative"
            yield f"{name} is a tuple"
            if len(value) > 1:
                yield f"{name} names several axes"
            if not value:
                yield f"{name} is ()"


def _of_shapes(arrays: dict[str, np.ndarray]) -> Iterator[str]:
    shapes = [array.shape for array in arrays.values()]
    for name, array in arrays.items():
        if not array.ndim:
            yield f"{name} has no axes"
        if not array.size:
            yield f"{name} has no entries"
        if array.ndim > 2:
            yield f"{name} has more than two axes"
        if array.ndim == 1:
            yield f"{name} has one axis"
        if 1 in array.shape:
            yield f"an axis of {name} has size 1"
    if not all(array.size for array in arrays.values()):
        yield "an operand has no entries"
    if not all(shapes):
        yield "an operand has no axes"
    if len({*map(len, shapes)}) > 1:
        yield "one operand has fewer axes than the other"
    if len({*shapes}) > 1:
        yield "the operands have different shapes"
    elif len(shapes) > 1:
        yield "the operands have the same shape"


def _of_numbers(arrays: dict[str, np.ndarray]) -> Iterator[str]:
    kinds = {array.dtype.name for array in arrays.values()}
    if "float32" in kinds:
        yield "the numbers are float32"
    if len(kinds) > 1:
        yield "the dtypes differ"
    if any(array.dtype.kind in "iu" for array in arrays.values()):
        yield "there are whole numbers"
    floats = [array for array in arrays.values() if array.dtype.kind == "f"]
    if any((array == 0).any() for array in floats):
        yield "there is a zero among the numbers"
    if not all(np.isfinite(array).all() for array in floats):
        yield "there are infinities or nan among the numbers"


def _of_graph(graph: list) -> Iterator[str]:
    edges = [[edge for edge in row[1] if edge] for row in graph]
    targets = [tuple(edge) for row in edges for edge in row]
    if any(len(row) > len({*map(tuple, row)}) for row in edges):
        yield "an operation uses the same value twice"
    if len(targets) > len(set(targets)):
        yield "a value is used more than once"
    if any(None in row[1] for row in graph):
        yield "an operand needs no gradient"
    if len(graph) > 30:
        yield "the graph is deep"
    if graph and graph[0][0].startswith("leaf "):
        yield "the output is a leaf itself"
