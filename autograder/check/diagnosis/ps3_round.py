"""Mistakes in Round, each as a wrong version."""

from .ps3_halves import by_halves

round_backward, round_forward = by_halves(
    "Round", lambda x: x.round(), lambda grad, x: grad
)


@round_backward("The gradient is rounded. It passes as it is.")
def rounded_gradient(grad, x):
    return grad.round()


@round_backward("backward returns the output. It passes the gradient on.")
def the_output(grad, x):
    return x.round()


@round_backward("backward returns the input. It passes the gradient on.")
def the_input(grad, x):
    return x.clone()


@round_backward("The gradient is multiplied by the output. It passes as it is.")
def times_output(grad, x):
    return grad * x.round()


@round_backward("The gradient is multiplied by x. It passes as it is.")
def times_input(grad, x):
    return grad * x


@round_backward(
    "The gradient is zero everywhere. That is the true slope of rounding, and nothing "
    "could be learned through it: let the gradient pass as if nothing had been rounded."
)
def true_slope(grad, x):
    return grad * 0


@round_forward("It rounds downwards (floor). The nearest whole number is asked for.")
def floor(x):
    return x.floor()


@round_forward("It rounds upwards (ceil). The nearest whole number is asked for.")
def ceil(x):
    return x.ceil()


@round_forward("It rounds towards zero. The nearest whole number is asked for.")
def trunc(x):
    return x.trunc()


@round_forward(
    "Halves go upwards. torch.round takes them to the even neighbour, so that 0.5 "
    "becomes 0 and 2.5 becomes 2."
)
def half_up(x):
    return (x + 0.5).floor()


@round_forward("The output is not rounded.")
def not_rounded(x):
    return x.clone()


WHOLE = (
    "The output is a tensor of whole numbers (int), and these carry no gradient. "
    "x.round() keeps the dtype."
)


@round_forward(WHOLE)
def rounded_to_long(x):
    return x.round().long()


@round_forward(WHOLE)
def rounded_to_int(x):
    return x.round().int()


@round_forward(WHOLE)
def to_long(x):
    return x.long()


@round_forward(WHOLE)
def to_int(x):
    return x.int()
