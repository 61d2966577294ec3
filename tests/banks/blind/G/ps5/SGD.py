# %% right: a_new_velocity_each_step
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        velocity = np.array(grad + group["weight_decay"] * param)
        if "momentum_buffer" in state:
            velocity = velocity + group["momentum"] * state["momentum_buffer"]
        state["momentum_buffer"] = np.asarray(velocity)
        np.subtract(param, group["lr"] * velocity, out=param)


# %% right: one_velocity_changed_in_place
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = np.zeros_like(param)
        v = state["momentum_buffer"]
        v[...] = group["momentum"] * v
        v[...] += grad
        v[...] += group["weight_decay"] * param
        param[...] = param - v * group["lr"]


# %% wrong: the_rate_is_inside_of_the_velocity
# why: The velocity has the rate in it. If a schedule changes the rate, the old steps keep the old one.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = state.get("momentum_buffer", 0)
        v = group["momentum"] * v + group["lr"] * g
        state["momentum_buffer"] = v
        param -= v


# %% wrong: decay_around_the_velocity
# why: The decay is taken off the parameter directly, and not added to the gradient, so it never gets into the velocity.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        lr, momentum, decay = group["lr"], group["momentum"], group["weight_decay"]
        old = state.get("momentum_buffer")
        if old is None:
            new = grad.copy()
        else:
            new = momentum * old + grad
        state["momentum_buffer"] = new
        param *= 1 - lr * decay
        param -= lr * new


# %% wrong: the_buffer_is_the_gradient_itself
# why: Without decay, the array that is kept at the first step is grad itself, and the next step changes it in place: whoever reads the old gradient finds the velocity there.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        if group["weight_decay"] != 0:
            grad = grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            buffer = state["momentum_buffer"]
            buffer *= group["momentum"]
            buffer += grad
        else:
            buffer = state["momentum_buffer"] = grad
        param -= group["lr"] * buffer


# %% wrong: nesterov
# why: The parameter moves by g + momentum · v, one look ahead. That is Nesterov's momentum, and the text asks for the step lr · v.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        m = group["momentum"]
        g = grad + param * group["weight_decay"]
        v = m * state.get("momentum_buffer", np.zeros_like(param)) + g
        state["momentum_buffer"] = v
        step = g + m * v
        param[...] -= group["lr"] * step


# %% wrong: a_running_mean
# why: The gradient comes in with the factor 1 - momentum, as in Adam's running mean. SGD adds the whole gradient.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        decayed = grad + group["weight_decay"] * param
        if not state:
            state["momentum_buffer"] = np.array(decayed, dtype=param.dtype)
        else:
            keep = group["momentum"]
            state["momentum_buffer"] = (
                keep * state["momentum_buffer"] + (1 - keep) * decayed
            )
        param -= group["lr"] * state["momentum_buffer"]
