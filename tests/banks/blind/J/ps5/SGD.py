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
    @staticmethod
    def update(param, grad, state, group):
        lr, mu, decay = (group[k] for k in ("lr", "momentum", "weight_decay"))
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = np.zeros_like(param)
        v = state["momentum_buffer"]
        v *= mu
        v += grad
        v += decay * param
        param[...] = param - lr * v

# %% right: first_step_asked
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        d = grad.copy()
        if group["weight_decay"] != 0:
            d += group["weight_decay"] * param
        old = state.get("momentum_buffer")
        if old is None:
            new = d
        else:
            new = group["momentum"] * old + d
        state["momentum_buffer"] = new
        np.subtract(param, group["lr"] * new, out=param)

# %% wrong: buffer_scaled_by_the_rate
# why: `v *= lr` is done in place, and v is the very array that was put into state: the velocity is kept multiplied by the rate. lr * v must be a new array.
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
        v *= group["lr"]
        param -= v

# %% wrong: rate_inside_the_velocity
# why: The rate is part of the velocity, v ← momentum·v + lr·g, as in some books. When a schedule changes the rate, the old steps keep theirs. v is to be kept without
# the rate, and lr multiplies it in the last step.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        step = group["lr"] * (grad + group["weight_decay"] * param)
        velocity = group["momentum"] * state.get("momentum_buffer", 0.0) + step
        state["momentum_buffer"] = velocity
        param -= velocity

# %% wrong: velocity_never_stored
# why: The zeros are put into state at the first step, but `v = ...` gives the name v to a new array that is never put back. The buffer stays 0 and there is no momentum. state must get the new v.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        v = state.setdefault("momentum_buffer", np.zeros_like(param))
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * v + g
        param -= group["lr"] * v

# %% wrong: running_mean
# why: The velocity is a running mean, with the gradient times (1 - momentum), as Adam does it. Here the gradient is added in full: v ← momentum·v + g'.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        mu = group["momentum"]
        g = grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            state["momentum_buffer"] = mu * state["momentum_buffer"] + (1 - mu) * g
        else:
            state["momentum_buffer"] = g
        param -= group["lr"] * state["momentum_buffer"]

# %% wrong: decay_beside_the_velocity
# why: The decay is subtracted from the parameter directly and does not go through the velocity. It is part of the gradient, g' = g + weight_decay·p, and is remembered with it.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        buf = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = buf
        param -= group["lr"] * (buf + group["weight_decay"] * param)

# %% wrong: keeps_grad_itself
# why: Without decay, the array kept at the first step is grad itself. Whoever changes .grad in place before the next step changes the velocity as well; an own array, a copy, must be kept.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        if group["weight_decay"]:
            grad = grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            grad = group["momentum"] * state["momentum_buffer"] + grad
        state["momentum_buffer"] = grad
        param -= group["lr"] * grad

# %% wrong: looks_ahead
# why: The step is g' + momentum·v, which is Nesterov's. Asked for is p ← p - lr·v, with the velocity alone.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        m = group["momentum"]
        g = grad + group["weight_decay"] * param
        v = m * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * (g + m * v)

# %% wrong: slice_of_a_number
# why: `param[:]` needs at least one axis. A parameter may be a single number, of shape (), and then this is an IndexError; `param[...]` or `param -= ...` works for any shape.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param[:] = param - group["lr"] * v

# %% wrong: rate_of_the_first_step
# why: The settings are copied into state at the first step and read from there ever after. A schedule changes group["lr"] between two steps, and this optimizer never
# hears of it; group must be read anew in each step.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        if not state:
            state["momentum_buffer"] = np.zeros(param.shape, param.dtype)
            state["settings"] = dict(group)
        s = state["settings"]
        v = s["momentum"] * state["momentum_buffer"] + grad + s["weight_decay"] * param
        state["momentum_buffer"] = v
        param -= s["lr"] * v

# %% wrong: subtracts_the_decay
# why: The decay is subtracted from the gradient. So the weights are driven away from 0 and grow; it must be added, g' = g + weight_decay·p.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad - group["weight_decay"] * param
        if "momentum_buffer" in state:
            g = g + group["momentum"] * state["momentum_buffer"]
        state["momentum_buffer"] = g
        param -= group["lr"] * g

# %% wrong: velocities_by_shape
# why: The velocities are kept in a dict of the class, by the shape of the parameter. Two parameters of the same shape share one velocity; each must have its own, in state.
@piece
class SGD:
    velocity = {}

    @staticmethod
    def update(param, grad, state, group):
        key = param.shape
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * SGD.velocity.get(key, np.zeros(key)) + g
        SGD.velocity[key] = v
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: another_name_in_the_state
# why: The velocity is kept under the name "velocity". A state that was saved has "momentum_buffer", which is not read here, so after loading the velocity starts anew; that name must be used.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        step = grad + group["weight_decay"] * param
        if "velocity" in state:
            step = step + group["momentum"] * state["velocity"]
        state["velocity"] = step
        param -= group["lr"] * step

# %% wrong: a_new_array_for_param
# why: `param = param - ...` gives the name to a new array, and the parameter of the network stays where it is. It has to be changed in place, with param -= ...
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        state["momentum_buffer"] = group["momentum"] * state.get("momentum_buffer", 0) + g
        param = param - group["lr"] * state["momentum_buffer"]

# %% wrong: decay_after_the_step
# why: The parameter is moved first, and the decay is computed from its new place. g' is built from the parameter as it is before the step.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        lr, mu = group["lr"], group["momentum"]
        v = mu * state.get("momentum_buffer", 0) + grad
        param -= lr * v
        d = group["weight_decay"] * param
        param -= lr * d
        state["momentum_buffer"] = v + d
