"""Answers to order_nodes."""

import heapq
import sys
from collections import deque

from banks.answers.bank import answers_to

right, wrong = answers_to("order_nodes")


def inputs_of(node):
    return [edge for edge in node._edges if edge is not None]


# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(roots):
    nodes = list(dict.fromkeys(roots))
    seen = set(nodes)
    for node in nodes:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    return sorted(nodes, key=lambda node: node._number, reverse=True)


@right
def with_a_heap(roots):
    heap = [(-root._number, root) for root in set(roots)]
    heapq.heapify(heap)
    seen, order = {root for _, root in heap}, []
    while heap:
        _, node = heapq.heappop(heap)
        order.append(node)
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                heapq.heappush(heap, (-edge._number, edge))
    return order


@right
def by_counting_who_still_has_to_run(roots):
    """Kahn's algorithm."""
    waiting_for = dict.fromkeys(roots, 0)
    stack = list(waiting_for)
    while stack:
        for edge in inputs_of(stack.pop()):
            if edge not in waiting_for:
                waiting_for[edge] = 0
                stack.append(edge)
            waiting_for[edge] += 1
    ready = deque(node for node, count in waiting_for.items() if count == 0)
    order = []
    while ready:
        node = ready.popleft()
        order.append(node)
        for edge in inputs_of(node):
            waiting_for[edge] -= 1
            if waiting_for[edge] == 0:
                ready.append(edge)
    return order


@right
def postorder_reversed(roots):
    left, seen = [], set()
    stack = [(root, False) for root in roots]
    while stack:
        node, done = stack.pop()
        if done:
            left.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((each, False) for each in inputs_of(node))
    return tuple(reversed(left))


# -- wrong -----------------------------------------------------------------------------


@wrong("depth first meets them (preorder)", "must wait")
def preorder(roots):
    order, seen, stack = [], set(), list(reversed(roots))
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            order.append(node)
            stack.extend(reversed(inputs_of(node)))
    return order


@wrong("(preorder), last input first")
def preorder_by_a_plain_stack(roots):
    order, seen, stack = [], set(), list(roots)
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            order.append(node)
            stack.extend(inputs_of(node))
    return order


@wrong("breadth first", "must wait for the longest")
def level_by_level(roots):
    order = list(dict.fromkeys(roots))
    seen = set(order)
    for node in order:
        for edge in inputs_of(node):
            if edge not in seen:
                seen.add(edge)
                order.append(edge)
    return order


@wrong("order is that of the forward pass, first made first", "reverse it")
def not_reversed(roots):
    return as_in_the_book(roots)[::-1]


@wrong("postorder", "reverse it")
def postorder(roots):
    left, seen = [], set()
    stack = [(root, False) for root in reversed(roots)]
    while stack:
        node, done = stack.pop()
        if done:
            left.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((each, False) for each in reversed(inputs_of(node)))
    return left


@wrong("RecursionError", "It calls itself once for every node", "in a list")
def recursive(roots):
    order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            for edge in inputs_of(node):
                visit(edge)
            order.append(node)

    for root in roots:
        visit(root)
    return order[::-1]


@wrong("first of several roots")
def of_one_root(roots):
    return as_in_the_book([roots[0]])


@wrong("leaves are missing")
def without_leaves(roots):
    return [node for node in as_in_the_book(roots) if node._edges]


@wrong("roots themselves are missing")
def without_roots(roots):
    return [node for node in as_in_the_book(roots) if node not in roots]


@wrong("Only the first input of each node")
def along_the_first_input(roots):
    found, seen = list(dict.fromkeys(roots)), set(roots)
    for node in found:
        for edge in inputs_of(node)[:1]:
            if edge not in seen:
                seen.add(edge)
                found.append(edge)
    return sorted(found, key=lambda node: -node._number)


@wrong("more than once", "AccumulateGrad")
def listed_for_every_use(roots):
    found, seen = list(dict.fromkeys(roots)), set(roots)
    for node in found:
        for edge in inputs_of(node):
            if edge not in seen or not edge._edges:
                seen.add(edge)
                found.append(edge)
    return found


@wrong("list with None in it", "leads to no node")
def with_the_edges_that_are_none(roots):
    found, seen = list(dict.fromkeys(roots)), set(roots)
    for node in found:
        for edge in node._edges if node else ():
            if edge not in seen:
                seen.add(edge)
                found.append(edge)
    return sorted(found, key=lambda node: -node._number if node else 0)


@wrong("returned a set, which has no order")
def as_a_set(roots):
    return set(as_in_the_book(roots))


@wrong("returned None. Is there a return?")
def forgets_to_return(roots):
    as_in_the_book(roots)


@wrong("AttributeError", "root.edges", "Did you mean _edges?")
def misspelt(roots):
    return [node for root in roots for node in root.edges]


@wrong("stands before", "which sends it a gradient")
def by_name(roots):
    return sorted(as_in_the_book(roots), key=lambda node: (node.name(), node._number))


@wrong("more than once", "in roots, too, one may stand twice")
def with_a_root_twice(roots):
    nodes = list(roots)
    seen = set(nodes)
    for node in nodes:
        for each in inputs_of(node):
            if each not in seen:
                seen.add(each)
                nodes.append(each)
    return sorted(nodes, key=lambda node: node._number, reverse=True)


@wrong("Port is missing", "next_functions passes over", "node._edges")
def along_next_functions(roots):
    nodes = list(dict.fromkeys(roots))
    for node in nodes:
        for each, _ in node.next_functions:
            if each is not None and each not in nodes:
                nodes.append(each)
    return sorted(nodes, key=lambda node: node._number, reverse=True)


@wrong("At an edge that is None the loop over the edges ends")
def breaks_at_none(roots):
    nodes = list(dict.fromkeys(roots))
    for node in nodes:
        for edge in node._edges:
            if edge is None:
                break
            if edge not in nodes:
                nodes.append(edge)
    return sorted(nodes, key=lambda node: node._number, reverse=True)


@wrong("Of two edges from a node to the same one, one is counted")
def counts_each_sender_once(roots):
    nodes = as_in_the_book(roots)
    waits = dict.fromkeys(nodes, 0)
    for node in nodes:
        for edge in set(inputs_of(node)):
            waits[edge] += 1
    order = [node for node in nodes if not waits[node]]
    for node in order:
        for edge in inputs_of(node):
            waits[edge] -= 1
            if waits[edge] == 0:
                order.append(edge)
    return order


@wrong("walks every way through the graph", "seen")
def sorts_out_what_stands_twice(roots):
    """Right, but that it walks each of the many ways to a node."""
    order, waiting = [], list(roots)
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting += inputs_of(node)
    return sorted(set(order), key=lambda node: -node._number)


@wrong("walks every way through the graph", "seen")
def moves_back_what_is_met_again(roots):
    """Right, but that it goes on from a node each time that it meets it."""
    order, waiting = {}, list(roots)
    while waiting:
        node = waiting.pop()
        order.pop(node, None)
        order[node] = True
        waiting += dict.fromkeys(inputs_of(node))
    return list(order)


@wrong("moves Python's limit")
def raises_the_limit(roots):
    sys.setrecursionlimit(50_000)
    return recursive(roots)
