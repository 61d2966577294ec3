"""Higher order and memory."""

from .bank import Question, dedent, question


@question
def a_penalty_without_a_graph(rng):
    w, x = rng.randint(1, 4), rng.randint(2, 4)
    plain, penalty = 2 * w * x * x, 8 * w * x**4
    return Question(
        objective="8.1",
        points=4,
        text=f"""```python
w = torch.tensor({w}.0, requires_grad=True)
loss = (w * {x}) ** 2
(slope,) = torch.autograd.grad(loss, w, retain_graph=True)
(loss + slope ** 2).backward()
```

What is in `w.grad`, and what would be there with `create_graph=True` in the third
line? Answer: two numbers.""",
        answer=(plain, plain + penalty),
        wrong={
            (plain + penalty, plain + penalty): "retain_graph keeps the graph, it does "
            "not record the gradient's own",
            (plain, plain): "with create_graph the penalty has a gradient",
            (plain, penalty): "the loss itself still counts",
        },
        program=dedent(f"""
            def slope_of(**options):
                w = torch.tensor({w}.0, dtype=torch.float64, requires_grad=True)
                loss = (w * {x}) ** 2
                (slope,) = torch.autograd.grad(loss, w, retain_graph=True, **options)
                (loss + slope**2).backward()
                return w.grad.item()

            answer = (slope_of(), slope_of(create_graph=True))
            """),
    )


@question
def a_hessian_in_one_direction(rng):
    x, y, p, q = (rng.randint(1, 5) for _ in range(4))
    return Question(
        objective="8.2",
        points=4,
        text=f"""f(x, y) = x² y. What is the product of its Hessian at ({x}, {y})
with the vector ({p}, {q})? Which two calls of `torch.autograd.grad` compute it, and
what has to be said in the first?""",
        answer=(2 * y * p + 2 * x * q, 2 * x * p),
        wrong={
            (2 * y * p, 0): "only the diagonal is used",
            (2 * x * y * p, x * x * q): "that is gradient times vector, entry by entry",
        },
        program=dedent(f"""
            at = torch.tensor([{x}.0, {y}.0], dtype=torch.float64, requires_grad=True)
            v = torch.tensor([{p}.0, {q}.0], dtype=torch.float64)
            (g,) = torch.autograd.grad(at[0] ** 2 * at[1], at, create_graph=True)
            answer = tuple(torch.autograd.grad(g @ v, at)[0].tolist())
            """),
    )


@question
def kept_tensors_with_checkpoints(rng):
    depth, length = rng.choice([(36, 6), (64, 4), (64, 16), (100, 10), (48, 6)])
    segments = depth // length
    return Question(
        objective="8.3",
        points=4,
        text=f"""A chain has {depth} layers, and each saves two tensors. It is cut
into segments of {length} layers, each of them a checkpoint that keeps its input. How
many tensors are kept at the most, and how many layers are run forward in all?
Answer: two numbers. Which length would keep least?""",
        answer=(segments + 2 * length, 2 * depth),
        wrong={
            (2 * length, 2 * depth): "the checkpoints themselves are kept, too",
            (segments, 2 * depth): "a segment that is run again keeps its tensors",
            (2 * depth, depth): "that is the chain without checkpoints",
            (segments + 2 * length, depth): "each segment is run twice",
        },
        program=dedent(f"""
            import weakref

            class Checkpoint(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    ctx.save_for_backward(x)
                    return segment(x)

                @staticmethod
                def backward(ctx, grad):
                    x = ctx.saved_tensors[0].detach().requires_grad_()
                    with torch.enable_grad():
                        segment(x).backward(grad)
                    return x.grad

            class Box:
                def __init__(self, tensor):
                    self.tensor = tensor

            alive, counts, layers = weakref.WeakSet(), [], []

            def pack(tensor):
                box = Box(tensor)
                alive.add(box)
                counts.append(len(alive))
                return box

            def segment(h):
                for _ in range({length}):
                    layers.append(1)
                    h = torch.tanh(torch.tan(h))
                return h

            h = torch.linspace(-1, 1, 5).requires_grad_()
            hooks = torch.autograd.graph.saved_tensors_hooks
            with hooks(pack, lambda box: box.tensor):
                for _ in range({segments}):
                    h = Checkpoint.apply(h)
                h.sum().backward()
            answer = (max(counts), len(layers))
            """),
    )


@question
def two_hooks(rng):
    x, factor, more = rng.randint(2, 6), rng.randint(2, 4), rng.randint(1, 9)
    return Question(
        objective="8.4",
        points=3,
        text=f"""`x` is a leaf with the value {x}, and `y = x * x`. Two hooks are
registered at `x`: the first returns {factor} times the gradient, the second adds
{more}. What is in `x.grad` after `y.backward()`?""",
        answer=2 * x * factor + more,
        wrong={
            (2 * x + more) * factor: "hooks run in the order of their registration",
            2 * x * factor + 2 * more: "hooks are called once, with the sum of what "
            "arrives, not for each edge",
            2 * x: "what a hook returns takes the gradient's place",
        },
        program=dedent(f"""
            x = torch.tensor({x}.0, requires_grad=True)
            x.register_hook(lambda grad: {factor} * grad)
            x.register_hook(lambda grad: grad + {more})
            (x * x).backward()
            answer = x.grad.item()
            """),
    )
