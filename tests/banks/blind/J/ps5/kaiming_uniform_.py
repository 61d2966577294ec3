# %% right: taken_apart
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    fan = math.prod(kernel) * (n_in if mode == "fan_in" else n_out)
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    bound = math.sqrt(3) * gain / math.sqrt(fan)
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)

# %% right: by_counting_entries
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    entries = tensor.numel()
    if not entries:
        return tensor
    # all entries = out * in * area, so divide by the one that is not wanted
    fans = {"fan_in": entries // tensor.shape[0], "fan_out": entries // tensor.shape[1]}
    std = torch.nn.init.calculate_gain(nonlinearity, a) / fans[mode] ** 0.5
    B = 3 ** 0.5 * std
    with torch.no_grad():
        tensor.uniform_(-B, B)
    return tensor

# %% wrong: kernel_forgotten
# why: The fan is only the size in (or out) of the weight. For a convolution it must be multiplied by the area of the kernel.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    if mode == "fan_in":
        fan = tensor.shape[1]
    else:
        fan = tensor.shape[0]
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = math.sqrt(3.0) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: in_and_out_swapped
# why: The first size of a weight is taken for in, the second for out. The shape is (out, in), so the fans are the wrong way round.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_in, n_out, *rest = tensor.shape
    area = math.prod(rest)
    fan = area * (n_in if mode == "fan_in" else n_out)
    bound = torch.nn.init.calculate_gain(nonlinearity, a) * math.sqrt(3 / fan)
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)

# %% wrong: std_as_the_bound
# why: The numbers are drawn between -std and std. Uniform numbers between -B and B have the deviation B / √3, so the bound is √3 times
# the deviation.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out, in_, *kernel = tensor.shape
    fan = {"fan_in": in_, "fan_out": out}[mode] * math.prod(kernel)
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(-std, std)
    return tensor

# %% wrong: gain_without_a
# why: The gain is computed without a, so the slope of the leaky ReLU is calculate_gain's own default and not the one that was
# handed in. It must be calculate_gain(nonlinearity, a).
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

# %% wrong: gain_under_the_root
# why: The gain has slipped under the root: √(3·gain/fan). Only the fan stands under a root in std, and the gain is multiplied as it is.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    fan = (second if mode == "fan_in" else first) * math.prod(rest)
    bound = math.sqrt(3 * torch.nn.init.calculate_gain(nonlinearity, a) / fan)
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)

# %% wrong: square_kernels_of_images
# why: The area is taken from two sizes of the kernel, shape[2] times shape[3]. A convolution over sequences has one, over volumes three;
# the area is the product of all that there are.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    area = 1
    if len(tensor.shape) > 2:
        area = tensor.shape[2] * tensor.shape[-1]
    fan = area * (tensor.shape[1] if mode == "fan_in" else tensor.shape[0])
    std = torch.nn.init.calculate_gain(nonlinearity, a) / fan ** 0.5
    bound = 3 ** 0.5 * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: grad_switched_off_for_good
# why: To be allowed to fill the leaf, its requires_grad is switched off, and never on again: the weight is not trained any more. A block of
# no_grad leaves the tensor as it is.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out_size, in_size, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = in_size * area if mode == "fan_in" else out_size * area
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    tensor.requires_grad_(False)
    tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: fills_a_copy
# why: A copy is filled and returned, and the weight itself keeps its old numbers. The tensor must be changed in place.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    fan = math.prod(rest) * (second if mode == "fan_in" else first)
    bound = math.sqrt(3 / fan) * torch.nn.init.calculate_gain(nonlinearity, a)
    with torch.no_grad():
        fresh = tensor.detach().clone()
        fresh.uniform_(-bound, bound)
        tensor = fresh
    return tensor

# %% wrong: empty_returns_nothing
# why: For a tensor without entries the function returns None, and not the tensor. It comes back as it is.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return
    first, second, *rest = tensor.shape
    fan = math.prod(rest) * (second if mode == "fan_in" else first)
    bound = math.sqrt(3 / fan) * torch.nn.init.calculate_gain(nonlinearity, a)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: recorded_filling
# why: The leaf that requires grad is filled without torch.no_grad(), so the change would be recorded, which is an error for a leaf. The filling is not part of any graph.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    fan = math.prod(rest) * {"fan_in": second, "fan_out": first}[mode]
    bound = torch.nn.init.calculate_gain(nonlinearity, a) * (3 / fan) ** 0.5
    return tensor.uniform_(-bound, bound)

# %% wrong: numbers_of_numpy
# why: The random numbers are NumPy's. From the same seed they are others than PyTorch's; the library's own must be drawn, by tensor.uniform_(-B, B).
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in = tensor.shape[:2]
    area = 1
    for size in tensor.shape[2:]:
        area *= size
    fan = area * (n_in if mode == "fan_in" else n_out)
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    numbers = np.random.uniform(-bound, bound, size=tuple(tensor.shape))
    with torch.no_grad():
        tensor.copy_(torch.tensor(numbers, dtype=tensor.dtype))
    return tensor

# %% wrong: fan_not_under_a_root
# why: The gain is divided by the fan itself. The variance is gain²/fan, so the deviation is the gain divided by the root of the fan.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if not tensor.numel():
        return tensor
    axis = 1 if mode == "fan_in" else 0
    fan = tensor.shape[axis] * math.prod(tensor.shape[2:])
    limit = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / fan
    with torch.no_grad():
        return tensor.uniform_(-limit, limit)

# %% right: variance_first
def fan_of(shape, mode):
    area = 1
    for size in shape[2:]:
        area = area * size
    if mode == "fan_out":
        return shape[0] * area
    return shape[1] * area


@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() > 0:
        variance = torch.nn.init.calculate_gain(nonlinearity, a) ** 2 / fan_of(tensor.shape, mode)
        b = math.sqrt(3 * variance)
        with torch.no_grad():
            tensor.uniform_(-b, b)
    return tensor
