"""Capstone."""

from .bank import Question, dedent, question


@question
def sizes_of_convolution_and_pooling(rng):
    size, kernel = rng.choice((8, 12, 16, 20)), rng.choice((3, 5))
    padding, channels = rng.choice((0, 1)), rng.randint(2, 9)
    after = size + 2 * padding - kernel + 1
    weights = channels * (kernel * kernel + 1)
    return Question(
        objective="10.1",
        points=3,
        text=f"""Images of {size} by {size} pixels with one channel go through
`Conv2d(1, {channels}, {kernel}, padding={padding})` and then `MaxPool2d(2)`. How high
are the results of the two, and how many parameters are there? The gradient that arrives
at the end is 1 everywhere: what does an entry between the two get that is not the
largest of its block? Answer: (height, height, parameters, gradient).""",
        answer=(after, after // 2, weights, 0),
        reasons=f"""{size} + 2 times {padding} - {kernel} + 1 = {after}, and half of
that, rounded down. Each of {channels} channels has {kernel * kernel} weights and a
bias. Only the largest entry of a block has an effect, so it alone gets a gradient.""",
        wrong={
            (size - kernel, (size - kernel) // 2, weights, 0): "a window of k fits in "
            "n - k + 1 places; padding counts on both sides",
            (after, after // 2, channels * kernel**2, 0): "each channel has a bias",
            (after, after // 2, weights, 0.25): "maximum and mean are mixed up",
        },
        program=dedent(f"""
            torch.manual_seed(0)
            layer = torch.nn.Conv2d(1, {channels}, {kernel}, padding={padding})
            out = layer(torch.randn(1, 1, {size}, {size}))
            pooled = torch.nn.MaxPool2d(2)(out)
            (slope,) = torch.autograd.grad(pooled.sum(), out)
            block, got = out[0, 0, :2, :2].flatten(), slope[0, 0, :2, :2].flatten()
            count = sum(each.numel() for each in layer.parameters())
            least = got[block.argmin()].item()
            answer = (out.shape[2], pooled.shape[2], count, least)
            """),
    )


@question
def dropout_that_was_left_on(rng):
    share, entry = rng.choice((0.2, 0.25, 0.75, 0.8)), rng.randint(1, 6)
    return Question(
        objective="10.2",
        points=4,
        text=f"""`Dropout({share})` gets a long vector whose entries are all {entry}.
Which two numbers come out while training, and which one after `eval()`? Answer:
(smaller, larger, after eval). Why must an accuracy be measured after `eval()`?""",
        answer=(0, entry / (1 - share), entry),
        reasons=f"""What is kept is divided by {1 - share:g}, so that the mean stays.
With dropout on, each question is answered by another network, in which a share of
{share} is missing: the accuracy is lower, and differs from run to run.""",
        wrong={
            (
                0,
                entry,
                entry * (1 - share),
            ): "what is left is scaled up in training, and nothing is scaled in eval",
            (0, entry, entry): "then the mean would be smaller in training",
            (0, entry / share, entry): "the share is what is dropped, not what is kept",
        },
        program=dedent(f"""
            torch.manual_seed(0)
            layer = torch.nn.Dropout({share})
            x = torch.full((1000,), {entry}.0)
            trained = layer(x).unique().tolist()
            (evaluated,) = layer.eval()(x).unique().tolist()
            answer = (*trained, evaluated)
            """),
    )


@question
def a_row_that_is_read_twice(rng):
    rows = rng.randint(3, 5)
    one, other = rng.sample(range(rows), 2)
    upstream = rng.sample(range(1, 10), 3)
    index = [one, other, one]

    def table(*sums):
        return tuple(
            dict(zip((one, other), sums, strict=True)).get(r, 0) for r in range(rows)
        )

    return Question(
        objective="10.3",
        points=3,
        text=f"""`table` has the shape ({rows}, 1), and `y = table[{index}]`. The
gradient that arrives at `y` is {upstream}, as a column. What are the {rows} numbers in
`table.grad`?""",
        answer=table(upstream[0] + upstream[2], upstream[1]),
        reasons=f"""Row {one} is read twice, and gets the sum of both gradients. A row
that is not read gets 0.""",
        wrong={
            table(upstream[2], upstream[1]): "a repeated row overwrites what was there",
            table((upstream[0] + upstream[2]) / 2, upstream[1]): "mean instead of sum",
        },
        program=dedent(f"""
            table = torch.zeros({rows}, 1, requires_grad=True)
            arriving = torch.tensor({upstream}, dtype=torch.float32).reshape(3, 1)
            table[{index}].backward(arriving)
            answer = tuple(table.grad.flatten().tolist())
            """),
    )


@question
def softmax_behind_a_mask(rng):
    masked = rng.randrange(3)
    a, b = rng.sample(range(2, 20, 2), 2)
    upstream = [a, b]
    upstream.insert(masked, rng.randint(1, 9))

    def placed(first, second):
        found = [first, second]
        found.insert(masked, 0)
        return tuple(found)

    return Question(
        objective="10.4",
        points=4,
        text=f"""Three scores are all 0. Number {masked + 1} of them is masked with
-inf, and a softmax follows. The gradient {tuple(upstream)} arrives at its result p.
What do the three scores get? (The backward of softmax is p (g - sum of g p).)""",
        answer=placed((a - b) / 4, (b - a) / 4),
        reasons=f"""p is 0 behind the mask, and 1/2 at the others. The sum of g p is
{(a + b) // 2}, and each score gets p times what its g has more.""",
        wrong={
            placed(a / 2, b / 2): "p times g: the sum is forgotten",
            placed(a / 4, b / 4): "only the diagonal, p (1 - p) g, is used",
        },
        program=dedent(f"""
            z = torch.zeros(3, dtype=torch.float64, requires_grad=True)
            mask = torch.arange(3) == {masked}
            p = torch.softmax(z.masked_fill(mask, -float("inf")), 0)
            p.backward(torch.tensor({upstream}, dtype=torch.float64))
            answer = tuple(z.grad.tolist())
            """),
    )


@question
def a_record_that_is_replayed(rng):
    rounds, x = rng.randint(2, 4), rng.randint(2, 4)
    asked = rounds + rng.choice((-1, 1))

    def value(x, rounds):
        return sum(x**k for k in range(1, rounds + 2))

    def slope(x, rounds):
        return sum(k * x ** (k - 1) for k in range(1, rounds + 2))

    right, count = value(x, asked), 2 * rounds
    watched = (right, slope(x, asked), right, count)
    return Question(
        objective="10.5",
        points=4,
        text=f"""A program:

```python
def f(x, rounds):
    h = x
    for _ in range(rounds):
        h = h * x + x
    return h
```

A compiler has recorded the call `f(1.0, {rounds})`, and replays its record whatever it
is called with: it watches nothing. It is called as `f({x}.0, {asked})`. Answer: (what
it returns, the slope that it gives for x, what `f` itself returns, the number of
operations on the record). What would it have to watch?""",
        answer=(value(x, rounds), slope(x, rounds), right, count),
        reasons=f"""The record is {rounds} times a product and a sum, in x alone. It
would have to watch `rounds`, and each other Python value that decided what was run.""",
        wrong={
            watched: "the record has the operations that ran, not the loop, so it "
            "does not ask for `rounds` again",
            (rounds + 1, 0, right, count): "it has operations, not their results at 1",
            (value(x, rounds), slope(x, rounds), right, 2): "a loop is recorded round "
            "by round",
        },
        program=dedent(f"""
            import torch.fx

            def f(x, rounds):
                h = x
                for _ in range(rounds):
                    h = h * x + x
                return h

            record = torch.fx.symbolic_trace(lambda x: f(x, {rounds}))
            count = sum(node.op == "call_function" for node in record.graph.nodes)
            x = torch.tensor({x}.0, requires_grad=True)
            y = record(x)
            y.backward()
            answer = (y.item(), x.grad.item(), f({x}.0, {asked}), count)
            """),
    )
