# %% right: unpack_the_shape
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    out, inn, *kernel = tensor.shape
    fan = (inn if mode == "fan_in" else out) * math.prod(kernel)
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% right: entries_by_rows
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    n = tensor.numel()
    if n > 0:
        fan = {"fan_in": n // tensor.shape[0], "fan_out": n // tensor.shape[1]}[mode]
        B = torch.nn.init.calculate_gain(nonlinearity, a) * (3 / fan) ** 0.5
        with torch.no_grad():
            tensor.uniform_(-B, B)
    return tensor

# %% right: helper_with_a_loop
def fan_of(shape, mode):
    area = 1
    for size in shape[2:]:
        area *= size
    if mode == "fan_in":
        return shape[1] * area
    if mode == "fan_out":
        return shape[0] * area
    raise ValueError(f"mode {mode!r} is neither fan_in nor fan_out")


@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if not tensor.numel():
        return tensor
    fan = fan_of(tensor.shape, mode)
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    limit = gain * math.sqrt(3.0 / fan)
    with torch.no_grad():
        return tensor.uniform_(-limit, limit)

# %% right: numpy_sizes
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    shape = list(tensor.shape)
    if 0 in shape:
        return tensor
    which = 1 if mode == "fan_in" else 0
    fan = shape[which] * int(np.prod(shape[2:]))
    std = torch.nn.init.calculate_gain(nonlinearity, a) / fan ** 0.5
    with torch.no_grad():
        tensor.uniform_(-(3 ** 0.5) * std, 3 ** 0.5 * std)
    return tensor

# %% wrong: bound_is_the_deviation
# why: The numbers are drawn between -std and std. Their standard deviation is then smaller than std by
# the factor √3; the bound is √3 · std.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    area = math.prod(rest)
    fan = second * area if mode == "fan_in" else first * area
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(-std, std)
    return tensor

# %% wrong: gain_without_a
# why: calculate_gain is called without `a`, and takes its own default slope. The `a` that was given must
# be passed on, since it sets the gain of leaky_relu.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    fan = (second if mode == "fan_in" else first) * math.prod(rest)
    gain = torch.nn.init.calculate_gain(nonlinearity)
    bound = math.sqrt(3) * gain / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: fan_out_without_the_area
# why: For fan_out only the number of outputs is taken, without the area of the kernel. Both fans are
# multiplied by the area.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    if mode == "fan_in":
        fan = math.prod(tensor.shape[1:])
    else:
        fan = tensor.shape[0]
    bound = torch.nn.init.calculate_gain(nonlinearity, a) * math.sqrt(3 / fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: in_and_out_the_other_way
# why: The first size is taken for the inputs and the second for the outputs. A weight has the shape
# (out, in, ...), so fan_in uses the second size.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_in, n_out, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = n_in * area if mode == "fan_in" else n_out * area
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    b = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-b, b)
    return tensor

# %% wrong: kernel_of_images_only
# why: The area is computed only for weights with four dimensions. A kernel may have one size or three as
# well, and then the area counts too: it is the product of all sizes after the first two.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    area = 1
    if len(tensor.shape) == 4:
        area = tensor.shape[2] * tensor.shape[3]
    size = tensor.shape[1] if mode == "fan_in" else tensor.shape[0]
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(size * area)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: grad_switched_on_afterwards
# why: requires_grad is switched off for the filling and always switched on afterwards. A tensor that
# required no grad before requires one now; use a block of torch.no_grad(), which leaves it as it was.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    o, i, *k = tensor.shape
    fan = math.prod(k) * (i if mode == "fan_in" else o)
    bound = math.sqrt(3 / fan) * torch.nn.init.calculate_gain(nonlinearity, a)
    tensor.requires_grad_(False)
    tensor.uniform_(-bound, bound)
    tensor.requires_grad_(True)
    return tensor

# %% wrong: nothing_for_nothing
# why: For a tensor without entries the function returns None by a bare `return`. The tensor must come
# back as it is.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return
    fan = tensor.numel() // (tensor.shape[0] if mode == "fan_in" else tensor.shape[1])
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: a_new_tensor
# why: The random numbers are drawn into a new tensor, which is returned; the one that was given is
# left unfilled. It must be filled in place, and be returned itself.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    fan = (second if mode == "fan_in" else first) * math.prod(rest)
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor = torch.zeros_like(tensor).uniform_(-bound, bound)
    return tensor
