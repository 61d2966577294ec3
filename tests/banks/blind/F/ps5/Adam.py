# %% right: get_with_zero
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% right: arrays_in_place
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
        g = grad + group["weight_decay"] * param
        m, s = state["exp_avg"], state["exp_avg_sq"]
        m *= beta1
        m += (1 - beta1) * g
        s *= beta2
        s += (1 - beta2) * g * g
        correction1 = 1 - beta1 ** state["step"]
        correction2 = 1 - beta2 ** state["step"]
        param -= group["lr"] * (m / correction1) / (np.sqrt(s / correction2) + group["eps"])

# %% right: corrections_pulled_out
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        beta1, beta2 = group["betas"]
        g = grad if group["weight_decay"] == 0 else grad + group["weight_decay"] * param
        if "step" not in state:
            t = 1
            m = (1 - beta1) * g
            s = (1 - beta2) * np.square(g)
        else:
            t = state["step"] + 1
            m = state["exp_avg"] + (1 - beta1) * (g - state["exp_avg"])
            s = beta2 * state["exp_avg_sq"] + (1 - beta2) * np.square(g)
        state.update(step=t, exp_avg=m, exp_avg_sq=s)
        root = np.sqrt(s) / math.sqrt(1 - beta2**t) + group["eps"]
        rate = group["lr"] / (1 - beta1**t)
        np.subtract(param, rate * m / root, out=param)

# %% right: helpers
def running(mean, new, beta):
    if mean is None:
        mean = np.zeros_like(new)
    return beta * mean + (1 - beta) * new


def corrected(mean, beta, steps):
    return mean / (1 - beta**steps)


@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        beta_m, beta_s = group["betas"]
        g = grad + param * group["weight_decay"]
        state["step"] = state.get("step", 0) + 1
        state["exp_avg"] = running(state.get("exp_avg"), g, beta_m)
        state["exp_avg_sq"] = running(state.get("exp_avg_sq"), g * g, beta_s)
        m = corrected(state["exp_avg"], beta_m, state["step"])
        s = corrected(state["exp_avg_sq"], beta_s, state["step"])
        param[...] = param - group["lr"] * (m / (s**0.5 + group["eps"]))

# %% right: entry_by_entry
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        if "step" not in state:
            state["step"] = 0
            state["exp_avg"] = np.zeros(param.shape, param.dtype)
            state["exp_avg_sq"] = np.zeros(param.shape, param.dtype)
        state["step"] = state["step"] + 1
        t = state["step"]
        b1 = group["betas"][0]
        b2 = group["betas"][1]
        for i in np.ndindex(*param.shape):
            g = grad[i] + group["weight_decay"] * param[i]
            state["exp_avg"][i] = b1 * state["exp_avg"][i] + (1 - b1) * g
            state["exp_avg_sq"][i] = b2 * state["exp_avg_sq"][i] + (1 - b2) * g**2
            m = state["exp_avg"][i] / (1 - b1**t)
            s = state["exp_avg_sq"][i] / (1 - b2**t)
            param[i] -= group["lr"] * m / (np.sqrt(s) + group["eps"])

# %% right: nested_functions
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = np.add(grad, np.multiply(group["weight_decay"], param))

        def renew(name, beta, value):
            old = state[name] if name in state else np.zeros(param.shape, dtype=param.dtype)
            state[name] = beta * old + (1 - beta) * value
            return state[name]

        if "step" in state:
            state["step"] += 1
        else:
            state["step"] = 1
        t = state["step"]
        m_hat = renew("exp_avg", b1, g) / (1 - b1**t)
        s_hat = renew("exp_avg_sq", b2, g * g) / (1 - b2**t)
        denominator = np.sqrt(s_hat)
        denominator = denominator + group["eps"]
        param -= m_hat / denominator * group["lr"]

# %% wrong: not_corrected
# why: The means are not corrected, so the first steps have the wrong length.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat, s_hat = m, s
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: only_m_corrected
# why: The mean of the squares is not corrected.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: only_s_corrected
# why: The mean of the gradient is not corrected.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: eps_under_root
# why: eps stands under the root; the root is taken first.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / np.sqrt(s_hat + group["eps"])

# %% wrong: eps_forgotten
# why: eps is missing, so a gradient of 0 is divided by 0.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / np.sqrt(s_hat)

# %% wrong: eps_hard_coded
# why: eps is written in instead of taken from the group.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + 1e-8)

# %% wrong: brackets_lost
# why: The brackets around the denominator are lost, so eps is added to the step.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / np.sqrt(s_hat) + group["eps"]

# %% wrong: eps_before_correction
# why: eps is added before the correction and gets divided with it.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        root = (np.sqrt(s) + group['eps']) / np.sqrt(1 - b2**t)
        param -= group["lr"] * m_hat / root

# %% wrong: root_forgotten
# why: The root of the mean square is missing.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (s_hat + group["eps"])

# %% wrong: correction_stored
# why: The corrected means are stored; what is kept must be without the correction.
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
        m = m / (1 - b1**t)
        s = s / (1 - b2**t)
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])

# %% wrong: step_from_zero
# why: The first step is counted as 0, and 1 - beta⁰ is 0.
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
        state["step"] = t + 1
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: step_off_by_one
# why: The correction uses t + 1 instead of t.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1 ** (t + 1))
        s_hat = s / (1 - b2 ** (t + 1))
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: step_not_counted
# why: The count is never moved on, so every step is corrected like the first.
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
        state.setdefault("step", 0)
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: step_on_class
# why: One count for all parameters; each has made steps of its own.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    steps = 0

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        Adam.steps += 1
        t = Adam.steps
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: power_forgotten
# why: The power t is missing in the correction.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1)
        s_hat = s / (1 - b2)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: times_for_power
# why: beta * t stands where beta to the power t belongs.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1 * t)
        s_hat = s / (1 - b2 * t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: same_beta_for_correction
# why: The mean of the squares is corrected with the first beta instead of its own.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b1**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: betas_exchanged
# why: The two betas are exchanged.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: one_beta
# why: The first beta is used for both means.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1 = b2 = group["betas"][0]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: betas_hard_coded
# why: The usual betas are written in instead of taken from the group.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = 0.9, 0.999
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: weights_exchanged
# why: beta and 1 - beta are exchanged.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = (1 - b1) * state.get("exp_avg", 0) + b1 * g
        s = (1 - b2) * state.get("exp_avg_sq", 0) + b2 * g**2
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: no_one_minus_beta
# why: The factor 1 - beta of the gradient is missing, as if m were a velocity.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: square_of_mean
# why: The square of the mean is averaged instead of the square of the gradient.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: square_missing
# why: The absolute value is averaged instead of the square.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * np.abs(g)
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: mean_over_entries
# why: The squares are averaged over all entries; they are taken entry by entry.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * np.mean(g**2)
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: decay_forgotten
# why: The weight decay is forgotten.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: decay_in_m_only
# why: The decay goes into the mean of the gradient only, not into that of the squares.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: adamw
# why: That is AdamW: here the decay is a part of the gradient.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        param *= 1 - group["lr"] * group["weight_decay"]
        g = grad
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: decay_after
# why: The decay is added to the step instead of the gradient, and goes around both means.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * (m_hat / (np.sqrt(s_hat) + group["eps"]) + group["weight_decay"] * param)

# %% wrong: changes_grad
# why: grad += … changes the gradient in place.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        grad += group["weight_decay"] * param
        g = grad
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: rebinds_param
# why: param = … only gives the name to a new array; the optimizer never sees it.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param = param - group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: climbs
# why: The step goes uphill: the sign is wrong.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param += group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: grad_for_mean
# why: The step uses the gradient of this moment instead of its running mean.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * g / (np.sqrt(s_hat) + group["eps"])

# %% wrong: other_names
# why: In the state the means must be called "exp_avg" and "exp_avg_sq".
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("m", 0) + (1 - b1) * g
        s = b2 * state.get("s", 0) + (1 - b2) * g**2
        state["step"] = t
        state["m"] = m
        state["s"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: means_not_stored
# why: The two means are not stored, so each step begins anew.
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
        state["step"] = t
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: second_mean_not_stored
# why: The mean of the squares is not stored.
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
        state["step"] = t
        state["exp_avg"] = m
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: rate_shrinks
# why: The rate is divided by the root of t, which is not asked for.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] / math.sqrt(t) * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: rate_hard_coded
# why: The rate of the example is written in.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= 0.1 * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: adagrad
# why: The squares are added up without forgetting, as in Adagrad.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = state.get("exp_avg_sq", 0) + g**2
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: slice_for_ellipsis
# why: param[:] fails for a parameter that is a single number, without an axis.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param[:] = param - group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: state_rebound
# why: state = … makes a new dict that nobody keeps.
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
        state = {"step": t, "exp_avg": m, "exp_avg_sq": s}
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: key_error
# why: At the first step the state is empty, and this is a KeyError.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state["step"] + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g**2
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: means_start_at_gradient
# why: The means start at the first gradient instead of 0, and are then corrected besides.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", g) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", g**2) + (1 - b2) * g**2
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: shared_zero_array
# why: Both means are the same array of zeros, so each is mixed into the other.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        if "step" not in state:
            zeros = np.zeros_like(param)
            state.update(step=0, exp_avg=zeros, exp_avg_sq=zeros)
        state["step"] += 1
        g = grad + group["weight_decay"] * param
        state["exp_avg"] *= b1
        state["exp_avg"] += (1 - b1) * g
        state["exp_avg_sq"] *= b2
        state["exp_avg_sq"] += (1 - b2) * g**2
        m = state["exp_avg"] / (1 - b1 ** state["step"])
        s = state["exp_avg_sq"] / (1 - b2 ** state["step"])
        param -= group["lr"] * m / (np.sqrt(np.abs(s)) + group["eps"])

# %% wrong: bias_multiplied
# why: It multiplies by 1 - beta^t where it should divide.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m * (1 - b1**t)
        s_hat = s * (1 - b2**t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: root_of_both
# why: eps is put beside the quotient, so it protects nothing where the root is 0.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        param -= group["lr"] * m_hat / np.sqrt(s_hat) / (1 + group["eps"])

# %% wrong: old_means_used
# why: The parameter is moved before the means are renewed, so the first step does nothing.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = state.get("exp_avg", np.zeros_like(param))
        s = state.get("exp_avg_sq", np.zeros_like(param))
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])
        state["step"] = t
        state["exp_avg"] = b1 * m + (1 - b1) * g
        state["exp_avg_sq"] = b2 * s + (1 - b2) * g**2

# %% wrong: changes_the_rate
# why: It changes the settings of the group, which is not its own.
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
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m_hat = m / (1 - b1**t)
        s_hat = s / (1 - b2**t)
        group["lr"] = group["lr"] * 0.999
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

