# %% right: unpacked_shape
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% right: numel_divided
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    n = tensor.numel()
    if n == 0:
        return tensor
    fan = n // tensor.shape[0] if mode == "fan_in" else n // tensor.shape[1]
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    B = gain * (3.0 / fan) ** 0.5
    with torch.no_grad():
        return tensor.uniform_(-B, B)

# %% right: loop_over_the_kernel
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    shape = tuple(tensor.shape)
    area = 1
    for size in shape[2:]:
        area *= size
    fans = {"fan_in": shape[1] * area, "fan_out": shape[0] * area}
    if 0 in shape:
        return tensor
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / fans[mode] ** 0.5
    b = 3 ** 0.5 * std
    with torch.no_grad():
        tensor.uniform_(-b, b)
    return tensor

# %% right: decorated_with_no_grad
def fan_of(shape, mode):
    first = 1 if mode == "fan_in" else 0
    return shape[first] * int(np.prod(shape[2:]))


@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() > 0:
        fan = fan_of(tuple(tensor.shape), mode)
        std = torch.nn.init.calculate_gain(nonlinearity, a) / fan ** 0.5
        bound = float(np.sqrt(3.0) * std)
        with torch.no_grad():
            tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: fans_swapped
# why: The first size of the shape is taken for "in" and the second for "out". A weight has the shape (out, in), so that fan_in and fan_out are exchanged here.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    fan_in, fan_out, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = area * (fan_in if mode == "fan_in" else fan_out)
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: std_as_bound
# why: The numbers are drawn between -std and std. Uniform numbers with the standard deviation std lie between -B and B with B = √3 · std.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    out_, in_ = tensor.shape[0], tensor.shape[1]
    area = math.prod(tensor.shape[2:])
    fan = in_ * area if mode == "fan_in" else out_ * area
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        tensor.uniform_(-std, std)
    return tensor

# %% wrong: square_kernel
# why: The area is computed as the square of the first size of the kernel. A kernel can have one, two or more sizes, which need not be equal; the area is their product.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    area = tensor.shape[2] ** 2 if len(tensor.shape) > 2 else 1
    if mode == "fan_in":
        fan = tensor.shape[1] * area
    else:
        fan = tensor.shape[0] * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    bound = (3 ** 0.5) * gain / fan ** 0.5
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: slope_not_given_to_the_gain
# why: The gain is computed without a, so that it is always that of the default slope. It is calculate_gain(nonlinearity, a).
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    dim = 1 if mode == "fan_in" else 0
    fan = tensor.shape[dim] * math.prod(tensor.shape[2:])
    gain = torch.nn.init.calculate_gain(nonlinearity)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3.0) * std
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)

# %% wrong: always_requires_grad_afterwards
# why: requires_grad is switched off for the filling and then switched on in any case. A tensor that did not require grad before does so afterwards; it should be as it was, and torch.no_grad() is enough.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    o, i, *k = tensor.shape
    fan = (i if mode == "fan_in" else o) * math.prod(k)
    std = torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = math.sqrt(3) * std
    tensor.requires_grad_(False)
    tensor.uniform_(-bound, bound)
    tensor.requires_grad_(True)
    return tensor

# %% wrong: detached_tensor_returned
# why: The name `tensor` is given to a detached tensor, and that one is returned. It shares the numbers, but is another tensor that requires no grad; what was passed in must be returned itself.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    tensor = tensor.detach()
    if tensor.numel() == 0:
        return tensor
    o, i, *k = tensor.shape
    fan = (i if mode == "fan_in" else o) * math.prod(k)
    bound = math.sqrt(3 / fan) * torch.nn.init.calculate_gain(nonlinearity, a)
    tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: numpy_random_numbers
# why: The random numbers are drawn by NumPy and copied into the tensor. They should be the library's own, drawn by tensor.uniform_, so that torch.manual_seed determines them.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    fan = {"fan_in": n_in, "fan_out": n_out}[mode] * math.prod(kernel)
    bound = math.sqrt(3) * torch.nn.init.calculate_gain(nonlinearity, a) / math.sqrt(fan)
    numbers = np.random.uniform(-bound, bound, size=tuple(tensor.shape))
    with torch.no_grad():
        tensor.copy_(torch.tensor(numbers, dtype=tensor.dtype))
    return tensor

# %% wrong: kernel_forgotten_in_fan_out
# why: Only fan_in is multiplied by the area of the kernel. fan_out is `out` times the area as well.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if not tensor.numel():
        return tensor
    if mode == "fan_in":
        fan = tensor.numel() / tensor.shape[0]
    else:
        fan = tensor.shape[0]
    std = torch.nn.init.calculate_gain(nonlinearity, a) / np.sqrt(fan)
    bound = float(np.sqrt(3) * std)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor
