# %% right: drop_the_last_dimension
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    prediction = (x @ w + b).squeeze(-1)
    return (prediction - y).pow(2).mean()

# %% right: targets_as_a_column
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    n, k = x.shape
    column = y.reshape(n, 1)
    error = x @ w + b - column
    return (error * error).sum() / n

# %% right: weights_as_a_vector
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    guesses = x @ w.reshape(-1) + b
    return ((guesses - y) ** 2).mean()

# %% right: sample_by_sample
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    total = 0
    for row, target in zip(x, y):
        guess = (row * w[:, 0]).sum() + b[0]
        total = total + (guess - target) ** 2
    return total / len(y)

# %% wrong: squeeze_and_len
# why: squeeze() without a dimension also removes the dimension of the samples if there is only one, so
# len(prediction) fails for a single sample. Only the last dimension should be removed.
@piece
def line_loss(w, b, x, y):
    prediction = (x @ w + b).squeeze()
    errors = prediction - y
    return (errors ** 2).sum() / len(prediction)

# %% wrong: table_divided_by_n
# why: The predictions are a column and the targets a row, so the difference is an n × n table of each
# prediction with each target. Dividing its sum by n does not take the wrong differences away: both
# must have the same shape before they are subtracted.
@piece
def line_loss(w, b, x, y):
    difference = x @ w + b - y
    return difference.pow(2).sum() / len(y)

# %% wrong: transposed_targets
# why: y has one dimension, and transposing it leaves it as it is: the difference is still the n × n
# table. y needs a second dimension (or the prediction must lose its own).
@piece
def line_loss(w, b, x, y):
    prediction = x @ w + b
    return (prediction - y.T).pow(2).mean()

# %% wrong: first_feature_only
# why: Only the first column of x and the first weight are used, so with k > 1 the prediction misses
# all other features. The prediction is the sum over all k columns.
@piece
def line_loss(w, b, x, y):
    prediction = x[:, 0] * w[0, 0] + b
    return (prediction - y).pow(2).mean()

# %% wrong: targets_detached
# why: The targets are detached before they are compared, so y gets no gradient although it may want
# one. A reshape alone would keep the graph.
@piece
def line_loss(w, b, x, y):
    target = y.detach().unsqueeze(1)
    return (x @ w + b - target).pow(2).mean()

# %% wrong: loop_gives_a_row
# why: Each error in the loop is a tensor of shape (1,), since w has one column and b one entry, so the
# loss has the shape (1,) instead of ().
@piece
def line_loss(w, b, x, y):
    total = 0.0
    for i in range(len(y)):
        total = total + (x[i] @ w + b - y[i]) ** 2
    return total / len(y)

# %% wrong: half_of_the_mean
# why: The mean of the squares is halved, as some books do to get a simpler slope. The loss that is
# asked for is the mean itself, without a factor.
@piece
def line_loss(w, b, x, y):
    residual = (x @ w + b)[:, 0] - y
    return 0.5 * (residual * residual).mean()

# %% wrong: targets_shaped_like_x
# why: The targets are given the shape of x, which fits only for k = 1. With more features y has fewer
# numbers than x and the reshape fails; the shape should be that of the prediction, (n, 1).
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.reshape(x.shape)).pow(2).mean()
