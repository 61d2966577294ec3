# %% right: step_size_and_denominator
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        beta1, beta2 = group["betas"]
        t = state.get("step", 0) + 1
        g = grad + group["weight_decay"] * param
        m = beta1 * state.get("exp_avg", 0) + (1 - beta1) * g
        s = beta2 * state.get("exp_avg_sq", 0) + (1 - beta2) * g * g
        root = np.sqrt(s) / math.sqrt(1 - beta2**t)
        length = group["lr"] / (1 - beta1**t)
        param -= length * m / (root + group["eps"])
        state["step"] = t
        state["exp_avg"] = np.asarray(m)
        state["exp_avg_sq"] = np.asarray(s)

# %% right: means_move_towards_the_new
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        if not state:
            state["step"] = 0
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        state["step"] += 1
        g = grad + param * group["weight_decay"]
        corrected = []
        for name, beta, new in zip(
            ("exp_avg", "exp_avg_sq"), group["betas"], (g, g**2)
        ):
            mean = state[name]
            mean += (1 - beta) * (new - mean)
            corrected.append(mean / (1 - beta ** state["step"]))
        param[...] = param - group["lr"] * corrected[0] / (
            corrected[1] ** 0.5 + group["eps"]
        )

# %% wrong: count_in_the_group
# why: The step is counted in group, which all parameters of the group share, so every parameter's call raises the count of the others.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        group["step"] = group.get("step", 0) + 1
        t = group["step"]
        state["step"] = t
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        if "exp_avg" not in state:
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        state["exp_avg"] = b1 * state["exp_avg"] + (1 - b1) * g
        state["exp_avg_sq"] = b2 * state["exp_avg_sq"] + (1 - b2) * g**2
        m = state["exp_avg"] / (1 - b1**t)
        s = state["exp_avg_sq"] / (1 - b2**t)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])

# %% wrong: corrected_means_are_kept
# why: The corrected means are written back into the state, so the next step goes on from them and corrects once more.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        beta1, beta2 = group["betas"]
        grad = grad + group["weight_decay"] * param
        t = state["step"] = state.get("step", 0) + 1
        m = state.get("exp_avg", np.zeros_like(param))
        s = state.get("exp_avg_sq", np.zeros_like(param))
        m = beta1 * m + (1 - beta1) * grad
        s = beta2 * s + (1 - beta2) * grad * grad
        m = m / (1 - beta1**t)
        s = s / (1 - beta2**t)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])
        state["exp_avg"], state["exp_avg_sq"] = m, s

# %% wrong: decay_in_one_mean_only
# why: The decay goes into the mean of the gradient, but the mean of the squares is made of the bare gradient.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        lr, eps, decay = group["lr"], group["eps"], group["weight_decay"]
        (b1, b2) = group["betas"]
        if len(state) == 0:
            state.update(
                step=0, exp_avg=np.zeros_like(grad), exp_avg_sq=np.zeros_like(grad)
            )
        state["step"] += 1
        state["exp_avg"] *= b1
        state["exp_avg"] += (1 - b1) * (grad + decay * param)
        state["exp_avg_sq"] *= b2
        state["exp_avg_sq"] += (1 - b2) * np.square(grad)
        mhat = state["exp_avg"] / (1 - b1 ** state["step"])
        shat = state["exp_avg_sq"] / (1 - b2 ** state["step"])
        param -= lr * mhat / (np.sqrt(shat) + eps)

# %% wrong: correction_outside_the_root
# why: The root is taken of s alone and then divided by 1 - beta2^t, where the correction belongs under the root.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        def correct(value, beta):
            return value / (1 - beta ** state["step"])

        beta1, beta2 = group["betas"]
        state["step"] = 1 + state.get("step", 0)
        g = grad + group["weight_decay"] * param
        state["exp_avg"] = beta1 * state.get("exp_avg", 0.0) + (1 - beta1) * g
        state["exp_avg_sq"] = beta2 * state.get("exp_avg_sq", 0.0) + (1 - beta2) * g * g
        numerator = correct(state["exp_avg"], beta1)
        denominator = correct(np.sqrt(state["exp_avg_sq"]), beta2) + group["eps"]
        param -= group["lr"] * numerator / denominator

# %% wrong: means_start_at_the_first_gradient
# why: The means start at the first gradient and its square, as the velocity of SGD does, and are corrected all the same as if they had started at 0.
@piece
class Adam:
    """p ← p − lr · m̂ / (√ŝ + eps), with running means m of g and s of g²"""

    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        g = grad + group["weight_decay"] * param
        if "step" in state:
            state["step"] += 1
            state["exp_avg"] = b1 * state["exp_avg"] + (1 - b1) * g
            state["exp_avg_sq"] = b2 * state["exp_avg_sq"] + (1 - b2) * g * g
        else:
            state["step"] = 1
            state["exp_avg"] = g.copy()
            state["exp_avg_sq"] = g * g
        t = state["step"]
        up = state["exp_avg"] / (1 - b1**t)
        down = np.sqrt(state["exp_avg_sq"] / (1 - b2**t)) + group["eps"]
        param -= group["lr"] * up / down
