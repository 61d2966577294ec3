"""Wrong walks through a graph, and wrong comparisons of two: each a wrong part.

Read: `_edges` and `_difference`, which are right unless a part says otherwise.
"""

from collections.abc import Callable, Iterator

from .meanings import Meaning, add_meanings
from .versions import family

# -- list_edges -------------------------------------------------------------------


def _is_leaf(node) -> bool:
    return hasattr(node, "variable")


def _edges(
    enter: Callable = lambda node, seen: node not in seen,
    inputs: Callable = lambda functions: [*enumerate(functions)],
    edge: Callable = lambda *each: each,
    starts: Callable = lambda roots: list(dict.fromkeys(roots)),
    wanted: Callable = lambda edge, found: True,
) -> Callable:
    """A walk that goes on from a node if `enter`, over some `inputs`, and keeps each
    `edge` that is `wanted`."""

    def list_edges(roots):
        waiting, seen, found = starts(roots), set(starts(roots)), []
        while waiting and len(found) < 20_000:
            node = waiting.pop()
            for position, (source, output) in inputs(node.next_functions):
                if source is None:
                    continue
                made = edge(node, position, source, output)
                if wanted(made, found):
                    found.append(made)
                if enter(source, seen):
                    seen.add(source)
                    waiting.append(source)
        return found

    return list_edges


def _without_none(functions: tuple) -> list:
    return [*enumerate(each for each in functions if each[0] is not None)]


def _once(edge: tuple, found: list) -> bool:
    return not any(edge[0] is each[0] and edge[2] is each[2] for each in found)


def _new_nodes(edge: tuple, found: list) -> bool:
    return not any(edge[2] is each[2] for each in found)


family(
    "list_edges",
    _edges,
    enter={
        "A node that several edges lead to is walked through once for each of them, so "
        "its own edges are listed again and again. Remember which nodes were seen, and "
        "go on from each once.": lambda node, seen: True,
        "The walk does not go on: only the edges of the roots are listed.": (
            lambda node, seen: False
        ),
    },
    inputs={
        "The positions are counted without the inputs that are None. A position is "
        "the place in next_functions: skip None, but count it.": _without_none,
        "The positions are counted from 1. The first input has position 0.": (
            lambda functions: [*enumerate(functions, start=1)]
        ),
    },
    edge={
        "The number of the output is lost: it is 0 in every edge. next_functions has "
        "pairs, and the second of a pair says which output of the input node it is.": (
            lambda node, position, source, output: (node, position, source, 0)
        ),
        "Position and output are exchanged.": (
            lambda node, position, source, output: (node, output, source, position)
        ),
        "The two ends are exchanged: an edge leads from the node whose next_functions "
        "is read to what stands there.": (
            lambda node, position, source, output: (source, position, node, output)
        ),
    },
    starts={
        "Only the first of the roots is walked from.": lambda roots: list(roots)[:1],
        "Only the last of the roots is walked from.": lambda roots: list(roots)[-1:],
        "A root that is given twice is walked through twice.": list,
    },
    wanted={
        "Of several edges between the same two nodes only one is listed. a * a has "
        "two: the position tells them apart.": _once,
        "A node that was seen before gets no second edge. Its own edges come once; but "
        "every edge that leads to it counts.": _new_nodes,
        "Edges that lead to a leaf (AccumulateGrad) are missing.": (
            lambda edge, found: not _is_leaf(edge[2])
        ),
    },
)
add_meanings(
    Meaning(
        "maximum recursion",
        "The walk calls itself for every node, and Python allows about 1,000 calls "
        "inside of one another. Keep what is still to be visited in a list, and loop.",
        pieces=("list_edges",),
    ),
    Meaning(
        "'NoneType' object has no attribute '(next_functions|name)'",
        "An input that needs no gradient has None in next_functions: skip it.",
        pieces=("list_edges", "first_difference"),
    ),
    Meaning(
        "'tuple' object has no attribute '(next_functions|name)'",
        "next_functions has pairs: for node, output in node.next_functions.",
        pieces=("list_edges", "first_difference"),
    ),
    Meaning(
        "'list' object has no attribute '(next_functions|name)'",
        "roots is a list of nodes, also if there is one.",
        pieces=("list_edges",),
    ),
    Meaning(
        "strict|zip\\(\\) argument|index out of range",
        "Two nodes of other names may have another number of inputs. Compare names and "
        "numbers first.",
        pieces=("first_difference",),
    ),
)

# -- first_difference -------------------------------------------------------------


def _same(a, b, partner: dict, back: dict) -> bool | None:
    """Whether two nodes that were met before were met together; None if neither was."""
    if a in partner or b in back:
        return partner.get(a) is b and back.get(b) is a
    return None


def _one_way(a, b, partner: dict, back: dict) -> bool | None:
    return partner[a] is b if a in partner else None


def _other_way(a, b, partner: dict, back: dict) -> bool | None:
    return back[b] is a if b in back else None


def _never(a, b, partner: dict, back: dict) -> bool | None:
    return True if a in partner and partner[a] is b else None


def _not_of_leaves(a, b, partner: dict, back: dict) -> bool | None:
    return None if _is_leaf(a) and _is_leaf(b) else _same(a, b, partner, back)


def _met_is_fine(a, b, partner: dict, back: dict) -> bool | None:
    return True if a in partner or b in back else None


def _in_order(a, b) -> Iterator[tuple]:
    both = zip(a.next_functions, b.next_functions, strict=False)
    return ((i, *first, *second) for i, (first, second) in enumerate(both))


def _sorted_inputs(a, b) -> Iterator[tuple]:
    def by_name(node):
        return sorted(
            node.next_functions, key=lambda each: each[0].name() if each[0] else ""
        )

    both = zip(by_name(a), by_name(b), strict=False)
    return ((i, *first, *second) for i, (first, second) in enumerate(both))


OTHER_OUTPUT = "other output"  # stands in the place of a node


def _difference(
    met: Callable = _same,
    alike: Callable = lambda a, b: (
        a.name() == b.name() and len(a.next_functions) == len(b.next_functions)
    ),
    inputs: Callable = _in_order,
    outputs: Callable = lambda one, other: one == other,
    none: Callable = lambda a, b: (a is None) == (b is None),
    told: Callable = lambda path: path,
    first: bool = True,
    broad: bool = False,
) -> Callable:
    """A comparison that tells the `first` or the last difference, deep or `broad`."""

    def first_difference(a, b):
        found, partner, back = [], {}, {}
        waiting = [(a, b, ())]
        while waiting and len(partner) < 5_000:
            a, b, path = waiting.pop(0)
            if a == OTHER_OUTPUT:
                found.append(path)
                continue
            if a is None or b is None:
                found += [] if none(a, b) else [path]
                continue
            before = met(a, b, partner, back)
            if before is not None:
                found += [] if before else [path]
                continue
            partner[a], back[b] = b, a
            if not alike(a, b):
                found.append(path)
                continue
            below = []
            for i, one, out, two, other in inputs(a, b):
                if one is not None and two is not None and not outputs(out, other):
                    below.append((OTHER_OUTPUT, two, (*path, i)))
                else:
                    below.append((one, two, (*path, i)))
            waiting = waiting + below if broad else below + waiting
            if found and first:
                break
        return told(found[0 if first else -1]) if found else None

    return first_difference


family(
    "first_difference",
    _difference,
    met={
        "Only names are compared: whether two inputs come from the same node, in one "
        "graph and in the other, is never asked. a * a and a * b have equal names.": (
            _never
        ),
        "Leaves are compared by their names, and all are called AccumulateGrad. "
        "Remember which leaf of one graph was met with which of the other.": (
            _not_of_leaves
        ),
        "It remembers with which node of b a node of a was met, and not the other way "
        "round: that two nodes of a were met with the same one of b is not seen.": (
            _one_way
        ),
        "It remembers with which node of a a node of b was met, and not the other way "
        "round: that two nodes of b were met with the same one of a is not seen.": (
            _other_way
        ),
        "A node that was met before is passed over, whatever it is met with now. It "
        "must be met with the same one.": _met_is_fine,
    },
    alike={
        "The numbers of inputs are not compared. zip stops at the shorter one.": (
            lambda a, b: a.name() == b.name()
        ),
    },
    inputs={
        "The order of the inputs is lost: they are sorted, or compared as sets.": (
            _sorted_inputs
        ),
    },
    outputs={
        "The numbers of the outputs are not compared. next_functions has pairs: which "
        "node, and which of its outputs.": lambda one, other: True,
    },
    none={
        "An input that is None in one graph only is no difference for it.": (
            lambda a, b: True
        ),
    },
    told={
        "The path is one position too short: it leads to the node before.": (
            lambda path: path[:-1]
        ),
        "The path is the wrong way round: it begins at the root.": (
            lambda path: path[::-1]
        ),
        "The positions are counted from 1. The first input has position 0.": (
            lambda path: tuple(i + 1 for i in path)
        ),
        "A difference of the two nodes given, the path [], counts as none: [] is "
        "false. Compare with None.": lambda path: path or None,
    },
    broad={
        "It goes through the graphs level by level. First comes all that lies below "
        "input 0, then input 1.": True
    },
)
