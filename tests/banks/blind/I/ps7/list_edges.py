# %% right: stack_and_set
@piece
def list_edges(roots):
    seen, waiting, edges = set(roots), list(dict.fromkeys(roots)), []
    while waiting:
        node = waiting.pop()
        for position, (below, output) in enumerate(node.next_functions):
            if below is None:
                continue
            edges.append((node, position, below, output))
            if below not in seen:
                seen.add(below)
                waiting.append(below)
    return edges

# %% right: growing_list_and_yield
@piece
def list_edges(roots):
    order = {}
    for root in roots:
        order[root] = True
    queue = list(order)
    for node in queue:  # grows while it is walked through
        place = 0
        for pair in node.next_functions:
            if pair[0] is not None:
                yield node, place, pair[0], pair[1]
                if pair[0] not in order:
                    order[pair[0]] = True
                    queue.append(pair[0])
            place += 1

# %% wrong: recursion
# why: The function calls itself for each node below. A graph may be 5,000 nodes deep, and Python does not let a function
# call itself so often; keep the waiting nodes in a list.
@piece
def list_edges(roots):
    seen, edges = set(), []

    def visit(node):
        if node in seen:
            return
        seen.add(node)
        for i, (child, output) in enumerate(node.next_functions):
            if child is not None:
                edges.append((node, i, child, output))
                visit(child)

    for root in roots:
        visit(root)
    return edges

# %% wrong: edges_to_known_nodes_left_out
# why: An edge is listed only if its node is new. Every edge to a node that was met already is lost, as the second one in
# a * a; only the waiting depends on whether the node is new.
@piece
def list_edges(roots):
    edges = []
    waiting = list(dict.fromkeys(roots))
    seen = set(waiting)
    while waiting:
        node = waiting.pop(0)
        for position, (inp, out) in enumerate(node.next_functions):
            if inp is None or inp in seen:
                continue
            seen.add(inp)
            edges.append((node, position, inp, out))
            waiting.append(inp)
    return edges

# %% wrong: places_without_the_nones
# why: The pairs with None are taken out before they are counted, so positions behind them are too small. There is no edge
# for None, but its place counts.
@piece
def list_edges(roots):
    seen = set(roots)
    stack = list(seen)
    result = []
    while stack:
        node = stack.pop()
        real = [pair for pair in node.next_functions if pair[0] is not None]
        for position, (source, output) in enumerate(real):
            result.append((node, position, source, output))
            if source not in seen:
                seen.add(source)
                stack.append(source)
    return result

# %% wrong: roots_not_remembered
# why: The roots wait but are not remembered as seen. A root that stands in the list twice, or that another root leads to,
# is walked through twice, and its edges are listed twice.
@piece
def list_edges(roots):
    seen = set()
    todo = list(roots)
    found = []
    while todo:
        node = todo.pop()
        for i, (nxt, out) in enumerate(node.next_functions):
            if nxt is None:
                continue
            found.append((node, i, nxt, out))
            if nxt not in seen:
                seen.add(nxt)
                todo.append(nxt)
    return found

# %% wrong: remembered_when_taken
# why: A node is remembered only when it is taken off the list, and not looked up there again. If two edges reach it
# before, it waits twice and its edges are listed twice.
@piece
def list_edges(roots):
    done = set()
    waiting = [r for r in dict.fromkeys(roots)]
    edges = []
    while waiting:
        node = waiting.pop()
        done.add(node)
        for position, (other, output) in enumerate(node.next_functions):
            if other is not None:
                edges.append((node, position, other, output))
                if other not in done:
                    waiting.append(other)
    return edges

# %% wrong: input_and_place_swapped
# why: The tuples hold the output in the second place and the position in the last. The order is (node, position, input,
# output).
@piece
def list_edges(roots):
    seen = set(roots)
    waiting = list(seen)
    while waiting:
        node = waiting.pop()
        for position, (below, output) in enumerate(node.next_functions):
            if below is not None:
                yield node, output, below, position
                if below not in seen:
                    seen.add(below)
                    waiting.append(below)

# %% wrong: only_the_first_root
# why: The walk begins at roots[0] alone. All roots of the list must be walked through.
@piece
def list_edges(roots):
    if not roots:
        return []
    waiting, seen, edges = [roots[0]], {roots[0]}, []
    while waiting:
        node = waiting.pop()
        for position, (below, output) in enumerate(node.next_functions):
            if below is not None:
                edges.append((node, position, below, output))
                if below not in seen:
                    seen.add(below)
                    waiting.append(below)
    return edges

# %% wrong: remembered_by_name
# why: What was seen is remembered by the names of the nodes. Many nodes have the same name (all leaves are AccumulateGrad),
# and behind the second of them nothing is walked through; the nodes themselves must be remembered.
@piece
def list_edges(roots):
    edges, waiting, names = [], [], set()

    def remember(node):
        if node.name() not in names:
            names.add(node.name())
            waiting.append(node)

    for root in roots:
        remember(root)
    while waiting:
        node = waiting.pop()
        for i, (nxt, number) in enumerate(node.next_functions):
            if nxt is not None:
                edges.append((node, i, nxt, number))
                remember(nxt)
    return edges
