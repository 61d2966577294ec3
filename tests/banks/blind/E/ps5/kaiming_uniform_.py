# %% right: star_rest
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    area = math.prod(rest)
    fan = second * area if mode == "fan_in" else first * area
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)

# %% right: from_numel
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    n = tensor.numel()
    if n > 0:
        # all entries / out = in * area
        fan = n // tensor.shape[0] if mode == "fan_in" else n // tensor.shape[1]
        gain = torch.nn.init.calculate_gain(nonlinearity, a)
        b = gain * (3 / fan) ** 0.5
        with torch.no_grad():
            tensor.uniform_(-b, b)
    return tensor

# %% right: loop_and_dict
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if 0 in tuple(tensor.shape):
        return tensor
    area = 1
    for size in tensor.shape[2:]:
        area *= size
    fans = {"fan_in": tensor.shape[1] * area, "fan_out": tensor.shape[0] * area}
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / np.sqrt(fans[mode])
    bound = float(np.sqrt(3.0) * std)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% right: decorator_no_grad
def _fan(shape, mode):
    shape = list(shape)
    if mode == "fan_in":
        shape.pop(0)
    elif mode == "fan_out":
        shape.pop(1)
    else:
        raise ValueError(mode)
    return math.prod(shape)


@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if not tensor.numel():
        return tensor
    std = torch.nn.init.calculate_gain(nonlinearity, a) / _fan(tensor.shape, mode) ** 0.5
    with torch.no_grad():
        tensor.uniform_(-math.sqrt(3.0) * std, math.sqrt(3.0) * std)
    return tensor

# %% wrong: fans_swapped
# why: fan_in takes the first size and fan_out the second, but a weight is (out, in).
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    n_in, n_out, *kernel = tensor.shape
    fan = (n_in if mode == "fan_in" else n_out) * math.prod(kernel)
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)

# %% wrong: no_area
# why: The area of the kernel is forgotten, which shows for convolutions only.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    fan = tensor.shape[1] if mode == "fan_in" else tensor.shape[0]
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)

# %% wrong: area_only_for_fan_in
# why: fan_out is not multiplied by the area.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    out_, in_, *kernel = tensor.shape
    if mode == "fan_in":
        fan = in_ * math.prod(kernel)
    else:
        fan = out_
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)

# %% wrong: kernel_is_square
# why: The area is the square of the first size of the kernel: wrong for kernels that are not square, and for one or three dimensions.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    area = tensor.shape[2] ** 2 if tensor.dim() > 2 else 1
    fan = tensor.shape[1] * area if mode == "fan_in" else tensor.shape[0] * area
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)

# %% wrong: std_as_bound
# why: The standard deviation is taken for the bound: the root of 3 is missing.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    fan = (second if mode == "fan_in" else first) * math.prod(rest)
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(-std, std)
    return tensor

# %% wrong: gain_without_a
# why: a is not given to calculate_gain, so a leaky slope other than the default makes no difference.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    fan = (second if mode == "fan_in" else first) * math.prod(rest)
    std = torch.nn.init.calculate_gain(nonlinearity) / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: gain_fixed
# why: The gain is always that of a ReLU, the root of 2: nonlinearity and a have no influence.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    fan = (second if mode == "fan_in" else first) * math.prod(rest)
    bound = math.sqrt(3) * math.sqrt(2 / fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: no_return
# why: The weight is filled, but not returned.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    fan = (second if mode == "fan_in" else first) * math.prod(rest)
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)

# %% wrong: recorded
# why: The filling is not under no_grad, so a leaf that requires grad is refused.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    fan = (second if mode == "fan_in" else first) * math.prod(rest)
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    return tensor.uniform_(-bound, bound)

# %% wrong: detached_returned
# why: The numbers arrive in the weight, but what is returned is its detached twin, which does not require grad and is another object.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    fan = (second if mode == "fan_in" else first) * math.prod(rest)
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    return tensor.detach().uniform_(-bound, bound)

# %% wrong: empty_divides
# why: A tensor without entries, whose fan is 0, is a division by zero.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    first, second, *rest = tensor.shape
    fan = (second if mode == "fan_in" else first) * math.prod(rest)
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: mode_ignored
# why: The mode is never looked at, it is always fan_in.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    fan = tensor.numel() // tensor.shape[0]
    bound = math.sqrt(3 / fan) * torch.nn.init.calculate_gain(nonlinearity, a)
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)

# %% wrong: root_not_over_fan
# why: The root was lost: it divides by the fan and not by its root.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    fan = (second if mode == "fan_in" else first) * math.prod(rest)
    std = torch.nn.init.calculate_gain(nonlinearity, a) / fan
    bound = 3 ** 0.5 * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor
