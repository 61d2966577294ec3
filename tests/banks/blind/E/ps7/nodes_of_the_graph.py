# %% right: plain
def nodes_of_the_graph():
    """How many nodes the graph behind y has, as a number."""
    return 10

# %% right: computed
def nodes_of_the_graph():
    """How many nodes the graph behind y has, as a number."""
    return 8 + 2

# %% wrong: with_exp
# why: exp is counted: it makes a node, but y does not lead to v.
def nodes_of_the_graph():
    """How many nodes the graph behind y has, as a number."""
    return 11

# %% wrong: no_leaves
# why: The AccumulateGrad nodes of a and b are forgotten.
def nodes_of_the_graph():
    """How many nodes the graph behind y has, as a number."""
    return 8

# %% wrong: inplace_not_counted
# why: The product in place, t *= 2, is not counted.
def nodes_of_the_graph():
    """How many nodes the graph behind y has, as a number."""
    return 9

# %% wrong: detach_and_c
# why: A node for detach and one for the leaf c are counted; neither exists.
def nodes_of_the_graph():
    """How many nodes the graph behind y has, as a number."""
    return 12
