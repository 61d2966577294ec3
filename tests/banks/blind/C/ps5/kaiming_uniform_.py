# %% right: terse
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    if tensor.numel() == 0:
        return tensor
    out, inn, *kernel = tensor.shape
    fan = (inn if mode == "fan_in" else out) * math.prod(kernel)
    bound = torch.nn.init.calculate_gain(nonlinearity, a) * math.sqrt(3 / fan)
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)


# %% right: verbose
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain² / fan, and return it."""
    # nothing to fill
    if tensor.numel() == 0:
        return tensor
    area = 1
    for size in tensor.shape[2:]:
        area = area * size
    if mode == "fan_in":
        fan = tensor.shape[1] * area
    elif mode == "fan_out":
        fan = tensor.shape[0] * area
    else:
        raise ValueError("unknown mode: " + str(mode))
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    B = math.sqrt(3.0) * std
    with torch.no_grad():
        tensor.uniform_(-B, B)
    return tensor


# %% right: numel_over_out
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    n = tensor.numel()
    if n > 0:
        # all entries divided by out are in * area, divided by in they are out * area
        fan = n // tensor.shape[0 if mode == "fan_in" else 1]
        std = torch.nn.init.calculate_gain(nonlinearity, a) / fan**0.5
        b = 3**0.5 * std
        with torch.no_grad():
            tensor.uniform_(-b, b)
    return tensor


# %% right: helper_and_numpy
def _fan(shape, mode):
    area = int(np.prod(shape[2:]))
    return {"fan_in": shape[1], "fan_out": shape[0]}[mode] * area


def _fill(tensor, bound):
    with torch.no_grad():
        tensor.uniform_(-bound, bound)


@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if math.prod(tensor.shape) == 0:
        return tensor
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    _fill(tensor, math.sqrt(3.0) * gain / math.sqrt(_fan(tuple(tensor.shape), mode)))
    return tensor


# %% wrong: no_sqrt_three
# why: The standard deviation itself is taken as the bound: the factor √3 is missing, and the numbers have a third of the variance asked for.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inp, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = inp * area if mode == "fan_in" else out * area
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(-std, std)
    return tensor


# %% wrong: three_without_root
# why: The bound is 3 · std instead of √3 · std.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inp, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = inp * area if mode == "fan_in" else out * area
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = 3 * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor


# %% wrong: fan_in_and_out_swapped
# why: The shape is taken as (in, out): fan_in uses the first size, which is out, and fan_out the second.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    area = math.prod(tensor.shape[2:])
    if mode == "fan_in":
        fan = tensor.shape[0] * area
    else:
        fan = tensor.shape[1] * area
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor


# %% wrong: kernel_forgotten
# why: The fan is `in` or `out` alone: the area of a convolution's kernel is not multiplied in.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    fan = tensor.shape[1] if mode == "fan_in" else tensor.shape[0]
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    bound = math.sqrt(3.0) * gain / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor


# %% wrong: no_no_grad
# why: The filling is not under torch.no_grad(): for a leaf that requires grad the change in place is refused.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inp, *kernel = tensor.shape
    fan = (inp if mode == "fan_in" else out) * math.prod(kernel)
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = math.sqrt(3.0) * std
    return tensor.uniform_(-bound, bound)


# %% wrong: returns_nothing
# why: The weight is filled but not returned: the function returns None.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inp, *kernel = tensor.shape
    fan = (inp if mode == "fan_in" else out) * math.prod(kernel)
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = math.sqrt(3.0) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)


# %% wrong: empty_divides_by_zero
# why: A tensor without entries is not treated apart: a fan of 0 gives a division by zero.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    first, second, *rest = tensor.shape
    area = math.prod(rest)
    fan = second * area if mode == "fan_in" else first * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    B = math.sqrt(3.0) * (gain / math.sqrt(fan))
    with torch.no_grad():
        tensor.uniform_(-B, B)
    return tensor


# %% wrong: requires_grad_switched_off
# why: To be allowed to write in place, requires_grad is switched off and never on again: afterwards the weight is not trained.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inp, *kernel = tensor.shape
    fan = (inp if mode == "fan_in" else out) * math.prod(kernel)
    bound = math.sqrt(3.0) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    tensor.requires_grad = False
    tensor.uniform_(-bound, bound)
    return tensor


# %% wrong: detached_copy
# why: A detached clone is filled and returned: the weight that was given stays as it is.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inp, *kernel = tensor.shape
    fan = (inp if mode == "fan_in" else out) * math.prod(kernel)
    bound = math.sqrt(3.0) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    result = tensor.detach().clone()
    result.uniform_(-bound, bound)
    return result


# %% wrong: fan_without_root
# why: The gain is divided by the fan instead of by its square root.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inp, *kernel = tensor.shape
    fan = (inp if mode == "fan_in" else out) * math.prod(kernel)
    std = torch.nn.init.calculate_gain(nonlinearity, a) / fan
    bound = math.sqrt(3.0) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor


# %% wrong: a_not_given_to_gain
# why: calculate_gain is called without `a`: it uses its default slope, whatever was asked for.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inp, *kernel = tensor.shape
    fan = (inp if mode == "fan_in" else out) * math.prod(kernel)
    std = torch.nn.init.calculate_gain(nonlinearity) / math.sqrt(fan)
    bound = math.sqrt(3.0) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor


# %% wrong: gain_of_leaky_relu_by_hand
# why: The gain is computed by the formula of leaky_relu in every case: `nonlinearity` is ignored, so "relu" with a slope, "tanh" or "linear" get a wrong gain.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inp, *kernel = tensor.shape
    fan = (inp if mode == "fan_in" else out) * math.prod(kernel)
    gain = math.sqrt(2 / (1 + a**2))
    bound = gain * math.sqrt(3 / fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor


# %% wrong: mode_ignored
# why: `mode` is not asked: the fan is always that of the inputs.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    fan_in = math.prod(tensor.shape[1:])
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    bound = math.sqrt(3) * gain / math.sqrt(fan_in)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor


# %% wrong: area_is_sum
# why: The sizes of the kernel are added up instead of multiplied (and where there is no kernel, 1 is put in): 3 + 3 is 6, but the area is 9.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inp, *kernel = tensor.shape
    area = sum(kernel) if kernel else 1
    fan = (inp if mode == "fan_in" else out) * area
    bound = math.sqrt(3.0) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor


# %% wrong: only_2d_images
# why: The kernel is taken as two sizes, shape[2] * shape[3]: a kernel with one or three sizes fails or loses one.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    if len(tensor.shape) > 2:
        area = tensor.shape[2] * tensor.shape[3]
    else:
        area = 1
    fan = (tensor.shape[1] if mode == "fan_in" else tensor.shape[0]) * area
    bound = math.sqrt(3.0) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor


# %% wrong: from_zero_to_bound
# why: The numbers are drawn between 0 and B instead of between -B and B: all weights are positive.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inp, *kernel = tensor.shape
    fan = (inp if mode == "fan_in" else out) * math.prod(kernel)
    bound = math.sqrt(3.0) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(0, bound)
    return tensor


# %% wrong: normal_numbers
# why: The numbers are drawn from a normal distribution with this standard deviation: that is kaiming_normal_, and some lie outside of the bound.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inp, *kernel = tensor.shape
    fan = (inp if mode == "fan_in" else out) * math.prod(kernel)
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        tensor.normal_(0, std)
    return tensor


# %% wrong: numpys_random_numbers
# why: The numbers come from NumPy's generator and not from tensor.uniform_: they do not follow torch.manual_seed, and are not PyTorch's.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inp, *kernel = tensor.shape
    fan = (inp if mode == "fan_in" else out) * math.prod(kernel)
    bound = math.sqrt(3.0) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    numbers = np.random.uniform(-bound, bound, tuple(tensor.shape))
    with torch.no_grad():
        tensor.copy_(torch.tensor(numbers, dtype=tensor.dtype))
    return tensor
