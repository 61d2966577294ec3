# %% right: settle_first
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved != ():
        node._saved = None


# %% right: early_returns
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    keep = create_graph if retain_graph is None else retain_graph
    if keep:
        return
    if node._saved:
        node._saved = None


# %% right: verbose
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is True:
        return
    elif retain_graph is False:
        free = True
    else:
        if create_graph:
            free = False
        else:
            free = True
    if free:
        if node._saved is not None:
            if len(node._saved) > 0:
                node._saved = None


# %% right: boolean_formula
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    node._saved = (
        None
        if node._saved and (retain_graph is False or (retain_graph is None and not create_graph))
        else node._saved
    )


# %% wrong: create_graph_ignored
# why: None is treated like False, so create_graph never has a say: with create_graph=True alone the graph is freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if not retain_graph:
        if node._saved != ():
            node._saved = None


# %% wrong: sum_marked_freed
# why: A node that saved nothing, with _saved == (), is set to None too, and counts as freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = None


# %% wrong: empty_tuple
# why: Freed nodes get _saved = () instead of None, so the engine does not see that they were freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = ()


# %% wrong: either_keeps
# why: retain_graph or create_graph: an explicit retain_graph=False together with create_graph=True should free, but is kept.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph or create_graph:
        return
    if node._saved != ():
        node._saved = None


# %% wrong: default_inverted
# why: When retain_graph is None, it is set to the opposite of create_graph: kept when nothing was asked for, freed when a graph of gradients is built.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = not create_graph
    if not retain_graph and node._saved != ():
        node._saved = None


# %% wrong: deleted_attribute
# why: The attribute _saved is deleted instead of set to None; whoever looks at it afterwards gets an AttributeError.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved:
        del node._saved


# %% wrong: none_never_frees
# why: Only an explicit False frees. If the user said nothing and create_graph is False, the graph is kept.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is False and node._saved != ():
        node._saved = None


# %% wrong: retain_inverted
# why: The condition is the wrong way round: it frees when the graph is to be kept.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if retain_graph and node._saved != ():
        node._saved = None


# %% wrong: local_variable
# why: None is bound to a local name only; node._saved itself stays as it was.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    saved = node._saved
    if not retain_graph and saved != ():
        saved = None


# %% wrong: tuple_of_none
# why: Each saved array is replaced by None, but _saved is still a tuple, not None, so the node does not count as freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    keep = retain_graph if retain_graph is not None else create_graph
    if not keep:
        node._saved = tuple(None for _ in node._saved)


# %% wrong: edges_cut
# why: The edges are cut as well as what was saved; a graph that shares this node has lost its way back.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    keep = retain_graph if retain_graph is not None else create_graph
    if not keep and node._saved != ():
        node._saved = None
        node._edges = ()


# %% wrong: empty_test_wrong_way
# why: The test for an empty tuple is the wrong way round: only nodes that saved nothing are marked as freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    keep = retain_graph if retain_graph is not None else create_graph
    if keep:
        return
    if not node._saved:
        node._saved = None
