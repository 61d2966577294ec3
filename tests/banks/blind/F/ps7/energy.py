# %% right: stack
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()
# %% right: formula
@piece
def energy(a, b):
    return (a * a) ** 2 + (a * b) ** 2 + b**2
# %% right: cat
@piece
def energy(a, b):
    parts = torch.cat([(a * a).reshape(1), (a * b).reshape(1), b.reshape(1)])
    return parts.pow(2).sum()
# %% right: loop
@piece
def energy(a, b):
    total = torch.zeros_like(a)
    for part in (a * a, a * b, b):
        total = total + part * part
    return total
# %% right: dot
@piece
def energy(a, b):
    parts = torch.stack((a.pow(2), a.mul(b), b), dim=0)
    return parts @ parts
# %% wrong: new_leaf
# why: requires_grad=True makes a new leaf; nothing reaches a and b.
@piece
def energy(a, b):
    parts = torch.tensor([a * a, a * b, b], dtype=a.dtype, requires_grad=True)
    return (parts * parts).sum()
# %% wrong: leaf_later
# why: requires_grad_() on a stack of detached numbers is a new beginning, too.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b]).detach().requires_grad_()
    return (parts * parts).sum()
# %% wrong: cat_of_numbers
# why: cat joins along a dimension that is there, and a single number has none.
@piece
def energy(a, b):
    parts = torch.cat([a * a, a * b, b])
    return (parts * parts).sum()
# %% wrong: mean
# why: The mean in place of the sum.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).mean()
# %% wrong: square_of_sum
# why: The square of the sum, not the sum of the squares.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return parts.sum() ** 2
# %% wrong: part_without_history
# why: item() takes the history of the middle part away.
@piece
def energy(a, b):
    parts = torch.stack([a * a, torch.tensor((a * b).item(), dtype=a.dtype), b])
    return (parts * parts).sum()
# %% wrong: squared_once_too_few
# why: The first part is a, not a a.
@piece
def energy(a, b):
    parts = torch.stack([a, a * b, b])
    return (parts * parts).sum()
# %% wrong: not_squared
# why: The parts are added up without their squares.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return parts.sum()
# %% wrong: shape_of_one
# why: The result has the shape (1,) and not ().
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum().reshape(1)
# %% wrong: copies_of_the_numbers
# why: a and b are replaced by new leaves, and the gradients end there.
@piece
def energy(a, b):
    a = a.detach().requires_grad_()
    b = b.detach().requires_grad_()
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()
# %% wrong: single_precision
# why: The result is cast to float32, whatever the dtype of a and b.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum().float()
# %% wrong: b_missing
# why: The third part is left out.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b])
    return (parts * parts).sum()
# %% wrong: numpy
# why: NumPy computes without a history.
@piece
def energy(a, b):
    parts = np.array([a.item() ** 2, a.item() * b.item(), b.item()])
    return torch.tensor((parts**2).sum(), dtype=a.dtype)
# %% wrong: value_with_a_little_graph
# why: The value is right, but the gradient is that of a + b, which was added only to have a graph.
@piece
def energy(a, b):
    parts = torch.tensor([a * a, a * b, b], dtype=a.dtype)
    return (parts * parts).sum() + (a + b) - (a + b).detach()
# %% wrong: through_b_only
# why: The recording goes through b alone; a is a constant.
@piece
def energy(a, b):
    a = a.detach()
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()
