# %% right: a_growing_list
@piece
def list_edges(roots):
    nodes = list(dict.fromkeys(roots))
    known = set(nodes)
    edges = []
    for node in nodes:
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            if input not in known:
                known.add(input)
                nodes.append(input)
    return edges

# %% right: yield_while_walking
@piece
def list_edges(roots):
    done, stack = set(), list(roots)
    while stack:
        node = stack.pop()
        if node in done:
            continue
        done.add(node)
        for position, pair in enumerate(node.next_functions):
            if pair[0] is not None:
                stack.append(pair[0])
                yield (node, position, *pair)

# %% wrong: calls_itself
# why: The function calls itself for each node, and Python does not allow that as deep as a graph may be.
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

# %% wrong: edges_to_new_nodes_only
# why: An edge is listed only if it leads to a node that was not seen yet; further edges to the same node are lost.
@piece
def list_edges(roots):
    waiting = list(dict.fromkeys(roots))
    seen = set(waiting)
    edges = []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None and input not in seen:
                seen.add(input)
                edges.append((node, position, input, output))
                waiting.append(input)
    return edges

# %% wrong: places_without_none
# why: The pairs with None are taken out before they are counted, so the places of those behind them shift.
@piece
def list_edges(roots):
    edges, seen, queue = [], set(), list(roots)
    while queue:
        node = queue.pop(0)
        if node in seen:
            continue
        seen.add(node)
        pairs = [pair for pair in node.next_functions if pair[0] is not None]
        edges += [(node, k, input, output) for k, (input, output) in enumerate(pairs)]
        queue += [input for input, _ in pairs]
    return edges

# %% wrong: roots_not_remembered
# why: The roots are not put among the nodes that were seen; one that is reached from another, or stands there twice, is walked again.
@piece
def list_edges(roots):
    seen = set()
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            yield node, position, input, output
            if input not in seen:
                seen.add(input)
                waiting.append(input)

# %% wrong: seen_by_name
# why: Nodes are remembered by their names, and of all nodes with one name only the first is walked.
@piece
def list_edges(roots):
    visited = {}
    todo = list(roots)
    result = []
    while todo:
        current = todo.pop()
        if visited.get(current.name()):
            continue
        visited[current.name()] = True
        position = 0
        for input, output in current.next_functions:
            if input is not None:
                result.append((current, position, input, output))
                todo.append(input)
            position += 1
    return result
