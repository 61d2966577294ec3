"""Layers."""

from .bank import Question, dedent, question


@question
def the_gradient_of_a_weight(rng):
    of_weight = rng.random() < 0.5
    name = "weight" if of_weight else "x"
    offered = {
        "grad.T @ x": "that is the weight's",
        "x.T @ grad": "that is the transpose of the weight's: shapes agree here, by "
        "chance, and tell nothing",
        "grad @ weight": "that is the input's",
        "grad @ weight.T": "transposed once too often: shapes agree here, by chance",
    }
    right = "grad.T @ x" if of_weight else "grad @ weight"
    rule = (
        "weight[j, k] stands in y[i, j] with the factor x[i, k]: its gradient is the "
        "sum of grad[i, j] x[i, k] over i"
        if of_weight
        else "x[i, k] stands in y[i, j] with the factor weight[j, k]: its gradient is "
        "the sum of grad[i, j] weight[j, k] over j"
    )
    lines, size = list(offered), rng.randint(2, 5)
    rng.shuffle(lines)
    return Question(
        objective="5.1",
        points=3,
        text=f"""`y = x @ weight.T`, where both `x` and `weight` have the shape
({size}, {size}). `grad` is the gradient that arrives at `y`. Which line is the gradient
of `{name}`?""",
        answer=right,
        reasons=f"{rule}. Since all shapes agree, they decide nothing.",
        choices={f"`{line}`": line for line in lines},
        wrong={line: offered[line] for line in lines if line != right},
        program=dedent(f"""
            torch.manual_seed({rng.randint(0, 999)})
            n = {size}
            x, weight, grad = torch.randn(3, n, n, dtype=torch.float64).unbind()
            x, weight = x.requires_grad_(), weight.requires_grad_()
            (x @ weight.T).backward(grad)
            (answer,) = [
                line for line in {lines} if torch.allclose(eval(line), {name}.grad)
            ]
            """),
    )


@question
def a_weight_that_changes(rng):
    saved = rng.random() < 0.5
    w, x, k = rng.randint(2, 5), rng.choice((7, 11, 13)), rng.randint(2, 4)
    keep, get = (
        ("ctx.save_for_backward(x, w)", "x, w = ctx.saved_tensors")
        if saved
        else ("ctx.x, ctx.w = x, w", "x, w = ctx.x, ctx.w")
    )
    code = f"""
class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        {keep}
        return x * w

    @staticmethod
    def backward(ctx, grad):
        {get}
        return grad * w, grad * x
"""
    answer = "an error" if saved else float(k * w)
    other = float(k * w) if saved else "an error"
    return Question(
        objective="5.2",
        points=3,
        text=f"""```python
{code.strip()}

x = torch.tensor({x}.0, requires_grad=True)
w = torch.tensor({w}.0, requires_grad=True)
y = Product.apply(x, w)
with torch.no_grad():
    w *= {k}
y.backward()
```

What is in `x.grad`, or is there an error?""",
        answer=answer,
        reasons="save_for_backward notes the version of w; the update has raised it."
        if saved
        else f"""The attribute is the tensor itself, and nobody watches it: backward
finds the new w. The gradient of y, which was computed with the old one, is {w}.""",
        choices={"an error": "an error"}
        | {f"{n}": float(n) for n in sorted((w, x, k * w, k * x))},
        wrong={
            other: "save_for_backward watches the version, an attribute does not",
            float(w): "what was meant; but what is kept is no copy of w",
            float(x): "the two operands are mixed up",
            float(k * x): "the two operands are mixed up",
        },
        program=code.lstrip()
        + dedent(f"""
            x = torch.tensor({x}.0, requires_grad=True)
            w = torch.tensor({w}.0, requires_grad=True)
            y = Product.apply(x, w)
            with torch.no_grad():
                w *= {k}
            try:
                y.backward()
                answer = x.grad.item()
            except RuntimeError:
                answer = "an error"
            """),
    )


@question
def a_gradient_too_large(rng):
    rows = [[rng.randint(1, 9) for _ in range(3)] for _ in range(2)]
    sums = tuple(map(sum, zip(*rows, strict=True)))
    offered = {
        "the sums of the columns": sums,
        "the means of the columns": tuple(each / 2 for each in sums),
        "the last row": (*map(float, rows[1]), "last"),
        "nothing: there is an error": "an error",
    }
    order = rng.sample(list(offered), 4)
    return Question(
        objective="5.3",
        points=3,
        text=f"""A Function adds a bias of the shape (3,) to an input of the shape
(2, 3). Its backward ends with `return grad, grad`, and the gradient that arrives is

    {rows[0]}
    {rows[1]}

What is in `bias.grad`?""",
        answer=sums,
        reasons="""The engine sums a gradient down to the shape of its input, so
backward may return one of the shape that its output has.""",
        choices={each: offered[each] for each in order},
        wrong={
            tuple(each / 2 for each in sums): "what was broadcast is summed",
            (*map(float, rows[1]), "last"): "no row overwrites another",
            "an error": "the engine sums what was broadcast, in PyTorch too",
        },
        program=dedent(f"""
            class Shift(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x, bias):
                    return x + bias

                @staticmethod
                def backward(ctx, grad):
                    return grad, grad

            x, bias = torch.zeros(2, 3), torch.zeros(3, requires_grad=True)
            Shift.apply(x, bias).backward(torch.tensor({rows}, dtype=torch.float32))
            answer = tuple(bias.grad.tolist())
            """),
    )


@question
def the_numbers_of_a_layer(rng):
    root, outputs = rng.randint(2, 9), rng.choice((3, 5, 6, 7, 8, 10, 12, 20))
    inputs = root * root
    return Question(
        objective="5.4",
        points=3,
        text=f"""How many parameters does `torch.nn.Linear({inputs}, {outputs})` have?
Its weights are drawn evenly between -b and b: what is b? Answer: (parameters, b).""",
        answer=(inputs * outputs + outputs, 1 / root),
        reasons=f"""{inputs} by {outputs} weights and {outputs} biases. b is one over
the root of the number of inputs, {inputs}.""",
        wrong={
            (inputs * outputs, 1 / root): "the bias is forgotten",
            (inputs * outputs + outputs, outputs**-0.5): "fan-out taken for fan-in",
            (inputs * outputs + outputs, 1 / inputs): "the root is forgotten",
        },
        program=dedent(f"""
            torch.manual_seed(0)
            layer = torch.nn.Linear({inputs}, {outputs})
            torch.manual_seed(0)
            unit = torch.empty_like(layer.weight).uniform_(-1, 1)
            count = sum(each.numel() for each in layer.parameters())
            answer = (count, (layer.weight / unit).median().item())
            """),
    )
