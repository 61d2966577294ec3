# %% right: rows_of_one
@piece
def energy(a, b):
    parts = torch.cat([part.reshape(1) for part in (a * a, a * b, b)])
    return parts @ parts


# %% right: no_tensor_of_parts
@piece
def energy(a, b):
    total = b.pow(2)
    for part in (a * a, a * b):
        total = total + part.pow(2)
    return total


# %% wrong: a_new_beginning
# why: The numbers are put into a new tensor, and requires_grad_() makes it a leaf. The pass ends there, and a and b get nothing.
@piece
def energy(a, b):
    numbers = [(a * a).item(), (a * b).item(), b.item()]
    parts = torch.tensor(numbers, dtype=a.dtype).requires_grad_()
    return (parts * parts).sum()


# %% wrong: the_dtype_is_lost
# why: The parts are written into zeros of the default dtype. For float64 numbers the result is float32.
@piece
def energy(a, b):
    parts = torch.zeros(3)
    parts[0] = a * a
    parts[1] = a * b
    parts[2] = b
    return parts.pow(2).sum()


# %% wrong: the_square_of_the_sum
# why: The parts are added first and squared afterwards. Asked for is the sum of their squares.
@piece
def energy(a, b):
    total = torch.stack([a * a, a * b, b]).sum()
    return total * total


# %% wrong: requires_grad_is_switched_on
# why: The parts are connected, but requires_grad is switched on in a and b, which are changed by that, and the energy of two constants has a graph.
@piece
def energy(a, b):
    for each in (a, b):
        each.requires_grad_(True)
    parts = torch.stack((a * a, a * b, b))
    return torch.sum(parts**2)


# %% wrong: numbers_cannot_be_joined
# why: torch.cat joins along a dimension that is there. The parts have the shape (), so that every call stops with an error.
@piece
def energy(a, b):
    first, second, third = a * a, a * b, b
    return torch.cat([first, second, third]).square().sum()
