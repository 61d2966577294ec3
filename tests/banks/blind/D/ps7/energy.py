# %% right: stack
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()


# %% right: direct
@piece
def energy(a, b):
    return (a * a) ** 2 + (a * b) ** 2 + b**2


# %% right: cat
@piece
def energy(a, b):
    parts = torch.cat([part.reshape(1) for part in (a * a, a * b, b)])
    return parts.pow(2).sum()


# %% right: loop
@piece
def energy(a, b):
    total = 0
    for part in [a * a, a * b, b]:
        total = total + part * part
    return total


# %% wrong: requires_grad
# why: requires_grad=True makes a new leaf: the gradients end there.
@piece
def energy(a, b):
    parts = torch.tensor([a * a, a * b, b], dtype=a.dtype, requires_grad=True)
    return (parts * parts).sum()


# %% wrong: requires_grad_
# why: requires_grad_() makes a new beginning that is connected with nothing.
@piece
def energy(a, b):
    parts = torch.tensor([a * a, a * b, b], dtype=a.dtype)
    parts.requires_grad_()
    return (parts * parts).sum()


# %% wrong: cat_scalars
# why: cat joins along a dimension that is there; a single number has none.
@piece
def energy(a, b):
    parts = torch.cat([a * a, a * b, b])
    return (parts * parts).sum()


# %% wrong: detached_inputs
# why: Makes new leaves of a and b inside.
@piece
def energy(a, b):
    a = a.detach().requires_grad_()
    b = b.detach().requires_grad_()
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()


# %% wrong: items
# why: The last part is read as a number: the way of b itself is lost.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, torch.tensor(b.item(), dtype=b.dtype)])
    return (parts * parts).sum()


# %% wrong: no_square
# why: The sum of the parts without squares.
@piece
def energy(a, b):
    return torch.stack([a * a, a * b, b]).sum()


# %% wrong: aa_once
# why: The first part is a instead of a a: a square too few.
@piece
def energy(a, b):
    return a * a + (a * b) ** 2 + b * b


# %% wrong: mean
# why: Mean for sum.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).mean()


# %% wrong: shape_one
# why: The result has the shape (1,) and not ().
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum(0, keepdim=True)


# %% wrong: squared_sum
# why: The square of the sum and not the sum of the squares.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return parts.sum() ** 2


# %% wrong: float32
# why: The parts are cast to float32: a result of another dtype for float64.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b]).to(torch.float32)
    return (parts * parts).sum()
