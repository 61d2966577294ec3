# %% right: reasons_to_keep
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

# %% right: settle_then_length
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    wish = {None: bool(create_graph), True: True, False: False}[retain_graph]
    saved_something = node._saved is not None and len(node._saved) > 0
    node._saved = None if (saved_something and not wish) else node._saved

# %% wrong: none_is_false
# why: None is treated like False, so create_graph never has a say and the graph under a second derivative is freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if not retain_graph and node._saved:
        node._saved = None

# %% wrong: marks_empty_nodes
# why: a node that saved nothing gets None as well, so it counts as freed and a second pass through a plain sum raises an error.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    keep = create_graph if retain_graph is None else retain_graph
    if keep:
        return
    node._saved = None

# %% wrong: either_flag_keeps
# why: create_graph=True keeps the graph even if the user said retain_graph=False; create_graph may decide only where retain_graph is None.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph or create_graph:
        return
    if len(node._saved or ()) == 0:
        return
    node._saved = None

# %% wrong: empties_instead_of_marking
# why: what was saved is replaced by an empty tuple; that frees the memory, but the node does not count as freed, and a second pass gets no proper error.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = ()

# %% wrong: silence_means_keep
# why: if the user said nothing (None) the graph is always kept, so an ordinary backward() frees nothing and may be called twice.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    free = retain_graph is False
    if free and node._saved != ():
        node._saved = None
