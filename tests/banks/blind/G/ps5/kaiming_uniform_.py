# %% right: fan_by_division
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    count = tensor.numel()
    if count:
        # out * in * area, without the one that does not belong to the fan
        fan = count // tensor.shape[0 if mode == "fan_in" else 1]
        gain = torch.nn.init.calculate_gain(nonlinearity, a)
        bound = gain * math.sqrt(3 / fan)
        with torch.no_grad():
            tensor.uniform_(-bound, bound)
    return tensor


# %% right: fan_by_a_table
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    sizes = list(tensor.shape)
    area = 1
    for size in sizes[2:]:
        area *= size
    fans = {"fan_in": sizes[1] * area, "fan_out": sizes[0] * area}
    variance = torch.nn.init.calculate_gain(nonlinearity, a) ** 2 / fans[mode]
    limit = (3 * variance) ** 0.5
    with torch.no_grad():
        tensor.uniform_(-limit, limit)
    return tensor


# %% wrong: the_area_is_forgotten
# why: The fan of a convolution is the number of channels times the area of the kernel; here the area is left out.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out_size, in_size = tensor.shape[:2]
    fan = in_size if mode == "fan_in" else out_size
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = math.sqrt(3.0) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor


# %% wrong: another_tensor_is_filled
# why: A new tensor is filled and returned. The weight that was given keeps its old numbers.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    first, second, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = {"fan_in": second, "fan_out": first}[mode] * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    bound = math.sqrt(3) * gain / math.sqrt(fan)
    with torch.no_grad():
        filled = torch.empty_like(tensor).uniform_(-bound, bound)
    return filled.requires_grad_(tensor.requires_grad)


# %% wrong: gain_without_the_slope
# why: a is not handed on to calculate_gain, which then takes its own slope of 0.01 for leaky_relu.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    with torch.no_grad():
        if tensor.numel() > 0:
            area = math.prod(tensor.shape[2:])
            channels = tensor.shape[1] if mode == "fan_in" else tensor.shape[0]
            std = torch.nn.init.calculate_gain(nonlinearity) / (channels * area) ** 0.5
            tensor.uniform_(-std * 3**0.5, std * 3**0.5)
    return tensor


# %% wrong: requires_grad_is_left_off
# why: To get around the error about a leaf, requires_grad is switched off, and never on again: the weight is not trained afterwards.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    n = tensor.numel()
    if n == 0:
        return tensor
    fan = n // tensor.shape[0] if mode == "fan_in" else n // tensor.shape[1]
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    tensor.requires_grad_(False)
    tensor.uniform_(-math.sqrt(3) * std, math.sqrt(3) * std)
    return tensor


# %% wrong: std_as_the_bound
# why: The numbers go from -std to std. Uniform numbers have the standard deviation B / sqrt 3, so B must be sqrt 3 times std.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    def fan():
        out, into, *kernel = tensor.shape
        which = into if mode == "fan_in" else out
        return which * math.prod(kernel)

    if tensor.numel() != 0:
        std = torch.nn.init.calculate_gain(nonlinearity, a) / fan() ** 0.5
        with torch.no_grad():
            tensor.uniform_(-std, std)
    return tensor
