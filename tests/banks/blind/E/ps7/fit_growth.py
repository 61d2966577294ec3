# %% right: model_in_loop
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        model = x * w.exp()
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% right: new_tensor_each_step
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone()
    for _ in range(steps):
        w = w.requires_grad_()
        loss = ((x * torch.exp(w) - y) ** 2).mean()
        (slope,) = torch.autograd.grad(loss, [w])
        w = (w - rate * slope).detach()
    return w

# %% right: by_hand
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone()
    with torch.no_grad():
        for _ in range(steps):
            model = x * w.exp()
            slopes = 2 * (model - y) * model / x.numel()
            if w.dim() == 0:
                slope = slopes.sum()
            else:
                slope = slopes.reshape(-1, w.shape[0]).sum(0)
            w = w - rate * slope
    return w

# %% right: with_sgd
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone()
    w.requires_grad_(True)
    optimizer = torch.optim.SGD([w], lr=rate)

    def loss_now():
        error = x * w.exp() - y
        return (error * error).mean()

    for step in range(steps):
        optimizer.zero_grad()
        loss_now().backward()
        optimizer.step()
    return w.detach().clone()

# %% wrong: retain_graph
# why: The model is computed once before the loop; retain_graph silences the error, and every step uses the slope at the start.
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone().requires_grad_()
    model = x * w.exp()
    for _ in range(steps):
        loss = (model - y).pow(2).mean()
        loss.backward(retain_graph=True)
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% wrong: grad_not_cleared
# why: w.grad is never set back to None, so that each step goes along the sum of all gradients so far.
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
    return w.detach()

# %% wrong: start_changed
# why: detach shares the memory of start, and w -= writes into it: the argument is changed.
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach().clone()

# %% wrong: sum_for_mean
# why: The loss is the sum of the squares and not their mean; the steps are too large by the number of entries.
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).sum()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% wrong: square_of_mean
# why: The mean is taken first and squared then: mean(d)**2 in the place of mean(d**2).
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).mean().pow(2)
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% wrong: return_in_loop
# why: The return stands inside the loop: after one step it is over (and with no steps it returns None).
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
        return w.detach()

# %% wrong: model_detached
# why: The old graph is taken away with detach, but with it the dependence of the loss on w: backward has nothing to go through.
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone().requires_grad_()
    model = (x * w.exp()).detach()
    for _ in range(steps):
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% wrong: still_wants_grad
# why: w is returned as the leaf that requires grad and not without a graph.
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w

# %% wrong: lost_requires_grad
# why: w = w - ... under no_grad makes a new tensor that does not require grad; the second step fails.
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w = w - rate * w.grad
    return w.detach()

# %% wrong: mean_slope_for_each
# why: The slope by hand is the mean over all entries, also where start has several numbers, each of which has a slope of its own.
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone()
    for _ in range(steps):
        model = x * w.exp()
        slope = (2 * (model - y) * model).mean()
        w = w - rate * slope
    return w.detach()

# %% wrong: exp_of_product
# why: The model is e^(x w) in place of x e^w.
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        model = (x * w).exp()
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% wrong: one_step_less
# why: range(1, steps) makes one step too few.
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone().requires_grad_()
    for _ in range(1, steps):
        model = x * w.exp()
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% wrong: start_as_number
# why: start is turned into a Python number with item(), which works only for the shape (), and the dtype of a float64 start is lost.
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = torch.tensor(start.item(), requires_grad=True)
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()
