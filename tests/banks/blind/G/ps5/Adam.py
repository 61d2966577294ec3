# %% right: correction_in_the_rate
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0.0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0.0) + (1 - b2) * g**2
        state.update(step=t, exp_avg=np.asarray(m), exp_avg_sq=np.asarray(s))
        root = math.sqrt(1 - b2**t)
        rate = group["lr"] * root / (1 - b1**t)
        param -= rate * m / (np.sqrt(s) + group["eps"] * root)


# %% right: means_changed_in_place
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        if "step" not in state:
            state["step"] = 0
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        state["step"] += 1
        decayed = grad + group["weight_decay"] * param
        beta1, beta2 = group["betas"]
        mean, square = state["exp_avg"], state["exp_avg_sq"]
        # the mean moves a part of the way to what is new
        mean[...] = mean + (1 - beta1) * (decayed - mean)
        square[...] = square + (1 - beta2) * (decayed * decayed - square)
        m_hat = mean / (1 - beta1 ** state["step"])
        s_hat = square / (1 - beta2 ** state["step"])
        param[...] = param - group["lr"] * (m_hat / (np.sqrt(s_hat) + group["eps"]))


# %% wrong: eps_under_the_root
# why: eps is added before the root is taken. Asked for is the root first, then eps; with small gradients the two differ.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        beta1, beta2 = group["betas"]
        g = grad + group["weight_decay"] * param
        step = state.get("step", 0) + 1
        m = beta1 * state.get("exp_avg", np.zeros_like(param)) + (1 - beta1) * g
        s = beta2 * state.get("exp_avg_sq", np.zeros_like(param)) + (1 - beta2) * g * g
        state["step"], state["exp_avg"], state["exp_avg_sq"] = step, m, s
        top = m / (1 - beta1**step)
        below = np.sqrt(s / (1 - beta2**step) + group["eps"])
        param -= group["lr"] * top / below


# %% wrong: the_corrected_means_are_kept
# why: The quotients are written back into the state, so the next step goes on from means that were corrected already.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        state["step"] = state.get("step", 0) + 1
        for name, beta, new in (
            ("exp_avg", group["betas"][0], g),
            ("exp_avg_sq", group["betas"][1], g * g),
        ):
            mean = beta * state.get(name, 0) + (1 - beta) * new
            state[name] = mean / (1 - beta ** state["step"])
        param -= group["lr"] * state["exp_avg"] / (
            np.sqrt(state["exp_avg_sq"]) + group["eps"]
        )


# %% wrong: one_count_for_all
# why: The steps are counted on the class, for all parameters together, although each parameter has made its own number of steps.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    steps = 0

    @staticmethod
    def update(param, grad, state, group):
        Adam.steps += 1
        t = Adam.steps
        state["step"] = t
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        m = state.setdefault("exp_avg", np.zeros_like(param))
        s = state.setdefault("exp_avg_sq", np.zeros_like(param))
        m *= b1
        m += (1 - b1) * g
        s *= b2
        s += (1 - b2) * g * g
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])


# %% wrong: the_count_begins_at_two
# why: The count starts at 1 and is raised before it is used: at the first step t is 2, and the means are corrected too little.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        if not state:
            state["step"] = 1
            state["exp_avg"] = 0 * param
            state["exp_avg_sq"] = 0 * param
        state["step"] += 1
        t, lr, eps = state["step"], group["lr"], group["eps"]
        beta1, beta2 = group["betas"]
        g = grad + group["weight_decay"] * param
        state["exp_avg"] = beta1 * state["exp_avg"] + (1 - beta1) * g
        state["exp_avg_sq"] = beta2 * state["exp_avg_sq"] + (1 - beta2) * np.square(g)
        m = state["exp_avg"] / (1 - beta1**t)
        s = state["exp_avg_sq"] / (1 - beta2**t)
        param -= lr * m / (np.sqrt(s) + eps)


# %% wrong: the_square_is_of_the_bare_gradient
# why: The decay goes into the mean of the gradient, but not into the mean of its square, which is taken of grad itself.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        (b1, b2), lr = group["betas"], group["lr"]
        t = state["step"] + 1 if "step" in state else 1
        old_m = state["exp_avg"] if t > 1 else np.zeros_like(param)
        old_s = state["exp_avg_sq"] if t > 1 else np.zeros_like(param)
        m = b1 * old_m + (1 - b1) * (grad + group["weight_decay"] * param)
        s = b2 * old_s + (1 - b2) * grad**2
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        denominator = np.sqrt(s / (1 - b2**t)) + group["eps"]
        param -= lr / (1 - b1**t) * m / denominator
