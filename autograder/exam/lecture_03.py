"""Writing Functions."""

from .bank import Question, dedent, listed, question

CARELESS = """
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * x
"""


@question
def a_backward_that_does_not_listen(rng):
    x, k = rng.randint(2, 6), rng.randint(3, 9)
    return Question(
        objective="3.1",
        points=3,
        text=f"""```python
{CARELESS.strip()}
```

`x` is a leaf with the value {x}, and `loss = {k} * Square.apply(x)`. What is in
`x.grad` after `loss.backward()`?""",
        answer=2 * x,
        reasons=f"""{k} arrives as `grad`, and nothing is multiplied by it. The chain
rule asks for `2 * x * grad`.""",
        wrong={
            2
            * x
            * k: "what was meant; this backward does not use the gradient that arrives",
            x * k: "the slope of a square is taken to be x",
        },
        program=CARELESS.lstrip()
        + dedent(f"""
            x = torch.tensor({x}.0, requires_grad=True)
            ({k} * Square.apply(x)).backward()
            answer = x.grad.item()
            """),
    )


@question
def what_backward_returns(rng):
    silent = rng.random() < 0.5
    offered = [
        "return grad * ctx.n",
        "return None, None",
        "return grad * ctx.n, None",
        "return None, grad * ctx.n",
    ]
    rng.shuffle(offered)
    lines = dict(zip("abcd", offered, strict=True))
    happens = {
        "return grad * ctx.n": "one gradient for two arguments is an error",
        "return None, None": "None means zero: no error, and nothing arrives",
        "return grad * ctx.n, None": "a gradient for x, None for a number: right",
        "return None, grad * ctx.n": "a gradient for what is no tensor is an error",
    }
    wanted = "return None, None" if silent else "return grad * ctx.n, None"
    task = "is wrong without an error" if silent else "is right"
    return Question(
        objective="3.2",
        points=3,
        text=f"""`forward(ctx, x, n)` keeps the whole number `n` in `ctx.n` and
returns `n * x`. Which of these ends of its `backward(ctx, grad)` {task}? What
happens with the others?

{listed(lines)}""",
        answer=next(label for label, line in lines.items() if line == wanted),
        reasons=f"""There is one gradient for each argument of forward but ctx, and None
for what is no tensor. Here: {happens[wanted]}.""",
        wrong={label: happens[line] for label, line in lines.items() if line != wanted},
        program=dedent(f"""
            def outcome(line):
                class Times(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, n):
                        ctx.n = n
                        return n * x

                    @staticmethod
                    def backward(ctx, grad):
                        return eval(line.removeprefix("return "))

                x = torch.tensor(2.0, requires_grad=True)
                try:
                    Times.apply(x, 3).backward()
                except RuntimeError:
                    return "an error"
                right = x.grad is not None and x.grad.item() == 3
                return "is right" if right else "is wrong without an error"

            lines = {lines!r}
            (answer,) = [label for label in lines if outcome(lines[label]) == {task!r}]
            """),
    )


@question
def a_number_kept_on_the_class(rng):
    p, q = rng.sample(range(2, 9), 2)
    code = """
class Times(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, n):
        Times.n = n
        return n * x

    @staticmethod
    def backward(ctx, grad):
        return grad * Times.n, None
"""
    return Question(
        objective="3.3",
        points=3,
        text=f"""```python
{code.strip()}
```

`y = Times.apply(x, {p}) + Times.apply(x, {q})`. What is in `x.grad` after
`y.backward()`? What should stand in the place of `Times.n`?""",
        answer=2 * q,
        reasons=f"""The calls share one `Times.n`, and both backwards find the last,
{q}. `ctx.n` belongs to one call.""",
        wrong={
            p + q: "what was meant; but two calls share one n, and the last one stays",
            2 * p: "the first call is taken to win",
        },
        program=code.lstrip()
        + dedent(f"""
            x = torch.tensor(1.0, requires_grad=True)
            (Times.apply(x, {p}) + Times.apply(x, {q})).backward()
            answer = x.grad.item()
            """),
    )


@question
def the_law_of_the_falls(rng):
    rows, columns, rate = rng.choice(
        [(3, 8, 1), (6, 8, 2), (4, 5, 1), (4, 6, 2), (2, 5, 1), (3, 8, 3)]
    )
    head, entries = rng.randint(1, columns - 1), rows * columns
    factor = 1 - 2 * rate / entries
    of_the_rest = 1 - 2 * rate / (rows * (columns - head))
    return Question(
        objective="3.4",
        points=4,
        text=f"""A function sets the first {head} columns of a {rows} by {columns}
table `x` to 0 and leaves the others. `x` is trained by plain SGD with a rate of
{rate}; the loss is the mean, over all {entries} entries, of the squared differences
between the result and a table of fixed numbers. From step to step the loss falls by a
fixed share of the fall before. Which share? Derive it.""",
        answer=factor**2,
        reasons=f"""The slope at an entry that is left is 2/{entries} times its error,
so a step of {rate} multiplies the error by 1 - {2 * rate}/{entries}. The loss has its
square. The columns at 0 add the same to each loss, and nothing to a fall.""",
        wrong={
            factor: "the errors shrink so; the loss adds their squares",
            (1 - rate / entries) ** 2: "the 2 from the square is forgotten",
            of_the_rest**2: "the mean is over all entries, not those that are left",
        },
        program=dedent(f"""
            torch.manual_seed(0)
            y, x = torch.randn(2, {rows}, {columns}, dtype=torch.float64)
            x.requires_grad_()
            keep = (torch.arange({columns}) >= {head}).to(torch.float64)
            losses = []
            for _ in range(3):
                loss = torch.nn.functional.mse_loss(x * keep, y)
                (slope,) = torch.autograd.grad(loss, x)
                losses.append(loss.item())
                x = (x - {rate} * slope).detach().requires_grad_()
            answer = (losses[1] - losses[2]) / (losses[0] - losses[1])
            """),
    )
