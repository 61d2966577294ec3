"""Slides on autograd: requires_grad, grad, backward, accumulation, weight sharing."""

import torch

p = torch.tensor([1.0, 2.0])
q = torch.tensor([4.0, 5.0])
r = torch.tensor([7.0, 3.0])
print(p.requires_grad, (p + q).requires_grad)
r.requires_grad = True
print((p + r).requires_grad)

try:
    torch.tensor([1, 10]).requires_grad = True
except RuntimeError as error:
    print("RuntimeError:", error)

t = torch.tensor([1.0, 2.0, 4.0]).requires_grad_()
u = torch.tensor([10.0, 20.0]).requires_grad_()
squares, logs = t.pow(2).sum(), u.log().sum()
print(torch.autograd.grad(squares + logs, (t, u)))
print(torch.autograd.grad(t.pow(2).sum(), t))
print(torch.autograd.grad((t.pow(2).sum(), t.sum()), t))

x = torch.tensor([-3.0, 2.0, 5.0]).requires_grad_()
cubes = x.pow(3).sum()
print(x.grad)
cubes.backward()
print(x.grad)
x.pow(3).sum().backward()
print("accumulated:", x.grad)

torch.manual_seed(0)
w1 = torch.rand(5, 5).requires_grad_()
w2 = torch.rand(5, 5).requires_grad_()
start = torch.randn(5)
first = w1 @ start
second = start + w2 @ first
third = w1 @ (first + second)
norm = third.norm()
norm.backward()
print(norm)
print(w1.grad)
print(w2.grad)

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(2.0, requires_grad=True)
(a * b).backward()
print(a.grad, b.grad)
