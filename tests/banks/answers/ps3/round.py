"""Answers to Round."""

from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function

right, wrong = answers_to("Round")


class Straight(Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad


@right
class RoundAsInTheBook(Straight):
    pass


@right
class AsATuple(Straight):
    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, grad):
        return (grad.clone(),)


@right
class TimesOne(Straight):
    @staticmethod
    def backward(ctx, grad):
        return grad * torch.ones_like(grad)


def back(of):
    """A wrong Round, given by its backward."""

    class Backward(Straight):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x.round()

        @staticmethod
        def backward(ctx, grad):
            return of(grad, *ctx.saved_tensors)

    Backward.__name__ = of.__name__
    return Backward


def to(of):
    """A wrong Round, given by its output."""

    class To(Straight):
        @staticmethod
        def forward(ctx, x):
            return of(x)

    To.__name__ = of.__name__
    return To


@wrong("zero everywhere")
@back
def true_derivative(grad, x):
    return torch.zeros_like(grad)


@wrong("The upstream gradient is missing")
@back
def ones(grad, x):
    return torch.ones_like(grad)


@wrong("gradient is rounded")
@back
def rounded_gradient(grad, x):
    return grad.round()


@wrong("The sign is wrong")
@back
def negative(grad, x):
    return -grad


@wrong("slope used for x is out. It is 1")
@back
def times_the_output(grad, x):
    return grad * x.round()


@wrong("slope used for x is x. It is 1")
@back
def times_the_input(grad, x):
    return grad * x


@wrong("backward returned None", "Is there a return?")
@back
def none_at_all(grad, x):
    return None


@wrong("backward returned None", "Is there a return?")
@back
def returns_nothing(grad, x):
    pass


@wrong("sum of the upstream gradient")
@back
def summed(grad, x):
    return torch.ones_like(grad) * grad.sum()


@wrong("downwards")
@to
def floor(x):
    return x.floor()


@wrong("upwards")
@to
def ceil(x):
    return x.ceil()


@wrong("towards zero")
@to
def trunc(x):
    return x.trunc()


@wrong("even neighbour")
@to
def half_up(x):
    return (x + 0.5).floor()


@wrong("is not rounded")
@to
def not_rounded(x):
    return x.clone()


@wrong("float64")
@to
def in_double(x):
    return x.double().round()


@wrong("forward changed its input in place")
@to
def round_in_place(x):
    return x.round_()


@wrong("backward computes x")
@back
def the_input(grad, x):
    return x


@wrong("backward computes out")
@back
def the_output(grad, x):
    return x.round()


@wrong("an object of type int", "a gradient is a tensor")
@back
def the_number_one(grad, x):
    return 1


@wrong("kept: 0 of them")
class NothingSavedToRound(Straight):
    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad


@wrong("tensor of whole numbers")
@to
def to_int(x):
    return x.int()


@wrong("tensor of whole numbers")
@to
def to_long(x):
    return x.round().long()


@wrong("A tensor rounds itself")
@to
def pythons_round(x):
    return round(x)
