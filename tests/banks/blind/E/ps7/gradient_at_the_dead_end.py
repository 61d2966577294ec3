# %% right: plain
def gradient_at_the_dead_end():
    """The sum of the gradient where the pass ends, as a number."""
    return 26

# %% right: computed
def gradient_at_the_dead_end():
    """The sum of the gradient where the pass ends, as a number."""
    return 2 * (4 + 6 + 3.0)

# %% wrong: sum_of_parts
# why: The factor 2 of the square is forgotten.
def gradient_at_the_dead_end():
    """The sum of the gradient where the pass ends, as a number."""
    return 13

# %% wrong: energy
# why: The value 16 + 36 + 9 instead of the gradient.
def gradient_at_the_dead_end():
    """The sum of the gradient where the pass ends, as a number."""
    return 61

# %% wrong: healthy_gradients
# why: The gradients of a and b of a healthy version, 68 and 30, added; the pass ends before at the new tensor.
def gradient_at_the_dead_end():
    """The sum of the gradient where the pass ends, as a number."""
    return 4*2**3 + 2*2*9 + 2*4*3 + 2*3

# %% wrong: none
# why: 'None' is taken for 0: the gradient ends at a and b; it ends at the new leaf parts.
def gradient_at_the_dead_end():
    """The sum of the gradient where the pass ends, as a number."""
    return 0

# %% wrong: ones
# why: The gradient of the sum alone: ones at three entries, the squares forgotten.
def gradient_at_the_dead_end():
    """The sum of the gradient where the pass ends, as a number."""
    return 3
