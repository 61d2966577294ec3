"""gradcheck."""

from .bank import Question, dedent, listed, question


@question
def a_central_difference(rng):
    x, eps, factor = rng.randint(1, 5), rng.choice((0.5, 0.1, 0.2)), rng.randint(2, 4)
    right = factor * (3 * x * x + eps * eps)
    return Question(
        objective="4.1",
        points=3,
        text=f"""f(x) = {factor} x³. What is the central difference

    (f(x + eps) - f(x - eps)) / (2 * eps)

at x = {x} with eps = {eps}? Which part of it is the truncation error?""",
        answer=right,
        reasons=f"""It is {factor} (3 x² + eps²). The truncation error is what stands
there beside the derivative: {factor} eps² = {factor * eps * eps:g}.""",
        wrong={
            factor * 3 * x * x: "that is the derivative itself",
            factor * (3 * x * x + 3 * x * eps + eps * eps): "a one-sided difference",
            2 * right: "divided by eps instead of 2 eps",
        },
        program=dedent(f"""
            x, eps = torch.tensor({x}.0, dtype=torch.float64), {eps}
            f = lambda x: {factor} * x ** 3
            answer = ((f(x + eps) - f(x - eps)) / (2 * eps)).item()
            """),
    )


FIVE = (
    "(f(x - 2 * eps) - 8 * f(x - eps) + 8 * f(x + eps) - f(x + 2 * eps)) / (12 * eps)"
)
FORMULAS = {
    "(f(x + eps) - f(x)) / eps": (1e-8, 2, "eps"),
    "(f(x + eps) - f(x - eps)) / (2 * eps)": (1e-5, 3, "eps²"),
    FIVE: (1e-3, 5, "the fourth power of eps"),
}


@question
def the_best_eps(rng):
    formula, (best, root, order) = rng.choice(list(FORMULAS.items()))
    function = rng.choice(["exp", "sin", "tanh"])
    offered = (1e-1, 1e-3, 1e-5, 1e-8, 1e-12)
    return Question(
        objective="4.2",
        points=4,
        text=f"""The derivative of {function} near 1 is estimated in float64 by

    {formula}

Its truncation error goes with {order}. Which eps is best? Say what happens to
truncation and to rounding when eps shrinks.""",
        answer=best,
        reasons=f"""Truncation shrinks with {order}, rounding grows like 1e-16 / eps.
The sum is least where they are about equal: eps to the power {root} is about 1e-16.""",
        choices={f"{eps:.0e}": eps for eps in offered},
        wrong={
            eps: "too large: truncation outweighs rounding"
            if eps > best
            else "too small: rounding, about 1e-16 / eps, outweighs truncation"
            for eps in offered
            if eps != best
        },
        program=dedent(f"""
            x = torch.linspace(0.8, 1.2, 101, dtype=torch.float64, requires_grad=True)
            f = torch.{function}
            (right,) = torch.autograd.grad(f(x).sum(), x)
            x = x.detach()
            error = {{}}
            for eps in {offered}:
                found = {formula}
                error[eps] = (found - right).abs().mean().item()
            answer = min(error, key=error.get)
            """),
    )


@question
def a_table_of_gradcheck(rng):
    numbers = rng.sample(range(2, 7), 3)
    columns = {
        "return grad * x": lambda i, j: numbers[i] * (i == j),
        "return 2 * x": lambda i, j: 2 * numbers[i],
        "return 2 * x * x * grad": lambda i, j: 2 * numbers[i] ** 2 * (i == j),
        "return 2 * grad": lambda i, j: 2 * (i == j),
    }
    shows = {
        "return grad * x": "half of each numerical entry: the factor 2 is missing",
        "return 2 * x": "no 0: the gradient that arrives is not used",
        "return 2 * x * x * grad": "each entry times its x: one x too many",
        "return 2 * grad": "2 at each place of the diagonal: the slope has no x",
    }
    shown = rng.choice(list(columns))

    def table(entry):
        return "\n".join(
            "    " + "  ".join(f"{entry(i, j):4d}" for j in range(3)) for i in range(3)
        )

    return Question(
        objective="4.3",
        points=4,
        text=f"""A Function computes `x * x` for x = {tuple(numbers)}. gradcheck says
*Jacobian mismatch for output 0 with respect to input 0*; numerical:

{table(lambda i, j: 2 * numbers[i] * (i == j))}

analytical:

{table(columns[shown])}

Which is the last line of its backward?""",
        answer=shown,
        reasons=f"The analytical table has {shows[shown]}.",
        choices={f"`{line}`": line for line in columns},
        wrong={line: f"would have {shows[line]}" for line in columns if line != shown},
        program=dedent(f"""
            def analytical(line):
                class Square(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        ctx.save_for_backward(x)
                        return x * x

                    @staticmethod
                    def backward(ctx, grad):
                        (x,) = ctx.saved_tensors
                        return eval(line.removeprefix("return "))

                x = torch.tensor({numbers}, dtype=torch.float64, requires_grad=True)
                columns = [
                    torch.autograd.grad(Square.apply(x), x, unit)[0]
                    for unit in torch.eye(3, dtype=torch.float64)
                ]
                return torch.stack(columns, 1).tolist()

            table = {[[columns[shown](i, j) for j in range(3)] for i in range(3)]}
            lines = {list(columns)}
            (answer,) = [line for line in lines if analytical(line) == table]
            """),
    )


@question
def right_once_and_wrong_twice(rng):
    once = {
        "ctx.save_for_backward(3 * x * x) in forward, return grad * saved": "nothing "
        "that forward computes is recorded, so the saved slope is a constant",
        "return grad * 3 * x.detach() ** 2": "detach makes the slope a constant",
        "@once_differentiable, return grad * 3 * x * x": "the decorator makes a second "
        "derivative an error",
    }
    chosen = rng.sample(list(once), 2)
    offered = [*chosen, "return grad * 3 * x * x", "return grad * 3 * x"]
    rng.shuffle(offered)
    lines = dict(zip("abcd", offered, strict=True))
    answer = tuple(label for label, line in lines.items() if line in chosen)
    cube = next(la for la, line in lines.items() if line == "return grad * 3 * x * x")
    slip = next(la for la, line in lines.items() if line == "return grad * 3 * x")
    return Question(
        objective="4.4",
        points=4,
        text=f"""Four Functions compute `x ** 3`; where nothing else is said, `x` is
saved in the forward. Which two pass gradcheck and fail gradgradcheck? Say why, for
each.

{listed(lines)}""",
        answer=answer,
        reasons=". ".join(
            f"{label}: {once[line]}" for label, line in lines.items() if line in chosen
        )
        + ".",
        wrong={
            tuple(sorted({cube, answer[0]})): f"{cube} is right, twice",
            tuple(sorted({slip, answer[0]})): f"{slip} fails gradcheck already",
        },
        program=dedent(f"""
            from torch.autograd.function import once_differentiable

            def made(line):
                def backward(ctx, grad):
                    (x,) = ctx.saved_tensors
                    saved = x
                    return eval(line.split("return ")[1])

                def forward(ctx, x):
                    ctx.save_for_backward(3 * x * x if "3 * x * x)" in line else x)
                    return x ** 3

                if "once" in line:
                    backward = once_differentiable(backward)
                methods = dict(forward=forward, backward=backward)
                methods = {{name: staticmethod(each) for name, each in methods.items()}}
                return type("Cube", (torch.autograd.Function,), methods).apply

            def passes(check, function):
                x = torch.tensor([1.5, -0.7], dtype=torch.float64, requires_grad=True)
                try:
                    return check(function, x)
                except RuntimeError:
                    return False

            both = torch.autograd.gradcheck, torch.autograd.gradgradcheck
            answer = tuple(
                label
                for label, line in {lines!r}.items()
                if [passes(check, made(line)) for check in both] == [True, False]
            )
            """),
    )
