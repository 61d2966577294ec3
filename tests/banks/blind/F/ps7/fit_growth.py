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
# %% right: by_grad
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    for step in range(steps):
        w.requires_grad_()
        loss = ((x * torch.exp(w) - y) ** 2).mean()
        (g,) = torch.autograd.grad(loss, w)
        w = (w - rate * g).detach()
    return w.detach()
# %% right: by_sgd
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_(True)
    optimizer = torch.optim.SGD([w], lr=rate)
    for _ in range(steps):
        optimizer.zero_grad()
        error = x * w.exp() - y
        (error * error).mean().backward()
        optimizer.step()
    return w.detach()
# %% right: by_hand
@piece
def fit_growth(start, x, y, rate, steps):
    with torch.no_grad():
        w = start.detach().clone()
        for _ in range(steps):
            model = x * w.exp()
            slopes = 2 * (model - y) * model / x.numel()
            while slopes.dim() > w.dim():
                slopes = slopes.sum(0)
            w = w - rate * slopes
    return w
# %% wrong: retain_graph
# why: retain_graph=True only hides the error: the model is never computed anew, so the slope is that of the first w.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    model = x * w.exp()
    for _ in range(steps):
        loss = (model - y).pow(2).mean()
        loss.backward(retain_graph=True)
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()
# %% wrong: model_detached
# why: The model is detached, and the loss depends on w no more.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    model = x * w.exp()
    for _ in range(steps):
        loss = (model.detach() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()
# %% wrong: gradient_not_cleared
# why: w.grad is never cleared, so the gradients of all steps pile up.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        model = x * w.exp()
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
    return w.detach()
# %% wrong: start_changed
# why: w is the caller's start itself, and is changed in place.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().requires_grad_()
    for _ in range(steps):
        model = x * w.exp()
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()
# %% wrong: with_a_graph
# why: The result still requires grad; it should have no graph.
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
    return w
# %% wrong: uphill
# why: The step goes uphill.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        model = x * w.exp()
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w += rate * w.grad
        w.grad = None
    return w.detach()
# %% wrong: leaf_lost
# why: w = w - ... under no_grad is a new tensor that requires no grad: the second step fails.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        model = x * w.exp()
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w = w - rate * w.grad
    return w.detach()
# %% wrong: one_step_less
# why: range(1, steps) makes one step too few.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(1, steps):
        model = x * w.exp()
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()
# %% wrong: returns_after_one_step
# why: return stands in the loop: one step only, and None with no steps.
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
# %% wrong: sum_for_mean
# why: The loss is a sum and not a mean.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        model = x * w.exp()
        loss = (model - y).pow(2).sum()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()
# %% wrong: exponential_forgotten
# why: The model is x w and not x e^w.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        model = x * w
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()
# %% wrong: inner_slope_forgotten
# why: The slope by hand lacks the inner derivative x e^w.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    for _ in range(steps):
        g = 2 * (x * w.exp() - y) / x.numel()
        while g.dim() > w.dim():
            g = g.sum(0)
        w = w - rate * g
    return w.detach()
# %% wrong: summed_to_one_number
# why: The gradient is added up to one number, also where start has several.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    for _ in range(steps):
        model = x * w.exp()
        w = w - rate * (2 * (model - y) * model).mean()
    return w.detach()
# %% wrong: error_swallowed
# why: The error is caught: after the first step nothing more happens.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    model = x * w.exp()
    for _ in range(steps):
        loss = (model - y).pow(2).mean()
        try:
            loss.backward()
        except RuntimeError:
            break
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()
# %% wrong: zero_steps_fail
# why: With no steps `new` was never made, which is an error.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        (g,) = torch.autograd.grad(loss, w)
        new = (w - rate * g).detach()
        w = new.clone().requires_grad_()
    return new
# %% wrong: stale_difference
# why: The difference model - y is computed once before the loop; only the other factor of the slope is made anew at each step.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    old = x * w.detach().exp()
    for _ in range(steps):
        model = x * w.exp()
        loss = (model * (old - y) * 2).mean()
        (g,) = torch.autograd.grad(loss, w)
        with torch.no_grad():
            w -= rate * g
    return w.detach()
