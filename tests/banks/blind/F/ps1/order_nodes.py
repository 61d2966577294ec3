# %% right: sort_by_number
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
    nodes.sort(key=lambda node: node._number, reverse=True)
    return nodes
# %% right: kahn
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    waiting_for = {}
    found = set(roots)
    todo = list(found)
    while todo:
        node = todo.pop()
        waiting_for.setdefault(node, 0)
        for edge in node._edges:
            if edge is None:
                continue
            waiting_for[edge] = waiting_for.get(edge, 0) + 1
            if edge not in found:
                found.add(edge)
                todo.append(edge)
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
    heap = []
    pushed = set()


    def push(node):
        if node is not None and node not in pushed:
            pushed.add(node)
            heapq.heappush(heap, (-node._number, id(node), node))


    for root in roots:
        push(root)
    order = []
    while heap:
        node = heapq.heappop(heap)[-1]
        order.append(node)
        for edge in node._edges:
            push(edge)
    return order
# %% right: reversed_postorder
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    finished = []
    seen = set()
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(root._edges))]
        while stack:
            node, edges = stack[-1]
            for edge in edges:
                if edge is not None and edge not in seen:
                    seen.add(edge)
                    stack.append((edge, iter(edge._edges)))
                    break
            else:
                finished.append(node)
                stack.pop()
    return finished[::-1]
# %% right: dict_by_number
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    by_number = {}
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node._number in by_number:
            continue
        by_number[node._number] = node
        stack.extend(edge for edge in node._edges if edge is not None)
    return [by_number[number] for number in sorted(by_number, reverse=True)]
# %% right: waves
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    found = set()
    wave = set(roots)
    while wave:
        found |= wave
        wave = {edge for node in wave for edge in node._edges if edge is not None} - found
    return sorted(found, key=lambda node: -node._number)
# %% wrong: recursion
# why: The function calls itself for each node, and a deep graph raises RecursionError.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    order, seen = [], set()


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
# %% wrong: breadth_first
# why: It returns the nodes in the order in which they are found; by the short way a leaf is found too early.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    order = list(dict.fromkeys(roots))
    seen = set(order)
    for node in order:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                order.append(edge)
    return order
# %% wrong: depth_first
# why: A node is taken as soon as one way leads to it, although others may still send it something.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    order, seen, stack = [], set(), list(roots)
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        order.append(node)
        for edge in node._edges:
            if edge is not None:
                stack.append(edge)
    return order
# %% wrong: ascending
# why: The nodes are sorted from the oldest to the last made, which is the order of the forward pass.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = set(roots)
    todo = list(nodes)
    while todo:
        for edge in todo.pop()._edges:
            if edge is not None and edge not in nodes:
                nodes.add(edge)
                todo.append(edge)
    return sorted(nodes, key=lambda node: node._number)
# %% wrong: none_not_skipped
# why: An edge may be None, for an input that needs no gradient, and None has no number and no edges.
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
    return sorted(nodes, key=lambda node: node._number, reverse=True)
# %% wrong: first_root
# why: Only the first of the roots is followed.
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
    return sorted(nodes, key=lambda node: node._number, reverse=True)
# %% wrong: double_roots
# why: The roots go into the list unseen, so one that stands there twice, or is reached from another, comes twice.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = list(roots)
    seen = set()
    for node in nodes:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    return sorted(nodes, key=lambda node: node._number, reverse=True)
# %% wrong: roots_missing
# why: Only nodes that stand among the edges are collected, so the roots themselves are missing.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes, seen, todo = [], set(), list(roots)
    while todo:
        node = todo.pop()
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                nodes.append(edge)
                todo.append(edge)
    return sorted(nodes, key=lambda node: node._number, reverse=True)
# %% wrong: walks_again
# why: A node is walked on from each time that it is reached; values used twice make more ways than can be walked.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = set()
    todo = list(roots)
    while todo:
        node = todo.pop()
        nodes.add(node)
        for edge in node._edges:
            if edge is not None:
                todo.append(edge)
    return sorted(nodes, key=lambda node: node._number, reverse=True)
# %% wrong: collected_before_the_question
# why: Every edge is put into the list before it is asked whether its node is in there, so a node that is used twice comes twice.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes, walked = list(dict.fromkeys(roots)), set()
    todo = list(nodes)
    while todo:
        node = todo.pop()
        if node in walked:
            continue
        walked.add(node)
        for edge in node._edges:
            if edge is not None:
                nodes.append(edge)
                todo.append(edge)
    return sorted(nodes, key=lambda node: node._number, reverse=True)
# %% wrong: sort_returns_none
# why: list.sort sorts in place and returns None; that None is returned.
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
    return nodes.sort(key=lambda node: node._number, reverse=True)
# %% wrong: return_in_loop
# why: The return is inside of the loop, so only the first node and its edges are found.
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
        return sorted(nodes, key=lambda node: node._number, reverse=True)
# %% wrong: by_name
# why: Nodes are told apart by their names, and most graphs have several of the same name.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes, names, todo = [], set(), list(roots)
    while todo:
        node = todo.pop()
        if node.name() in names:
            continue
        names.add(node.name())
        nodes.append(node)
        todo.extend(edge for edge in node._edges if edge is not None)
    return sorted(nodes, key=lambda node: node._number, reverse=True)
# %% wrong: leaves_last
# why: The leaves are put at the end, but a node in the middle may be reached too early just as well.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    order = list(dict.fromkeys(roots))
    seen = set(order)
    for node in order:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                order.append(edge)
    inner = [node for node in order if node._edges]
    leaves = [node for node in order if not node._edges]
    return inner + leaves
# %% wrong: subtracts_once
# why: A node that uses a value twice is counted twice but subtracted once, so the value never gets ready and is missing.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    found, todo, count = set(roots), list(set(roots)), {}
    while todo:
        node = todo.pop()
        count.setdefault(node, 0)
        for edge in node._edges:
            if edge is None:
                continue
            count[edge] = count.get(edge, 0) + 1
            if edge not in found:
                found.add(edge)
                todo.append(edge)
    ready = [node for node in count if count[node] == 0]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for edge in set(node._edges) - {None}:
            count[edge] -= 1
            if count[edge] == 0:
                ready.append(edge)
    return order
# %% wrong: roots_all_ready
# why: All roots are started with at once, but one of them may wait for a gradient of another.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    found, todo, count = set(roots), list(dict.fromkeys(roots)), {}
    for node in todo:
        for edge in node._edges:
            if edge is not None:
                count[edge] = count.get(edge, 0) + 1
                if edge not in found:
                    found.add(edge)
                    todo.append(edge)
    ready = list(dict.fromkeys(roots))
    order = []
    for node in ready:
        order.append(node)
        for edge in node._edges:
            if edge is not None:
                count[edge] -= 1
                if count[edge] == 0:
                    ready.append(edge)
    return order
# %% wrong: remembered_between_calls
# why: The set in the default argument is made once for all calls, so a second pass finds its nodes “seen” already.
@piece
def order_nodes(roots, seen=set()):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = []
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
# %% wrong: moved_to_the_end
# why: A node that is met again is moved to the end, but the nodes behind it stay where they were.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    order, walked = [], set()
    todo = list(roots)
    while todo:
        node = todo.pop(0)
        if node in order:
            order.remove(node)
        order.append(node)
        if node in walked:
            continue
        walked.add(node)
        todo.extend(edge for edge in node._edges if edge is not None)
    return order
# %% wrong: first_edge_only
# why: Only the first edge of each node is followed.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes, seen = list(dict.fromkeys(roots)), set(roots)
    for node in nodes:
        if node._edges and node._edges[0] is not None and node._edges[0] not in seen:
            seen.add(node._edges[0])
            nodes.append(node._edges[0])
    return sorted(nodes, key=lambda node: node._number, reverse=True)
# %% wrong: stops_at_none
# why: It ends the loop over the edges at the first None; the edges behind it are lost.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes, seen = list(dict.fromkeys(roots)), set(roots)
    for node in nodes:
        for edge in node._edges:
            if edge is None:
                break
            if edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    return sorted(nodes, key=lambda node: node._number, reverse=True)
# %% wrong: shortest_distance
# why: The nodes are sorted by the length of the shortest way from a root; they have to wait for the longest.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    distance = {root: 0 for root in roots}
    todo = list(distance)
    for node in todo:
        for edge in node._edges:
            if edge is not None and edge not in distance:
                distance[edge] = distance[node] + 1
                todo.append(edge)
    return sorted(todo, key=lambda node: distance[node])
# %% wrong: a_set
# why: A set is returned, which has no order.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = set(roots)
    todo = list(nodes)
    while todo:
        for edge in todo.pop()._edges:
            if edge is not None and edge not in nodes:
                nodes.add(edge)
                todo.append(edge)
    return nodes
# %% wrong: leaves_left_out
# why: A node without edges is not put into the list, but the leaves must run as well.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes, seen, todo = [], set(roots), list(set(roots))
    while todo:
        node = todo.pop()
        if not node._edges:
            continue
        nodes.append(node)
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                todo.append(edge)
    return sorted(nodes, key=lambda node: node._number, reverse=True)
# %% wrong: depth_limit
# why: The walk stops after a thousand nodes, so a deep graph loses its end.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes, seen = list(dict.fromkeys(roots)), set(roots)
    for _, node in zip(range(1000), nodes):
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    return sorted(nodes, key=lambda node: node._number, reverse=True)
