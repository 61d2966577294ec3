# %% right: as_in_the_text
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g ** 2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * (m / (1 - b1 ** t)) / (np.sqrt(s / (1 - b2 ** t)) + group["eps"])

# %% right: means_in_place
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        if not state:
            state["step"] = 0
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        beta1, beta2 = group["betas"]
        if group["weight_decay"]:
            grad = grad + group["weight_decay"] * param
        state["step"] += 1
        m, s = state["exp_avg"], state["exp_avg_sq"]
        m *= beta1
        m += (1 - beta1) * grad
        s *= beta2
        s += (1 - beta2) * grad * grad
        m_hat = m / (1 - beta1 ** state["step"])
        s_hat = s / (1 - beta2 ** state["step"])
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% right: pytorchs_order
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        beta1, beta2 = group["betas"]
        lr, eps = group["lr"], group["eps"]
        d = grad + group["weight_decay"] * param
        state.setdefault("step", 0)
        state.setdefault("exp_avg", np.zeros_like(param))
        state.setdefault("exp_avg_sq", np.zeros_like(param))
        state["step"] = state["step"] + 1
        state["exp_avg"] = state["exp_avg"] + (1 - beta1) * (d - state["exp_avg"])
        state["exp_avg_sq"] = beta2 * state["exp_avg_sq"] + (1 - beta2) * np.square(d)
        step_size = lr / (1 - math.pow(beta1, state["step"]))
        denom = np.sqrt(state["exp_avg_sq"]) / math.sqrt(1 - beta2 ** state["step"]) + eps
        param[...] -= step_size * state["exp_avg"] / denom

# %% right: one_helper_for_both_means
def running(state, name, beta, new):
    """Updates the mean in the state, and returns it corrected."""
    old = state[name] if name in state else np.zeros_like(new)
    state[name] = beta * old + (1 - beta) * new
    return state[name] / (1 - beta ** state["step"])


@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        state["step"] = 1 + state.get("step", 0)
        g = grad + param * group["weight_decay"]
        first = running(state, "exp_avg", group["betas"][0], g)
        second = running(state, "exp_avg_sq", group["betas"][1], g * g)
        param -= group["lr"] * first / (second ** 0.5 + group["eps"])

# %% wrong: one_array_for_two_means
# why: Both means are given the same array of zeros, and are then changed in place: what is written into
# one stands in the other, too. Each needs an array of its own.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        if "step" not in state:
            state["step"] = 0
            state["exp_avg"] = state["exp_avg_sq"] = np.zeros_like(param)
        g = grad + group["weight_decay"] * param
        state["step"] += 1
        t = state["step"]
        m, s = state["exp_avg"], state["exp_avg_sq"]
        m *= b1
        m += (1 - b1) * g
        s *= b2
        s += (1 - b2) * g * g
        param -= group["lr"] * (m / (1 - b1 ** t)) / (np.sqrt(s / (1 - b2 ** t)) + group["eps"])

# %% wrong: eps_before_the_correction
# why: eps is added to the root of s before s is corrected, so eps is divided by the correction as well.
# The formula takes the root of the corrected s, and adds eps to that.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g * g
        state.update(step=t, exp_avg=m, exp_avg_sq=s)
        rate = group["lr"] * math.sqrt(1 - b2 ** t) / (1 - b1 ** t)
        param -= rate * m / (np.sqrt(s) + group["eps"])

# %% wrong: corrected_means_are_stored
# why: The corrected quotients are written back into the state, so the next step corrects what was
# corrected already. Keep m and s as they are, and compute the correction anew each time.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        beta1, beta2 = group["betas"]
        grad = grad + group["weight_decay"] * param
        state["step"] = state.get("step", 0) + 1
        t = state["step"]
        state["exp_avg"] = (beta1 * state.get("exp_avg", 0) + (1 - beta1) * grad) / (1 - beta1 ** t)
        state["exp_avg_sq"] = (beta2 * state.get("exp_avg_sq", 0) + (1 - beta2) * grad ** 2) / (
            1 - beta2 ** t
        )
        param -= group["lr"] * state["exp_avg"] / (np.sqrt(state["exp_avg_sq"]) + group["eps"])

# %% wrong: steps_counted_from_zero
# why: The count is raised at the end, so the first step is computed with t = 0. Then 1 - beta**0 is 0,
# and the correction divides by 0. The first step is t = 1.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        if not state:
            state["step"] = 0
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        b1, b2 = group["betas"]
        t = state["step"]
        g = grad + group["weight_decay"] * param
        state["exp_avg"] = b1 * state["exp_avg"] + (1 - b1) * g
        state["exp_avg_sq"] = b2 * state["exp_avg_sq"] + (1 - b2) * g ** 2
        m = state["exp_avg"] / (1 - b1 ** t)
        s = state["exp_avg_sq"] / (1 - b2 ** t)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])
        state["step"] += 1

# %% wrong: count_kept_in_the_group
# why: The steps are counted in the group, which all of its parameters share. So the count goes up once
# for each parameter instead of once for each step. It belongs in the parameter's own state.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        group["step"] = group.get("step", 0) + 1
        t = group["step"]
        state["step"] = t
        g = grad + group["weight_decay"] * param
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g * g
        state["exp_avg"], state["exp_avg_sq"] = m, s
        param -= group["lr"] * m / (1 - b1 ** t) / (np.sqrt(s / (1 - b2 ** t)) + group["eps"])

# %% wrong: squares_without_decay
# why: The mean of the squares takes the gradient without the decay, while m takes it with the decay. g'
# goes into both means.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        beta1, beta2 = group["betas"]
        t = state["step"] = state.get("step", 0) + 1
        m = beta1 * state.get("exp_avg", 0) + (1 - beta1) * (grad + group["weight_decay"] * param)
        s = beta2 * state.get("exp_avg_sq", 0) + (1 - beta2) * grad ** 2
        state["exp_avg"], state["exp_avg_sq"] = m, s
        m_hat = m / (1 - beta1 ** t)
        s_hat = s / (1 - beta2 ** t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% wrong: same_beta_in_both_corrections
# why: The mean of the squares is corrected with beta1, which belongs to the other mean. s is divided by
# 1 - beta2**t.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", np.zeros_like(param)) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", np.zeros_like(param)) + (1 - b2) * g * g
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        correction = 1 - b1 ** t
        param -= group["lr"] * (m / correction) / (np.sqrt(s / correction) + group["eps"])

# %% wrong: first_gradient_as_the_mean
# why: At the first step the means are set to g and g² themselves, and then corrected all the same, so
# that they are too large. Both start at 0: after the first step m is (1 - beta1) · g.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        if len(state) == 0:
            state["step"] = 1
            state["exp_avg"] = g
            state["exp_avg_sq"] = g * g
        else:
            state["step"] += 1
            state["exp_avg"] = b1 * state["exp_avg"] + (1 - b1) * g
            state["exp_avg_sq"] = b2 * state["exp_avg_sq"] + (1 - b2) * g * g
        t = state["step"]
        mh = state["exp_avg"] / (1 - b1 ** t)
        sh = state["exp_avg_sq"] / (1 - b2 ** t)
        param -= group["lr"] * mh / (np.sqrt(sh) + group["eps"])
