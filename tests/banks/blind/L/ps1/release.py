# %% right: settle_none_first
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved != ():
        node._saved = None

# %% right: conditional_expression
@piece
def release(node, retain_graph, create_graph):
    keep = create_graph if retain_graph is None else retain_graph
    if keep:
        return
    if node._saved:
        node._saved = None

# %% right: helper_is_kept
def is_kept(retain_graph, create_graph):
    if retain_graph is True:
        return True
    elif retain_graph is False:
        return False
    else:
        return bool(create_graph)


@piece
def release(node, retain_graph, create_graph):
    nothing_there = isinstance(node._saved, tuple) and len(node._saved) == 0
    if not is_kept(retain_graph, create_graph) and not nothing_there:
        node._saved = None

# %% right: one_condition
@piece
def release(node, retain_graph, create_graph):
    free = (retain_graph is None and not create_graph) or retain_graph is False
    node._saved = None if free and node._saved else node._saved

# %% wrong: create_graph_always_keeps
# why: If create_graph is True, the graph is kept even when the user said retain_graph=False. create_graph decides only when
# retain_graph is None.
@piece
def release(node, retain_graph, create_graph):
    if retain_graph or create_graph:
        return
    if node._saved:
        node._saved = None

# %% wrong: none_like_false
# why: None is treated like False, so create_graph never has a say and the graph is freed under create_graph=True. If retain_graph is
# None, create_graph must decide.
@piece
def release(node, retain_graph, create_graph):
    if not retain_graph:
        if len(node._saved) > 0:
            node._saved = None

# %% wrong: empty_tuple_freed_too
# why: A node that kept nothing, with _saved == (), is set to None as well and then counts as freed. A second pass through a sum would
# be refused; such a node must stay as it is.
@piece
def release(node, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = None

# %% wrong: saved_becomes_empty_tuple
# why: _saved is set to (), which means that the node never kept anything. Only None counts as freed, so that the next pass is
# told so by an error.
@piece
def release(node, retain_graph, create_graph):
    keep = retain_graph
    if keep is None:
        keep = create_graph
    if not keep:
        node._saved = ()

# %% wrong: comparison_instead_of_assignment
# why: `node._saved == None` compares and changes nothing, so nothing is ever freed. One = assigns.
@piece
def release(node, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        if node._saved != ():
            node._saved == None

# %% wrong: frees_the_nodes_behind_too
# why: It frees the nodes behind its edges as well, though these have not run yet and still need what they saved. Only the one node is to
# be freed; the engine calls release for each.
@piece
def release(node, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if retain_graph:
        return
    for each in (node, *node._edges):
        if each is not None and each._saved:
            each._saved = None

# %% wrong: cuts_the_edges_too
# why: Besides the saved arrays it throws away the edges of the node. Then nothing can be sent on, and a second pass through a sum, which
# is allowed, no longer reaches the leaves; only _saved is to be freed.
@piece
def release(node, retain_graph, create_graph):
    keep = create_graph if retain_graph is None else retain_graph
    if not keep:
        node._edges = ()
        if node._saved:
            node._saved = None

# %% wrong: create_graph_turned_round
# why: If the user said nothing, the graph is kept when create_graph is False and freed when it is True. It is the other way round: who
# builds a graph of gradients needs the graph underneath.
@piece
def release(node, retain_graph, create_graph):
    if retain_graph is None:
        free = create_graph
    else:
        free = not retain_graph
    if free and node._saved:
        node._saved = None
