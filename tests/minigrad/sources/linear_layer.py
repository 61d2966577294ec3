"""Replacing autograd: a linear layer as one Function, and the Module around it."""

import math

import torch
from torch.autograd.function import once_differentiable


class Affine(torch.autograd.Function):
    """x W^T + b for a batch; `bias` may be None."""

    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight, bias)
        out = (input.unsqueeze(1) * weight.unsqueeze(0)).sum(dim=-1)
        return out if bias is None else out + bias.unsqueeze(0)

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        input, weight, bias = ctx.saved_tensors
        grad_bias = None
        grad_input = (grad.unsqueeze(-1) * weight.unsqueeze(0)).sum(dim=1)
        grad_weight = grad.unsqueeze(-1) * input.unsqueeze(-2)
        if bias is not None:
            grad_bias = grad.detach().clone()
        return grad_input, grad_weight, grad_bias


class AffineLayer(torch.nn.Module):
    """A layer with PyTorch's own initialisation of Linear."""

    def __init__(self, inputs: int, outputs: int, bias: bool = True) -> None:
        super().__init__()
        self.inputs, self.outputs = inputs, outputs
        self.weight = torch.nn.Parameter(torch.empty((outputs, inputs)))
        if bias:
            self.bias = torch.nn.Parameter(torch.empty(outputs))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()
        self.affine = Affine.apply

    def reset_parameters(self) -> None:
        torch.nn.init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = torch.nn.init._calculate_fan_in_and_fan_out(self.weight)
            bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
            torch.nn.init.uniform_(self.bias, -bound, bound)

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        return self.affine(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        return f"{self.inputs} -> {self.outputs}, bias={self.bias is not None}"


torch.manual_seed(4)
for bias in (True, False):
    layer = AffineLayer(3, 4, bias)
    reference = torch.nn.Linear(3, 4, bias)
    reference.load_state_dict(layer.state_dict())
    print(layer, [name for name, _ in layer.named_parameters()])
    x = torch.randn(6, 3, requires_grad=True)
    out = layer(x)
    print(torch.allclose(out, reference(x), atol=1e-6))
    (out**2).sum().backward()
    print(x.grad, layer.weight.grad, layer.bias is not None and layer.bias.grad)

x = torch.ones(1, 3, requires_grad=True)
(grad,) = torch.autograd.grad(layer(x).pow(2).sum(), x, create_graph=True)
try:
    grad.sum().backward()
except RuntimeError as error:
    print("RuntimeError:", error)
