"""Answers to safe_divide."""

from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function

right, wrong = answers_to("safe_divide")


@right
def two_wheres(a, b):
    zero = b == 0
    return torch.where(zero, 0.0, a / torch.where(zero, 1.0, b))


@right
def times_a_mask(a, b):
    real = (b != 0).to(b.dtype)
    return real * a / (b + (1 - real))


@right
def masked_fill(a, b):
    mask = b.eq(0)
    quotient = a / b.masked_fill(mask, 1.0)
    return quotient.masked_fill(mask.expand(quotient.shape), 0.0)


@right
def ones_and_zeros(a, b):
    ones = torch.ones_like(b)
    below = torch.where(b != 0, b, ones)
    above = torch.where(b != 0, a, torch.zeros_like(a))
    return above / below


@wrong("one where")
def single_where(a, b):
    return torch.where(b == 0, 0.0, a / b)


@wrong("one where")
def single_where_of_zeros(a, b):
    out = a / b
    return torch.where(b != 0, out, torch.zeros_like(out))


@wrong("clamp")
def clamped(a, b):
    return torch.where(b == 0, 0.0, a / b.clamp(min=1e-8))


@wrong("clamp")
def clamped_alone(a, b):
    return a / b.clamp(min=1e-8)


@wrong("small number is added")
def a_small_number(a, b):
    return a / (b + 1e-8)


@wrong("small number is added")
def a_small_number_and_where(a, b):
    return torch.where(b == 0, 0.0, a / (b + 1e-8))


def finite(grad):
    return torch.where(torch.isfinite(grad), grad, 0.0)


@wrong("one where")
def what_is_not_finite(a, b):
    return finite(a / b)


@wrong("nan_to_num")
def nan_to_num(a, b):
    return torch.nan_to_num(a / b, nan=0.0, posinf=0.0, neginf=0.0)


@wrong("one where")
def a_hook_on_the_gradient(a, b):
    out = torch.where(b == 0, 0.0, a / b)
    if out.requires_grad:
        out.register_hook(finite)
    return out


class Quiet(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return torch.where(b == 0, 0.0, a / b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return finite(grad / b), finite(-grad * a / b**2)


@wrong("their own are nan")
def nan_to_num_in_backward(a, b):
    return Quiet.apply(a, b)


@wrong("where b is 0")
def no_question(a, b):
    return a / b


@wrong("where b is 0")
def only_the_inner_where(a, b):
    return a / torch.where(b == 0, 1.0, b)


@wrong("b", "gradient")
def detached(a, b):
    b = b.detach()
    zero = b == 0
    return torch.where(zero, 0.0, a / torch.where(zero, 1.0, b))


@wrong("one where")
def multiplied_by_a_mask(a, b):
    return torch.where(b == 0, torch.zeros_like(a / b), a * (1 / b))


@wrong("positive")
def only_positive(a, b):
    good = b > 0
    return torch.where(good, a / torch.where(good, b, 1.0), 0.0)


@wrong("count as 0")
def small_ones_count_as_zero(a, b):
    zero = b.abs() < 1e-6
    return torch.where(zero, 0.0, a / torch.where(zero, 1.0, b))


@wrong("upside down")
def upside_down(a, b):
    zero = b == 0
    return torch.where(zero, 0.0, torch.where(zero, 1.0, b) / a)


@wrong("True or False")
def an_if(a, b):
    if b == 0:
        return torch.zeros_like(a)
    return a / b


@wrong("in place")
def in_place(a, b):
    zero = b == 0
    b = b.detach()
    b[zero] = 1.0
    out = a / b
    return torch.where(zero, 0.0, out)
