# %% right: squeeze_one
@piece
def line_loss(w, b, x, y):
    return ((x @ w).squeeze(1) + b - y).pow(2).mean()


# %% right: column_of_y
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.unsqueeze(1)).pow(2).mean()


# %% right: reshape_y
@piece
def line_loss(w, b, x, y):
    prediction = x @ w + b
    difference = prediction - y.reshape(-1, 1)
    n = len(x)
    return (difference * difference).sum() / n


# %% right: index
@piece
def line_loss(w, b, x, y):
    prediction = (x @ w + b)[:, 0]
    assert prediction.shape == y.shape
    squares = (prediction - y) ** 2
    return squares.mean()


# %% right: sum_product
@piece
def line_loss(w, b, x, y):
    return ((x * w.flatten()).sum(1) + b - y).pow(2).mean()


# %% wrong: divide_n_squared
# why: The wrong differences stay in the table; only the divisor is changed.
@piece
def line_loss(w, b, x, y):
    n = len(y)
    return (x @ w + b - y).pow(2).sum() / n


# %% wrong: squeeze_all
# why: squeeze() without a dimension: for a single sample the dimension of the samples goes as well, and p[0] fails.
@piece
def line_loss(w, b, x, y):
    p = (x @ w + b).squeeze()
    return torch.stack([(p[i] - y[i]).pow(2) for i in range(len(y))]).mean()


# %% wrong: transpose_y
# why: Transposes y, which has one dimension: nothing is changed, the table is still there.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.t()).pow(2).mean()


# %% wrong: diagonal_mean_wrong
# why: Takes the diagonal of the table, which is right, but divides by all n x n entries instead of n.
@piece
def line_loss(w, b, x, y):
    table = (x @ w + b - y).pow(2)
    return table.diagonal().sum() / table.numel()


# %% wrong: y_row
# why: unsqueeze(0) makes y a row, which is what broadcasting did already.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.unsqueeze(0)).pow(2).mean()


# %% wrong: sum
# why: The sum of the squares and not their mean.
@piece
def line_loss(w, b, x, y):
    return ((x @ w).squeeze(1) + b - y).pow(2).sum()


# %% wrong: mean_of_table
# why: Averages over the predictions first: the square comes after a mean over the rows of the table.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y).mean(0).pow(2).mean()


# %% wrong: no_bias
# why: The bias is lost when the line was rewritten.
@piece
def line_loss(w, b, x, y):
    prediction = (x @ w).flatten()
    return (prediction - y).pow(2).mean()


# %% wrong: item
# why: Returns a new tensor made of a number: no gradient flows.
@piece
def line_loss(w, b, x, y):
    prediction = (x @ w + b).flatten()
    return torch.tensor((prediction - y).pow(2).mean().item())


# %% wrong: abs
# why: Absolute differences instead of squares.
@piece
def line_loss(w, b, x, y):
    return ((x @ w + b).flatten() - y).abs().mean()


# %% wrong: changes_shape_k
# why: Reshapes the prediction by x.flatten() * w: that is only right for k = 1.
@piece
def line_loss(w, b, x, y):
    return (x.flatten() * w.flatten() + b - y).pow(2).mean()
