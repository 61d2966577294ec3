"""What is wrong with the order of nodes that a student's `order_nodes` returns.

Read: `faults` and `faults_of`.
"""

from dataclasses import dataclass

from minigrad.core.graph import Node, edge_of

from ...pieces.engine import nodes_behind, shown
from ...pieces.registry import Mine, alone


@dataclass(frozen=True)
class Fault:
    """Something wrong with an order; `node` is what it is about."""

    says: str
    node: Node


def faults(order: list[Node], roots: list[Node]) -> list[Fault]:
    """Nodes that are missing, and nodes that run before one that sends to them."""
    place = {node: i for i, node in enumerate(order)}
    found = [
        Fault(f"{shown(node)} is missing in the list." + _port(node), node)
        for node in nodes_behind(roots)
        if node not in place
    ]
    for node in order:
        for edge in node._edges:
            if place.get(edge, len(order)) < place[node]:
                says = (
                    f"{shown(edge)} stands before {shown(node)}, which sends it a "
                    "gradient: a node must wait for all that use its output."
                )
                found.append(Fault(says, edge))
    return found


def _port(node: Node) -> str:
    """Why a node of a second output may be missing."""
    if type(node).__name__ != "Port":
        return ""
    return (
        " It is a small node that stands for one of several outputs, and that "
        "next_functions passes over: follow node._edges."
    )


def faults_of(mine: Mine, outputs: list) -> list[Fault]:
    """The faults in the student's order of the graph behind `outputs`."""
    roots = [edge_of(out) for out in outputs if out.requires_grad]
    with alone(mine.piece, mine.parts):  # it is judged
        return faults(mine.parts["order_nodes"](roots), roots) if roots else []
