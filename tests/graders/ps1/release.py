"""Answers to release."""

from graders.bank import answers_to

right, wrong = answers_to("release")

# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(nodes, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        for node in nodes:
            if node._saved:
                node._saved = None


@right
def in_one_condition(nodes, retain_graph, create_graph):
    keep = retain_graph or (retain_graph is None and create_graph)
    for node in () if keep else nodes:
        node._saved = None if node._saved != () else ()


@right
def from_the_back(nodes, retain, create):
    if {None: create}.get(retain, retain):
        return
    nodes = [node for node in nodes if node._saved is not None and len(node._saved)]
    while nodes:
        nodes.pop()._saved = None


# -- wrong -----------------------------------------------------------------------------


@wrong("Nothing is freed")
def never_frees(nodes, retain_graph, create_graph):
    for node in nodes:
        saved = node._saved
        if saved:
            saved = None


@wrong("freed although retain_graph=True")
def always_frees(nodes, retain_graph, create_graph):
    for node in nodes:
        if node._saved:
            node._saved = None


@wrong("create_graph is ignored")
def none_is_false(nodes, retain_graph, create_graph):
    if not retain_graph:
        for node in nodes:
            if node._saved:
                node._saved = None


@wrong("retain_graph=None is read as True")
def none_is_true(nodes, retain_graph, create_graph):
    if retain_graph is None or retain_graph:
        return
    for node in nodes:
        if node._saved:
            node._saved = None


@wrong("retain_graph=False does not free under create_graph=True")
def one_or_the_other(nodes, retain_graph, create_graph):
    if retain_graph or create_graph:
        return
    for node in nodes:
        if node._saved:
            node._saved = None


@wrong("retain_graph is ignored")
def create_decides(nodes, retain_graph, create_graph):
    if not create_graph:
        for node in nodes:
            if node._saved:
                node._saved = None


@wrong("wrong way round")
def the_wrong_way_round(nodes, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if retain_graph:
        for node in nodes:
            if node._saved:
                node._saved = None


@wrong("Only the first node is freed")
def returns_too_early(nodes, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    for node in nodes:
        if not retain_graph:
            if node._saved:
                node._saved = None
            return


@wrong("saved nothing is marked as freed")
def marks_all(nodes, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        for node in nodes:
            node._saved = None


@wrong("not marked as freed", "Set _saved to None")
def leaves_an_empty_tuple(nodes, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        for node in nodes:
            node._saved = ()


@wrong("raised AttributeError")
def deletes_it(nodes, retain_graph, create_graph):
    if not (create_graph if retain_graph is None else retain_graph):
        for node in nodes:
            node._saved.clear()


@wrong("Two things", "create_graph decides", "saved nothing")
def in_the_simplest_way(nodes, retain_graph, create_graph):
    if not retain_graph:
        for node in nodes:
            node._saved = None


@wrong("Two things", "retain_graph=False frees also", "saved nothing")
def if_neither_is_true(nodes, retain_graph, create_graph):
    if retain_graph or create_graph:
        return
    for node in nodes:
        node._saved = None
