# %% right: plain
def edges_of_the_graph():
    """How many edges the graph behind y has, as a number."""
    return 13

# %% right: computed
def edges_of_the_graph():
    """How many edges the graph behind y has, as a number."""
    return 2 + 1 + 6 + 1 + 1 + 2

# %% wrong: with_none
# why: The three inputs that are None (c, the detached s, the number 2) are counted as edges.
def edges_of_the_graph():
    """How many edges the graph behind y has, as a number."""
    return 16

# %% wrong: no_u_twice
# why: The edges to u are counted once, since it is the same node; each of the three sums has its own.
def edges_of_the_graph():
    """How many edges the graph behind y has, as a number."""
    return 11

# %% wrong: nodes_minus_one
# why: Edges = nodes - 1 as in a tree; this graph has nodes that are reached by several edges.
def edges_of_the_graph():
    """How many edges the graph behind y has, as a number."""
    return 9

# %% wrong: with_exp
# why: The edge of exp to t is counted; y does not lead to it.
def edges_of_the_graph():
    """How many edges the graph behind y has, as a number."""
    return 14

# %% wrong: detach_edge
# why: detach is taken for a way to s, so that the sum u has two edges.
def edges_of_the_graph():
    """How many edges the graph behind y has, as a number."""
    return 14.0
