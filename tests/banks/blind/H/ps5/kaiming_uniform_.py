# %% right: fan_by_a_slice
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    part = tensor.detach()[0] if mode == "fan_in" else tensor.detach()[:, 0]
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    bound = gain * math.sqrt(3 / part.numel())
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% right: by_the_same_memory
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    outputs, inputs, *kernel = tensor.shape
    fan = {"fan_in": inputs, "fan_out": outputs}[mode]
    for size in kernel:
        fan *= size
    if fan > 0 and tensor.numel() > 0:
        std = torch.nn.init.calculate_gain(nonlinearity, a) / fan**0.5
        limit = std * 3**0.5
        tensor.detach().uniform_(-limit, limit)
    return tensor

# %% wrong: in_and_out_exchanged
# why: The shape is read as (in, out), as it is in the formula x W; a weight here is (out, in), so the two fans are exchanged.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_in, n_out, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = n_in * area if mode == "fan_in" else n_out * area
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)

# %% wrong: gain_without_a
# why: a is not handed on to calculate_gain, so the gain is that of the usual slope 0.01 whatever a is.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    gain = torch.nn.init.calculate_gain(nonlinearity)
    shape = list(tensor.shape)
    channels = shape[1] if mode == "fan_in" else shape[0]
    fan = channels * math.prod(shape[2:])
    bound = gain * math.sqrt(3.0 / fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: no_longer_requires_grad
# why: requires_grad is switched off for the filling and not switched on again, so the weight is never trained.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    first, second, *rest = tensor.shape
    fan = math.prod([second if mode == "fan_in" else first, *rest])
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    tensor.requires_grad_(False)
    tensor.uniform_(-math.sqrt(3) * std, math.sqrt(3) * std)
    return tensor

# %% wrong: std_as_the_bound
# why: The standard deviation is used as the bound; uniform numbers between -B and B have the standard deviation B/√3.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    def fan():
        index = 1 if mode == "fan_in" else 0
        result = tensor.shape[index]
        for size in tensor.shape[2:]:
            result *= size
        return result

    if tensor.numel():
        std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan())
        with torch.no_grad():
            tensor.uniform_(-std, std)
    return tensor

# %% wrong: kernel_taken_for_a_square
# why: The area is the square of the first kernel size; a kernel of 3 × 5 or one for a row of numbers has another area.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    area = 1
    if tensor.dim() > 2:
        area = tensor.shape[2] ** 2
    fan_in, fan_out = tensor.shape[1] * area, tensor.shape[0] * area
    fan = fan_in if mode == "fan_in" else fan_out
    bound = math.sqrt(3 / fan) * torch.nn.init.calculate_gain(nonlinearity, a)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor
