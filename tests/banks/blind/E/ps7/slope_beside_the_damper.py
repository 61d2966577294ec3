# %% right: plain
def slope_beside_the_damper():
    """The gradient of x with patient 8 and a way around it, as a number."""
    return 0.8

# %% right: computed
def slope_beside_the_damper():
    """The gradient of x with patient 8 and a way around it, as a number."""
    return 2 * 0.4

# %% wrong: healthy
# why: The right gradient, not that of the patient.
def slope_beside_the_damper():
    """The gradient of x with patient 8 and a way around it, as a number."""
    return 4.4

# %% wrong: one_way
# why: Only the way through the damper is counted, the way around it is forgotten.
def slope_beside_the_damper():
    """The gradient of x with patient 8 and a way around it, as a number."""
    return 0.4

# %% wrong: damped_twice
# why: It is thought that the way around brings 0.4 and the damper multiplies once more: 0.4 * 0.1 + 0.4. The factor is applied once.
def slope_beside_the_damper():
    """The gradient of x with patient 8 and a way around it, as a number."""
    return 0.44

# %% wrong: undamped
# why: Both ways bring 4: the damper seems to do nothing.
def slope_beside_the_damper():
    """The gradient of x with patient 8 and a way around it, as a number."""
    return 8.0

# %% wrong: twice_damped_both
# why: 0.04 on both ways: the factor is applied twice.
def slope_beside_the_damper():
    """The gradient of x with patient 8 and a way around it, as a number."""
    return 0.08

# %% wrong: upstream_one
# why: Computed with the upstream gradient 1 in place of 4.
def slope_beside_the_damper():
    """The gradient of x with patient 8 and a way around it, as a number."""
    return 0.2
