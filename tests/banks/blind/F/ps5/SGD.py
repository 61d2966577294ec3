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

# %% right: first_step_asked
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        lr = group["lr"]
        momentum = group["momentum"]
        decay = group["weight_decay"]
        total = grad + decay * param
        if "momentum_buffer" in state:
            velocity = momentum * state["momentum_buffer"] + total
        else:
            velocity = total
        state["momentum_buffer"] = velocity
        param[...] = param - lr * velocity

# %% right: buffer_in_place
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = np.zeros_like(param)
        velocity = state["momentum_buffer"]
        velocity *= group["momentum"]
        velocity += grad
        velocity += group["weight_decay"] * param
        np.subtract(param, group["lr"] * velocity, out=param)

# %% right: decay_only_if_any
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad.copy()
        if group["weight_decay"] != 0:
            g += group["weight_decay"] * param
        old = state.get("momentum_buffer")
        if old is None:
            new = g
        else:
            new = old * group["momentum"] + g
        state["momentum_buffer"] = new
        step = group["lr"] * new
        param -= step

# %% right: entry_by_entry
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        before = state.setdefault("momentum_buffer", np.zeros(param.shape, dtype=param.dtype))
        after = np.zeros_like(before)
        for index in np.ndindex(param.shape):
            slope = grad[index] + group["weight_decay"] * param[index]
            after[index] = group["momentum"] * before[index] + slope
            param[index] -= group["lr"] * after[index]
        state["momentum_buffer"] = after

# %% wrong: rebinds_param
# why: param = … only gives the name to a new array; the optimizer never sees it.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param = param - group["lr"] * v

# %% wrong: changes_grad
# why: grad += … changes the gradient in place.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        grad += group["weight_decay"] * param
        g = grad
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: grad_kept_itself
# why: Without decay grad itself is kept in the state instead of an array of its own.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad if group["weight_decay"] == 0 else grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            state["momentum_buffer"] = group["momentum"] * state["momentum_buffer"] + g
        else:
            state["momentum_buffer"] = g
        param -= group["lr"] * state["momentum_buffer"]

# %% wrong: grad_kept_and_changed
# why: The buffer is the array of the first gradient, and is changed in place later.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad if group["weight_decay"] == 0 else grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            v = state["momentum_buffer"]
            v *= group["momentum"]
            v += g
        else:
            v = state["momentum_buffer"] = g
        param -= group["lr"] * v

# %% wrong: rate_in_velocity
# why: The rate is in the velocity already, so a change of the rate does not reach what was gathered before.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + group["lr"] * g
        state["momentum_buffer"] = v
        param -= v

# %% wrong: dampened
# why: The gradient is multiplied by 1 - momentum, as in Adam; here it is added whole.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + (1 - group["momentum"]) * g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: velocity_on_class
# why: One velocity for all parameters: it must be kept in each one's own state.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    velocity = 0

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        SGD.velocity = group["momentum"] * SGD.velocity + g
        state["momentum_buffer"] = SGD.velocity
        param -= group["lr"] * SGD.velocity

# %% wrong: not_stored
# why: The velocity is never stored, so there is no momentum.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        param -= group["lr"] * v

# %% wrong: stored_at_first_step_only
# why: setdefault stores the velocity at the first step only.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state.setdefault("momentum_buffer", v)
        param -= group["lr"] * v

# %% wrong: state_rebound
# why: state = … makes a new dict that nobody keeps.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state = {"momentum_buffer": v}
        param -= group["lr"] * v

# %% wrong: other_name
# why: The velocity must have the name "momentum_buffer" in the state.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("velocity", 0) + g
        state["velocity"] = v
        param -= group["lr"] * v

# %% wrong: no_decay
# why: The weight decay is forgotten.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad.copy()
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: decoupled_decay
# why: The decay goes around the velocity; it belongs to the gradient.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * (v + group["weight_decay"] * param)

# %% wrong: decay_after_step
# why: The decay shrinks the parameter after the step instead of being part of the gradient.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * v
        param *= 1 - group["lr"] * group["weight_decay"]

# %% wrong: decay_sign
# why: The decay has the wrong sign, so weights grow.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad - group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: decay_of_grad
# why: The decay is multiplied by the gradient instead of the parameter.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * grad
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: climbs
# why: The step goes uphill: the sign is wrong.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param += group["lr"] * v

# %% wrong: old_velocity_used
# why: The parameter is moved by the velocity of the step before, so the first step does nothing.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = state.get("momentum_buffer", np.zeros_like(param))
        param -= group["lr"] * v
        state["momentum_buffer"] = group["momentum"] * v + g

# %% wrong: first_step_skipped
# why: At the first step the velocity is set, but the parameter is not moved.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = g
            return
        v = group["momentum"] * state["momentum_buffer"] + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: first_step_not_stored
# why: After the first step zeros are in the state instead of the velocity.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = np.zeros_like(param)
            v = g
        else:
            v = group["momentum"] * state["momentum_buffer"] + g
            state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: momentum_on_the_sum
# why: The brackets stand wrong: the new gradient is multiplied by the momentum, too.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * (state.get("momentum_buffer", 0) + g)
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: nesterov
# why: This is Nesterov's step, which is not asked for.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * (g + group["momentum"] * v)

# %% wrong: rate_kept
# why: The rate of the first step is kept, so a schedule has no effect.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        lr = state.setdefault("lr", group["lr"])
        param -= lr * v

# %% wrong: rate_hard_coded
# why: The rate of the example is written in.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= 0.1 * v

# %% wrong: rate_on_class
# why: The rate of the first group is used for all groups.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    lr = None

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        if SGD.lr is None:
            SGD.lr = group["lr"]
        param -= SGD.lr * v

# %% wrong: slice_for_ellipsis
# why: param[:] fails for a parameter that is a single number, without an axis.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param[:] = param - group["lr"] * v

# %% wrong: first_row_only
# why: Only the first row of the parameter is moved.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param[0] -= group["lr"] * v[0]

# %% wrong: plain_without_momentum
# why: Where the momentum is 0 the weight decay is forgotten.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        if group["momentum"] == 0:
            param -= group["lr"] * grad
            return
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: buffer_is_param_step
# why: What is stored has been multiplied by the rate, so next time the momentum is much too small.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        v *= group["lr"]
        state["momentum_buffer"] = v
        param -= v

# %% wrong: buffer_at_every_step_zero
# why: The buffer is set to zero at every step.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        state["momentum_buffer"] = np.zeros_like(param)
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state["momentum_buffer"] + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: key_error
# why: At the first step the state is empty, and this is a KeyError.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state["momentum_buffer"] + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: momentum_squared
# why: The old velocity is multiplied by the momentum twice.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] ** 2 * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * v

# %% wrong: decay_from_moved_param
# why: The decay is computed from a parameter that has already been moved half the way.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        if "momentum_buffer" in state:
            param -= group["lr"] * group["momentum"] * state["momentum_buffer"]
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        param -= group["lr"] * g

# %% wrong: no_step
# why: The step is computed and never taken.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + g
        state["momentum_buffer"] = v
        step = group["lr"] * v

# %% wrong: clipped
# why: The gradient is clipped, which nobody asked for.
@piece
class SGD:
    """p ← p − lr · v, where v ← momentum · v + g + weight_decay · p"""

    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + np.clip(g, -1, 1)
        state["momentum_buffer"] = v
        param -= group["lr"] * v

