# %% right: count_the_senders
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    waiting = {}
    todo = []
    for root in roots:
        if root not in waiting:
            waiting[root] = 0
            todo.append(root)
    while todo:
        node = todo.pop()
        for target in node._edges:
            if target is None:
                continue
            if target not in waiting:
                waiting[target] = 0
                todo.append(target)
            waiting[target] += 1
    ready = [node for node, count in waiting.items() if count == 0]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for target in node._edges:
            if target is not None:
                waiting[target] -= 1
                if waiting[target] == 0:
                    ready.append(target)
    return order

# %% right: reversed_postorder_without_recursion
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    seen = set()
    finished = []
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(root._edges))]
        while stack:
            node, rest = stack[-1]
            for target in rest:
                if target is not None and target not in seen:
                    seen.add(target)
                    stack.append((target, iter(target._edges)))
                    break
            else:
                finished.append(node)
                stack.pop()
    finished.reverse()
    return finished

# %% wrong: breadth_first_as_found
# why: the nodes are returned in the order in which they are found, level by level; a leaf that is reached by a short way stands before a node that is reached by a long way and still sends it something.
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
        for target in node._edges:
            if target is not None and target not in seen:
                seen.add(target)
                found.append(target)
    return found

# %% wrong: recursive_postorder
# why: the function visits the inputs by calling itself, which ends in a RecursionError as soon as the graph is some thousand nodes deep.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    done, visited = [], set()

    def visit(node):
        if node is None or node in visited:
            return
        visited.add(node)
        for target in node._edges:
            visit(target)
        done.append(node)

    for root in roots:
        visit(root)
    return done[::-1]

# %% wrong: walks_every_way
# why: the set of seen nodes is asked only when the result is put together, not when the walk goes on; sixty values that are each used twice make 2**60 ways, and the function does not end.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    todo = list(roots)
    everything = set()
    while todo:
        node = todo.pop()
        everything.add(node)
        todo.extend(target for target in node._edges if target is not None)
    return sorted(everything, key=lambda node: node._number, reverse=True)

# %% wrong: the_same_root_twice
# why: the list starts as a copy of the roots, so a node that stands twice among the roots stands twice in the result.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = list(roots)
    known = set(nodes)
    for node in nodes:
        new = [n for n in node._edges if n is not None and n not in known]
        for n in new:
            if n not in known:
                known.add(n)
                nodes.append(n)
    nodes.sort(key=lambda n: -n._number)
    return nodes

# %% wrong: oldest_first
# why: the nodes are sorted by rising number, so the leaves come first and the roots last: the order of the forward pass, not of the backward pass.
import heapq


@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    heap = []
    pushed = set()
    todo = list(roots)
    while todo:
        node = todo.pop()
        if node is None or node in pushed:
            continue
        pushed.add(node)
        heapq.heappush(heap, (node._number, id(node), node))
        todo.extend(node._edges)
    return [heapq.heappop(heap)[2] for _ in range(len(heap))]
