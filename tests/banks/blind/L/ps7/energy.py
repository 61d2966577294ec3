# %% right: stacked
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()

# %% right: plain_formula
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    return a**4 + a**2 * b**2 + b**2

# %% right: sum_of_a_generator
def square(t):
    return t * t


@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    return sum(square(part) for part in (a * a, a * b, b))

# %% right: joined_rows
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    parts = [a * a, a * b, b]
    row = torch.cat([part.reshape(1) for part in parts])
    return row @ row

# %% wrong: a_new_leaf
# why: torch.tensor makes a new tensor from numbers, and requires_grad=True makes it a leaf: the
# gradient ends there and never reaches a and b. torch.stack keeps the connection.
@piece
def energy(a, b):
    parts = torch.tensor([a * a, a * b, b], dtype=a.dtype, requires_grad=True)
    return (parts * parts).sum()

# %% wrong: third_part_is_b_squared
# why: The third part is b, whose square is b². Here it is already b * b, and squaring makes it b⁴.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b * b])
    return parts.pow(2).sum()

# %% wrong: cat_of_numbers
# why: torch.cat joins along a dimension that exists, and the three parts have none, so it fails.
# torch.stack makes a new dimension.
@piece
def energy(a, b):
    parts = torch.cat([a * a, a * b, b])
    return (parts * parts).sum()

# %% wrong: computed_with_numbers
# why: item() takes the plain numbers out of the graph, so the result has the right value but no
# connection with a and b, and no gradient flows. It should compute with the tensors.
@piece
def energy(a, b):
    p, q = a.item(), b.item()
    return torch.tensor((p * p) ** 2 + (p * q) ** 2 + q ** 2, dtype=a.dtype)

# %% wrong: zeros_of_the_default_dtype
# why: torch.zeros(3) is float32 whatever a and b are, so for float64 the parts are rounded and the
# result has another dtype. The zeros need dtype=a.dtype.
@piece
def energy(a, b):
    parts = torch.zeros(3)
    parts[0] = a * a
    parts[1] = a * b
    parts[2] = b
    return (parts * parts).sum()

# %% wrong: row_times_column
# why: A row times a column is a matrix with one entry, of the shape (1, 1). The result should have the
# shape ().
@piece
def energy(a, b):
    row = torch.stack((a * a, a * b, b)).reshape(1, 3)
    return row @ row.reshape(3, 1)

# %% wrong: squares_a_in_place
# why: a *= a changes the caller's tensor (and is an error for a leaf that requires grad), and a * b is
# then computed with the changed a. Products must go into new tensors.
@piece
def energy(a, b):
    e = b * b
    e = e + (a * b) ** 2
    a *= a
    return e + a * a

# %% wrong: square_of_a_kept_as_a_constant
# why: a * a is computed once under no_grad and used in two terms. The value is right, but these parts
# are constants for backward, so the gradient of a is missing there.
@piece
def energy(a, b):
    with torch.no_grad():
        aa = a * a
    return aa * aa + aa * b * b + b * b
