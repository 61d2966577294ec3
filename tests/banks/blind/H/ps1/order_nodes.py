# %% right: heap
import heapq

@piece
def order_nodes(roots):
    waiting = []
    known = set()

    def announce(node):
        if node is not None and node not in known:
            known.add(node)
            heapq.heappush(waiting, (-node._number, id(node), node))

    for root in roots:
        announce(root)
    order = []
    while waiting:
        node = heapq.heappop(waiting)[-1]
        order.append(node)
        for edge in node._edges:
            announce(edge)
    return order

# %% right: postorder_with_stack
@piece
def order_nodes(roots):
    finished, seen = [], set()
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(root._edges))]
        while stack:
            node, rest = stack[-1]
            for edge in rest:
                if edge is not None and edge not in seen:
                    seen.add(edge)
                    stack.append((edge, iter(edge._edges)))
                    break
            else:
                finished.append(node)
                stack.pop()
    finished.reverse()
    return finished

# %% wrong: breadth_first
# why: The nodes are returned in the order in which they are found. A node that is reached by a short and by a long way stands before the end of the long way.
from collections import deque

@piece
def order_nodes(roots):
    order = []
    seen = set()
    queue = deque(roots)
    while queue:
        node = queue.popleft()
        if node in seen:
            continue
        seen.add(node)
        order.append(node)
        queue.extend(edge for edge in node._edges if edge is not None)
    return order

# %% wrong: recursive_visit
# why: The function visit calls itself once for each node of a chain, so a graph of 20,000 steps ends in a RecursionError.
@piece
def order_nodes(roots):
    seen = set()
    order = []

    def visit(node):
        if node is None or node in seen:
            return
        seen.add(node)
        for edge in node._edges:
            visit(edge)
        order.insert(0, node)

    for root in roots:
        visit(root)
    return order

# %% wrong: every_way_walked
# why: Repeated nodes are only removed at the end. During the walk each way through the graph is followed, and sixty values that are used twice make 2**60 ways.
@piece
def order_nodes(roots):
    todo = list(roots)
    found = []
    while todo:
        node = todo.pop()
        found.append(node)
        for edge in node._edges:
            if edge is not None:
                todo.append(edge)
    return sorted(set(found), key=lambda node: node._number, reverse=True)

# %% wrong: roots_are_ready
# why: All roots are taken for ready at once. If one root leads to another one, the second runs before what the first sends to it has come.
@piece
def order_nodes(roots):
    roots = list(dict.fromkeys(roots))
    waits_for = {root: 0 for root in roots}
    todo = list(roots)
    while todo:
        node = todo.pop()
        for edge in node._edges:
            if edge is None:
                continue
            if edge not in waits_for:
                waits_for[edge] = 0
                todo.append(edge)
            waits_for[edge] += 1
    ready = list(roots)
    order = []
    placed = set()
    while ready:
        node = ready.pop(0)
        if node in placed:
            continue
        placed.add(node)
        order.append(node)
        for edge in node._edges:
            if edge is not None:
                waits_for[edge] -= 1
                if waits_for[edge] == 0:
                    ready.append(edge)
    return order

# %% wrong: root_twice
# why: A node that stands twice among the roots stands twice in the result: only the edges are checked against the set.
@piece
def order_nodes(roots):
    nodes = list(roots)
    seen = set(nodes)
    for node in nodes:
        for edge in node._edges:
            if edge is None or edge in seen:
                continue
            seen.add(edge)
            nodes.append(edge)
    nodes.sort(key=lambda node: -node._number)
    return nodes
