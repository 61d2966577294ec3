"""What keeps a picture readable, and its layout fast, when a graph is deep.

A weight that a loop of 60 steps uses has 60 arrows, across the whole picture. Graphviz
took minutes to route them, and nobody could follow them. So such a box is drawn where
it is first used, and a small box with its name stands for it wherever it is used again.

Read: `downwards` and `rows` (where boxes stand), `again`, `spine`.
"""

from .reading import Box, Edge, Graph

SHORT = 6  # rows that an arrow may cross for nothing
BUDGET = 20  # rows beyond that, of all arrows together: one weight in a loop of 6 steps


def downwards(graph: Graph) -> list[Box]:
    """The boxes, roots left out, each after all that lead to it."""
    waiting = dict.fromkeys(graph.boxes, 0)
    for box in graph.boxes:
        for edge in box.edges:
            waiting[edge.to] += 1
    order = [box for box in graph.boxes if not waiting[box]]
    for box in order:  # the list grows while it is read
        for edge in box.edges:
            waiting[edge.to] -= 1
            if not waiting[edge.to]:
                order.append(edge.to)
    return order


def rows(order: list[Box]) -> dict[Box, int]:
    """The row of each box, from 0 at the top: below everything that leads to it."""
    row = dict.fromkeys(order, 0)
    for box in order:
        for edge in box.edges:
            row[edge.to] = max(row[edge.to], row[box] + 1)
    return row


def again(graph: Graph) -> set[Edge]:
    """The edges to draw to a small box of their own, not to the box they lead to.

    None while all arrows together are short enough to follow. Otherwise each box with
    a long arrow to it keeps only those of its first user.
    """
    row = rows(downwards(graph))
    users: dict[Box, list[Box]] = {}
    for box in graph.boxes:
        for edge in box.edges:
            users.setdefault(edge.to, []).append(box)
    cost = {
        box: sum(max(0, row[box] - row[user] - SHORT) for user in found)
        for box, found in users.items()
    }
    if sum(cost.values()) <= BUDGET:
        return set()
    first = {box: min(found, key=row.__getitem__) for box, found in users.items()}
    return {
        edge
        for box in graph.boxes
        for edge in box.edges
        if cost[edge.to] and box is not first[edge.to]
    }


def spine(graph: Graph, left_out: set[Edge]) -> set[Edge]:
    """For each box, the edge to what reaches deepest: it is drawn straight down."""
    below = dict.fromkeys(graph.boxes, 0)
    edges = {edge for root in graph.roots for edge in root.edges}
    for box in reversed(downwards(graph)):
        inputs = [edge for edge in box.edges if edge not in left_out]
        if inputs:
            edge = max(inputs, key=lambda edge: below[edge.to])
            below[box] = below[edge.to] + 1
            edges.add(edge)
    return edges
