# %% right: cat_of_rows
@piece
def energy(a, b):
    parts = torch.cat([part.reshape(1) for part in (a * a, a * b, b)])
    return (parts * parts).sum()

# %% right: factored
@piece
def energy(a, b):
    square_a, square_b = a**2, b**2
    return square_a * (square_a + square_b) + square_b

# %% wrong: a_new_leaf
# why: requires_grad makes the new tensor a leaf; the gradient ends there and does not reach a and b.
@piece
def energy(a, b):
    parts = torch.tensor([a * a, a * b, b], dtype=a.dtype, requires_grad=True)
    return (parts * parts).sum()

# %% wrong: filled_in_float32
# why: The parts are written into zeros of the usual dtype, float32, so the dtype of a and b is lost, and digits with it.
@piece
def energy(a, b):
    parts = torch.zeros(3, dtype=torch.float32)
    parts[0] = a * a
    parts[1] = a * b
    parts[2] = b
    return parts.pow(2).sum()

# %% wrong: square_of_the_sum
# why: The parts are added up first and squared then; what is asked for is the sum of their squares.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    total = parts.sum()
    return total * total

# %% wrong: fresh_leaves
# why: a and b are replaced by new leaves of the same value, which are not connected with what a and b were computed from.
@piece
def energy(a, b):
    a = a.detach().clone().requires_grad_()
    b = b.detach().clone().requires_grad_()
    return (a * a) ** 2 + (a * b) ** 2 + b**2

# %% wrong: norm_of_the_parts
# why: The norm is the root of the sum of the squares, and not the sum itself.
@piece
def energy(a, b):
    return torch.stack((a * a, a * b, b)).norm()
