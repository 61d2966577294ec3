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
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% right: setup_first
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        if len(state) == 0:
            state["step"] = 0
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        state["step"] += 1
        beta1, beta2 = group["betas"]
        gradient = grad
        if group["weight_decay"] != 0:
            gradient = gradient + group["weight_decay"] * param
        state["exp_avg"] *= beta1
        state["exp_avg"] += (1 - beta1) * gradient
        state["exp_avg_sq"] *= beta2
        state["exp_avg_sq"] += (1 - beta2) * gradient * gradient
        correction1 = 1 - beta1 ** state["step"]
        correction2 = 1 - beta2 ** state["step"]
        numerator = state["exp_avg"] / correction1
        denominator = np.sqrt(state["exp_avg_sq"] / correction2) + group["eps"]
        param -= group["lr"] * numerator / denominator

# %% right: pytorch_order
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
        step_size = group["lr"] / (1 - b1**t)
        root = np.sqrt(s) / math.sqrt(1 - b2**t)
        param[...] = param - step_size * (m / (root + group["eps"]))

# %% right: helper_mean
def _running(old, new, beta):
    return beta * old + (1 - beta) * new


@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        zero = np.zeros_like(param)
        beta = group["betas"]
        g = np.array(grad) + group["weight_decay"] * param
        state["step"] = int(state.get("step", 0)) + 1
        state["exp_avg"] = _running(state.get("exp_avg", zero), g, beta[0])
        state["exp_avg_sq"] = _running(state.get("exp_avg_sq", zero), np.square(g), beta[1])
        fix = [1 - b ** state["step"] for b in beta]
        change = (state["exp_avg"] / fix[0]) / ((state["exp_avg_sq"] / fix[1]) ** 0.5 + group["eps"])
        np.subtract(param, group["lr"] * change, out=param)

# %% wrong: no_correction
# why: The means are not divided by 1 - beta^t.
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
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])

# %% wrong: quotients_stored
# why: The corrected means are stored, and so are corrected again at the next step.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = (b1 * state.get("exp_avg", 0) + (1 - b1) * g) / (1 - b1**t)
        s = (b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2) / (1 - b2**t)
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])

# %% wrong: eps_under_root
# why: eps is added under the root.
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
        param -= group["lr"] * (m / (1 - b1**t)) / np.sqrt(s / (1 - b2**t) + group["eps"])

# %% wrong: adamw
# why: The decay is taken off the parameter directly and does not go through the means: that is AdamW.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        param *= 1 - group["lr"] * group["weight_decay"]
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * grad
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * grad**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])

# %% wrong: count_from_zero
# why: The step is counted up only after it was used: at the first step 1 - beta^0 is 0, and the division gives nan or inf.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0)
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t + 1, m, s

# %% wrong: correction_times_t
# why: beta * t was written where beta to the power of t is meant: right at the first step only.
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
        m_hat = m / (1 - b1 * t)
        s_hat = s / (1 - b2 * t)
        param -= group["lr"] * m_hat / (np.sqrt(abs(s_hat)) + group["eps"])

# %% wrong: one_beta_for_both
# why: Both corrections use the first beta.
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
        c = 1 - b1**t
        param -= group["lr"] * (m / c) / (np.sqrt(s / c) + group["eps"])

# %% wrong: square_of_raw_grad
# why: The decay goes into the first mean only; the second is the mean of the squares of the gradient without decay.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * grad**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])

# %% wrong: square_of_the_mean
# why: The second mean is made from the square of the first mean, not of the gradient.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * m**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])

# %% wrong: global_count
# why: The step is counted in the class: one count for all parameters.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    t = 0

    @staticmethod
    def update(param, grad, state, group):
        Adam.t += 1
        t = Adam.t
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g * g
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])

# %% wrong: root_forgotten
# why: The root is missing: it is divided by the mean of the squares itself.
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
        param -= group["lr"] * (m / (1 - b1**t)) / (s / (1 - b2**t) + group["eps"])

# %% wrong: betas_swapped
# why: The two betas are swapped: the mean of the gradient uses the second one.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b2, b1 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])

# %% wrong: step_not_kept
# why: The count is a local variable that is 1 at each step, because it is never written into the state.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0)
        t += 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["exp_avg"], state["exp_avg_sq"] = m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])

# %% wrong: fixed_betas
# why: The usual betas and eps are written into the code, the settings of the group are not read.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2, eps = 0.9, 0.999, 1e-8
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + eps)

# %% wrong: brackets_lost
# why: The brackets around the denominator are missing: eps is added after the division.
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
        param -= group["lr"] * (m / (1 - b1**t)) / np.sqrt(s / (1 - b2**t)) + group["eps"]
