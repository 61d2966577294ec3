# %% right: stack
@piece
def list_edges(roots):
    seen = set(roots)
    waiting = list(seen)
    edges = []
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
# %% right: generator
@piece
def list_edges(roots):
    waiting, seen = list(roots), set()
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                yield node, position, input, output
                waiting.append(input)
# %% right: breadth_first
from collections import deque


@piece
def list_edges(roots):
    queue = deque()
    known = {}
    for root in roots:
        if root not in known:
            known[root] = True
            queue.append(root)
    result = []
    while len(queue) > 0:
        node = queue.popleft()
        i = -1
        for pair in node.next_functions:
            i += 1
            if pair[0] is None:
                continue
            result.append((node, i, pair[0], pair[1]))
            if not known.get(pair[0], False):
                known[pair[0]] = True
                queue.append(pair[0])
    return result
# %% right: nodes_then_edges
def all_nodes(roots):
    found = dict.fromkeys(roots)
    level = list(found)
    while level:
        below = []
        for node in level:
            for input, _ in node.next_functions:
                if input is not None and input not in found:
                    found[input] = None
                    below.append(input)
        level = below
    return list(found)


@piece
def list_edges(roots):
    return [
        (node, position, input, output)
        for node in all_nodes(roots)
        for position, (input, output) in enumerate(node.next_functions)
        if input is not None
    ]
# %% wrong: recursion
# why: The function calls itself for each node, and a graph may be 5,000 deep.
@piece
def list_edges(roots):
    seen, edges = set(), []

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
# %% wrong: tree_only
# why: An edge to a node that was seen is left out, though it is an edge as well.
@piece
def list_edges(roots):
    seen, waiting, edges = set(roots), list(set(roots)), []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None and input not in seen:
                seen.add(input)
                edges.append((node, position, input, output))
                waiting.append(input)
    return edges
# %% wrong: nobody_remembers
# why: No node is remembered: a node is walked through once for each way to it.
@piece
def list_edges(roots):
    waiting, edges = list(roots), []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, position, input, output))
                waiting.append(input)
    return edges
# %% wrong: none_listed
# why: Places without an edge are listed with None.
@piece
def list_edges(roots):
    seen = set(roots)
    waiting = list(seen)
    edges = []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            edges.append((node, position, input, output))
            if input is not None and input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges
# %% wrong: positions_after_none
# why: The None pairs are taken out before counting, so the positions behind them are too small.
@piece
def list_edges(roots):
    seen = set(roots)
    waiting = list(seen)
    edges = []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate([pair for pair in node.next_functions if pair[0] is not None]):
            if input is None:
                continue
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges
# %% wrong: position_and_output
# why: position and output have changed places.
@piece
def list_edges(roots):
    seen = set(roots)
    waiting = list(seen)
    edges = []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, output, input, position))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges
# %% wrong: output_zero
# why: The number of the output is always 0.
@piece
def list_edges(roots):
    seen = set(roots)
    waiting = list(seen)
    edges = []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, 0))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges
# %% wrong: first_root
# why: Only the first root is walked from.
@piece
def list_edges(roots):
    seen = {roots[0]}
    waiting = list(seen)
    edges = []
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
# %% wrong: arrows_turned
# why: The arrows are turned around: input and node are swapped.
@piece
def list_edges(roots):
    seen = set(roots)
    waiting = list(seen)
    edges = []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((input, position, node, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges
# %% wrong: roots_not_remembered
# why: The roots are not among the nodes that were seen: a root that is reached again, or stands there twice, is listed twice.
@piece
def list_edges(roots):
    seen, waiting, edges = set(), list(roots), []
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
# %% wrong: seen_by_name
# why: Nodes are remembered by their names, and all products have the same name.
@piece
def list_edges(roots):
    seen = {root.name() for root in roots}
    waiting = list(dict.fromkeys(roots))
    edges = []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            if input.name() not in seen:
                seen.add(input.name())
                waiting.append(input)
    return edges
# %% wrong: from_one
# why: The positions are counted from 1.
@piece
def list_edges(roots):
    seen = set(roots)
    waiting = list(seen)
    edges = []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions, 1):
            if input is None:
                continue
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges
# %% wrong: one_edge_for_a_pair
# why: Two edges between the same nodes are taken for one: of a * a the second is missing.
@piece
def list_edges(roots):
    seen, waiting, edges = set(roots), list(set(roots)), {}
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.setdefault((node, input), (node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return list(edges.values())
# %% wrong: leaves_left_out
# why: Edges to leaves are left out.
@piece
def list_edges(roots):
    seen = set(roots)
    waiting = list(seen)
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
# %% wrong: returns_in_the_loop
# why: return stands in the loop: the edges of one node only.
@piece
def list_edges(roots):
    seen = set(roots)
    waiting = list(seen)
    edges = []
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
# %% wrong: stops_at_none
# why: break at the first None: the inputs behind it are lost.
@piece
def list_edges(roots):
    seen = set(roots)
    waiting = list(seen)
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
# %% wrong: roots_edges_only
# why: Only the edges of the roots are listed, not those behind them.
@piece
def list_edges(roots):
    edges = []
    for node in dict.fromkeys(roots):
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, position, input, output))
    return edges
# %% wrong: counts_by_index
# why: next_functions.index finds the first equal pair, so both edges of a * a get position 0.
@piece
def list_edges(roots):
    seen, waiting, edges = set(roots), list(set(roots)), []
    while waiting:
        node = waiting.pop()
        for pair in node.next_functions:
            if pair[0] is None:
                continue
            edges.append((node, list(node.next_functions).index(pair), *pair))
            if pair[0] not in seen:
                seen.add(pair[0])
                waiting.append(pair[0])
    return edges
