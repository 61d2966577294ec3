# %% right: stack
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(), list(roots)
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            waiting.append(input)
    return edges


# %% right: generator
@piece
def list_edges(roots):
    seen = set()
    waiting = []
    for root in roots:
        if root not in seen:
            seen.add(root)
            waiting.append(root)
    while waiting:
        node = waiting.pop(0)
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                yield node, position, input, output
                if input not in seen:
                    seen.add(input)
                    waiting.append(input)


# %% right: grow_list
@piece
def list_edges(roots):
    nodes = list(dict.fromkeys(roots))
    known = set(nodes)
    for node in nodes:
        for pair in node.next_functions:
            if pair[0] is not None and pair[0] not in known:
                known.add(pair[0])
                nodes.append(pair[0])
    return [
        (node, i, pair[0], pair[1])
        for node in nodes
        for i, pair in enumerate(node.next_functions)
        if pair[0] is not None
    ]


# %% right: levels
@piece
def list_edges(roots):
    result, seen = [], set()
    level = set(roots)
    while level:
        seen |= level
        below = set()
        for node in level:
            position = 0
            for input, output in node.next_functions:
                if input is not None:
                    result.append((node, position, input, output))
                    below.add(input)
                position += 1
        level = below - seen
    return result


# %% wrong: no_seen
# why: No memory of seen nodes: a node that is reached twice is walked through twice.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(), list(roots)
    while waiting:
        node = waiting.pop()
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            waiting.append(input)
    return edges


# %% wrong: edge_only_if_new
# why: Edges to a node that was seen are left out; only the first edge to each is listed.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(), list(roots)
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is None or input in seen or input in waiting:
                continue
            edges.append((node, position, input, output))
            waiting.append(input)
    return edges


# %% wrong: none_listed
# why: Pairs with None are listed as edges.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(), list(roots)
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            edges.append((node, position, input, output))
            if input is not None:
                waiting.append(input)
    return edges


# %% wrong: count_without_none
# why: The positions are counted after the None are taken out.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(), list(roots)
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        inputs = [pair for pair in node.next_functions if pair[0] is not None]
        for position, (input, output) in enumerate(inputs):
            edges.append((node, position, input, output))
            waiting.append(input)
    return edges


# %% wrong: recursive
# why: Calls itself for each node: too deep a graph stops with a RecursionError.
@piece
def list_edges(roots):
    edges, seen = [], set()

    def walk(node):
        if node in seen:
            return
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, position, input, output))
                walk(input)

    for root in roots:
        walk(root)
    return edges


# %% wrong: first_root
# why: Only the first root is walked.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(), [roots[0]]
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            waiting.append(input)
    return edges


# %% wrong: output_zero
# why: The number of the output is always 0.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(), list(roots)
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, 0))
            waiting.append(input)
    return edges


# %% wrong: swapped
# why: Position and output are swapped in the tuple.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(), list(roots)
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, output, input, position))
            waiting.append(input)
    return edges


# %% wrong: start_one
# why: Positions are counted from 1.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(), list(roots)
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions, 1):
            if input is None:
                continue
            edges.append((node, position, input, output))
            waiting.append(input)
    return edges


# %% wrong: by_name
# why: Nodes are remembered by their names: two Mul nodes are taken for one.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(), list(roots)
    while waiting:
        node = waiting.pop()
        if node.name() in seen:
            continue
        seen.add(node.name())
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            waiting.append(input)
    return edges


# %% wrong: return_early
# why: return stands in the loop: only the edges of the first node.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(), list(roots)
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            waiting.append(input)
        return edges


# %% wrong: roots_twice
# why: Roots are marked only when met as an input: a root that stands twice is listed twice.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(), list(roots)
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


# %% wrong: edge_set
# why: Edges are collected in a set of (node, input): two edges between the same nodes become one.
@piece
def list_edges(roots):
    edges, seen, waiting = {}, set(), list(roots)
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges[node, input] = (node, position, input, output)
                waiting.append(input)
    return list(edges.values())
