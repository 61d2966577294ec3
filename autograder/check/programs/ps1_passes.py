"""Problem set 1, whole passes: the loop and the order with hooks, targets, failures."""

from ..inputs import Between, Floats, OneOf, given, of_shapes
from .program import program
from .ps1 import TWO, Stop


@program("order_nodes", "run", inputs=[(Floats((2,)), OneOf((0.5, -1.0, 2.0)))])
def hooks_on_the_way(lib, x, factor):
    """x * x has a hook that multiplies its gradient; its calls are counted"""
    calls = []

    def hook(grad):
        calls.append(1)
        return grad * factor

    square = x * x
    square.register_hook(hook)
    out = (square.sin() + square).sum()
    out.backward()
    return {"gradient of x": x.grad, "calls of the hook": len(calls), "out": out}


@program("order_nodes", "run", inputs=[(Floats((3,)), Floats((3,)))])
def stops_at_what_is_asked_for(lib, x, y):
    """autograd.grad of sin(h) * y with respect to h, where h = x * y"""
    hidden = x * y
    out = hidden.sin() * y
    (grad,) = lib.autograd.grad(out.sum(), hidden)
    return {"gradient of h": grad, "x.grad": x.grad, "y.grad": y.grad, "out": out}


@program("order_nodes", "run", inputs=[(Floats((3,)), Floats((3,)))])
def only_these_leaves(lib, x, y):
    """out = (x * sin(y)).sum(), and out.backward(inputs=[y])"""
    out = (x * y.sin()).sum()
    out.backward(inputs=[y])
    return {"gradient of y": y.grad, "x.grad": x.grad, "out": out}


@program("run", inputs=[(Floats((3,)), given(True)), (Floats((3,)), given(False))])
def nothing_is_sent(lib, x, through):
    """Blocked(Half(x)): Blocked.backward may return None, Half.backward adds x"""

    class Blocked(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2 if through else None

    class Half(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, number):
            ctx.save_for_backward(x)
            return x * number

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad.reshape(x.shape) / 2 + x, None

    out = Blocked.apply(Half.apply(x, 0.5)).sum()
    out.backward()
    return {"gradient of x": x.grad, "out": out}


@program("run", inputs=[(Floats((3,)), given(True)), (Floats((3,)), given(False))])
def one_way_sends_nothing(lib, x, first):
    """out = Blocked(x) + 2 x, or 2 x + Blocked(x): Blocked.backward returns None"""

    class Blocked(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 3

        @staticmethod
        def backward(ctx, grad):
            return None

    return Blocked.apply(x) + 2 * x if first else 2 * x + Blocked.apply(x)


@program("run", inputs=of_shapes([(3,), (3,)]))
def frozen_first(lib, a, b):
    """out = a.detach() * b"""
    return a.detach() * b


@program("run", inputs=of_shapes([(), (3,), (2,)]))
def sent_to_what_is_frozen(lib, x, c, d):
    """Product(Product(x, c.detach()).sum(), d.detach()): it sends both a gradient"""

    class Product(lib.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return a * b

        @staticmethod
        def backward(ctx, grad):
            a, b = ctx.saved_tensors
            return (grad * b).sum(), grad * a

    inner = Product.apply(x, c.detach()).sum()
    return Product.apply(inner, d.detach())


@program("run", inputs=[(*TWO[0], OneOf((True, False)))])
def upstream_is_left_alone(lib, x, upstream, twice):
    """y.backward(upstream), where y = x + x or x + x + x; then upstream is looked at"""
    upstream = upstream.detach()
    y = x + x if twice else x + x + x
    y.backward(upstream)
    return {"gradient of x": x.grad, "upstream": upstream}


@program("run", inputs=TWO)
def one_array_for_two(lib, x, y):
    """out = (x + y) * 3 + x: the node of x + y sends x and y the same gradient"""
    return (x + y) * 3 + x


# Those that a loop might catch for its own sake: a hook raises them as well.
ERRORS = {each.__name__: each for each in (Stop, TypeError, KeyError, IndexError)}


@program("run", inputs=[(*of_shapes([(3,), (3,)])[0], given(each)) for each in ERRORS])
def after_a_pass_that_failed(lib, x, y, error):
    """out = (sin(x) * y + x).sum(): a hook breaks off the first pass, then another"""
    calls, came = [], "no error"

    def stop(grad):
        calls.append(1)
        raise ERRORS[error]

    inner = x.sin()
    out = (inner * y + x).sum()
    handle = inner.register_hook(stop)
    try:
        out.backward(retain_graph=True)
    except ERRORS[error]:
        came = f"{error} arrives"
    handle.remove()
    x.grad = y.grad = None
    out.backward()
    return {
        "first pass": came,
        "calls of the hook": len(calls),
        "in numbers": x.detach() * (len(calls) + 10 * (came != "no error")),
        "gradient of x": x.grad,
        "gradient of y": y.grad,
        "out": out,
    }


@program("run", inputs=[(Floats((3,)), Floats((3,)))])
def a_pass_within_a_pass(lib, x, y):
    """out = (sin(x) * y + x * y).sum(), with a pass for (x * x).sum() in a hook"""
    inside = []

    def hook(grad):
        with lib.enable_grad():
            square = (x * x).sum()
        inside.extend(lib.autograd.grad(square, x))

    inner = x.sin()
    out = (inner * y + x * y).sum()
    inner.register_hook(hook)
    out.backward()
    return {"gradient of x": x.grad, "from the pass within": inside[0], "out": out}


_DEEP = [(Floats((2,)), Floats((2,)), given(20_000))]


@program("order_nodes", "run", inputs=_DEEP, takes_long=True)
def deep_chain(lib, x, y, depth):
    """out = x * y with its sign changed 20,000 times, summed"""
    out = x * y
    for _ in range(depth):
        out = -out
    out.sum().backward()
    return {"gradient of x": x.grad}


@program("order_nodes", "run", inputs=of_shapes([(3,), (3,), (3,)]))
def constants_in_front(lib, a, b, c):
    """out = (1 - sin(b)) / c - a.detach() * b, where only 1 and a need no gradient"""
    return (1 - b.sin()) / c - a.detach() * b


@program("order_nodes", "run", inputs=of_shapes([(3,), (3,)]))
def constant_in_front_of_a_difference(lib, a, b):
    """out = a.detach() - tanh(b)"""
    return a.detach() - b.tanh()


@program("order_nodes", "run", inputs=of_shapes([(3,), (3,)]))
def nothing_for_the_first(lib, x, y):
    """out = Second(sin(x), y) * x: Second.backward returns None, and then a gradient"""

    class Second(lib.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            return a + 2 * b

        @staticmethod
        def backward(ctx, grad):
            return None, 2 * grad

    return Second.apply(x.sin(), y) * x


@program(
    "order_nodes", "run", inputs=[(Floats((3,)), given(each)) for each in (True, False)]
)
def twice_by_one_and_once_by_another(lib, x, first):
    """out = h * h + sin(exp(h)), or the other way round, where h = tanh(x)"""
    h = x.tanh()
    return h * h + h.exp().sin() if first else h.exp().sin() + h * h


@program("order_nodes", "run", inputs=[(Floats((2,)), given(60))])
def doubled_again_and_again(lib, x, times):
    """out = x, to which it is added itself, sixty times: 2**60 ways lead to x"""
    out = x
    for _ in range(times):
        out = out + out
    return out * 2.0**-times


_SMALL = Between((2,), -0.4, -0.1)


@program("order_nodes", inputs=[(_SMALL, given(each)) for each in (True, False)])
def by_two_nodes_again_and_again(lib, x, first):
    """out = x, then h * h + h (or h + h * h), sixty times: 2**60 ways lead to x"""
    out = x
    for _ in range(60):
        out = out * out + out if first else out + out * out
    return out
