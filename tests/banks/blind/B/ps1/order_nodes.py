# %% right: list_set_sort
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


# %% right: counting_who_waits
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    waiting_for = {root: 0 for root in roots}
    todo = list(waiting_for)
    while todo:
        node = todo.pop()
        for edge in node._edges:
            if edge is None:
                continue
            if edge not in waiting_for:
                waiting_for[edge] = 0
                todo.append(edge)
            waiting_for[edge] += 1
    ready = [node for node, count in waiting_for.items() if count == 0]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for edge in node._edges:
            if edge is not None:
                waiting_for[edge] -= 1
                if waiting_for[edge] == 0:
                    ready.append(edge)
    return order


# %% right: heap
import heapq


@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    heap, seen, order, tie = [], set(), [], 0

    def push(node):
        nonlocal tie
        if node is None or node in seen:
            return
        seen.add(node)
        tie += 1
        heapq.heappush(heap, (-node._number, tie, node))

    for root in roots:
        push(root)
    while heap:
        node = heapq.heappop(heap)[-1]
        order.append(node)
        for edge in node._edges:
            push(edge)
    return order


# %% right: depth_first_with_own_stack
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    finished = []
    visited = set()
    for root in roots:
        if root in visited:
            continue
        visited.add(root)
        stack = [(root, iter(root._edges))]
        while stack:
            node, rest = stack[-1]
            for edge in rest:
                if edge is not None and edge not in visited:
                    visited.add(edge)
                    stack.append((edge, iter(edge._edges)))
                    break
            else:
                finished.append(node)
                stack.pop()
    finished.reverse()
    return finished


# %% wrong: breadth_first
# why: The nodes are returned in the order in which they were found; a node at the end of a short way stands before a node on a longer way that still sends it a gradient. The second step, the sorting, is missing.
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
    return nodes


# %% wrong: sorted_upwards
# why: Sorted by number without reverse=True: the oldest nodes, the leaves, come first.
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
    nodes.sort(key=lambda node: node._number)
    return nodes


# %% wrong: recursive
# why: A function that calls itself for every node; a deep graph ends in a RecursionError.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    seen = set()
    order = []

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


# %% wrong: every_way_walked
# why: Nodes that were found already are looked at again, and duplicates are thrown away only at the end: every way is walked, and sixty values used twice make 2^60 of them.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    todo = list(roots)
    found = set()
    while todo:
        node = todo.pop()
        found.add(node)
        for edge in node._edges:
            if edge is not None:
                todo.append(edge)
    return sorted(found, key=lambda node: -node._number)


# %% wrong: none_not_skipped
# why: An edge may be None (an input that needs no gradient); it is put into the list and then asked for its _edges.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = []
    seen = set()
    todo = list(roots)
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        nodes.append(node)
        for edge in node._edges:
            todo.append(edge)
    return sorted(nodes, key=lambda n: n._number, reverse=True)


# %% wrong: root_twice
# why: The roots are copied into the list as they are; a node that stands twice in roots stands twice in the result.
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
    return sorted(nodes, key=lambda node: node._number, reverse=True)


# %% wrong: first_root_only
# why: Starts from roots[0] alone; what only the other roots lead to is missing.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = [roots[0]]
    seen = {roots[0]}
    for node in nodes:
        for edge in node._edges:
            if edge is None or edge in seen:
                continue
            seen.add(edge)
            nodes.append(edge)
    nodes.sort(key=lambda node: node._number, reverse=True)
    return nodes


# %% wrong: moved_to_the_end
# why: A node that is met again is moved to the end of the finished order, but the nodes behind it are not moved with it; so they can stand before it.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    order = {}
    expanded = set()
    todo = list(dict.fromkeys(roots))
    while todo:
        node = todo.pop(0)
        order.pop(node, None)
        order[node] = True  # last visit counts
        if node in expanded:
            continue
        expanded.add(node)
        for edge in node._edges:
            if edge is not None:
                todo.append(edge)
    return list(order)
