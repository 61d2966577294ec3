# %% right: squeeze_last
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    prediction = (x @ w + b).squeeze(1)
    return (prediction - y).pow(2).mean()

# %% right: column_of_targets
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    return (x @ w + b - y.unsqueeze(-1)).pow(2).mean()

# %% right: vector_product
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    difference = x @ w.flatten() + b - y
    total = (difference * difference).sum()
    return total / len(y)

# %% right: sum_over_features
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    n, k = x.shape
    products = x * w.reshape(1, k)
    prediction = products.sum(dim=1) + b
    errors = prediction - y
    squares = errors ** 2
    return squares.mean()

# %% right: mse_loss_reshape
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    return torch.nn.functional.mse_loss((x @ w + b).reshape(-1), y)

# %% wrong: other_divisor
# why: The table of all differences is still there; only the divisor was changed to the number of samples.
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    return (x @ w + b - y).pow(2).sum() / len(y)

# %% wrong: transposed_targets
# why: y is made a row (1, n), which broadcasts with the column as before: all pairs are subtracted.
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    return (x @ w + b - y.view(1, -1)).pow(2).mean()

# %% wrong: squeeze_and_len
# why: squeeze() without a dimension makes the prediction of a single sample 0-dimensional, and len of that raises an error.
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    prediction = (x @ w + b).squeeze()
    return ((prediction - y) ** 2).sum() / len(prediction)

# %% wrong: sum_of_squares
# why: The squares are added and not averaged.
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    return ((x @ w + b).squeeze(1) - y).pow(2).sum()

# %% wrong: mean_then_square
# why: The mean of the differences is squared: positive and negative errors cancel.
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    error = (x @ w + b).flatten() - y
    return error.mean() ** 2

# %% wrong: root
# why: The root of the mean squared error is returned.
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    error = (x @ w + b)[:, 0] - y
    return error.pow(2).mean().sqrt()

# %% wrong: absolute_error
# why: The mean of the absolute differences, not of their squares.
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    return ((x @ w + b)[:, 0] - y).abs().mean()

# %% wrong: one_feature
# why: Only the first feature is used; with k > 1 the others are forgotten.
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    prediction = x[:, 0] * w[0, 0] + b
    return (prediction - y).pow(2).mean()

# %% wrong: no_bias
# why: The bias is forgotten in the prediction, and gets no gradient.
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    return ((x @ w).squeeze(-1) - y).pow(2).mean()

# %% wrong: detached_prediction
# why: The prediction is made without recording, so nothing flows to w and b.
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    with torch.no_grad():
        prediction = (x @ w + b).reshape(-1)
    return (prediction - y).pow(2).mean()

# %% wrong: targets_detached
# why: The targets are detached: a y that wants a gradient gets none.
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    target = y.detach().reshape(-1, 1)
    return (x @ w + b - target).pow(2).mean()

# %% wrong: shape_one
# why: The mean along one dimension of a column leaves the shape (1,), and the loss should have the shape ().
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    d = x @ w + b - y[:, None]
    return (d * d).mean(0)

# %% wrong: half
# why: The factor 1/2 of the textbook is put before the mean; it is not asked for.
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    return 0.5 * ((x @ w + b).squeeze(1) - y).pow(2).mean()

# %% wrong: to_float
# why: Everything is cast to float32, so that the loss of float64 inputs has the wrong dtype and too few digits.
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    prediction = (x @ w + b).squeeze(1).float()
    return (prediction - y.float()).pow(2).mean()
