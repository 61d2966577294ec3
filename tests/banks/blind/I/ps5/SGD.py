# %% right: get_with_zero
@piece
class SGD:
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
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = np.zeros_like(param)
        buf = state["momentum_buffer"]
        buf *= group["momentum"]
        buf += grad
        buf += group["weight_decay"] * param
        param[...] = param - group["lr"] * buf

# %% wrong: rate_in_the_velocity
# why: The rate is multiplied into the velocity, v = momentum v + lr g. While the rate stays that is the same; after a
# schedule has changed it, the old part still moves with the old rate. The rate multiplies v in each step.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = state.get("momentum_buffer", 0.0)
        v = group["momentum"] * v + group["lr"] * g
        state["momentum_buffer"] = v
        param -= v

# %% wrong: grad_itself_is_kept
# why: Without decay the buffer of the first step is the array grad itself, and the next steps write into it with *= and +=.
# That changes the parameter's .grad (or a new gradient overwrites the velocity); keep an array of your own.
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

# %% wrong: dampened_gradient
# why: The gradient is multiplied by 1 - momentum, as in a running mean. Here the velocity is momentum times v plus the
# whole gradient.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        m = group["momentum"]
        g = grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            v = m * state["momentum_buffer"] + (1 - m) * g
        else:
            v = g.copy()
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: decay_beside_the_momentum
# why: The decay is taken off the parameter directly and does not go through the velocity. It is a part of the gradient:
# g' = g + weight_decay p goes into v.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        lr, mom, wd = (group[k] for k in ("lr", "momentum", "weight_decay"))
        v = mom * state.get("momentum_buffer", np.zeros_like(grad)) + grad
        state["momentum_buffer"] = v
        param -= lr * (v + wd * param)

# %% wrong: buffer_asked_for_its_truth
# why: "if buf:" asks an array for its truth, which is an error for more than one entry, and False for a velocity of 0.
# Whether there was a step is asked by "is None" or "in state".
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        step = grad + group["weight_decay"] * param
        buf = state.get("momentum_buffer")
        if buf:
            step = group["momentum"] * buf + step
        state["momentum_buffer"] = step
        param -= group["lr"] * step

# %% wrong: velocity_never_stored
# why: The new velocity is computed but not put back into the state: only the first one stays there. Each step must
# store its v for the next one.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = state.setdefault("momentum_buffer", np.zeros_like(param))
        v = group["momentum"] * v + g
        param -= group["lr"] * v

# %% wrong: new_array_under_the_old_name
# why: param = param - ... computes a new array and gives it the name; the parameter's own array stays as it was. It must be
# changed in place.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        v = grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            v = v + group["momentum"] * state["momentum_buffer"]
        state["momentum_buffer"] = v
        param = param - group["lr"] * v
