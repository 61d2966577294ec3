"""Problem set 6: checkpoints, and hooks on gradients.

What a pass calls and in which order shows in gradients: the steps are drawn with the
inputs.
"""

from types import ModuleType

from ..inputs import Floats, OneOf, Whole, of_shapes
from .program import program
from .rows import Recorder, rows, steps


def checkpoint(lib: ModuleType, function, *inputs, **options):
    return lib.utils.checkpoint.checkpoint(
        function, *inputs, use_reentrant=True, **options
    )


# -- CheckpointFunction -----------------------------------------------------------


def walked_back(lib: ModuleType, *outs, **leaves) -> dict:
    """The outputs, and the gradients after a backward pass that starts from 1, 2, 3 …
    (A checkpoint knows `backward()` only.)"""
    total = 0
    for out in outs:
        sent = lib.arange(1, out.numel() + 1, dtype=out.dtype).reshape(out.shape)
        total = total + (out * sent).sum()
    total.backward()
    found = {f"out {i}": out.detach() for i, out in enumerate(outs)}
    return found | {f"gradient of {name}": leaf.grad for name, leaf in leaves.items()}


@program(
    "CheckpointFunction",
    inputs=[*of_shapes([(3,)], [(2, 3)], [()]), (Floats((4,), "float32"),)],
)
def a_segment(lib, x):
    """out = checkpoint(f, x), f = sin(x) * x"""
    return walked_back(lib, checkpoint(lib, lambda x: x.sin() * x, x), x=x)


@program("CheckpointFunction", inputs=of_shapes([(3,)]))
def a_segment_with_a_tuple_of_one(lib, x):
    """(out,) = checkpoint(f, x), f = (sin(x) * x,)"""
    return walked_back(lib, *checkpoint(lib, lambda x: (x.sin() * x,), x), x=x)


@program("CheckpointFunction", inputs=of_shapes([(2, 3), (3, 2), (2,)]))
def a_segment_of_three_inputs(lib, x, w, b):
    """out = checkpoint(f, x, w, b), f = tanh(x @ w + b)"""
    out = checkpoint(lib, lambda x, w, b: (x @ w + b).tanh(), x, w, b)
    return walked_back(lib, out, x=x, w=w, b=b)


@program("CheckpointFunction", inputs=of_shapes([(3,), (3,)]))
def a_segment_of_a_result(lib, x, w):
    """out = checkpoint(f, h) * x, where h = x * w and f = exp(h)"""
    return walked_back(lib, checkpoint(lib, lambda h: h.exp(), x * w) * x, x=x, w=w)


@program("CheckpointFunction", inputs=of_shapes([(3,), (3,)]))
def a_constant_input(lib, x, c):
    """out = checkpoint(f, x, c), f = sin(x) * c (times 3, if c requires grad: no)"""

    def f(x, c):
        return x.sin() * c * (3 if c.requires_grad else 1)

    return walked_back(lib, checkpoint(lib, f, x, c.detach()), x=x)


@program("CheckpointFunction", inputs=of_shapes([(3,), (3,)]))
def a_constant_first_input(lib, x, c):
    """out = checkpoint(f, c, x), f = c * exp(x), where c requires no grad"""
    out = checkpoint(lib, lambda c, x: c * x.exp(), c.detach(), x)
    return walked_back(lib, out, x=x)


@program("CheckpointFunction", inputs=[(Floats((5,)), Whole((3,), 0, 4))])
def an_input_of_whole_numbers(lib, x, places):
    """out = checkpoint(f, x, places), f = sin(x)[places]"""
    out = checkpoint(lib, lambda x, places: x.sin()[places], x, places)
    return walked_back(lib, out, x=x)


@program("CheckpointFunction", inputs=of_shapes([(3,), (3,)]))
def a_segment_with_two_outputs(lib, x, w):
    """a, b = checkpoint(f, x, w), f = (s, s² + w), s = sin(x) * w; out = a * x, b"""

    def f(x, w):
        s = x.sin() * w
        return s, s**2 + w

    a, b = checkpoint(lib, f, x, w)
    return walked_back(lib, a * x, b, x=x, w=w)


@program("CheckpointFunction", inputs=of_shapes([(2, 3), (3, 3), (3,)]))
def weights_that_are_no_inputs(lib, x, w, u):
    """out = checkpoint(f, x), f = tanh(x @ w) * u, where w and u are no inputs"""
    out = checkpoint(lib, lambda x: (x @ w).tanh() * u, x)
    return walked_back(lib, out, x=x, w=w, u=u)


@program("CheckpointFunction", inputs=of_shapes([(2, 3), (3, 3)]))
def segments_in_a_chain(lib, x, w):
    """three times h = checkpoint(f, h), f = tanh(h @ w), with one w, from h = x on"""
    h = x
    for _ in range(3):
        h = checkpoint(lib, lambda h: (h @ w).tanh(), h)
    return walked_back(lib, h, x=x, w=w)


@program("CheckpointFunction", inputs=of_shapes([(3,), (3,)]))
def a_segment_in_a_segment(lib, x, w):
    """out = checkpoint(f, x), f = checkpoint(g, x) * x, g = sin(x) * w"""

    def outer(x):
        return checkpoint(lib, lambda x: x.sin() * w, x) * x

    return walked_back(lib, checkpoint(lib, outer, x), x=x, w=w)


@program("CheckpointFunction", inputs=of_shapes([(3,), (3,)]))
def an_input_that_is_not_used(lib, x, y):
    """out = checkpoint(f, x, y) * y, f = exp(x)"""
    out = checkpoint(lib, lambda x, y: x.exp(), x, y) * y
    return walked_back(lib, out, x=x, y=y)


@program("CheckpointFunction", inputs=of_shapes([(3,), (3,)]))
def walked_back_twice(lib, x, w):
    """out = checkpoint(f, x), f = sin(x) * w; two passes back"""
    out = checkpoint(lib, lambda x: x.sin() * w, x)
    out.sum().backward(retain_graph=True)
    return walked_back(lib, out, x=x, w=w)


@program("CheckpointFunction", inputs=[(Floats((3,)), Floats((3,)), Floats((8,)))] * 2)
def when_it_is_recorded(lib, x, y, entries):
    """the runs of f in checkpoint(f, x, y), of which those that are recorded count"""
    recorded = Recorder(lib, entries)

    def function(x, y):
        recorded()
        return (x * y).exp() * len(recorded.squares)

    recorded()
    out = checkpoint(lib, function, x, y)
    recorded()
    runs = len(recorded.squares) - 2
    found = walked_back(lib, out, x=x, y=y)
    recorded()
    return (
        found
        | recorded.gradient()
        | {
            "runs before backward()": runs,
            "runs in backward()": len(recorded.squares) - 3 - runs,
        }
    )


SEED = OneOf(tuple(range(1000)))


@program("CheckpointFunction", inputs=of_shapes([(3,), (3,)]))
def how_often_it_runs(lib, x, w):
    """a, b = checkpoint(f, x), f counts its runs; the gradient of a + b, times these"""
    runs = []

    def f(x):
        runs.append(x)
        return x.sin(), x * w.detach()

    a, b = checkpoint(lib, f, x)
    (a + b).sum().backward()
    return {"runs": len(runs), "gradient of x, times runs": x.grad * len(runs)}


@program("CheckpointFunction", inputs=[(Floats((5,)), SEED)] * 2)
def random_numbers(lib, x, seed):
    """out = checkpoint(f, x), f = x * random numbers; others are drawn in between"""
    return drawn(lib, x, seed)


@program("CheckpointFunction", inputs=[(Floats((5,)), SEED)])
def random_numbers_in_two_segments(lib, x, seed):
    """out = checkpoint(f, checkpoint(f, x)), f = x * random numbers"""
    lib.manual_seed(seed)
    out = x
    for _ in range(2):
        out = checkpoint(lib, lambda x: x * lib.rand(5, dtype=lib.float64), out)
    out.sum().backward()
    return {"out": out.detach(), "gradient of x": x.grad}


@program("CheckpointFunction", inputs=[(Floats((5,)), SEED)])
def random_numbers_walked_back_twice(lib, x, seed):
    """out = checkpoint(f, x) and the same with preserve_rng_state=False, added up;
    two passes back"""
    lib.manual_seed(seed)
    out = 0
    for preserve in (True, False):
        out = out + checkpoint(
            lib,
            lambda x: x * lib.rand(5, dtype=lib.float64),
            x,
            preserve_rng_state=preserve,
        )
    out.sum().backward(retain_graph=True)
    once = x.grad.clone()
    out.sum().backward()
    return {"out": out.detach(), "first gradient": once, "gradient of x": x.grad}


@program("CheckpointFunction", inputs=[(Floats((5,)), SEED)])
def random_numbers_not_preserved(lib, x, seed):
    """the same with preserve_rng_state=False: the second run draws new numbers"""
    return drawn(lib, x, seed, preserve_rng_state=False)


def drawn(lib, x, seed: int, **options) -> dict:
    def draw():
        return lib.rand(5, dtype=lib.float64)

    lib.manual_seed(seed)
    out = checkpoint(lib, lambda x: x * draw(), x, **options)
    between = draw()
    out.sum().backward()
    return {
        "out": out.detach(),
        "numbers drawn before backward()": between,
        "gradient of x": x.grad,
        "numbers drawn afterwards": draw(),
    }


@program(
    "CheckpointFunction",
    inputs=[(Floats((3,)), Floats((3,)), steps("changed", "left", count=8))] * 2,
)
def changed_before_it_runs_again(lib, x, w, steps):
    """h = x * w; out = checkpoint(exp, h); h may be changed before backward()"""

    def tried(step):
        h = x * w
        out = checkpoint(lib, lambda h: h.exp(), h)
        if step == "changed":
            h.detach().mul_(2)
        x.grad = None
        out.sum().backward()
        return x.grad

    calls = [lambda step=step: tried(step) for step in steps]
    return {"gradients of x, or errors": rows(lib, x, calls)}


# -- TensorHooks ------------------------------------------------------------------


@program("TensorHooks", inputs=of_shapes([(3,)]))
def a_hook(lib, x):
    """h = sin(x), with a hook that doubles; h.sum().backward()"""
    h = x.sin()
    h.register_hook(lambda grad: 2 * grad)
    h.sum().backward()
    return {"gradient of x": x.grad}


@program("TensorHooks", inputs=of_shapes([(3,)]))
def a_hook_that_looks(lib, x):
    """h = sin(x), with a hook that returns None"""
    h, seen = x.sin(), []
    h.register_hook(lambda grad: seen.append(grad.clone()))
    (h * h).sum().backward()
    return {"what the hook saw": seen[0], "calls": len(seen), "gradient of x": x.grad}


@program("TensorHooks", inputs=of_shapes([(3,), (3,)]))
def two_hooks(lib, x, w):
    """h = sin(x), with two hooks: grad * w, then grad + 1"""
    h = x.sin()
    h.register_hook(lambda grad: grad * w.detach())
    h.register_hook(lambda grad: grad + 1)
    h.sum().backward()
    return {"gradient of x": x.grad}


@program("TensorHooks", inputs=of_shapes([(3,), (3,)]))
def three_contributions(lib, x, w):
    """a leaf x in three products, with a hook that multiplies by its calls, plus 10"""
    calls = []

    def count(grad):
        calls.append(grad)
        return grad * (10 + len(calls))

    x.register_hook(count)
    (x * w + x * x + x.sin()).sum().backward()
    return {"gradient of x": x.grad, "gradient of w": w.grad, "calls": len(calls)}


@program("TensorHooks", inputs=of_shapes([(3,)]))
def one_hook_twice(lib, x):
    """one function is registered twice on a leaf"""

    def hook(grad):
        return grad * 3 + 1

    x.register_hook(hook)
    x.register_hook(hook)
    return {"gradient of x": passes(lib, x, 1)}


@program("TensorHooks", inputs=of_shapes([(3,)]))
def a_handle_used_twice(lib, x):
    """two hooks on a leaf; the first is removed, twice"""
    first = x.register_hook(lambda grad: 10 * grad)
    x.register_hook(lambda grad: grad + 1)
    first.remove()
    first.remove()
    x.sin().sum().backward()
    return {"gradient of x": x.grad}


@program("TensorHooks", inputs=of_shapes([(3,)]))
def a_hook_that_removes_itself(lib, x):
    """three hooks on a leaf, the second of which removes itself; two passes"""

    def once(grad):
        handle.remove()
        return grad * 10

    x.register_hook(lambda grad: grad + 1)
    handle = x.register_hook(once)
    x.register_hook(lambda grad: grad * 2)
    return {"gradients of x": passes(lib, x, 2)}


@program("TensorHooks", inputs=of_shapes([(3,)]))
def a_hook_that_removes_the_next(lib, x):
    """two hooks on a leaf, the first of which removes the second; two passes"""

    def hook(grad):
        handle.remove()
        return grad + 1

    x.register_hook(hook)
    handle = x.register_hook(lambda grad: grad * 10)
    return {"gradients of x": passes(lib, x, 2)}


@program("TensorHooks", inputs=of_shapes([(3,)]))
def a_hook_that_registers_another(lib, x):
    """a hook on a leaf that registers another for the same leaf; two passes"""

    def hook(grad):
        x.register_hook(lambda grad: grad * 10)
        return grad + 1

    x.register_hook(hook)
    return {"gradients of x": passes(lib, x, 2)}


def passes(lib, x, count: int):
    """The gradients of so many backward passes, one below the other."""
    found = []
    for _ in range(count):
        x.grad = None
        (x * x).sum().backward()
        found.append(x.grad.clone())
    return lib.stack(found)


@program("TensorHooks", inputs=of_shapes([(3,)]))
def hooks_before_it_is_kept(lib, x):
    """h = sin(x) with retain_grad() and two hooks: what is kept in h.grad?"""
    h = x.sin()
    h.retain_grad()
    h.register_hook(lambda grad: grad * 3)
    h.register_hook(lambda grad: None)
    (h * h).sum().backward()
    return {"h.grad": h.grad, "gradient of x": x.grad}


@program("TensorHooks", inputs=of_shapes([(2, 3)]))
def a_hook_without_a_gradient(lib, x):
    """p, q = x * 2, with a hook on each; only p goes on"""
    p, q = (x * 2).unbind()
    seen = []
    q.register_hook(lambda grad: seen.append(grad is None))
    p.register_hook(lambda grad: grad * 5)
    (p * p).sum().backward()
    calls = len(seen)
    return {"gradient of x, times calls of the hook of q": x.grad * calls} | {
        "the hook of q saw None": str(seen)
    }


@program("TensorHooks", inputs=of_shapes([(3,), (3,)]))
def a_hook_in_a_recorded_pass(lib, x, w):
    """the gradient of h³ by way of a hook that multiplies by w, differentiated"""
    h = x * 1
    h.register_hook(lambda grad: grad * w)
    (first,) = lib.autograd.grad((h**3).sum(), x, create_graph=True)
    first.sum().backward()
    return {"first": first.detach(), "gradient of x": x.grad, "gradient of w": w.grad}


KINDS = (
    *("double", "double", "add 1", "square", "look"),
    *("remove the first", "remove the last", "remove one again", "backward"),
)


@program("TensorHooks", inputs=[(Floats((3,)), steps(*KINDS, count=16))] * 4)
def hooks_come_and_go(lib, x, steps):
    """hooks on a leaf are registered and removed in these steps; a pass at the end"""
    makes = {
        "double": lambda grad: 2 * grad,
        "add 1": lambda grad: grad + 1,
        "square": lambda grad: grad * grad / 4,
        "look": lambda grad: None,
    }
    there, gone, found = [], [], []
    for step in (*steps, "backward"):
        if step in makes:
            there.append(x.register_hook(makes[step]))
        elif step == "backward":
            found.append(passes(lib, x, 1)[0])
        elif step == "remove one again":
            for handle in gone[:1]:
                handle.remove()
        elif there:
            gone.insert(0, there.pop(0 if step == "remove the first" else -1))
            gone[0].remove()
    return {"gradients of x": lib.stack(found)}
