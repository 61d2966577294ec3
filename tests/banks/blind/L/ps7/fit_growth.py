# %% right: model_in_the_loop
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

# %% right: new_leaf_each_step
def loss_at(w, x, y):
    error = x * torch.exp(w) - y
    return (error * error).mean()


@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone()
    for _ in range(steps):
        leaf = w.requires_grad_()
        (slope,) = torch.autograd.grad(loss_at(leaf, x, y), [leaf])
        w = (leaf - rate * slope).detach()
    return w

# %% right: slope_by_hand
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    with torch.no_grad():
        w = start.detach().clone()
        count = 1
        for size in x.shape:
            count *= size
        for _ in range(steps):
            e = w.exp()
            slopes = 2 * (x * e - y) * x * e / count
            if w.dim() == 0:
                slope = slopes.sum()
            else:
                slope = slopes.reshape(-1, w.shape[0]).sum(0)
            w = w - rate * slope
        return w

# %% right: with_an_optimizer
@piece
def fit_growth(start, x, y, rate, steps):
    """w after so many steps of descent on mean (x eʷ - y)², from start."""
    w = start.detach().clone()
    w.requires_grad_()
    optimizer = torch.optim.SGD([w], lr=rate)
    done = 0
    while done < steps:
        optimizer.zero_grad()
        loss = ((x * w.exp() - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        done += 1
    return w.detach()

# %% wrong: retain_the_old_graph
# why: The model is computed once, before the loop, from the start; retain_graph only silences the
# error, so every step uses the slope at the start. The model must be computed from the current w in
# each step.
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

# %% wrong: gradient_never_cleared
# why: backward adds to w.grad, and it is never set to None (or zero) between the steps, so each step
# uses the sum of all slopes so far instead of the slope of this step.
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

# %% wrong: walks_on_start_itself
# why: detach gives a tensor with the same memory as start, so the steps in place change the caller's
# start. A clone is needed before the first step.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        slope = torch.autograd.grad(loss, w)[0]
        with torch.no_grad():
            w.sub_(rate * slope)
    return w.detach()

# %% wrong: mean_by_len
# why: The sum of the squares is divided by len(x), which is only the first dimension of x. The mean
# goes over all entries, so for an x with two dimensions the slope is too large.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    n = len(x) if x.dim() else 1
    for _ in range(steps):
        squares = (x * w.exp() - y) ** 2
        loss = squares.sum() / n
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()

# %% wrong: new_w_is_no_leaf
# why: w = w - rate * w.grad makes a new w that is the result of an operation and no leaf, so in the
# second step its .grad is None. The step has to be made in place under no_grad, or the new w detached
# and made to require grad again.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        w = w - rate * w.grad
    return w.detach()

# %% wrong: returns_in_the_loop
# why: The only return stands inside the loop, so with steps = 0 the function returns None. It should
# return the start then.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for step in range(1, steps + 1):
        loss = (x * w.exp() - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
        if step == steps:
            return w.detach()

# %% wrong: model_made_under_no_grad
# why: From the second step on the model is computed inside the no_grad block, so it is not recorded
# and the loss does not depend on w: backward has nothing to walk. The model must be recomputed
# outside of no_grad.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    model = x * w.exp()
    for _ in range(steps):
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
            model = x * w.exp()
        w.grad = None
    return w.detach()

# %% wrong: start_as_a_number
# why: start.item() only works for a single number, and torch.tensor of it makes a float32: a start of
# shape (k,) is an error, and a float64 start loses its dtype. A detached clone keeps shape and dtype.
@piece
def fit_growth(start, x, y, rate, steps):
    w = torch.tensor(start.item(), requires_grad=True)
    for _ in range(steps):
        loss = torch.mean((x * torch.exp(w) - y) ** 2)
        g, = torch.autograd.grad(loss, (w,))
        w = (w - rate * g).detach().requires_grad_()
    return w.detach()
