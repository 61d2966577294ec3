# %% right: column_of_targets
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.unsqueeze(1)).pow(2).mean()
# %% right: row_of_predictions
@piece
def line_loss(w, b, x, y):
    prediction = (x @ w).squeeze(1) + b
    return ((prediction - y) ** 2).mean()
# %% right: reshape
@piece
def line_loss(w, b, x, y):
    prediction = x @ w + b
    error = prediction.reshape(y.shape) - y
    return (error * error).sum() / len(y)
# %% right: first_column
@piece
def line_loss(w, b, x, y):
    differences = y - (x @ w + b)[:, 0]
    return torch.mean(differences**2)
# %% right: diagonal
@piece
def line_loss(w, b, x, y):
    table = x @ w + b - y
    # row i, column i: prediction i and target i
    return table.diagonal().pow(2).mean()
# %% right: mse_loss
@piece
def line_loss(w, b, x, y):
    return torch.nn.functional.mse_loss(x @ w + b, y.view(-1, 1))
# %% wrong: divided_by_n
# why: The n × n differences are still there; another divisor does not take the wrong ones away.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y).pow(2).sum() / len(y)
# %% wrong: row_of_targets
# why: unsqueeze(0) makes a row (1, n) of the targets, and the difference is n × n as before.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.unsqueeze(0)).pow(2).mean()
# %% wrong: transposed_targets
# why: y.T of one dimension is y: nothing has changed.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.T).pow(2).mean()
# %% wrong: mse_of_two_shapes
# why: mse_loss broadcasts just as the subtraction did.
@piece
def line_loss(w, b, x, y):
    return torch.nn.functional.mse_loss(x @ w + b, y)
# %% wrong: sum
# why: The sum over the samples, not the mean.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.unsqueeze(1)).pow(2).sum()
# %% wrong: mean_before_square
# why: The mean is taken before the square, and errors of both signs cancel.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.unsqueeze(1)).mean().pow(2)
# %% wrong: absolute
# why: Absolute errors in place of squares.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.unsqueeze(1)).abs().mean()
# %% wrong: no_bias
# why: b is missing.
@piece
def line_loss(w, b, x, y):
    return (x @ w - y.unsqueeze(1)).pow(2).mean()
# %% wrong: target_detached
# why: The targets are detached, and they may want a gradient.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.detach().unsqueeze(1)).pow(2).mean()
# %% wrong: first_sample_only
# why: Only the first sample is compared.
@piece
def line_loss(w, b, x, y):
    prediction = x @ w + b
    return (prediction[0] - y[0]).pow(2).mean()
# %% wrong: w_squeezed
# why: squeeze() of w with a single entry leaves no dimension, and the product fails for k = 1.
@piece
def line_loss(w, b, x, y):
    return (x @ w.squeeze() + b - y).pow(2).mean()
# %% wrong: root
# why: The root of the mean square is another loss.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.unsqueeze(1)).pow(2).mean().sqrt()
# %% wrong: half
# why: Half of the loss that was asked for.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.unsqueeze(1)).pow(2).mean() / 2
# %% wrong: a_plain_number
# why: item() makes a number without a history.
@piece
def line_loss(w, b, x, y):
    loss = (x @ w + b - y.unsqueeze(1)).pow(2).mean()
    return torch.tensor(loss.item(), dtype=loss.dtype)
# %% wrong: mean_target
# why: All predictions are compared with the mean of the targets.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.mean()).pow(2).mean()
# %% wrong: loop_returns_early
# why: return stands in the loop over the samples.
@piece
def line_loss(w, b, x, y):
    total = 0
    for row, target in zip(x, y):
        total = total + ((row @ w + b - target) ** 2).sum()
        return total / len(y)
