# %% right: collect_and_sort
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = []
    seen = set()
    for root in roots:
        if root not in seen:
            seen.add(root)
            nodes.append(root)
    for node in nodes:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    return sorted(nodes, key=lambda node: node._number, reverse=True)


# %% right: set_and_stack
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    found = set()
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node is None or node in found:
            continue
        found.add(node)
        stack.extend(node._edges)
    result = list(found)
    result.sort(key=lambda n: -n._number)
    return result


# %% right: counting_waits
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = list(dict.fromkeys(roots))
    known = set(nodes)
    waits_for = {node: 0 for node in nodes}
    for node in nodes:
        for edge in node._edges:
            if edge is None:
                continue
            if edge not in known:
                known.add(edge)
                nodes.append(edge)
                waits_for[edge] = 0
            waits_for[edge] += 1
    ready = [node for node in nodes if waits_for[node] == 0]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for edge in node._edges:
            if edge is not None:
                waits_for[edge] -= 1
                if waits_for[edge] == 0:
                    ready.append(edge)
    return order


# %% right: depth_first_with_own_stack
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    done = []
    visited = set()
    for root in roots:
        stack = [(root, False)]
        while stack:
            node, all_below_done = stack.pop()
            if all_below_done:
                done.append(node)
                continue
            if node in visited:
                continue
            visited.add(node)
            stack.append((node, True))
            for edge in node._edges:
                if edge is not None and edge not in visited:
                    stack.append((edge, False))
    done.reverse()
    return done


# %% right: heap
import heapq


@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    waiting, seen, order, count = [], set(), [], 0

    def add(node):
        nonlocal count
        if node is not None and node not in seen:
            seen.add(node)
            count += 1
            heapq.heappush(waiting, (-node._number, count, node))

    for root in roots:
        add(root)
    while waiting:
        node = heapq.heappop(waiting)[2]
        order.append(node)
        for edge in node._edges:
            add(edge)
    return order


# %% wrong: found_order
# why: Returns the nodes in the order in which they were found, level by level; a node with a short and a long way to it comes too early.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = list(dict.fromkeys(roots))
    seen = set(nodes)
    for node in nodes:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    return nodes


# %% wrong: oldest_first
# why: Sorts by the number upwards, so the leaves come first and the roots last.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    seen = set()
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        stack.extend(node._edges)
    return sorted(seen, key=lambda n: n._number)


# %% wrong: recursive
# why: The function for each node calls itself: right for small graphs, a RecursionError for deep ones.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    order = []
    seen = set()

    def visit(node):
        if node is None or node in seen:
            return
        seen.add(node)
        for edge in node._edges:
            visit(edge)
        order.append(node)

    for root in roots:
        visit(root)
    return order[::-1]


# %% wrong: roots_twice
# why: The roots are put in the list without looking for repetitions, so a root that is given twice stands in the order twice.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = list(roots)
    seen = set(roots)
    for node in nodes:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    nodes.sort(key=lambda n: n._number, reverse=True)
    return nodes


# %% wrong: none_not_skipped
# why: Does not skip the None entries of _edges, for inputs that need no gradient.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = list(dict.fromkeys(roots))
    seen = set(nodes)
    for node in nodes:
        for edge in node._edges:
            if edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    return sorted(nodes, key=lambda n: n._number, reverse=True)


# %% wrong: first_root_only
# why: Starts from the first root only; what the other roots lead to is missing.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = [roots[0]]
    seen = {roots[0]}
    for node in nodes:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    return sorted(nodes, key=lambda n: n._number, reverse=True)


# %% wrong: roots_left_out
# why: Collects only what the roots lead to; the roots themselves are missing.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    found = []
    seen = set()
    queue = list(roots)
    for node in queue:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                found.append(edge)
                queue.append(edge)
    return sorted(found, key=lambda n: n._number, reverse=True)


# %% wrong: depth_first_preorder
# why: A node is put in the order when it is first met on a walk in depth, before others that send it a gradient.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    order = []
    seen = set()
    stack = list(reversed(roots))
    while stack:
        node = stack.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        order.append(node)
        stack.extend(reversed(node._edges))
    return order


# %% wrong: no_seen_set
# why: No record of what was visited: a node that is used twice stands twice in the list, and in a chain of diamonds the list doubles at each.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = list(roots)
    for node in nodes:
        for edge in node._edges:
            if edge is not None:
                nodes.append(edge)
    return sorted(nodes, key=lambda n: n._number, reverse=True)


# %% wrong: shortest_distance
# why: Sorts by the distance at which a node was first found, the shortest way; a node must wait for the longest.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    distance = {root: 0 for root in roots}
    queue = list(distance)
    for node in queue:
        for edge in node._edges:
            if edge is not None and edge not in distance:
                distance[edge] = distance[node] + 1
                queue.append(edge)
    return sorted(queue, key=lambda n: distance[n])


# %% wrong: counts_each_sender_once
# why: Counts a node with two edges to the same place once, but takes off two: a leaf of x * x is released too early, or never at exactly zero.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = list(dict.fromkeys(roots))
    waits = {n: 0 for n in nodes}
    for node in nodes:
        for edge in set(node._edges):
            if edge is None:
                continue
            if edge not in waits:
                waits[edge] = 0
                nodes.append(edge)
            waits[edge] += 1
    ready = [n for n in nodes if waits[n] == 0]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for edge in node._edges:
            if edge is not None:
                waits[edge] -= 1
                if waits[edge] == 0:
                    ready.append(edge)
    return order


# %% wrong: all_roots_ready
# why: Takes every root for ready at the start, although one root may be behind another and must wait for it.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    waits = {}
    nodes = list(dict.fromkeys(roots))
    seen = set(nodes)
    for node in nodes:
        for edge in node._edges:
            if edge is not None:
                waits[edge] = waits.get(edge, 0) + 1
                if edge not in seen:
                    seen.add(edge)
                    nodes.append(edge)
    ready = list(dict.fromkeys(roots))
    order = []
    done = set()
    while ready:
        node = ready.pop(0)
        if node in done:
            continue
        done.add(node)
        order.append(node)
        for edge in node._edges:
            if edge is not None:
                waits[edge] -= 1
                if waits[edge] == 0:
                    ready.append(edge)
    return order


# %% wrong: returns_numbers
# why: Returns the numbers of the nodes, not the nodes.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    seen = set()
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node is not None and node not in seen:
            seen.add(node)
            stack += node._edges
    return sorted((n._number for n in seen), reverse=True)


# %% wrong: stops_at_none
# why: break instead of continue at a None edge: the edges after it are lost.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = list(dict.fromkeys(roots))
    seen = set(nodes)
    for node in nodes:
        for edge in node._edges:
            if edge is None:
                break
            if edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    return sorted(nodes, key=lambda n: n._number, reverse=True)
