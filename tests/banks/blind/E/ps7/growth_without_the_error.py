# %% right: plain
def growth_without_the_error():
    """w after seven steps with retain_graph=True, as a number."""
    return 4.2

# %% right: computed
def growth_without_the_error():
    """w after seven steps with retain_graph=True, as a number."""
    return 7 * 0.05 * 12

# %% wrong: healthy_limit
# why: ln 2.5: taken for a healthy descent, which finds the right w; the model with retain_graph is still that of the first step.
def growth_without_the_error():
    """w after seven steps with retain_graph=True, as a number."""
    return 0.916

# %% wrong: one_step
# why: Only one step is counted; with retain_graph all seven steps are made, each with the same slope -12.
def growth_without_the_error():
    """w after seven steps with retain_graph=True, as a number."""
    return 0.6

# %% wrong: no_factor_two
# why: The slope is taken as (2 - 5) * 2 = -6: the factor 2 of the square is forgotten.
def growth_without_the_error():
    """w after seven steps with retain_graph=True, as a number."""
    return 2.1

# %% wrong: wrong_sign
# why: The sign: the slope is -12 and w goes against it, so w grows.
def growth_without_the_error():
    """w after seven steps with retain_graph=True, as a number."""
    return -4.2

# %% wrong: stays
# why: It is believed that w does not move, since the graph is old; but the slope at the old point is used again and again.
def growth_without_the_error():
    """w after seven steps with retain_graph=True, as a number."""
    return 0.0

# %% wrong: no_x
# why: The inner derivative x e^w = 2 is forgotten: slope 6 for 12.
def growth_without_the_error():
    """w after seven steps with retain_graph=True, as a number."""
    return 7 * 0.05 * 2 * 3
