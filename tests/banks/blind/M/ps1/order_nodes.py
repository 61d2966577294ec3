# %% right: list_set_and_sort
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
    return sorted(found, key=lambda n: n._number, reverse=True)

# %% right: counting_waiters
from collections import deque


@piece
def order_nodes(roots):
    waits_for = {}
    todo = list(dict.fromkeys(roots))
    for r in todo:
        waits_for[r] = 0
    i = 0
    while i < len(todo):
        for child in todo[i]._edges:
            if child is None:
                continue
            if child not in waits_for:
                waits_for[child] = 0
                todo.append(child)
            waits_for[child] += 1
        i += 1

    ready = deque(n for n in todo if waits_for[n] == 0)
    result = []
    while ready:
        n = ready.popleft()
        result.append(n)
        for child in n._edges:
            if child is not None:
                waits_for[child] -= 1
                if waits_for[child] == 0:
                    ready.append(child)
    return result

# %% right: postorder_with_own_stack
@piece
def order_nodes(roots):
    done_order, seen = [], set()
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
                done_order.append(node)
                stack.pop()
    done_order.reverse()
    return done_order

# %% right: heap_newest_first
import heapq


@piece
def order_nodes(roots):
    """Always take the newest node that is known and not yet taken."""
    known = set(roots)
    heap = [(-n._number, id(n), n) for n in known]
    heapq.heapify(heap)
    out = []
    while heap:
        _, _, n = heapq.heappop(heap)
        out.append(n)
        new = {e for e in n._edges if e is not None} - known
        known |= new
        for e in new:
            heapq.heappush(heap, (-e._number, id(e), e))
    return out

# %% wrong: preorder_from_a_stack
# why: The nodes are returned in the order in which a depth-first walk meets them, so a node that is
# reached by a short way stands before one that still has to send it a gradient. After finding the
# nodes, they must be put into order, for example by their number, newest first.
@piece
def order_nodes(roots):
    stack = list(roots)
    visited = set()
    order = []
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        visited.add(node)
        order.append(node)
        for edge in node._edges:
            if edge is not None and edge not in visited:
                stack.append(edge)
    return order

# %% wrong: recursive_postorder
# why: visit calls itself once for each node of a chain, and Python stops at about a thousand calls
# within each other. Keep the nodes that wait in a list of your own instead.
@piece
def order_nodes(roots):
    order = []
    seen = set()

    def visit(node):
        if node is None or node in seen:
            return
        seen.add(node)
        for e in node._edges:
            visit(e)
        order.append(node)

    for r in roots:
        visit(r)
    return order[::-1]

# %% wrong: double_root_stays
# why: The list of found nodes starts as a copy of roots, and a root that stands there twice stays in
# the result twice. Each node must be in the result once, the roots as well.
@piece
def order_nodes(roots):
    nodes = list(roots)
    seen = set(nodes)
    for node in nodes:
        for e in node._edges:
            if e is None or e in seen:
                continue
            seen.add(e)
            nodes.append(e)
    nodes.sort(key=lambda node: -node._number)
    return nodes

# %% wrong: only_the_first_root
# why: The search starts from roots[0] only, so nodes that only another root leads to, and that root
# itself, are missing. Start from all of the roots.
@piece
def order_nodes(roots):
    queue = [roots[0]]
    seen = {roots[0]}
    for current in queue:
        for parent in current._edges:
            if parent is not None and parent not in seen:
                seen.add(parent)
                queue.append(parent)
    return sorted(queue, key=lambda n: n._number, reverse=True)

# %% wrong: leaves_left_out
# why: Nodes without edges are not put into the result, but these are the leaves, whose AccumulateGrad
# has to run as well. Every node that the roots lead to belongs in the list.
@piece
def order_nodes(roots):
    seen = set()
    todo = [*roots]
    order = []
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        if not node._edges:      # end of the graph, nothing more to do here
            continue
        order.append(node)
        todo.extend(e for e in node._edges if e is not None)
    return sorted(order, key=lambda n: n._number, reverse=True)

# %% wrong: roots_never_wait
# why: All roots are taken as ready at once, although one root may lie behind another: it then runs
# before it has received everything, and again when its count comes to 0. Only roots that nobody
# sends a gradient may start.
@piece
def order_nodes(roots):
    indegree = {}
    nodes = list(set(roots))
    seen = set(roots)
    for n in nodes:
        for e in n._edges:
            if e is not None:
                indegree[e] = indegree.get(e, 0) + 1
                if e not in seen:
                    seen.add(e)
                    nodes.append(e)
    ready = list(set(roots))
    order = []
    while ready:
        n = ready.pop()
        order.append(n)
        for e in n._edges:
            if e is not None:
                indegree[e] -= 1
                if indegree[e] == 0:
                    ready.append(e)
    return order

# %% wrong: counted_once_subtracted_twice
# why: A node that uses the same input twice (h * h) is counted once among those that the input waits
# for, but it is subtracted twice, so the input becomes ready too early. Count and subtract by the
# same rule, once for each edge.
@piece
def order_nodes(roots):
    pending = {r: 0 for r in roots}
    found = list(pending)
    for n in found:
        for e in set(n._edges) - {None}:
            if e not in pending:
                pending[e] = 0
                found.append(e)
            pending[e] += 1
    ready = [n for n in found if pending[n] == 0]
    order = []
    for n in ready:
        order.append(n)
        for e in n._edges:
            if e is None:
                continue
            pending[e] -= 1
            if pending[e] == 0:
                ready.append(e)
    return order

# %% wrong: break_at_none
# why: At an edge that is None the loop over the edges ends, so the inputs that come after it are not
# found (in 2 * x the first edge is None). Only this one edge should be skipped: continue, not break.
@piece
def order_nodes(roots):
    seen = set(roots)
    todo = list(seen)
    while todo:
        node = todo.pop(0)
        for nxt in node._edges:
            if nxt is None:
                break
            if nxt not in seen:
                seen.add(nxt)
                todo.append(nxt)
    return sorted(seen, key=lambda node: node._number)[::-1]
