# %% right: plain
def growth_without_the_error():
    return 4.2


# %% right: product
def growth_without_the_error():
    return 7 * 0.05 * 12


# %% right: formula
def growth_without_the_error():
    return -7 * 0.05 * 2 * (2 - 5) * 2


# %% wrong: healthy_run
# why: Runs the healthy descent: it takes the model to be computed anew in each step, but with retain_graph the model of the first step is kept.
def growth_without_the_error():
    return 0.51682


# %% wrong: one_step
# why: Only one step of 0.05 * 12 is made; the other six, which go on with the same slope, are forgotten.
def growth_without_the_error():
    return 0.6


# %% wrong: sign
# why: The sign of the step is turned: the slope is -12, and descent subtracts it.
def growth_without_the_error():
    return -4.2


# %% wrong: forgot_factor_two
# why: The 2 of the square is forgotten: the slope is taken as (x e^w - y) x e^w = -6.
def growth_without_the_error():
    return 2.1


# %% wrong: accumulated
# why: Takes the gradients to pile up from step to step (1+2+...+7 = 28 times 0.6), although w.grad is set to None.
def growth_without_the_error():
    return 16.8


# %% wrong: no_model_factor
# why: The slope is taken as 2 (model - y), without the factor x e^w = 2 of the model itself.
def growth_without_the_error():
    return 0.05 * 7 * 6
