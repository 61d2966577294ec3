# %% right: the_slope_by_hand
@piece
def fit_growth(start, x, y, rate, steps):
    with torch.no_grad():
        w = start.detach().clone()
        for _ in range(steps):
            model = x * w.exp()
            slope = 2 * (model - y) * model / x.numel()
            if w.dim() == 0:
                slope = slope.sum()
            else:
                slope = slope.reshape(-1, w.shape[0]).sum(0)
            w = w - rate * slope
    return w


# %% right: a_new_leaf_for_each_step
@piece
def fit_growth(start, x, y, rate, steps):
    def loss(w):
        return (x.detach() * torch.exp(w) - y.detach()).pow(2).mean()

    point = start.detach().clone()
    while steps > 0:
        leaf = point.requires_grad_()
        (slope,) = torch.autograd.grad(loss(leaf), leaf)
        point = leaf.detach() - rate * slope
        steps -= 1
    return point


# %% wrong: the_graph_is_retained
# why: The error is silenced by retain_graph=True. The model is still the one of the start, so that every step has the slope of the first.
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


# %% wrong: only_the_values_are_renewed
# why: A tensor e with the values of eʷ is made from numbers in each step, and the loss is differentiated by it. The slope for w needs the factor eʷ of the chain rule as well.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    for _ in range(steps):
        e = w.exp().requires_grad_()
        loss = (x.detach() * e - y.detach()).pow(2).mean()
        (slope,) = torch.autograd.grad(loss, e)
        w = w - rate * slope
    return w


# %% wrong: the_gradients_add_up
# why: w.grad is not set back, so every step goes along the sum of all gradients so far.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    x, y = x.detach(), y.detach()
    for _ in range(steps):
        ((x * w.exp() - y) ** 2).mean().backward()
        with torch.no_grad():
            w -= rate * w.grad
    return w.detach()


# %% wrong: the_start_is_moved
# why: detach() shares its memory with start, and w -= ... writes into it: the start of the caller has moved.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach()
    w.requires_grad_(True)
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        (grad,) = torch.autograd.grad(loss, w)
        with torch.no_grad():
            w -= rate * grad
    return w.detach()


# %% wrong: the_result_has_a_graph
# why: The step is recorded and the last w is returned with its history: it still requires grad, and all steps hang on it.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for step in range(steps):
        model = x * w.exp()
        loss = torch.mean((model - y) * (model - y))
        gradient = torch.autograd.grad(loss, w, retain_graph=True)[0]
        w = w - rate * gradient
    return w
