"""Answers to Conv2d."""

import numpy as np
from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function

F = torch.nn.functional
right, wrong = answers_to("Conv2d")


class Patches(Function):
    """Right; the wrong ones below have another forward, or another backward."""

    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        columns = F.unfold(input, weight.shape[2:], padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        height = (input.shape[2] + 2 * padding[0] - weight.shape[2]) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], height, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        window, how = weight.shape[2:], (1, ctx.padding, ctx.stride)
        rows = grad.flatten(2)
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ rows
            grad_input = F.fold(columns, input.shape[2:], window, *how)
        if ctx.needs_input_grad[1]:
            products = rows @ F.unfold(input, window, *how).transpose(1, 2)
            grad_weight = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            grad_bias = rows.sum((0, 2))
        return grad_input, grad_weight, grad_bias, None, None


def backward_of(input=None, weight=None, bias=None):
    """A backward with some of its three formulas replaced."""

    def backward(ctx, grad):
        found = list(Patches.backward(ctx, grad))
        x, w = ctx.saved_tensors
        for i, formula in enumerate((input, weight, bias)):
            if formula is not None and ctx.needs_input_grad[i]:
                found[i] = formula(grad, x, w, ctx.stride, ctx.padding)
        return tuple(found)

    return staticmethod(backward)


# -- right ------------------------------------------------------------------------


@right
class AsInTheBook(Patches):
    pass


@right
class ByTaps(Function):
    """A loop over the kernel, whose entries each meet a strided part of the image."""

    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.settings = stride, padding
        padded = F.pad(input, (padding[1], padding[1], padding[0], padding[0]))
        kh, kw = weight.shape[2:]
        oh = (padded.shape[2] - kh) // stride[0] + 1
        ow = (padded.shape[3] - kw) // stride[1] + 1
        out = torch.zeros(len(input), len(weight), oh, ow, dtype=input.dtype)
        for k in range(kh):
            for m in range(kw):
                rows = slice(k, k + stride[0] * (oh - 1) + 1, stride[0])
                columns = slice(m, m + stride[1] * (ow - 1) + 1, stride[1])
                part = padded[:, :, rows, columns]
                out += torch.einsum("nchw,oc->nohw", part, weight[:, :, k, m])
        if bias is not None:
            out += bias[None, :, None, None]
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        stride, (top, left) = ctx.settings
        padded = F.pad(input, (left, left, top, top))
        grad_padded = torch.zeros_like(padded)
        grad_weight = torch.zeros_like(weight)
        for k in range(weight.shape[2]):
            for m in range(weight.shape[3]):
                rows = slice(k, k + stride[0] * (grad.shape[2] - 1) + 1, stride[0])
                columns = slice(m, m + stride[1] * (grad.shape[3] - 1) + 1, stride[1])
                grad_padded[:, :, rows, columns] += torch.einsum(
                    "nohw,oc->nchw", grad, weight[:, :, k, m]
                )
                grad_weight[:, :, k, m] = torch.einsum(
                    "nohw,nchw->oc", grad, padded[:, :, rows, columns]
                )
        height, width = input.shape[2:]
        found = (
            grad_padded[:, :, top : top + height, left : left + width],
            grad_weight,
            grad.sum((0, 2, 3)),
        )
        needed = zip(found, ctx.needs_input_grad, strict=False)
        return *[each if need else None for each, need in needed], None, None


@right
class InNumPy(Function):
    """Windows of NumPy's; no second derivatives, which are not asked for."""

    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        windows = ByWindows.of(input, weight, stride, padding)
        out = np.einsum("nchwkl,ockl->nohw", windows, weight.detach().numpy())
        if bias is not None:
            out = out + bias.detach().numpy()[:, None, None]
        return torch.tensor(out)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad, (sh, sw), (ph, pw) = grad.detach().numpy(), ctx.stride, ctx.padding
        kernel = weight.detach().numpy()
        kh, kw = kernel.shape[2:]
        n, c, h, w = input.shape
        gi = np.zeros((n, c, h + 2 * ph, w + 2 * pw), grad.dtype)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                patch = np.tensordot(grad[:, :, i, j], kernel, 1)
                gi[:, :, i * sh : i * sh + kh, j * sw : j * sw + kw] += patch
        gi = gi[:, :, ph : ph + h, pw : pw + w]
        windows = ByWindows.of(input, weight, ctx.stride, ctx.padding)
        gw = np.einsum("nohw,nchwkl->ockl", grad, windows)
        found = gi, gw, grad.sum((0, 2, 3))
        needed = zip(found, ctx.needs_input_grad, strict=False)
        three = [torch.tensor(each) if need else None for each, need in needed]
        return *three, None, None


class ByWindows:
    @staticmethod
    def of(input, weight, stride, padding):
        sides = (0, 0), (0, 0), (padding[0],) * 2, (padding[1],) * 2
        padded = np.pad(input.detach().numpy(), sides)
        windows = np.lib.stride_tricks.sliding_window_view(
            padded, weight.shape[2:], (2, 3)
        )
        return windows[:, :, :: stride[0], :: stride[1]]


def flipped_over_grad(grad, x, w, stride, padding, flip=True, cut=True):
    """The gradient of the input as a convolution of grad, spread by the stride."""
    (n, _, oh, ow), (kh, kw) = grad.shape, w.shape[2:]
    (sh, sw), (ph, pw) = stride, padding
    height, width = x.shape[2] + 2 * ph, x.shape[3] + 2 * pw
    spread = torch.zeros(n, len(w), height + kh - 1, width + kw - 1, dtype=grad.dtype)
    rows = slice(kh - 1, kh - 1 + sh * (oh - 1) + 1, sh)
    columns = slice(kw - 1, kw - 1 + sw * (ow - 1) + 1, sw)
    spread[:, :, rows, columns] = grad
    kernel = (w.flip(2, 3) if flip else w).transpose(0, 1)
    out = kernel.flatten(1) @ F.unfold(spread, (kh, kw))
    out = out.reshape(n, -1, height, width)
    return out[:, :, ph : height - ph, pw : width - pw] if cut else out


@right
class AConvolutionOfTheGradient(Patches):
    backward = backward_of(input=flipped_over_grad)


# -- wrong: the gradient of the input ---------------------------------------------


@wrong("half a turn")
class NoFlip(Patches):
    backward = backward_of(input=lambda *a: flipped_over_grad(*a, flip=False))


@wrong("padding")
class PaddingNotCut(Patches):
    backward = backward_of(input=lambda *a: flipped_over_grad(*a, cut=False))


@wrong("gradient of the input does not use the stride")
class StrideForgotten(Patches):
    @staticmethod
    def backward(ctx, grad):
        found = list(Patches.backward(ctx, grad))
        if ctx.needs_input_grad[0]:
            x, w = ctx.saved_tensors
            size = [
                n + 2 * p - k + 1
                for n, p, k in zip(x.shape[2:], ctx.padding, w.shape[2:], strict=True)
            ]
            dense = torch.zeros(*grad.shape[:2], *size, dtype=grad.dtype)
            dense[:, :, : grad.shape[2], : grad.shape[3]] = grad
            columns = w.flatten(1).t() @ dense.flatten(2)
            found[0] = F.fold(columns, x.shape[2:], w.shape[2:], 1, ctx.padding)
        return tuple(found)


@wrong("keeps the last one")
class Overwritten(Patches):
    @staticmethod
    def backward(ctx, grad):
        found = list(Patches.backward(ctx, grad))
        if ctx.needs_input_grad[0]:
            x, w = ctx.saved_tensors
            (sh, sw), (ph, pw), (kh, kw) = ctx.stride, ctx.padding, w.shape[2:]
            out = torch.zeros_like(F.pad(x, (pw, pw, ph, ph)))
            for i in range(grad.shape[2]):
                for j in range(grad.shape[3]):
                    patch = torch.einsum("no,ockl->nckl", grad[:, :, i, j], w)
                    out[:, :, i * sh : i * sh + kh, j * sw : j * sw + kw] = patch
            found[0] = out[:, :, ph : ph + x.shape[2], pw : pw + x.shape[3]]
        return tuple(found)


# -- wrong: the gradients of weight and bias --------------------------------------


@wrong("mean over the images")
class MeanOverImages(Patches):
    backward = backward_of(
        weight=lambda grad, x, w, s, p: (
            (grad.flatten(2) @ F.unfold(x, w.shape[2:], 1, p, s).transpose(1, 2))
            .mean(0)
            .reshape(w.shape)
        )
    )


@wrong("first image alone")
class OneImage(Patches):
    backward = backward_of(
        weight=lambda grad, x, w, s, p: (
            grad[0].flatten(1) @ F.unfold(x[:1], w.shape[2:], 1, p, s)[0].t()
        ).reshape(w.shape)
    )


@wrong("gradient of the weight", "flipped")
class FlippedWeight(Patches):
    backward = backward_of(
        weight=lambda grad, x, w, s, p: (
            (grad.flatten(2) @ F.unfold(x, w.shape[2:], 1, p, s).transpose(1, 2))
            .sum(0)
            .reshape(w.shape)
            .flip(2, 3)
        )
    )


@wrong("wrong axes")
class BiasOverWrongAxes(Patches):
    backward = backward_of(bias=lambda grad, *_: grad.sum((1, 2, 3)))


@wrong("averaged where it must be summed")
class MeanForBias(Patches):
    backward = backward_of(bias=lambda grad, *_: grad.mean((0, 2, 3)))


@wrong("single number")
class BiasInOne(Patches):
    backward = backward_of(bias=lambda grad, *_: grad.sum())


# -- wrong: forward ---------------------------------------------------------------


def forward_of(change):
    """A forward that is called with other arguments."""

    def forward(ctx, *args):
        return Patches.forward(ctx, *change(*args))

    return staticmethod(forward)


@wrong("stride is not used")
class NoStride(Patches):
    forward = forward_of(lambda x, w, b, s, p: (x, w, b, (1, 1), p))


@wrong("padding is not used")
class NoPadding(Patches):
    forward = forward_of(lambda x, w, b, s, p: (x, w, b, s, (0, 0)))


@wrong("stride of the height")
class OneStride(Patches):
    forward = forward_of(lambda x, w, b, s, p: (x, w, b, (s[0], s[0]), p))


@wrong("padding are swapped")
class PaddingSwapped(Patches):
    forward = forward_of(lambda x, w, b, s, p: (x, w, b, s, p[::-1]))


@wrong("flipped")
class TurnedAround(Patches):
    """What signal processing calls a convolution; its gradients are its own."""

    forward = forward_of(lambda x, w, b, s, p: (x, w.flip(2, 3), b, s, p))

    @staticmethod
    def backward(ctx, grad):
        gi, gw, *rest = Patches.backward(ctx, grad)
        return gi, gw if gw is None else gw.flip(2, 3), *rest


@wrong("may be None")
class NeedsABias(Patches):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        return (
            Patches.forward(ctx, input, weight, None, stride, padding)
            + (bias[:, None, None])
        )


@wrong("minigrad's own version")
class TheLibrarys(Patches):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        ones = [torch.conv2d(each, weight, bias, stride, padding) for each in input]
        return torch.stack(ones)


@wrong("which needs none")
class GradientsForAll(Patches):
    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        every = flipped_over_grad(grad, x, w, ctx.stride, ctx.padding)
        _, gw, gb, *rest = Patches.backward(ctx, grad)
        return every, gw, gb, *rest


@wrong("all calls share")
class OnTheClass(Patches):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        OnTheClass.kept = input, weight
        return Patches.forward(ctx, input, weight, bias, stride, padding)

    @staticmethod
    def backward(ctx, grad):
        return Patches.backward(_Kept(ctx), grad)


class _Kept:
    """A ctx whose saved tensors are those of the last call."""

    def __init__(self, ctx):
        self.saved_tensors = OnTheClass.kept
        self.stride, self.padding = ctx.stride, ctx.padding
        self.needs_input_grad = ctx.needs_input_grad


@wrong("is not written yet")
class Blank(Patches):
    @staticmethod
    def backward(ctx, grad):
        raise NotImplementedError("write Conv2d.backward")
