# %% right: settle_none_first
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved != ():
        node._saved = None

# %% right: keep_as_one_expression
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    keep = create_graph if retain_graph is None else retain_graph
    if keep:
        return
    if node._saved:
        node._saved = None

# %% wrong: none_is_like_false
# why: `not retain_graph` is true for None as well, so the graph is freed even when create_graph is True.
# If retain_graph is None, create_graph must decide.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if not retain_graph:
        if node._saved:
            node._saved = None

# %% wrong: either_of_both_keeps
# why: With retain_graph=False and create_graph=True nothing is freed. A False that the user said counts:
# create_graph decides only if retain_graph is None.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph or create_graph:
        return
    if node._saved != ():
        node._saved = None

# %% wrong: empty_nodes_marked_too
# why: A node that saved nothing is marked as freed as well, so a second pass through a sum is refused.
# A node with _saved == () must be left as it is.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = None

# %% wrong: emptied_instead_of_none
# why: What was saved is replaced by the empty tuple, which means that the node kept nothing. A freed node
# is one whose _saved is None; only then is the next pass told.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = ()

# %% wrong: default_turned_round
# why: If retain_graph is None, the function keeps the graph when create_graph is False and frees it when
# it is True. Who creates a graph needs the one underneath: keep it if create_graph is True.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = not create_graph
    if retain_graph:
        return
    if len(node._saved) > 0:
        node._saved = None

# %% wrong: only_an_explicit_false_frees
# why: The graph is freed only if the user said False. With None and create_graph False, the usual case,
# it must be freed too.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is False and node._saved:
        node._saved = None

# %% wrong: truth_of_what_was_saved
# why: any(node._saved) asks each saved array for its truth value: an array of several entries raises an
# error, and a saved 0 counts as nothing and is not freed. Ask whether the tuple is empty.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    keep = retain_graph
    if keep is None:
        keep = create_graph
    if not keep and any(node._saved):
        node._saved = None
