# %% right: unsqueeze_target
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.unsqueeze(1)).pow(2).mean()

# %% right: column_of_prediction
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    predictions = (x @ w + b)[:, 0]
    errors = predictions - y
    return (errors * errors).sum() / y.shape[0]

# %% right: no_matrix_product
@piece
def line_loss(w, b, x, y):
    prediction = (x * w.reshape(-1)).sum(1) + b
    return ((prediction - y) ** 2).mean()

# %% right: squeeze_dim_one
def predict(w, b, x):
    return torch.matmul(x, w).squeeze(1) + b


@piece
def line_loss(w, b, x, y):
    return torch.nn.functional.mse_loss(predict(w, b, x), y)

# %% wrong: squeeze_and_len
# why: squeeze() also removes the dimension of the samples if there is a single one, and then len of a plain number is an error. Squeeze dimension 1 alone.
@piece
def line_loss(w, b, x, y):
    pred = (x @ w + b).squeeze()
    return (pred - y).pow(2).sum() / len(pred)

# %% wrong: target_as_a_row
# why: y.unsqueeze(0) is a row of shape (1, n), so the difference with the column of predictions is still an n × n table. y must become a column, (n, 1).
@piece
def line_loss(w, b, x, y):
    out = x @ w + b
    target = y.unsqueeze(0)
    return ((out - target) ** 2).mean()

# %% wrong: other_divisor
# why: The difference is still the n × n table of every prediction with every target, only divided by n instead of n². The wrong pairs must not be there at all.
@piece
def line_loss(w, b, x, y):
    diff = x @ w + b - y
    return (diff ** 2).sum() / len(y)

# %% wrong: targets_without_graph
# why: The targets are detached, so y gets no gradient where it wants one. The loss must be recorded for x and y too.
@piece
def line_loss(w, b, x, y):
    targets = y.detach().reshape(-1, 1)
    return (x @ w + b - targets).pow(2).mean()

# %% wrong: w_squeezed_to_a_number
# why: w.squeeze() of a (1, 1) tensor is a plain number, and x @ number is an error; with k = 1 it fails. Only the last dimension may be squeezed.
@piece
def line_loss(w, b, x, y):
    pred = x @ w.squeeze() + b
    return ((pred - y) ** 2).mean()

# %% wrong: loop_of_numbers
# why: The squares are taken out of the graph as Python numbers with item(), and a new tensor is made of their mean. It has no graph, so no gradient reaches w and b.
@piece
def line_loss(w, b, x, y):
    out = x @ w + b
    squares = []
    for i in range(len(y)):
        squares.append((out[i, 0] - y[i]).item() ** 2)
    return torch.tensor(sum(squares) / len(squares), dtype=w.dtype, requires_grad=True)

# %% wrong: always_float32
# why: The mean is cast to float32 at the end. The loss must have the dtype of the others, also if that is float64.
@piece
def line_loss(w, b, x, y):
    diff = (x @ w + b).flatten() - y
    return diff.pow(2).mean().float()

# %% wrong: divided_by_features
# why: The sum of the squares is divided by the number of columns of x, which is k. It is a mean over the n samples, so divide by x.shape[0].
@piece
def line_loss(w, b, x, y):
    errors = (x @ w + b).view(-1) - y
    n = x.shape[-1]
    return (errors ** 2).sum() / n
