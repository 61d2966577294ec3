# %% right: get_with_zero
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

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
        param -= group["lr"] * v

# %% right: first_step_copied
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        lr, mu, wd = (group[k] for k in ("lr", "momentum", "weight_decay"))
        grad = grad + wd * param if wd != 0 else grad
        if len(state) == 0:
            state["momentum_buffer"] = np.array(grad, copy=True)
        else:
            state["momentum_buffer"] = mu * state["momentum_buffer"] + grad
        param[...] = param - lr * state["momentum_buffer"]

# %% right: helper_for_the_velocity
def velocity(param, grad, old, momentum, decay):
    step = np.array(grad + decay * param)
    return step if old is None else np.asarray(momentum * old + step)


@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        v = velocity(param, grad, state.get("momentum_buffer"), group["momentum"], group["weight_decay"])
        state["momentum_buffer"] = v
        np.subtract(param, group["lr"] * v, out=param)

# %% wrong: rate_inside_of_the_velocity
# why: The rate is multiplied into the velocity. If the rate changes between two steps, the old part of
# the velocity keeps the old rate. The velocity has no rate in it; the whole of it is multiplied by the
# present one.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + group["lr"] * g
        state["momentum_buffer"] = v
        param -= v

# %% wrong: a_new_name_for_param
# why: `param = param - ...` makes a new array and gives it the name; the optimizer's array is left as
# it was. Change it in place, by param -= ...
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            v = group["momentum"] * state["momentum_buffer"] + g
        else:
            v = g
        state["momentum_buffer"] = v
        param = param - group["lr"] * v

# %% wrong: grad_itself_is_kept
# why: Without decay the gradient's own array becomes the velocity at the first step, and the next step
# multiplies and adds into it in place. So the parameter's gradient is changed, or the velocity when the
# gradient's array is used again. Keep a copy.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        if group["weight_decay"] != 0:
            grad = grad + group["weight_decay"] * param
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = grad
        else:
            state["momentum_buffer"] *= group["momentum"]
            state["momentum_buffer"] += grad
        param -= group["lr"] * state["momentum_buffer"]

# %% wrong: running_mean_of_the_gradient
# why: The gradient is multiplied by 1 - momentum, as in a running mean. Here the gradient is added
# to the velocity as a whole: v = momentum · v + g.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        m = group["momentum"]
        g = grad + group["weight_decay"] * param
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = g
        else:
            state["momentum_buffer"] = m * state["momentum_buffer"] + (1 - m) * g
        param -= group["lr"] * state["momentum_buffer"]

# %% wrong: decay_beside_the_velocity
# why: The decay is subtracted from the parameter directly and never gets into the velocity. It is a part
# of the gradient, so it must go through the momentum as well.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        v = group["momentum"] * state.get("momentum_buffer", np.zeros_like(param)) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * v + group["lr"] * group["weight_decay"] * param

# %% wrong: velocity_never_stored
# why: setdefault stores zeros at the first step, but the new velocity only gets a local name and is not
# written back into the state. Every step starts from the velocity 0, and momentum has no effect.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        v = state.setdefault("momentum_buffer", np.zeros_like(param))
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * v + g
        param -= group["lr"] * v

# %% wrong: rate_of_the_first_step
# why: The rate is stored at the first step, and read from the state ever after. A schedule may change it
# between two steps, so it must be read from the group each time.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        if not state:
            state["momentum_buffer"] = np.zeros_like(param)
            state["lr"] = group["lr"]
        d = grad + group["weight_decay"] * param
        state["momentum_buffer"] = group["momentum"] * state["momentum_buffer"] + d
        param -= state["lr"] * state["momentum_buffer"]

# %% wrong: nesterov_look_ahead
# why: The step taken is g + momentum · v, which is Nesterov's. Here the parameter moves by lr · v and
# nothing else.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        mu = group["momentum"]
        g = grad + group["weight_decay"] * param
        v = mu * state.get("momentum_buffer", 0.0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * (g + mu * v)
