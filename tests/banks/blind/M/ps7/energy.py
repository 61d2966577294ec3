# %% right: stack
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()

# %% right: plain_formula
@piece
def energy(a, b):
    """(a a)² + (a b)² + b²"""
    return (a * a) ** 2 + (a * b) ** 2 + b ** 2

# %% right: sum_of_generator
@piece
def energy(a, b):
    return sum(part.pow(2) for part in (a * a, a * b, b))

# %% right: cat_of_reshaped
def row(*numbers):
    return torch.cat([number.reshape(1) for number in numbers])


@piece
def energy(a, b):
    parts = row(a * a, a * b, b)
    return parts.pow(2).sum()

# %% wrong: new_leaf
# why: torch.tensor makes a new leaf of numbers, and requires_grad=True only makes the gradient end there. a and b get none; join the parts with an operation that is recorded, such as torch.stack.
@piece
def energy(a, b):
    parts = torch.tensor([a * a, a * b, b], dtype=a.dtype, requires_grad=True)
    return (parts * parts).sum()

# %% wrong: cat_of_numbers
# why: torch.cat joins along a dimension that is there, and tensors of shape () have none: it is an error. torch.stack makes the new dimension.
@piece
def energy(a, b):
    parts = torch.cat([a * a, a * b, b])
    return (parts ** 2).sum()

# %% wrong: square_of_the_sum
# why: The parts are added first and the sum is squared. It is the sum of the squares of the parts that is asked for.
@piece
def energy(a, b):
    total = a * a + a * b + b
    return total * total

# %% wrong: container_in_float32
# why: torch.zeros(3) is float32, so the parts are rounded when they are written in, and the result is float32 for float64 inputs. The dtype must be that of a.
@piece
def energy(a, b):
    parts = torch.zeros(3)
    parts[0] = a * a
    parts[1] = a * b
    parts[2] = b
    return (parts * parts).sum()

# %% wrong: shape_of_one
# why: The sum is made with keepdim=True and has the shape (1,). The result must have the shape ().
@piece
def energy(a, b):
    parts = torch.stack((a * a, a * b, b))
    return (parts * parts).sum(0, keepdim=True)

# %% wrong: fresh_leaves_of_inputs
# why: a and b are replaced by new leaves, so the gradient ends at these copies and does not reach the tensors that were handed over, or what they were computed from.
@piece
def energy(a, b):
    a = a.detach().clone().requires_grad_(True)
    b = b.detach().clone().requires_grad_(True)
    parts = torch.stack([a * a, a * b, b])
    return (parts * parts).sum()

# %% wrong: length_squared
# why: It takes the root of the sum and squares it again. Where a and b are both 0 the root has an infinite slope, and the gradients become nan; leave the root away.
@piece
def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    length = (parts * parts).sum().sqrt()
    return length * length

# %% wrong: last_part_not_squared
# why: The third part, b, is added without its square; the energy ends with b², and so does the gradient 2b.
@piece
def energy(a, b):
    aa = a * a
    ab = a * b
    return aa * aa + ab * ab + b
