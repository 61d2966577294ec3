"""Dynamic graphs."""

import math

from .bank import Question, dedent, question

NAN = float("nan")


@question
def an_error_in_a_recurrent_backward(rng):
    first, last, answer = rng.choice(
        [
            ("z = grad", "z * w, z * u, z * x, z * h", "x, h, w and u"),
            (
                "z = grad * (1 - h * h)",
                "z * w, z * u, z * x, z * h",
                "x, h, w and u",
            ),
            ("z = grad * (1 - out * out)", "z * w, z * u, z * h, z * x", "w and u"),
            ("z = grad * (1 - out * out)", "z * w, z, z * x, z * h", "h"),
            ("z = grad * (1 - out * out)", "z * w, z * u, z * x, z * out", "u"),
        ]
    )
    each_right = {
        "x, h, w and u": "z is right, so not all are wrong",
        "w and u": "w gets z times x, and u gets z times h",
        "h": "the old state gets z times u",
        "u": "u gets z times h, the old state",
    }
    if answer == "x, h, w and u":
        each_right = {
            each: "z is wrong, and all four contain it" for each in each_right
        }
    return Question(
        objective="7.1",
        points=4,
        text=f"""A recurrent cell has one number each: `out = tanh(w * x + u * h)`.
Its backward saves `x, h, w, u, out` and ends

    {first}
    return {last}

(gradients of x, h, w, u in this order). Which of them are wrong? Write the right
lines.""",
        answer=answer,
        reasons=f"""{each_right[answer]}. The right lines are
`z = grad * (1 - out * out)` and `return z * w, z * u, z * x, z * h`.""",
        choices={each: each for each in each_right},
        wrong={each: each_right[each] for each in each_right if each != answer},
        program=dedent(f"""
            x, h, w, u = inputs = [
                torch.tensor(n, dtype=torch.float64, requires_grad=True)
                for n in (0.7, -0.3, 0.9, 1.2)
            ]
            out, grad = torch.tanh(w * x + u * h), 1.0
            right = torch.autograd.grad(out, inputs)
            {first}
            given = {last}
            wrong = [
                name
                for name, one, other in zip("xhwu", given, right)
                if not torch.allclose(one + 0 * x, other)
            ]
            answer = ", ".join(wrong[:-1]) + " and " * (len(wrong) > 1) + wrong[-1]
            """),
    )


@question
def clipped_and_still_wrong(rng):
    k = rng.randint(2, 9) * 10
    true, cosine = rng.choice([((-4, 3), 0.0), ((3, -4), -0.28), ((4, 3), 0.96)])
    return Question(
        objective="7.2",
        points=4,
        text=f"""The true gradient is {true}. A wrong backward gives ({3 * k},
{4 * k}), which is clipped to the norm 1. What is left of it, and what is the cosine
of its angle to the true gradient: before, and after? Answer: (first entry, second
entry, cosine before, cosine after). Does clipping make a wrong gradient right?""",
        answer=(0.6, 0.8, cosine, cosine),
        reasons="""No: the whole vector is shortened, so it points where it did
before.""",
        wrong={
            (
                1,
                1,
                cosine,
                sum(true) / math.sqrt(50),
            ): "clipping by norm does not cut each entry",
            (0.6, 0.8, cosine, 1): "clipping is taken to mend the direction",
        },
        program=dedent(f"""
            def cosine(one, other):
                return (one @ other / one.norm() / other.norm()).item()

            true = torch.tensor({true}, dtype=torch.float64)
            w = torch.zeros(2, dtype=torch.float64, requires_grad=True)
            w.grad = torch.tensor([{3 * k}.0, {4 * k}.0], dtype=torch.float64)
            before = cosine(w.grad, true)
            torch.nn.utils.clip_grad_norm_([w], 1)
            answer = (*w.grad.tolist(), before, cosine(w.grad, true))
            """),
    )


@question
def the_slopes_of_where(rng):
    root, bad = rng.randint(2, 9), rng.randint(1, 9)
    last = 1 / (2 * root)
    return Question(
        objective="7.3",
        points=3,
        text=f"""`x` is `torch.tensor([-{bad}.0, 0.0, {root * root}.0])` and requires a
gradient, and `y = torch.where(x > 0, x.sqrt(), 0.0)`. What is in `x.grad` after
`y.sum().backward()`? How do you cure it?""",
        answer=(NAN, NAN, last),
        reasons="""What is not taken gets the gradient 0, and the slope of the root
turns it into nan: 0 times nan, and 0 times inf. Cure:
`torch.where(x > 0, torch.where(x > 0, x, 1.0).sqrt(), 0.0)`, where the root sees
nothing that is not taken.""",
        wrong={
            (0, 0, last): "what where did not take is multiplied by 0, and 0 times inf "
            "or nan is nan",
            (NAN, 0, last): "at 0 the slope of the root is inf, and 0 times inf is nan",
        },
        program=dedent(f"""
            x = torch.tensor([-{bad}.0, 0.0, {root * root}.0], requires_grad=True)
            torch.where(x > 0, x.sqrt(), 0.0).sum().backward()
            answer = tuple(x.grad.tolist())
            """),
    )


@question
def one_round_of_a_root(rng):
    root, start = rng.sample(range(2, 9), 2)
    a = root * root
    return Question(
        objective="7.4",
        points=4,
        text=f"""A loop computes the root of `a` by `r = (r + a / r) / 2`. At a = {a}
it begins with r = {start}, a plain number, and is stopped after one round. Which
derivative of `r` with respect to `a` does autograd give? Which one belongs to the
root itself, by r² = a? Answer: (autograd, root).""",
        answer=(1 / (2 * start), 1 / (2 * root)),
        reasons=f"""The round is (r + a / r) / 2 with a constant r, so its slope is 1 /
(2 r) at r = {start}. r² = a gives 2 r r' = 1, at r = {root}.""",
        wrong={
            (1 / (2 * root), 1 / (2 * root)): "autograd differentiates the rounds that "
            "ran, and knows of no root",
            (1 / (2 * start), 1 / root): "r² = a gives 2 r r' = 1",
        },
        program=dedent(f"""
            a = torch.tensor({a}.0, dtype=torch.float64, requires_grad=True)
            r = {start}.0
            one = (r + a / r) / 2
            one.backward()
            rounds, a.grad = a.grad.item(), None
            a.sqrt().backward()
            answer = (rounds, a.grad.item())
            """),
    )
