"""Autograd basics."""

from .bank import Question, dedent, listed, question


@question
def routes_of_a_shared_weight(rng):
    w, x, v = rng.randint(2, 4), rng.randint(2, 5), rng.randint(1, 6)
    a = w * x
    b = w * a + v
    return Question(
        objective="1.1",
        points=4,
        text=f"""`a = w * x`, `b = w * a + v` and `loss = a * b`. At w = {w}, x = {x}
and v = {v}, what is the derivative of `loss` with respect to `w`? Write every route
from `loss` back to `w`, and what it contributes.""",
        answer=b * x + a * w * x + a * a,
        reasons=f"""loss to a to w: b x = {b * x}. loss to b to w: a a = {a * a}. loss
to b to a to w: a w x = {a * w * x}.""",
        wrong={
            b * x
            + a * a: "one of three routes is left out: w stands in a and in b, and "
            "a in b as well",
            a * a: "only the last use of w counts",
        },
        program=dedent(f"""
            w = torch.tensor({w}.0, requires_grad=True)
            a = w * {x}
            b = w * a + {v}
            (a * b).backward()
            answer = w.grad.item()
            """),
    )


@question
def backward_of_a_row_mean(rng):
    columns = rng.choice((2, 4, 5))
    p, q = (columns * k for k in rng.sample(range(1, 9), 2))
    row = (1,) * columns

    def rows(share):
        return tuple(tuple(share * each for _ in row) for each in (p, q))

    return Question(
        objective="1.2",
        points=3,
        text=f"""`x` has the shape (2, {columns}), and `y = x.mean(1)`. The gradient
({p}, {q}) arrives at `y`. What does `x` get?""",
        answer=rows(1 / columns),
        reasons=f"""An entry is divided by {columns} in the mean of its row, so it gets
that share of the row's gradient.""",
        wrong={
            rows(1): "the slope 1/n of a mean is forgotten",
            rows(1 / (2 * columns)): "divided by all entries instead of those of a row",
        },
        program=dedent(f"""
            x = torch.zeros(2, {columns}, requires_grad=True)
            x.mean(1).backward(torch.tensor([{p}.0, {q}.0]))
            answer = tuple(map(tuple, x.grad.tolist()))
            """),
    )


@question
def two_batches_of_means(rng):
    a, b = rng.sample(range(2, 10), 2)
    d, e = rng.randint(1, 2), rng.randint(1, 2)
    first, second = [a - d, a + d], [b - e, b + e]
    return Question(
        objective="1.3",
        points=3,
        text=f"""`w` is a leaf with one number. For the batch {first}, and then for the
batch {second}, `(w * torch.tensor(batch)).mean().backward()` is called. Nothing is set
to zero in between. What is `w.grad`?""",
        answer=a + b,
        reasons=f"""Each call adds the mean of its own batch to `.grad`: {a}, then
{b}.""",
        wrong={
            (a + b) / 2: "means of batches are taken to add up to the mean of all",
            2 * (a + b): "a mean is taken for a sum",
            b: "backward is taken to overwrite .grad",
        },
        program=dedent(f"""
            w = torch.tensor(1.0, requires_grad=True)
            for batch in ({first}, {second}):
                (w * torch.tensor(batch)).mean().backward()
            answer = w.grad.item()
            """),
    )


@question
def the_line_that_is_an_error(rng):
    k = rng.randint(2, 9)
    errors = {
        f"torch.tensor([{k}, {k + 1}], requires_grad=True)": "integers have no slope",
        f"(x * {k}).requires_grad_(False)": "what was computed cannot be cut off so",
        f"(x * {k}).backward()": "backward starts from one number",
        f"(x.detach() * {k}).sum().backward()": "there is no graph to walk through",
    }
    fine = {
        f"(x * {k}).requires_grad_()": "a result may be asked for what it has anyway",
        f"(x.detach() * {k}).requires_grad_()": "detached, it is a new leaf",
        "x.detach().requires_grad_()": "a new leaf, apart from x",
        f"(x * {k}).sum().backward()": "this is how backward is called",
        f"torch.tensor([{k}.0, {k + 1}.0], requires_grad=True)": "a leaf of floats",
    }
    error = rng.choice(list(errors))
    offered = [error, *rng.sample(list(fine), 3)]
    rng.shuffle(offered)
    lines = dict(zip("abcd", offered, strict=True))
    answer = next(label for label, line in lines.items() if line == error)
    return Question(
        objective="1.4",
        points=3,
        text=f"""`x = torch.tensor([1.0, 2.0], requires_grad=True)`. Which of these
lines is an error, and why?

{listed(lines)}""",
        answer=answer,
        reasons=f"It is `{error}`: {errors[error]}.",
        wrong={
            label: f"harmless: {fine[line]}"
            for label, line in lines.items()
            if line != error
        },
        program=dedent(f"""
            failed = []
            for label, line in {lines!r}.items():
                x = torch.tensor([1.0, 2.0], requires_grad=True)
                try:
                    eval(line)
                except RuntimeError:
                    failed.append(label)
            (answer,) = failed
            """),
    )
