"""Programs whose graphs the tests draw, for either library. See golden_pictures.py."""

SVG = "{http://www.w3.org/2000/svg}"


def diamond(lib):
    """x * x + x, whose x has three uses; summed."""
    x = lib.tensor([1.0, 2.0, 3.0], requires_grad=True)
    loss = (x * x + x).sum()
    return loss, {"x": x, "loss": loss}


def norm(lib):
    x = lib.tensor([1.0, 2.0, 2.0], requires_grad=True)
    length = x.norm()
    return length, {"x": x, "length": length}


def layer(lib):
    """One layer with its loss; `input` and `target` need no gradient."""
    w = lib.tensor([[1.0, 2.0], [0.5, -1.0], [0.0, 3.0]], requires_grad=True)
    b = lib.tensor([0.5, 0.0, -0.5], requires_grad=True)
    input, target = lib.tensor([1.0, -1.0]), lib.tensor([0.0, 0.0, 1.0])
    h = lib.tanh(w @ input + b)
    loss = ((h - target) ** 2).mean()
    return loss, {"w": w, "b": b, "h": h, "loss": loss, "input": input}


def loop(lib, steps=12):
    """One weight, used in every step."""
    w = lib.tensor([[0.5, 1.0], [-1.0, 0.5]], requires_grad=True)
    h = lib.tensor([1.0, 2.0])
    for _ in range(steps):
        h = lib.tanh(w @ h)
    return h.norm(), {"w": w}


def deep(lib, nodes=200):
    """A chain of additions."""
    x = lib.tensor([1.0], requires_grad=True)
    out = x
    for _ in range(nodes):
        out = out + 1
    return out, {"x": x}


def long_loop(lib):
    """Sixty steps with a weight of their own loop, a loss at every step."""
    w = lib.tensor([[0.5, 1.0], [-1.0, 0.5]], requires_grad=True)
    h = lib.tensor([1.0, 2.0])
    loss = 0.0
    for _ in range(60):
        h = lib.tanh(w @ h)
        loss = loss + (h**2).sum()
    return loss, {"w": w, "loss": loss}


def layers(lib, count=3):
    """A model of equal layers, each with weights of its own."""
    nn = lib.nn
    model = nn.Sequential(
        *(part for _ in range(count) for part in (nn.Linear(2, 2), nn.Tanh())),
        nn.Linear(2, 1),
    )
    return model(lib.ones(4, 2)).mean(), model


def function(lib):
    """A Function of the user's own with two outputs."""

    class Both(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, double, triple):
            return double * 2 + triple * 3

    x = lib.tensor([1.0, 2.0], requires_grad=True)
    double, triple = Both.apply(x)
    out = (triple * double).sum()
    return out, {"x": x, "double": double, "triple": triple, "out": out}


def views(lib):
    """A part of a tensor is changed in place."""
    x = lib.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * 2
    y[0] = x[1] * x[2]
    return y.sum(), {"x": x, "y": y}
