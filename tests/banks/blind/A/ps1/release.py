# %% right: settle_none_first
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved != ():
        node._saved = None


# %% right: keep_flag
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    keep = create_graph if retain_graph is None else retain_graph
    if keep:
        return
    if node._saved:
        node._saved = None


# %% right: three_branches
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is True:
        return
    elif retain_graph is False:
        free = True
    else:
        free = not create_graph
    if free and node._saved is not None:
        if len(node._saved) > 0:
            node._saved = None


# %% right: terse
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if node._saved and not (create_graph if retain_graph is None else retain_graph):
        node._saved = None


# %% wrong: create_graph_ignored
# why: None is treated like False, so create_graph never has a say.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if not retain_graph and node._saved:
        node._saved = None


# %% wrong: either_keeps
# why: `or` keeps the graph also for retain_graph=False with create_graph=True, where it is to be freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph or create_graph:
        return
    if node._saved:
        node._saved = None


# %% wrong: empty_marked_freed
# why: A node that kept nothing is set to None too and counts as freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = None


# %% wrong: emptied
# why: Frees by () instead of None: the engine does not see that the node was freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = ()


# %% wrong: turned_round
# why: Frees when the graph is to be kept and keeps it otherwise: a not is missing.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if retain_graph and node._saved:
        node._saved = None


# %% wrong: only_when_false
# why: Frees only for False; if the user said nothing and builds no graph, nothing is ever freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is False and node._saved:
        node._saved = None


# %% wrong: none_means_free
# why: For None it always frees, without asking create_graph.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = False
    if not retain_graph and len(node._saved) > 0:
        node._saved = None


# %% wrong: create_graph_turned
# why: For None the decision is the wrong way round: keeps without create_graph and frees with it.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = not create_graph
    if not retain_graph and node._saved:
        node._saved = None


# %% wrong: needs_both
# why: Keeps the graph only if both flags are set.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph and create_graph:
        return
    if node._saved:
        node._saved = None


# %% wrong: local_name
# why: Sets a local name to None; the node keeps its arrays.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    saved = node._saved
    if not retain_graph and saved:
        saved = None


# %% wrong: attribute_deleted
# why: Deletes the attribute; who asks for node._saved afterwards gets an AttributeError (or the default) instead of None.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved != ():
        del node._saved


# %% wrong: empty_only
# why: The question about () is turned round: frees the nodes that kept nothing and keeps the others.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        if node._saved == ():
            node._saved = None


# %% wrong: follows_edges
# why: Frees the nodes behind as well, which have not run yet in this pass.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        if node._saved:
            node._saved = None
        for edge in node._edges:
            if edge is not None and edge._saved:
                edge._saved = None
