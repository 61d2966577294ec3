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
    nodes.sort(key=lambda n: n._number, reverse=True)
    return nodes


# %% right: counting
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    found = list(dict.fromkeys(roots))
    waits = {node: 0 for node in found}
    for node in found:
        for edge in node._edges:
            if edge is None:
                continue
            if edge not in waits:
                waits[edge] = 0
                found.append(edge)
            waits[edge] += 1
    ready = [node for node in found if waits[node] == 0]
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


# %% right: heap
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    import heapq

    heap = []
    seen = set()

    def push(node):
        if node is not None and node not in seen:
            seen.add(node)
            heapq.heappush(heap, (-node._number, id(node), node))

    for root in roots:
        push(root)
    order = []
    while heap:
        node = heapq.heappop(heap)[2]
        order.append(node)
        for edge in node._edges:
            push(edge)
    return order


# %% right: terse_set
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    todo, seen = list(roots), set(roots)
    while todo:
        new = {e for e in todo.pop()._edges if e is not None} - seen
        seen |= new
        todo += new
    return sorted(seen, key=lambda n: -n._number)


# %% right: postorder_with_stack
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
            node, edges = stack[-1]
            for edge in edges:
                if edge is not None and edge not in seen:
                    seen.add(edge)
                    stack.append((edge, iter(edge._edges)))
                    break
            else:
                done.append(node)
                stack.pop()
    return done[::-1]


# %% wrong: breadth_first
# why: The nodes are returned in the order in which they are found, breadth first. A node that is reached by a short way stands before a node on a long way that sends it a gradient; the sorting step is missing.
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


# %% wrong: depth_first_preorder
# why: Depth first with a stack, and each node is put down when it is first taken: a leaf that is reached early comes before other nodes that send to it.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    stack = list(roots)
    order = []
    seen = set()
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


# %% wrong: recursive
# why: The right order (reversed postorder), but the function visit calls itself once per node, so a chain of thousands of nodes ends in a RecursionError.
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


# %% wrong: none_edges
# why: Entries of node._edges that are None (inputs that need no gradient) are not skipped; None gets into the list and has no _edges.
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


# %% wrong: ascending
# why: Sorted by _number with the smallest first: that is the order of the forward pass, leaves first. reverse=True is missing.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = list(set(roots))
    seen = set(nodes)
    for node in nodes:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    nodes.sort(key=lambda node: node._number)
    return nodes


# %% wrong: every_way
# why: Nodes are not remembered while walking, only the result is made a set. The walk goes along every way, and their number doubles with each value that is used twice.
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
    return sorted(found, key=lambda n: n._number, reverse=True)


# %% wrong: duplicate_roots
# why: The list starts as a copy of roots, so a node that stands twice among the roots stands twice in the result.
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
    nodes.sort(key=lambda n: -n._number)
    return nodes


# %% wrong: first_root_only
# why: Only roots[0] is looked at; the nodes behind the other roots are missing.
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


# %% wrong: leaves_last
# why: Only the leaves are moved to the end; the operations stay in the order they were found. An operation in the middle that is reached by a short and a long way still comes too early.
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
    inner = [n for n in nodes if n._edges]
    leaves = [n for n in nodes if not n._edges]
    return inner + leaves


# %% wrong: sort_returns_none
# why: list.sort sorts in place and returns None, and that is what the function returns.
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
    return nodes.sort(key=lambda n: n._number, reverse=True)


# %% wrong: count_once_decrement_twice
# why: Counting how many nodes a node waits for, a sender with two edges to it (x * x) is counted once, but both edges count down. The node becomes ready before its other senders have run.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    found = list(dict.fromkeys(roots))
    waits = dict.fromkeys(found, 0)
    for node in found:
        for edge in set(node._edges):
            if edge is None:
                continue
            if edge not in waits:
                waits[edge] = 0
                found.append(edge)
            waits[edge] += 1
    ready = [node for node in found if waits[node] == 0]
    order = []
    while ready:
        node = ready.pop(0)
        order.append(node)
        for edge in node._edges:
            if edge is not None:
                waits[edge] -= 1
                if waits[edge] == 0:
                    ready.append(edge)
    return order


# %% wrong: roots_left_out
# why: The list is filled with what the edges lead to, and the roots themselves never get in.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    todo = list(roots)
    seen = set()
    while todo:
        node = todo.pop()
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                todo.append(edge)
    return sorted(seen, key=lambda n: n._number, reverse=True)


# %% wrong: moved_back_alone
# why: A node that is met again is moved to the end of the list, but the nodes behind it that stand in the list already stay where they are, now before it.
@piece
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = []
    todo = list(roots)
    expanded = set()
    while todo:
        node = todo.pop(0)
        if node in nodes:
            nodes.remove(node)
        nodes.append(node)
        if node in expanded:
            continue
        expanded.add(node)
        for edge in node._edges:
            if edge is not None:
                todo.append(edge)
    return nodes
