# %% right: settle_none_first
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved:
        node._saved = None


# %% right: early_return
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    keep = create_graph if retain_graph is None else retain_graph
    if keep:
        return
    if node._saved != ():
        node._saved = None


# %% right: verbose_cases
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is True:
        free = False
    elif retain_graph is False:
        free = True
    else:
        if create_graph:
            free = False
        else:
            free = True

    if free:
        if node._saved == ():
            pass  # nothing to free
        else:
            node._saved = None


# %% right: helper
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""

    def kept():
        return retain_graph or (retain_graph is None and create_graph)

    if kept() or not node._saved:
        return
    setattr(node, "_saved", None)


# %% wrong: none_like_false
# why: None is treated like False, so create_graph never has a say, and the graph under a graph of gradients is freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if not retain_graph and node._saved != ():
        node._saved = None


# %% wrong: either_keeps
# why: create_graph=True keeps the graph even if the user said retain_graph=False; it decides only where retain_graph is None.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph or create_graph:
        return
    if node._saved:
        node._saved = None


# %% wrong: empty_marked_as_freed
# why: A node that saved nothing, with (), is set to None and so counts as freed; a second pass through a sum is refused.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = None


# %% wrong: emptied_not_none
# why: Sets _saved to () in place of None: that says "kept nothing", not "freed", so the next pass is not told.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = ()


# %% wrong: attribute_deleted
# why: Deletes the attribute where it should be set to None; whoever asks for node._saved next gets an AttributeError.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved:
        del node._saved


# %% wrong: create_graph_the_wrong_way_round
# why: Where retain_graph is None, create_graph decides the wrong way round: frees when a graph of gradients is built, keeps otherwise.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        free = create_graph
    else:
        free = not retain_graph
    if free and node._saved != ():
        node._saved = None


# %% wrong: edges_cut_too
# why: Frees too much: the edges are cut as well, so later passes through this node end here without a word.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if retain_graph:
        return
    if node._saved:
        node._saved = None
    node._edges = ()


# %% wrong: only_false_frees
# why: Frees only if the user said False; where retain_graph is None everything is kept, whatever create_graph says.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is False and node._saved != ():
        node._saved = None
