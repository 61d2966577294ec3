"""Right programs of ps7, with which a check compares a student's.

`banks.right_programs` packs them. A second one of a piece is called `name_`.
"""

import minigrad as torch
from minigrad.autograd import Function

_TOLERANCE = 1e-3


def fit_growth(start, x, y, rate, steps):
    w = start.detach().clone()
    for _ in range(steps):
        w = w.detach().requires_grad_()
        loss = ((x * torch.exp(w) - y) ** 2).mean()
        (slope,) = torch.autograd.grad(loss, w)
        w = w.detach() - rate * slope
    return w


def line_loss(w, b, x, y):
    prediction = (x @ w + b).reshape(-1)
    return ((prediction - y) ** 2).mean()


def scaled_tanh(x, a):
    y = torch.tanh(x)
    return a * y


class Gain(Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None


class Damp(Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None


def energy(a, b):
    parts = torch.stack([a * a, a * b, b])
    return (parts**2).sum()


def way_down(start, rate, steps):
    w = start.detach().clone()
    path = [w]
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)


def _error(function, slope, x):
    quotient, wanted = (function(x + 1e-6) - function(x - 1e-6)) / 2e-6, slope(x)
    return (quotient - wanted) / (1 + wanted.abs())


def agrees(function, slope, x):  # what begins with _ is left as it is
    x = x.double()
    error = _error(function, slope, x)
    return bool((error.abs() <= _TOLERANCE).all())


def list_edges(roots):
    seen = set()
    found = []
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for position, (source, output) in enumerate(node.next_functions):
            if source is None:
                continue
            found.append((node, position, source, output))
            waiting.append(source)
    return found


def first_difference(a, b):
    partner = {}
    back = {}

    def below(a, b, path):
        if a in partner or b in back:
            return None if partner.get(a) is b and back.get(b) is a else path
        partner[a], back[b] = b, a
        ours, theirs = a.next_functions, b.next_functions
        if a.name() != b.name() or len(ours) != len(theirs):
            return path
        for i in range(len(ours)):
            (one, out), (two, other) = ours[i], theirs[i]
            if (one is None) != (two is None) or out != other:
                return [*path, i]
            if one is None:
                continue
            found = below(one, two, [*path, i])
            if found is not None:
                return found
        return None

    return below(a, b, [])


def first_difference_(a, b):
    partner = {}
    back = {}

    def below(a, b):
        if a in partner or b in back:
            return None if partner.get(a) is b and back.get(b) is a else []
        partner[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return []
        both = zip(a.next_functions, b.next_functions, strict=True)
        for i, ((one, out), (two, other)) in enumerate(both):
            if one is None and two is None:
                continue
            if one is None or two is None or out != other:
                return [i]
            found = below(one, two)
            if found is not None:
                return [i, *found]
        return None

    return below(a, b)
