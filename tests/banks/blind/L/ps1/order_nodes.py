# %% right: list_and_set_then_sorted
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

# %% right: counting_who_still_waits
@piece
def order_nodes(roots):
    # 1. how many edges lead to each node?
    waiting = {root: 0 for root in roots}
    todo = list(waiting)
    while todo:
        node = todo.pop()
        for nxt in node._edges:
            if nxt is None:
                continue
            if nxt not in waiting:
                waiting[nxt] = 0
                todo.append(nxt)
            waiting[nxt] += 1
    # 2. whoever waits for nobody is next
    ready = [node for node, count in waiting.items() if count == 0]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for nxt in node._edges:
            if nxt is not None:
                waiting[nxt] -= 1
                if waiting[nxt] == 0:
                    ready.append(nxt)
    return order

# %% right: heap_of_numbers
import heapq


@piece
def order_nodes(roots):
    queue = [(-r._number, id(r), r) for r in set(roots)]
    heapq.heapify(queue)
    known = set(roots)
    result = []
    while queue:
        _, _, node = heapq.heappop(queue)
        result.append(node)
        for e in node._edges:
            if e is None or e in known:
                continue
            known.add(e)
            heapq.heappush(queue, (-e._number, id(e), e))
    return result

# %% right: depth_first_without_recursion
@piece
def order_nodes(roots):
    finished = []
    visited = set()
    for root in roots:
        if root in visited:
            continue
        visited.add(root)
        stack = [(root, iter(root._edges))]
        while stack:
            node, edges = stack[-1]
            for child in edges:
                if child is not None and child not in visited:
                    visited.add(child)
                    stack.append((child, iter(child._edges)))
                    break
            else:
                stack.pop()
                finished.append(node)
    return finished[::-1]

# %% wrong: order_of_discovery
# why: The nodes are returned in the order in which they were found, level by level. A leaf that has a short way and a
# long way to it then stands before a node of the long way that still sends it a gradient; the list must be sorted afterwards.
@piece
def order_nodes(roots):
    order = []
    for root in roots:
        if root not in order:
            order.append(root)
    seen = set(order)
    for node in order:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                order.append(edge)
    return order

# %% wrong: recursive_depth_first
# why: The function visit calls itself once for each node of a chain, so a deep graph ends in a RecursionError. The nodes
# that wait must be kept in a list.
@piece
def order_nodes(roots):
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
    order.reverse()
    return order

# %% wrong: root_twice_stays_twice
# why: The list of found nodes starts as a copy of roots. If a node stands in roots twice, it is in the result twice too,
# but each node must be there only once.
@piece
def order_nodes(roots):
    nodes = list(roots)
    seen = set(roots)
    for node in nodes:
        for edge in node._edges:
            if edge is None or edge in seen:
                continue
            seen.add(edge)
            nodes.append(edge)
    nodes.sort(key=lambda n: -n._number)
    return nodes

# %% wrong: roots_always_first
# why: The roots are put in front and only the other nodes are sorted. If one root lies behind another one, or if the roots
# are given the wrong way round, it stands before a node that sends it a gradient; the roots must be sorted with the rest.
@piece
def order_nodes(roots):
    firsts = list(dict.fromkeys(roots))
    seen = set(firsts)
    rest = []
    todo = list(firsts)
    while todo:
        for edge in todo.pop()._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                rest.append(edge)
                todo.append(edge)
    return firsts + sorted(rest, key=lambda n: n._number, reverse=True)

# %% wrong: seen_as_default_argument
# why: The set that is the default value of an argument is made only once and lives on from call to call. Nodes that an
# earlier pass has seen are missing in the next one; the set must be made anew inside of the function.
@piece
def order_nodes(roots, seen=set()):
    found = []
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        found.append(node)
        stack.extend(node._edges)
    return sorted(found, key=lambda n: n._number, reverse=True)

# %% wrong: seen_by_name
# why: It remembers the names of the nodes that it has seen, and two products have the same name. The second one of a kind
# is left out; the nodes themselves must be remembered.
@piece
def order_nodes(roots):
    result = []
    names = set()
    stack = list(roots)
    while stack:
        node = stack.pop(0)
        if node.name() in names:
            continue
        names.add(node.name())
        result.append(node)
        for e in node._edges:
            if e is not None:
                stack.append(e)
    return sorted(result, key=lambda n: n._number)[::-1]

# %% wrong: count_nodes_but_subtract_edges
# why: It counts by how many nodes a node is fed, but subtracts one for every edge. An operation that uses a value twice, as
# x * x does, counts down twice, so x comes before another node that still sends it a gradient.
@piece
def order_nodes(roots):
    senders = {}
    todo = list(set(roots))
    for node in todo:
        senders.setdefault(node, 0)
    for node in todo:
        for edge in set(node._edges):
            if edge is None:
                continue
            if edge not in senders:
                senders[edge] = 0
                todo.append(edge)
            senders[edge] += 1
    ready = [n for n in todo if senders[n] == 0]
    for node in ready:
        for edge in node._edges:
            if edge is not None:
                senders[edge] -= 1
                if senders[edge] == 0:
                    ready.append(edge)
    return ready

# %% wrong: nodes_without_edges_left_out
# why: Only nodes that have edges are put on the list, so the leaves are missing. A leaf has a node too, AccumulateGrad,
# and it must be in the list, or it never gets its gradient.
@piece
def order_nodes(roots):
    order = set()
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        if node in order or not node._edges:
            continue
        order.add(node)
        waiting += [e for e in node._edges if e is not None]
    return sorted(order, key=lambda n: n._number, reverse=True)
