# %% right: keep_first
@piece
def release(node, retain_graph, create_graph):
    keep = create_graph if retain_graph is None else retain_graph
    if node._saved and not keep:
        node._saved = None

# %% right: early_return
@piece
def release(node, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if retain_graph:
        return
    something_kept = node._saved is not None and len(node._saved) > 0
    node._saved = None if something_kept else node._saved

# %% wrong: either_keeps
# why: An explicit retain_graph=False is overruled by create_graph=True. create_graph has a say only if retain_graph is None.
@piece
def release(node, retain_graph, create_graph):
    if retain_graph or create_graph:
        return
    if node._saved != ():
        node._saved = None

# %% wrong: create_graph_ignored
# why: None is treated like False, and create_graph is never looked at. The graph is gone before the second derivative goes through it.
@piece
def release(node, retain_graph, create_graph):
    if not retain_graph:
        if node._saved:
            node._saved = None

# %% wrong: empty_marked_as_freed
# why: A node that saved nothing gets None, too, and so counts as freed. A second pass through a sum is refused.
@piece
def release(node, retain_graph, create_graph):
    if retain_graph is True:
        free = False
    elif retain_graph is False:
        free = True
    else:
        free = not create_graph
    if free:
        node._saved = None

# %% wrong: emptied_not_marked
# why: The saved arrays are replaced by an empty tuple. That means "kept nothing", so the next pass gets no error that the graph was freed.
@piece
def release(node, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved is not None:
        node._saved = ()

# %% wrong: only_false_frees
# why: Only an explicit False frees. With None and create_graph=False, which is the usual backward(), everything is kept.
@piece
def release(node, retain_graph, create_graph):
    if retain_graph is not False:
        return
    if len(node._saved or ()) > 0:
        node._saved = None
