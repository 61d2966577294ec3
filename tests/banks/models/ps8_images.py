"""Right programs of ps8_images, with which a check compares a student's.

`banks.right_programs` packs them. A second one of a piece is called `name_`.
"""

import minigrad as torch
from minigrad.autograd import Function
from minigrad.nn import functional as F


class Conv2d(Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        window = tuple(weight.shape[2:])
        columns = F.unfold(input, window, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias[:, None]
        height = (input.shape[2] + 2 * padding[0] - window[0]) // stride[0] + 1
        width = (input.shape[3] + 2 * padding[1] - window[1]) // stride[1] + 1
        return out.reshape(len(input), len(weight), height, width)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        window, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        grad = grad.flatten(2)
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ grad
            grad_input = F.fold(
                columns, size, window, padding=ctx.padding, stride=ctx.stride
            )
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, window, padding=ctx.padding, stride=ctx.stride)
            products = grad @ columns.transpose(1, 2)
            grad_weight = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            grad_bias = grad.sum((0, 2))
        return grad_input, grad_weight, grad_bias, None, None


class Conv2d_(Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.how = stride, padding
        (n, _, h, w), (o, _, kh, kw) = input.shape, weight.shape
        (sh, sw), (ph, pw) = stride, padding
        padded = F.pad(input, (pw, pw, ph, ph))
        rows, columns = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        out = torch.zeros(n, o, rows, columns, dtype=input.dtype)
        for k in range(kh):
            for l in range(kw):  # noqa: E741
                part = padded[:, :, k : k + sh * rows : sh, l : l + sw * columns : sw]
                out = out + torch.einsum("nchw,oc->nohw", part, weight[:, :, k, l])
        if bias is not None:
            out = out + bias.reshape(1, -1, 1, 1)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.how
        (h, w), (kh, kw) = input.shape[2:], weight.shape[2:]
        rows, columns = grad.shape[2:]
        padded = F.pad(input, (pw, pw, ph, ph))
        found, of_weight = torch.zeros_like(padded), torch.zeros_like(weight)
        for k in range(kh):
            for l in range(kw):  # noqa: E741
                i = slice(k, k + sh * rows, sh)
                j = slice(l, l + sw * columns, sw)
                sent = torch.einsum("nohw,oc->nchw", grad, weight[:, :, k, l])
                found[:, :, i, j] += sent
                part = padded[:, :, i, j]
                of_weight[:, :, k, l] += torch.einsum("nohw,nchw->oc", grad, part)
        needs = ctx.needs_input_grad
        return (
            found[:, :, ph : ph + h, pw : pw + w] if needs[0] else None,
            of_weight if needs[1] else None,
            grad.sum((0, 2, 3)) if needs[2] else None,
            None,
            None,
        )


class MaxPool2d(Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        ctx.shape = input.shape
        ctx.how = kernel_size, stride, padding
        n, c, h, w = input.shape
        height = (h + 2 * padding[0] - kernel_size[0]) // stride[0] + 1
        width = (w + 2 * padding[1] - kernel_size[1]) // stride[1] + 1
        border = (padding[1], padding[1], padding[0], padding[0])
        padded = F.pad(input, border, value=float("-inf"))
        columns = F.unfold(
            padded.reshape(n * c, 1, *padded.shape[2:]), kernel_size, stride=stride
        )
        out, ctx.places = columns.max(1)
        return out.reshape(n, c, height, width)

    @staticmethod
    def backward(ctx, grad):
        (kh, kw), (sh, sw), (ph, pw) = ctx.how
        (n, c, h, w), (rows, columns) = ctx.shape, grad.shape[2:]
        found = torch.zeros(n, c, h + 2 * ph, w + 2 * pw, dtype=grad.dtype)
        places = ctx.places.reshape(grad.shape)
        for k in range(kh):
            for l in range(kw):  # noqa: E741
                here = (places == k * kw + l).to(grad.dtype)
                found[:, :, k : k + sh * rows : sh, l : l + sw * columns : sw] += (
                    grad * here
                )
        return found[:, :, ph : ph + h, pw : pw + w], None, None, None


def loss_and_gradients(lib, images, labels, tensors):
    w1, b1, w2, b2, w3, b3 = tensors
    functional = lib.nn.functional
    out = functional.relu(functional.conv2d(images, w1, b1, padding=1))
    out = functional.max_pool2d(out, 2)
    out = functional.relu(functional.conv2d(out, w2, b2, padding=1))
    out = functional.max_pool2d(out, 2)
    scores = functional.linear(out.flatten(1), w3, b3)
    loss = functional.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, tensors))


def loss_and_gradients_(lib, images, labels, tensors):
    functional = lib.nn.functional
    out = images
    for weight, bias in (tensors[:2], tensors[2:4]):
        out = functional.relu(functional.conv2d(out, weight, bias, padding=1))
        out = functional.max_pool2d(out, 2)
    scores = functional.linear(out.flatten(1), *tensors[4:])
    loss = functional.nll_loss(scores.log_softmax(1), labels)
    return loss, lib.autograd.grad(loss, tensors)
