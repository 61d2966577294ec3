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

# %% right: autograd_grad_and_new_w
def loss_at(w, x, y):
    return ((x * torch.exp(w) - y) ** 2).mean()


@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    for _ in range(steps):
        w = w.detach().requires_grad_()
        (slope,) = torch.autograd.grad(loss_at(w, x, y), [w])
        w = w - rate * slope
    return w.detach()

# %% right: by_formula
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w, x, y = start.detach().clone(), x.detach(), y.detach()
    for _ in range(steps):
        model = x * w.exp()
        each = 2 * (model - y) * model / model.numel()
        if w.dim() == 0:
            slope = each.sum()
        else:
            slope = each.reshape(-1, w.numel()).sum(0)
        w = w - rate * slope
    return w

# %% wrong: graph_retained
# why: The model is computed once before the loop, and retain_graph only silences the error. Every step uses the
# slope at the start; the model must be computed anew in each step.
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

# %% wrong: model_renewed_before_the_step
# why: The model is renewed at the end of the loop, but before w is moved. So each step after the first uses the
# slope at the w of the step before; renew it after the step, or at the top of the loop.
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

# %% wrong: gradients_add_up
# why: w.grad is never cleared, so backward adds the new gradient to all the earlier ones. It must be set to
# None (or zero) in each step.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
    return w.detach()

# %% wrong: start_moves_too
# why: start.detach() shares its memory with start, and the steps in place change it. Make a copy with clone().
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

# %% wrong: through_a_python_number
# why: start.item() makes a Python number of it. That fails for a start with k entries, and the new tensor is
# float32 even if start was float64.
@piece
def fit_growth(start, x, y, rate, steps):
    w = torch.tensor(start.item(), requires_grad=True)
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% wrong: one_slope_for_all
# why: The slope by hand takes the mean over everything, which is right for one w only. For a start of shape (k,)
# each entry of w has its own slope, the sum over its column divided by the number of all entries.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    for _ in range(steps):
        model = x * w.exp()
        slope = (2 * (model - y) * model).mean()
        w = w - rate * slope
    return w

# %% wrong: mean_of_each_column
# why: For a start of shape (k,) the slope is averaged over the rows only. The mean of the loss goes over all
# entries, so it must be divided by the number of all of them.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    k = max(w.numel(), 1)
    for _ in range(steps):
        model = x * w.exp()
        slope = (2 * (model - y) * model).reshape(-1, k).mean(0)
        if w.dim() == 0:
            slope = (2 * (model - y) * model).mean()
        w = w - rate * slope
    return w

# %% wrong: chain_rule_forgotten
# why: The slope by hand is 2 (model - y) x, as if the model were x w. The derivative of x e^w by w is x e^w, the
# model itself.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    for _ in range(steps):
        error = x * w.exp() - y
        each = 2 * error * x / error.numel()
        slope = each.sum() if w.dim() == 0 else each.reshape(-1, w.numel()).sum(0)
        w = w - rate * slope
    return w

# %% wrong: sum_in_place_of_mean
# why: The loss is the sum of the squares. It should be their mean, or each step is too long by the number of
# entries.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = ((x * w.exp() - y) ** 2).sum()
        (slope,) = torch.autograd.grad(loss, w)
        with torch.no_grad():
            w -= rate * slope
    return w.detach()

# %% wrong: returned_with_its_graph
# why: What is returned still requires grad, and after a step it has a graph. It should be returned without one:
# w.detach().
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        (slope,) = torch.autograd.grad(loss, w)
        w = (w - rate * slope.detach())
    return w

# %% wrong: none_for_no_steps
# why: The return stands inside of the loop, at the last step. With steps = 0 the loop does not run and None is
# returned; it should be the start.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for step in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
        if step == steps - 1:
            return w.detach()

# %% wrong: stops_when_good_enough
# why: It stops early if the loss is small. So many steps are asked for, however small the loss is.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        if loss.item() < 1e-2:
            break
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% wrong: exp_left_outside
# why: Only the product is computed anew in the loop; e^w is still made once before it. So the second step walks
# the part of the graph that the first has freed.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    growth = w.exp()
    for _ in range(steps):
        model = x * growth
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% wrong: one_step_too_many
# why: It makes a step before the loop and then as many as were asked for, so one too many; with steps = 0 the
# start is not returned.
def step_from(w, x, y, rate):
    w = w.detach().requires_grad_()
    loss = (x * w.exp() - y).pow(2).mean()
    (slope,) = torch.autograd.grad(loss, w)
    return (w - rate * slope).detach()


@piece
def fit_growth(start, x, y, rate, steps):
    w = step_from(start, x, y, rate)
    while steps > 0:
        w = step_from(w, x, y, rate)
        steps -= 1
    return w
