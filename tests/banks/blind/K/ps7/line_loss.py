# %% right: flat_predictions
@piece
def line_loss(w, b, x, y):
    prediction = (x @ w + b).reshape(-1)
    return (prediction - y).pow(2).mean()

# %% right: targets_as_a_column
@piece
def line_loss(w, b, x, y):
    n = x.shape[0]
    difference = torch.matmul(x, w) + b - y.reshape(n, 1)
    return (difference * difference).sum() / n

# %% wrong: targets_as_a_row
# why: unsqueeze(0) makes the targets a row of shape (1, n), and a column less a row is still an n x n
# table. They should become a column, unsqueeze(1), or the predictions flat.
@piece
def line_loss(w, b, x, y):
    predictions = x @ w + b
    targets = y.unsqueeze(0)
    return ((predictions - targets) ** 2).mean()

# %% wrong: squeeze_and_zip
# why: squeeze() without a dimension also removes the dimension of the samples if there is a single one,
# and one cannot iterate over a plain number. It should be squeeze(1).
@piece
def line_loss(w, b, x, y):
    out = (x @ w + b).squeeze()
    squares = [(p - t) ** 2 for p, t in zip(out, y)]
    return sum(squares) / len(squares)

# %% wrong: targets_detached
# why: The targets are detached, so that they get no gradient. Gradients should also flow to y, if it wants
# one.
@piece
def line_loss(w, b, x, y):
    target = y.detach()
    pred = (x @ w)[:, 0] + b
    return (pred - target).pow(2).mean()

# %% wrong: sum_of_the_table
# why: The difference is still the n x n table of every prediction less every target; dividing its sum by n
# does not remove the wrong differences. Both should have one shape before they are subtracted.
@piece
def line_loss(w, b, x, y):
    d = x @ w + b - y
    return d.pow(2).sum() / len(y)

# %% wrong: square_of_the_mean
# why: It takes the mean of the differences first and squares that, so that errors of opposite signs cancel.
# It should be the mean of the squares.
@piece
def line_loss(w, b, x, y):
    d = (x @ w + b).flatten() - y
    return d.mean().pow(2)

# %% wrong: total_of_one_entry
# why: The sum starts with zeros(1), so the loss has the shape (1,). It should have the shape ().
@piece
def line_loss(w, b, x, y):
    total = torch.zeros(1, dtype=x.dtype)
    for i in range(len(y)):
        guess = (x[i] * w[:, 0]).sum() + b
        total = total + (guess - y[i]) ** 2
    return total / len(y)
