# %% right: as_in_the_formulas
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g ** 2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        m_hat = m / (1 - b1 ** t)
        s_hat = s / (1 - b2 ** t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% right: zeros_at_the_first_step
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        if len(state) == 0:
            state["step"] = 0
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        state["step"] += 1
        beta1, beta2 = group["betas"]
        g = grad + group["weight_decay"] * param
        state["exp_avg"] = beta1 * state["exp_avg"] + (1 - beta1) * g
        state["exp_avg_sq"] = beta2 * state["exp_avg_sq"] + (1 - beta2) * g * g
        correction1 = 1 - beta1 ** state["step"]
        correction2 = 1 - beta2 ** state["step"]
        denominator = np.sqrt(state["exp_avg_sq"] / correction2) + group["eps"]
        param[...] = param - group["lr"] / correction1 * state["exp_avg"] / denominator

# %% right: lerp_form
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        def mean(name, new, beta):
            old = state.get(name, np.zeros_like(param))
            state[name] = old + (1 - beta) * (new - old)
            return state[name] / (1 - beta ** state["step"])

        state["step"] = 1 if "step" not in state else state["step"] + 1
        if group["weight_decay"]:
            grad = grad + group["weight_decay"] * param
        m = mean("exp_avg", grad, group["betas"][0])
        s = mean("exp_avg_sq", np.square(grad), group["betas"][1])
        param -= group["lr"] * (m / (s ** 0.5 + group["eps"]))

# %% right: setdefault_and_in_place_means
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        lr, eps, wd = (group[k] for k in ("lr", "eps", "weight_decay"))
        beta1, beta2 = group["betas"]
        m = state.setdefault("exp_avg", np.zeros(param.shape, param.dtype))
        s = state.setdefault("exp_avg_sq", np.zeros(param.shape, param.dtype))
        state["step"] = t = state.get("step", 0) + 1
        g = grad + wd * param
        m[...] = beta1 * m + (1 - beta1) * g
        s[...] = beta2 * s + (1 - beta2) * g ** 2
        step = lr * (m / (1 - beta1 ** t)) / (np.sqrt(s / (1 - beta2 ** t)) + eps)
        np.copyto(param, param - step)

# %% wrong: count_not_stored
# why: The count is read from the state and raised, but never put back: a number is not changed in place. So t is 1 in every step; the new count must be stored as state["step"].
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        if not state:
            state["step"] = 0
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        t = state["step"]
        t += 1
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        state["exp_avg"] = b1 * state["exp_avg"] + (1 - b1) * g
        state["exp_avg_sq"] = b2 * state["exp_avg_sq"] + (1 - b2) * g ** 2
        m = state["exp_avg"] / (1 - b1 ** t)
        s = state["exp_avg_sq"] / (1 - b2 ** t)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])

# %% wrong: correction_outside_the_root
# why: The root of s is divided by 1 - β₂^t. The correction belongs under the root: s is divided first, and then the root is taken.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        t = state["step"] = state.get("step", 0) + 1
        g = grad + group["weight_decay"] * param
        m = state["exp_avg"] = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = state["exp_avg_sq"] = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g ** 2
        root = np.sqrt(s) / (1 - b2 ** t)
        param -= group["lr"] * (m / (1 - b1 ** t)) / (root + group["eps"])

# %% wrong: eps_scaled_by_the_correction
# why: The corrections are put together into the rate, lr · √(1 - β₂^t) / (1 - β₁^t), and eps is added to the uncorrected root. So eps counts for more in the first steps; it must be added to the root of the corrected s.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        beta1, beta2 = group["betas"]
        g = grad + group["weight_decay"] * param
        state["step"] = state.get("step", 0) + 1
        t = state["step"]
        state["exp_avg"] = beta1 * state.get("exp_avg", 0.0) + (1 - beta1) * g
        state["exp_avg_sq"] = beta2 * state.get("exp_avg_sq", 0.0) + (1 - beta2) * g * g
        rate = group["lr"] * np.sqrt(1 - beta2 ** t) / (1 - beta1 ** t)
        param -= rate * state["exp_avg"] / (np.sqrt(state["exp_avg_sq"]) + group["eps"])

# %% wrong: one_array_for_both_means
# why: Both means are the same array of zeros, with two names. Writing into one in place changes the other; each needs an array of its own.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        if "step" not in state:
            state["step"] = 0
            state["exp_avg"] = state["exp_avg_sq"] = np.zeros(param.shape, param.dtype)
        state["step"] += 1
        t = state["step"]
        b1, b2 = group["betas"]
        m, s = state["exp_avg"], state["exp_avg_sq"]
        g = grad + group["weight_decay"] * param
        m[...] = b1 * m + (1 - b1) * g
        s[...] = b2 * s + (1 - b2) * g ** 2
        param -= group["lr"] * (m / (1 - b1 ** t)) / (np.sqrt(s / (1 - b2 ** t)) + group["eps"])

# %% wrong: corrected_means_stored
# why: The corrected means are put into the state, and the next step continues from them. The means must be kept without the correction, which is computed anew for each step.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        t = state.get("step", 0) + 1
        g = grad + group["weight_decay"] * param
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g ** 2
        m = m / (1 - b1 ** t)
        s = s / (1 - b2 ** t)
        state.update(step=t, exp_avg=m, exp_avg_sq=s)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])

# %% wrong: squares_without_the_decay
# why: The mean of the squares takes the gradient without the decay, and only the first mean takes g'. Both means are made of g' = g + weight_decay · p.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        beta1, beta2 = group["betas"]
        decayed = grad + group["weight_decay"] * param
        state["step"] = step = state.get("step", 0) + 1
        state["exp_avg"] = beta1 * state.get("exp_avg", 0) + (1 - beta1) * decayed
        state["exp_avg_sq"] = beta2 * state.get("exp_avg_sq", 0) + (1 - beta2) * np.square(grad)
        m = state["exp_avg"] / (1 - beta1 ** step)
        s = state["exp_avg_sq"] / (1 - beta2 ** step)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])

# %% wrong: power_of_the_difference
# why: The correction is computed as (1 - β)^t. It is 1 - β^t: the beta is raised to the power, and then subtracted from 1; from the second step on the two are different.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        one, two = group["betas"]
        state["step"] = state.get("step", 0) + 1
        n = state["step"]
        g = grad + group["weight_decay"] * param
        state["exp_avg"] = one * state.get("exp_avg", 0) + (1 - one) * g
        state["exp_avg_sq"] = two * state.get("exp_avg_sq", 0) + (1 - two) * g ** 2
        m_hat = state["exp_avg"] / (1 - one) ** n
        v_hat = state["exp_avg_sq"] / (1 - two) ** n
        param -= group["lr"] * m_hat / (v_hat ** 0.5 + group["eps"])

# %% wrong: step_as_an_array
# why: The count is kept as an array with one number. state["step"] must be a plain number whenever it is read.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        if not state:
            state["step"] = np.zeros(1, dtype=param.dtype)
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        state["step"] += 1
        t = int(state["step"][0])
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        state["exp_avg"] = b1 * state["exp_avg"] + (1 - b1) * g
        state["exp_avg_sq"] = b2 * state["exp_avg_sq"] + (1 - b2) * g ** 2
        m = state["exp_avg"] / (1 - b1 ** t)
        s = state["exp_avg_sq"] / (1 - b2 ** t)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])
