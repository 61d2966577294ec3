# %% right: stacked
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()

# %% right: sum_of_squares
@piece
def energy(a, b):
    return sum(part**2 for part in (a * a, a * b, b))

# %% wrong: cat_of_numbers
# why: cat joins along a dimension that is there, and numbers of the shape () have none: it raises an error.
# stack makes a new dimension.
@piece
def energy(a, b):
    parts = torch.cat([a * a, a * b, b])
    return (parts * parts).sum()

# %% wrong: new_leaves
# why: a and b are replaced by new leaves, so the gradient ends there and does not reach the caller's a and
# b. They should be used as they are.
@piece
def energy(a, b):
    a = a.detach().clone().requires_grad_()
    b = b.detach().clone().requires_grad_()
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()

# %% wrong: one_part_by_item
# why: item() makes the part b a plain number without a graph, so the gradient of b lacks 2 b. All three parts
# should stay tensors.
@piece
def energy(a, b):
    first, second = a * a, a * b
    third = b.item()
    return first * first + second * second + third * third

# %% wrong: float32_zeros
# why: The parts are written into zeros of the default float32, so for float64 the result has the wrong dtype
# and fewer digits. The zeros should have the dtype of a.
@piece
def energy(a, b):
    parts = torch.zeros(3)
    parts[0] = a * a
    parts[1] = a * b
    parts[2] = b
    return (parts * parts).sum()

# %% wrong: a_matrix_of_one
# why: The product of a row and a column is a matrix of shape (1, 1). The result should have the shape ().
@piece
def energy(a, b):
    row = torch.stack([a * a, a * b, b]).reshape(1, 3)
    return row @ row.reshape(3, 1)

# %% wrong: square_of_the_sum
# why: It adds the parts up and squares the sum. It should square each part and then add.
@piece
def energy(a, b):
    return torch.stack((a * a, a * b, b)).sum() ** 2
