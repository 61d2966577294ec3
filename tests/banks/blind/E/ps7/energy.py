# %% right: stacked
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()

# %% right: formula
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    return (a * a) ** 2 + (a * b) ** 2 + b**2

# %% right: cat_of_rows
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    parts = torch.cat([part.reshape(1) for part in (a * a, a * b, b)])
    return parts.pow(2).sum()

# %% right: loop
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    total = 0
    for part in [a * a, a * b, b]:
        square = part * part
        total = total + square
    return total

# %% right: factored
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    aa, bb = a.pow(2), b.pow(2)
    return aa * (aa + bb) + bb

# %% wrong: requires_grad_true
# why: torch.tensor makes a new leaf of plain numbers; requires_grad=True only silences the error, and nothing reaches a and b.
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    parts = torch.tensor([a * a, a * b, b], dtype=a.dtype, requires_grad=True)
    return (parts * parts).sum()

# %% wrong: requires_grad_method
# why: stack keeps the graph, but detach().requires_grad_() makes a new leaf of it; the gradients end there.
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    parts = torch.stack([a * a, a * b, b]).detach().requires_grad_()
    return (parts * parts).sum()

# %% wrong: cat_of_numbers
# why: torch.cat cannot join 0-dimensional tensors; it raises an error.
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    parts = torch.cat([a * a, a * b, b])
    return (parts * parts).sum()

# %% wrong: items
# why: item() makes plain numbers of a and b, so there is no graph.
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    a, b = a.item(), b.item()
    return torch.tensor((a * a) ** 2 + (a * b) ** 2 + b**2)

# %% wrong: square_of_sum
# why: The parts are added first and the sum is squared.
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    parts = torch.stack([a * a, a * b, b])
    return parts.sum() ** 2

# %% wrong: one_square_forgotten
# why: The first part is a a, and its square is a to the fourth; here it is not squared.
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    return a * a + (a * b) ** 2 + b * b

# %% wrong: shape_one
# why: The result has the shape (1,) and not ().
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    parts = torch.cat([p.unsqueeze(0) for p in (a * a, a * b, b)])
    return (parts * parts).sum(0, keepdim=True)

# %% wrong: b_detached
# why: b is detached in the second part, so that a part of its gradient is missing.
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    parts = torch.stack([a * a, a * b.detach(), b])
    return (parts * parts).sum()

# %% wrong: float32_parts
# why: The parts are written into float32 zeros, so that the result of float64 inputs has the wrong dtype.
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    parts = torch.zeros(3)
    parts[0] = a * a
    parts[1] = a * b
    parts[2] = b
    return (parts * parts).sum()

# %% wrong: leaf_filled
# why: The zeros are made with requires_grad=True and then written to: a leaf that requires grad must not be changed in place.
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    parts = torch.zeros(3, dtype=a.dtype, requires_grad=True)
    parts[0] = a * a
    parts[1] = a * b
    parts[2] = b
    return (parts * parts).sum()

# %% wrong: inputs_made_leaves
# why: a and b are made new leaves: what they were computed from gets no gradient.
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    a = a.detach().clone().requires_grad_()
    b = b.detach().clone().requires_grad_()
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()

# %% wrong: mean_for_sum
# why: The mean of the three squares, not their sum.
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    parts = torch.stack((a * a, a * b, b))
    return parts.pow(2).mean()

# %% wrong: changed_a
# why: a *= a changes the argument in place (an error for a leaf), and the second part then has the changed a.
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    b_part = b * b
    a *= a
    return a * a + (a * b) ** 2 + b_part
