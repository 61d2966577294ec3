# %% right: one_row_of_predictions
@piece
def line_loss(w, b, x, y):
    predictions = (x * w.reshape(1, -1)).sum(1) + b
    errors = predictions - y
    return (errors * errors).mean()


# %% right: a_column_of_targets
@piece
def line_loss(w, b, x, y):
    n = x.shape[0]
    target = y.reshape(n, 1)
    difference = target - (x @ w + b)
    return (difference.t() @ difference).reshape(()) / n


# %% wrong: the_weights_are_squeezed
# why: squeeze() takes every dimension of size 1 from w. For a single feature nothing is left of it, and x @ w is no product any more.
@piece
def line_loss(w, b, x, y):
    line = x @ w.squeeze() + b
    return (line - y).pow(2).mean()


# %% wrong: another_divisor
# why: The n × n differences are still all there; the sum of their squares is only divided by n in place of n².
@piece
def line_loss(w, b, x, y):
    table = x @ w + b - y
    samples = len(y)
    return table.pow(2).sum() / samples


# %% wrong: the_square_of_the_mean
# why: First the mean of the errors is taken, then its square: errors of different signs cancel. It should be the mean of the squares.
@piece
def line_loss(w, b, x, y):
    prediction = (x @ w + b).reshape(-1)
    error = (prediction - y).mean()
    return error**2


# %% wrong: the_targets_are_cut_off
# why: y is detached before it is brought to one shape, so targets that want a gradient get none.
@piece
def line_loss(w, b, x, y):
    targets = y.detach().reshape(-1, 1)
    return torch.nn.functional.mse_loss(x @ w + b, targets)


# %% wrong: one_loss_for_each_column
# why: The mean goes over the samples only, and the dimension of the single output is left: the loss has the shape (1,), and not ().
@piece
def line_loss(w, b, x, y):
    predicted = x @ w + b
    wanted = y.unsqueeze(1)
    squares = (predicted - wanted) ** 2
    return squares.mean(0)
