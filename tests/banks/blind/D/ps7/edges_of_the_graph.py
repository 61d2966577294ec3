# %% right: plain
def edges_of_the_graph():
    return 13


# %% right: sum
def edges_of_the_graph():
    return 2 + 1 + 6 + 1 + 1 + 2


# %% right: float
def edges_of_the_graph():
    return 13.0


# %% wrong: none_counted
# why: The places with None (c, the 2, the detached s) are counted as well.
def edges_of_the_graph():
    return 16


# %% wrong: tree
# why: Nodes less one, as in a tree: nodes that are reached several times have several edges.
def edges_of_the_graph():
    return 9


# %% wrong: with_exp
# why: The edge from exp to t is counted; y does not lead to exp.
def edges_of_the_graph():
    return 14


# %% wrong: u_once
# why: The three edges to u are counted once.
def edges_of_the_graph():
    return 11


# %% wrong: detach_kept
# why: detach is taken to keep an edge from u to s.
def edges_of_the_graph():
    return 14.0


# %% wrong: no_leaf_edges
# why: Edges to the leaves are not counted.
def edges_of_the_graph():
    return 10
