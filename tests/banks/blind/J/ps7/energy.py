# %% right: stacked
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()

# %% right: straight_formula
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    return (a * a) ** 2 + (a * b) ** 2 + b ** 2

# %% right: added_in_a_loop
@piece
def energy(a, b):
    total = 0
    for part in (a * a, a * b, b):
        total = total + part * part
    return total

# %% right: joined_after_reshape
@piece
def energy(a, b):
    parts = torch.cat([p.reshape(1) for p in (a * a, a * b, b)])
    return parts.pow(2).sum()

# %% wrong: a_new_leaf
# why: torch.tensor makes a new tensor of numbers, and requires_grad=True makes it a leaf. The gradient ends there
# and does not reach a and b; torch.stack joins them with their graph.
@piece
def energy(a, b):
    parts = torch.tensor([a * a, a * b, b], dtype=a.dtype, requires_grad=True)
    return (parts * parts).sum()

# %% wrong: cat_of_single_numbers
# why: torch.cat joins along a dimension that is there, and a tensor of the shape () has none. torch.stack makes a
# new one.
@piece
def energy(a, b):
    parts = torch.cat([a * a, a * b, b])
    return (parts * parts).sum()

# %% wrong: square_of_the_sum
# why: The parts are added first and the sum is squared. Each part must be squared before they are added.
@piece
def energy(a, b):
    return torch.stack([a * a, a * b, b]).sum() ** 2

# %% wrong: shape_of_one
# why: The sum starts with a tensor of the shape (1,), so the result has the shape (1,). It should have the shape
# ().
@piece
def energy(a, b):
    total = torch.zeros(1, dtype=a.dtype)
    for part in [a * a, a * b, b]:
        total = total + part**2
    return total

# %% wrong: started_from_copies
# why: a and b are replaced by detached leaves, so the gradient ends at these. It must reach whatever a and b were
# computed from.
@piece
def energy(a, b):
    a = a.detach().clone().requires_grad_()
    b = b.detach().clone().requires_grad_()
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()

# %% wrong: table_of_float32
# why: The parts are written into a tensor of zeros without a dtype, which is float32. float64 numbers are rounded,
# and the result has the wrong dtype.
@piece
def energy(a, b):
    parts = torch.zeros(3)
    parts[0] = a * a
    parts[1] = a * b
    parts[2] = b
    return (parts * parts).sum()

# %% wrong: filled_by_data
# why: The parts are written through .data, which is not recorded. The values are right, but nothing flows back.
@piece
def energy(a, b):
    parts = torch.zeros(3, dtype=a.dtype)
    for k, part in enumerate((a * a, a * b, b)):
        parts.data[k] = part.detach()
    return (parts * parts).sum()

# %% wrong: zero_times_a
# why: Adding 0 * (a + b) connects the result with a and b and silences the error, but the gradients that arrive
# are 0. The parts themselves must be recorded.
@piece
def energy(a, b):
    parts = torch.tensor([(a * a).item(), (a * b).item(), b.item()], dtype=a.dtype)
    return (parts * parts).sum() + 0 * (a + b)

# %% wrong: mean_of_squares
# why: It returns the mean of the three squares. Their sum is asked for.
@piece
def energy(a, b):
    parts = torch.stack((a * a, a * b, b))
    return parts.pow(2).mean()

# %% wrong: powers_miscounted
# why: (a a) squared is a to the fourth; here it is a squared, and the second part is not squared either. Each part
# is squared once more.
@piece
def energy(a, b):
    return a**2 + a * b + b**2

# %% wrong: binomial
# why: (a a + b) squared has the mixed term 2 a a b besides the two squares that are wanted, and it is not taken
# away.
@piece
def energy(a, b):
    return (a * a + b) ** 2 + (a * b) ** 2

# %% wrong: a_squared_in_place
# why: a *= a changes the caller's tensor, or raises an error if a is a leaf that requires grad; and a b is then
# computed from the new a. Write a * a under a new name.
@piece
def energy(a, b):
    ab = a * b
    a *= a
    return a * a + ab * ab + b * b

# %% wrong: only_b_is_connected
# why: a * b is computed with the number of a, so a gets no gradient from the second part. Use the tensors
# throughout.
@piece
def energy(a, b):
    return (a * a) ** 2 + (a.item() * b) ** 2 + b**2

# %% wrong: float32_by_habit
# why: The parts are cast by float(), so with float64 inputs the result is a rounded float32. It must have the
# dtype of a and b.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b]).float()
    return (parts**2).sum()
