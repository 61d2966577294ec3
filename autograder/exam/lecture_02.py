"""The graph."""

from .bank import Question, dedent, listed, question


@question
def a_graph_with_a_detach(rng):
    a, b = rng.sample(range(2, 8), 2)
    text, inner, slopes, whole = rng.choice(
        [
            (
                "(a * b).detach() * a + b",
                "Add, Mul",
                (a * b, 1),
                (2 * a * b, a * a + 1),
            ),
            ("(a + b).detach() * b - a", "Sub, Mul", (-1, a + b), (b - 1, a + 2 * b)),
            (
                "a * b.detach() * a + b",
                "Add, Mul, Mul",
                (2 * a * b, 1),
                (2 * a * b, a * a + 1),
            ),
        ]
    )
    nodes = inner.count(",") + 3
    return Question(
        objective="2.1",
        points=4,
        text=f"""`a` and `b` are leaves that require a gradient, and `c = {text}`. Draw
the graph of `c`. How many nodes does it have, counting those of AccumulateGrad, and
which gradients do `a` and `b` get at a = {a} and b = {b}? Answer: (nodes, gradient of
a, gradient of b).""",
        answer=(nodes, *slopes),
        reasons=f"""The nodes are {inner}, and AccumulateGrad for each of a and b. What
detach returns has no node, and counts as a number.""",
        wrong={
            (5, *whole): "detach is taken for an operation that passes gradients on",
            (nodes - 2, *slopes): "AccumulateGrad is no node",
        },
        program=dedent(f"""
            a, b = (torch.tensor(float(n), requires_grad=True) for n in ({a}, {b}))
            c = {text}
            found, waiting = set(), [c.grad_fn]
            while waiting:
                node = waiting.pop()
                found.add(node)
                waiting += [each for each, _ in node.next_functions if each]
            c.backward()
            answer = (len(found), a.grad.item(), b.grad.item())
            """),
    )


@question
def half_of_a_product(rng):
    x, y = rng.sample(range(2, 10), 2)
    k = rng.randint(2, 5)
    return Question(
        objective="2.2",
        points=3,
        text=f"""`loss = {k} * x * y.detach() + y ** 2`. Which gradients do `x` and
`y` get at x = {x}, y = {y}?""",
        answer=(k * y, 2 * y),
        reasons=f"""`y.detach()` is a factor, {y}, that gets nothing. x gets {k} times
this factor; y has a gradient from its square alone.""",
        wrong={
            (k * y, k * x + 2 * y): "detach changes the value only, not the gradient",
            (0, 2 * y): "detach is taken to cut off the whole product",
        },
        program=dedent(f"""
            x, y = (torch.tensor(float(n), requires_grad=True) for n in ({x}, {y}))
            ({k} * x * y.detach() + y ** 2).backward()
            answer = (x.grad.item(), y.grad.item())
            """),
    )


@question
def a_second_walk(rng):
    k = rng.randint(2, 9)
    saves = rng.choice(["x.sin()", "x.exp()", "x * x", f"x ** {k}", "x.tanh()"])
    keeps = rng.sample([f"x + {k}", "-x", "x.sum()", f"x - {k}", "x.reshape(1)"], 3)
    offered = [saves, *keeps]
    rng.shuffle(offered)
    lines = dict(zip("abcd", offered, strict=True))
    return Question(
        objective="2.3",
        points=3,
        text=f"""`x` is a leaf with one number. `y` is one of the following, and
`y.backward()` is called twice. For which `y` is the second call an error, and why
not for the others?

{listed(lines)}""",
        answer=next(label for label, line in lines.items() if line == saves),
        reasons=f"""The backward of `{saves}` needs a saved tensor, which the first call
has freed. The others need no numbers for theirs, so there is nothing to be freed.""",
        wrong={
            label: "a graph without saved tensors has nothing to be freed"
            for label, line in lines.items()
            if line != saves
        },
        program=dedent(f"""
            failed = []
            for label, line in {lines!r}.items():
                x = torch.tensor(2.0, requires_grad=True)
                y = eval(line)
                y.backward()
                try:
                    y.backward()
                except RuntimeError:
                    failed.append(label)
            (answer,) = failed
            """),
    )


@question
def one_more_in_place(rng):
    k = rng.randint(1, 9)
    saves = rng.choice(["exp", "tanh", "sqrt", "sigmoid"])
    fine = rng.sample(["sin", "cos", "log", "square", "atan"], 3)
    offered = [saves, *fine]
    rng.shuffle(offered)
    lines = {
        label: f"y = x.{name}(); y += {k}; y.backward()"
        for label, name in zip("abcd", offered, strict=True)
    }
    return Question(
        objective="2.4",
        points=4,
        text=f"""`x = torch.tensor(2.0, requires_grad=True)`. Which of these lines is
an error? Say for each what its node has saved.

{listed(lines)}""",
        answer=next(label for label, line in lines.items() if f".{saves}(" in line),
        reasons=f"""{saves} has saved its output, from which its slope is computed, and
the addition has changed that. The others have saved `x`, which is as it was.""",
        wrong={
            label: "not every change in place is an error: its node saved the input"
            for label, line in lines.items()
            if f".{saves}(" not in line
        },
        program=dedent(f"""
            failed = []
            for label, line in {lines!r}.items():
                x = torch.tensor(2.0, requires_grad=True)
                try:
                    exec(line)
                except RuntimeError:
                    failed.append(label)
            (answer,) = failed
            """),
    )
