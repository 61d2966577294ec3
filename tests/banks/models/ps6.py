"""Right programs of ps6, with which a check compares a student's.

`banks.right_programs` packs them. A second one of a piece is called `name_`.
"""

import minigrad as torch
from minigrad.autograd import Function


class RNNCell(Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        g = grad * (1 - out**2)
        of_bias = g.sum(0) if ctx.has_bias else None
        of_hidden = g @ weight_hh
        return g @ weight_ih, of_hidden, g.t() @ input, g.t() @ hidden, of_bias, of_bias


def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        new = cell(xs[t], h)
        runs = (t < lengths).reshape(-1, 1)
        h = torch.where(runs, new, h)
    return h


def unroll_(cell, xs, lengths, h):
    states = [h]
    for x in xs:
        states.append(cell(x, states[-1]))
    return torch.stack(states)[lengths, torch.arange(len(lengths))]


class Root(Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(40):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        slope = 1 / (3 * r**2 + 1)
        return grad * slope


class Root_(Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(100):
            error = r**3 + r - a
            if error.abs().sum().item() < 1e-12:
                break
            r = r - error / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)


def safe_divide(a, b):
    is_zero = b == 0
    one = torch.ones_like(b)
    quotient = a / torch.where(is_zero, one, b)
    return torch.where(is_zero, torch.zeros_like(quotient), quotient)


class Swish(Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        s = 1 / (1 + torch.exp(-beta * x))
        return x * s

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = 1 / (1 + torch.exp(-ctx.beta * x))
        slope = s + x * ctx.beta * s * (1 - s)
        return grad * slope, None


def hvp(function, inputs, vectors):
    out = function(*inputs)
    grads = torch.autograd.grad(out, inputs, create_graph=True, allow_unused=True)
    total = 0
    for grad, vector in zip(grads, vectors, strict=True):
        if grad is not None and grad.requires_grad:
            total = total + (grad * vector.detach()).sum()
    if not isinstance(total, torch.Tensor):
        return tuple(torch.zeros_like(each) for each in inputs)
    found = torch.autograd.grad(total, inputs, allow_unused=True)
    result = []
    for each, own in zip(found, inputs, strict=True):
        if each is None:
            each = torch.zeros_like(own)
        result.append(each)
    return tuple(result)


def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    if not g.requires_grad:
        return torch.zeros_like(y)
    (out,) = torch.autograd.grad(g, u, v.detach())
    return out


def gradient_penalty(function, x, target):
    x = x.detach().clone().requires_grad_()
    total = function(x).sum()
    (g,) = torch.autograd.grad(total, x, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return ((norms - target) ** 2).mean()


def gradient_penalty_(function, x, target):
    x = x.detach().clone().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    rows = g.reshape(len(x), -1)
    squares = (rows**2).sum(1)
    is_zero = squares == 0
    safe = torch.where(is_zero, torch.ones_like(squares), squares)
    norms = torch.where(is_zero, torch.zeros_like(squares), safe.sqrt())
    return ((norms - target) ** 2).mean()


class CheckpointFunction(Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.keeps = preserve_rng_state
        ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = []
        for each in ctx.saved_tensors:
            leaves.append(each.detach().requires_grad_(each.requires_grad))
        now = torch.get_rng_state()
        if ctx.keeps:
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.keeps:
            torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return None, None, *[leaf.grad for leaf in leaves]


class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in list(self.values()):
            new = hook(grad)
            if new is not None:
                grad = new
        return grad
