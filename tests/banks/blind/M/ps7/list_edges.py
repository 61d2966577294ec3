# %% right: stack_and_seen
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    edges, waiting, seen = [], [], set()
    for root in roots:
        if root not in seen:
            seen.add(root)
            waiting.append(root)
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% right: generator_over_growing_list
@piece
def list_edges(roots):
    nodes = list(dict.fromkeys(roots))
    known = set(nodes)
    for node in nodes:  # grows while we walk
        for place, (source, out) in enumerate(node.next_functions):
            if source is not None:
                yield node, place, source, out
                if source not in known:
                    known.add(source)
                    nodes.append(source)

# %% right: check_when_taken
@piece
def list_edges(roots):
    todo = list(roots)
    done = set()
    result = []
    while len(todo) > 0:
        n = todo.pop()
        if n in done:
            continue
        done.add(n)
        own = [(n, i, f, k) for i, (f, k) in enumerate(n.next_functions) if f is not None]
        result += own
        todo += [edge[2] for edge in own if edge[2] not in done]
    return result

# %% right: collect_nodes_then_edges
from collections import deque


def all_nodes(roots):
    order = {}
    queue = deque(roots)
    while queue:
        node = queue.popleft()
        if id(node) in order:
            continue
        order[id(node)] = node
        for parent, _ in node.next_functions:
            if parent is not None and id(parent) not in order:
                queue.append(parent)
    return order.values()


@piece
def list_edges(roots):
    return [
        (node, i, *pair)
        for node in all_nodes(roots)
        for i, pair in enumerate(node.next_functions)
        if pair[0] is not None
    ]

# %% wrong: calls_itself
# why: The walk calls itself for each input, and Python stops that after about a thousand calls: a deep graph raises RecursionError. Keep the waiting nodes in a list and loop.
@piece
def list_edges(roots):
    edges, seen = [], set()

    def visit(node):
        if node in seen:
            return
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, position, input, output))
                visit(input)

    for root in roots:
        visit(root)
    return edges

# %% wrong: only_edges_to_new_nodes
# why: An edge is listed only if its input was not seen before, so of several edges to one node the first alone remains. Whether a node is new decides if it must wait, not if the edge counts.
@piece
def list_edges(roots):
    waiting = list(dict.fromkeys(roots))
    seen = set(waiting)
    edges = []
    while waiting:
        node = waiting.pop(0)
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None and input not in seen:
                seen.add(input)
                edges.append((node, position, input, output))
                waiting.append(input)
    return edges

# %% wrong: none_not_counted
# why: The pairs with None are filtered out before the positions are counted, so all inputs behind one move forward. The place of such a pair counts.
@piece
def list_edges(roots):
    waiting, seen, edges = list(set(roots)), set(roots), []
    while waiting:
        node = waiting.pop()
        real = [pair for pair in node.next_functions if pair[0] is not None]
        for position, (input, output) in enumerate(real):
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: marked_too_late
# why: A node is marked as seen only when it is taken, so it can wait several times, and its edges are then listed several times. Mark it when it begins to wait, or check again when it is taken.
@piece
def list_edges(roots):
    stack = list(roots)
    seen = set()
    found = []
    while stack:
        node = stack.pop()
        seen.add(node)
        for k, (source, which) in enumerate(node.next_functions):
            if source is None:
                continue
            found.append((node, k, source, which))
            if source not in seen:
                stack.append(source)
    return found

# %% wrong: roots_are_not_remembered
# why: The roots are not in the memory of seen nodes at the beginning. A root that another root leads to, or that stands in the list twice, is walked through twice and its edges are listed twice.
@piece
def list_edges(roots):
    queue = list(roots)
    seen = set()
    for node in queue:
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                yield (node, position, input, output)
                if input not in seen:
                    seen.add(input)
                    queue.append(input)

# %% wrong: break_at_none
# why: The first pair with None ends the loop over the inputs, so edges that come after it are lost. It should only be skipped.
@piece
def list_edges(roots):
    waiting = list(dict.fromkeys(roots))
    seen = set(waiting)
    edges = []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                break
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: one_edge_per_pair_of_nodes
# why: The edges are kept in a dict by (node, input), so two edges between the same two nodes, as in a * a, become one. Each position is an edge of its own.
@piece
def list_edges(roots):
    waiting = list(dict.fromkeys(roots))
    seen = set(waiting)
    edges = {}
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges[node, input] = (node, position, input, output)
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return list(edges.values())

# %% wrong: leaves_left_out
# why: Nodes without inputs are passed over before the edge to them is listed, so all edges to leaves are missing. An AccumulateGrad node has no edges of its own, but edges lead to it.
@piece
def list_edges(roots):
    waiting = list(dict.fromkeys(roots))
    seen = set(waiting)
    edges = []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None or not input.next_functions:
                continue
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges
