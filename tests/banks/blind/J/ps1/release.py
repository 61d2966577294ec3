# %% right: none_is_settled_first
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved != ():
        node._saved = None

# %% right: keep_in_one_expression
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    keep = create_graph if retain_graph is None else retain_graph
    if keep:
        return
    if node._saved:
        node._saved = None

# %% right: case_by_case
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if isinstance(node._saved, tuple) and len(node._saved) == 0:
        return
    if retain_graph is False:
        node._saved = None
    elif retain_graph is None and not create_graph:
        node._saved = None

# %% wrong: keeps_if_either_says_so
# why: retain_graph=False with create_graph=True keeps the graph. create_graph decides only if retain_graph
# is None; a False of the user means free.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph or create_graph:
        return
    if node._saved:
        node._saved = None

# %% wrong: create_graph_never_asked
# why: `not retain_graph` is true for None as well as for False, so create_graph has no say. If the user
# said nothing and a graph of gradients is built, the graph must be kept.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if not retain_graph and node._saved != ():
        node._saved = None

# %% wrong: empty_ones_freed_too
# why: A node that saved nothing, with (), is set to None and so counts as freed. A second pass through a
# sum is then refused though it needs nothing. Leave () as it is.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = None

# %% wrong: empty_tuple_as_the_mark
# why: What was saved is replaced by (), which means that the node kept nothing. Only None counts as freed,
# so the next pass is not told that the arrays are gone.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph:
        node._saved = ()

# %% wrong: only_a_local_name_is_cleared
# why: `saved = None` makes the local name point to None; the node still holds its arrays. It must be
# assigned to node._saved.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    saved = node._saved
    keep = retain_graph if retain_graph is not None else create_graph
    if not keep and saved:
        saved = None

# %% wrong: attribute_deleted
# why: The attribute is deleted. A freed node is one whose _saved is None; after del, whoever looks at
# _saved gets an AttributeError or a default instead of the mark.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and len(node._saved) > 0:
        del node._saved

# %% wrong: frees_when_it_should_keep
# why: The question is the wrong way round: it frees what is to be retained and keeps what is to be freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if retain_graph and node._saved != ():
        node._saved = None

# %% wrong: create_graph_turned_round
# why: When the user said nothing, it takes the opposite of create_graph for retain_graph: it frees the graph
# when one of gradients is built, and keeps it otherwise. Who builds a graph of gradients needs it kept.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = not create_graph
    if not retain_graph and node._saved:
        node._saved = None

# %% wrong: every_entry_none
# why: The tuple is replaced by one full of None. The arrays are gone, but _saved itself is not None, so the
# node does not count as freed and the next pass runs into the Nones.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    keep = create_graph if retain_graph is None else retain_graph
    if not keep:
        node._saved = tuple(None for _ in node._saved)

# %% wrong: any_of_the_arrays
# why: any(node._saved) asks each array whether it is true, which is an error for several entries, and says
# no if a saved number is 0. The question is whether the tuple is empty.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and any(node._saved):
        node._saved = None

# %% wrong: edges_asked_instead_of_saved
# why: Whether there is something to free is asked of the edges. A sum has edges and yet saved nothing, so
# its () becomes None and a second pass is refused. Look at _saved.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._edges:
        node._saved = None

# %% wrong: only_an_explicit_false_frees
# why: It frees only if retain_graph is False. If the user said nothing and no graph of gradients is built,
# the usual case of a plain backward(), nothing is ever freed.
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is False and node._saved != ():
        node._saved = None
