# %% right: get_zero
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v


# %% right: verbose_first_step
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        lr = group["lr"]
        momentum = group["momentum"]
        weight_decay = group["weight_decay"]
        # first the decay
        decayed = grad + weight_decay * param
        # then the velocity
        if "momentum_buffer" in state:
            velocity = momentum * state["momentum_buffer"] + decayed
        else:
            velocity = decayed.copy()
        state["momentum_buffer"] = velocity
        # then the step, in place
        param[...] = param - lr * velocity


# %% right: buffer_in_place
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = np.zeros_like(param)
        v = state["momentum_buffer"]
        v *= group["momentum"]
        v += grad
        v += group["weight_decay"] * param
        np.subtract(param, group["lr"] * v, out=param)


# %% right: copy_of_grad
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        lr, mu, wd = (group[k] for k in ("lr", "momentum", "weight_decay"))
        g = np.array(grad)
        if wd != 0:
            g = g + wd * param
        old = state.get("momentum_buffer")
        if old is not None:
            g = g + mu * old
        state["momentum_buffer"] = np.array(g)
        param += -lr * g


# %% wrong: param_not_in_place
# why: `param = param - ...` makes a new array and gives it the name: the parameter of the network stays where it is.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param = param - group["lr"] * v


# %% wrong: returns_new_param
# why: The new parameter is returned instead of being written into the array: nothing is to be returned, and the caller's array is unchanged.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        return param - group["lr"] * v


# %% wrong: changes_grad
# why: `grad += ...` writes the decay into the parameter's own gradient, which must stay as it is.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        grad += group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * v


# %% wrong: rate_in_velocity
# why: The rate is a part of the velocity: v ← momentum · v + lr · g. If the rate changes between two steps, the old steps keep the old rate.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + group["lr"] * g
        state["momentum_buffer"] = v
        param -= v


# %% wrong: velocity_on_the_class
# why: The velocity is kept as an attribute of the class: there is one for all parameters, and they mix.
@piece
class SGD:
    velocity = 0

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        SGD.velocity = group["momentum"] * SGD.velocity + g
        param -= group["lr"] * SGD.velocity


# %% wrong: buffer_is_grad_itself
# why: At the first step grad itself (not a copy) is kept as the velocity where there is no decay; later `*=` and `+=` write into it, and so into the parameter's gradient.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        if group["weight_decay"] != 0:
            grad = grad + group["weight_decay"] * param
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = grad
        else:
            v = state["momentum_buffer"]
            v *= group["momentum"]
            v += grad
        param -= group["lr"] * state["momentum_buffer"]


# %% wrong: running_mean
# why: The gradient is weighted with 1 - momentum, as in Adam's running mean; SGD's velocity adds the whole gradient.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        mu = group["momentum"]
        v = mu * state.get("momentum_buffer", 0) + (1 - mu) * g
        state["momentum_buffer"] = v
        param -= group["lr"] * v


# %% wrong: velocity_not_stored
# why: The velocity is computed but never put back into state: every step is like the first, and the momentum has no effect.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            v = group["momentum"] * state["momentum_buffer"] + g
        else:
            v = g
        param -= group["lr"] * v


# %% wrong: decay_forgotten
# why: group["weight_decay"] is not used at all.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * v


# %% wrong: decay_beside_the_velocity
# why: The decay is subtracted from the parameter directly and does not go through the velocity: it belongs to the gradient, g' = g + decay · p.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * (v + group["weight_decay"] * param)


# %% wrong: uphill
# why: The step is added: the parameter goes up the slope instead of down.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param += group["lr"] * v


# %% wrong: own_name_for_buffer
# why: The velocity is kept under the name "v": a saved state, whose velocity is called "momentum_buffer", is not found when it is loaded.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("v", 0) + g
        state["v"] = v
        param -= group["lr"] * v


# %% wrong: decay_subtracted
# why: The decay is subtracted from the gradient: the weights are driven away from 0 instead of towards it.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad - group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v


# %% wrong: last_gradient_for_velocity
# why: Only the gradient is stored, and not the velocity: the momentum reaches back one step and forgets all that was before.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = g
        param -= group["lr"] * v


# %% wrong: nesterov
# why: The step is g + momentum · v, one look ahead: that is the Nesterov form, which is not asked for.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * (g + group["momentum"] * v)


# %% wrong: first_settings_kept
# why: The rate is put into state at the first step and taken from there ever after: a schedule that changes it has no effect.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        if len(state) == 0:
            state["lr"] = group["lr"]
            state["momentum_buffer"] = np.zeros_like(param)
        g = grad + group["weight_decay"] * param
        state["momentum_buffer"] = group["momentum"] * state["momentum_buffer"] + g
        param -= state["lr"] * state["momentum_buffer"]


# %% wrong: first_step_is_skipped
# why: At the first step the velocity is only stored, and the parameter is not moved: the step stands under else.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = g
        else:
            state["momentum_buffer"] = group["momentum"] * state["momentum_buffer"] + g
            param -= group["lr"] * state["momentum_buffer"]


# %% wrong: old_velocity_used
# why: The parameter is moved with the old velocity, before the new gradient is in it: the first step does nothing and all others come one step late.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        v = state.get("momentum_buffer", np.zeros_like(param))
        param -= group["lr"] * v
        g = grad + group["weight_decay"] * param
        state["momentum_buffer"] = group["momentum"] * v + g
