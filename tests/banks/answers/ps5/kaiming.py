"""Answers to kaiming_uniform_."""

import math

import numpy as np
from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("kaiming_uniform_")

gain_of = torch.nn.init.calculate_gain


@right
def as_in_the_book(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    outputs, inputs, *kernel = tensor.shape
    fan = (inputs if mode == "fan_in" else outputs) * math.prod(kernel)
    bound = math.sqrt(3) * gain_of(nonlinearity, a) / math.sqrt(fan)
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)


@right
def by_an_entry(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """The fan is the number of entries of one row, or of one column."""
    if 0 not in tensor.shape:
        one = tensor[0] if mode == "fan_in" else tensor[:, 0]
        bound = gain_of(nonlinearity, a) * (3 / one.numel()) ** 0.5
        tensor.data.uniform_(-bound, bound)
    return tensor


@right
def through_the_library(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    area = 1
    for size in tensor.shape[2:]:
        area *= size
    fan = tensor.size(1) * area if mode == "fan_in" else tensor.size(0) * area
    if fan == 0 or tensor.numel() == 0:
        return tensor
    std = torch.nn.init.calculate_gain(nonlinearity, a) / fan**0.5
    return torch.nn.init.uniform_(tensor, -(3**0.5) * std, 3**0.5 * std)


@right
def moved_and_scaled(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if not tensor.numel():
        return tensor
    fan = tensor.numel() / tensor.shape[0 if mode == "fan_in" else 1]
    bound = gain_of(nonlinearity, a) * math.sqrt(3 / fan)
    with torch.no_grad():
        tensor.uniform_(0, 1)
        tensor.mul_(2 * bound).sub_(bound)
    return tensor


def fill(tensor, bound):
    with torch.no_grad():
        return tensor.uniform_(-bound, bound) if tensor.numel() else tensor


def fan_of(tensor, mode):
    return tensor.shape[mode == "fan_in"] * math.prod(tensor.shape[2:]) or 1


@wrong("mode is not used: it is always the fan-out")
def fan_out(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    fan = tensor.shape[0] * math.prod(tensor.shape[2:]) or 1
    return fill(tensor, gain_of(nonlinearity, a) * math.sqrt(3 / fan))


@wrong("mode is not used: it is always the fan-in")
def fan_in(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    fan = tensor.shape[1] * math.prod(tensor.shape[2:]) or 1
    return fill(tensor, gain_of(nonlinearity, a) * math.sqrt(3 / fan))


@wrong("swapped")
def fans_swapped(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    inputs, outputs, *kernel = tensor.shape
    fan = (inputs if mode == "fan_in" else outputs) * math.prod(kernel) or 1
    return fill(tensor, gain_of(nonlinearity, a) * math.sqrt(3 / fan))


@wrong("made of the variance")
def variance(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    variance = gain_of(nonlinearity, a) ** 2 / fan_of(tensor, mode)
    return fill(tensor, math.sqrt(3) * variance)


@wrong("factor √3 is missing")
def no_root_of_three(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    return fill(tensor, gain_of(nonlinearity, a) / math.sqrt(fan_of(tensor, mode)))


@wrong("root of the fan is missing")
def no_root(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    std = gain_of(nonlinearity, a) / fan_of(tensor, mode)
    return fill(tensor, math.sqrt(3) * std)


@wrong("area of a kernel is forgotten")
def no_area(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    fan = tensor.shape[1] if mode == "fan_in" else tensor.shape[0]
    return fill(tensor, gain_of(nonlinearity, a) * math.sqrt(3 / (fan or 1)))


@wrong("*kernel = tensor.shape")
def two_sizes(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    outputs, inputs = tensor.shape
    fan = (inputs if mode == "fan_in" else outputs) or 1
    return fill(tensor, gain_of(nonlinearity, a) * math.sqrt(3 / fan))


@wrong("Filling the weight is recorded")
def recorded(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    bound = gain_of(nonlinearity, a) * math.sqrt(3 / fan_of(tensor, mode))
    return tensor.uniform_(-bound, bound) if tensor.numel() else tensor


@wrong("fill the tensor that you are given")
def a_new_tensor(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    bound = gain_of(nonlinearity, a) * math.sqrt(3 / fan_of(tensor, mode))
    return torch.empty(tensor.shape, dtype=tensor.dtype).uniform_(-bound, bound)


@wrong("returned None")
def no_return(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    fill(tensor, gain_of(nonlinearity, a) * math.sqrt(3 / fan_of(tensor, mode)))


@wrong("A tensor without entries")
def divides_by_zero(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    fan = tensor.shape[mode == "fan_in"] * math.prod(tensor.shape[2:])
    bound = gain_of(nonlinearity, a) * math.sqrt(3) / math.sqrt(fan)
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)


@wrong("numbers are normal")
def normal(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    std = gain_of(nonlinearity, a) / math.sqrt(fan_of(tensor, mode))
    with torch.no_grad():
        return tensor.normal_(0, std) if tensor.numel() else tensor


@wrong("from 0 to the bound")
def positive(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    bound = gain_of(nonlinearity, a) * math.sqrt(3 / fan_of(tensor, mode))
    with torch.no_grad():
        return tensor.uniform_(0, bound) if tensor.numel() else tensor


@wrong()  # its numbers are others each time
def of_numpy(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    bound = gain_of(nonlinearity, a) * math.sqrt(3 / fan_of(tensor, mode))
    numbers = np.random.uniform(-bound, bound, tuple(tensor.shape))
    with torch.no_grad():
        return tensor.copy_(torch.from_numpy(numbers))


@wrong("requires no grad")
def not_trained(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    bound = gain_of(nonlinearity, a) * math.sqrt(3 / fan_of(tensor, mode))
    tensor.requires_grad_(False)
    return tensor.uniform_(-bound, bound) if tensor.numel() else tensor


@wrong("a is taken to be 0")
def a_not_used(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    bound = gain_of(nonlinearity, 0) * math.sqrt(3 / fan_of(tensor, mode))
    return fill(tensor, bound)


@wrong("always √2")
def always_relu(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    return fill(tensor, math.sqrt(6 / fan_of(tensor, mode)))


@wrong("comes in once more")
def gain_and_root_of_six(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    bound = gain_of(nonlinearity, a) * math.sqrt(6 / fan_of(tensor, mode))
    return fill(tensor, bound)


@wrong("mean of both")
def glorot(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    outputs, inputs, *kernel = tensor.shape
    fan = (inputs + outputs) / 2 * math.prod(kernel) or 1
    return fill(tensor, gain_of(nonlinearity, a) * math.sqrt(3 / fan))


@wrong("Two things", "area of a kernel is forgotten", "√3 is missing")
def no_area_and_no_three(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    fan = tensor.shape[1] if mode == "fan_in" else tensor.shape[0]
    return fill(tensor, gain_of(nonlinearity, a) / math.sqrt(fan or 1))


@wrong("memory than the tensor")
def another_memory(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    bound = gain_of(nonlinearity, a) * math.sqrt(3 / fan_of(tensor, mode))
    tensor.data = fill(torch.empty_like(tensor), bound).detach()
    return tensor


@wrong("as it was before")
def switched_on_afterwards(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    bound = gain_of(nonlinearity, a) * math.sqrt(3 / fan_of(tensor, mode))
    torch.set_grad_enabled(False)
    fill(tensor, bound)
    torch.set_grad_enabled(True)
    return tensor
