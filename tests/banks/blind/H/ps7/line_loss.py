# %% right: column_of_targets
@piece
def line_loss(w, b, x, y):
    residual = torch.add(x @ w, b) - y.reshape(-1, 1)
    return (residual * residual).mean()

# %% right: products_and_sums
@piece
def line_loss(w, b, x, y):
    prediction = (x * w[:, 0]).sum(1) + b
    return ((y - prediction) ** 2).sum() / x.shape[0]

# %% wrong: table_with_another_divisor
# why: The table of all differences is still there; dividing its sum by n does not take the wrong ones away.
@piece
def line_loss(w, b, x, y):
    n = x.shape[0]
    return (x @ w + b - y).pow(2).sum() / n

# %% wrong: target_changed
# why: unsqueeze_ changes the shape of the caller's y in place, and the next call finds another y.
@piece
def line_loss(w, b, x, y):
    prediction = x @ w + b
    if y.dim() == 1 and not y.requires_grad:
        y.unsqueeze_(1)
    elif y.dim() == 1:
        y = y.unsqueeze(1)
    return (prediction - y).pow(2).mean()

# %% wrong: one_feature_only
# why: x and w are flattened as if there were one feature; with k larger than 1 that is no prediction any more.
@piece
def line_loss(w, b, x, y):
    slope = w.reshape(-1)[0]
    line = slope * x[:, 0] + b
    return (line - y).pow(2).mean()

# %% wrong: numbers_without_a_graph
# why: The predictions are put together from plain numbers, so no gradient flows to w and b.
@piece
def line_loss(w, b, x, y):
    predictions = [(row @ w + b).item() for row in x]
    predictions = torch.tensor(predictions, dtype=y.dtype, requires_grad=True)
    return (predictions - y).pow(2).mean()

# %% wrong: mean_before_the_square
# why: The errors are averaged before they are squared, so those of different signs cancel.
@piece
def line_loss(w, b, x, y):
    error = (x @ w).squeeze(1) + b - y
    return error.mean() ** 2
