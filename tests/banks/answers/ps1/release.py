"""Answers to release."""

from banks.answers.bank import answers_to

right, wrong = answers_to("release")

# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(node, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        if node._saved:
            node._saved = None


@right
def in_one_condition(node, retain_graph, create_graph):
    keep = retain_graph or (retain_graph is None and create_graph)
    if not keep:
        node._saved = None if node._saved != () else ()


@right
def by_a_table(node, retain, create):
    if {None: create}.get(retain, retain):
        return
    if node._saved is not None and len(node._saved):
        setattr(node, "_saved", None)  # noqa: B010


# -- wrong -----------------------------------------------------------------------------


@wrong("Nothing is freed")
def never_frees(node, retain_graph, create_graph):
    saved = node._saved
    if saved:
        saved = None


@wrong("freed although retain_graph=True")
def always_frees(node, retain_graph, create_graph):
    if node._saved:
        node._saved = None


@wrong("create_graph is ignored")
def none_is_false(node, retain_graph, create_graph):
    if not retain_graph:
        if node._saved:
            node._saved = None


@wrong("retain_graph=None is read as True")
def none_is_true(node, retain_graph, create_graph):
    if retain_graph is None or retain_graph:
        return
    if node._saved:
        node._saved = None


@wrong("retain_graph=False does not free under create_graph=True")
def one_or_the_other(node, retain_graph, create_graph):
    if retain_graph or create_graph:
        return
    if node._saved:
        node._saved = None


@wrong("retain_graph is ignored")
def create_decides(node, retain_graph, create_graph):
    if not create_graph:
        if node._saved:
            node._saved = None


@wrong("wrong way round")
def the_wrong_way_round(node, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if retain_graph:
        if node._saved:
            node._saved = None


@wrong("nodes that the edges lead to")
def frees_what_comes_next(node, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if retain_graph:
        return
    for edge in node._edges:
        if edge and edge._saved:
            edge._saved = None


@wrong("not iterable", "release gets one node")
def takes_it_for_a_list(node, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        for each in node:
            if each._saved:
                each._saved = None


@wrong("saved nothing is marked as freed")
def marks_all(node, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = None


@wrong("not marked as freed", "to None")
def leaves_an_empty_tuple(node, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = ()


@wrong("raised AttributeError", "Nothing of a tuple has the name clear")
def deletes_it(node, retain_graph, create_graph):
    if not (create_graph if retain_graph is None else retain_graph):
        node._saved.clear()


@wrong("Two things", "create_graph is ignored", "saved nothing")
def in_the_simplest_way(node, retain_graph, create_graph):
    if not retain_graph:
        node._saved = None


@wrong("Two things", "retain_graph=False does not free", "saved nothing")
def if_neither_is_true(node, retain_graph, create_graph):
    if retain_graph or create_graph:
        return
    node._saved = None
