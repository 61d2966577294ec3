"""Problem set 3: predictions."""

from .program import answer


@answer
def ratio_of_two_falls(lib):
    """five steps on a table of 2 x 5 whose first column is cut off: fall over fall"""
    x = lib.arange(10.0, dtype=lib.float64).reshape(2, 5).requires_grad_()
    tail = (lib.arange(5) >= 1).to(x.dtype)
    losses = []
    for _ in range(3):
        loss = ((x * tail - 1) ** 2).mean()
        losses.append(loss.detach())
        (grad,) = lib.autograd.grad(loss, x)
        x = (x - grad).detach().requires_grad_()
    return (losses[1] - losses[2]) / (losses[0] - losses[1])


@answer
def gradient_through_rounding(lib):
    """y = Round(4 x) / 4, loss = (y - 0.5)² for x = 0.7, with the straight-through"""
    x = lib.tensor(0.7, dtype=lib.float64, requires_grad=True)
    four = 4 * x
    y = (four + (four.round() - four).detach()) / 4
    ((y - 0.5) ** 2).backward()
    return x.grad
