# %% right: slope_by_hand
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    with torch.no_grad():
        for _ in range(steps):
            model = x * w.exp()
            each = 2 * (model - y) * model / model.numel()
            if w.dim() == 0:
                slope = each.sum()
            else:
                slope = each.reshape(-1, w.shape[0]).sum(0)
            w = w - rate * slope
    return w

# %% right: a_new_leaf_each_step
@piece
def fit_growth(start, x, y, rate, steps):
    def loss(w):
        return (x * w.exp() - y).pow(2).mean()

    point = start.detach().clone()
    for _ in range(steps):
        leaf = point.requires_grad_()
        (slope,) = torch.autograd.grad(loss(leaf), leaf)
        point = (leaf - rate * slope).detach()
    return point.detach()

# %% wrong: graph_retained
# why: retain_graph=True takes the error away, but the model still belongs to the start and the slope never changes.
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
# why: w.grad is not emptied between the steps, so each step uses the sum of all slopes so far.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = ((x * torch.exp(w) - y) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
    return w.detach()

# %% wrong: start_moves_along
# why: w is the start itself under another name, not a copy, and the descent changes it in place.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach()
    w.requires_grad_()
    for _ in range(steps):
        prediction = x * w.exp()
        error = (prediction - y).pow(2).mean()
        g = torch.autograd.grad(error, w)[0]
        with torch.no_grad():
            w.sub_(rate * g)
    return w.detach()

# %% wrong: one_slope_for_all
# why: The slope is averaged over all entries to one number, which is right for a single w only; each entry of w of shape (k,) has its own.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    for _ in range(steps):
        model = (x * w.exp()).detach()
        slope = (2 * (model - y.detach()) * model).mean()
        w = w - rate * slope
    return w

# %% wrong: history_kept
# why: All steps are recorded, and the w that is returned still hangs on the graph of the whole descent, though none was asked for.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        (g,) = torch.autograd.grad(loss, w)
        w = w - rate * g
    return w
