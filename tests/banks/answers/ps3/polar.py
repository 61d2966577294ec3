"""Answers to Polar."""

from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function

right, wrong = answers_to("Polar")


class Points(Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
        return grad_r, grad_phi


@right
class PolarAsInTheBook(Points):
    pass


@right
class ByItsOutputs(Function):
    """Saves what it returns: y is how fast x changes."""

    @staticmethod
    def forward(ctx, r, phi):
        x, y = r * torch.cos(phi), r * torch.sin(phi)
        ctx.save_for_backward(phi, x, y)
        return x, y

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        phi, x, y = ctx.saved_tensors
        of_r, of_phi = ctx.needs_input_grad
        return (
            grad_x * torch.cos(phi) + grad_y * torch.sin(phi) if of_r else None,
            grad_y * x - grad_x * y if of_phi else None,
        )


@right
class WithoutZeros(Function):
    """It asks for None in the place of zeros, and skips those."""

    @staticmethod
    def forward(ctx, r, phi):
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        found = [None, None]
        for grad, slopes in (
            (grad_x, (phi.cos(), -r * phi.sin())),
            (grad_y, (phi.sin(), r * phi.cos())),
        ):
            for i, slope in enumerate(slopes):
                if grad is not None and ctx.needs_input_grad[i]:
                    one = grad * slope
                    found[i] = one if found[i] is None else found[i] + one
        return tuple(found)


def sends(of):
    """A wrong Polar, given by what computes each gradient, where it is needed."""

    class Sends(Points):
        @staticmethod
        def backward(ctx, grad_x, grad_y):
            found = of(grad_x, grad_y, *ctx.saved_tensors)
            needed = ctx.needs_input_grad
            return tuple(
                each() if need else None
                for each, need in zip(found, needed, strict=True)
            )

    Sends.__name__ = of.__name__
    return Sends


def returns(of):
    """A wrong Polar, given by its outputs."""

    class Returns(Points):
        @staticmethod
        def forward(ctx, r, phi):
            ctx.save_for_backward(r, phi)
            return of(r, phi)

    Returns.__name__ = of.__name__
    return Returns


@wrong("Only the gradient of x")
@sends
def of_x_alone(grad_x, grad_y, r, phi):
    return lambda: grad_x * phi.cos(), lambda: -grad_x * r * phi.sin()


@wrong("Only the gradient of y")
@sends
def of_y_alone(grad_x, grad_y, r, phi):
    return lambda: grad_y * phi.sin(), lambda: grad_y * r * phi.cos()


@wrong("slope used for phi is", "-r * sin(phi) for x")
@sends
def sign_forgotten(grad_x, grad_y, r, phi):
    return (
        lambda: grad_x * phi.cos() + grad_y * phi.sin(),
        lambda: r * (grad_x * phi.sin() + grad_y * phi.cos()),
    )


@wrong("slope used for phi is", "-r * sin(phi) for x")
@sends
def radius_forgotten(grad_x, grad_y, r, phi):
    return (
        lambda: grad_x * phi.cos() + grad_y * phi.sin(),
        lambda: grad_y * phi.cos() - grad_x * phi.sin(),
    )


@wrong("The two upstream gradients are swapped")
@sends
def upstream_swapped(grad_x, grad_y, r, phi):
    return (
        lambda: grad_y * phi.cos() + grad_x * phi.sin(),
        lambda: r * (grad_x * phi.cos() - grad_y * phi.sin()),
    )


@wrong("gradient of the other operand")
@sends
def polar_swapped(grad_x, grad_y, r, phi):
    return (
        lambda: r * (grad_y * phi.cos() - grad_x * phi.sin()),
        lambda: grad_x * phi.cos() + grad_y * phi.sin(),
    )


@wrong("upstream gradients play no part")
@sends
def slopes_alone(grad_x, grad_y, r, phi):
    return lambda: phi.cos() + phi.sin(), lambda: r * (phi.cos() - phi.sin())


@wrong("which needs none", "ctx.needs_input_grad[0] is False")
class AlwaysBoth(Points):
    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        return grad_r, r * (grad_y * phi.cos() - grad_x * phi.sin())


@wrong("None for argument 2", "needs a gradient")
class NoneForBoth(Points):
    @staticmethod
    def backward(ctx, grad_x, grad_y):
        if not all(ctx.needs_input_grad):
            return None, None
        return Points.backward(ctx, grad_x, grad_y)


@wrong("sine and cosine are swapped")
@returns
def sine_first(r, phi):
    return r * phi.sin(), r * phi.cos()


@wrong("type Tensor", "tuple of tensors")
@returns
def stacked(r, phi):
    return torch.stack([r * phi.cos(), r * phi.sin()])


@wrong("kept as an attribute")
class AngleOnAttribute(Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.r, ctx.phi = r, phi
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.r, ctx.phi
        of_r, of_phi = ctx.needs_input_grad
        return (
            grad_x * phi.cos() + grad_y * phi.sin() if of_r else None,
            r * (grad_y * phi.cos() - grad_x * phi.sin()) if of_phi else None,
        )


@wrong("slope used for r is cos(phi) + sin(phi)", "sin(phi) for y")
@sends
def upstream_summed(grad_x, grad_y, r, phi):
    both = grad_x + grad_y
    return (
        lambda: both * (phi.cos() + phi.sin()),
        lambda: both * r * (phi.cos() - phi.sin()),
    )


@wrong("for argument 1 of forward", "needs none")
class PlacesSwapped(Points):
    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        of_phi, of_r = ctx.needs_input_grad
        return (
            grad_x * phi.cos() + grad_y * phi.sin() if of_r else None,
            r * (grad_y * phi.cos() - grad_x * phi.sin()) if of_phi else None,
        )


@wrong("an object of type int", "None for what has none")
class ZeroForNone(Points):
    @staticmethod
    def backward(ctx, grad_x, grad_y):
        found = Points.backward(ctx, grad_x, grad_y)
        return tuple(0 if each is None else each for each in found)


@wrong("An output is kept as an attribute")
class OutputsOnAttributes(Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(phi)
        ctx.x, ctx.y = r * phi.cos(), r * phi.sin()
        return ctx.x, ctx.y

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        (phi,) = ctx.saved_tensors
        of_r, of_phi = ctx.needs_input_grad
        return (
            grad_x * phi.cos() + grad_y * phi.sin() if of_r else None,
            grad_y * ctx.x - grad_x * ctx.y if of_phi else None,
        )


@wrong("Both gradients are computed")
class OneThrownAway(Points):
    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
        of_r, of_phi = ctx.needs_input_grad
        return grad_r if of_r else None, grad_phi if of_phi else None
