# %% right: plain
def gradient_at_the_dead_end():
    return 26


# %% right: sum
def gradient_at_the_dead_end():
    return 2 * 4 + 2 * 6 + 2 * 3


# %% right: np
def gradient_at_the_dead_end():
    return np.float64(26) if "np" in globals() else 26.0


# %% wrong: parts
# why: The sum of the parts themselves: the 2 of the slope of a square is forgotten.
def gradient_at_the_dead_end():
    return 13


# %% wrong: energy
# why: The sum of the squares: the value of E, not its gradient.
def gradient_at_the_dead_end():
    return 61


# %% wrong: ab
# why: The gradient is followed on to a and b (68 + 30); it ends before, at the new tensor of the parts.
def gradient_at_the_dead_end():
    return 98


# %% wrong: ones
# why: The gradient of the sum alone, one for each entry, without the squares.
def gradient_at_the_dead_end():
    return 3


# %% wrong: zero
# why: Takes it that no gradient is there at all, since a.grad and b.grad are None.
def gradient_at_the_dead_end():
    return 0
