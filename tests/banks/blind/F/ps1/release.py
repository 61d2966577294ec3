# %% right: plain
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
    if retain_graph is True:
        return
    if retain_graph is None and create_graph:
        return
    if node._saved == ():
        return
    node._saved = None
# %% right: keep_expression
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    keep = create_graph if retain_graph is None else retain_graph
    if node._saved and not keep:
        node._saved = None
# %% right: all_cases
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is True:
        keep = True
    elif retain_graph is False:
        keep = False
    else:
        if create_graph:
            keep = True
        else:
            keep = False
    has_something = node._saved is not None and len(node._saved) > 0
    if keep == False and has_something:
        node._saved = None
# %% wrong: create_ignored
# why: not None is True like not False, so create_graph never has a say.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if not retain_graph and node._saved != ():
        node._saved = None
# %% wrong: either_keeps
# why: With retain_graph=False the graph is to be freed, also when create_graph is True.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if not (retain_graph or create_graph) and node._saved != ():
        node._saved = None
# %% wrong: empty_freed
# why: A node that kept nothing is marked as freed, and a second pass through a sum is refused.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = None
# %% wrong: emptied
# why: _saved becomes an empty tuple, which means “kept nothing”; a freed node has None.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = ()
# %% wrong: inverted
# why: It frees when the graph is to be kept, and keeps it otherwise.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if retain_graph and node._saved != ():
        node._saved = None
# %% wrong: none_never_frees
# why: Only False frees; if the user said nothing, nothing is ever freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is False and node._saved != ():
        node._saved = None
# %% wrong: false_never_frees
# why: Only None frees; with retain_graph=False nothing is freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None and not create_graph and node._saved != ():
        node._saved = None
# %% wrong: none_means_true
# why: None is taken for “keep”; it should be decided by create_graph.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    keep = True if retain_graph is None else retain_graph
    if not keep and node._saved != ():
        node._saved = None
# %% wrong: create_inverted
# why: If the user said nothing, the graph is kept when no graph of gradients is built, and freed when one is.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = not create_graph
    if not retain_graph and node._saved != ():
        node._saved = None
# %% wrong: local_name
# why: Only the local name is set to None; the node keeps its tuple.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    saved = node._saved
    if not retain_graph and saved != ():
        saved = None
# %% wrong: deleted
# why: The attribute is deleted; it should be None, and whoever asks for it gets an AttributeError.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved != ():
        del node._saved
# %% wrong: clear
# why: A tuple cannot be cleared.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved != ():
        node._saved.clear()
# %% wrong: tuple_of_none
# why: A tuple of Nones is not None, so the node does not count as freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved != ():
        node._saved = (None,) * len(node._saved)
# %% wrong: edges_cut
# why: The edges are taken away instead of what was saved.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved != ():
        node._edges = ()
# %% wrong: always
# why: It frees always, whatever the user said.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if node._saved != ():
        node._saved = None
# %% wrong: never_true
# why: create_graph alone decides, and retain_graph=True is not looked at.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if not create_graph and node._saved != ():
        node._saved = None
# %% wrong: compared_with_list
# why: A tuple is never equal to a list, so a node that kept nothing is freed as well.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved != []:
        node._saved = None
# %% wrong: only_single
# why: Only a node that saved exactly one array is freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and len(node._saved) == 1:
        node._saved = None
# %% wrong: edges_too
# why: It frees the nodes behind as well, which have not run yet.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        for each in (node, *node._edges):
            if each is not None and each._saved != ():
                each._saved = None
