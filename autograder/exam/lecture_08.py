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
        reasons=f"""Without create_graph `slope` is a constant: 2 w x² = {plain} is all.
With it, slope² = 4 w² x⁴ adds 8 w x⁴ = {penalty}.""",
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
    x, q = rng.choice((1, 3, 5)), rng.choice((1, 3, 5))
    y, p = rng.randint(1, 5), rng.randint(1, 5)
    return Question(
        objective="8.2",
        points=4,
        text=f"""`xy` is a tensor with two numbers, and f(x, y) = x² y. What is the
product of its Hessian at ({x}, {y}) with the vector ({p}, {q})? Which two calls of
`torch.autograd.grad` compute it?""",
        answer=(2 * y * p + 2 * x * q, 2 * x * p),
        reasons="""The Hessian has the rows (2 y, 2 x) and (2 x, 0). `g = grad(f, xy,
create_graph=True)[0]`, then `grad(g @ v, xy)`.""",
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
    least = rng.choice((4, 5, 6, 7))
    depth, length = 2 * least**2, least * rng.choice((1, 2))
    segments = depth // length
    return Question(
        objective="8.3",
        points=4,
        text=f"""A chain has {depth} layers, and each saves two tensors. It is cut into
segments of {length} layers, each of them a checkpoint that keeps its input. How many
tensors are kept at most, and how many times in all is a layer run forward? With which
length of the segments would the fewest be kept? Answer: three numbers.""",
        answer=(segments + 2 * length, 2 * depth, least),
        reasons=f"""{segments} inputs, and 2 times {length} tensors of the one segment
that is run again. {depth} / length + 2 length is least where both parts are equal:
length² = {depth} / 2.""",
        wrong={
            (2 * length, 2 * depth, 1): "the inputs of the checkpoints are kept, too",
            (
                segments,
                2 * depth,
                depth,
            ): "a segment that is run again keeps its tensors",
            (2 * depth, depth, least): "that is the chain without checkpoints",
            (segments + 2 * length, depth, least): "each segment is run twice",
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

            def pack(tensor):
                box = Box(tensor)
                alive.add(box)
                counts.append(len(alive))
                return box

            def segment(h):
                for _ in range(length):
                    layers.append(1)
                    h = torch.tanh(torch.tan(h))
                return h

            kept, runs = {{}}, {{}}
            for length in range(1, {depth} + 1):
                if {depth} % length:
                    continue
                alive, counts, layers = weakref.WeakSet(), [], []
                h = torch.linspace(-1, 1, 5).requires_grad_()
                hooks = torch.autograd.graph.saved_tensors_hooks
                with hooks(pack, lambda box: box.tensor):
                    for _ in range({depth} // length):
                        h = Checkpoint.apply(h)
                    h.sum().backward()
                kept[length], runs[length] = max(counts), len(layers)
            answer = (kept[{length}], runs[{length}], min(kept, key=kept.get))
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
{more} to it. What is in `x.grad` after `y.backward()`?""",
        answer=2 * x * factor + more,
        reasons=f"""Both uses of x are summed to {2 * x} before a hook is called. Then
the first one gives {2 * x * factor}, and the second adds {more}.""",
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
