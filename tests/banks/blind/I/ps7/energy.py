# %% right: stacked
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()

# %% right: formula
@piece
def energy(a, b):
    return (a * a) ** 2 + (a * b) ** 2 + b**2

# %% right: cat_of_one_row_each
@piece
def energy(a, b):
    pieces = [each.reshape(1) for each in (a * a, a * b, b)]
    row = torch.cat(pieces)
    return row.pow(2).sum()

# %% wrong: new_leaf
# why: torch.tensor makes a new leaf of the numbers; with requires_grad=True the gradient ends there. The parts must be
# joined by an operation that is recorded, such as torch.stack.
@piece
def energy(a, b):
    parts = torch.tensor([a * a, a * b, b], dtype=a.dtype, requires_grad=True)
    return (parts * parts).sum()

# %% wrong: square_of_the_sum
# why: The parts are added up and the sum is squared. Each part is squared by itself, and then they are added.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return parts.sum() ** 2

# %% wrong: shape_of_one_row
# why: The parts are reshaped to rows with one entry, and their squares are added to a tensor of shape (1,). The result
# has the shape ().
@piece
def energy(a, b):
    total = 0
    for part in (a * a, a * b, b):
        total = total + part.reshape(1) ** 2
    return total

# %% wrong: one_part_detached
# why: The product of a and b is taken from b.detach(), so the way from this part to b is cut. b gets only 2b for its
# gradient.
@piece
def energy(a, b):
    mixed = a * b.detach()
    parts = torch.stack((a * a, mixed, b))
    return torch.sum(parts**2)

# %% wrong: parts_as_numbers
# why: The parts are computed from a.item() and b.item(), plain numbers without a graph. requires_grad_ on the result
# makes a new leaf, and a and b get nothing.
@piece
def energy(a, b):
    p, q = a.item(), b.item()
    value = (p * p) ** 2 + (p * q) ** 2 + q**2
    return torch.tensor(value, dtype=a.dtype).requires_grad_()

# %% wrong: last_square_forgotten
# why: b is added as it is. The third part is b, and like the others it is squared.
@piece
def energy(a, b):
    aa, ab = a * a, a * b
    return aa * aa + ab * ab + b

# %% wrong: copied_into_empty_data
# why: The parts are written into the .data of an empty tensor. That is not recorded, so the sum has no way to a and b.
@piece
def energy(a, b):
    parts = torch.zeros(3, dtype=a.dtype, requires_grad=True)
    for i, part in enumerate([a * a, a * b, b]):
        parts.data[i] = part.detach()
    return (parts * parts).sum()
