# %% right: plain
def slope_beside_the_damper():
    return 0.8


# %% right: sum
def slope_beside_the_damper():
    return 0.4 + 0.4


# %% right: prod
def slope_beside_the_damper():
    return 2 * 0.1 * 4


# %% wrong: right
# why: The right gradient: that grad is changed in place for both receivers is not seen.
def slope_beside_the_damper():
    return 4.4


# %% wrong: damped_alone
# why: The way around is forgotten, or gets nothing: only the gradient through Damp.
def slope_beside_the_damper():
    return 0.4


# %% wrong: twice_damped
# why: The way around gets 0.4 and Damp is applied to it once more: 0.4 + 0.04.
def slope_beside_the_damper():
    return 0.44


# %% wrong: no_upstream
# why: The upstream gradient 4 is forgotten, taken to be 1.
def slope_beside_the_damper():
    return 0.2


# %% wrong: undamped
# why: Both get the 4: the damper is forgotten.
def slope_beside_the_damper():
    return 8.0
