"""Right programs of ps5, with which a check compares a student's.

`banks.right_programs` packs them. A second one of a piece is called `name_`.
"""

import math

import numpy as np

import minigrad as torch
from minigrad import Op
from minigrad.autograd import Function


class Linear(Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.t()
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        rows = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = rows.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = rows.sum(0)
        return grad_input, grad_weight, grad_bias


class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is None:
                continue
            path = prefix + "." + name if prefix else name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        modules = [(prefix, self)]
        if recurse:
            modules = self.named_modules(None, prefix, remove_duplicate)
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield path + "." + name if path else name, member


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    outputs, inputs, *kernel = tensor.shape
    area = math.prod(kernel)
    fan = inputs * area if mode == "fan_in" else outputs * area
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    std = gain / math.sqrt(fan)
    bound = math.sqrt(3) * std
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor


def kaiming_uniform__(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if tensor.numel() == 0:
        return tensor
    area = 1
    for size in tensor.shape[2:]:
        area *= size
    fan = area * (tensor.shape[1] if mode == "fan_in" else tensor.shape[0])
    gain = torch.nn.init.calculate_gain(nonlinearity, a)
    bound = gain * math.sqrt(3 / fan)
    with torch.no_grad():
        tensor.uniform_(-bound, bound)
    return tensor


class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        difference = a - b
        if reduction == "mean":
            return (difference**2).mean()
        if reduction == "sum":
            return (difference**2).sum()
        return difference**2

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / math.prod(a.shape)
        return grad * slope, -grad * slope


class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max(dim, keepdims=True)
        out = shifted - np.log(np.exp(shifted).sum(dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        p = np.exp(out)
        total = grad.sum(ctx.dim, keepdims=True)
        return grad - p * total


class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.target = target
        ctx.shape = a.shape
        rows = np.arange(a.shape[0])
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        rows = np.arange(ctx.shape[0])
        out[rows, ctx.target] = -grad / ctx.shape[0]
        return out


class SGD:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            v = group["momentum"] * state["momentum_buffer"] + g
        else:
            v = g.copy()
        state["momentum_buffer"] = v
        param -= group["lr"] * v


class SGD_:
    @staticmethod
    def update(param, grad, state, group):
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        v = v + group["weight_decay"] * param
        param -= group["lr"] * v
        state["momentum_buffer"] = v


class Adam:
    @staticmethod
    def update(param, grad, state, group):
        g = grad + group["weight_decay"] * param
        if "step" not in state:
            state["step"] = 0
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        state["step"] += 1
        t = state["step"]
        m = group["betas"][0] * state["exp_avg"] + (1 - group["betas"][0]) * g
        s = group["betas"][1] * state["exp_avg_sq"] + (1 - group["betas"][1]) * g**2
        state["exp_avg"] = m
        state["exp_avg_sq"] = s
        m = m / (1 - group["betas"][0] ** t)
        s = s / (1 - group["betas"][1] ** t)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])
