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


# %% right: autograd_grad
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    for _ in range(steps):
        w = w.detach().requires_grad_()
        loss = ((x * w.exp() - y) ** 2).mean()
        (slope,) = torch.autograd.grad(loss, w)
        w = w.detach() - rate * slope
    return w.detach()


# %% right: optimizer
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    sgd = torch.optim.SGD([w], lr=rate)
    for _ in range(steps):
        sgd.zero_grad()
        loss = (x * torch.exp(w) - y).pow(2).mean()
        loss.backward()
        sgd.step()
    return w.detach()


# %% right: inner_function
@piece
def fit_growth(start, x, y, rate, steps):
    def loss_of(w):
        error = x * w.exp() - y
        return (error * error).mean()

    w = start.clone().detach()
    for step in range(steps):
        leaf = w.clone().requires_grad_()
        loss_of(leaf).backward()
        w = (leaf - rate * leaf.grad).detach()
    return w


# %% wrong: retain_graph
# why: The error is silenced with retain_graph=True: the model stays that of the first step.
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


# %% wrong: grad_not_cleared
# why: w.grad is not set back, so the gradients of all steps pile up.
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
# why: No clone: detach shares the memory, so the steps in place change the start.
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


# %% wrong: returns_in_loop
# why: return stands inside the loop: only one step is made (and with none, None is returned).
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
# why: The loss is a sum and not a mean over the entries.
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


# %% wrong: plus
# why: Goes up: the gradient is added and not subtracted.
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


# %% wrong: one_step_too_many
# why: Loops steps + 1 times.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps + 1):
        model = x * w.exp()
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()


# %% wrong: returns_graph_leaf
# why: Returns w itself, which still requires a gradient.
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


# %% wrong: detach_model
# why: Detaches w in the model, so that the loss does not require grad; backward raises.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone().requires_grad_()
    for _ in range(steps):
        model = x * w.detach().exp()
        loss = (model - y).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()


# %% wrong: rebinds_w
# why: Makes w a new tensor under no_grad: in the second step it requires no gradient any more, an error.
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


# %% wrong: by_hand_scalar
# why: The gradient by hand, as a mean over everything: for a start of the shape (k,) each entry has its own slope.
@piece
def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    for _ in range(steps):
        model = x * w.exp()
        w = w - rate * (2 * (model - y) * model).mean()
    return w
