"""Problem set 1: gradients by hand, and predictions."""

from .program import answer


@answer
def gradient_of_a_quotient(lib):
    """out = a * b / (a + b) for a = 3, b = 6: the gradient of a"""
    a = lib.tensor(3.0, requires_grad=True)
    (a * 6.0 / (a + 6.0)).backward()
    return a.grad


@answer
def gradient_of_a_diamond(lib):
    """y = x * x, out = y * y + y * x for x = 2: the gradient of x"""
    x = lib.tensor(2.0, requires_grad=True)
    y = x * x
    (y * y + y * x).backward()
    return x.grad


@answer
def gradient_through_a_matrix(lib):
    """y = W x, and (10, 100) comes from above: the first entry of the gradient of x"""
    w = lib.tensor([[1.0, 2.0], [3.0, 4.0]])
    x = lib.tensor([5.0, 6.0], requires_grad=True)
    (w @ x).backward(lib.tensor([10.0, 100.0]))
    return x.grad[0]


@answer
def grad_after_two_passes(lib):
    """h = x * x for x = 3; backward of 2 * h, then of h + x: x.grad"""
    x = lib.tensor(3.0, requires_grad=True)
    h = x * x
    (2 * h).backward(retain_graph=True)
    (h + x).backward()
    return x.grad


@answer
def grad_past_a_detach(lib):
    """y = x * x, out = y.detach() * x + y for x = 3: the gradient of x"""
    x = lib.tensor(3.0, requires_grad=True)
    y = x * x
    (y.detach() * x + y).backward()
    return x.grad
