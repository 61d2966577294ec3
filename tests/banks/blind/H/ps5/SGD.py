# %% right: velocity_changed_in_place
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
        param -= group["lr"] * v

# %% right: everything_new
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        lr, momentum, decay = (group[k] for k in ("lr", "momentum", "weight_decay"))
        old = state.get("momentum_buffer")
        new = np.array(grad, dtype=param.dtype) + decay * param
        if old is not None:
            new = new + momentum * old
        state["momentum_buffer"] = np.asarray(new)
        param[...] = param - lr * new

# %% wrong: rate_in_the_velocity
# why: The rate is multiplied into the velocity, so after a change of the rate the old part of the velocity still has the old one.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + group["lr"] * g
        state["momentum_buffer"] = v
        param -= v

# %% wrong: first_velocity_is_grad_itself
# why: Without decay the first velocity is the array grad itself; whoever changes the gradient afterwards, as zero_grad in place does, changes the velocity, too.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad
        if group["weight_decay"] != 0:
            g = g + group["weight_decay"] * param
        if "momentum_buffer" in state:
            v = group["momentum"] * state["momentum_buffer"] + g
        else:
            v = g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: running_mean
# why: The new gradient is weighted with 1 - momentum, as in a running mean; SGD's velocity adds the whole gradient.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        m = group["momentum"]
        slope = grad + group["weight_decay"] * param
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = slope.copy()
        else:
            state["momentum_buffer"] = m * state["momentum_buffer"] + (1 - m) * slope
        param -= group["lr"] * state["momentum_buffer"]

# %% wrong: decay_beside_the_velocity
# why: The decay is added to the step and not to the gradient, so it never goes through the velocity.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        velocity = state.setdefault("momentum_buffer", np.zeros_like(param))
        velocity[...] = group["momentum"] * velocity + grad
        step = velocity + group["weight_decay"] * param
        param -= group["lr"] * step

# %% wrong: velocity_in_the_group
# why: The velocity is kept in group, which all parameters of the group share, and not in the parameter's own state.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        if group.get("momentum_buffer") is None:
            group["momentum_buffer"] = g
        else:
            group["momentum_buffer"] = group["momentum"] * group["momentum_buffer"] + g
        np.subtract(param, group["lr"] * group["momentum_buffer"], out=param)
