"""Right programs of ps3, with which a check compares a student's.

`banks.right_programs` packs them. A second one of a piece is called `name_`.
"""

import minigrad as torch
from minigrad.autograd import Function
from minigrad.core.function import link, new_node
from minigrad.core.graph import edge_of
from minigrad.errors import changed_error


def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            edges.append(edge_of(arg) if recording else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


def apply_(function, *args):
    recording = torch.is_grad_enabled()
    tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
    edges = [edge_of(tensor) if recording else None for tensor in tensors]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    try:
        outputs = function.forward(node, *args)
    finally:
        torch.set_grad_enabled(recording)
    return link(node, outputs)


class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor


def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)


def needs_input_grad_(args):
    needs = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            needs.append(arg.requires_grad)
        else:
            needs.append(False)
    return tuple(needs)


class ZeroHead(Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        ctx.dim = dim
        out = input.clone()
        out.narrow(dim, 0, n).fill_(0)
        return out

    @staticmethod
    def backward(ctx, grad):
        n, dim = ctx.n, ctx.dim
        grad = grad.clone()
        grad.narrow(dim, 0, n).fill_(0)
        return grad, None, None


class AbsDot(Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        dot = (u * v).sum()
        return dot.abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        sign = (u * v).sum().sign()
        grad_u = grad * sign * v
        grad_v = grad * sign * u
        return grad_u, grad_v


class LegendreP3(Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        slope = 0.5 * (15 * z**2 - 3)
        return grad * slope * ctx.scale, None


class LegendreP3_(Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = x * scale
        return (5 * z**3 - 3 * z) / 2

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = x * ctx.scale
        sent = grad * (7.5 * z**2 - 1.5)
        return ctx.scale * sent, None


class Clamp(Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low = low
        ctx.high = high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        low, high = ctx.low, ctx.high
        inside = (x >= low) & (x <= high)
        return grad * inside, None, None


class Polar(Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        x = r * phi.cos()
        y = r * phi.sin()
        return x, y

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = None
        grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_r, grad_phi


class Round(Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad
