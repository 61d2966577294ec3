# %% right: none_settled_first
@piece
def release(node, retain_graph, create_graph):
    """Free what `node` saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved:
        node._saved = None

# %% right: nested_questions
@piece
def release(node, retain_graph, create_graph):
    if node._saved == ():
        return
    if retain_graph is True:
        return
    if retain_graph is None:
        if create_graph:
            return
    node._saved = None

# %% right: conditional_expression
@piece
def release(node, retain_graph, create_graph):
    keep = create_graph if retain_graph is None else retain_graph
    node._saved = node._saved if keep or node._saved == () else None

# %% right: helper_must_free
def must_free(retain_graph, create_graph):
    said_no = retain_graph is False
    said_nothing = retain_graph is None
    return said_no or (said_nothing and not create_graph)


@piece
def release(node, retain_graph, create_graph):
    has_something = node._saved is not None and len(node._saved) > 0
    if has_something and must_free(retain_graph, create_graph):
        node._saved = None

# %% wrong: create_graph_beats_false
# why: With retain_graph=False and create_graph=True nothing is freed, though the user has said False.
# create_graph decides only where retain_graph is None.
@piece
def release(node, retain_graph, create_graph):
    keep = retain_graph or create_graph
    if not keep and node._saved != ():
        node._saved = None

# %% wrong: create_graph_forgotten
# why: retain_graph=None is treated like False, and create_graph is never asked, so a graph that is
# needed for second derivatives is freed. Where retain_graph is None, create_graph decides.
@piece
def release(node, retain_graph, create_graph):
    if retain_graph:
        return
    if len(node._saved) > 0:
        node._saved = None

# %% wrong: sums_are_freed_too
# why: A node that kept nothing gets _saved = None as well and counts as freed, so a second pass
# through a sum is refused. Leave a node with _saved == () as it is.
@piece
def release(node, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if retain_graph:
        return
    node._saved = None

# %% wrong: emptied_instead_of_none
# why: _saved is set to (), which means that the node never kept anything; the next pass is then not
# told that the graph was freed. A freed node has _saved = None.
@piece
def release(node, retain_graph, create_graph):
    retain = retain_graph if retain_graph is not None else create_graph
    if not retain:
        node._saved = ()

# %% wrong: only_an_explicit_false_frees
# why: Only retain_graph=False frees. If the user said nothing, the graph is always kept, though it
# should be freed where create_graph is False.
@piece
def release(node, retain_graph, create_graph):
    if retain_graph is False and node._saved:
        node._saved = None

# %% wrong: explicit_false_forgotten
# why: The graph is freed only if the user said nothing. retain_graph=False must free as well, whatever
# create_graph says.
@piece
def release(node, retain_graph, create_graph):
    nothing_said = retain_graph is None
    if nothing_said and not create_graph:
        if node._saved != ():
            node._saved = None

# %% wrong: local_name_set_to_none
# why: Only the local name saved becomes None; the node holds its arrays as before. Assign to
# node._saved.
@piece
def release(node, retain_graph, create_graph):
    saved = node._saved
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and saved:
        saved = None

# %% wrong: a_tuple_of_nones
# why: The entries are replaced by None, but _saved itself is still a tuple, so the node does not
# count as freed. _saved must be None, not a tuple of it.
@piece
def release(node, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = bool(create_graph)
    if not retain_graph:
        node._saved = tuple(None for each in node._saved)
