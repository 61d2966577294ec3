# %% right: model_in_the_loop
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% right: autograd_grad_and_a_new_w
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    x, y = x.detach(), y.detach()
    for _ in range(steps):
        leaf = w.detach().requires_grad_()
        error = ((x * torch.exp(leaf) - y) ** 2).mean()
        (slope,) = torch.autograd.grad(error, leaf)
        w = w - rate * slope
    return w

# %% right: slope_by_hand
@piece
def fit_growth(start, x, y, rate, steps):
    with torch.no_grad():
        w = start.clone()
        for _ in range(steps):
            model = x * w.exp()
            slopes = 2 * (model - y) * model / model.numel()
            if w.dim() == 0:
                slope = slopes.sum()
            else:
                slope = slopes.reshape(-1, w.shape[0]).sum(0)
            w = w - rate * slope
    return w.detach()

# %% wrong: retain_graph_keeps_the_old_model
# why: retain_graph=True lets the old graph be walked again, but the model was computed once, before the loop. Every step
# uses the values of the first w; the model must be computed anew in each step.
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

# %% wrong: gradients_add_up
# why: w.grad is never cleared, so each step goes by the sum of all gradients so far. Each step needs its own gradient
# alone.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
    return w.detach()

# %% wrong: start_moves_along
# why: detach() is no copy: w has the memory of start, and w -= … changes the caller's tensor. A clone is needed.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        (grad,) = torch.autograd.grad(loss, w)
        with torch.no_grad():
            w -= rate * grad
    return w.detach()

# %% wrong: returned_with_a_graph
# why: The w that is returned still requires grad. It should come back without a graph, detached.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        w.grad = None
        (x * w.exp() - y).pow(2).mean().backward()
        with torch.no_grad():
            w -= rate * w.grad
    return w

# %% wrong: mean_of_the_slopes_by_hand
# why: The slope is written by hand as a mean over the rows for each w. The loss is a mean over all entries, also over
# the k columns, so it must be divided by the number of all entries.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    for _ in range(steps):
        model = x * w.exp()
        slopes = 2 * (model - y) * model
        if w.dim() == 0:
            w = w - rate * slopes.mean()
        else:
            w = w - rate * slopes.reshape(-1, w.shape[0]).mean(0)
    return w.detach()

# %% wrong: inner_derivative_left_out
# why: The slope by hand is 2 (x eʷ - y) x. The derivative of eʷ by w, which is eʷ itself, is missing as a factor.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    n = x.numel()
    for _ in range(steps):
        rest = x * w.exp() - y
        slopes = 2 * rest * x / n
        slope = slopes.sum() if w.dim() == 0 else slopes.reshape(-1, w.shape[-1]).sum(0)
        w = w - rate * slope
    return w
