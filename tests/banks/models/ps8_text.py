"""Right programs of ps8_text, with which a check compares a student's.

`banks.right_programs` packs them. A second one of a piece is called `name_`.
"""

import math

import numpy as np

import minigrad as torch
from minigrad import Op
from minigrad.autograd import Function


class Embedding(Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.rows, ctx.width = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.rows, ctx.width, dtype=grad.dtype)
        numbers = input.reshape(-1).tolist()
        rows = grad.reshape(-1, ctx.width)
        for place, number in enumerate(numbers):
            out[number] += rows[place]
        return None, out


class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True, initial=-np.inf))
        out = e / e.sum(dim, keepdims=True)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return out * (grad - (grad * out).sum(ctx.dim, keepdims=True))


class LayerNorm(Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        scale = 1 / ((centered**2).mean(-1, keepdim=True) + eps).sqrt()
        normal = centered * scale
        ctx.save_for_backward(normal, scale, weight)
        out = normal if weight is None else normal * weight
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        normal, scale, weight = ctx.saved_tensors
        size = grad.shape[-1]
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            inner = (h * normal).mean(-1, keepdim=True)
            grad_input = scale * (h - h.mean(-1, keepdim=True) - normal * inner)
        if ctx.needs_input_grad[1]:
            grad_weight = (grad * normal).reshape(-1, size).sum(0)
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, size).sum(0)
        return grad_input, grad_weight, grad_bias, None


class Attention(Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.scale = 1 / math.sqrt(query.shape[-1])
        scores = query @ key.mT * ctx.scale
        if is_causal:
            later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
            scores = scores.masked_fill(later, -math.inf)
        weights = scores.softmax(-1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        grad_query = grad_key = grad_value = None
        arriving = grad @ value.mT
        total = (arriving * weights).sum(-1, keepdim=True)
        for_scores = weights * (arriving - total) * ctx.scale
        if ctx.needs_input_grad[0]:
            grad_query = for_scores @ key
        if ctx.needs_input_grad[1]:
            grad_key = for_scores.mT @ query
        if ctx.needs_input_grad[2]:
            grad_value = weights.mT @ grad
        return grad_query, grad_key, grad_value, None


def text_loss_and_gradients(lib, codes, tensors):
    functional = lib.nn.functional
    tokens, positions, gain, shift, query, key, value, weight, bias = tensors
    x = functional.embedding(codes[:, :-1], tokens) + positions
    a = functional.layer_norm(x, x.shape[-1:], gain, shift)
    q, k, v = [functional.linear(a, each) for each in (query, key, value)]
    x = x + functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = functional.linear(x, weight, bias)
    loss = functional.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
