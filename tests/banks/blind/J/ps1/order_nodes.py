# %% right: list_that_grows_then_sorted
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    found = []
    known = set()
    for root in roots:
        if root not in known:
            known.add(root)
            found.append(root)
    for node in found:
        for edge in node._edges:
            if edge is not None and edge not in known:
                known.add(edge)
                found.append(edge)
    return sorted(found, key=lambda n: n._number, reverse=True)

# %% right: counting_who_still_has_to_run
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    waiting_for = {}
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node in waiting_for:
            continue
        waiting_for[node] = 0
        stack.extend(e for e in node._edges if e is not None)
    for node in list(waiting_for):
        for e in node._edges:
            if e is not None:
                waiting_for[e] += 1
    ready = [n for n, count in waiting_for.items() if count == 0]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for e in node._edges:
            if e is None:
                continue
            waiting_for[e] -= 1
            if waiting_for[e] == 0:
                ready.append(e)
    return order

# %% right: a_heap_with_the_youngest_on_top
import heapq


@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    heap, seen, result = [], set(), []

    def push(node):
        if node is not None and node not in seen:
            seen.add(node)
            heapq.heappush(heap, (-node._number, len(seen), node))

    for r in roots:
        push(r)
    while heap:
        node = heapq.heappop(heap)[2]
        result.append(node)
        for e in node._edges:
            push(e)
    return result

# %% right: reversed_postorder_with_own_stack
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    done = []
    seen = set()
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(root._edges))]
        while stack:
            node, rest = stack[-1]
            for nxt in rest:
                if nxt is not None and nxt not in seen:
                    seen.add(nxt)
                    stack.append((nxt, iter(nxt._edges)))
                    break
            else:
                done.append(node)
                stack.pop()
    done.reverse()
    return done

# %% wrong: breadth_first_and_no_sorting
# why: The nodes are returned in the order in which they were found, level by level. A leaf that the
# sum reaches directly then stands before the product that also sends to it. After finding them, sort
# them, the last made first.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = []
    seen = set()
    for r in roots:
        if r not in seen:
            seen.add(r)
            nodes.append(r)
    for n in nodes:
        for e in n._edges:
            if e is not None and e not in seen:
                seen.add(e)
                nodes.append(e)
    return nodes

# %% wrong: depth_first_when_met
# why: Each node is put into the order when it is first met on the way down (preorder). With a short and
# a long way to a node, it is put down before those on the other way that still send it something.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    order, seen = [], set()
    stack = list(reversed(roots))
    while stack:
        node = stack.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        order.append(node)
        stack.extend(reversed(node._edges))
    return order

# %% wrong: topological_sort_that_calls_itself
# why: The order would be right, but visit calls itself once for each node of a chain, and Python allows
# about 1,000 calls within each other. Deep graphs need a list of what is still to be looked at.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    topo = []
    visited = set()

    def visit(v):
        if v is None or v in visited:
            return
        visited.add(v)
        for child in v._edges:
            visit(child)
        topo.append(v)

    for root in roots:
        visit(root)
    return topo[::-1]

# %% wrong: roots_taken_as_they_are
# why: The roots are copied into the list without asking whether one is in it already. A root that stands
# twice in roots comes out twice, so it would run twice.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = list(roots)
    seen = set(nodes)
    for node in nodes:
        for e in node._edges:
            if e is None or e in seen:
                continue
            seen.add(e)
            nodes.append(e)
    nodes.sort(key=lambda n: -n._number)
    return nodes

# %% wrong: sorted_the_wrong_way_round
# why: It sorts by _number with the smallest first, so the leaves come first and the roots last. The node
# that was made last must run first.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    todo = list(roots)
    found = set()
    while todo:
        node = todo.pop()
        if node in found:
            continue
        found.add(node)
        for nxt in node._edges:
            if nxt is not None:
                todo.append(nxt)
    return sorted(found, key=lambda node: node._number)

# %% wrong: none_edges_followed
# why: An edge may be None, for an input that needs no gradient, like the 2 in 2 * x. It is put into the
# list like a node, and has no _edges. Skip it.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = []
    seen = set()
    for r in roots:
        if r not in seen:
            nodes.append(r)
            seen.add(r)
    for node in nodes:
        for edge in node._edges:
            if edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    nodes.sort(key=lambda n: n._number, reverse=True)
    return nodes

# %% wrong: stops_at_the_first_none
# why: At an edge that is None it leaves the loop over the edges (break), so the edges behind it are never
# looked at, as in 2 * x where the None comes first. It should go on with the next edge (continue).
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    seen = set(roots)
    queue = list(seen)
    i = 0
    while i < len(queue):
        for edge in queue[i]._edges:
            if edge is None:
                break
            if edge not in seen:
                seen.add(edge)
                queue.append(edge)
        i += 1
    return sorted(queue, key=lambda n: n._number, reverse=True)

# %% wrong: roots_first_whatever_happens
# why: The roots are put in front, and only what lies behind them is sorted. But one root may lie behind
# another, and must then wait for it like any other node.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    start = list(dict.fromkeys(roots))
    seen = set(start)
    rest = []
    stack = list(start)
    while stack:
        for e in stack.pop()._edges:
            if e is not None and e not in seen:
                seen.add(e)
                rest.append(e)
                stack.append(e)
    rest.sort(key=lambda n: n._number, reverse=True)
    return start + rest

# %% wrong: count_per_edge_but_released_once_per_node
# why: The count goes up once for each edge, but down only once for each different node, because of
# set(node._edges). In x * x the leaf is counted twice and counted down once, so it never gets ready and
# is missing from the order.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    count = {}
    seen = set(roots)
    stack = list(seen)
    while stack:
        node = stack.pop()
        count.setdefault(node, 0)
        for e in node._edges:
            if e is None:
                continue
            count[e] = count.get(e, 0) + 1
            if e not in seen:
                seen.add(e)
                stack.append(e)
    ready = [n for n in seen if count[n] == 0]
    out = []
    while ready:
        node = ready.pop()
        out.append(node)
        for e in set(node._edges) - {None}:
            count[e] -= 1
            if not count[e]:
                ready.append(e)
    return out

# %% wrong: leaves_left_out
# why: A node without edges is skipped, so the leaves are not in the order. Every node that the roots lead
# to belongs in it, the leaves above all: their gradients are the result.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    seen = set()
    work = list(roots)
    while work:
        node = work.pop()
        if node is None or node in seen or not node._edges:
            continue
        seen.add(node)
        work += node._edges
    return sorted(seen, key=lambda n: n._number, reverse=True)

# %% wrong: ordered_by_shortest_distance
# why: The nodes are sorted by the length of the shortest way from a root. A node must wait for the longest
# way that leads to it; the distance at which it is first met is too small.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    level = {r: 0 for r in roots}
    frontier = list(level)
    depth = 0
    while frontier:
        depth += 1
        nxt = []
        for node in frontier:
            for e in node._edges:
                if e is not None and e not in level:
                    level[e] = depth
                    nxt.append(e)
        frontier = nxt
    return sorted(level, key=level.get)

# %% wrong: the_set_of_the_last_call
# why: The set `seen` is a default argument: Python makes it once, and it still holds the nodes of earlier
# calls. A second call with the same graph finds everything in it already and returns too little. Make
# the set inside of the function.
@piece
def order_nodes(roots, seen=set()):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    found = []
    for root in roots:
        if root not in seen:
            seen.add(root)
            found.append(root)
    for node in found:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                found.append(edge)
    found.sort(key=lambda node: node._number, reverse=True)
    return found

# %% wrong: only_the_first_root
# why: It walks from the first root only. A pass may start from several nodes, and what only the others
# lead to is missing.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = [roots[0]]
    seen = {roots[0]}
    for node in nodes:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                nodes.append(edge)
                seen.add(edge)
    return sorted(nodes, key=lambda n: n._number, reverse=True)
