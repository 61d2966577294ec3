# %% right: get_defaults
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])


# %% right: verbose
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        beta1 = group["betas"][0]
        beta2 = group["betas"][1]
        if len(state) == 0:
            state["step"] = 0
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        # count
        state["step"] = state["step"] + 1
        t = state["step"]
        # decay
        gradient = grad + group["weight_decay"] * param
        # the two means
        state["exp_avg"] = beta1 * state["exp_avg"] + (1 - beta1) * gradient
        state["exp_avg_sq"] = beta2 * state["exp_avg_sq"] + (1 - beta2) * gradient * gradient
        # corrected
        m_corrected = state["exp_avg"] / (1 - beta1**t)
        s_corrected = state["exp_avg_sq"] / (1 - beta2**t)
        # step
        denominator = np.sqrt(s_corrected) + group["eps"]
        param -= group["lr"] * m_corrected / denominator


# %% right: means_in_place
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        beta1, beta2 = group["betas"]
        state.setdefault("step", 0)
        m = state.setdefault("exp_avg", np.zeros_like(param))
        s = state.setdefault("exp_avg_sq", np.zeros_like(param))
        state["step"] += 1
        g = grad + group["weight_decay"] * param
        m += (1 - beta1) * (g - m)
        s += (1 - beta2) * (g * g - s)
        m_hat = m / (1 - beta1 ** state["step"])
        s_hat = s / (1 - beta2 ** state["step"])
        param[...] = param - group["lr"] * m_hat / (s_hat**0.5 + group["eps"])


# %% right: helper_mean
def _running(old, beta, new):
    return beta * old + (1 - beta) * new


@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad
        if group["weight_decay"]:
            g = g + group["weight_decay"] * param
        for name, beta, value in zip(
            ("exp_avg", "exp_avg_sq"), group["betas"], (g, np.square(g))
        ):
            state[name] = _running(state.get(name, np.zeros_like(param)), beta, value)
        t = state["step"] = state.get("step", 0) + 1
        c1, c2 = (1 - beta**t for beta in group["betas"])
        step = state["exp_avg"] / c1 / (np.sqrt(state["exp_avg_sq"] / c2) + group["eps"])
        np.subtract(param, group["lr"] * step, out=param)


# %% wrong: no_correction
# why: The means are used as they are: the division by 1 - β^t is missing, and the first steps have the wrong length.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        state["step"] = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["exp_avg"], state["exp_avg_sq"] = m, s
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


# %% wrong: corrected_means_stored
# why: The corrected means are put back into state: at the next step they are corrected once more.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        m = m / (1 - b1**t)
        s = s / (1 - b2**t)
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


# %% wrong: eps_under_the_root
# why: eps is added under the root: √(s + eps) instead of √s + eps.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / np.sqrt(s_hat + group["eps"])


# %% wrong: decoupled_decay
# why: The decay is taken off the parameter directly and goes around the means: that is AdamW. Here it is a part of the gradient.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        param -= group["lr"] * group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * grad
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * grad**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])


# %% wrong: count_from_zero
# why: The count is raised after it was used: at the first step t is 0, 1 - β^0 is 0, and the quotient is nan.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        if "step" not in state:
            state["step"] = 0
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        t = state["step"]
        g = grad + group["weight_decay"] * param
        state["exp_avg"] = b1 * state["exp_avg"] + (1 - b1) * g
        state["exp_avg_sq"] = b2 * state["exp_avg_sq"] + (1 - b2) * g * g
        m_hat = state["exp_avg"] / (1 - b1**t)
        s_hat = state["exp_avg_sq"] / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])
        state["step"] += 1


# %% wrong: count_on_the_class
# why: The steps are counted in an attribute of the class: one count for all parameters, which runs too fast as soon as there are two.
@piece
class Adam:
    t = 0

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        Adam.t += 1
        t = Adam.t
        g = grad + group["weight_decay"] * param
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])


# %% wrong: no_root
# why: The root of s is missing: the step is divided by the mean square itself.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (s / (1 - b2**t) + group["eps"])


# %% wrong: same_beta_for_both_corrections
# why: Both means are corrected with β1: the mean of the squares needs 1 - β2^t.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        correction = 1 - b1**t
        param -= group["lr"] * (m / correction) / (np.sqrt(s / correction) + group["eps"])


# %% wrong: betas_swapped
# why: The two betas are taken in the wrong order: β2 is used for the mean of the gradient and β1 for that of its square.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b2, b1 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])


# %% wrong: square_of_the_mean
# why: s is the running mean of m², the square of the mean, instead of the mean of the squares g².
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * m**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])


# %% wrong: correction_with_beta_not_power
# why: The means are divided by 1 - β at every step, without the power t: right at the first step only, and later far too much.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        state["step"] = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["exp_avg"], state["exp_avg_sq"] = m, s
        param -= group["lr"] * (m / (1 - b1)) / (np.sqrt(s / (1 - b2)) + group["eps"])


# %% wrong: param_rebound
# why: `param = ...` gives the name to a new array: the parameter itself is not changed.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param = param - group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])


# %% wrong: decay_only_in_first_mean
# why: The decay is added to the gradient for m only; the mean of the squares is computed from grad without it. It must go through both means.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * (grad + group["weight_decay"] * param)
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * grad**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])


# %% wrong: changes_grad
# why: `grad += ...` writes the decay into the parameter's own gradient, which must be left as it is.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        grad += group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * grad
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * grad**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])


# %% wrong: whole_gradient_added
# why: The factors 1 - β in front of the new gradient and its square are missing: sums, as SGD's velocity, instead of means.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + g
        s = b2 * state.get("exp_avg_sq", 0) + g**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])


# %% wrong: own_names
# why: Count and means are kept as "t", "m" and "s": a saved state with PyTorch's names is not found when it is loaded.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("t", 0) + 1
        m = b1 * state.get("m", 0) + (1 - b1) * g
        s = b2 * state.get("s", 0) + (1 - b2) * g**2
        state["t"], state["m"], state["s"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])


# %% wrong: eps_forgotten
# why: eps is left out: where a gradient is 0 from the start, 0 is divided by 0, and the parameter becomes nan.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / np.sqrt(s / (1 - b2**t))


# %% wrong: brackets_lost
# why: The brackets around √s + eps are missing: m / √s is computed first and eps is added to the quotient.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / np.sqrt(s_hat) + group["eps"]


# %% wrong: count_not_stored
# why: The count is never written into state: t is 1 at every step, and the correction does not fade.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        state["exp_avg"] = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        state["exp_avg_sq"] = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        m_hat = state["exp_avg"] / (1 - b1**t)
        s_hat = state["exp_avg_sq"] / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])


# %% wrong: default_betas_and_eps
# why: The usual betas and eps are written into the code: a group with other settings is ignored.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2, eps = 0.9, 0.999, 1e-8
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + eps)
