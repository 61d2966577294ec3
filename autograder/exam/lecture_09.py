"""Clinic."""

from .bank import Question, dedent, listed, question


@question
def the_one_without_symptoms(rng):
    mistakes = {
        "return grad * s, (grad * x).mean()": "s stands in each entry of the result: "
        "its gradient is a sum, and no mean",
        "return s * torch.ones_like(x), x.sum()": "what arrives is not used",
        "return grad * s, None": "None is allowed, and leaves s without its gradient",
    }
    silent = rng.choice(list(mistakes))
    happens = {
        "return grad * s, (grad * x).sum()": "right",
        "return grad * s": "an error: one gradient for two arguments",
        "return grad * s, grad * x, grad": "an error: one gradient too many",
    }
    offered = [silent, *happens]
    rng.shuffle(offered)
    lines = dict(zip("abcd", offered, strict=True))
    return Question(
        objective="9.1",
        points=4,
        text=f"""A Function multiplies `x`, of the shape (3,), by `s`, of the shape ();
both require a gradient, and both are saved. Which of these ends of
`backward(ctx, grad)` is wrong without an error? What shows it?

{listed(lines)}""",
        answer=next(label for label, line in lines.items() if line == silent),
        reasons=f"Wrong: {mistakes[silent]}. gradcheck shows it.",
        wrong={label: happens[line] for label, line in lines.items() if line != silent},
        program=dedent(f"""
            def outcome(line):
                class Scale(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, s):
                        ctx.save_for_backward(x, s)
                        return x * s

                    @staticmethod
                    def backward(ctx, grad):
                        x, s = ctx.saved_tensors
                        return eval(line.removeprefix("return "))

                given = []
                for function in (Scale.apply, torch.mul):
                    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
                    s = torch.tensor(5.0, requires_grad=True)
                    try:
                        (function(x, s) ** 2).sum().backward()
                    except RuntimeError:
                        return "an error"
                    given.append((x.grad.tolist(), s.grad and s.grad.item()))
                return "right" if given[0] == given[1] else "wrong"

            lines = {lines!r}
            (answer,) = [label for label in lines if outcome(lines[label]) == "wrong"]
            """),
    )


@question
def a_global_in_the_backward(rng):
    outside, inside = rng.sample(range(2, 9), 2)
    code = f"""
x = torch.tensor({outside}.0)

class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input):
        return input ** 3

    @staticmethod
    def backward(ctx, grad):
        return grad * 3 * x ** 2

at = torch.tensor({inside}.0, requires_grad=True)
Cube.apply(at).backward()
"""
    return Question(
        objective="9.2",
        points=3,
        text=f"""```python
{code.strip()}
```

What is in `at.grad`? At which two points would gradcheck pass this Function?""",
        answer=3 * outside**2,
        reasons=f"""backward computes 3 x² with the global x, whatever the input is.
That is right at {outside} and at -{outside}.""",
        wrong={
            3 * inside**2: "what was meant; but nothing was saved, and x is the global",
            "an error": "the name x is found, outside of the class",
        },
        program=code.lstrip() + "answer = at.grad.item()",
    )


@question
def a_loss_that_is_never_computed_again(rng):
    start, goal, steps = rng.randint(5, 9), rng.randint(1, 3), rng.randint(2, 4)
    rate = 0.1
    return Question(
        objective="9.3",
        points=4,
        text=f"""```python
w = torch.tensor({start}.0, requires_grad=True)
loss = (w - {goal}) ** 2
for _ in range({steps}):
    w.grad = None
    loss.backward()
    with torch.no_grad():
        w -= {rate} * w.grad
```

stops at the second step with an error, and its message recommends `retain_graph=True`.
With that argument, where is `w` at the end? And where with the true cure, the second
line inside the loop? Answer: two numbers.""",
        answer=(
            start - steps * rate * 2 * (start - goal),
            goal + (start - goal) * (1 - 2 * rate) ** steps,
        ),
        reasons=f"""The kept graph has the difference of the first w, so each step has
the slope {2 * (start - goal)}. A new loss in each step: the distance from {goal} is
multiplied by {1 - 2 * rate:g} each time.""",
        wrong={
            (goal + (start - goal) * (1 - 2 * rate) ** steps,) * 2: "the graph that is "
            "kept is the one of the first w: every step has its slope",
        },
        program=dedent(f"""
            def train(cure):
                w = torch.tensor({start}.0, dtype=torch.float64, requires_grad=True)
                loss = (w - {goal}) ** 2
                for _ in range({steps}):
                    if cure:
                        loss = (w - {goal}) ** 2
                    w.grad = None
                    loss.backward(retain_graph=not cure)
                    with torch.no_grad():
                        w -= {rate} * w.grad
                return w.item()

            answer = (train(cure=False), train(cure=True))
            """),
    )


@question
def a_slope_that_is_half_right(rng):
    start, steps = rng.randint(3, 9) * 10, rng.randint(2, 3)
    rate = rng.choice((0.1, 0.2, 0.3))
    half, whole = start * (1 - rate) ** steps, start * (1 - 2 * rate) ** steps
    return Question(
        objective="9.4",
        points=4,
        text=f"""A Function computes `w * w`, and its backward forgets the 2: it
returns `grad * w`. It is the loss, and `w` is trained with plain SGD and the rate
{rate} from w = {start}. Where is `w` after {steps} steps, and does the loss rise,
stay or fall? Answer: (w, word). Would training have shown the mistake?""",
        answer=(half, "fall"),
        reasons=f"""Each step multiplies w by 1 - {rate}. No: half of the gradient is
half of the rate, and the loss falls to the same minimum. gradcheck shows it.""",
        wrong={
            (whole, "fall"): "so it would be with the 2",
            (half, "rise"): "a gradient too small by a factor is a smaller rate: the "
            "loss falls, and training shows nothing",
        },
        program=dedent(f"""
            class Square(torch.autograd.Function):
                @staticmethod
                def forward(ctx, w):
                    ctx.save_for_backward(w)
                    return w * w

                @staticmethod
                def backward(ctx, grad):
                    return grad * ctx.saved_tensors[0]

            w = torch.tensor({start}.0, dtype=torch.float64, requires_grad=True)
            optimizer = torch.optim.SGD([w], lr={rate})
            losses = []
            for _ in range({steps}):
                optimizer.zero_grad()
                loss = Square.apply(w)
                losses.append(loss.item())
                loss.backward()
                optimizer.step()
            fell = all(b < a for a, b in zip(losses, losses[1:]))
            answer = (w.item(), "fall" if fell else "rise")
            """),
    )
