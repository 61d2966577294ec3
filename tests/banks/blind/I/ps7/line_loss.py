# %% right: prediction_as_a_row
@piece
def line_loss(w, b, x, y):
    prediction = (x @ w).squeeze(1) + b
    return (prediction - y).pow(2).mean()

# %% right: target_as_a_column
@piece
def line_loss(w, b, x, y):
    return ((x @ w + b - y.unsqueeze(1)) ** 2).mean()

# %% right: mse_of_two_rows
@piece
def line_loss(w, b, x, y):
    guess = x @ w.reshape(-1) + b
    return torch.nn.functional.mse_loss(guess, y)

# %% wrong: target_as_a_row
# why: y[None, :] makes a row of shape (1, n) of the targets. A column minus a row is still a table of all differences;
# both must have one shape.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y[None, :]).pow(2).mean()

# %% wrong: table_divided_differently
# why: The whole table of n × n differences is still there, and its sum is divided by n. Most of these differences do not
# belong together; bring both to one shape before they are subtracted.
@piece
def line_loss(w, b, x, y):
    n = len(y)
    table = x @ w + b - y
    return table.pow(2).sum() / n

# %% wrong: target_reshaped_in_place
# why: unsqueeze_ changes the shape of y itself, the tensor of the caller. A second call then gets a column; unsqueeze
# without the underscore makes a new tensor.
@piece
def line_loss(w, b, x, y):
    y.unsqueeze_(1)
    return (x @ w + b - y).pow(2).mean()

# %% wrong: sum_over_the_samples
# why: The squares are added up. The loss is their mean over the samples.
@piece
def line_loss(w, b, x, y):
    errors = (x @ w + b).flatten() - y
    return (errors * errors).sum()

# %% wrong: squeeze_of_both
# why: x is squeezed before the product. With one feature it loses the dimension that w needs, and with one sample that
# of the samples; only the prediction has to change its shape.
@piece
def line_loss(w, b, x, y):
    prediction = (x.squeeze() @ w + b).squeeze()
    return (prediction - y.squeeze()).pow(2).mean()

# %% wrong: square_of_the_mean
# why: The mean of the differences is squared. Differences with opposite signs cancel there; each is squared first, and
# then the mean is taken.
@piece
def line_loss(w, b, x, y):
    difference = (x @ w + b).reshape(-1) - y
    return difference.mean() ** 2

# %% wrong: numbers_without_a_graph
# why: The prediction of each sample is turned into a Python number by item(), so the loss has no graph and no gradient
# reaches w and b.
@piece
def line_loss(w, b, x, y):
    total = 0.0
    for i in range(len(y)):
        guess = (x[i] @ w + b).item()
        total = total + (guess - y[i]) ** 2
    return total / len(y)
