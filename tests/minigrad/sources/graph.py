"""Slides on autograd: the graph, its pictures' programs, freeing, in-place changes."""

import torch


def show(node, depth=0):
    """The nodes behind a result, one a line."""
    print("  " * depth + type(node).__name__)
    for source, _ in node.next_functions:
        if source is not None:
            show(source, depth + 1)


x = torch.tensor([1.0, -2.0, 3.0, -4.0]).requires_grad_()
total = x.abs().sum()
print(total)
print(type(total.grad_fn.next_functions[0][0]).__name__)
print(total.grad_fn.next_functions[0][0].next_functions[0][0].variable is x)

show(torch.tensor([1.0, 2.0, 2.0]).requires_grad_().norm().grad_fn)

torch.manual_seed(1)
w1, b1 = torch.rand(20, 10).requires_grad_(), torch.rand(20).requires_grad_()
w2, b2 = torch.rand(5, 20).requires_grad_(), torch.rand(5).requires_grad_()
hidden = torch.tanh(w1 @ torch.rand(10) + b1)
out = torch.tanh(w2 @ hidden + b2)
loss = (out - torch.rand(5)).pow(2).mean()
show(loss.grad_fn)
loss.backward()
print(loss)

w = torch.rand(3, 10, 10).requires_grad_()


def layers(count, state):
    for i in range(count):
        state = torch.tanh(w[i] @ state)
    return state


product = layers(1, torch.rand(10)).dot(layers(3, torch.rand(10)))
show(product.grad_fn)
product.backward()
print(product, w.grad.sum(dim=(1, 2)))

x = torch.tensor([1.0]).requires_grad_()
inverse = 1 / x
print(torch.autograd.grad(inverse, x))
try:
    torch.autograd.grad(inverse * inverse, x)
except RuntimeError as error:
    print("RuntimeError:", str(error).split(" (")[0])
inverse = 1 / x
print(torch.autograd.grad(inverse, x, retain_graph=True))
print(torch.autograd.grad(inverse * inverse, x))

x = torch.tensor([2.0, 3.0]).requires_grad_()
psi = x[0].log() + x[1].pow(2)
(gradient,) = torch.autograd.grad(psi, x, create_graph=True)
print(torch.autograd.grad(gradient.pow(2).sum(), x))

x = torch.tensor([1.0, 2.0, 3.0]).requires_grad_()
y = x.sin()
y *= y
try:
    y.sum().backward()
except RuntimeError as error:
    print("RuntimeError:", str(error).split(":")[0])
try:
    x += 1
except RuntimeError as error:
    print("RuntimeError:", error)
