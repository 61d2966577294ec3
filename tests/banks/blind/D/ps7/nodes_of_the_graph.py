# %% right: plain
def nodes_of_the_graph():
    return 10


# %% right: sum
def nodes_of_the_graph():
    return 1 + 1 + 3 + 1 + 1 + 1 + 2


# %% right: float
def nodes_of_the_graph():
    return 10.0


# %% wrong: with_exp
# why: The exp of v is counted, but y does not lead to it.
def nodes_of_the_graph():
    return 11


# %% wrong: no_leaves
# why: The AccumulateGrad nodes of a and b are not counted.
def nodes_of_the_graph():
    return 8


# %% wrong: one_add_in_loop
# why: The loop is counted as one addition; it makes three nodes.
def nodes_of_the_graph():
    return 8 + 0


# %% wrong: no_inplace
# why: The multiplication in place, t *= 2, is taken to make no node.
def nodes_of_the_graph():
    return 9


# %% wrong: leaf_c
# why: A leaf node for c is counted, although c requires no gradient.
def nodes_of_the_graph():
    return 11.0


# %% wrong: a_twice
# why: The leaf a, used twice, is counted twice, and c as well.
def nodes_of_the_graph():
    return 12


# %% wrong: u_three
# why: u is counted in each round of the loop: it is made once.
def nodes_of_the_graph():
    return 12 + 0
