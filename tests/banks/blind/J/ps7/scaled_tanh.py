# %% right: plain_product
@piece
def scaled_tanh(x, a):
    return a * torch.tanh(x)

# %% right: new_name_for_y
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    y = x.tanh()
    y = y * a
    return y

# %% right: copy_before_the_change
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x).clone()
    y *= a
    return y

# %% right: expanded_a
@piece
def scaled_tanh(x, a):
    factor = a.expand(x.shape)
    return torch.mul(torch.tanh(x), factor)

# %% wrong: by_data
# why: y.data *= a changes what tanh has saved behind the back of the version counter, and the product is not
# recorded. The gradients are wrong without a word; compute a new tensor, y * a.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y.data *= a
    return y

# %% wrong: copy_after_the_change
# why: The copy is made after y was changed in place, so what tanh has saved is overwritten already. Copy first,
# or write y * a.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y *= a
    return y.clone()

# %% wrong: product_unrecorded
# why: Under no_grad the change in place is not recorded, but it is a change all the same, and a gets no gradient.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    with torch.no_grad():
        y *= a
    return y

# %% wrong: a_as_a_constant
# why: a is detached, so it gets no gradient though it may need one.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    return y * a.detach()

# %% wrong: y_as_a_constant
# why: The error is gone since y is detached before the change, but then no gradient flows to x any more.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x).detach()
    return y * a

# %% wrong: a_as_a_number
# why: a.item() makes a number of a: it gets no gradient, and an a with several entries raises an error.
@piece
def scaled_tanh(x, a):
    return torch.tanh(x) * a.item()

# %% wrong: a_made_anew
# why: torch.tensor makes a new tensor of a's numbers, which is not connected with a. So a gets no gradient.
@piece
def scaled_tanh(x, a):
    scale = torch.tensor(a.tolist(), dtype=a.dtype)
    return scale * torch.tanh(x)

# %% wrong: scaled_inside
# why: a stands inside of the tanh: tanh(a x). It should be a factor in front, a tanh(x).
@piece
def scaled_tanh(x, a):
    return torch.tanh(a * x)

# %% wrong: x_changed_in_place
# why: It writes the result into the memory of x, the caller's tensor. x may not be changed.
@piece
def scaled_tanh(x, a):
    y = x.detach() if x.requires_grad else x
    y.tanh_()
    return y * a

# %% wrong: a_changed_in_place
# why: a *= ... changes the caller's tensor a (or raises an error if a is a leaf that requires grad or has a
# smaller shape). Write a * tanh(x) into a new tensor.
@piece
def scaled_tanh(x, a):
    a *= torch.tanh(x)
    return a

# %% wrong: entry_by_entry_of_a
# why: The loop takes a[i] for entry i, so it works only for vectors of one length. a broadcasts: it may be a
# single number or have other dimensions than x.
@piece
def scaled_tanh(x, a):
    parts = []
    for i in range(len(x)):
        parts.append(a[i] * torch.tanh(x[i]))
    return torch.stack(parts)

# %% wrong: written_with_exp
# why: tanh is written with exp(2 x), which overflows for a large x: inf / inf is nan, where tanh is 1.
@piece
def scaled_tanh(x, a):
    e = torch.exp(2 * x)
    return a * (e - 1) / (e + 1)

# %% wrong: math_tanh
# why: math.tanh makes Python numbers, and torch.tensor a new tensor of them. So x gets no gradient.
import math


@piece
def scaled_tanh(x, a):
    numbers = [math.tanh(v) for v in x.reshape(-1).tolist()]
    return a * torch.tensor(numbers, dtype=x.dtype).reshape(x.shape)

# %% wrong: matrix_product
# why: @ is a matrix product, which adds up over a dimension. The product is entry by entry, with *.
@piece
def scaled_tanh(x, a):
    return torch.tanh(x) @ a
