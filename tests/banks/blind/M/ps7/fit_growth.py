# %% right: model_in_loop
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

# %% right: autograd_grad_new_leaf
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone()
    for _ in range(steps):
        w = w.detach().requires_grad_(True)
        (slope,) = torch.autograd.grad(((x * torch.exp(w) - y) ** 2).mean(), [w])
        w = w.detach() - rate * slope
    return w.detach()

# %% right: slope_by_hand
def slope_of(w, x, y):
    model = x * torch.exp(w)
    each = 2 * (model - y) * model / model.numel()
    if w.dim() == 0:
        return each.sum()
    return each.reshape(-1, w.shape[0]).sum(0)


@piece
def fit_growth(start, x, y, rate, steps):
    with torch.no_grad():
        w = start.detach().clone()
        for _ in range(steps):
            w = w - rate * slope_of(w, x, y)
    return w

# %% right: with_sgd
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    w.requires_grad_()
    opt = torch.optim.SGD([w], lr=rate)

    def loss_now():
        diff = x * w.exp() - y
        return (diff * diff).mean()

    for i in range(steps):
        opt.zero_grad()
        loss_now().backward()
        opt.step()
    return w.detach()

# %% wrong: grad_never_cleared
# why: The gradient of each step is added to those of the steps before, because w.grad is never set back. It must be cleared (w.grad = None) before the next backward.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
    return w.detach()

# %% wrong: start_not_copied
# why: w shares its memory with start, since detach makes no copy, and `w -= ...` therefore changes the caller's start. A clone is needed.
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

# %% wrong: result_wants_gradient
# why: The w that is returned still requires grad and is a leaf of the graph. It should be returned without a graph, with detach().
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_(True)
    for step in range(steps):
        loss = torch.mean((x * torch.exp(w) - y) ** 2)
        g = torch.autograd.grad(loss, w)[0]
        w = (w - rate * g).detach().requires_grad_(True)
    return w

# %% wrong: square_of_the_mean
# why: It takes the mean of the differences first and squares that. The loss is the mean of the squares: square each difference, then take the mean.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).mean() ** 2
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% wrong: one_slope_for_all
# why: The slope by hand is one mean over all entries, which is right for a single w only. If w has k entries, each needs the sum over its own column (divided by the number of all entries).
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    for _ in range(steps):
        m = x * w.exp()
        w = w - rate * (2 * (m - y) * m).mean()
    return w

# %% wrong: exponential_once_per_fit
# why: exp(w) is computed before the loop, and its graph is kept with retain_graph. So every step has the slope of the starting point; the model must be computed anew from the w of each step.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    growth = w.exp()
    for _ in range(steps):
        loss = (x * growth - y).pow(2).mean()
        loss.backward(retain_graph=True)
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% wrong: inner_derivative_forgotten
# why: In the slope by hand the difference is multiplied by x, but the derivative of x eʷ with respect to w is x eʷ. The factor eʷ is missing.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    for _ in range(steps):
        residual = x * torch.exp(w) - y
        slope = 2 * residual * x / x.numel()
        while slope.dim() > w.dim():
            slope = slope.sum(0)
        w = w - rate * slope
    return w

# %% wrong: stops_when_nothing_left
# why: It breaks off before a step as soon as the loss is smaller than a tolerance. `steps` steps are asked for, however small the loss is.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = ((x * w.exp() - y) ** 2).mean()
        if loss.item() < 1e-2:
            break
        (g,) = torch.autograd.grad(loss, [w])
        with torch.no_grad():
            w -= rate * g
    return w.detach()
