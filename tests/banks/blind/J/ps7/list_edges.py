# %% right: stack_and_seen
@piece
def list_edges(roots):
    edges = []
    seen = set(roots)
    waiting = list(seen)
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

# %% right: generator_with_deque
from collections import deque


@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    queue, done = deque(roots), set()
    while queue:
        node = queue.popleft()
        if node in done:
            continue
        done.add(node)
        for k, (below, out) in enumerate(node.next_functions):
            if below is not None:
                yield node, k, below, out
                queue.append(below)

# %% right: nodes_first_then_edges
def all_nodes(roots):
    order = list(dict.fromkeys(roots))
    known = set(order)
    for node in order:
        for below, _ in node.next_functions:
            if below is not None and below not in known:
                known.add(below)
                order.append(below)
    return order


@piece
def list_edges(roots):
    return [
        (node, position, *pair)
        for node in all_nodes(roots)
        for position, pair in enumerate(node.next_functions)
        if pair[0] is not None
    ]

# %% right: layer_by_layer
@piece
def list_edges(roots):
    edges, seen, layer = [], set(), set(roots)
    while layer:
        seen |= layer
        new = [
            (n, k, i, o)
            for n in layer
            for k, (i, o) in enumerate(n.next_functions)
            if i is not None
        ]
        edges += new
        layer = {i for _, _, i, _ in new} - seen
    return edges

# %% wrong: calls_itself
# why: The walk calls itself for each input. A graph may be 5,000 nodes deep, and Python stops after about 1,000
# calls; keep the waiting nodes in a list and loop.
@piece
def list_edges(roots):
    edges, seen = [], set()

    def visit(node):
        if node in seen:
            return
        seen.add(node)
        for k, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, k, input, output))
                visit(input)

    for root in roots:
        visit(root)
    return edges

# %% wrong: edges_to_known_nodes_lost
# why: An edge is listed only if its node was not seen before. A node may be reached by several edges, and each of
# them counts; only the visit is skipped.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(roots), list(dict.fromkeys(roots))
    while waiting:
        node = waiting.pop()
        for k, (input, output) in enumerate(node.next_functions):
            if input is not None and input not in seen:
                seen.add(input)
                waiting.append(input)
                edges.append((node, k, input, output))
    return edges

# %% wrong: counted_without_none
# why: The pairs with None are taken out before they are counted, so the later positions shift. Where no gradient
# flows there is no edge, but the place counts.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(roots), list(dict.fromkeys(roots))
    while waiting:
        node = waiting.pop()
        real = [pair for pair in node.next_functions if pair[0] is not None]
        for k, (input, output) in enumerate(real):
            edges.append((node, k, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: roots_not_marked
# why: The roots are not remembered as seen. A root that another one leads to, or that stands in the list twice, is
# walked through twice and its edges are listed twice.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(), list(roots)
    while waiting:
        node = waiting.pop()
        for k, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, k, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: first_root_only
# why: Only the first root is walked from. The edges behind all roots are asked for.
@piece
def list_edges(roots):
    edges = []
    waiting, seen = [roots[0]], {roots[0]}
    while waiting:
        node = waiting.pop(0)
        for k, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, k, input, output))
                if input not in seen:
                    seen.add(input)
                    waiting.append(input)
    return edges

# %% wrong: one_edge_for_each_pair
# why: The edges are kept in a dict by the two nodes, so of two edges between the same nodes, as in a * a, only one
# is left. Each position is an edge of its own.
@piece
def list_edges(roots):
    edges, seen, waiting = {}, set(roots), list(dict.fromkeys(roots))
    while waiting:
        node = waiting.pop()
        for k, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges[node, input] = (node, k, input, output)
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return list(edges.values())

# %% wrong: seen_by_name
# why: Nodes are remembered by their names, and many nodes have the same one. All but the first Mul, and all but the
# first of any kind, are never walked through; remember the nodes themselves.
@piece
def list_edges(roots):
    edges = []
    waiting = list(dict.fromkeys(roots))
    seen = {root.name() for root in waiting}
    while waiting:
        node = waiting.pop()
        for k, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, k, input, output))
            if input.name() not in seen:
                seen.add(input.name())
                waiting.append(input)
    return edges

# %% wrong: leaves_left_out
# why: Edges that lead to a leaf are left out, since a leaf has no inputs. The leaf's own edges are none, but the edge
# that leads to it counts.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(roots), list(dict.fromkeys(roots))
    while waiting:
        node = waiting.pop()
        for k, (input, output) in enumerate(node.next_functions):
            if input is None or len(input.next_functions) == 0:
                continue
            edges.append((node, k, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: output_as_position
# why: The number of the output is put in the place of the position. The position is the place of the pair among
# the inputs of the node, which enumerate counts.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(roots), list(dict.fromkeys(roots))
    while waiting:
        node = waiting.pop()
        for input, position in node.next_functions:
            if input is None:
                continue
            edges.append((node, position, input, position))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: stops_at_none
# why: break ends the loop at the first None, so the inputs after it are lost. continue goes on with the next one.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(roots), list(dict.fromkeys(roots))
    while waiting:
        node = waiting.pop()
        for k, (input, output) in enumerate(node.next_functions):
            if input is None:
                break
            edges.append((node, k, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: memory_of_the_last_call
# why: The default value seen=set() is made once and shared by all calls. At a second call on the same graph all nodes
# were seen already, and edges are missing; make the set in the function.
@piece
def list_edges(roots, seen=set()):
    edges, waiting = [], [*roots]
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for k, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, k, input, output))
                waiting.append(input)
    return edges

# %% wrong: output_before_input
# why: The tuples are (node, position, output, input). The input comes before the output.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(roots), list(dict.fromkeys(roots))
    while waiting:
        node = waiting.pop()
        for k, pair in enumerate(node.next_functions):
            if pair[0] is None:
                continue
            edges.append((node, k) + tuple(reversed(pair)))
            if pair[0] not in seen:
                seen.add(pair[0])
                waiting.append(pair[0])
    return edges

# %% wrong: nones_included
# why: Pairs with None are listed as edges. Where no gradient flows there is no edge.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(roots), list(dict.fromkeys(roots))
    while waiting:
        node = waiting.pop()
        for k, (input, output) in enumerate(node.next_functions):
            edges.append((node, k, input, output))
            if input is not None and input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: counts_from_one
# why: The positions are counted from 1. They are counted from 0.
@piece
def list_edges(roots):
    queue, done = list(roots), set()
    while queue:
        node = queue.pop(0)
        if node in done:
            continue
        done.add(node)
        for k, (below, out) in enumerate(node.next_functions, start=1):
            if below is not None:
                yield node, k, below, out
                queue.append(below)

# %% wrong: root_is_a_single_node
# why: roots is taken as one node, and a list has no next_functions. It is a list of nodes.
@piece
def list_edges(roots):
    edges, seen, waiting = [], {id(roots)}, [roots]
    while waiting:
        node = waiting.pop()
        for k, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, k, input, output))
                if id(input) not in seen:
                    seen.add(id(input))
                    waiting.append(input)
    return edges

# %% wrong: only_one_step
# why: Only the inputs of the roots are listed. The edges of the nodes behind these belong to the list too.
@piece
def list_edges(roots):
    return [
        (node, k, input, output)
        for node in dict.fromkeys(roots)
        for k, (input, output) in enumerate(node.next_functions)
        if input is not None
    ]
