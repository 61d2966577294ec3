"""Answers to MaxPool2d."""

import numpy as np
from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function

F = torch.nn.functional
right, wrong = answers_to("MaxPool2d")


class ByColumns(Function):
    """Right; the wrong ones below change a step of it."""

    border = float("-inf")

    @staticmethod
    def border_of(x, padding, value):
        return F.pad(x, (padding[1], padding[1], padding[0], padding[0]), value=value)

    @classmethod
    def columns(cls, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        padded = cls.border_of(input, padding, cls.border)
        alone = padded.reshape(n * c, 1, *padded.shape[2:])
        return F.unfold(alone, kernel_size, stride=stride), padded.shape

    @staticmethod
    def place(columns):
        return columns.max(1, keepdim=True)

    @staticmethod
    def spread(columns, place, grad):
        return torch.zeros_like(columns).scatter_(1, place, grad)


def pooled(form):
    """The two methods of a Function that has the steps of `form`."""

    def forward(ctx, input, kernel_size, stride, padding):
        columns, size = form.columns(input, kernel_size, stride, padding)
        out, place = form.place(columns)
        ctx.save_for_backward(columns, place)
        ctx.how = kernel_size, stride, padding, size
        rows = (size[2] - kernel_size[0]) // stride[0] + 1
        return out.reshape(*input.shape[:2], rows, -1)

    def backward(ctx, grad):
        columns, place = ctx.saved_tensors
        kernel_size, stride, (up, left), size = ctx.how
        spread = form.spread(columns, place, grad.reshape(place.shape))
        out = F.fold(spread, size[2:], kernel_size, stride=stride).reshape(size)
        return out[:, :, up : size[2] - up, left : size[3] - left], None, None, None

    return {"forward": staticmethod(forward), "backward": staticmethod(backward)}


def made(form):
    """A Function of the steps of a class."""
    return type(form.__name__, (Function,), pooled(form))


@right
@made
class AsInTheBook(ByColumns):
    pass


@right
@made
class ByComparison(ByColumns):
    """The place as a mask, which counts the first of equal ones."""

    @staticmethod
    def spread(columns, place, grad):
        numbers = torch.arange(columns.shape[1])[:, None]
        return (numbers == place) * grad


@right
@made
class ASmallNumber(ByColumns):
    border = -1e30


@right
class ByLoops(Function):
    """Window by window, in NumPy."""

    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        x = input.detach().numpy()
        sides = (0, 0), (0, 0), (ph, ph), (pw, pw)
        padded = np.pad(x, sides, constant_values=-np.inf)
        n, c, h, w = padded.shape
        out = np.zeros((n, c, (h - kh) // sh + 1, (w - kw) // sw + 1), x.dtype)
        ctx.found, ctx.size, ctx.inside = {}, padded.shape, (ph, pw)
        ctx.steps = sh, sw, kh, kw
        for i in range(out.shape[2]):
            for j in range(out.shape[3]):
                window = padded[:, :, i * sh : i * sh + kh, j * sw : j * sw + kw]
                flat = window.reshape(n, c, -1)
                best = flat.argmax(2)
                out[:, :, i, j] = flat.max(2)
                ctx.found[i, j] = i * sh + best // kw, j * sw + best % kw
        return torch.tensor(out)

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.size, grad.detach().numpy().dtype)
        n, c = np.indices(ctx.size[:2])
        for (i, j), (rows, columns) in ctx.found.items():
            np.add.at(out, (n, c, rows, columns), grad.detach().numpy()[:, :, i, j])
        (ph, pw), (h, w) = ctx.inside, ctx.size[2:]
        return torch.tensor(out[:, :, ph : h - ph, pw : w - pw]), None, None, None


# -- wrong ------------------------------------------------------------------------


@wrong("equal entries all get")
@made
class AllTies(ByColumns):
    @staticmethod
    def spread(columns, place, grad):
        largest = columns.max(1, keepdim=True)[0]
        return (columns == largest) * grad


@wrong("share the gradient")
@made
class SharedTies(ByColumns):
    @staticmethod
    def spread(columns, place, grad):
        mask = (columns == columns.max(1, keepdim=True)[0]).to(grad.dtype)
        return mask / mask.sum(1, keepdim=True) * grad


@wrong("last one gets")
@made
class LastOfTies(ByColumns):
    @staticmethod
    def place(columns):
        out, place = columns.flip(1).max(1, keepdim=True)
        return out, columns.shape[1] - 1 - place


@wrong("padding counts as 0")
@made
class ZerosAround(ByColumns):
    border = 0.0


@wrong("border is -1e9")
@made
class NotLowEnough(ByColumns):
    border = -1e9


@wrong("smallest")
@made
class Smallest(ByColumns):
    border = float("inf")

    @staticmethod
    def place(columns):
        return columns.min(1, keepdim=True)


@wrong("spread over the window")
@made
class Mean(ByColumns):
    @staticmethod
    def spread(columns, place, grad):
        return torch.ones_like(columns) * grad / columns.shape[1]


@wrong("`grad` where")
@made
class Everywhere(ByColumns):
    @staticmethod
    def spread(columns, place, grad):
        return torch.ones_like(columns) * grad


@wrong("upstream gradient is")
@made
class NoUpstream(ByColumns):
    @staticmethod
    def spread(columns, place, grad):
        return torch.zeros_like(columns).scatter_(1, place, torch.ones_like(grad))


@wrong("gets the sum")
class Overwritten(Function):
    """Each window writes its gradient; the last one that was written stays."""

    forward = ByLoops.forward

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.size, grad.detach().numpy().dtype)
        n, c = np.indices(ctx.size[:2])
        for (i, j), (rows, columns) in ctx.found.items():
            out[n, c, rows, columns] = grad.detach().numpy()[:, :, i, j]
        (ph, pw), (h, w) = ctx.inside, ctx.size[2:]
        return torch.tensor(out[:, :, ph : h - ph, pw : w - pw]), None, None, None


@wrong("overlap")
class WindowsOverwritten(Function):
    """Each window writes zeros, too, over what an earlier one left."""

    forward = ByLoops.forward

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.size, grad.detach().numpy().dtype)
        n, c = np.indices(ctx.size[:2])
        for (i, j), (rows, columns) in ctx.found.items():
            sh, sw, kh, kw = ctx.steps
            out[:, :, i * sh : i * sh + kh, j * sw : j * sw + kw] = 0
            out[n, c, rows, columns] = grad.detach().numpy()[:, :, i, j]
        (ph, pw), (h, w) = ctx.inside, ctx.size[2:]
        return torch.tensor(out[:, :, ph : h - ph, pw : w - pw]), None, None, None


@wrong("padding")
class BorderNotCut(Function):
    forward = ByLoops.forward

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.size, grad.detach().numpy().dtype)
        n, c = np.indices(ctx.size[:2])
        for (i, j), (rows, columns) in ctx.found.items():
            np.add.at(out, (n, c, rows, columns), grad.detach().numpy()[:, :, i, j])
        return torch.tensor(out), None, None, None


def looped(change):
    """ByLoops with other settings."""

    def forward(ctx, input, *settings):
        return ByLoops.forward(ctx, input, *change(*settings))

    return staticmethod(forward)


@wrong("side by side")
class StrideForgotten(Function):
    forward = looped(lambda kernel, stride, padding: (kernel, kernel, padding))
    backward = ByLoops.backward


@wrong("padding is not used")
class NoPadding(Function):
    forward = looped(lambda kernel, stride, padding: (kernel, stride, (0, 0)))
    backward = ByLoops.backward


@wrong("kernel_size are swapped")
class KernelSwapped(Function):
    forward = looped(lambda kernel, stride, padding: (kernel[::-1], stride, padding))
    backward = ByLoops.backward


@wrong("is not written yet")
class Blank(Function):
    forward = ByLoops.forward

    @staticmethod
    def backward(ctx, grad):
        raise NotImplementedError("write MaxPool2d.backward")
