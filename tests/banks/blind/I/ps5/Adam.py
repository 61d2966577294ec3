# %% right: as_the_formulas
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
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])

# %% right: zeros_at_first
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        if not state:
            state["step"] = 0
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        state["step"] += 1
        beta1, beta2 = group["betas"]
        grad = grad + group["weight_decay"] * param
        m, s = state["exp_avg"], state["exp_avg_sq"]
        m += (1 - beta1) * (grad - m)
        s += (1 - beta2) * (grad * grad - s)
        m_hat = m / (1 - math.pow(beta1, state["step"]))
        s_hat = s / (1 - math.pow(beta2, state["step"]))
        param[...] -= group["lr"] * m_hat / (s_hat**0.5 + group["eps"])

# %% wrong: one_array_for_both_means
# why: "a = b = zeros" gives both names to one array. The running means of g and of its square are written into the same
# memory; each needs an array of its own.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        if "step" not in state:
            state["step"] = 0
            state["exp_avg"] = state["exp_avg_sq"] = np.zeros_like(param)
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        state["step"] += 1
        m, s = state["exp_avg"], state["exp_avg_sq"]
        m *= b1
        m += (1 - b1) * g
        s *= b2
        s += (1 - b2) * g * g
        t = state["step"]
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])

# %% wrong: eps_under_the_root
# why: eps is added under the root. It should be added to the root: sqrt(s_hat) + eps.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        beta1, beta2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state["step"] = state.get("step", 0) + 1
        m = state["exp_avg"] = beta1 * state.get("exp_avg", 0.0) + (1 - beta1) * g
        s = state["exp_avg_sq"] = beta2 * state.get("exp_avg_sq", 0.0) + (1 - beta2) * g**2
        m_hat, s_hat = m / (1 - beta1**t), s / (1 - beta2**t)
        param -= group["lr"] * m_hat / np.sqrt(s_hat + group["eps"])

# %% wrong: corrected_means_are_stored
# why: The corrected means are put into the state, and the next step goes on from them. Stored are the means without the
# correction, which is computed anew in each step.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        state["step"] = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g * g
        m = m / (1 - b1 ** state["step"])
        s = s / (1 - b2 ** state["step"])
        state["exp_avg"], state["exp_avg_sq"] = m, s
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])

# %% wrong: correction_outside_of_the_root
# why: The root is taken of s, and divided by 1 - beta2^t afterwards. The correction belongs under the root:
# sqrt(s / (1 - beta2^t)).
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        if "step" not in state:
            state.update(step=0, exp_avg=np.zeros_like(param), exp_avg_sq=np.zeros_like(param))
        state["step"] += 1
        state["exp_avg"] = b1 * state["exp_avg"] + (1 - b1) * g
        state["exp_avg_sq"] = b2 * state["exp_avg_sq"] + (1 - b2) * g**2
        up = state["exp_avg"] / (1 - b1 ** state["step"])
        down = np.sqrt(state["exp_avg_sq"]) / (1 - b2 ** state["step"]) + group["eps"]
        param -= group["lr"] * up / down

# %% wrong: square_of_the_bare_gradient
# why: The decay goes into the mean m, but the mean of the squares is made from grad without it. Both means take
# g' = g + weight_decay p.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        decayed = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * decayed
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * np.square(grad)
        state.update({"step": t, "exp_avg": m, "exp_avg_sq": s})
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])

# %% wrong: one_count_in_the_class
# why: The count of the steps is an attribute of the class, so all parameters count together. Each parameter has its own
# count in its own state, under "step".
@piece
class Adam:
    t = 0

    @staticmethod
    def update(param, grad, state, group):
        Adam.t += 1
        t = Adam.t
        state["step"] = t
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g * g
        state["exp_avg"], state["exp_avg_sq"] = m, s
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])

# %% wrong: decay_added_into_grad
# why: grad += ... adds the decay into the array that is the parameter's .grad, which must be left as it is. A new array is
# needed for the sum.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        if group["weight_decay"]:
            grad += group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * grad
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * grad**2
        state.update(step=t, exp_avg=m, exp_avg_sq=s)
        param -= group["lr"] * (m / (1 - b1**t)) / (np.sqrt(s / (1 - b2**t)) + group["eps"])
