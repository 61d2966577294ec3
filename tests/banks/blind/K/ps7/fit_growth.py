# %% right: model_in_the_loop
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        model = x * w.exp()
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% right: new_leaf_each_step
def one_step(w, x, y, rate):
    leaf = w.detach().clone().requires_grad_()
    error = x * torch.exp(leaf) - y
    (slope,) = torch.autograd.grad((error * error).mean(), [leaf])
    return leaf.detach() - rate * slope


@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    while steps > 0:
        w = one_step(w, x, y, rate)
        steps -= 1
    return w

# %% wrong: no_clone
# why: detach() gives another tensor with the same memory, so w -= ... moves the caller's start as well.
# The program should work on a copy, made by clone().
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% wrong: gradients_pile_up
# why: The gradient is never cleared, so backward adds each step's slope to those of all steps before.
# It should be set to None (or zero) in every step.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = ((x * w.exp() - y) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
    return w.detach()

# %% wrong: one_slope_for_all
# why: The slope by hand is averaged over all entries to a single number. If w has the shape (k,), each
# entry should get the slope of its own column only, divided by the number of all entries.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    x, y = x.detach(), y.detach()
    for _ in range(steps):
        model = x * w.exp()
        slope = (2 * (model - y) * model).mean()
        w = w - rate * slope
    return w

# %% wrong: model_before_the_update
# why: The model is made anew at the end of the loop, but before w is moved: from the second step on the
# slope is that of the w one step ago. It should be computed after the update, from the new w.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    model = x * w.exp()
    for _ in range(steps):
        loss = (model - y).pow(2).mean()
        loss.backward()
        model = x * w.exp()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% wrong: returns_the_parameter
# why: What is returned still requires grad. The text asks for the last w without a graph, so it should be
# detached.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for i in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        grad = torch.autograd.grad(loss, [w])[0]
        with torch.no_grad():
            w -= rate * grad
    return w

# %% wrong: nothing_without_steps
# why: The name that is returned is only made inside the loop. With steps = 0 the loop does not run, and
# Python knows no such name; the start should be returned.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        result = w.detach() - rate * w.grad
        w = result.clone().requires_grad_()
    return result
