# %% right: get_with_zero
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% right: first_step_by_question
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        lr, momentum, decay = group["lr"], group["momentum"], group["weight_decay"]
        d = grad + decay * param
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = np.array(d)
        else:
            buf = state["momentum_buffer"]
            buf *= momentum
            buf += d
        param[...] = param - lr * state["momentum_buffer"]

# %% right: zeros_at_first
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        velocity = state.get("momentum_buffer")
        if velocity is None:
            velocity = np.zeros_like(param)
        velocity = group["momentum"] * velocity + grad + group["weight_decay"] * param
        state["momentum_buffer"] = velocity
        np.subtract(param, group["lr"] * velocity, out=param)

# %% right: decay_only_where_there_is_one
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad.copy()
        if group["weight_decay"] != 0:
            g = g + group["weight_decay"] * param
        if "momentum_buffer" in state:
            g = g + group["momentum"] * state["momentum_buffer"]
        state["momentum_buffer"] = g
        param += -group["lr"] * g

# %% wrong: rate_in_the_velocity
# why: The velocity already contains the rate, v = momentum · v + lr · g. If the rate changes between two steps the old part keeps the old rate; v must be kept without it, and lr multiplied when the parameter moves.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + group["lr"] * g
        state["momentum_buffer"] = v
        param -= v

# %% wrong: grad_itself_kept
# why: At the first step without decay the array grad itself is put into the state, and later it is multiplied and added to in place. So somebody else's gradient array is changed, or changes the velocity; a copy should be kept.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        if group["weight_decay"]:
            grad = grad + group["weight_decay"] * param
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = grad
        else:
            state["momentum_buffer"] *= group["momentum"]
            state["momentum_buffer"] += grad
        param -= group["lr"] * state["momentum_buffer"]

# %% wrong: decay_beside_the_velocity
# why: The decay is subtracted from the parameter directly and does not go through the velocity. It is a part of g', which v adds up, so that with momentum it works on in later steps as well.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        v = state.get("momentum_buffer", 0) * group["momentum"] + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * (v + group["weight_decay"] * param)

# %% wrong: running_mean
# why: The velocity is a running mean, with the gradient multiplied by 1 - momentum. In this SGD the gradient is added whole: v = momentum · v + g'.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        beta = group["momentum"]
        g = grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            v = beta * state["momentum_buffer"] + (1 - beta) * g
        else:
            v = g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: settings_of_the_first_step
# why: The rate is stored in the state at the first step and used ever after. A schedule changes group["lr"] between two steps; it must be read from group each time.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        if not state:
            state["lr"] = group["lr"]
            state["momentum_buffer"] = np.zeros_like(param)
        g = grad + group["weight_decay"] * param
        state["momentum_buffer"] = group["momentum"] * state["momentum_buffer"] + g
        param -= state["lr"] * state["momentum_buffer"]

# %% wrong: moved_before_the_velocity
# why: The parameter is moved by the old velocity, and the velocity is updated only afterwards. The new velocity must be computed first, so that the gradient of this step counts in this step.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = state.get("momentum_buffer", g)
        param -= group["lr"] * v
        state["momentum_buffer"] = group["momentum"] * v + g

# %% wrong: zero_dimensional_velocity_not_stored
# why: For a 0-d parameter, grad + decay · param is a NumPy number and not an array, and `v *= …`, `v += …` then only give the name v to new numbers: the state never changes after the first step. The new velocity must be put back into the state.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        if "momentum_buffer" not in state:
            v = state["momentum_buffer"] = g
        else:
            v = state["momentum_buffer"]
            v *= group["momentum"]
            v += g
        param -= group["lr"] * v

# %% wrong: other_name_in_the_state
# why: The velocity is kept under the name "velocity". It should be "momentum_buffer", so that a state that was saved can be loaded.
@piece
class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        state["velocity"] = group["momentum"] * state.get("velocity", 0.0) + g
        param -= group["lr"] * state["velocity"]
