"""Answers to list_edges."""

from banks.answers.bank import answers_to

right, wrong = answers_to("list_edges")


def walk(roots, stack=False, count=True, output=True, leaves=True):
    waiting, seen, edges = list(dict.fromkeys(roots)), set(roots), []
    while waiting:
        node = waiting.pop(-1 if stack else 0)
        for position, (other, number) in enumerate(node.next_functions):
            if other is None:
                continue
            edges.append((node, position, other, number))
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return edges


@right
def level_by_level(roots):
    return walk(roots)


@right
def with_a_stack(roots):
    return walk(roots, stack=True)


@right
def yielding(roots):
    nodes = list(dict.fromkeys(roots))
    for node in nodes:
        for i, (other, output) in enumerate(node.next_functions):
            if other is not None:
                yield node, i, other, output
                if other not in nodes:
                    nodes.append(other)


@right
def with_iterators(roots):
    edges, seen = [], set()
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        unfinished = [(root, iter(enumerate(root.next_functions)))]
        while unfinished:
            node, inputs = unfinished[-1]
            step = next(inputs, None)
            if step is None:
                unfinished.pop()
                continue
            position, (other, output) = step
            if other is not None:
                edges.append((node, position, other, output))
                if other not in seen:
                    seen.add(other)
                    unfinished.append((other, iter(enumerate(other.next_functions))))
    return edges


def looped(roots, enter=True, pair=lambda *each: each, inputs=enumerate):
    waiting, seen, edges = list(roots), set(roots), []
    for node in waiting:
        for position, (other, output) in inputs(node.next_functions):
            if other is None:
                continue
            edges.append(pair(node, position, other, output))
            if enter and other not in seen:
                seen.add(other)
                waiting.append(other)
    return edges


@wrong("walked through once for each")
def a_shared_node_twice(roots):
    waiting, edges = list(dict.fromkeys(roots)), []
    for node in waiting:
        for position, (other, output) in enumerate(node.next_functions):
            if other is not None:
                edges.append((node, position, other, output))
                waiting.append(other)
    return edges


@wrong("None in an edge")
def none_edges(roots):
    waiting, edges = list(dict.fromkeys(roots)), []
    for node in waiting:
        for position, (other, output) in enumerate(node.next_functions):
            edges.append((node, position, other, output))
            if other is not None and other not in waiting:
                waiting.append(other)
    return edges


@wrong("skip it")
def none_followed(roots):
    waiting, edges = list(dict.fromkeys(roots)), []
    for node in waiting:
        for position, (other, output) in enumerate(node.next_functions):
            if other not in waiting:
                waiting.append(other)
                edges.append((node, position, other, output))
    return [edge for edge in edges if edge[2] is not None]


@wrong("number of the output is lost")
def output_lost(roots):
    unique = dict.fromkeys(roots)
    return looped(unique, pair=lambda node, i, other, output: (node, i, other, 0))


@wrong("inside of one another")
def recursive(roots):
    edges, seen = [], set()

    def visit(node):
        if node in seen:
            return
        seen.add(node)
        for position, (other, output) in enumerate(node.next_functions):
            if other is not None:
                edges.append((node, position, other, output))
                visit(other)

    for root in roots:
        visit(root)
    return edges


@wrong("counted without the inputs that are None")
def counted_without_none(roots):
    def there(functions):
        return enumerate(each for each in functions if each[0] is not None)

    return looped(dict.fromkeys(roots), inputs=there)


@wrong("gets no second edge")
def each_node_one_edge(roots):
    waiting, edges = list(dict.fromkeys(roots)), []
    seen = set(waiting)
    for node in waiting:
        for position, (other, output) in enumerate(node.next_functions):
            if other is not None and other not in seen:
                seen.add(other)
                waiting.append(other)
                edges.append((node, position, other, output))
    return edges


@wrong("only one is listed")
def a_set_of_pairs(roots):
    edges = {}
    for node, position, other, output in walk(roots):
        edges.setdefault((node, other), (node, position, other, output))
    return list(edges.values())


@wrong("does not go on")
def one_level(roots):
    return looped(dict.fromkeys(roots), enter=False)


@wrong("lead to a leaf")
def no_leaves(roots):
    return [
        edge
        for edge in walk(roots)
        if edge[2].name() != "AccumulateGrad" and not hasattr(edge[2], "variable")
    ]


@wrong("ends are exchanged")
def turned_round(roots):
    return [(other, i, node, output) for node, i, other, output in walk(roots)]


@wrong("first of the roots")
def first_root(roots):
    return walk(roots[:1])


@wrong("given twice is walked through twice")
def root_twice(roots):
    return looped(roots)


@wrong("of 3 among its edges")
def triples(roots):
    return [(node, i, other) for node, i, other, _ in walk(roots)]


@wrong("Is there a return")
def nothing(roots):
    walk(roots)
