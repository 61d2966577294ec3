# %% right: state_get
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% right: first_step_if
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        lr = group["lr"]
        momentum = group["momentum"]
        decay = group["weight_decay"]
        g = grad.copy()
        if decay != 0:
            g = g + decay * param
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = g
        else:
            state["momentum_buffer"] = momentum * state["momentum_buffer"] + g
        param[...] = param - lr * state["momentum_buffer"]

# %% right: in_place_buffer
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        if not state:
            state["momentum_buffer"] = np.zeros_like(param)
        v = state["momentum_buffer"]
        v *= group["momentum"]
        v += grad
        v += group["weight_decay"] * param
        param -= group["lr"] * v

# %% right: helper_and_np_subtract
def _decayed(param, grad, decay):
    return np.add(grad, np.multiply(param, decay))


@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        slope = _decayed(param, grad, group["weight_decay"])
        old = state.get("momentum_buffer")
        new = slope if old is None else group["momentum"] * old + slope
        state["momentum_buffer"] = np.array(new)
        np.subtract(param, group["lr"] * new, out=param)

# %% wrong: new_name
# why: `param = param - ...` gives the name to a new array, the parameter itself is not changed.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param = param - group["lr"] * v

# %% wrong: grad_in_place
# why: The decay is added into the array of the gradient itself.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        grad += group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: lr_in_velocity
# why: The rate goes into the velocity, so old steps keep the old rate when a schedule changes it.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + group["lr"] * g
        state["momentum_buffer"] = v
        param -= v

# %% wrong: keeps_grad_itself
# why: At the first step grad itself is kept as the velocity, and the next step writes into it.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

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

# %% wrong: running_mean
# why: The velocity is a running mean with (1 - momentum) as in Adam, where the gradient enters with factor 1.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        m = group["momentum"]
        g = grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            v = m * state["momentum_buffer"] + (1 - m) * g
        else:
            v = g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: velocity_not_stored
# why: The velocity is computed but not stored, so each step is like the first.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = g
        if "momentum_buffer" in state:
            v = group["momentum"] * state["momentum_buffer"] + g
        param -= group["lr"] * v

# %% wrong: class_velocity
# why: The velocity is an attribute of the class: one for all parameters.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    v = 0

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        SGD.v = group["momentum"] * SGD.v + g
        state["momentum_buffer"] = SGD.v
        param -= group["lr"] * SGD.v

# %% wrong: decay_sign
# why: The decay is subtracted from the gradient, which makes the weights grow.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad - group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: decay_forgotten
# why: weight_decay is not used.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        v = grad.copy()
        if "momentum_buffer" in state:
            v += group["momentum"] * state["momentum_buffer"]
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: decoupled_decay
# why: The decay goes past the velocity, directly at the parameter, and is not remembered in it.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * (v + group["weight_decay"] * param)

# %% wrong: nesterov
# why: This is Nesterov's step: it goes along g + momentum v in place of v.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * (g + group["momentum"] * v)

# %% wrong: old_velocity
# why: The parameter moves by the velocity of the step before; the new one is stored after it has moved.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = state.get("momentum_buffer", g)
        param -= group["lr"] * v
        state["momentum_buffer"] = group["momentum"] * v + g

# %% wrong: other_name_in_state
# why: The velocity is kept under "v" and not under "momentum_buffer", so a saved state cannot be loaded.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        state["v"] = group["momentum"] * state.get("v", 0) + g
        param -= group["lr"] * state["v"]

# %% wrong: momentum_keyerror
# why: At the first step the state is empty: state["momentum_buffer"] is a KeyError.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state["momentum_buffer"] + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: buffer_is_sum_with_param_after
# why: The parameter moves by the gradient alone first, and the decay is computed from the parameter that was moved already.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        param -= group["lr"] * v
        v = v + group["weight_decay"] * param
        state["momentum_buffer"] = v
