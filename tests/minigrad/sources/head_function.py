"""Slides on Functions: zero the first columns, train through it, check it; |u v|."""

import torch
from torch import nn
from torch.autograd import Function, gradcheck


class ZeroHead(Function):
    """The input with its first `count` columns set to zero."""

    @staticmethod
    def forward(ctx, input, count):
        ctx.count = count
        out = input.clone()
        out[:, 0 : ctx.count] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        grad_input = grad.clone()
        grad_input[:, 0 : ctx.count] = 0
        return grad_input, None


class AbsoluteProduct(Function):
    """|u v|, entry by entry; both inputs are needed again."""

    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        sign = (u * v).sign()
        return grad * sign * v, grad * sign * u


torch.manual_seed(3)
zero_head = ZeroHead.apply
y = torch.empty(3, 8).normal_()
x = torch.empty(y.size()).normal_().requires_grad_()
criterion = nn.MSELoss()
optimizer = torch.optim.SGD([x], lr=1.0)
for k in range(5):
    out = zero_head(x, 2)
    loss = criterion(out, y)
    print(k, loss.item())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(out.grad_fn.name(), x.grad[:, :2])

x = torch.empty(10, 20, dtype=torch.float64).uniform_(-1, 1).requires_grad_()
print(gradcheck(zero_head, (x, 4), eps=1e-6, atol=1e-4))
u = torch.empty(4, 5, dtype=torch.float64).uniform_(-1, 1).requires_grad_()
v = torch.empty(4, 5, dtype=torch.float64).uniform_(-1, 1).requires_grad_()
print(gradcheck(AbsoluteProduct.apply, (u, v), eps=1e-6, atol=1e-4))
print(torch.autograd.grad(AbsoluteProduct.apply(u, v).sum(), (u, v)))
