# %% right: collect_and_sort
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    found = []
    seen = set()
    for root in roots:
        if root not in seen:
            seen.add(root)
            found.append(root)
    for node in found:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                found.append(edge)
    return sorted(found, key=lambda node: node._number, reverse=True)

# %% right: count_who_still_sends
from collections import deque


@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    waits_for = {}
    todo = list(roots)
    while todo:
        node = todo.pop()
        if node in waits_for:
            continue
        waits_for[node] = 0
        todo.extend(e for e in node._edges if e is not None)
    for node in waits_for:
        for e in node._edges:
            if e is not None:
                waits_for[e] += 1
    ready = deque(node for node, n in waits_for.items() if n == 0)
    order = []
    while ready:
        node = ready.popleft()
        order.append(node)
        for e in node._edges:
            if e is not None:
                waits_for[e] -= 1
                if waits_for[e] == 0:
                    ready.append(e)
    return order

# %% right: post_order_without_recursion
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    finished, entered = [], set()
    for root in roots:
        if root in entered:
            continue
        entered.add(root)
        stack = [(root, iter(root._edges))]
        while stack:
            node, edges = stack[-1]
            for edge in edges:
                if edge is not None and edge not in entered:
                    entered.add(edge)
                    stack.append((edge, iter(edge._edges)))
                    break
            else:
                finished.append(node)
                stack.pop()
    finished.reverse()
    return finished

# %% right: heap_of_numbers
import heapq


@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    by_number = {r._number: r for r in roots}
    heap = [-n for n in by_number]
    heapq.heapify(heap)
    order = []
    while heap:
        node = by_number[-heapq.heappop(heap)]
        order.append(node)
        for e in filter(None.__ne__, node._edges):
            if e._number not in by_number:
                by_number[e._number] = e
                heapq.heappush(heap, -e._number)
    return order

# %% wrong: breadth_first_only
# why: The nodes are returned in the order in which they were found, level by level from the roots. A
# node that is reached on a short way stands before nodes on the long way that still send it something;
# the list must be sorted before it is returned.
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

# %% wrong: oldest_first
# why: The nodes are sorted by rising number, so the leaves come first and the roots last. Gradients
# flow the other way: the node that was made last must come first.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    seen = set(roots)
    todo = list(seen)
    while todo:
        for e in todo.pop()._edges:
            if e is not None and e not in seen:
                seen.add(e)
                todo.append(e)
    return sorted(seen, key=lambda n: n._number)

# %% wrong: recursive_visit
# why: visit calls itself for every node of a chain, and Python allows only about a thousand calls
# within each other, so a deep graph ends in a RecursionError. Keep the nodes that wait in a list.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    order = []
    visited = set()

    def visit(node):
        if node is None or node in visited:
            return
        visited.add(node)
        for edge in node._edges:
            visit(edge)
        order.append(node)

    for root in roots:
        visit(root)
    return order[::-1]

# %% wrong: first_root_only
# why: The walk begins at roots[0] alone. Nodes that only the other roots lead to, and these roots
# themselves, are missing; all roots must be starting points.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = {roots[0]}
    stack = [roots[0]]
    while stack:
        current = stack.pop()
        for nxt in current._edges:
            if nxt is not None and nxt not in nodes:
                nodes.add(nxt)
                stack.append(nxt)
    return sorted(nodes, key=lambda n: -n._number)

# %% wrong: root_twice_stays_twice
# why: The list starts as a copy of roots, and if the same node stands in roots twice it stands in the
# result twice. Each node may come only once, the roots too.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = list(roots)
    known = set(roots)
    for node in nodes:
        for edge in node._edges:
            if edge is None or edge in known:
                continue
            known.add(edge)
            nodes.append(edge)
    nodes.sort(key=lambda node: node._number, reverse=True)
    return nodes

# %% wrong: roots_always_ready
# why: All roots are put into the ready list at the start, without asking whether they wait for somebody.
# A root that lies behind another root then runs too early (and stands in the list again later); only
# nodes that wait for nobody may start.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    count = {}
    todo = list(roots)
    seen = set()
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        for e in node._edges:
            if e is not None:
                count[e] = count.get(e, 0) + 1
                todo.append(e)
    ready = list(dict.fromkeys(roots))
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for e in node._edges:
            if e is not None:
                count[e] -= 1
                if count[e] == 0:
                    ready.append(e)
    return order

# %% wrong: double_edge_counted_once
# why: The count holds how many different nodes send to each node, but it is lowered once for every edge.
# For x * x two edges lead to the same node, so the count reaches 0 too soon and the node does not wait
# for its other senders.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    everything = list(dict.fromkeys(roots))
    seen = set(everything)
    senders = {node: set() for node in everything}
    for node in everything:
        for e in node._edges:
            if e is None:
                continue
            senders.setdefault(e, set()).add(node)
            if e not in seen:
                seen.add(e)
                everything.append(e)
    left = {node: len(who) for node, who in senders.items()}
    ready = [n for n in everything if left[n] == 0]
    order = []
    for node in ready:
        order.append(node)
        for e in node._edges:
            if e is not None:
                left[e] -= 1
                if left[e] == 0:
                    ready.append(e)
    return order

# %% wrong: seen_in_the_default_argument
# why: The default value set() is made once, when the function is defined, and all calls share it. A
# second pass over the same graph finds every node already seen and leaves it out; the set must be made
# anew in each call.
@piece
def order_nodes(roots, seen=set()):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    found = []
    todo = list(roots)
    while todo:
        node = todo.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        found.append(node)
        todo += node._edges
    return sorted(found, key=lambda n: n._number, reverse=True)

# %% wrong: known_by_name
# why: What was seen is noted by the name of the node, and many nodes have the same name: of all products
# or all leaves of a graph only the first is kept. Note the nodes themselves.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    found = {}
    todo = list(roots)
    while todo:
        node = todo.pop(0)
        if node.name() in found:
            continue
        found[node.name()] = node
        for edge in node._edges:
            if edge is not None:
                todo.append(edge)
    return sorted(found.values(), key=lambda n: n._number, reverse=True)

# %% wrong: roots_put_in_front
# why: The roots are set before all the others, and only the rest is sorted. If one root lies behind
# another, or behind an inner node, it runs before what is sent to it has come; the roots must be sorted
# with the rest.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    first = []
    for r in roots:
        if r not in first:
            first.append(r)
    rest = set()
    todo = list(first)
    while todo:
        for e in todo.pop()._edges:
            if e is not None and e not in rest and e not in first:
                rest.add(e)
                todo.append(e)
    return first + sorted(rest, key=lambda n: n._number, reverse=True)
