# %% right: unpacked_shape
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inn, *kernel = tensor.shape
    fan = (inn if mode == "fan_in" else out) * math.prod(kernel)
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)

# %% right: loop_and_early_exit
def _fan(shape, mode):
    fan = shape[1] if mode == "fan_in" else shape[0]
    for size in shape[2:]:
        fan *= size
    return fan


@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if 0 not in tuple(tensor.shape):
        gain = torch.nn.init.calculate_gain(nonlinearity, a)
        std = gain * _fan(tensor.shape, mode) ** -0.5
        B = 3**0.5 * std
        with torch.no_grad():
            tensor.uniform_(-B, B)
    return tensor

# %% wrong: area_of_a_square_kernel
# why: The area is taken as the first kernel size squared. A kernel may have one dimension, or sizes that differ: the
# area is the product of all of its sizes.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    area = tensor.shape[2] ** 2 if len(tensor.shape) > 2 else 1
    fan = tensor.shape[1] * area if mode == "fan_in" else tensor.shape[0] * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    bound = math.sqrt(3.0) * gain / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: fans_swapped
# why: The first size of a weight is out and the second is in; the code reads them the other way round, so fan_in and
# fan_out are swapped.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_in, n_out, *rest = tensor.shape
    fans = {"fan_in": n_in * math.prod(rest), "fan_out": n_out * math.prod(rest)}
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fans[mode])
    with torch.no_grad():
        tensor.uniform_(-math.sqrt(3) * std, math.sqrt(3) * std)
    return tensor

# %% wrong: gain_without_a
# why: calculate_gain is called without a, so the gain of leaky_relu is always that of its default slope. It has to be
# calculate_gain(nonlinearity, a).
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    index = 1 if mode == "fan_in" else 0
    fan = tensor.shape[index] * math.prod(tensor.shape[2:])
    bound = torch.nn.init.calculate_gain(nonlinearity) * math.sqrt(3 / fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: requires_grad_switched_on
# why: It switches requires_grad off for the filling, and then on always. A weight that required no grad before
# requires one afterwards; it should be as it was.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, inp, *kernel = tensor.shape
    fan = math.prod([inp if mode == "fan_in" else out, *kernel])
    bound = torch.nn.init.calculate_gain(nonlinearity, a) * math.sqrt(3) / math.sqrt(fan)
    tensor.requires_grad_(False)
    tensor.uniform_(-bound, bound)
    tensor.requires_grad_(True)
    return tensor

# %% wrong: fan_without_root
# why: The gain is divided by the fan instead of its square root, so the bound is too small. std = gain / sqrt(fan).
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    fan = math.prod(rest) * (second if mode == "fan_in" else first)
    std = torch.nn.init.calculate_gain(nonlinearity, a) / fan
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: empty_tensor_divides_by_zero
# why: Nothing is done about a tensor without entries: where the fan is 0 it divides by zero. Such a tensor should come
# back as it is.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    out_size, in_size, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = {"fan_in": in_size, "fan_out": out_size}[mode] * area
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)

# %% wrong: returns_the_data
# why: It fills and returns tensor.data, which is another tensor without requires_grad. The tensor itself must be returned.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    o, i, *k = tensor.shape
    fan = (i if mode == "fan_in" else o) * math.prod(k)
    limit = torch.nn.init.calculate_gain(nonlinearity, a) * math.sqrt(3.0 / fan)
    return tensor.data.uniform_(-limit, limit)
