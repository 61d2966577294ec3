"""Slides on autograd: updates in no_grad, and detach in two coupled quadratics."""

import torch

torch.manual_seed(2)
x, y = torch.rand(50, 784), torch.rand(50, 10)
w = torch.empty(10, 784).normal_(0, 1e-3).requires_grad_()
b = torch.empty(10).normal_(0, 1e-3).requires_grad_()
eta = 1e-2
for step in range(60):
    loss = (x @ w.t() + b - y).pow(2).mean()
    w.grad, b.grad = None, None
    loss.backward()
    with torch.no_grad():
        w -= eta * w.grad
        b -= eta * b.grad
    if step % 20 == 0:
        print(step, loss.item())
print(w.requires_grad, w.is_leaf, b)


def coupled(detached):
    """Minimise (a - 1)^2 + (b + 1)^2 + (a - b)^2, with a detached in the last term."""
    a = torch.tensor(0.5).requires_grad_()
    b = torch.tensor(-0.5).requires_grad_()
    for _ in range(100):
        other = a.detach() if detached else a
        loss = (a - 1) ** 2 + (b + 1) ** 2 + (other - b) ** 2
        for_a, for_b = torch.autograd.grad(loss, (a, b))
        with torch.no_grad():
            a -= 0.1 * for_a
            b -= 0.1 * for_b
    return a, b


print(coupled(False))
a, b = coupled(True)
print(a, abs(b.item()) < 1e-6)
