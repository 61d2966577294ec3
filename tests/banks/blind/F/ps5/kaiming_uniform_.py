# %% right: plain
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

# %% right: fan_by_division
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fill tensor with uniform numbers of variance gain^2 / fan, and return it."""
    entries = tensor.numel()
    if entries > 0:
        if mode == "fan_in":
            fan = entries // tensor.shape[0]
        else:
            fan = entries // tensor.shape[1]
        gain = torch.nn.init.calculate_gain(nonlinearity, a)
        bound = gain * (3 / fan) ** 0.5
        with torch.no_grad():
            return tensor.uniform_(-bound, bound)
    return tensor

# %% right: detached_view
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    shape = list(tensor.shape)
    if 0 in shape:
        return tensor
    area = 1
    for size in shape[2:]:
        area = area * size
    fans = {"fan_in": shape[1] * area, "fan_out": shape[0] * area}
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / fans[mode] ** 0.5
    B = 3 ** 0.5 * std
    tensor.detach().uniform_(-B, B)
    return tensor

# %% right: decorated_helper
def fan_of(shape, mode):
    place = 1 if mode == "fan_in" else 0
    return shape[place] * int(np.prod(shape[2:]))


def fill(tensor, bound):
    with torch.no_grad():
        tensor.uniform_(-bound, bound)


@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if not tensor.numel():
        return tensor
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    variance = gain**2 / fan_of(tensor.shape, mode)
    fill(tensor, math.sqrt(3 * variance))
    return tensor

# %% right: switched_off_by_hand
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    rows, columns = tensor.shape[0], tensor.shape[1]
    area = tensor.numel() // (rows * columns)
    if mode == "fan_out":
        fan = rows * area
    else:
        fan = columns * area
    bound = torch.nn.init.calculate_gain(nonlinearity, a) * np.sqrt(3.0 / fan)
    was_on = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    try:
        tensor.uniform_(float(-bound), float(bound))
    finally:
        torch.set_grad_enabled(was_on)
    return tensor

# %% right: convolution_asked
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    if len(tensor.shape) > 2:
        area = 1
        for k in range(2, len(tensor.shape)):
            area *= tensor.shape[k]
    else:
        area = 1
    if mode == "fan_in":
        fan = tensor.shape[1] * area
    elif mode == "fan_out":
        fan = tensor.shape[0] * area
    std = gain * fan**-0.5
    with torch.no_grad():
        tensor.uniform_(-math.sqrt(3) * std, math.sqrt(3) * std)
    return tensor

# %% wrong: no_empty_case
# why: A tensor without entries may have fan 0, and then this divides by zero.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: empty_returns_none
# why: A tensor without entries must come back as it is, not None.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: recorded
# why: The filling is recorded, which is an error for a leaf that requires grad: no_grad is missing.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: requires_grad_lost
# why: The weight no longer requires grad afterwards.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    tensor.requires_grad_(False)
    tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: a_new_tensor
# why: A new tensor is filled and returned; the weight itself stays as it was.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    return torch.empty(tensor.shape).uniform_(-bound, bound)

# %% wrong: filled_clone
# why: A copy is filled instead of the weight.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    tensor = tensor.detach().clone()
    tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: forgets_return
# why: The weight is filled and not returned.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)

# %% wrong: fans_exchanged
# why: fan_in and fan_out are exchanged: the shape begins with out.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_out if mode == "fan_in" else n_in) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: shape_read_as_in_out
# why: The shape is read as (in, out), but it is (out, in).
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_in, n_out, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: mode_ignored
# why: mode is ignored; the fan is always that of the inputs.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = n_in * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: area_forgotten
# why: The area of the kernel is forgotten.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    fan = n_in if mode == "fan_in" else n_out
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: area_for_fan_in_only
# why: With fan_out the area of the kernel is forgotten.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = n_in * area if mode == "fan_in" else n_out
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: area_summed
# why: The sizes of the kernel are added instead of multiplied.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = sum(kernel) if kernel else 1
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: first_kernel_size
# why: Only the first size of the kernel counts here.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = kernel[0] if kernel else 1
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: square_kernel
# why: It takes for granted that the kernel is a square of two dimensions.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = kernel[0] ** 2 if kernel else 1
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: matrix_only
# why: The weight of a convolution has more than two sizes, and unpacking it into two fails.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in = tensor.shape
    area = 1
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: std_for_bound
# why: The standard deviation is taken for the bound: the factor sqrt(3) is missing.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: three_for_root
# why: The bound is 3 std instead of sqrt(3) std.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = 3 * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: bound_divided
# why: It divides by sqrt(3) where it should multiply.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = std / math.sqrt(3)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: fan_without_root
# why: The root of the fan is missing.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / fan
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: root_over_all
# why: The root stands over the gain, too.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = math.sqrt(gain / fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: times_root_of_fan
# why: The gain is multiplied by the root of the fan instead of divided.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain * math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: gain_squared
# why: The gain is squared.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain**2 / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: gain_ignores_a
# why: a is not handed to calculate_gain.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: gain_ignores_nonlinearity
# why: The nonlinearity is ignored: the gain is always that of leaky_relu.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain("leaky_relu", a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: gain_by_formula
# why: This is the gain of leaky_relu only; other nonlinearities have others.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = math.sqrt(2 / (1 + a**2))
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: gain_is_root_two
# why: The gain of the example is written in, whatever a and the nonlinearity are.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = math.sqrt(2)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: normal
# why: The numbers are normal instead of uniform.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    with torch.no_grad():
        tensor.normal_(0, std)
    return tensor

# %% wrong: positive_only
# why: The numbers lie between 0 and B instead of -B and B.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(0, bound)
    return tensor

# %% wrong: half_width
# why: The interval is only half as wide as it should be.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound / 2, bound / 2)
    return tensor

# %% wrong: drawn_twice
# why: The numbers are drawn twice, so from the same seed they are not PyTorch's.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
        print(tensor.uniform_(-bound, bound).std())
    return tensor

# %% wrong: row_by_row
# why: The numbers are drawn row by row from the last to the first, and not by one call.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        for k in reversed(range(n_out)):
            tensor[k].uniform_(-bound, bound)
    return tensor

# %% wrong: seeded
# why: The seed is set anew, so every weight gets the same numbers, and the caller's seed is lost.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    torch.manual_seed(0)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: numpy_random
# why: The numbers are NumPy's, not those of the library's own generator.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.copy_(torch.tensor(np.random.uniform(-bound, bound, tuple(tensor.shape))))
    return tensor

# %% wrong: added_to_old
# why: The random numbers are added to what was in the weight.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor += torch.empty(tensor.shape).uniform_(-bound, bound)
    return tensor

# %% wrong: xavier
# why: The mean of both fans is another initialization (Xavier); here mode chooses one.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in + n_out) * area / 2
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: area_counts_everything
# why: The fan is the number of all entries, in and out at once.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = tensor.numel()
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: mode_compared_wrongly
# why: The mode is called "fan_out", not "out", so it is never recognized.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_out if mode == "out" else n_in) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor

# %% wrong: returns_bound
# why: It returns the bound instead of the weight.
@piece
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    n_out, n_in, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = (n_in if mode == "fan_in" else n_out) * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return bound

