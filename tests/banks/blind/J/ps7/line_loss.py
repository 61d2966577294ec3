# %% right: column_squeezed_by_number
@piece
def line_loss(w, b, x, y):
    prediction = (x @ w + b).squeeze(1)
    return (prediction - y).pow(2).mean()

# %% right: target_as_a_column
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.reshape(-1, 1)).pow(2).mean()

# %% right: first_column
@piece
def line_loss(w, b, x, y):
    """The mean of (prediction - target)² over the samples."""
    p = (x @ w)[:, 0] + b
    error = p - y
    return (error * error).sum() / y.shape[0]

# %% right: vector_of_weights_and_squeeze
@piece
def line_loss(w, b, x, y):
    error = x @ w.reshape(-1) - (y - b)
    return torch.mean(error ** 2)

# %% right: mse_loss_of_one_shape
@piece
def line_loss(w, b, x, y):
    out = x @ w + b
    return torch.nn.functional.mse_loss(out.reshape(y.shape), y)

# %% wrong: divided_by_n
# why: The difference is still an n x n table; its sum is only divided by n in place of n x n. Predictions and
# targets must have one shape before they are subtracted.
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y).pow(2).sum() / len(y)

# %% wrong: target_as_a_row
# why: y is made a row of shape (1, n), and a column minus a row is still an n x n table. It must be a column,
# (n, 1).
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.reshape(1, -1)).pow(2).mean()

# %% wrong: both_squeezed_before_the_product
# why: squeeze() takes every dimension of size 1 out of x and w, also that of the samples or of the features.
# With one feature and several samples, or one sample, the shapes do not fit the product any more.
@piece
def line_loss(w, b, x, y):
    prediction = x.squeeze() @ w.squeeze() + b
    return (prediction - y).pow(2).mean()

# %% wrong: counted_after_squeeze
# why: squeeze() makes a single number of a single sample, and that has no length. For one sample the division
# by len fails; squeeze(1) takes only the column away.
@piece
def line_loss(w, b, x, y):
    prediction = (x @ w + b).squeeze()
    squares = (prediction - y.squeeze()) ** 2
    return squares.sum() / len(squares)

# %% wrong: rows_times_weights
# why: x * w multiplies row i of x by weight i, where feature j should be multiplied by weight j. It fits at all
# only if n and k happen to be equal (or one of them is 1).
@piece
def line_loss(w, b, x, y):
    prediction = (x * w).sum(1) + b
    return (prediction - y).pow(2).mean()

# %% wrong: target_in_the_shape_of_x
# why: y is brought to the shape of x, which fits only with a single feature. It must have the shape of the
# predictions, (n, 1).
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.reshape(x.shape)).pow(2).mean()

# %% wrong: sum_over_samples
# why: The squares are added up and not averaged. The loss is their mean over the samples.
@piece
def line_loss(w, b, x, y):
    return ((x @ w + b).squeeze(1) - y).pow(2).sum()

# %% wrong: half_of_it
# why: There is a factor one half in front, as in some books. The mean of the squares is asked for, without it.
@piece
def line_loss(w, b, x, y):
    error = (x @ w + b).reshape(-1) - y
    return 0.5 * error.pow(2).mean()

# %% wrong: root_mean_square
# why: It returns the square root of the mean. The mean itself is asked for.
@piece
def line_loss(w, b, x, y):
    error = (x @ w + b).reshape(-1) - y
    return error.pow(2).mean().sqrt()

# %% wrong: mean_before_square
# why: The errors are averaged first and then squared, so errors of different sign cancel. Square first.
@piece
def line_loss(w, b, x, y):
    error = (x @ w + b)[:, 0] - y
    return error.mean() ** 2

# %% wrong: shape_of_b
# why: The loop adds up tensors of the shape (1,), so the loss has the shape (1,). It should have the shape ().
@piece
def line_loss(w, b, x, y):
    total = 0
    for row, target in zip(x, y):
        total = total + (row @ w + b - target) ** 2
    return total / len(y)

# %% wrong: added_up_as_numbers
# why: item() makes Python numbers of the errors, so no gradient flows to w and b, and the loss is float32 in any
# case. Stay with tensors.
@piece
def line_loss(w, b, x, y):
    total = 0.0
    for i in range(x.shape[0]):
        error = (x[i] @ w + b).item() - y[i].item()
        total += error**2
    return torch.tensor(total / x.shape[0], requires_grad=True)

# %% wrong: y_changed_in_place
# why: unsqueeze_ changes the shape of the caller's y. Nothing that is given may be changed; unsqueeze without the
# underscore, or reshape, makes a new tensor.
@piece
def line_loss(w, b, x, y):
    y.unsqueeze_(1)
    return (x @ w + b - y).pow(2).mean()

# %% wrong: cast_to_float32
# why: Everything is cast to float32, also float64 inputs. The loss must have the dtype of the others.
@piece
def line_loss(w, b, x, y):
    error = (x @ w + b).squeeze(1) - y
    return error.float().pow(2).mean()

# %% wrong: transposed_target
# why: y.T of a vector is the vector itself, so the difference is still an n x n table. A column needs a second
# dimension, y[:, None].
@piece
def line_loss(w, b, x, y):
    return (x @ w + b - y.T).pow(2).mean()

# %% wrong: one_less_than_n
# why: The sum is divided by n - 1, as in a variance. The mean divides by n, and with one sample this divides by
# zero.
@piece
def line_loss(w, b, x, y):
    error = (x @ w + b).squeeze(1) - y
    n = y.numel()
    return (error**2).sum() / (n - 1)

# %% right: squeeze_before_b
@piece
def line_loss(w, b, x, y):
    prediction = (x @ w).squeeze() + b
    return torch.mean((prediction - y) ** 2)
