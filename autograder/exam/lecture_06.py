"""Fitting a sine."""

from .bank import Question, dedent, question

INF = float("inf")


@question
def the_largest_stable_rate(rng):
    xs = sorted(rng.sample(range(1, 8), 3))
    squares = sum(x * x for x in xs)
    return Question(
        objective="6.1",
        points=4,
        text=f"""y = w x is fitted to three points with x =
{", ".join(map(str, xs))}; the loss is the *sum* of the squared differences. Up to
which learning rate is plain gradient descent stable?""",
        answer=1 / squares,
        reasons=f"""The second derivative of the loss is λ = 2 times {squares}. A step
multiplies the distance from the minimum by 1 - rate λ, which stays between -1 and 1 up
to the rate 2/λ.""",
        wrong={
            2 / squares: "the second derivative of a sum of squares has a factor 2",
            1 / (2 * squares): "the limit is 2/λ; with 1/λ one step is enough",
            3 / squares: "a sum is taken for a mean",
        },
        program=dedent(f"""
            x = torch.tensor({xs}, dtype=torch.float64)
            loss = lambda w: ((w * x - 1) ** 2).sum()
            start = torch.tensor(0.0, dtype=torch.float64)
            answer = 2 / torch.autograd.functional.hessian(loss, start).item()
            """),
    )


@question
def from_sum_to_mean(rng):
    points, mantissa = rng.choice((200, 500, 1000, 2000)), rng.randint(2, 8)
    times = rng.randint(2, 5)
    rate = mantissa * 1e-6
    return Question(
        objective="6.2",
        points=3,
        text=f"""A program fits {points} points with `MSELoss(reduction="sum")` and
SGD with the rate {rate:g}. (a) Which rate gives the same steps with `MSELoss()`? (b)
Back to the sum: with {times} times as many points from the same interval, by which
factor does the largest stable rate change? Answer: (rate, factor).""",
        answer=(rate * points, 1 / times),
        reasons=f"""(a) A mean over {points} points has that share of the gradient. (b)
The second derivative is a sum over the points: {times} times as large.""",
        wrong={
            (
                rate / points,
                1 / times,
            ): "a mean has the smaller gradient: the rate grows",
            (rate, 1 / times): "sum and mean differ in their gradients",
            (rate * points, 1): "a sum over more points has a larger second derivative",
        },
        program=dedent(f"""
            def curvature(points, reduction):
                x = torch.linspace(-3, 3, points, dtype=torch.float64)
                mse = torch.nn.MSELoss(reduction=reduction)
                loss = lambda w: mse(w * x, torch.sin(x))
                start = torch.tensor(0.0, dtype=torch.float64)
                return torch.autograd.functional.hessian(loss, start).item()

            n = {points}
            ratio = curvature(n, "sum") / curvature(n, "mean")
            # the same interval, and the same points several times
            x = torch.linspace(-3, 3, n, dtype=torch.float64)
            more = (2 * x.repeat({times}) ** 2).sum() / (2 * x**2).sum()
            answer = ({rate!r} * ratio, 1 / more.item())
            """),
    )


@question
def two_optimizers_by_hand(rng):
    rate, momentum = rng.choice((0.1, 0.2)), rng.choice((0.5, 0.8, 0.9))
    slope = rng.choice((2, 4, 50))
    one, two = -rate * slope, -rate * slope * (2 + momentum)
    return Question(
        objective="6.3",
        points=4,
        text=f"""`w` is 0, and its gradient is {slope} in every step. Where is `w`
after two steps of SGD with the rate {rate} and momentum {momentum}, and where after
*one* step of Adam with the same rate? Answer: (SGD, Adam).""",
        answer=(two, -rate),
        reasons=f"""SGD takes {rate} · {slope}, then {rate} · (1 + {momentum}) ·
{slope}. Adam's two moments, corrected, are g and g² after one step, and g / √g² is
1.""",
        wrong={
            (2 * one, -rate): "momentum is left out of the second step",
            (two, one): "Adam divides by the size of the gradient: its first step is "
            "the rate, whatever the gradient is",
            (one * (1 + momentum), -rate): "the second step adds to the first",
        },
        program=dedent(f"""
            def walk(optimizer, steps, **options):
                w = torch.zeros(1, requires_grad=True)
                optimizer = optimizer([w], lr={rate}, **options)
                for _ in range(steps):
                    optimizer.zero_grad()
                    ({slope} * w).backward()
                    optimizer.step()
                return w.item()

            sgd = walk(torch.optim.SGD, 2, momentum={momentum})
            answer = (sgd, walk(torch.optim.Adam, 1))
            """),
    )


@question
def a_loss_that_overflows(rng):
    z = rng.randint(12, 40) * 10
    return Question(
        objective="6.4",
        points=3,
        text=f"""`z = torch.tensor([[-{z}.0, 0.0]])` in float32; the right class is
the first. What do `-torch.log(torch.softmax(z, 1))[0, 0]` and
`torch.nn.functional.cross_entropy(z, torch.tensor([0]))` give? Answer: two numbers.""",
        answer=(INF, z),
        reasons=f"""exp(-{z}) is too small for float32, so the softmax is 0, and its
logarithm -inf. cross_entropy takes the logarithm before that number is made: {z} +
log(1 + exp(-{z})).""",
        wrong={
            (z, z): "the softmax is too small for a float32, so it is 0",
            (
                INF,
                INF,
            ): "log-softmax subtracts the largest entry first: nothing is lost",
            (0, z): "the logarithm of 0 is taken to be 0",
        },
        program=dedent(f"""
            z = torch.tensor([[-{z}.0, 0.0]])
            naive = -torch.log(torch.softmax(z, 1))[0, 0]
            safe = torch.nn.functional.cross_entropy(z, torch.tensor([0]))
            answer = (naive.item(), safe.item())
            """),
    )
