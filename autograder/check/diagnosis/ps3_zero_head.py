"""Mistakes in ZeroHead, each as a wrong version."""

import minigrad as torch
from minigrad import Tensor
from minigrad.autograd import Function

from .ps3_halves import IN_PLACE, NO_GRADIENT, SHARED, by_halves
from .versions import wrong_version


def tail_mask(x: Tensor, n: int, dim: int) -> Tensor:
    """1 where entries stay, 0 for the first n along a dimension."""
    shape = [1] * x.dim()
    shape[dim] = -1
    return (torch.arange(x.shape[dim]) >= n).to(x.dtype).reshape(shape)


head_backward, head_forward = by_halves(
    "ZeroHead",
    lambda x, n, dim: x * tail_mask(x, n, dim),
    lambda grad, x, n, dim: (grad * tail_mask(x, n, dim), None, None),
)


@head_backward(
    "backward passes the gradient on as it is. The head of the output does "
    "not depend on the input: its gradient stops here."
)
def passed_on(grad, x, n, dim):
    return grad, None, None


@head_backward(
    "backward zeroes the tail instead of the head: what stays gets no gradient."
)
def tail_instead(grad, x, n, dim):
    return grad * (1 - tail_mask(x, n, dim)), None, None


@head_backward(
    "narrow gives only the head, and that is what backward returns. Zero the head of a "
    "copy, and return the whole copy."
)
def head_alone_back(grad, x, n, dim):
    return grad.clone().narrow(dim, 0, n).zero_(), None, None


@head_backward("backward zeroes one entry too many along dim.")
def one_more_back(grad, x, n, dim):
    return grad * tail_mask(x, n + 1, dim), None, None


@head_backward(
    "forward has three arguments, and so backward returns three values: None for n "
    "and for dim."
)
def one_value(grad, x, n, dim):
    return grad * tail_mask(x, n, dim)


@head_backward(
    "The values stand in the wrong places. They come in the order of forward's "
    "arguments: the gradient of the input is the first."
)
def none_first(grad, x, n, dim):
    return None, None, grad * tail_mask(x, n, dim)


@head_backward(NO_GRADIENT)
def no_gradient_of_x(grad, x, n, dim):
    return None, None, None


@head_backward(IN_PLACE)
def head_in_place(grad, x, n, dim):
    grad.transpose(0, dim)[:n] = 0
    return grad, None, None


@head_backward(
    "backward returns only the entries that have a gradient. It has the shape of the "
    "input: zeros stand for the others."
)
def part_of_it(grad, x, n, dim):
    return grad.narrow(dim, n, grad.shape[dim] - n), None, None


@head_forward(
    "The tail is zeroed. The first n along dim are to be zero, the rest stays."
)
def the_tail(x, n, dim):
    return x * (1 - tail_mask(x, n, dim))


@head_forward("dim is not used: it is always the last dimension that is zeroed.")
def the_last_dim(x, n, dim):
    return x * tail_mask(x, n, -1)


@head_forward("dim is not used: it is always the first dimension that is zeroed.")
def the_first_dim(x, n, dim):
    return x * tail_mask(x, n, 0)


@head_forward("dim is not used: it is always dimension 1 that is zeroed.")
def the_second_dim(x, n, dim):
    out = x.clone()
    out[:, :n] = 0
    return out


@head_backward("backward does not use dim: it is always the last that is zeroed.")
def the_last_dim_back(grad, x, n, dim):
    return grad * tail_mask(x, n, -1), None, None


@head_backward("backward does not use dim: it is always the first that is zeroed.")
def the_first_dim_back(grad, x, n, dim):
    return grad * tail_mask(x, n, 0), None, None


@head_backward("backward does not use dim: it is always dimension 1 that is zeroed.")
def the_second_dim_back(grad, x, n, dim):
    grad = grad.clone()
    grad[:, :n] = 0
    return grad, None, None


@head_forward("The last entries along dim are zeroed. The first n are to be.")
def the_last_ones(x, n, dim):
    return x * (1 - tail_mask(x, x.shape[dim] - n, dim))


@head_forward("One entry too many is zeroed along dim.")
def one_more(x, n, dim):
    return x * tail_mask(x, n + 1, dim)


@head_forward(
    "narrow gives only the head, and that is what forward returns. Zero the head of a "
    "copy, and return the whole copy."
)
def head_alone(x, n, dim):
    return x.narrow(dim, 0, n) * 0


@head_forward("The head is cut off. The output has the shape of the input: zeros.")
def cut_off(x, n, dim):
    return x.narrow(dim, n, x.shape[dim] - n)


@head_forward("dim is used only if it is 0: otherwise dimension 1 is zeroed.")
def the_first_or_second(x, n, dim):
    return x * tail_mask(x, n, min(dim % x.dim(), 1))


@head_forward("Nothing is zeroed.")
def nothing_zeroed(x, n, dim):
    return x.clone()


@head_forward(
    "For n = 0 the input is handed back as the output, so a change of the output "
    "changes the input. Return a new tensor."
)
def itself(x, n, dim):
    return x * tail_mask(x, n, dim) if n else x


@wrong_version("ZeroHead", SHARED)
class SharedCount(Function):
    """It keeps n and dim on the class."""

    options = ()

    @staticmethod
    def forward(ctx, x, n, dim):
        SharedCount.options = n, dim
        return x * tail_mask(x, n, dim)

    @staticmethod
    def backward(ctx, grad):
        return grad * tail_mask(grad, *SharedCount.options), None, None
