# %% right: by_the_book
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
        m_hat = m / (1 - b1 ** t)
        s_hat = s / (1 - b2 ** t)
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])

# %% right: buffers_in_place
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        if not state:
            state.update(step=0, exp_avg=np.zeros_like(param), exp_avg_sq=np.zeros_like(param))
        state["step"] += 1
        beta1, beta2 = group["betas"]
        grad = grad + group["weight_decay"] * param
        m, s = state["exp_avg"], state["exp_avg_sq"]
        m *= beta1
        m += (1 - beta1) * grad
        s *= beta2
        s += (1 - beta2) * grad * grad
        c1 = 1 - beta1 ** state["step"]
        c2 = 1 - beta2 ** state["step"]
        param[...] -= group["lr"] * (m / c1) / ((s / c2) ** 0.5 + group["eps"])

# %% right: mean_as_a_step_towards
def towards(old, new, beta):
    return old + (1 - beta) * (new - old)


@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        state["step"] = t = state["step"] + 1 if "step" in state else 1
        hats = []
        for name, value, beta in zip(("exp_avg", "exp_avg_sq"), (g, g * g), group["betas"]):
            state[name] = towards(state.get(name, np.zeros_like(param)), value, beta)
            hats.append(state[name] / (1 - beta ** t))
        param -= group["lr"] * hats[0] / (np.sqrt(hats[1]) + group["eps"])

# %% wrong: stores_the_corrected_means
# why: The means are put into state after they were corrected. The next step goes on from the corrected ones, and corrects them once more. The means must be kept as they are, and the quotients computed anew.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = (b1 * state.get("exp_avg", 0) + (1 - b1) * g) / (1 - b1 ** t)
        s = (b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g * g) / (1 - b2 ** t)
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])

# %% wrong: corrected_in_place
# why: `m /= ...` writes into the array that lies in state, so that the stored means are the corrected ones. The quotient must be a new array, m / (1 - beta1 ** t).
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        beta1, beta2 = group["betas"]
        if len(state) == 0:
            state["step"] = 0
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        state["step"] += 1
        g = grad + group["weight_decay"] * param
        m = state["exp_avg"]
        s = state["exp_avg_sq"]
        m *= beta1
        m += (1 - beta1) * g
        s *= beta2
        s += (1 - beta2) * g ** 2
        m /= 1 - beta1 ** state["step"]
        s /= 1 - beta2 ** state["step"]
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])

# %% wrong: eps_before_the_correction
# why: The two corrections are drawn together in front, lr·√(1-β2^t)/(1-β1^t), and eps is added to the root of the uncorrected s. So eps counts too much in the first steps; it must be added to the root
# of the corrected s.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        t = state["step"] = state.get("step", 0) + 1
        g = grad + group["weight_decay"] * param
        m = state["exp_avg"] = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = state["exp_avg_sq"] = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g * g
        rate = group["lr"] * (1 - b2 ** t) ** 0.5 / (1 - b1 ** t)
        param -= rate * m / (np.sqrt(s) + group["eps"])

# %% wrong: first_mean_is_the_gradient
# why: At the first step the means are set to g and g² themselves, as the velocity of SGD is. They start at 0, so the first m is (1 - β1)·g; together with the correction the first steps become far too large.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        if "step" in state:
            state["step"] += 1
            state["exp_avg"] = b1 * state["exp_avg"] + (1 - b1) * g
            state["exp_avg_sq"] = b2 * state["exp_avg_sq"] + (1 - b2) * g ** 2
        else:
            state["step"] = 1
            state["exp_avg"] = g
            state["exp_avg_sq"] = g ** 2
        t = state["step"]
        mhat = state["exp_avg"] / (1 - b1 ** t)
        shat = state["exp_avg_sq"] / (1 - b2 ** t)
        param -= group["lr"] * mhat / (np.sqrt(shat) + group["eps"])

# %% wrong: square_of_the_mean
# why: s is the running mean of m², the square of the mean. It should be that of g'², the square of the gradient itself.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        (b1, b2), lr, eps = group["betas"], group["lr"], group["eps"]
        t = state.get("step", 0) + 1
        g = grad + group["weight_decay"] * param
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * m ** 2
        state.update(step=t, exp_avg=m, exp_avg_sq=s)
        param -= lr * (m / (1 - b1 ** t)) / (np.sqrt(s / (1 - b2 ** t)) + eps)

# %% wrong: one_beta_for_both_corrections
# why: s is corrected with β1, the beta of m. Each mean is divided by 1 - β^t with its own beta.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        beta1, beta2 = group["betas"]
        t = state.get("step", 0) + 1
        g = grad + group["weight_decay"] * param
        m = beta1 * state.get("exp_avg", 0) + (1 - beta1) * g
        s = beta2 * state.get("exp_avg_sq", 0) + (1 - beta2) * g * g
        state.update({"step": t, "exp_avg": m, "exp_avg_sq": s})
        correction = 1 - beta1 ** t
        param -= group["lr"] * (m / correction) / (np.sqrt(s / correction) + group["eps"])

# %% wrong: squares_without_the_decay
# why: The decay is added to the gradient for m only; s is the mean of the squares of the bare gradient. g' goes into both means.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * (grad + group["weight_decay"] * param)
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * grad ** 2
        state["step"], state["exp_avg"], state["exp_avg_sq"] = t, m, s
        param -= group["lr"] * m / (1 - b1 ** t) / (np.sqrt(s / (1 - b2 ** t)) + group["eps"])

# %% wrong: counts_from_zero
# why: The count is raised after it was used, so that t is 0 in the first step and the correction divides by 1 - β^0 = 0. Steps are counted from 1: add 1 first.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        if "step" not in state:
            state["step"] = 0
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        t = state["step"]
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        state["exp_avg"] = b1 * state["exp_avg"] + (1 - b1) * g
        state["exp_avg_sq"] = b2 * state["exp_avg_sq"] + (1 - b2) * g * g
        m = state["exp_avg"] / (1 - b1 ** t)
        s = state["exp_avg_sq"] / (1 - b2 ** t)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])
        state["step"] += 1

# %% wrong: one_length_for_all_entries
# why: The root is taken of the sum of all entries of s, so there is one length for the whole parameter. Roots and quotients are taken entry by entry: np.sqrt(s).
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        t = state["step"] = state.get("step", 0) + 1
        m = state["exp_avg"] = b1 * state.get("exp_avg", np.zeros_like(g)) + (1 - b1) * g
        s = state["exp_avg_sq"] = b2 * state.get("exp_avg_sq", np.zeros_like(g)) + (1 - b2) * g ** 2
        length = np.sqrt(np.sum(s / (1 - b2 ** t)))
        param -= group["lr"] * (m / (1 - b1 ** t)) / (length + group["eps"])

# %% wrong: squares_grad_in_place
# why: `g *= g` squares the array of the gradient itself, since g and grad are the same array where there is no decay. grad must be left as it is; g * g is a new array.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad
        if group["weight_decay"] != 0:
            g = g + group["weight_decay"] * param
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        g *= g
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g
        state["step"] = t
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        param -= group["lr"] * (m / (1 - b1 ** t)) / (np.sqrt(s / (1 - b2 ** t)) + group["eps"])

# %% wrong: step_as_an_array
# why: The count is kept as an array with one entry. Whoever reads state["step"] expects a plain number.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        state.setdefault("step", np.zeros(1))
        state.setdefault("exp_avg", np.zeros_like(param))
        state.setdefault("exp_avg_sq", np.zeros_like(param))
        state["step"] += 1
        t = state["step"].item()
        g = grad + group["weight_decay"] * param
        state["exp_avg"] = b1 * state["exp_avg"] + (1 - b1) * g
        state["exp_avg_sq"] = b2 * state["exp_avg_sq"] + (1 - b2) * g * g
        m = state["exp_avg"] / (1 - b1 ** t)
        s = state["exp_avg_sq"] / (1 - b2 ** t)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])

# %% wrong: decay_on_the_weight
# why: The parameter is shrunk by lr·weight_decay directly, as AdamW does it. In Adam the decay is part of the gradient, and goes through both means.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        lr, (b1, b2) = group["lr"], group["betas"]
        t = state.get("step", 0) + 1
        m = b1 * state.get("exp_avg", 0) + (1 - b1) * grad
        s = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * grad ** 2
        state.update(step=t, exp_avg=m, exp_avg_sq=s)
        param *= 1 - lr * group["weight_decay"]
        param -= lr * (m / (1 - b1 ** t)) / (np.sqrt(s / (1 - b2 ** t)) + group["eps"])

# %% wrong: steps_of_the_class
# why: The steps are counted on the class, once for all parameters, so that t grows with every call. Each parameter counts its own steps, in its state.
@piece
class Adam:
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
        param -= group["lr"] * (m / (1 - b1 ** t)) / (np.sqrt(s / (1 - b2 ** t)) + group["eps"])

# %% wrong: power_the_wrong_way_round
# why: The correction is 1 - t^β, with base and exponent swapped. It is 1 - β^t; for t = 1 the swapped one is 0.
@piece
class Adam:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        step = state["step"] = state.get("step", 0) + 1
        g = grad + group["weight_decay"] * param
        m = state["exp_avg"] = b1 * state.get("exp_avg", 0) + (1 - b1) * g
        s = state["exp_avg_sq"] = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * g ** 2
        m = m / (1 - np.power(step, b1))
        s = s / (1 - np.power(step, b2))
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])
